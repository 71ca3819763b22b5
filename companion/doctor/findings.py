"""Checks and findings as values; knows no machine and no wire."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial

from companion.doctor.context import Context
from companion.support.values import dataclass, field


class PartState(Enum):
    """The state of a part; `SKIPPED`: unknown."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check, and the command or the step of wiring.md that helps (empty: nothing to do)."""

    state: PartState
    found: str
    remedy: str = ""


ok = partial(Finding, PartState.OK)
"""Nothing to do."""
warning = partial(Finding, PartState.WARNING)
"""The box works, but not as well as it could."""
failure = partial(Finding, PartState.FAILURE)
"""A part does not work."""
skipped = partial(Finding, PartState.SKIPPED)
"""Not checked; `found` says why."""


def first_and_more(texts: list[str]) -> str:
    """The first entry and the number of the others."""
    return texts[0] + (f"; and {len(texts) - 1} more" if len(texts) > 1 else "")


def setting(line: str, table: str) -> str:
    """A remedy: write this line into that table of the settings."""
    return f"write {line} below [{table}] into the settings file (wiring.md, step 11)"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the doctor's report.

    `look` may raise DeviceError, StorageError or CannotStartError: a failure with `remedy` (empty: the error names it).
    The check is skipped if one of `needs` failed or was skipped, or if it `asks` and no person is there. `of_data`: it
    looks at files of the data directory, or loads games of others, and root does that as the owner of the directory.
    """

    name: str
    look: Callable[[Context], Finding]
    needs: tuple[str, ...] = ()
    remedy: str = ""
    asks: bool = field(default=False, kw_only=True)
    of_data: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderChecks:
    """What the doctor tries of one kind of reader: of its bus; of its chip, before its driver is used; with cards.

    The driver waits for what `needs` names.
    """

    bus: tuple[ReportLine, ...] = ()
    chip: tuple[ReportLine, ...] = ()
    needs: tuple[str, ...] = ()
    cards: tuple[ReportLine, ...] = ()
