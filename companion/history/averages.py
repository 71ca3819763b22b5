"""Evenings added up: each game, and each player in each game. Pure."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.cards.seats import Seat
    from companion.history.finished_match import FinishedMatch


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What one game came to over all its evenings, in the order of the records.

    Averages are over the matches that were played to their end (None: none was); `longest` and `steps` are in
    deals, or in turns where a match is a single deal.
    """

    game: str
    matches: int
    ended_early: int
    players: int
    steps: float | None
    longest: str
    points: float | None
    revokes: int
    last: str


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What one player came to in one game.

    `matches` were played to their end; `place`, `per_match` are averages of them, `per_step` of all deals played
    (None: there was none; a game without deals has none). `series` is the longest of wins in a row.
    """

    player: str
    game: str
    matches: int
    wins: int
    place: float | None
    per_match: float | None
    per_step: float | None
    series: int
    revokes: int

    @property
    def share(self) -> float | None:
        """The part of the matches that was won, 0 to 1."""
        return self.wins / self.matches if self.matches else None


def game_records(evenings: Sequence[FinishedMatch]) -> tuple[GameRecord, ...]:
    """By the name of the game."""
    by_game = groupby(sorted(evenings, key=lambda evening: evening.game), key=lambda evening: evening.game)
    return tuple(_game_record(game, tuple(played)) for game, played in by_game)


def player_records(evenings: Sequence[FinishedMatch]) -> tuple[PlayerRecord, ...]:
    """By game, in each the most wins first; capitals make no difference between two players."""
    seats: dict[tuple[str, str], list[tuple[FinishedMatch, Seat]]] = {}
    for evening in evenings:
        for seat, name in enumerate(evening.names):
            seats.setdefault((evening.game, name.casefold()), []).append((evening, seat))
    records = (_player_record(played) for played in seats.values())
    return tuple(sorted(records, key=lambda one: (one.game, -one.wins, one.matches, one.player.casefold())))


def with_player(evenings: Iterable[FinishedMatch], player: str) -> tuple[FinishedMatch, ...]:
    """Those at which this player sat."""
    return tuple(one for one in evenings if player.casefold() in map(str.casefold, one.names))


def _game_record(game: str, evenings: tuple[FinishedMatch, ...]) -> GameRecord:
    over = tuple(evening for evening in evenings if evening.winners)
    longest = max(evenings, key=lambda evening: evening.curve.steps).curve
    return GameRecord(
        game=game,
        matches=len(over),
        ended_early=len(evenings) - len(over),
        players=len({name.casefold() for evening in evenings for name in evening.names}),
        steps=_mean(evening.curve.steps for evening in over),
        longest=longest.length,
        points=_mean(points for evening in over for points in evening.curve.last),
        revokes=sum(sum(evening.revokes) for evening in evenings),
        last=evenings[-1].day,
    )


def _player_record(played: list[tuple[FinishedMatch, Seat]]) -> PlayerRecord:
    over = [(evening, seat) for evening, seat in played if evening.winners]
    by_deal = [(evening, seat) for evening, seat in played if evening.curve.step == "deal"]
    deals = sum(evening.curve.steps for evening, _ in by_deal)
    gained = sum(evening.gains[seat] for evening, seat in by_deal)
    wins = [seat in evening.winners for evening, seat in over]
    latest, own = played[-1]
    return PlayerRecord(
        player=latest.names[own],
        game=latest.game,
        matches=len(over),
        wins=sum(wins),
        place=_mean(evening.place(seat) for evening, seat in over),
        per_match=_mean(evening.curve.last[seat] for evening, seat in over),
        per_step=gained / deals if deals else None,
        series=max((len(tuple(run)) for won, run in groupby(wins) if won), default=0),
        revokes=sum(evening.revokes[seat] for evening, seat in played),
    )


def _mean(numbers: Iterable[float]) -> float | None:
    found = tuple(numbers)
    return sum(found) / len(found) if found else None
