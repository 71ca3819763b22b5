"""Statistics of finished matches: by game, by player, by partners; the series of a group that plays often. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from companion.cards import Seat
from companion.history.finished_match import FinishedMatch
from companion.match.ending import Series
from companion.rules.game import Game
from companion.rules.partners import partner_of
from companion.support.names import person
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The statistics of one game.

    Averages are over completed matches; None if there are none. `longest` and `steps` are in deals, or in turns if a
    match is a single deal.
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
    """The statistics of one player in one game.

    `matches` are completed ones; `place` and `per_match` are their averages. `per_step` is the average over all deals;
    None if there are none. `series` is the longest series of wins.
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
        """The share of completed matches that were won, 0 to 1. None if there are none."""
        return self.wins / self.matches if self.matches else None


def game_records(matches: Sequence[FinishedMatch]) -> tuple[GameRecord, ...]:
    """The statistics of every game, sorted by name."""
    by_game = groupby(sorted(matches, key=lambda match: match.game), key=lambda match: match.game)
    return tuple(_game_record(game, tuple(played)) for game, played in by_game)


def player_records(matches: Sequence[FinishedMatch]) -> tuple[PlayerRecord, ...]:
    """The statistics of every player, by game, most wins first."""
    seats: dict[tuple[str, str], list[tuple[FinishedMatch, Seat]]] = {}
    for match in matches:
        for seat, name in enumerate(match.names):
            seats.setdefault((match.game, person(name)), []).append((match, seat))
    records = (_player_record(played) for played in seats.values())
    return tuple(sorted(records, key=lambda record: (record.game, -record.wins, record.matches, person(record.player))))


@dataclass(frozen=True, slots=True)
class PartnersRecord:
    """The completed matches of two partners in one game, and how many of them they have won."""

    game: str
    partners: tuple[str, str]
    matches: int
    wins: int


def partners_records(matches: Iterable[FinishedMatch], games: Mapping[str, Game]) -> tuple[PartnersRecord, ...]:
    """The statistics of all partners, by game, most wins first."""
    met: dict[tuple[str, tuple[str, ...]], list[tuple[tuple[str, str], bool]]] = {}
    for match in matches:
        for seat in range(len(match.names)) if match.winners else ():
            partner = partner_of(games[match.game], len(match.names), seat)
            if partner is not None and seat < partner:
                pair = tuple(sorted((match.names[seat], match.names[partner]), key=person))
                people = (match.game, tuple(map(person, pair)))
                met.setdefault(people, []).append(((pair[0], pair[1]), seat in match.winners))
    records = (
        PartnersRecord(game, played[-1][0], len(played), sum(won for _, won in played))
        for (game, _), played in met.items()
    )
    return tuple(sorted(records, key=lambda record: (record.game, -record.wins, record.matches, record.partners)))


def _game_record(game: str, matches: tuple[FinishedMatch, ...]) -> GameRecord:
    over = tuple(match for match in matches if match.winners)
    longest = max(matches, key=lambda match: match.curve.steps).curve
    return GameRecord(
        game=game,
        matches=len(over),
        ended_early=len(matches) - len(over),
        players=len({person(name) for match in matches for name in match.names}),
        steps=_mean(match.curve.steps for match in over),
        longest=longest.length,
        points=_mean(points for match in over for points in match.own_points),
        revokes=sum(sum(match.revokes) for match in matches),
        last=matches[-1].day,
    )


def _player_record(played: list[tuple[FinishedMatch, Seat]]) -> PlayerRecord:
    over = [(match, seat) for match, seat in played if match.winners]
    by_deal = [(match, seat) for match, seat in played if match.curve.step == "deal"]
    deals = sum(match.curve.steps for match, _ in by_deal)
    gained = sum(match.own_points[seat] for match, seat in by_deal)
    wins = [seat in match.winners for match, seat in over]
    latest, own = played[-1]
    return PlayerRecord(
        player=latest.names[own],
        game=latest.game,
        matches=len(over),
        wins=sum(wins),
        place=_mean(match.places[seat] for match, seat in over),
        per_match=_mean(match.own_points[seat] for match, seat in over),
        per_step=gained / deals if deals else None,
        series=max((len(tuple(run)) for won, run in groupby(wins) if won), default=0),
        revokes=sum(match.revokes[seat] for match, seat in played),
    )


def _mean(numbers: Iterable[float]) -> float | None:
    values = tuple(numbers)
    return sum(values) / len(values) if values else None


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
