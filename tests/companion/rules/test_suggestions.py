"""Hints by the game's own suggestions, or by the common one."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.rules.game import Setup
from companion.rules.statements import Statement
from companion.rules.suggestions import Suggestions, suggestions_of
from tests.test_toy_game import TOY


def test_a_game_without_suggestions_is_proposed_the_first_answer_and_cards_in_any_order() -> None:
    suggestions, state = suggestions_of(TOY), TOY.begin(Setup(2, 0, (0, 0)))
    assert type(suggestions) is Suggestions
    assert suggestions.says(state, TOY.expects(state), ()) == (Statement("single"),)
    doubled, _ = TOY.advance(state, Statement("double"))
    assert suggestions.says(doubled, TOY.expects(doubled), ()) == ()
    cards = TOY.deck.cards_in_order
    assert (suggestions.in_order_of_use("play", cards), suggestions.lays_aside(cards)) == (cards, ())
    assert suggestions.instead_of_hints == ""


@pytest.mark.parametrize(
    ("game", "word", "hand", "first"),
    [
        ("birdhead", "play", "2 11 5", "11"),
        ("bonehead", "play", "10S 3H KD", "3H"),
        ("bonehead", "heads", "3H 2D", "2D"),
    ],
)
def test_a_game_that_knows_better_says_which_card_goes_first(game: str, word: str, hand: str, first: str) -> None:
    cards = [card for card in map(GAMES[game].deck.card, hand.split()) if card]
    assert str(suggestions_of(GAMES[game]).in_order_of_use(word, cards)[0]) == first


def test_only_drinks_in_fists_are_no_hint_for_several_people() -> None:
    assert [name for name, game in GAMES.items() if suggestions_of(game).instead_of_hints] == ["toriatama"]


def test_five_cards_without_counters_go_into_the_nest() -> None:
    rook = GAMES["rook"]
    hand = [card for card in map(rook.deck.card, "Rook 14B 5R 6R 7R 8R 9R 10R 13G 12G 11G 6Y 7Y 8Y".split()) if card]
    assert [str(card) for card in suggestions_of(rook).lays_aside(hand)] == "6Y 7Y 8Y 11G 12G".split()
