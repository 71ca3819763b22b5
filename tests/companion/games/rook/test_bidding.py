"""Rook's auction: entering only its result gives a valid auction for every winner and bid."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.rook.rules import OPTIONS, ROOK
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.auction import AuctionWon
from companion.rules.events import Redeal
from companion.rules.game import Choice
from companion.rules.statements import Statement

NAMES = ("Ann", "Bob", "Cid", "Dee")
SEATS, BIDS = range(4), range(70, 125, 5)
HOUSES = next(option.values for option in OPTIONS if option.name == "all-pass")


def at_first_bid(dealer: int, house: str) -> Match:
    return Match(Header(ROOK, NAMES, dealer, {"all-pass": house}))


def told(match: Match, *statements: Statement) -> Match:
    """The match after all this; nothing of it may be refused."""
    for said in statements:
        match, answer = match.say(said)
        assert answer.applied, said
    return match


def result_of(match: Match) -> Choice:
    """The answer that enters only the result."""
    return next(choice for choice in match.expects.choices if choice.then)


def auctions(match: Match) -> list[AuctionWon]:
    return [event for moment in match.story() for event in moment.events if isinstance(event, AuctionWon)]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("dealer", SEATS)
def test_every_result_is_a_right_auction_that_ends_with_it(dealer: int, house: str) -> None:
    match = at_first_bid(dealer, house)
    result = result_of(match)
    offered = {}
    for leaf in result.leaves():
        after = told(match, *leaf.says)
        if leaf.label != "nobody":
            assert auctions(after) == list(after.events)
            assert after.expects.headline == "Trump?"
            [won] = auctions(after)
            offered[won.winner, won.bid] = leaf
    assert offered.keys() == set(product(SEATS, BIDS))
    assert all((leaf.seat, leaf.label) == (seat, str(bid)) for (seat, bid), leaf in offered.items())


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("house", HOUSES)
def test_nobody_as_a_result_is_a_deal_that_is_passed_out(dealer: int, house: str) -> None:
    match = at_first_bid(dealer, house)
    result = result_of(match)
    after = told(match, *result.then[-1].says)
    if house == "dealer-takes-70":
        assert after.events == (AuctionWon(dealer, 70),)
    else:
        assert after.events == (Redeal(),)


def test_the_result_stands_below_the_pass_and_the_bids_above_it() -> None:
    first, passes, result, *_, higher = at_first_bid(3, HOUSES[0]).expects.choices
    assert [choice.label for choice in (first, higher, passes, result)] == ["bid 70", "bid 75", "pass", "bid aloud"]


@pytest.mark.parametrize("word", ["bid", "pass"])
def test_the_result_is_offered_before_the_first_word_only(word: str) -> None:
    said = Statement(word, 0, value="70" if word == "bid" else "")
    match = told(at_first_bid(3, HOUSES[0]), Statement("deal"), said)
    assert all(not choice.then for choice in match.expects.choices)


def test_the_result_is_offered_in_each_deal() -> None:
    passes = [Statement("pass", seat) for seat in SEATS]
    match = told(at_first_bid(3, HOUSES[0]), Statement("deal"), *passes)
    result = result_of(match)
    after = told(match, *next(leaf.says for leaf in result.leaves() if leaf.label == "95"))
    assert auctions(after)[0] == AuctionWon(1, 95)
