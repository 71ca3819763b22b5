"""Plays single deals between computer players. Pure: time and chance are arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from companion.cards import Card, Luck, Seat, clockwise, left_of
from companion.match.header import Header
from companion.match.match import Match
from companion.players.levels import player
from companion.players.player import ComputerPlayer
from companion.players.seat_view import SeatView
from companion.rules.dealer import dealer_for
from companion.rules.game import Game
from companion.rules.partners import sides_of
from companion.rules.referee.deals import shuffle
from companion.rules.referee.verdicts import Illegal, Unreadable, Verdict
from companion.rules.statements import DEAL, Statement
from companion.support.values import dataclass

Chance: TypeAlias = Callable[[str], Luck]
"""The luck with this name. The same name always gives the same luck."""

Clock: TypeAlias = Callable[[], float]
"""The time in seconds, from any starting point."""


MOST_STATEMENTS = 2000
"""A match with this many statements is a draw."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The players and the game. `seed` determines cards and chance; `playouts` as for `player`."""

    game: Game
    levels: tuple[str, ...]
    seed: str = "1"
    playouts: int | None = None

    @property
    def counted(self) -> str:
        """The unit of the results. Games without a score count wins."""
        return self.game.counted if self.game.keeps_score else "wins"

    @property
    def low_wins(self) -> bool:
        """Whether low results are good."""
        return self.game.low_wins and self.game.keeps_score

    @property
    def title(self) -> str:
        """The game and what is counted, for people."""
        return f"{self.game.title}: {self.counted} a deal" + ", low wins" * self.low_wins

    @property
    def sides(self) -> dict[str, tuple[int, ...]]:
        """The players of each side by its name: the level, or those of both partners ("strong & easy")."""
        found: dict[str, tuple[int, ...]] = {}
        for players in sides_of(self.game, len(self.levels)):
            name = " & ".join(sorted({self.levels[player] for player in players}, key=self.levels.index))
            found[name] = (*found.get(name, ()), *players)
        return found

    def players(self) -> tuple[ComputerPlayer, ...]:
        """One player of each level."""
        return tuple(player(self.game, level, self.playouts) for level in self.levels)


@dataclass(frozen=True, slots=True)
class ArenaRound:
    """A deal played once from each seating. All values are by player, in the order of the contest's levels.

    `number` counts the rounds from 1. `points` and `lost` (shared or sole worst results) are sums over the seatings,
    `seconds` are the times of all choices.
    """

    number: int
    points: tuple[int, ...]
    lost: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


def rounds(contest: Contest, numbers: Sequence[int], chance: Chance, clock: Clock) -> Iterator[ArenaRound]:
    """Play the rounds with these numbers."""
    players = contest.players()
    for number in numbers:
        yield _round(contest, players, number, chance, clock=clock)


def _round(
    contest: Contest, players: Sequence[ComputerPlayer], number: int, chance: Chance, *, clock: Clock
) -> ArenaRound:
    seats, name = len(players), f"{contest.seed}/{number}"
    points, lost = [0] * seats, [0] * seats
    seconds: list[list[float]] = [[] for _ in players]
    luck = chance(name)
    fresh = Match(Header(contest.game, tuple(f"P{seat + 1}" for seat in range(seats)), luck(seats)))
    cards = shuffle(contest.game.deck.cards_in_order, luck)
    for turned in range(seats):
        order = [*range(turned, seats), *range(turned)]
        seat_luck = chance(f"{name}/{turned}")
        choosers = [partial(_choose, players[sitter], seat_luck, seconds[sitter], clock=clock) for sitter in order]
        scores = _play(Dealing(fresh, cards), choosers)
        worst = max(scores) if contest.low_wins else min(scores)
        for sitter, score in zip(order, scores, strict=True):
            points[sitter] += score
            lost[sitter] += score == worst
    return ArenaRound(number + 1, tuple(points), tuple(lost), tuple(map(tuple, seconds)))


def _play(table: Dealing, choosers: Sequence[Callable[[SeatView], Statement | None]]) -> tuple[int, ...]:
    """Play a deal between these, by seat, and return its points by seat. Without a score winners get 1."""
    match = table.match
    before = match.scores
    views = [SeatView.of(match, seat) for seat in range(len(choosers))]
    while not match.expects.words <= {DEAL.name} and match.applied < MOST_STATEMENTS:
        answers = (choosers[seat](views[seat]) for seat in _seats_to_ask(match))
        table.hear(table.says() or next(answer for answer in answers if answer))
        match = table.match
        views = [SeatView.of(match, view.seat, view) for view in views]
    if not match.header.game.keeps_score:
        return tuple(int(seat in match.winners) for seat in range(len(choosers)))
    return tuple(now - then for now, then in zip(match.scores, before, strict=True))


def _choose(
    player: ComputerPlayer, luck: Luck, seconds: list[float], view: SeatView, *, clock: Clock
) -> Statement | None:
    """The player's choice; its time is added to `seconds`. None if it says nothing."""
    began = clock()
    said = player.choose(view, luck)
    seconds.append(clock() - began)
    return said


def _seats_to_ask(match: Match) -> tuple[Seat, ...]:
    """The seats to ask, in order. Those that may claim come before the seat whose turn it is."""
    seats, number = match.expects.seats, len(match.header.names)
    return clockwise(left_of(seats[0], number), number) if "claims" in match.expects.words else seats[:1]


class Dealing:
    """One deal of a match. `match` is the current one; hands and nest are scanned while they are dealt."""

    def __init__(self, match: Match, cards: Sequence[Card]) -> None:
        self.match = match
        game = match.header.game
        begun, _ = game.advance(match.moment, Statement(DEAL.name))
        self.dealer = dealer_for(game, begun, cards, game.to_scan(begun))
        for said in (Statement(DEAL.name), *self.dealer.open_story()):
            self._say(said)

    def says(self) -> Statement | None:
        """The next statement of the table, if it comes before a player's: a card turned up, or drawn cards."""
        return self.dealer.says(self.match.expects)

    def hear(self, said: Statement) -> Statement:
        """Apply a right statement. Returns it with the faces of cards that the player chose unseen."""
        said = self.dealer.shows(said)
        self._say(said)
        self.dealer.hear(said, self.match.state, self.match.events)
        return said

    def _say(self, said: Statement) -> None:
        language, headline = self.match.header.language, self.match.expects.headline
        self.match, answer = self.match.say(said)
        if not answer.applied:
            why = in_brief(answer.verdict)
            raise AssertionError(f"“{language.write(said)}” comes next where “{headline}” is asked, and it is {why}")


def in_brief(verdict: Verdict) -> str:
    """A verdict for a game's author: "illegal card-count"."""
    match verdict:
        case Illegal(rule=rule):
            return f"{verdict.word} {rule.name}"
        case Unreadable(reason=reason):
            return f"{verdict.word}: {reason}"
    return f"{getattr(verdict, 'word', verdict)}"  # a game may answer anything
