"""How often the same people have played a game, and who won. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.match.ending import Series
from companion.support.names import person

if TYPE_CHECKING:
    from companion.history.finished_match import FinishedMatch


def series_of(matches: Iterable[FinishedMatch], game: str, names: Sequence[str]) -> Series:
    """The completed matches of this game between just these people, by seat of `names`."""
    people = [person(name) for name in names]
    won = [0] * len(people)
    number = 0
    for match in matches:
        seated = [person(name) for name in match.names]
        if match.game == game and match.winners and sorted(seated) == sorted(people):
            number += 1
            for seat in match.winners:
                won[people.index(seated[seat])] += 1
    return Series(number, tuple(won))
