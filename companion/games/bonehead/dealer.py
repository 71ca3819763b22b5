"""The dealer of Bonehead: bones, open heads, the pile, and unseen draws."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Seat
from companion.games.bonehead.rules import BONE, DRAWS, HEADS_LAID
from companion.games.bonehead.tableau import BONES, Layout
from companion.rules import dealer
from companion.rules.events import Event
from companion.rules.piles import GONE, OPEN, STACK, Pile, Piles, bones, heads
from companion.rules.statements import Statement


class BoneheadDealer(dealer.Dealer):
    """Six cards and three bones each. Heads are laid open, hands are topped up unseen."""

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: dealer.Laid | None = None) -> None:
        super().__init__(piles, sizes, laid)
        for seat, _ in sizes:
            piles.draw(STACK, bones(seat), BONES)

    def follow(self, said: Statement, state: Layout, events: Sequence[Event]) -> None:
        """Follow the open pile: it is cleared, or taken into a hand."""
        seat = said.seat
        if seat is None:
            return  # the match was ended before anybody won
        if said.word == DRAWS.name:
            self.piles.show(said.cards, seat, seat)
        elif said.word == HEADS_LAID.name:
            self.tell(said, self.piles.show(said.cards, seat, heads(seat)))
        else:
            self.tell(said, self.piles.show(said.cards, self._source(said.word, seat), OPEN))
            if not state.pile:
                cleared = any(event.kind == "cleared" for event in events)
                self.piles.draw(OPEN, GONE if cleared else seat, len(self.piles.cards))
            if state.drawn and state.drawn[1]:
                drawer, number = state.drawn
                self.tell(Statement(DRAWS.name, drawer), self.piles.draw(STACK, drawer, number))

    def shows(self, said: Statement) -> Statement:
        """The statement with the face of a bone, which nobody knew."""
        if said.word != BONE.name or said.seat is None:
            return said
        return said.with_cards(*self.piles.faces(self.piles.at(bones(said.seat))[:1]))

    def _source(self, word: str, seat: Seat) -> Pile:
        if word == BONE.name:
            return bones(seat)
        return seat if self.piles.at(seat) else heads(seat)
