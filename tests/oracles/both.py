"""The same deals in two programs: ours, and OpenSpiel, which nobody here wrote.

Every hand is scanned, so that the referee is certain of every play. At each move both are asked whose turn it is and
what is right, and one of the right moves is made by chance. Compared are besides: who takes a trick, what the deal
scores, and the turn, the right plays and the score of the position that our playouts make of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from companion.cards import Card, CardSet, Seat
from companion.match.header import Header
from companion.match.match import Match
from companion.players.strategy import OVER
from companion.rules.events import DealScored, TrickTaken
from companion.rules.game import Game
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import DEAL, HAND, PLAY, Statement
from companion.testing.evening import NAMES, chance_of, lines_of

Action: TypeAlias = int
"""A card or a word by OpenSpiel's number."""

MOST_DEALS = 8
"""Deals of a match. The next one has other house rules."""


class DifferenceError(Exception):
    """The two programs do not agree. The message ends with the record that led there."""


class Peer(ABC):
    """A game in both programs. `cards` are in the order of OpenSpiel's numbers; `players` are compared."""

    game: Game
    cards: Sequence[Card]
    players: Sequence[int] = (4,)

    @cached_property
    def bits(self) -> tuple[CardSet, ...]:
        """Each of the cards as a set."""
        return tuple(map(self.game.deck.bit, self.cards))

    def header(self, chance: Random) -> Header:
        """A new match under any house rules."""
        options = {option.name: chance.choice(option.values) for option in self.game.options}
        seats = chance.choice(self.players)
        return Header(self.game, NAMES[:seats], chance.randrange(seats), options)

    @abstractmethod
    def deals(self, match: Match, chance: Random) -> tuple[Any, Match]:
        """The next deal by chance: OpenSpiel's state, and our match."""

    def skips(self, theirs: Any, match: Match) -> Action | None:
        """An action that only OpenSpiel has now, and that is no move here."""
        return None

    def means(self, theirs: Any, match: Match) -> Mapping[Action, Statement]:
        """What could be thought of now, right or not, in our words: by default every card that is not out as a play."""
        seat, out = theirs.current_player(), match.state.now.knowledge.out
        left = (action for action, bit in enumerate(self.bits) if not bit & out)
        return {action: Statement(PLAY, seat, (self.cards[action],)) for action in left}

    def right(self, theirs: Any, match: Match) -> set[Action]:
        """What is right by OpenSpiel, or by brute force where it is known to deviate."""
        return {*theirs.legal_actions()}

    def chooses(self, theirs: Any, match: Match, right: Sequence[Action], chance: Random) -> Action:
        """One of these moves."""
        return chance.choice(right)

    def says(
        self, theirs: Any, match: Match, action: Action, meant: Statement, chance: Random
    ) -> tuple[Statement, ...]:
        """What is said here when this action is chosen: by default what it means."""
        return (meant,)

    @abstractmethod
    def scores(self, theirs: Any, match: Match) -> tuple[int, ...]:
        """The score of the deal by OpenSpiel, in our points. (): nobody scores, and it is dealt again."""


class Both:
    """One match in both programs. `moves` are those that were compared."""

    def __init__(self, peer: Peer, number: int) -> None:
        self.peer, self.number, self.moves = peer, number, 0
        self.chance = chance_of("oracle", peer.game.name, number)
        self.match = Match(peer.header(self.chance))
        self.theirs: Any = None
        self.position: Any = None

    @property
    def ends(self) -> bool:
        """Whether no further deal is played."""
        deals = sum(1 for _ in self.match.deals()) - 1
        return deals == MOST_DEALS or not self.match.expects.words

    def deal(self) -> None:
        """Play one deal. Raises DifferenceError."""
        self.position = None
        self.theirs, self.match = self.peer.deals(self.match, self.chance)
        while not self.theirs.is_terminal():
            self._move()
        points = next((event.scores for event in self.match.events if isinstance(event, DealScored)), ())
        self._same("the score", points, self.peer.scores(self.theirs, self.match))
        if self.position is not None:
            self._same("the score of the position", tuple(self.position.scores()), points)
            self._same("the turn of the position", self.position.turn, OVER)

    def _move(self) -> None:
        while (skipped := self.peer.skips(self.theirs, self.match)) is not None:
            self.theirs.apply_action(skipped)
        seat, expected = self.theirs.current_player(), self.match.expects
        together = PLAY not in expected.words and seat in expected.seats
        self._same("whose turn it is", (seat,) if together else expected.seats, (seat,))
        means = self.peer.means(self.theirs, self.match)
        right = sorted(action for action, said in means.items() if isinstance(self.match.judge(said), Legal))
        self._same("what is right", *map(self._told, (right, sorted(self.peer.right(self.theirs, self.match)))))
        self._asks_position(seat, right)
        action = self.peer.chooses(self.theirs, self.match, right, self.chance)
        says = self.peer.says(self.theirs, self.match, action, means[action], self.chance)
        self.theirs.apply_action(action)
        for statement in says:
            self._say(statement)
        self.moves += 1

    def _asks_position(self, seat: Seat, right: Sequence[Action]) -> None:
        if PLAY not in self.match.expects.words:
            return
        if self.position is None:
            self.position = position_of(self.match)
        if self.position is not None:
            self._same("the turn of the position", self.position.turn, seat)
            cards = {self.position.set_of((self.peer.cards[action],)) for action in right}
            self._same("what is right in the position", {*self.position.plays()}, cards)

    def _say(self, statement: Statement) -> None:
        self.match = after(self.match, statement)
        if self.position is not None and statement.cards:
            self.position.play(self.position.set_of(statement.cards))
        for event in self.match.events:
            if isinstance(event, TrickTaken) and not self.theirs.is_terminal():
                self._same("who takes the trick", event.winner, self.theirs.current_player())

    def _told(self, actions: Iterable[Action]) -> list[str]:
        return [self.theirs.action_to_string(self.theirs.current_player(), action) for action in actions]

    def _same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            told = f"match {self.number}, {what}: here {ours}, by OpenSpiel {theirs}"
            raise DifferenceError("\n".join((told, str(self.theirs), *lines_of(self.match))))


def position_of(match: Match) -> Any:
    """The position of our playouts at the first lead. None: the game has none."""
    strategy = match.header.game.entry.strategy()
    of = getattr(strategy, "position", None)
    return of and of(match.moment, match.moment.now.knowledge.known)


def their_deal(game: str, **terms: Any) -> Any:
    """OpenSpiel's state before a deal of this game, under these of its parameters."""
    import pyspiel  # noqa: PLC0415 - the suite reads these modules without it, too

    return pyspiel.load_game(game, terms).new_initial_state()


def dealt(match: Match, hands: Iterable[Sequence[Card]]) -> Match:
    """The match after a deal in which every hand is scanned."""
    scans = [Statement(HAND.name, seat, tuple(hand)) for seat, hand in enumerate(hands)]
    return after(match, Statement(DEAL.name), *scans)


def after(match: Match, *says: Statement) -> Match:
    """The match after these right statements."""
    for say in says:
        match, answer = match.say(say)
        assert isinstance(answer.verdict, Legal), f"{say}: {answer.verdict}"
    return match
