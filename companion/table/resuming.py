"""Back to the same picture: the table that the lines of a running record lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.record import NoRecordError, answers
from companion.statements import UnreadableError
from companion.table.menu import last_words
from companion.table.speaking import remedy_asked
from companion.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.game import Game


class CannotResumeError(ValueError):
    """A line of the record was refused by the rules as they are now; says which."""


def resume(lines: Sequence[str], games: Mapping[str, Game], regulars: tuple[str, ...]) -> Table | None:
    """The table after these lines, titled as resumed; None when the cut came before the set-up was saved.

    Raises CannotResumeError.
    """
    try:
        *_, last = answers("\n".join(lines), games)
        match = last.match
        assert match is not None
        match.header.setup()
    except (NoRecordError, UnreadableError):
        return None
    for answer in answers("\n".join(lines), games):
        if not answer.answer.applied:
            raise CannotResumeError(f"line {answer.line} “{answer.text}” does not fit the rules")
    table = Table(games, regulars, match, scanned=_scanned(lines, match.header.names))
    notes = _last_notes(lines)
    question = remedy_asked(match, match.events) if "; asks revoke" in notes else None
    tapped = sum(1 for note in notes if note.startswith("; tapped ")) if "; dropped" not in notes else 0
    return replace(table, question=question, interrupted=tapped > 0, saved_last=last_words(match) or "the set-up")


def _scanned(lines: Sequence[str], names: tuple[str, ...]) -> tuple[int, ...]:
    """The seats whose hands are scanned, from the note that the set-up left."""
    for line in lines:
        if line.startswith("; table ") and "scanned=" in line:
            said = line.split("scanned=", 1)[1]
            return tuple(seat for seat, name in enumerate(names) if name in said.split(","))
    return ()


def _last_notes(lines: Sequence[str]) -> tuple[str, ...]:
    """The notes after the last statement."""
    notes: list[str] = []
    for line in reversed(lines):
        if not line.startswith(";"):
            break
        notes.append(line)
    return tuple(notes)
