"""Proofs of broken promises against all possible deals of tiny decks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from companion.cards import Card
from companion.rules.deal import Deal, proven_by
from companion.rules.events import Impossible, Revoked, Suspect
from companion.rules.referee.filling import Between
from companion.rules.referee.judging import verdict_on
from companion.rules.referee.knowledge import Gift, Knowledge
from companion.rules.referee.proof import broken_by_card, can_all_hold, contradictions
from companion.rules.referee.verdicts import Promise, Rule

POSITIONS = 1000  # for each seed
SEEDS = range(4)
RULE = Rule("follow-suit", "You must follow the suit that was led.", "FOLLOW", "Take it back")

Hands = tuple[frozenset[int], ...]


class Position(NamedTuple):
    """A table in plain sets: cards are numbers, the first suit first."""

    suits: list[set[int]]
    out: set[int]
    known: list[set[int]]
    held: list[int]
    promises: list[tuple[int, set[int]]]  # seat, and what it denies; oldest first

    @property
    def deck(self) -> set[int]:
        return set().union(*self.suits)

    @property
    def unseen(self) -> set[int]:
        return self.deck - self.out - set().union(*self.known)

    def knowledge(self) -> Knowledge:
        known = tuple(bits(cards) for cards in self.known)
        return Knowledge(bits(self.deck), bits(self.out), known, tuple(self.held))

    def given(self) -> list[Promise]:
        return [
            Promise(seat, bits(denied), 1, trick, Card("9", "S"), RULE)
            for trick, (seat, denied) in enumerate(self.promises)
        ]


def bits(cards: set[int]) -> int:
    return sum(1 << card for card in cards)


def position(random: Random, *, contradictory: bool = False) -> Position:
    """Two or three seats, four to nine cards in suits, some seen, some laid aside, and a few promises."""
    suits, ranks = random.choice([(2, 2), (2, 3), (2, 4), (3, 2), (3, 3)])
    cards = list(range(suits * ranks))
    in_suits = [set(cards[suit * ranks : (suit + 1) * ranks]) for suit in range(suits)]
    random.shuffle(cards)
    out = {cards.pop() for _ in range(random.randint(0, len(cards) // 3))}
    seats = random.choice([2, 3])
    held = [random.randint(0, len(cards) // seats) for _ in range(seats)]
    known = []
    for hand in held:
        seen = random.choice([0, 0, random.randint(0, hand), hand])
        known.append({cards.pop() for _ in range(seen)})
    if contradictory:
        held[random.randrange(seats)] += len(cards) + 1
    promises = [(random.randrange(seats), denied(random, in_suits)) for _ in range(random.randint(0, 6))]
    return Position(in_suits, out, known, held, promises)


def denied(random: Random, suits: list[set[int]]) -> set[int]:
    """A suit; now and then a suit with a card of another, or any cards."""
    suit = random.choice(suits)
    every_card = sorted(set().union(*suits))
    others = set(random.sample(every_card, random.randint(1, 3)))
    return random.choice([suit, suit, suit | others, others])


def ways(table: Position, seat: int = 0, left: frozenset[int] | None = None) -> Iterator[Hands]:
    """Every way of filling the hidden hands from this seat on; what is left over is the pile."""
    unseen = frozenset(table.unseen) if left is None else left
    if seat == len(table.held):
        yield ()
        return
    for drawn in combinations(sorted(unseen), table.held[seat] - len(table.known[seat])):
        for others in ways(table, seat + 1, unseen - set(drawn)):
            yield frozenset(table.known[seat]).union(drawn), *others


def kept_together(table: Position) -> set[frozenset[int]]:
    """For each way of dealing, the numbers of the promises that hold in it."""
    return {
        frozenset(number for number, (seat, none_of) in enumerate(table.promises) if not hands[seat] & none_of)
        for hands in ways(table)
    }


def accused(table: Position) -> list[list[int]]:
    """The groups of suspects as the rules define them, by trying every deal; alone first."""
    possible = kept_together(table)
    every = range(len(table.promises))
    alone = [number for number in every if possible and not any(number in kept for kept in possible)]
    left, groups = set(every).difference(alone), list[list[int]]()
    while possible and not any(left <= kept for kept in possible):
        group = set(left)
        for number in sorted(left):
            if not any(group - {number} <= kept for kept in possible):
                group.remove(number)
        groups.append(sorted(group))
        left -= group
    return [[number] for number in alone] + sorted(groups)


def told(table: Position) -> list[list[int]]:
    """The same as the referee finds it."""
    return [[promise.trick for promise in group] for group in contradictions(table.given(), table.knowledge())]


@pytest.mark.parametrize("seed", SEEDS)
def test_promises_can_all_hold_exactly_when_some_deal_keeps_them(seed: int) -> None:
    random = Random(seed)
    answers = []
    for _ in range(POSITIONS):
        table = position(random)
        by_force = any(len(kept) == len(table.promises) for kept in kept_together(table))
        assert can_all_hold(table.given(), table.knowledge()) == by_force, table
        answers.append(by_force)
    assert answers.count(True) > 100 < answers.count(False)


@pytest.mark.parametrize("seed", SEEDS)
def test_certain_promises_stand_alone_and_every_further_group_is_told(seed: int) -> None:
    random = Random(seed)
    shapes = set()
    for _ in range(POSITIONS):
        table = position(random)
        by_force = accused(table)
        assert told(table) == by_force, table
        shapes.add(tuple(map(len, by_force)))
    assert shapes >= {(), (1,), (2,), (3,), (1, 1), (1, 2), (2, 2)}


def test_nobody_is_accused_where_the_facts_contradict_each_other() -> None:
    random = Random(5)
    for _ in range(POSITIONS):
        table = position(random, contradictory=True)
        assert not can_all_hold([], table.knowledge())
        assert told(table) == [], table


def test_whoever_tells_the_truth_is_not_accused() -> None:
    random = Random(6)
    for _ in range(POSITIONS):
        table = position(random)
        truth = random.choice(list(ways(table)))
        honest = [(seat, none_of) for seat, none_of in table.promises if not truth[seat] & none_of]
        assert told(table._replace(promises=honest)) == [], table


@pytest.mark.parametrize("seed", SEEDS)
def test_a_play_is_right_in_every_hand_wrong_in_every_hand_or_taken_on_trust(seed: int) -> None:
    random = Random(seed)
    words = []
    for _ in range(POSITIONS):
        table = position(random)
        for promise, (seat, none_of) in zip(table.given(), table.promises, strict=True):
            hidden = table.held[seat] - len(table.known[seat])
            rights = {not none_of & (table.known[seat] | set(drawn)) for drawn in combinations(table.unseen, hidden)}
            by_force = "trust" if len(rights) == 2 else "legal" if rights == {True} else "illegal"
            words.append(verdict_on(promise, table.knowledge()).word)
            assert words[-1] == by_force, (table, promise)
    assert min(words.count(word) for word in ("legal", "trust", "illegal")) > 100


def test_a_promise_is_broken_by_a_card_of_its_own_player_alone() -> None:
    random = Random(7)
    for _ in range(POSITIONS):
        table = position(random)._replace(known=[set(), set(), set()])
        card, player = random.choice(sorted(table.deck)), random.randrange(len(table.held))
        broken = broken_by_card(table.given(), table.knowledge(), player, bits({card}))
        by_force = [n for n, (seat, none_of) in enumerate(table.promises) if seat == player and card in none_of]
        assert {promise.trick: cards for promise, cards in broken.items()} == dict.fromkeys(by_force, bits({card}))


def test_whose_play_is_proven_wrong_is_not_suspected_as_well() -> None:
    """One of two players must hold the card that both deny; then a card of Ann breaks her promise."""
    ann, bob = (Promise(seat, bits({0}), 1, 1, Card("9", "S"), RULE) for seat in (0, 1))
    deal = Deal(1, 0, Knowledge(bits({0, 1}), 0, (0, 0), (1, 1)), None, promises=(ann,))
    one_of_both, suspects = proven_by(deal, {}, (bob,), lambda _: False)
    assert (one_of_both.promises, suspects) == (
        (ann, bob),
        (Impossible.of((Suspect(0, 1, ann.card), Suspect(1, 1, bob.card))),),
    )
    proven, revokes = proven_by(deal, {ann: RULE}, (bob,), lambda _: False)
    assert (proven.promises, revokes) == ((bob,), (Revoked(0, 1, 1, ann.card, RULE.name, correctable=False),))


def test_who_took_the_nest_may_hold_its_cards_and_nobody_else_may() -> None:
    nest_in_a_hand_of_ann = Knowledge(
        bits({0, 1, 2}), 0, (0, 0), (1, 1), between=(Between.of(bits({2}), {0: 1, None: 1}),)
    )
    for seat, right in (0, True), (1, False):
        promise = Promise(seat, bits({0, 1}), 1, 1, Card("9", "S"), RULE)
        assert can_all_hold([promise], nest_in_a_hand_of_ann) is right


def test_a_card_of_the_nest_is_kept_until_it_is_played() -> None:
    nest_with_ann = Knowledge(
        bits({0, 1, 2, 3}), 0, (0, 0), (2, 1), between=(Between.of(bits({2, 3}), {0: 2, None: 2}),)
    )
    after = nest_with_ann.plays(0, bits({2}))
    assert (after.between[0].cards, after.unseen) == (bits({3}), bits({0, 1}))


def test_of_a_nest_taken_and_laid_unseen_it_is_known_how_many_cards_are_gone() -> None:
    nest = (Between.of(bits({2}), {None: 1}),)
    seen, half = (Knowledge(bits({0, 1, 2, 3}), 0, (bits(known), 0), (2, 1), between=nest) for known in ({0, 1}, {0}))
    both, hidden = seen.takes_pile(0, 1), half.takes_pile(0, 1)
    assert (both.known[0], both.between, both.held) == (bits({0, 1, 2}), (), (3, 1))
    assert (hidden.known[0], hidden.between, hidden.held) == (bits({0, 2}), (), (3, 1))
    assert hidden.gives(Gift(0, None, 1, bits({0}))).known[0] == bits({2})
    laid = both.gives(Gift(0, None, 1))
    assert (laid.known[0], laid.between, laid.held) == (0, (Between.of(bits({0, 1, 2}), {0: 2, None: 1}),), (2, 1))
