"""Euchre: the strength of hands, and how likely others said what they did with theirs."""

from __future__ import annotations

from itertools import islice
from random import Random

from companion.cards import SAME_COLOUR, Card
from companion.games.euchre.hopes import (
    ACE,
    CHANCE,
    KING,
    LEFT,
    LONE,
    NAME,
    NEXT,
    ORDER,
    RIGHT,
    TRUMP,
    VOID,
    best_to_name,
    heard_by,
    strength,
    to_name,
    to_order,
)
from companion.games.euchre.playout import TRUMPS, discard
from companion.games.euchre.rules import DECK, left_bower
from companion.games.euchre.strategy import EuchreStrategy
from companion.players.likelihood import SURE
from companion.players.seat_view import SeatView
from companion.rules.referee.deals import Dealt
from tests.cases import for_each
from tests.companion.players.seats import match_of


def told_one_by_one(cards: list[Card], trump: str) -> int:
    """The strength of a hand, told card by card."""
    found, suits = 0, set()
    for card in cards:
        bower = card.rank == "J" and card.suit == trump
        counts = trump if card == left_bower(trump) else card.suit
        suits.add(counts)
        if counts == trump:
            found += RIGHT if bower else LEFT if card.suit != trump else TRUMP
        else:
            found += {"A": ACE, "K": KING}.get(card.rank, 0)
    return found + VOID * len({*SAME_COLOUR} - suits - {trump})


@for_each("seed", range(30))
def test_strength_is_that_of_the_cards_one_by_one(seed: int) -> None:
    cards = Random(seed).sample(DECK.cards_in_order, 5)
    for trump in SAME_COLOUR:
        assert strength(DECK.set(cards), trump) == told_one_by_one(cards, trump)


def cards_of(text: str) -> int:
    return DECK.set(card for word in text.split() if (card := DECK.card(word)))


def card(word: str) -> Card:
    found = DECK.card(word)
    assert found is not None
    return found


BOB, CID, DOT, ANN = map(cards_of, ("JH JD AH 9S 10S", "9D 10D QD KD AD", "9C 10C QC KC AC", "QS KS AS JS JC"))
KH = card("KH")


def test_the_card_turned_up_counts_for_the_side_that_gets_it() -> None:
    dealer = 0
    assert to_order(BOB, 1, dealer, KH) == strength(BOB, "H") - TRUMP - ORDER
    assert to_order(BOB, 2, dealer, KH) == strength(BOB, "H") + TRUMP - ORDER
    six = BOB | cards_of("KH")
    assert to_order(BOB, dealer, dealer, KH) == strength(six & ~discard(six, "H"), "H") - ORDER
    assert to_order(DOT, 2, dealer, card("JH")) == strength(DOT, "H") + RIGHT - ORDER


def test_the_colour_turned_down_suits_the_side_that_did_not_deal() -> None:
    for seat, sign in ((1, 1), (2, -1)):
        assert to_name(BOB, "D", seat, 0, up=KH) == strength(BOB, "D") + sign * NEXT - NAME
        assert to_name(BOB, "S", seat, 0, up=KH) == strength(BOB, "S") - sign * NEXT - NAME
    assert best_to_name(ANN, 1, 0, KH) == (to_name(ANN, "S", 1, 0, up=KH), "S")
    assert best_to_name(cards_of("JH AH KH QH 9S"), 1, 0, KH)[1] != "H"


def chance_of(points: int, *, said: bool) -> int:
    return CHANCE[points] if said else SURE - CHANCE[points]


def test_all_that_others_said_counts_and_nothing_of_the_own() -> None:
    lines = ("deal", "up KH", "Bob pass", "Cid orders", "Cid alone", "Ann discards")
    match = match_of("euchre", *lines)
    right = chance_of(to_order(BOB, 1, 0, KH), said=False) * chance_of(to_order(CID, 2, 0, KH), said=True)
    right *= chance_of(strength(CID, "H") - LONE, said=True)
    assert heard_by(3, match.state).likelihood(Dealt((ANN, BOB, CID, DOT), 0)) == right
    assert heard_by(1, match.state).likelihood(Dealt((ANN, BOB, CID, DOT), 0)) == right // chance_of(
        to_order(BOB, 1, 0, KH), said=False
    )


def test_what_was_said_in_the_second_round_counts_too_and_of_the_dealer_what_is_left() -> None:
    passes = ("Bob pass", "Cid pass", "Dot pass", "Ann pass")
    match = match_of("euchre", "deal", "up KH", *passes, "Bob pass", "Cid trump diamonds", "Cid pass")
    first = [chance_of(to_order(hand, seat, 0, KH), said=False) for seat, hand in enumerate((ANN, BOB, CID))]
    second = chance_of(best_to_name(BOB, 1, 0, KH)[0], said=False) * chance_of(
        to_name(CID, "D", 2, 0, up=KH), said=True
    )
    right = first[0] * first[1] * first[2] * second * chance_of(strength(CID, "D") - LONE, said=False)
    assert heard_by(3, match.state).likelihood(Dealt((ANN, BOB, CID, DOT), 0)) == right
    match = match_of("euchre", "deal", "up KH", *passes[:3], "Ann orders")
    ordered = heard_by(3, match.state).likelihood(Dealt((BOB, ANN, CID, DOT), 0))
    passed = chance_of(to_order(ANN, 1, 0, KH), said=False) * chance_of(to_order(CID, 2, 0, KH), said=False)
    assert ordered == passed * chance_of(strength(BOB, "H") - ORDER, said=True)


def test_played_cards_were_in_the_hand_that_spoke() -> None:
    match = match_of("euchre", "deal", "up KH", "Bob orders", "Bob pass", "Ann discards", "Bob JH", "Cid 9H")
    whole = chance_of(to_order(BOB, 1, 0, KH), said=True) * chance_of(strength(BOB, "H") - LONE, said=False)
    assert heard_by(3, match.state).likelihood(Dealt((ANN, BOB & ~cards_of("JH"), CID, DOT), 0)) == whole


def test_no_dealer_is_thought_to_lay_down_the_card_that_was_taken_up() -> None:
    match = match_of("euchre", "deal", "hand Bob JH JD AH 9S 10S", "up KH", "Bob orders", "Bob pass", "Ann discards")
    view = SeatView.of(match, 1)
    for dealt in islice(EuchreStrategy().deals(view, Random(1).randrange), 40):
        assert dealt.hands[0] & cards_of("KH")


def test_a_player_who_ordered_is_thought_to_have_more_trumps() -> None:
    held = [0, 0]
    for at, word in enumerate(("pass", "orders")):
        match = match_of("euchre", "deal", "hand Bob 9S 10S QS 9D QD", "up KH", "Bob pass", f"Cid {word}")
        view = SeatView.of(match, 1)
        drawn = islice(EuchreStrategy().deals(view, Random(1).randrange), 40)
        held[at] = sum((dealt.hands[2] & TRUMPS["H"]).bit_count() for dealt in drawn)
    assert held[1] > held[0] + 30
