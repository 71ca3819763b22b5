"""Deals that agree with facts and promises: the count is exact, and each is drawn equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from random import Random
from typing import NamedTuple, TypeVar

import pytest

from companion.cards import Card, Deck, Luck, Seat
from companion.games.registry import GAMES
from companion.rules.referee.deals import Deals, Dealt, shuffle
from companion.rules.referee.filling import Between
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.proof import can_all_hold
from companion.rules.referee.verdicts import Promise, Rule

Drawn = TypeVar("Drawn")
RULE = Rule("follow-suit", "You must follow the suit that was led.", "FOLLOW", "Take it back")
POSITIONS = 1000  # for each seed


class Position(NamedTuple):
    """What is known and promised of a tiny deck, and cards that do not lie in the rest."""

    knowledge: Knowledge
    promises: tuple[Promise, ...]
    not_in_rest: int = 0


def promise(seat: int, none_of: int) -> Promise:
    return Promise(seat, none_of, 1, 1, Card("9", "S"), RULE)


def each(cards: int) -> list[int]:
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]


def some(random: Random, cards: list[int], most: int) -> int:
    """A few cards, taken away from the list."""
    return sum(cards.pop() for _ in range(random.randint(0, min(most, len(cards)))))


def lying_between(random: Random, cards: int, seats: int) -> Between:
    """With the rest and perhaps a seat, or two seats or three; how many of them each may have."""
    holders: list[Seat | None] = [*range(seats)]
    random.shuffle(holders)
    here: list[Seat | None] = random.choice([[None], [holders[0], None], holders[:2], [*holders[:2], None]])
    return Between.of(cards, {holder: random.randint(1, 3) for holder in here})


def position(random: Random) -> Position:
    """Two to four seats, four to eight cards; some out, some known, some that only one seat or the rest can have."""
    number = random.randint(4, 8)
    deck = (1 << number) - 1
    cards = each(deck)
    random.shuffle(cards)
    out = some(random, cards, 2)
    seats = random.choice([2, 3, 4])
    known = tuple(some(random, cards, 1) for _ in range(seats))
    several = range(random.choice([0, 1, 1, 2]))
    groups = [lying_between(random, some(random, cards, 3), seats) for _ in several]
    between = tuple(group for group in groups if group.cards)
    hidden = random.choices(range(3), k=seats)
    held = tuple(size + known_cards.bit_count() for size, known_cards in zip(hidden, known, strict=True))
    knowledge = Knowledge(deck, out, known, held, between)
    promises = tuple(
        promise(random.randrange(seats), sum(random.sample(each(deck), random.randint(1, number // 2))))
        for _ in range(random.randint(0, 4))
    )
    return Position(knowledge, promises, random.choice([0, 0, random.randrange(deck)]))


def laid_out(table: Position) -> Iterator[Dealt]:
    """Every way of laying the hidden cards, one after the other, where they may lie."""
    knowledge, promises, not_in_rest = table
    seats = len(knowledge.held)
    hidden = knowledge.hidden_cards
    sizes = [held - known.bit_count() for held, known in zip(knowledge.held, knowledge.known, strict=True)]
    sizes.append(hidden.bit_count() - sum(sizes))
    confined = [
        (between.cards, {seats if at is None else at: most for at, most in between.shares.items()})
        for between in knowledge.between
    ]

    def may_lie(card: int, at: int, places: list[int]) -> bool:
        """Whether there may be this card, too."""
        return all((group & places[at]).bit_count() < most.get(at, 0) for group, most in confined if group & card)

    def lay(cards: list[int], places: list[int]) -> Iterator[list[int]]:
        if not cards:
            if [(place & hidden).bit_count() for place in places] == sizes:
                yield places
            return
        for at in range(seats + 1):
            full = (places[at] & hidden).bit_count() == sizes[at]
            if not full and may_lie(cards[0], at, places):
                yield from lay(cards[1:], [*places[:at], places[at] | cards[0], *places[at + 1 :]])

    for places in lay(each(hidden), [*knowledge.known, 0]):
        broken = any(places[made.seat] & made.holds_none_of for made in promises)
        if not broken and not places[seats] & not_in_rest:
            yield Dealt(tuple(places[:seats]), places[seats])


def deals_of(table: Position) -> Deals:
    return Deals.of(*table)


@pytest.mark.parametrize("seed", range(3))
def test_as_many_deals_are_counted_as_can_be_laid_out(seed: int) -> None:
    random = Random(seed)
    counts = Counter[bool]()
    for _ in range(POSITIONS):
        table = position(random)
        by_force = len(list(laid_out(table)))
        assert deals_of(table).count == by_force, table
        counts[by_force > 0] += 1
    assert min(counts.values()) > POSITIONS / 10


def test_promises_can_hold_exactly_when_there_is_a_deal_also_where_cards_lie_between_two_hands() -> None:
    random = Random(6)
    counts = Counter[bool]()
    for _ in range(POSITIONS):
        table = position(random)._replace(not_in_rest=0)
        if table.knowledge.between and any(laid_out(table._replace(promises=()))):
            some_deal = any(laid_out(table))
            assert can_all_hold(table.promises, table.knowledge) is some_deal, table
            counts[some_deal] += 1
    assert min(counts.values()) > POSITIONS / 50


def chances(draw: Callable[[Luck], Drawn]) -> dict[Drawn, Fraction]:
    """How likely each outcome is, by following every turn that luck may take."""
    chance: dict[Drawn, Fraction] = {}
    turns: list[tuple[int, ...]] = [()]
    while turns:
        taken = turns.pop()
        asked: list[int] = []

        def luck(number: int, taken: tuple[int, ...] = taken, asked: list[int] = asked) -> int:
            assert number > 1, "one choice needs no luck"
            asked.append(number)
            return taken[len(asked) - 1] if len(asked) <= len(taken) else 0

        drawn = draw(luck)
        likely = Fraction(1)
        for number in asked:
            likely /= number
        chance[drawn] = chance.get(drawn, Fraction(0)) + likely
        for place in range(len(taken), len(asked)):
            start = (*taken, *[0] * (place - len(taken)))
            turns += [(*start, turn) for turn in range(1, asked[place])]
    assert sum(chance.values()) == 1
    return chance


def test_whatever_turns_luck_takes_each_deal_is_exactly_as_likely_as_any_other() -> None:
    random = Random(4)
    sizes = set()
    for _ in range(POSITIONS):
        table = position(random)
        deals = deals_of(table)
        if 1 < deals.count <= 60:
            sizes.add(deals.count)
            assert chances(deals.draw) == dict.fromkeys(laid_out(table), Fraction(1, deals.count)), table
    assert len(sizes) > 20


@pytest.mark.parametrize("items", ["", "A", "AB", "ABCD"])
def test_each_order_of_a_shuffle_is_exactly_as_likely_as_any_other(items: str) -> None:
    orders = chances(lambda luck: tuple(shuffle(items, luck)))
    assert orders == dict.fromkeys(permutations(items), Fraction(1, factorial(len(items))))


def test_without_promises_a_deal_is_drawn_by_one_shuffle() -> None:
    asked: list[int] = []

    def luck(number: int) -> int:
        asked.append(number)
        return number - 1

    Deals.of(Knowledge.of_new_deal(0b11111, (3, 1))).draw(luck)
    assert asked == [5, 4]  # the hand of three takes what is left


def chi_square(drawn: Counter[Dealt], expected: Sequence[Dealt]) -> float:
    """How far the numbers lie from equal ones, in standard deviations (Wilson and Hilferty's cube root)."""
    each_one, freedom = drawn.total() / len(expected), len(expected) - 1
    square = sum((drawn[dealt] - each_one) ** 2 / each_one for dealt in expected)
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def test_drawn_many_times_all_deals_come_up_equally_often() -> None:
    random = Random(5)
    tested = 0
    while tested < 30:
        table = position(random)
        expected = list(laid_out(table))
        if len(expected) < 10:
            continue
        deals = deals_of(table)
        drawn = Counter(deals.draw(random.randrange) for _ in range(30 * len(expected)))
        assert drawn.keys() <= set(expected)
        assert chi_square(drawn, expected) < 5, table  # by chance once in three million
        tested += 1


def test_where_facts_and_promises_contradict_each_other_there_is_no_deal() -> None:
    two_each = Knowledge.of_new_deal(0b1111, (2, 2))
    assert deals_of(Position(two_each, (promise(0, 0b0111),))).count == 0
    with pytest.raises(AssertionError):
        deals_of(Position(two_each, (promise(0, 0b0111),))).draw(Random(1).randrange)
    assert deals_of(Position(two_each.seen_into(0, 0b0001), (promise(0, 0b0001),))).count == 0
    assert deals_of(Position(replace(two_each, held=(3, 2)), ())).count == 0


def test_alike_cards_are_dealt_one_by_one_as_they_were_shuffled() -> None:
    """Two 7s and a 9 for two hands of one: Ann has a 7 in four deals of six."""
    deck = Deck.of_alike("7 9", 2)
    cards = deck.all & ~deck.bit(Card("9", copy=2))
    found = chances(Deals.of(Knowledge.of_new_deal(cards, (1, 1))).draw)
    sevens = deck.copies(Card("7"))
    assert sum(chance for dealt, chance in found.items() if dealt.hands[0] & sevens) == Fraction(2, 3)


@pytest.mark.parametrize("name", ["birddog", "birdhead", "rook"])
def test_a_deal_drawn_at_full_size_agrees_with_all_that_is_known(name: str) -> None:
    random, deck = Random(7), GAMES[name].deck
    seats, held = (3, 4) if name == "birddog" else (4, 5)
    for _ in range(30):
        cards = each(deck.all)
        random.shuffle(cards)
        truth = [sum(cards[seat * held : (seat + 1) * held]) for seat in range(seats)]
        hidden = sum(truth) | sum(cards[-3:])
        known = tuple(hand & sum(random.sample(each(hand), 2)) if seat == 1 else 0 for seat, hand in enumerate(truth))
        knowledge = Knowledge(deck.all, deck.all & ~hidden, known, (held,) * seats)
        parts = [deck.all & 0b1111111 << 7 * part for part in range(4)]
        denied = [(seat, part) for seat in range(seats) for part in parts if not truth[seat] & part]
        deals = Deals.of(knowledge, [promise(*denial) for denial in denied])
        for _ in range(10):
            dealt = deals.draw(random.randrange)
            assert sum((*dealt.hands, dealt.rest)) == hidden
            assert [hand.bit_count() for hand in dealt.hands] == [held] * seats
            assert dealt.hands[1] & known[1] == known[1]
            assert not any(dealt.hands[seat] & part for seat, part in denied)
