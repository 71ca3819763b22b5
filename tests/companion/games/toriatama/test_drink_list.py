"""Drink lists of a house: what they may contain, and that the centre never runs empty."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.games.toriatama.drink_list import FEWEST, DrinksError, read_drinks, read_note
from companion.games.toriatama.drinks import DrinksState
from companion.games.toriatama.rules import DECK, TORIATAMA
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.game import pieces_of
from companion.rules.statements import DEAL, Statement

NAMES = ("Ann", "Bob", "Cid", "Dee")
BOOK = tuple(map(str, DECK.cards_in_order))
ENOUGH = BOOK[:FEWEST]


def test_comments_blank_lines_and_blanks_around_a_drink_say_nothing() -> None:
    text = "# of the house\n\n" + "\n".join(f"  {drink}\t# cold" for drink in ENOUGH) + "\n\n"
    assert tuple(map(str, read_drinks(text).cards_in_order)) == ENOUGH


@pytest.mark.parametrize("word", ["mint-glass", "weiß-öl", "žlutá-sklenice", "зелёный-стакан", "緑-瓶"])
def test_any_words_of_letters_are_a_drink(word: str) -> None:
    assert str(read_note([word, *ENOUGH]).cards_in_order[0]) == word


def test_capitals_and_composed_letters_make_no_difference() -> None:
    assert str(read_note(["O\u0308L-Glas", *ENOUGH]).cards_in_order[0]) == "öl-glas"


@pytest.mark.parametrize(
    ("lines", "place", "found"),
    [
        (["red"], 1, "“red”"),
        (["# drinks", "", "red can"], 3, "“red can”"),
        (["red-can-small"], 1, "“red-can-small”"),
        (["-can"], 1, "“-can”"),
        (["red-"], 1, "“red-”"),
        (["red-can2"], 1, "“red-can2”"),
        (["red;-can"], 1, "“red;-can”"),
        (["mmmmmmmmmmmmm-can"], 1, "“mmmmmmmmmmmmm-can”"),
        (["red-can", "RED-can"], 2, "“red-can” as at 1"),
        (["red-can", "blue-tall", "can-tall"], 3, "“can” as a colour and as a shape"),
        (list(ENOUGH[1:]), FEWEST - 1, f"{FEWEST - 1} drinks"),
        ([], 1, "0 drinks"),
    ],
)
def test_what_cannot_be_a_list_is_told_by_place_and_word(lines: list[str], place: int, found: str) -> None:
    with pytest.raises(DrinksError) as problem:
        read_drinks("\n".join(lines))
    assert (problem.value.place, problem.value.found) == (place, found)
    assert problem.value.allowed


def test_a_word_of_the_greatest_length_may_stand() -> None:
    assert read_note(["mmmmmmmmmmmm-wwwwwwwwwwww", *ENOUGH])


def test_of_a_note_it_is_told_which_drink_is_wrong() -> None:
    with pytest.raises(DrinksError) as problem:
        read_note(["red-can", "red"])
    assert problem.value.place == 2


def test_the_words_of_a_claim_and_the_first_page_are_those_of_the_list() -> None:
    game = TORIATAMA.with_drinks(read_note(["mint-glass", *ENOUGH]))
    language = Header(game, NAMES, 0).language
    assert language.read(["Bob", "claims", "Mint", "left"]).value == "mint left"
    assert "29 drinks" in game.pages[0]


def test_only_a_list_that_is_not_the_books_is_noted() -> None:
    assert pieces_of(TORIATAMA).note() == ""
    assert pieces_of(TORIATAMA.with_drinks(read_note(reversed(BOOK)))).note() == ""
    house = TORIATAMA.with_drinks(read_note(ENOUGH))
    assert pieces_of(house).note() == f"drinks {' '.join(ENOUGH)}"
    assert pieces_of(house).by_the_book() == TORIATAMA
    assert pieces_of(TORIATAMA).from_note(pieces_of(house).note().split()) == house


@pytest.mark.parametrize("options", [{}, {"move": "whole-hand"}, {"claims": "all-correct"}])
def test_the_fewest_drinks_are_what_four_players_can_have_while_the_game_goes_on(options: dict[str, str]) -> None:
    most = max(drinks for seed in range(10) for drinks in most_of_a_player(random.Random(seed), options))
    assert most * len(NAMES) == FEWEST


def most_of_a_player(rng: random.Random, options: dict[str, str]) -> Iterator[int]:
    """How many drinks the richest player has, at each moment of a match with the fewest drinks."""
    match, _ = Match(Header(TORIATAMA.with_drinks(read_note(ENOUGH)), NAMES, 0, options)).say(Statement(DEAL.name))
    while not match.winners:
        yield max(len(player.drinks) for player in match.moment.players)
        match = rng.choice([after for after, answer in map(match.say, said(match, rng)) if answer.applied])


def said(match: Match, rng: random.Random) -> list[Statement]:
    """What could be said now: every claim that is offered, and one take or the move."""
    state: DrinksState = match.moment
    out = {drink for player in state.players for drink in player.drinks}
    centre = [drink for drink in match.header.game.deck.cards_in_order if drink not in out]
    claims = [leaf.says[0] for choice in match.expects.choices for leaf in choice.leaves()]
    if state.must_move:
        return [Statement("moves", state.turn)]
    return [Statement("takes", state.turn, (rng.choice(centre),)), *rng.sample(claims, min(2, len(claims)))]
