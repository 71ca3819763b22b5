"""Deals of Bonehead with all cards known, played by any player."""

from __future__ import annotations

from random import Random

from companion.cards import Card
from companion.games.bonehead.playout import BoneheadPosition
from companion.games.bonehead.rules import BONEHEAD
from companion.games.bonehead.tableau import BONES, DEALT_TO_HAND, DECK, Layout
from companion.match.header import Header
from companion.match.match import Match
from companion.players.seat_view import SeatView
from companion.rules.game import Game
from companion.rules.statements import Statement

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


def cards(words: str) -> int:
    """The set that these words name."""
    return DECK.set(card for word in words.split() if (card := DECK.card(word)))


class OpenDeal:
    """The match, in which everything was scanned, and the bones and the stack; both are drawn from their ends."""

    def __init__(self, players: int, chance: Random, options: dict[str, str] | None = None) -> None:
        cards = list(DECK.cards_in_order)
        chance.shuffle(cards)
        game: Game = BONEHEAD
        self.match = Match(Header(game, NAMES[:players], chance.randrange(players), options or {}))
        self.views = [SeatView.of(self.match, seat) for seat in range(players)]
        self.bones = [[cards.pop() for _ in range(BONES)] for _ in range(players)]
        self.hear(Statement("deal"))
        for seat in range(players):
            self.hear(Statement("hand", seat, tuple(cards.pop() for _ in range(DEALT_TO_HAND))))
        self.stack: list[Card] = cards

    @property
    def state(self) -> Layout:
        """Everything that was scanned, that is all but bones and stack."""
        state: Layout = self.match.moment
        return state

    def say(self, said: Statement) -> None:
        """What a player says: a bone gets its face, and what was drawn for a play is scanned."""
        if said.word == "bone":
            assert said.seat is not None
            said = said.with_cards(self.bones[said.seat].pop())
        self.hear(said)
        if self.state.drawn and self.state.drawn[1] and not self.match.winners:
            seat, due = self.state.drawn
            self.hear(Statement("draws", seat, tuple(self.stack.pop() for _ in range(due))))

    def hear(self, said: Statement) -> None:
        """All seats learn of it, each what it may."""
        self.match, answer = self.match.say(said)
        assert answer.applied, (said, answer)
        self.views = [view.hears(said, self.state) for view in self.views]

    @property
    def position(self) -> BoneheadPosition:
        """The same deal as a position."""
        bones = [tuple(map(DECK.bit, own)) for own in self.bones]
        hands, stack = self.state.knowledge.known, tuple(map(DECK.bit, self.stack))
        return BoneheadPosition.of(self.state).with_hidden(hands, bones, stack)


def laid(deal: OpenDeal, chance: Random) -> OpenDeal:
    """With any three cards of each as heads."""
    for seat in chance.sample(range(len(deal.views)), len(deal.views)):
        deal.say(Statement("heads", seat, tuple(chance.sample([*DECK.cards(deal.state.knowledge.known[seat])], 3))))
    return deal
