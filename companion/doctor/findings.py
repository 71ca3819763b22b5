"""What a check is and what it finds, as values; knows no machine and no wire."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from companion.settings.schema import READERS
from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.doctor.context import Bench


class State(Enum):
    """How a part is: `SKIPPED` says nothing about it."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, and the command or the step of wiring.md that mends it (empty: nothing to mend)."""

    state: State
    found: str
    remedy: str = ""


def ok(found: str) -> Finding:
    """Nothing to do."""
    return Finding(State.OK, found)


def warning(found: str, remedy: str) -> Finding:
    """The box plays, and could do better."""
    return Finding(State.WARNING, found, remedy)


def failure(found: str, remedy: str) -> Finding:
    """The box does not play like that."""
    return Finding(State.FAILURE, found, remedy)


def skipped(found: str) -> Finding:
    """Not looked at, and why."""
    return Finding(State.SKIPPED, found)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor.

    `look` may raise DeviceError, StorageError or CannotStartError: a failure which `remedy` mends (empty: the error
    says so itself). It is skipped when one of `needs`, checks before it, failed or was skipped, and when
    it `asks` and nobody is there to answer. A box with another reader than one of `readers` has it not.
    """

    name: str
    look: Callable[[Bench], Finding]
    needs: tuple[str, ...] = ()
    remedy: str = ""
    asks: bool = field(default=False, kw_only=True)
    readers: frozenset[str] = field(default=frozenset(READERS), kw_only=True)
