"""Euchre at all levels: who makes trump, what is discarded, who plays alone, and single cards."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.euchre.bidding import ALONE, DISCARDS, ORDERS
from companion.games.euchre.playout import TRUMPS, Careful, EuchrePosition, EuchreTurn, card_of, discard
from companion.games.euchre.rules import DECK, EUCHRE
from companion.games.euchre.strategy import EuchreStrategy
from companion.players.levels import LEVELS, advice
from companion.players.player import finish
from companion.players.seat_view import SeatView
from companion.rules.statements import PLAY
from tests.companion.players.playouts.test_position import OpenTable
from tests.companion.players.seats import match_of, may_say, says, view_of

THUMBS = ("greedy", "easy", "normal")

# Ann deals, Bob is left of her, Dot is Bob's partner.


def made(*lines: str, up: str = "9H") -> tuple[str, ...]:
    """A deal in which Bob orders; Ann discards unseen."""
    return ("deal", *lines, f"up {up}", "Bob orders", "Bob pass", "Ann discards")


@pytest.mark.parametrize(
    ("hand", "up", "said"),
    [
        ("JH JD AH 9S 10S", "KH", ("pass", "orders", "orders")),
        ("QH 10H AS AD 9C", "KH", ("pass", "pass", "pass")),
        ("QH 10H 9H 9S 10D", "JH", ("pass", "orders", "pass")),  # the bower would go to the dealer
        ("JH JD AS KS 9S", "9H", ("pass", "pass", "orders")),  # two bowers, an ace, a suit that is missing
    ],
)
def test_who_orders(hand: str, up: str, said: tuple[str, ...]) -> None:
    match = match_of("euchre", "deal", f"hand Bob {hand}", f"up {up}")
    assert tuple(says(match, "Bob", level) for level in THUMBS) == tuple(f"Bob {word}" for word in said)
    assert may_say(match, "Bob") == ["Bob orders", "Bob pass"]


def test_the_card_turned_up_counts_against_who_is_no_partner_of_the_dealer() -> None:
    cards = "QH 10H AS AD AC"
    bob = match_of("euchre", "deal", f"hand Bob {cards}", "up KH")
    cid = match_of("euchre", "deal", f"hand Cid {cards}", "up KH", "Bob pass")
    assert [says(bob, "Bob", "normal"), says(cid, "Cid", "normal")] == ["Bob pass", "Cid orders"]
    ann = match_of("euchre", "deal", "hand Ann QH 10H AS 9C 10C", "up KH", "Bob pass", "Cid pass", "Dot pass")
    assert [says(ann, "Ann", level) for level in THUMBS] == ["Ann pass", "Ann orders", "Ann orders"]


PASSES = ("Bob pass", "Cid pass", "Dot pass", "Ann pass")


def test_in_the_second_round_the_best_suit_is_named_but_not_that_turned_down() -> None:
    match = match_of("euchre", "deal", "hand Bob JD JH AD 9H 10H", "up KH", *PASSES)
    assert [says(match, "Bob", level) for level in THUMBS] == ["Bob pass", "Bob trump diamonds", "Bob trump diamonds"]
    assert set(may_say(match, "Bob")) == {
        *(f"Bob trump {suit}" for suit in ("spades", "diamonds", "clubs")),
        "Bob pass",
    }


def test_the_colour_turned_down_is_named_by_those_who_did_not_deal() -> None:
    cards = "9D 10D AS KC 9C"
    bob = match_of("euchre", "deal", f"hand Bob {cards}", "up KH", *PASSES)
    cid = match_of("euchre", "deal", f"hand Cid {cards}", "up KH", *PASSES, "Bob pass")
    assert says(bob, "Bob", "normal") == "Bob trump diamonds"
    assert says(cid, "Cid", "normal") == "Cid trump clubs"


def test_a_dealer_who_must_name_a_suit_does() -> None:
    told = ("deal", "hand Ann 9S 10S 9C 10D 9H", "up KH", *PASSES, *PASSES[:3])
    stuck = match_of("euchre", "option stick-the-dealer yes", *told)
    assert [says(stuck, "Ann", level) for level in THUMBS] == ["Ann trump spades"] * 2 + [says(stuck, "Ann", "normal")]
    assert all(says(stuck, "Ann", level).startswith("Ann trump") for level in LEVELS)
    assert says(match_of("euchre", *told), "Ann", "normal") == "Ann pass"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("9S 10S AS 9D 10H", "9D"),  # alone of its suit
        ("9S 10S 9C 10C 10H", "9S"),
        ("AS AD AC 10S QH", "10S"),  # aces stay
        ("JD QH KH AH JH", "9H"),
    ],
)
def test_the_dealer_discards_what_is_missed_least(hand: str, said: str) -> None:
    match = match_of("euchre", "deal", f"hand Ann {hand}", "up 9H", "Bob orders")
    assert {says(match, "Ann", level) for level in THUMBS} == {f"Ann discards {said}"}
    assert len(may_say(match, "Ann")) == 6
    assert says(match, "Bob", "normal") == ""  # who has not seen the own hand


def test_only_a_strong_hand_plays_alone() -> None:
    for hand, word in (("JH JD AH KH AS", "alone"), ("JH QH 10S KS 9D", "pass")):
        match = match_of("euchre", "deal", f"hand Bob {hand}", "up 9H", "Bob orders")
        assert [says(match, "Bob", level) for level in THUMBS] == ["Bob pass", "Bob pass", f"Bob {word}"]
        assert set(may_say(match, "Bob")) == {"Bob alone", "Bob pass"}
    match = match_of("euchre", "deal", "hand Bob JH JD AH KH AS", "up 9H", "Bob orders")
    assert says(match, "Bob", "strong", playouts=600) == "Bob alone"


def test_a_dealer_who_orders_discards_before_anything_else() -> None:
    match = match_of("euchre", "deal", "hand Ann JH JD AH KH AS", "up 9H", *PASSES[:3], "Ann orders")
    assert {line.split()[1] for line in may_say(match, "Ann")} == {"alone", "pass", "discards"}
    for level in THUMBS:
        assert says(match, "Ann", level).startswith("Ann discards")
    tried = EuchreStrategy().candidates(view_of(match, "Ann"), Random(1).randrange)
    assert [move.word for move in tried] == [DISCARDS] * 6
    assert match.header.language.write(tried[0]) == says(match, "Ann", "normal"), "what must be beaten comes first"


@pytest.mark.parametrize(
    ("hand", "trick", "said"),
    [
        ("JH 10H AS 9S QD", (), "JH"),  # the maker's highest trump, while others have trumps
        ("KH QH 10H AS 9D", (), "KH"),  # three of them, too
        ("KH 10H AS 9S QD", (), "AS"),
        ("KH 10H KS 9S QD", (), "9S"),
    ],
)
def test_what_a_maker_leads(hand: str, trick: tuple[str, ...], said: str) -> None:
    assert says(match_of("euchre", *made(f"hand Bob {hand}"), *trick), "Bob", "normal") == f"Bob {said}"


@pytest.mark.parametrize(
    ("hand", "trick", "said"),
    [
        ("KS AS 9D 10C QH", ("Bob 9S", "Cid 10S"), "KS"),  # no more than it takes
        ("KS AS 9D 10C QH", ("Bob QS", "Cid 10S"), "KS"),  # the partner has it: the weakest
        ("9D 10D KC AH QH", ("Bob 9S", "Cid 10S"), "QH"),  # trumped with the weakest trump
        ("9D 10D KC AH QH", ("Bob AS", "Cid 10S"), "KC"),  # the only one of its suit
        ("JD JH KH", ("Bob 9H", "Cid QH"), "KH"),
    ],
)
def test_what_follows_a_lead(hand: str, trick: tuple[str, ...], said: str) -> None:
    hand = " ".join([*hand.split(), "9C", "10C"][:5])
    match = match_of("euchre", *made(f"hand Dot {hand}", up="9H" if "9H" not in trick[0] else "10H"), *trick)
    assert says(match, "Dot", "normal") == f"Dot {said}"


def test_of_trumps_alone_the_weakest_is_thrown_which_is_no_bower() -> None:
    trumps = DECK.set(card for word in ("JH", "JD", "QH") if (card := DECK.card(word)))
    turn = EuchreTurn(
        "H",
        trumps,
        trumps,
        0,
        DECK.all & ~trumps,
        leads=False,
        ours=True,
        made_trump=False,
        partner_made=False,
        partner_follows=False,
        last=True,
        lost=0,
    )
    assert [str(card) for card in DECK.cards(card_of(turn))] == ["QH"]
    assert not discard(DECK.set(DECK.cards_in_order[:6]), "S") & TRUMPS["C"]


def test_what_a_word_leads_to_is_played_like_the_normal_level_with_all_hands_open() -> None:
    for seed in range(40):
        table = OpenTable.of(EUCHRE, Random(seed), {})
        deal = table.state.now
        careful = Careful(table.position(), deal.opening.trump, deal.knowledge.out)
        careful.playout(Random(1).randrange)
        assert isinstance(careful.position, EuchrePosition)
        while not table.over:
            seat = table.turn
            view = SeatView(EUCHRE, seat, table.state)
            said = EuchreStrategy().normal(view, Random(1).randrange)
            assert said.word == PLAY
            table.play(said.cards)
        assert tuple(careful.scores()) == EUCHRE.points(table.state)


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        (("deal", "hand Bob JH JD AH KH AS", "up 9H"), ORDERS),
        (("deal", "hand Bob JH JD AH KH AS", "up 9H", "Bob orders"), ALONE),
        (("deal", "hand Ann 9S 10S AS 9D KH", "up AH", "Bob orders"), DISCARDS),
    ],
)
def test_a_strong_player_tells_why(lines: tuple[str, ...], word: str) -> None:
    name = "Ann" if word == DISCARDS else "Bob"
    found = finish(advice(view_of(match_of("euchre", *lines), name), Random(1).randrange, 600))
    assert found is not None
    statement, reason = found
    assert statement.word == word
    assert reason[0].endswith("points")
