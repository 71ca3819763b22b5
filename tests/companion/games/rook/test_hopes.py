"""Rook: what a hand may hope for, and how likely others bid as they did with their hands."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from companion.cards import Card
from companion.games.rook.hopes import FITS, FROM_NEST, UNLIKELY, HeardBidding, hopes_of
from companion.games.rook.point_cards import BIRD, COLOURS, pack_of
from companion.players.likelihood import SURE
from companion.players.seat_view import SeatView
from companion.rules.referee.deals import Dealt
from tests.companion.players.seats import match_of

LETTERS = list(COLOURS.values())
PACK = pack_of({})
HOPES, FIT = hopes_of(PACK), FITS[41]


def as_trumps(cards: list[Card], colour: str) -> int:
    """The value of the trumps of a hand, told card by card."""
    own = [PACK.ranks.index(card.rank) for card in cards if card.suit == colour]
    return sum(FIT.low_trump + rank * 3 // 4 for rank in own) + FIT.rook * (BIRD in cards)


@pytest.mark.parametrize("seed", range(20))
def test_hope_is_that_of_the_cards_one_by_one(seed: int) -> None:
    cards = Random(seed).sample(PACK.deck.cards_in_order, 9)
    best = max(LETTERS, key=lambda colour: as_trumps(cards, colour))
    tops = sum(card.rank == "14" and card.suit != best for card in cards)
    assert HOPES.hope(PACK.deck.set(cards)) == FIT.base + as_trumps(cards, best) + FIT.highest * tops
    assert HOPES.best_trump(PACK.deck.set(cards)) == LETTERS.index(best)


def hand(text: str) -> int:
    return PACK.deck.set(card for word in text.split() if (card := PACK.deck.card(word)))


BOB = hand("Rook 14R 13R 12R 9R 14G 14B 6Y 7Y")
CID = hand("5R 6R 7G 8G 9G 6B 7B 5Y 8Y")
DOT = hand("14Y 13Y 12Y 11Y 10Y 5B 8B 9B 10B")
NEST = hand("5G 6G 10G 11B 12B")
POINTS = [0, *(HOPES.hope(cards) for cards in (BOB, CID, DOT))]


def heard(*said: str) -> HeardBidding:
    return HeardBidding.by(0, match_of("rook", "deal", *said).state)


def bids(seat: int, bid: int, less: int = 0) -> int:
    return HOPES.chance[POINTS[seat] - less - bid]


def passes(seat: int, bid: int) -> int:
    return SURE - bids(seat, bid)


ALL = Dealt((0, BOB, CID, DOT), NEST)


def test_each_highest_bid_counts_and_each_pass_at_the_bid_that_was_refused() -> None:
    told = heard("Bob bid 70", "Cid bid 75", "Dot pass", "Ann pass", "Bob bid 80", "Cid pass")
    assert told.likelihood(ALL) == bids(1, 80) * bids(2, 75) * passes(2, 85) * passes(3, 80)
    assert told.likelihood(ALL) > 100 * told.likelihood(Dealt((0, CID, BOB, DOT), NEST))


def test_who_does_not_outbid_the_partner_tells_nothing() -> None:
    told = heard("Bob bid 70", "Cid pass", "Dot pass")
    assert told.likelihood(ALL) == bids(1, 70) * passes(2, 75)


def test_one_bid_alone_may_be_the_result_of_an_auction_held_aloud() -> None:
    told = heard("Bob pass", "Cid bid 95", "Dot pass")
    assert told.likelihood(ALL) == passes(1, 100) * bids(2, 95) * passes(3, 100)


NAMED = ("Bob bid 70", "Cid pass", "Dot pass", "Ann pass", "Bob lays")


@pytest.mark.parametrize(("trump", "likely"), [("red", SURE), ("green", UNLIKELY)])
def test_a_bidder_has_had_the_nest_and_names_the_best_colour(trump: str, likely: int) -> None:
    told = heard(*NAMED, f"Bob trump {trump}")
    assert told.likelihood(ALL) == likely * bids(1, 70, less=FROM_NEST) * passes(2, 75)
    assert told.not_laid == PACK.deck.suit(COLOURS[trump]) | hand("14B 14G 14R 14Y Rook")


def test_the_bidder_itself_knows_the_nest() -> None:
    match = match_of("rook", "deal", *NAMED, "Bob trump red")
    assert HeardBidding.by(1, match.state).not_laid == 0


def test_cards_that_were_played_were_in_the_hand() -> None:
    told = heard(*NAMED, "Bob trump red", "Bob 14B", "Cid 6B")
    dealt = Dealt((0, BOB & ~hand("14B"), CID & ~hand("6B"), DOT), NEST)
    assert told.likelihood(dealt) == heard(*NAMED, "Bob trump red").likelihood(ALL)


def test_no_trump_and_no_highest_card_is_imagined_in_the_nest() -> None:
    match = match_of("rook", "deal", "hand Ann 14G 13G 5Y 6Y 7Y 8Y 5B 6B 7B", *NAMED, "Bob trump red")
    strategy = match.header.game.entry.strategy()()
    view = SeatView.of(match, 0)
    drawn = list(islice(strategy.deals(view, Random(1).randrange), 40))
    assert len(set(drawn)) > 30
    assert not any(dealt.rest & (PACK.deck.suit("R") | hand("14B 14Y Rook")) for dealt in drawn)
