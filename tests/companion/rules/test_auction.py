"""Auctions of several shapes, held against one told naively; their entry by the result alone."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from companion.cards import clockwise, left_of
from companion.rules.auction import Auction, AuctionWon, bid_or_pass, held_aloud
from companion.rules.statements import Statement
from tests.cases import for_each

SHAPES = [(2, range(1, 4)), (3, range(10, 50, 10)), (4, range(70, 125, 5)), (5, range(18, 24))]
"""Seats, and all bids."""


def opening(seats: int, bids: range) -> Auction:
    return Auction(seats=seats, highest=bids[-1])


def call(seat: int, bid: int | None) -> Statement:
    return Statement("pass", seat) if bid is None else Statement("bid", seat, value=str(bid))


def ends(words: list[tuple[int, int | None]], seats: int, highest: int) -> tuple[int, int] | None:
    """Who won an auction of these words, told naively: all others passed, or the highest bid. None: it goes on."""
    bids = [(seat, bid) for seat, bid in words if bid is not None]
    passed = sum(bid is None for _, bid in words)
    return bids[-1] if bids and (passed == seats - 1 or bids[-1][1] == highest) else None


@for_each(("seats", "bids"), SHAPES)
@for_each("seed", range(20))
def test_an_auction_goes_round_those_who_are_in_until_one_is_left(seats: int, bids: range, seed: int) -> None:
    random = Random(seed)
    dealer, auction = random.randrange(seats), opening(seats, bids)
    words, queue = list[tuple[int, int | None]](), [*clockwise(left_of(dealer, seats), seats)]
    while queue and not ends(words, seats, bids[-1]):
        seat = queue.pop(0)
        assert not auction.over
        assert auction.next_bidder(dealer) == seat
        higher = [bid for bid in bids if bid > auction.bid]
        bid = random.choice([None, None, None, *higher[:2]])
        words.append((seat, bid))
        queue += [] if bid is None else [seat]
        auction = auction.after_call(call(seat, bid))
    won = ends(words, seats, bids[-1])
    assert (auction.over, auction.passed_out) == (won is not None, won is None)
    assert won is None or (auction.winner, auction.bid) == won
    assert auction.said == tuple((seat, bid or 0) for seat, bid in words)


def test_who_has_passed_is_never_asked_again() -> None:
    for seats, bids in SHAPES:
        for passed in permutations(range(seats), seats - 1):
            auction = opening(seats, bids)
            for seat in passed:
                auction = auction.after_call(call(seat, None))
            assert all(auction.next_bidder(dealer) not in passed for dealer in range(seats))


@pytest.mark.parametrize(("seats", "bids"), SHAPES)
def test_no_shorter_auction_has_the_same_end(seats: int, bids: range) -> None:
    """Of all ways in which each says at most one word in turn, the fewest words that end with this bid."""
    for winner, bid in product(range(seats), bids):
        ways = [
            words
            for length in range(1, seats + 1)
            for said in product((None, bid), repeat=length)
            if said.count(bid) == 1
            if ends(words := list(enumerate(said)), seats, bids[-1]) == (winner, bid)
        ]
        aloud = held_aloud(opening(seats, bids), 0, winner, bid)
        assert list(aloud) == [call(*word) for word in min(ways, key=len)]


def test_the_lowest_bid_and_a_pass_come_first_then_the_others_from_the_top() -> None:
    auction = opening(3, range(10, 50, 10)).after_call(call(1, 10))
    expected = bid_or_pass(auction, 2, range(20, 50, 10), 20)
    assert [choice.label for choice in expected.choices] == ["bid 20", "pass", "bid 40", "bid 30"]
    assert expected.seats == (2,)
    assert expected.words == {"bid", "pass"}


def test_the_first_bidder_may_enter_the_result_from_the_usual_bid_on() -> None:
    bids = range(10, 50, 10)
    _, _, result, *_ = bid_or_pass(opening(3, bids), 1, bids, 30).choices
    assert result.aloud
    *winners, nobody = result.then
    assert [winner.seat for winner in winners] == [1, 2, 0]
    assert [[amount.label for amount in winner.then] for winner in winners] == [["30", "20", "10", "40"]] * 3
    assert [str(say) for say in nobody.says] == [str(call(seat, None)) for seat in (1, 2, 0)]


def test_the_end_is_told() -> None:
    assert AuctionWon(1, 95).sentence(("Ann", "Bob")) == "Bob wins the auction with 95"
