"""The dealer of a game: deals its hands and follows where every card goes, those that nobody has seen included.

The common dealer knows hands and a stack that is turned up. A game with more to deal brings its own
(`GameEntry.dealer`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from companion.rules.piles import OPEN, STACK, Piles
from companion.rules.places import What
from companion.rules.statements import DEALT, HAND, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.cards.card import Card
    from companion.cards.seats import Seat
    from companion.rules.events import Event
    from companion.rules.game import Expectation, Game

INTO_A_HAND = frozenset({HAND.name, DEALT.name})
"""Words that show a card on its way into a hand; any other word of a seat takes its cards out of it."""


class Dealer:
    """Deals hands of these `sizes`, in this order, from the top of the cards; the rest is the stack.

    `whole` are the hands by seat as they were dealt, `laid` the cards that somebody chose to lay aside in secret
    (empty: the dealer chooses). `story` is what was said with every card named, by its number in `piles`.
    """

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: tuple[Card, ...] = ()) -> None:
        self.piles = piles
        self.laid = laid
        self.story: list[tuple[Statement, list[int]]] = []
        piles.lying[STACK] = list(range(len(piles.cards)))
        dealt = {seat: list(piles.draw(STACK, seat, size)) for seat, size in sizes}
        for seat, hand in dealt.items():
            self.tell(Statement(HAND.name, seat), hand)
        self.whole = [dealt[seat] for seat in sorted(dealt)]

    def hear(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """One more statement of the deal, which led the game to this state with these events."""
        if said.word in INTO_A_HAND:
            assert said.seat is not None
            self.piles.show(said.cards, said.seat, said.seat)
        else:
            self.follow(said, state, events)

    def follow(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Move the cards of a statement that shows no hand."""
        del state, events
        self.tell(said, self.piles.show(said.cards, STACK if said.seat is None else said.seat, OPEN))

    def says(self, expected: Expectation) -> Statement | None:
        """What the table says next: which cards were just drawn, or which is turned up. None: a player is asked."""
        if (draw := expected.draw) is not None:
            return draw.says.with_cards(*self.piles.faces(self.piles.at(draw.seat)[-draw.cards :]))
        tap = expected.tap
        if tap is None or tap.seat is not None or expected.words != {tap.word}:
            return None
        return tap.with_cards(*self.piles.faces(self.piles.at(STACK)[:1]))

    def shows(self, said: Statement) -> Statement:
        """What a player says, with the face of a card that the player has chosen unseen."""
        return said

    def lay(self, said: Statement) -> list[int]:
        """Lay cards aside in secret; most games know no such thing."""
        del said
        return []

    def tell(self, said: Statement, numbers: list[int]) -> None:
        """Add a statement with the numbers of its cards to the story."""
        self.story.append((said, numbers))

    def open_story(self) -> list[Statement]:
        """What was said, with every card that was moved."""
        return [said.with_cards(*self.piles.faces(numbers)) for said, numbers in self.story]


def dealer_for(
    game: Game, begun: Any, cards: Iterable[Card], sizes: Sequence[tuple[Seat, int]], laid: tuple[Card, ...] = ()
) -> Dealer:
    """The game's dealer with these shuffled cards; `begun` is the state right after `deal`. Markers stay out."""
    markers = sum(there for place, there in game.places(begun).items() if place.what is What.MARKER)
    own = cast("type[Dealer]", game.entry.dealer() or Dealer)
    return own(Piles([card for card in cards if not game.deck.bit(card) & markers]), sizes, laid)
