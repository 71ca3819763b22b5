"""Bird Dog: what hands are worth for an answer, and how likely hands answered so."""

from __future__ import annotations

from random import Random

import pytest

from companion.cards import SAME_COLOUR, Card
from companion.games.birddog.rules import DECK, RANKS
from companion.games.birddog.strategy import CERTAIN, CHANCE, STRONG_ENOUGH, WEAK_ENOUGH, answers, heard_by
from companion.players.likelihood import SURE
from companion.rules.referee.deals import Dealt
from tests.companion.players.seats import match_of


def declares(cards: list[Card], up: Card) -> int:
    """The points of a hand told card by card."""
    points = {card: 3 + RANKS.index(card.rank) for card in cards if card.suit == up.suit}
    points |= {card: {"A": 3, "K": 1}.get(card.rank, 0) for card in cards if card not in points}
    dog = Card(up.rank, SAME_COLOUR[up.suit])
    return sum(6 if card == dog else points[card] for card in cards) - STRONG_ENOUGH


def says_nil(cards: list[Card], up: Card) -> int:
    danger = sum(RANKS.index(card.rank) * (1 + (card.suit == up.suit)) for card in cards)
    return WEAK_ENOUGH - danger


@pytest.mark.parametrize("seed", range(20))
def test_points_are_those_of_the_cards_one_by_one(seed: int) -> None:
    random = Random(seed)
    up, *cards = random.sample(DECK.cards_in_order, 8)
    dog = Card(up.rank, SAME_COLOUR[up.suit])
    assert answers(up).declare(DECK.set(cards)) == declares(cards, up)
    if dog not in cards:
        assert answers(up).nil(DECK.set(cards)) == says_nil(cards, up)
    assert answers(up).nil(DECK.set({*cards, dog})) <= WEAK_ENOUGH - CERTAIN


def hand(text: str) -> int:
    return DECK.set(card for word in text.split() if (card := DECK.card(word)))


BOB, CID = hand("9H 10H JH 9D 10D QC 9C"), hand("10C AS KS AH 9S QD KD")


def test_all_that_others_answered_counts_and_nothing_of_the_own() -> None:
    match = match_of(
        "birddog", "deal", "up JS", "Bob pass", "Cid pass", "Ann pass", "up 10S", "Bob pass", "Cid declare",
        "Bob nil", "Cid pass", "Ann pass",
    )  # fmt: skip
    first, second = (answers(Card(rank, "S")) for rank in ("J", "10"))
    likely = SURE - CHANCE[first.declare(BOB)]
    likely *= SURE - CHANCE[first.declare(CID)]
    likely *= SURE - CHANCE[second.declare(BOB)]
    likely *= CHANCE[second.declare(CID)]
    likely *= CHANCE[second.nil(BOB)]
    likely *= SURE - CHANCE[second.nil(CID)]
    assert heard_by(0, match.state).likelihood(Dealt((0, BOB, CID), 0)) == likely
    assert heard_by(0, match.state).likelihood(Dealt((0, CID, BOB), 0)) < likely / 1000


def test_cards_that_were_played_were_in_the_hand() -> None:
    begun = ("deal", "up 10S", "Bob pass", "Cid declare", "Bob pass", "Cid pass", "Ann pass")
    before, after = match_of("birddog", *begun), match_of("birddog", *begun, "Bob 9H", "Cid AH")
    told = heard_by(0, before.state).likelihood(Dealt((0, BOB, CID), 0))
    assert heard_by(0, after.state).likelihood(Dealt((0, BOB & ~hand("9H"), CID & ~hand("AH")), 0)) == told
