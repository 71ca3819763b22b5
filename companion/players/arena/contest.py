"""Matches of one deal between computer players, seat by seat; pure: the time and chance are arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from companion.cards.seats import clockwise, left_of
from companion.match.header import Header
from companion.match.match import Match
from companion.players.arena.dealing import Dealing, shuffled
from companion.players.levels import player
from companion.players.view import View
from companion.rules.deal import TrickState
from companion.rules.referee.deals import Luck
from companion.rules.statements import DEAL, PLAY
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards.seats import Seat
    from companion.players.player import Player
    from companion.rules.game import Game
    from companion.rules.statements import Statement

Chance: TypeAlias = Callable[[str], Luck]
"""Luck of this name, the same one for the same name."""

Clock: TypeAlias = Callable[[], float]
"""The time in seconds, from any beginning."""


DRAWN = 2000
"""A match of so many statements is drawn."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what; `seed` names the cards and the chance of the players. `playouts` as `player` takes it."""

    game: Game
    levels: tuple[str, ...]
    seed: str = "1"
    playouts: int | None = None

    @property
    def counted(self) -> str:
        """What is counted in a deal: games without a score are won or not."""
        return self.game.counted if self.game.keeps_score else "wins"

    @property
    def low_wins(self) -> bool:
        """Whether little of it is good."""
        return self.game.low_wins and self.game.keeps_score

    def players(self) -> tuple[Player, ...]:
        """Somebody of each level."""
        return tuple(player(self.game, level, self.playouts) for level in self.levels)


@dataclass(frozen=True, slots=True)
class Round:
    """The same cards, played once from each seating; everything by player, in the order of the contest's levels.

    `line` counts the rounds from 1. `points` and `lost` (the worst result, shared ones too) are sums over the seatings,
    `seconds` the time of each choice.
    """

    line: int
    points: tuple[int, ...]
    lost: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


def rounds(contest: Contest, numbers: Sequence[int], chance: Chance, clock: Clock) -> Iterator[Round]:
    """The rounds of these numbers."""
    players = contest.players()
    for number in numbers:
        yield _round(contest, players, number, chance, clock)


def _round(contest: Contest, players: Sequence[Player], number: int, chance: Chance, clock: Clock) -> Round:
    seats, name = len(players), f"{contest.seed}/{number}"
    points, lost = [0] * seats, [0] * seats
    seconds: list[list[float]] = [[] for _ in players]
    luck = chance(name)
    fresh = Match(Header(contest.game, tuple(f"P{seat + 1}" for seat in range(seats)), luck(seats)))
    cards = shuffled(contest.game, luck)
    for turned in range(seats):
        order = [*range(turned, seats), *range(turned)]
        sitting = [Sitting(players[one], seconds[one]) for one in order]
        scores = _played(Dealing(fresh, cards), sitting, chance(f"{name}/{turned}"), clock)
        worst = max(scores) if contest.low_wins else min(scores)
        for one, score in zip(order, scores, strict=True):
            points[one] += score
            lost[one] += score == worst
    return Round(number + 1, tuple(points), tuple(lost), tuple(map(tuple, seconds)))


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player on a seat; how long each choice took is added to `seconds`."""

    player: Player
    seconds: list[float]

    def choose(self, view: View, luck: Luck, clock: Clock) -> Statement | None:
        """What the player says; None where it keeps silent."""
        began = clock()
        said = self.player.choose(view, luck)
        self.seconds.append(clock() - began)
        return said


def _played(table: Dealing, sitting: Sequence[Sitting], luck: Luck, clock: Clock) -> tuple[int, ...]:
    """The points of a deal by seat; where no score is kept 1 for who has won."""
    match = table.match
    before = match.scores
    views = [View.of(match, seat) for seat in range(len(sitting))]
    while not match.expects.words <= {DEAL.name} and match.applied < DRAWN:
        answers = (sitting[seat].choose(views[seat], luck, clock) for seat in _asked(match))
        said = table.hear(table.says() or next(answer for answer in answers if answer))
        match = table.match
        views = [_after(view, said, match) for view in views]
    if not match.header.game.keeps_score:
        return tuple(int(seat in match.winners) for seat in range(len(sitting)))
    return tuple(now - then for now, then in zip(match.scores, before, strict=True))


def _asked(match: Match) -> tuple[Seat, ...]:
    """Whose word is waited for; who may claim is asked before whose turn it is."""
    seats, number = match.expects.seats, len(match.header.names)
    return clockwise(left_of(seats[0], number), number) if "claims" in match.expects.words else seats[:1]


def _after(view: View, said: Statement, match: Match) -> View:
    """What a seat knows now; the bidding of a trick game may show cards that were scanned before."""
    plain = said.word == PLAY or not isinstance(match.state, TrickState)
    return view.hears(said, match.state) if plain else View.of(match, view.seat)
