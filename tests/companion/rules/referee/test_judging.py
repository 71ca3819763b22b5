"""The rule that is reported when several cards are missing at once."""

from __future__ import annotations

from companion.cards import Card, Deck
from companion.rules.game import Expectation
from companion.rules.referee.judging import NamedCards, find, judge_common, judge_scan
from companion.rules.referee.knowledge import Gift, Knowledge
from companion.rules.referee.verdicts import CARD_COUNT, CARD_USED, NOT_IN_HAND, Unreadable
from companion.rules.statements import HAND, Statement
from companion.support.values import replace

DECK = Deck.of_alike("7 9", 2)
SEVENS, NINES = DECK.copies(Card("7")), DECK.copies(Card("9"))
CLUBS = Deck.of("2 3 4 5 6 7", "C")


def test_two_alike_cards_of_which_one_is_out_are_used_even_when_the_other_lies_elsewhere() -> None:
    first_seven = SEVENS & -SEVENS
    ann_has_the_nines = Knowledge(DECK.all, first_seven, (NINES, 0), (2, 1)).with_copies()
    assert find(DECK, ann_has_the_nines, Statement("", 0, (Card("7"),))) == NOT_IN_HAND
    assert find(DECK, ann_has_the_nines, Statement("", 0, (Card("7"), Card("7")))) == CARD_USED
    bob_has_the_other_nine = Knowledge(DECK.all, NINES & -NINES, (0, NINES & (NINES - 1)), (1, 1)).with_copies()
    assert find(DECK, bob_has_the_other_nine, Statement("", 0, (Card("9"), Card("9")))) == CARD_USED


def test_a_copy_named_when_all_alike_are_out_is_used() -> None:
    bob_has_the_sevens = Knowledge(DECK.all, NINES, (0, SEVENS), (1, 2)).with_copies()
    for copy in (1, 2):
        assert find(DECK, bob_has_the_sevens, Statement("", 0, (Card("9", copy=copy),))) == CARD_USED


def test_a_copy_that_stood_for_an_unnamed_card_on_the_table_is_where_an_alike_one_is() -> None:
    first_seven, first_nine = SEVENS & -SEVENS, NINES & -NINES
    bob_has_a_nine = Knowledge(DECK.all, first_nine, (0, NINES & ~first_nine), (0, 1)).with_copies()
    assert find(DECK, bob_has_a_nine, Statement("", 0, (Card("9", copy=1),))) == NOT_IN_HAND
    nothing_but_a_seven_is_seen = Knowledge(DECK.all, first_seven, (0, 0), (1, 1)).with_copies()
    assert isinstance(find(DECK, nothing_but_a_seven_is_seen, Statement("", None, (Card("7", copy=1),))), NamedCards)


def test_two_unseen_cards_are_not_both_in_a_hand_of_which_one_card_is_unseen() -> None:
    one_card_unseen = Knowledge(DECK.all, 0, (SEVENS & -SEVENS, 0), (2, 1)).with_copies()
    assert isinstance(find(DECK, one_card_unseen, Statement("", 0, (Card("7"), Card("9")))), NamedCards)
    assert find(DECK, one_card_unseen, Statement("", 0, (Card("9"), Card("9")))) == NOT_IN_HAND
    assert find(DECK, one_card_unseen, Statement("", 0, (Card("7"), Card("9"), Card("9")))) == NOT_IN_HAND


def test_a_word_without_cards_beside_the_one_that_a_tap_says_needs_none() -> None:
    dealt, tap = Knowledge.of_new_deal(DECK.all, (2, 2)), Statement("play", 0)
    expected = Expectation("Lay a card", frozenset({"play", "pass"}), (0,), (1, 1), tap)
    assert isinstance(judge_common(expected, Statement("pass", 0), DECK, dealt), NamedCards)
    assert judge_common(expected, tap, DECK, dealt) == CARD_COUNT
    two = (Card("7"), Card("9"))
    assert judge_common(expected, Statement("pass", 0, two), DECK, dealt) == CARD_COUNT
    assert judge_common(replace(expected, tap=None), Statement("pass", 0), DECK, dealt) == CARD_COUNT


def test_a_hand_that_was_given_one_of_three_cards_may_play_any_of_them_but_no_two() -> None:
    ann_gave_one_to_bob = Knowledge(CLUBS.all, 0, (0b111, 0), (3, 3)).gives(Gift(0, 1, 1))
    two, three = Card("2", "C"), Card("3", "C")
    assert isinstance(find(CLUBS, ann_gave_one_to_bob, Statement("", 1, (two,))), NamedCards)
    assert isinstance(find(CLUBS, ann_gave_one_to_bob, Statement("", 1, (three,))), NamedCards)
    assert find(CLUBS, ann_gave_one_to_bob, Statement("", 1, (two, three))) == NOT_IN_HAND


def test_the_card_that_makes_a_scanned_hand_impossible_is_named() -> None:
    bob_has_the_three = Knowledge(CLUBS.all, 0, (0, 0b10), (3, 3))
    hand = Statement(HAND.name, 0, (Card("4", "C"), Card("3", "C"), Card("5", "C")))
    refused = judge_scan(hand, 3, CLUBS, bob_has_the_three)
    assert isinstance(refused, Unreadable)
    assert refused.reason.startswith("3C was scanned before")
