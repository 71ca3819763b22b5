"""A match of any length that can be taken back to any moment, without every moment of it in memory.

The last statements are kept as moments of the match; those before them as text, with one moment for every few thousand.
"""

from __future__ import annotations

import zlib
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.match.match import Answer, Match
from companion.rules.referee.verdicts import LEGAL
from companion.rules.statements import split_words
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.rules.events import Revoked
    from companion.rules.statements import Statement

KEPT = 2000
"""So many statements at least are kept as moments, twice as many at most: taking back more than that costs as many."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment, and the lines `said` after it, packed; so many `revokes` stand in the deals that ended among them."""

    match: Match
    said: bytes
    revokes: int


class Memory:
    """Says statements to a match, and forgets the moments that are long past."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self._first = 0  # statements before the oldest moment of the match

    @property
    def revokes(self) -> int:
        """The revokes that stand in deals which the match itself has forgotten."""
        return sum(mark.revokes for mark in self._marks)

    def say(self, match: Match, statement: Statement) -> tuple[Match, Answer]:
        """As the match itself answers."""
        if statement.word == "undo" and self._first > match.applied - int(statement.value) >= 0:
            return self._remembered(match.applied - int(statement.value)), Answer(LEGAL)
        match, answer = match.say(statement)
        return self._shortened(match) if match.applied - self._first > 2 * KEPT else match, answer

    def _remembered(self, applied: int) -> Match:
        """The match after so many statements, of which the last ones are said again."""
        mark = self._marks.pop()
        while mark.match.applied > applied:
            mark = self._marks.pop()
        match, self._first = mark.match, mark.match.applied
        for line in zlib.decompress(mark.said).decode().split("\n")[: applied - match.applied]:
            match, _ = match.say(match.header.language.read(split_words(line)))
        return match

    def _shortened(self, match: Match) -> Match:
        """The same match with its last moments only."""
        moments = list(match.story())[::-1]
        past, (short, *lately) = moments[: KEPT + 1], moments[KEPT:]
        write = match.header.language.write
        said = "\n".join(write(moment.said) for moment in past[1:] if moment.said).encode()
        self._marks.append(Mark(past[0], zlib.compress(said), sum(1 for _ in _left_standing(past))))
        short = replace(short, before=None)
        self._first = short.applied
        for moment in lately:
            short = replace(moment, before=short)
        return short


def _left_standing(moments: Sequence[Match]) -> Iterator[Revoked]:
    """The revokes of the deals after which another was dealt among these moments, the oldest first."""
    for moment, after in pairwise(moments):
        if moment.state is not None and after.said is not None and after.said.word == "deal":
            yield from moment.header.game.standing_revokes(moment.state)
