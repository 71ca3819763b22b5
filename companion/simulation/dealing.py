"""What a dealer must know of a game that its rulebook does not say: which cards go where, seen or unseen.

The common dealer serves the trick games: hands, and a stack that is turned up. Rook has a nest, Bonehead bones
and draws. Each follows the story of a deal statement by statement, and tells it anew as somebody would who sees
every card.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.games.bonehead.layout import BONES
from companion.games.rook.counters import COUNTERS, RANKS
from companion.games.rook.counters import NEST as NEST_SIZE
from companion.rules.statements import DEALT, HAND, PLAY, Statement
from companion.simulation.piles import GONE, NEST, OPEN, STACK, Heaps, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards.card import Card
    from companion.cards.seats import Seat
    from companion.match.match import Match

INTO_A_HAND = frozenset({HAND.name, DEALT.name})
"""Words that show a card on its way into a hand; any other word of a seat takes its cards out of it."""


class Dealer:
    """Deals the hands of a game and follows their cards; `told` is the story with every card named by number."""

    def __init__(self, heaps: Heaps, sizes: Sequence[tuple[Seat, int]]) -> None:
        self.heaps = heaps
        self.told: list[tuple[Statement, list[int]]] = []
        heaps.lying[STACK] = list(range(len(heaps.cards)))
        for seat, size in sorted(sizes):
            heaps.draw(STACK, seat, size)
        self.whole = [list(heaps.at(seat)) for seat, _ in sorted(sizes)]
        for seat, hand in enumerate(self.whole):
            self.told.append((Statement(HAND.name, seat), hand))

    def hear(self, moment: Match) -> None:
        """One more statement of the deal, and the match after it."""
        said = moment.said
        assert said is not None
        if said.word in INTO_A_HAND:
            assert said.seat is not None
            self.heaps.show(said.cards, said.seat, said.seat)
        else:
            self.follow(moment, said)

    def follow(self, moment: Match, said: Statement) -> None:
        """Where the cards of a statement go."""
        del moment
        self.tell(said, self.heaps.show(said.cards, STACK if said.seat is None else said.seat, OPEN))

    def lay(self, said: Statement) -> list[int]:
        """Cards are laid aside in secret; most games know no such thing."""
        del said
        return []

    def tell(self, said: Statement, numbers: list[int]) -> None:
        """Keep what somebody says who sees every card."""
        self.told.append((said, numbers))

    def open_story(self) -> list[Statement]:
        """What was said, with every card that was moved."""
        return [said.with_cards(*self.heaps.faces(numbers)) for said, numbers in self.told]


class RookDealer(Dealer):
    """Nine cards each and the nest; the high bidder takes it and lays five cards, which nobody else sees.

    `laid` are the five that were chosen at this table (empty: none yet).
    """

    def __init__(self, heaps: Heaps, sizes: Sequence[tuple[Seat, int]], laid: tuple[Card, ...] = ()) -> None:
        super().__init__(heaps, sizes)
        self.laid = laid
        self.bidder: Seat | None = None
        self.unseen: list[int] = []
        """What the bidder laid aside and nobody has named."""
        self.returned: set[int] = set()
        """Cards of plays that were taken back."""
        self.tell(Statement(NEST), heaps.draw(STACK, NEST, NEST_SIZE))

    def follow(self, moment: Match, said: Statement) -> None:
        """The nest and back; all else as ever."""
        if said.word == "nest":
            self.heaps.show(said.cards, NEST, NEST)
            return
        if said.word == "back":
            self.take_back(said)
            return
        if said.word == "lays":
            numbers = self.lay(said)
            self.unseen, self.bidder = [] if said.cards else numbers, said.seat
            self.tell(said, numbers)
            return
        if said.seat is not None and said.seat == self.bidder:
            self.make_playable(said.cards, said.seat)
        super().follow(moment, said)
        if any(event.kind == "auction" for event in moment.events):
            self.heaps.draw(NEST, moment.state.now.talk.bidder, NEST_SIZE)

    def take_back(self, said: Statement) -> None:
        """This play and everything after it go back into the hands."""
        played = [
            place
            for place, (one, numbers) in enumerate(self.told)
            if one.word == PLAY and one.seat == said.seat and tuple(self.heaps.faces(numbers)) == said.cards
        ]
        for one, numbers in self.told[played[-1] :]:
            if one.word == PLAY and one.seat is not None:
                self.heaps.move(numbers, one.seat)
                self.returned.update(numbers)
        self.tell(said, self.told[played[-1]][1])

    def make_playable(self, cards: Sequence[Card], bidder: Seat) -> None:
        """What the bidder plays was not laid: it was in the hand, or an unseen card there was this one."""
        for number in [number for number in self.unseen if self.heaps.cards[number] in cards]:
            self.was_not_laid(number, bidder)
        hand = self.heaps.at(bidder)
        missing = set(cards) - set(self.heaps.faces(hand))
        laid = [number for number in self.unseen if number not in self.heaps.seen]
        if missing and laid and self.heaps.seen.issuperset(hand):
            self.was_not_laid(laid[0], bidder)

    def was_not_laid(self, number: int, bidder: Seat) -> None:
        """Unseen, another card of that hand was laid in its place; none that was seen leaving the hand."""
        hand, nest = self.heaps.at(bidder), self.heaps.at(NEST)
        unseen = [held for held in hand if held not in self.heaps.seen]
        possible = unseen or [held for held in hand if held not in self.returned] or hand
        other = min(possible, key=lambda held: self.heaps.cards[held].rank in COUNTERS)
        for heap in (self.unseen, nest):
            heap[heap.index(number)] = other
        hand[hand.index(other)] = number

    def lay(self, said: Statement) -> list[int]:
        """The five that were named, or chosen, or that a careful bidder would lay."""
        assert said.seat is not None
        if said.cards:
            return self.heaps.show(said.cards, said.seat, NEST)
        hand = self.heaps.at(said.seat)
        held = self.heaps.faces(hand)
        chosen = self.laid if set(self.laid) <= set(held) else ()
        numbers = [number for number in hand if self.heaps.cards[number] in (chosen or spared(held))]
        self.heaps.lying[said.seat] = [number for number in hand if number not in numbers]
        self.heaps.at(NEST).extend(numbers)
        return numbers


class BoneheadDealer(Dealer):
    """Six cards and three bones each; heads are laid open, hands are topped up unseen, the pile goes round."""

    def __init__(self, heaps: Heaps, sizes: Sequence[tuple[Seat, int]]) -> None:
        super().__init__(heaps, sizes)
        for seat, _ in sizes:
            heaps.draw(STACK, bones(seat), BONES)

    def follow(self, moment: Match, said: Statement) -> None:
        """The pile lies in the open; cleared it is gone, taken it is a part of a hand."""
        seat = said.seat
        if seat is None:
            return  # the game is ended before somebody has won
        if said.word == "draws":
            self.heaps.show(said.cards, seat, seat)
        elif said.word == "heads":
            self.tell(said, self.heaps.show(said.cards, seat, heads(seat)))
        else:
            self.tell(said, self.heaps.show(said.cards, self._source(said.word, seat), OPEN))
            self._pile_moves(moment, seat)
            self._top_up(moment)

    def _source(self, word: str, seat: Seat) -> Place:
        if word == "bone":
            return bones(seat)
        return seat if self.heaps.at(seat) else heads(seat)

    def _pile_moves(self, moment: Match, seat: Seat) -> None:
        cleared = any(event.kind == "cleared" for event in moment.events)
        if not moment.state.pile:
            self.heaps.draw(OPEN, GONE if cleared else seat, len(self.heaps.cards))

    def _top_up(self, moment: Match) -> None:
        if moment.state.drawn and moment.state.drawn[1]:
            seat, number = moment.state.drawn
            self.tell(Statement("draws", seat), self.heaps.draw(STACK, seat, number))


def spared(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Five cards for the nest: no counters while others will do, of the shortest colours, low ones first."""
    lengths = Counter(card.suit for card in hand)
    return tuple(sorted(hand, key=lambda card: (card.rank in COUNTERS, lengths[card.suit], _height(card)))[:NEST_SIZE])


def _height(card: Card) -> int:
    return RANKS.index(card.rank) if card.rank in RANKS else len(RANKS)


def heads(seat: Seat) -> str:
    """The heap of a seat's heads."""
    return f"heads {seat}"


def bones(seat: Seat) -> str:
    """The heap of a seat's bones."""
    return f"bones {seat}"
