"""The dealer of a game in the simulation: deals its hands and follows every card, including unseen ones.

The common dealer knows hands and a stack that is turned up. A game with more to deal has its own
(`GameEntry.dealer`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from companion.cards import Card, Seat
from companion.rules.claims import SHOWS, RestTaken
from companion.rules.events import Event
from companion.rules.game import Expectation, Game
from companion.rules.piles import OPEN, STACK, Piles
from companion.rules.places import What
from companion.rules.statements import DEALT, HAND, PASSES, PLAY, Statement

Laid: TypeAlias = "Mapping[Seat, tuple[Card, ...]]"

INTO_A_HAND = frozenset({HAND.name, DEALT.name})
"""Words that add cards to a hand. All other words of a seat take cards out of its hand."""


class Dealer:
    """Deals hands of `sizes` from the top of the cards, at simulated tables by seat. The rest is the stack.

    `whole` are the dealt hands by seat. `laid` are the cards that seats give away in secret; of the others the dealer
    chooses. `story` is the open record: all statements, with card numbers of `piles`.
    """

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: Laid | None = None) -> None:
        self.piles = piles
        self.laid: Laid = laid or {}
        self.story: list[tuple[Statement, list[int]]] = []
        piles.lying[STACK] = list(range(len(piles.cards)))
        dealt = {seat: list(piles.draw(STACK, seat, size)) for seat, size in sizes}
        for seat, hand in dealt.items():
            self.tell(Statement(HAND.name, seat), hand)
        self.whole = [dealt[seat] for seat in sorted(dealt)]

    def hear(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Follow one statement of the deal, given the state and events after it."""
        if said.word in INTO_A_HAND:
            self.piles.show(said.cards, said.by, said.by)
        elif said.word == SHOWS:
            self.tell(said, self.piles.show(said.cards, said.by, said.by))
        else:
            self.follow(said, state, events)
        if any(isinstance(event, RestTaken) for event in events):
            for seat in range(len(self.whole)):
                self.piles.move(tuple(self.piles.at(seat)), OPEN)

    def follow(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Move the cards of a statement that shows no hand."""
        self.tell(said, self.piles.show(said.cards, STACK if said.seat is None else said.seat, OPEN))

    def says(self, expected: Expectation) -> Statement | None:
        """The next statement of the table: the cards just drawn, or the card turned up. None: a player is asked."""
        for draw in expected.draws:
            if draw.seat is None or draw.says.seat not in {None, draw.seat}:
                continue  # a player chooses what to give, or to lay
            return draw.says.with_cards(*self.piles.faces(self.piles.at(draw.seat)[-draw.cards :]))
        tap = expected.tap
        if tap is None or tap.seat is not None or expected.words != {tap.word}:
            return None
        return tap.with_cards(*self.piles.faces(self.piles.at(STACK)[:1]))

    def shows(self, said: Statement) -> Statement:
        """The statement with the faces of cards that the player chose unseen."""
        return said

    def givers(self, expected: Expectation) -> tuple[Seat, ...]:
        """Who has still to give cards away in secret, seen by the table or not. Nobody in most games."""
        return ()

    def lay(self, said: Statement, state: Any) -> None:
        """Give cards away in secret: those of the statement, those chosen, or what the dealer chooses."""

    def tell(self, said: Statement, numbers: list[int]) -> None:
        """Add a statement to the open record."""
        self.story.append((said, numbers))

    def open_story(self) -> list[Statement]:
        """The open record: all statements with every card that moved."""
        return [said.with_cards(*self.piles.faces(numbers)) for said, numbers in self.story]


class PassingDealer(Dealer):
    """A dealer of hands of which players pass cards to each other, seen or not (PASSES).

    `passed` are the numbers of the cards that each seat has passed; they stay there when they are taken up.
    """

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: Laid | None = None) -> None:
        super().__init__(piles, sizes, laid)
        self.passed: dict[Seat, list[int]] = {}

    def givers(self, expected: Expectation) -> tuple[Seat, ...]:
        """Who has still to pass."""
        return tuple(seat for seat in expected.seats if PASSES in expected.words and seat not in self.passed)

    def follow(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Follow passed cards, and plays that show who has passed what."""
        if said.word == PASSES:
            self.lay(said, state)
            return
        if said.word == PLAY:
            for card in said.cards:
                self.put_right(card, said.by)
        super().follow(said, state, events)

    def put_right(self, card: Card, player: Seat) -> None:
        """Correct the unseen cards that were passed, if this card is played by a seat that could not have it."""


def dealer_for(
    game: Game, begun: Any, cards: Iterable[Card], sizes: Sequence[tuple[Seat, int]], *, laid: Laid | None = None
) -> Dealer:
    """The dealer of a deal with these shuffled cards; `begun` is the state after `deal`. Leaves out undealt ones."""
    away = sum(there for place, there in game.places(begun).items() if place.what in {What.MARKER, What.LEFT_OUT})
    own: type[Dealer] = game.entry.dealer()
    return own(Piles([card for card in cards if not game.deck.bit(card) & away]), sizes, laid)
