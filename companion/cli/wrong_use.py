"""The error for what cannot be done as asked, and how a command complains."""

from __future__ import annotations

import sys

from companion.support.text import visible


class WrongUseError(ValueError):
    """What was asked for cannot be done; its lines say why, and what is allowed. Ends a command with status 2."""


def complain(command: str, first: object, *others: str) -> None:
    """Write these lines of a command to standard error."""
    sys.stderr.writelines(f"{visible(line)}\n" for line in (f"companion {command}: {first}", *others))
