"""A match of any length that can undo any number of statements, with limited memory.

Keeps the last statements as moments of the match, those before them as text, with one moment every few thousand.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.match.match import Answer, Match
from companion.rules.events import Revoked
from companion.rules.referee.verdicts import LEGAL
from companion.rules.statements import Statement, split_words
from companion.support.values import dataclass, replace

KEPT = 2000
"""Minimum number of statements kept as moments; the maximum is twice as many. Undoing more replays as many."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A moment and the compressed statements after it. `revokes` counts those of the deals that ended there."""

    match: Match
    said: bytes
    revokes: int


class CompactMatch:
    """Applies statements to a match and drops its old moments."""

    def __init__(self) -> None:
        self._marks: list[Milestone] = []
        self._first = 0  # number of statements before the oldest moment of the match

    @property
    def revokes(self) -> int:
        """The number of revokes in deals that the match no longer stores."""
        return sum(mark.revokes for mark in self._marks)

    def say(self, match: Match, statement: Statement) -> tuple[Match, Answer]:
        """Say a statement as `Match.say` does, and keep no more than its statements of what is long past."""
        if statement.word == "undo" and self._first > match.applied - int(statement.value) >= 0:
            return self._restore(match.applied - int(statement.value)), Answer(LEGAL)
        match, answer = match.say(statement)
        return self._shorten(match) if match.applied - self._first > 2 * KEPT else match, answer

    def _restore(self, applied: int) -> Match:
        """The match after this many statements. Replays the last ones."""
        mark = self._marks.pop()
        while mark.match.applied > applied:
            mark = self._marks.pop()
        match, self._first = mark.match, mark.match.applied
        for line in zlib.decompress(mark.said).decode().split("\n")[: applied - match.applied]:
            match, _ = match.say(match.header.language.read(split_words(line)))
        return match

    def _shorten(self, match: Match) -> Match:
        """The match with its last moments only."""
        moments = list(match.story())[::-1]
        cut = moments[KEPT].played.applied - moments[0].applied  # the revokes of a deal are told before seats change
        past, (short, *recent) = moments[: cut + 1], moments[cut:]
        said = "\n".join(moment.speaking.write(moment.said) for moment in past[1:] if moment.said).encode()
        self._marks.append(Milestone(past[0], zlib.compress(said), sum(1 for _ in _standing_revokes(past))))
        first = short
        short = replace(first, before=None, earlier=None)
        self._first = short.applied
        kept = {id(first): short}
        for moment in recent:
            short = kept[id(moment)] = replace(moment, before=short, earlier=kept.get(id(moment.earlier)))
        return short


def _standing_revokes(moments: Sequence[Match]) -> Iterator[Revoked]:
    """The revokes of the deals that ended among these moments, the oldest first."""
    for moment, after in pairwise(moments):
        if moment.state is not None and after.said is not None and after.said.word == "deal":
            yield from moment.header.game.standing_revokes(moment.played.state)
