"""The position of BirdHead for playouts: alike cards are counted, plays are compared card by card (RULES.md 3).

| integer | what it means |
|---|---|
| rank | 2 to 11, as on the card; 0 is below all of them |
| set of cards | five bits a rank, low ranks in low bits; n cards of a rank set the n highest of its bits |
| bar | the sorted ranks that a follow must reach, () before the lead; in the last trick one that every card reaches |

So copies are not distinguished, the lowest bit of a hand is its lowest card, and the hand without it is a valid set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Self, TypeAlias

from companion.cards import Card, CardSet, Luck, Seat, clockwise, left_of
from companion.games.birdhead.rules import BIRD_HEAD, DECK, MOST_CARDS, MOST_LED, last_trick, matches, rank, ranks
from companion.players.strategy import OVER, rolls
from companion.rules.deal import TrickState
from companion.support.values import dataclass

Ranks: TypeAlias = tuple[int, ...]
SEATS = 4
LEFT = tuple(left_of(seat, SEATS) for seat in range(SEATS))
FOLLOWERS = tuple(clockwise(left_of(seat, SEATS), SEATS)[:-1] for seat in range(SEATS))
ANY: Ranks = (0,)
MOST_FOLLOWS = (MOST_CARDS - 1) * (SEATS - 1)
"""Maximum follows before the last trick: one per follower and trick."""

RANKS = sorted({rank(card) for card in DECK.cards_in_order})
FROM = [DECK.set(card for card in DECK.cards_in_order if rank(card) >= least) for least in range(RANKS[-1] + 2)]
"""By rank: all cards that are not lower."""
ALIKE = [FROM[least] & ~FROM[least + 1] for least in range(RANKS[-1] + 1)]
"""By rank: all its copies."""
HIGHEST_ALIKE = (0, *(ALIKE[rank(card)] for card in DECK.cards_in_order))
"""By the bit length of a set of cards: all copies of its highest rank."""
NOT_LOWER = {DECK.bit(card): FROM[rank(card)] for card in DECK.cards_in_order}
"""By card: all cards that are not lower."""
SECOND, THIRD = (sum((1 << alike.bit_length()) >> copy for alike in ALIKE if alike) for copy in (2, 3))
"""The bits that are set if there are at least two, three alike cards."""
UPPER_HALF = FROM[RANKS[len(RANKS) // 2]]
LOWER_HALF = DECK.all & ~UPPER_HALF


def without_copies_of(cards: Iterable[Card]) -> CardSet:
    """`without_copies` of cards that may have no copy number."""
    chosen = 0
    for card in cards:
        chosen |= (1 << (ALIKE[rank(card)] & ~chosen).bit_length()) >> 1
    return chosen


def without_copies(cards: CardSet) -> CardSet:
    """A set of cards that tells copies apart, as one that only counts them: the first copies of each rank."""
    chosen = 0
    while cards:
        alike = HIGHEST_ALIKE[cards.bit_length()]
        chosen |= alike & ~(alike >> (cards & alike).bit_count())
        cards &= ~alike
    return chosen


def lowest(hand: CardSet, number: int) -> CardSet:
    """This many of the lowest cards of a hand."""
    rest = hand
    for _ in range(number):
        rest &= rest - 1
    return hand ^ rest


def highest(hand: CardSet, number: int) -> CardSet:
    """This many of the highest cards of a hand."""
    rest = hand
    for _ in range(number):
        alike = rest & HIGHEST_ALIKE[rest.bit_length()]
        rest ^= alike & -alike
    return hand ^ rest


def alike_sets(hand: CardSet, most: int) -> list[CardSet]:
    """Every choice of one card or of several alike ones, at most `most`."""
    return _alike_sets(hand & LOWER_HALF, most) + _alike_sets(hand & UPPER_HALF, most)


@cache
def _alike_sets(half: CardSet, most: int) -> list[CardSet]:
    """`alike_sets` for half of a hand, cached. There are 6 ** 5 halves."""
    held = [half & alike for alike in ALIKE if half & alike]
    return [lowest(alike, number) for alike in held for number in range(1, min(most, alike.bit_count()) + 1)]


def matching(hand: CardSet, bar: Ranks) -> list[CardSet]:
    """Every choice of cards that reaches the bar, starting with its highest card."""
    tops = alike_sets(hand & FROM[bar[-1]], 1)
    if len(bar) == 1:
        return tops
    return [top | rest for top in tops for rest in matching(hand & ~top & ~FROM[ranks_of(top)[0] + 1], bar[:-1])]


def reaches(own: Ranks, bar: Ranks) -> bool:
    """Whether a play leads or matches. Up to one card the order of the tuples decides alone."""
    return own >= bar and (len(bar) < 2 or matches(own, bar))


def right_plays(hand: CardSet, bar: Ranks) -> list[CardSet]:
    """To lead: alike cards, keeping one card. To follow: what reaches the bar, then the lowest cards."""
    if not bar:
        return alike_sets(hand, min(MOST_LED, hand.bit_count() - 1))
    found = matching(hand, bar)
    low = lowest(hand, len(bar))
    if not reaches(ranks_of(low), bar):
        found.append(low)
    return found


@cache
def ranks_of(play: CardSet) -> Ranks:
    """The sorted ranks of one to three cards."""
    return ranks(tuple(DECK.cards(play)))


@dataclass(slots=True)
class BirdHeadPosition:
    """A deal of BirdHead. See the table above.

    `best` leads or has the trick so far; `left` is the number of plays missing in it. `of_all`: the bar is the highest
    of all plays. `last` are the last cards by seat; () before the last trick.
    """

    hands: list[CardSet]
    turn: Seat
    of_all: bool
    bar: Ranks = ()
    best: Seat = OVER
    left: int = SEATS
    last: tuple[CardSet, ...] = ()

    @classmethod
    def of(cls, state: TrickState[None], hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Takes the open trick back and plays it again."""
        lying = (state.now.tricks[-1] if any(hands) else last_trick(state)).plays
        back = {play.seat: play.cards for play in lying}
        full = [without_copies_of((*DECK.cards(hand), *back.get(seat, ()))) for seat, hand in enumerate(hands)]
        leader = lying[0].seat if lying else BIRD_HEAD.leader(state)
        position = cls(full, leader, state.setup.options["bar"] == "max-of-all")
        position._begins_trick(leader)
        for play in lying:
            position.turn = play.seat
            position.play(position.set_of(play.cards))
        if any(hands):
            position.turn = BIRD_HEAD.turn(state)[0]  # the last cards are opened in any order
        return position

    def with_hands(self, hands: Sequence[CardSet]) -> Self:
        """A copy of the position with other hands, of equal sizes. Cards that were opened in the last trick stay."""
        other = self.copy()
        other.hands = [*map(without_copies, hands)]
        other.last = tuple(hand or opened for hand, opened in zip(other.hands, self.last, strict=False))
        return other

    def plays(self) -> list[CardSet]:
        """One play for each choice of ranks."""
        return right_plays(self.hands[self.turn], self.bar)

    def set_of(self, cards: Sequence[Card]) -> CardSet:
        """The set of these cards. Copies make no difference."""
        hand, chosen = self.hands[self.turn], 0
        for card in cards:
            chosen |= lowest(hand & ALIKE[rank(card)] & ~chosen, 1)
        return chosen

    def play(self, cards: CardSet) -> None:
        """Play these cards. A match raises the bar and has the trick."""
        seat, own, bar = self.turn, ranks_of(cards), self.bar
        self.hands[seat] ^= cards
        if reaches(own, bar):
            self.bar, self.best = own, seat
        elif self.of_all:
            self.bar = tuple(map(max, own, bar))
        self.left -= 1
        if not self.left:
            self._begins_trick(self.best)
            return
        self.turn = LEFT[seat]
        while not self.hands[self.turn]:  # has already opened the last card
            self.turn = LEFT[self.turn]

    def _begins_trick(self, leader: Seat) -> None:
        """Start a trick: the winner leads. In the last trick every card reaches the bar."""
        self.turn, self.best, self.bar, self.left = leader, leader, (), SEATS
        hand = self.hands[leader]
        if not hand:
            self.turn = OVER
        elif not hand & (hand - 1):
            self.bar, self.last = ANY, tuple(self.hands)

    def playout(self, luck: Luck) -> None:
        """Match with the highest cards; in a trick of single cards, one time in four with the lowest that matches.

        A player who cannot match plays the lowest cards. Lead the most alike cards, of equally many the highest, and
        keep the lowest card for the last trick.
        """
        chance = rolls(luck, MOST_FOLLOWS)
        hands, best, bar = self.hands, self.best, self.bar
        waiting = clockwise(self.turn, SEATS)[: self.left] if bar else ()
        while not self.last:
            if len(bar) > 1:
                best = _follow_with_several(hands, waiting, best, bar, of_all=self.of_all)
            elif bar:
                best = _follow_with_one(hands, waiting, best, FROM[bar[0]], chance=chance)
            hand = hands[best]
            if hand & (hand - 1):
                cards = most_alike(hand)
                hands[best] ^= cards
                bar, waiting = ranks_of(cards), FOLLOWERS[best]
            else:
                self.last = tuple(hands)
        self.hands, self.turn = [0] * SEATS, OVER

    def scores(self) -> list[int]:
        """The highest rank of the last trick loses and scores against all who have it."""
        opened = [ranks_of(card)[0] for card in self.last]
        worst = max(opened)
        return [highest if highest == worst else 0 for highest in opened]

    def copy(self) -> Self:
        """An independent copy of the position."""
        return type(self)(self.hands[:], self.turn, self.of_all, self.bar, self.best, self.left, self.last)


