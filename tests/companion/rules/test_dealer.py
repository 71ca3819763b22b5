"""Dealers: a game without its own uses the common one."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.rules.dealer import Dealer, dealer_for
from companion.rules.game import Expectation, Setup
from companion.rules.piles import OPEN, STACK
from companion.rules.statements import PLAY, Statement
from tests.test_toy_game import TOY

SIZES = ((1, 3), (0, 3))


def cards(words: str) -> tuple[Card, ...]:
    return tuple(card for card in map(TOY.deck.card, words.split()) if card)


@pytest.fixture
def dealer() -> Dealer:
    """Three cards each, to the second seat first, from the toy's deck in its order."""
    return dealer_for(TOY, TOY.begin(Setup(2, 0, (0, 0))), TOY.deck.cards_in_order, SIZES)


def at(dealer: Dealer, pile: str | int) -> list[str]:
    return [str(card) for card in dealer.piles.faces(dealer.piles.at(pile))]


def test_a_game_without_a_dealer_is_dealt_by_the_common_one(dealer: Dealer) -> None:
    assert type(dealer) is Dealer
    assert (at(dealer, 1), at(dealer, 0)) == (["1", "2", "3"], ["4", "5", "6"])
    assert at(dealer, STACK) == "7 8 9 10 11 12".split()
    assert [hand.cards for hand in dealer.open_story()] == [cards("1 2 3"), cards("4 5 6")]


def test_its_cards_go_where_statements_put_them_and_the_hand_explains_what_was_played(dealer: Dealer) -> None:
    dealer.hear(Statement(PLAY, 0, cards("5")), None, ())
    dealer.hear(Statement(PLAY, 1, cards("12")), None, ())
    assert at(dealer, OPEN) == ["5", "12"]
    assert (at(dealer, 0), at(dealer, 1)) == (["4", "6"], ["2", "3"])
    assert "1" in at(dealer, STACK)


def test_the_table_turns_up_the_top_of_the_stack_and_leaves_the_rest_to_players(dealer: Dealer) -> None:
    up = Expectation("Turn one up", frozenset({"up"}), pieces=(1, 1), tap=Statement("up"))
    assert dealer.says(up) == Statement("up", cards=cards("7"))
    dealer.hear(Statement("up", cards=cards("7")), None, ())
    assert dealer.says(up) == Statement("up", cards=cards("8"))
    assert dealer.says(TOY.expects(TOY.begin(Setup(2, 0, (0, 0))))) is None


@pytest.mark.parametrize(("game", "own"), [("birddog", False), ("rook", True), ("bonehead", True)])
def test_a_game_with_more_to_deal_brings_its_own(game: str, *, own: bool) -> None:
    assert (GAMES[game].entry.dealer() is not Dealer) == own
