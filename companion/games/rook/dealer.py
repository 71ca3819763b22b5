"""The dealer of Rook: the nest, and the five cards that the bidder lays unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Seat
from companion.games.rook.point_cards import NEST as NEST_SIZE
from companion.games.rook.suggestions import LAID_LAST, RookSuggestions
from companion.rules import dealer
from companion.rules.events import Event
from companion.rules.game import Expectation
from companion.rules.piles import NEST, STACK, Piles
from companion.rules.statements import PLAY, Statement


class RookDealer(dealer.Dealer):
    """The hands and the nest. The high bidder takes it and lays five cards unseen."""

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: dealer.Laid | None = None) -> None:
        super().__init__(piles, sizes, laid)
        self.bidder: Seat | None = None
        self.unseen: list[int] = []
        """The unseen cards that the bidder laid and nobody has named."""
        self.returned: set[int] = set()
        """The cards of plays that were taken back."""
        self.tell(Statement(NEST), piles.draw(STACK, NEST, NEST_SIZE))

    def follow(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Follow the nest and plays that are taken back."""
        if said.word == "nest":
            self.piles.show(said.cards, NEST, NEST)
            return
        if said.word == "back":
            self.take_back(said)
            return
        if said.word == "lays":
            self.lay(said, state)
            return
        if said.seat is not None and said.seat == self.bidder:
            self.make_playable(said.cards, said.seat)
        super().follow(said, state, events)
        if any(event.kind == "auction" for event in events):
            self.piles.draw(NEST, state.now.opening.bidder, NEST_SIZE)

    def take_back(self, said: Statement) -> None:
        """Move this play and all later ones back into the hands."""
        played = [
            place
            for place, (statement, numbers) in enumerate(self.story)
            if statement.word == PLAY and statement.seat == said.seat and tuple(self.piles.faces(numbers)) == said.cards
        ]
        for statement, numbers in self.story[played[-1] :]:
            if statement.word == PLAY and statement.seat is not None:
                self.piles.move(numbers, statement.seat)
                self.returned.update(numbers)
        self.tell(said, self.story[played[-1]][1])

    def make_playable(self, cards: Sequence[Card], bidder: Seat) -> None:
        """Make cards that the bidder plays part of the hand, if they were laid unseen."""
        for number in [number for number in self.unseen if self.piles.cards[number] in cards]:
            self.was_not_laid(number, bidder)
        hand = self.piles.at(bidder)
        missing = set(cards) - set(self.piles.faces(hand))
        laid = [number for number in self.unseen if number not in self.piles.seen]
        if missing and laid and self.piles.seen.issuperset(hand):
            self.was_not_laid(laid[0], bidder)

    def was_not_laid(self, number: int, bidder: Seat) -> None:
        """Exchange this laid card with an unseen card of the hand that was not seen leaving it."""
        hand, nest = self.piles.at(bidder), self.piles.at(NEST)
        unseen = [held for held in hand if held not in self.piles.seen]
        possible = unseen or [held for held in hand if held not in self.returned] or hand
        other = min(possible, key=lambda held: self.piles.cards[held].rank in LAID_LAST)
        for pile in (self.unseen, nest):
            pile[pile.index(number)] = other
        hand[hand.index(other)] = number

    def givers(self, expected: Expectation) -> tuple[Seat, ...]:
        """The bidder, until the nest is laid."""
        return expected.seats if "lays" in expected.words and not self.piles.at(NEST) else ()

    def lay(self, said: Statement, state: Any) -> None:
        """Lay the five cards that were named or chosen, or those that a careful bidder would lay."""
        numbers = self.piles.give(said, self.laid, RookSuggestions().lays_aside, NEST)
        self.unseen, self.bidder = [] if said.cards else numbers, said.seat
        self.tell(said, numbers)