def most_alike(hand: CardSet) -> CardSet:
    """The most alike cards of a hand to lead, of equally many the highest. Keeps the lowest card."""
    rest = hand & (hand - 1)
    threes, twos = rest & THIRD, rest & SECOND
    there = threes or twos or rest
    number = 3 if threes else 2 if twos else 1
    return lowest(hand & HIGHEST_ALIKE[there.bit_length()], number)


def _follow_with_one(
    hands: list[CardSet], waiting: tuple[Seat, ...], best: Seat, matching_cards: CardSet, *, chance: Iterator[int]
) -> Seat:
    """Play the rest of a trick of single cards; `matching_cards` match. Returns the seat that takes it."""
    for seat, roll in zip(waiting, chance):  # noqa: B905 - there are more rolls than follows
        hand = hands[seat]
        if able := hand & matching_cards:
            if roll & 3:
                able &= HIGHEST_ALIKE[able.bit_length()]
            card = able & -able
            hands[seat] = hand ^ card
            best, matching_cards = seat, NOT_LOWER[card]
        else:
            hands[seat] = hand & (hand - 1)
    return best


def _follow_with_several(
    hands: list[CardSet], waiting: tuple[Seat, ...], best: Seat, bar: Ranks, *, of_all: bool
) -> Seat:
    """Play the rest of a trick of sets. Returns the seat that takes it."""
    number = len(bar)
    for seat in waiting:
        hand = hands[seat]
        cards = highest(hand, number)
        own = ranks_of(cards)
        if reaches(own, bar):
            best, bar = seat, own
        else:
            cards = lowest(hand, number)
            if of_all:
                bar = tuple(map(max, ranks_of(cards), bar))
        hands[seat] = hand ^ cards
    return best
