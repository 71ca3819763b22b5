"""Cards that change hands in secret, against laying out every deal and every way in which they may have been given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

import pytest

from companion.cards import Card
from companion.rules.referee.deals import Deals
from companion.rules.referee.filling import Holder
from companion.rules.referee.judging import verdict_on
from companion.rules.referee.knowledge import Gift, Knowledge
from companion.rules.referee.proof import can_all_hold
from companion.rules.referee.verdicts import Promise, Rule
from tests.torture import every_so_many, so_many

RULE = Rule("follow-suit", "You must follow the suit that was led.", "FOLLOW", "Take it back")
EVENINGS = so_many(50, 500)  # of each kind of exchange
World = tuple[frozenset[int], ...]
"""The hands by seat, and the hidden pile."""


def bits(cards: frozenset[int] | set[int]) -> int:
    return sum(1 << card for card in cards)


def cards_of(some: int) -> frozenset[int]:
    return frozenset(card for card in range(some.bit_length()) if some >> card & 1)


@dataclass
class Table:
    """What is known, the truth, and every way in which the cards may lie."""

    random: Random
    knowledge: Knowledge
    truth: World
    worlds: set[World]

    @classmethod
    def dealt(cls, random: Random) -> Table:
        """Two or three hands, a pile; some hands were scanned, or a few of their cards."""
        seats, size, pile = random.choice([(2, 3, 0), (2, 3, 1), (2, 4, 0), (2, 4, 1), (2, 4, 2), (3, 2, 0), (3, 2, 1)])
        cards = [*range(seats * size + pile)]
        worlds = set(_lain(frozenset(cards), [size] * seats))
        random.shuffle(cards)
        hands = [frozenset(cards[size * seat : size * (seat + 1)]) for seat in range(seats)]
        table = cls(
            random,
            Knowledge.of_new_deal(bits({*cards}), (size,) * seats),
            (*hands, frozenset(cards[seats * size :])),
            worlds,
        )
        for seat, hand in enumerate(hands):
            number = random.choice([0, len(hand), len(hand), random.randint(0, len(hand))])
            for card in random.sample(sorted(hand), number):
                table.knowledge = table.knowledge.seen_into(seat, 1 << card)
                table.worlds = {world for world in table.worlds if card in world[seat]}
        return table

    @property
    def seats(self) -> range:
        return range(len(self.truth) - 1)

    def exchange(self, givers: Sequence[tuple[int, Holder, int]]) -> None:
        """All give at once so many cards to somebody or to the pile; half of them so that the box sees it."""
        given = [self.random.sample(sorted(self.truth[giver]), number) for giver, _, number in givers]
        seen = [cards if self.random.random() < 0.4 else [] for cards in given]
        gifts = [
            Gift(*giver, bits({*cards}) if shown else 0)
            for giver, cards, shown in zip(givers, given, seen, strict=True)
        ]
        for gift in gifts:
            if gift.cards:
                self.knowledge = self.knowledge.seen_into(gift.giver, gift.cards)
        self.knowledge = self.knowledge.gives(*gifts)
        self.truth = _moved(self.truth, givers, given, seen)
        self.worlds = {
            _moved(world, givers, chosen, seen)
            for world in self.worlds
            for chosen in product(*(combinations(sorted(world[giver]), number) for giver, _, number in givers))
            if all(not shown or set(shown) == set(cards) for shown, cards in zip(seen, chosen, strict=True))
        }

    def play(self) -> None:
        """One card of a hand, for all to see."""
        seat = self.random.choice([seat for seat in self.seats if self.truth[seat]])
        card = self.random.choice(sorted(self.truth[seat]))
        self.knowledge = self.knowledge.plays(seat, 1 << card)
        self.worlds = {_less(world, seat, card) for world in self.worlds if card in world[seat]}
        self.truth = _less(self.truth, seat, card)

    def judged(self, seat: int, none_of: frozenset[int]) -> str:
        """Whether a hand without these cards is certain, possible or impossible."""
        kept = {not none_of & world[seat] for world in self.worlds}
        return "trust" if len(kept) == 2 else "legal" if kept == {True} else "illegal"


def _lain(cards: frozenset[int], sizes: list[int]) -> Iterator[World]:
    if not sizes:
        yield (cards,)
        return
    for hand in combinations(sorted(cards), sizes[0]):
        for others in _lain(cards.difference(hand), sizes[1:]):
            yield frozenset(hand), *others


def _moved(
    world: World,
    givers: Sequence[tuple[int, Holder, int]],
    given: Sequence[Sequence[int]],
    seen: Sequence[Sequence[int]],
) -> World:
    """A card that is seen on the pile is out."""
    after = [set(hand) for hand in world]
    for (giver, _, _), cards in zip(givers, given, strict=True):
        after[giver] -= {*cards}
    for (_, taker, _), cards, shown in zip(givers, given, seen, strict=True):
        after[-1 if taker is None else taker] |= {*cards} if taker is not None or not shown else set()
    return tuple(map(frozenset, after))


def _less(world: World, seat: int, card: int) -> World:
    return (*world[:seat], world[seat] - {card}, *world[seat + 1 :])


def round_the_table(table: Table) -> None:
    """As in Hearts: everybody passes, and nobody passes what came."""
    way, number = table.random.choice([1, -1]), table.random.randint(1, len(table.truth[0]) - 1)
    table.exchange([(seat, (seat + way) % len(table.seats), number) for seat in table.seats])


def laid(table: Table) -> None:
    """As in Euchre: one hand lays cards on the pile."""
    table.exchange([(0, None, table.random.randint(1, len(table.truth[0]) - 1))])


def pile_taken_and_laid(table: Table) -> None:
    """As in Rook: one hand takes the pile, which was seen or not, and lays as many cards."""
    pile = table.truth[-1]
    if table.random.random() < 0.4 and pile:
        table.knowledge = table.knowledge.laid_aside(bits(pile))
        table.worlds = {world for world in table.worlds if world[-1] == pile}
    table.knowledge = table.knowledge.takes_pile(0, len(pile))
    table.worlds = {(world[0] | world[-1], *world[1:-1], frozenset()) for world in table.worlds}
    table.truth = (table.truth[0] | pile, *table.truth[1:-1], frozenset())
    if pile:
        table.exchange([(0, None, len(pile))])


def there_and_back(table: Table) -> None:
    """Two cards for a partner, then two from what the partner has now."""
    number = table.random.randint(1, 2)
    table.exchange([(0, 1, number)])
    table.exchange([(1, 0, number)])


Exchange = Callable[[Table], None]
EXCHANGES: tuple[Exchange, ...] = (round_the_table, laid, pile_taken_and_laid, there_and_back)


@pytest.mark.parametrize("exchange", every_so_many(2, EXCHANGES))
def test_what_may_lie_where_and_what_is_certain_is_what_every_way_of_giving_tells(exchange: Exchange) -> None:
    random = Random(exchange.__name__)
    heard = {"legal": 0, "trust": 0, "illegal": 0}
    for _ in range(EVENINGS):
        table = Table.dealt(random)
        exchange(table)
        while any(table.truth[seat] for seat in table.seats):
            facts = table.knowledge
            for seat in table.seats:
                may = frozenset[int]().union(*(world[seat] for world in table.worlds))
                assert cards_of(facts.pool(seat)) == may, (facts, seat)
                none_of = frozenset(random.sample(range(9), random.randint(1, 5)))
                verdict = verdict_on(Promise(seat, bits(none_of), 1, 1, Card("9", "S"), RULE), facts)
                assert verdict.word == table.judged(seat, none_of), (facts, seat, none_of)
                heard[verdict.word] += 1
            denied = [(seat, frozenset(random.sample(range(9), random.randint(1, 5)))) for seat in table.seats]
            kept = any(not any(world[seat] & none_of for seat, none_of in denied) for world in table.worlds)
            promises = [Promise(seat, bits(none_of), 1, 1, Card("9", "S"), RULE) for seat, none_of in denied]
            assert can_all_hold(promises, facts) is kept, (facts, denied)
            assert Deals.of(facts).count == len(table.worlds), facts
            table.play()
    assert min(heard.values()) > EVENINGS / 2
