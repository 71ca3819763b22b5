"""Deals weighed by what was said: the chances of words, and how often a deal is chosen."""

from __future__ import annotations

from collections import Counter
from itertools import count, islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.players.likelihood import DEALS, LOT, SURE, cards_played, chances, likely
from companion.players.trick_heuristics import deals
from companion.rules.referee.deals import Dealt
from companion.rules.referee.knowledge import Knowledge
from tests.companion.players.seats import match_of

TRICKS = ("Bob 9H", "Cid 10H", "Ann JH", "Ann QC", "Bob KC")


def numbered(number: int) -> Dealt:
    return Dealt((number,), 0)


def weight(dealt: Dealt) -> int:
    return dealt.hands[0] % LOT


def test_of_a_lot_each_deal_is_chosen_as_often_as_it_is_likely() -> None:
    turns = sum(range(LOT))
    chosen = Counter[int]()
    for turn in range(turns):

        def luck(number: int, turn: int = turn) -> int:
            assert number == turns
            return turn

        chosen += Counter(next(likely(map(numbered, count()), weight, luck)).hands)
    assert chosen == Counter({number: number for number in range(1, LOT)})


def test_each_lot_has_deals_of_its_own_and_then_they_come_again() -> None:
    drawn = likely(map(numbered, count()), weight, Random(1).randrange)
    first = [dealt.hands[0] for dealt in islice(drawn, DEALS)]
    assert [number // LOT for number in first] == [*range(DEALS)]
    assert [dealt.hands[0] for dealt in islice(drawn, DEALS)] == first


def test_a_word_is_the_likelier_the_more_points_a_hand_has() -> None:
    chance = chances(spread=4, most=20)
    points = range(-20, 20)
    assert [chance[point] for point in points] == sorted(chance[point] for point in points)
    assert all(chance[point] + chance[-point - 1] == SURE for point in points)
    assert (chance[0], chance[4], chance[20]) == (531, 754, 993)  # 1 / (1 + exp(-(points + 0.5) / 4))
    assert min(chance) > 0


def test_played_cards_are_told_by_seat() -> None:
    match = match_of("birddog", "deal", "up 9S", "Bob declare", "Bob pass", "Cid pass", "Ann pass", *TRICKS)
    deck = GAMES["birddog"].deck
    cards = [[str(card) for card in deck.cards(played)] for played in cards_played(deck, match.state)]
    assert cards == [["JH", "QC"], ["9H", "KC"], ["10H"]]


@pytest.mark.parametrize(("not_in_rest", "rests"), [(0b011, {0b100}), (0b111, {0b001, 0b010, 0b100})])
def test_where_the_rest_must_have_some_of_them_any_may_lie_there(not_in_rest: int, rests: set[int]) -> None:
    deal = SimpleNamespace(knowledge=Knowledge.of_new_deal(0b111, (1, 1)), promises=())
    view: Any = SimpleNamespace(state=SimpleNamespace(now=deal))
    drawn = islice(deals(view, Random(1).randrange, not_in_rest), 50)
    assert {dealt.rest for dealt in drawn} == rests
