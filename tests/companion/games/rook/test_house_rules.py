"""Rook at home: cards, points and bids by the house rules; its pages tell those of the table."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from companion.enrolment.deck_kinds import kinds, plays
from companion.games.rook.rules import OPTIONS, ROOK
from companion.match.header import Header
from companion.match.match import Match
from companion.players.levels import player
from companion.players.seat_view import SeatView
from companion.rules.game import pieces_of
from companion.screens.glyphs import SMALL
from companion.screens.picture import line_width, wrap
from companion.simulation.box import deck_for
from companion.tags.tag_decks import simulated_deck
from companion.testing.self_description import MOST_LINES
from tests.companion.games.rook.naive_deal import OPTIONS as HOUSES
from tests.companion.games.rook.naive_deal import deck_of, hand_of, total
from tests.test_rook_table import at_table

BOOK = {option.name: option.values[0] for option in OPTIONS}
CHANGING = [option for option in OPTIONS if option.name not in {"all-pass", "nest", "first-lead", "renege"}]
"""The house rules that the pages tell."""


def told(**changed: str) -> str:
    """The pages of a table with these house rules, else by the book."""
    return " ".join(pieces_of(ROOK).under({**BOOK, **changed}).pages)


def test_both_readers_know_the_same_house_rules() -> None:
    assert {option.name: list(option.values) for option in OPTIONS} == HOUSES


def test_the_pages_tell_who_may_throw_in_and_what_the_last_trick_counts() -> None:
    assert ["throw in" in told(misdeal=value) for value in HOUSES["misdeal"]] == [False, True]
    assert ["the last trick 20:" in told(**{"last-trick": value}) for value in HOUSES["last-trick"]] == [False, True]


@pytest.mark.parametrize("cards", ["41", "45", "57"])
@pytest.mark.parametrize("ones", ["15", "20", "low"])
@pytest.mark.parametrize("last", ["nest", "nest-and-20"])
def test_cards_hands_and_points_are_those_of_the_house(cards: str, ones: str, last: str) -> None:
    house = BOOK | {"cards": cards, "ones-count": ones, "last-trick": last}
    game = pieces_of(ROOK).under(house)
    assert {str(card) for card in game.deck.cards_in_order} == set(deck_of(house))
    assert (game.cards_each, game.pack.total, game.opening.highest) == (hand_of(house), total(house), total(house))
    assert pieces_of(game).under(house) is game
    assert pieces_of(game).under({}) == ROOK


def test_every_page_fits_the_panel_under_all_house_rules() -> None:
    told = set()
    for values in product(*(option.values for option in CHANGING)):
        house = dict(zip((option.name for option in CHANGING), values, strict=True))
        told |= set(pieces_of(ROOK).under(house).pages)
    assert all(len(wrap(page, SMALL, line_width())) <= MOST_LINES for page in told)
    assert len(told) > 20


def test_a_deck_of_41_does_not_serve_where_the_ones_are_played() -> None:
    small = deck_for(ROOK)
    whole = simulated_deck(
        "rook-57", [str(card) for card in pieces_of(ROOK).under({"cards": "57"}).deck.cards_in_order]
    )
    assert (
        kinds({"rook": ROOK}, ())["rook-57"].cards
        == kinds({"rook": pieces_of(ROOK).under({"cards": "57"})}, ())["rook-57"].cards
    )
    for cards, serves in ("41", (True, True)), ("45", (False, True)), ("57", (False, True)):
        game = Header(ROOK, options={"cards": cards}).game
        assert (plays(small, game), plays(whole, game)) == serves


def test_57_cards_are_set_up_by_buttons_and_tapped(tmp_path: Path) -> None:
    down = 1 + [option.name for option in OPTIONS].index("cards")
    rook = at_table(tmp_path, *("DOWN",) * down, "OK", "OK", *("UP",) * down)
    rook.does("DOWN", "DOWN", "DOWN", "OK", "UP", "OK", "1G", "2G", "14G", "13G")
    assert "option cards 57" in rook.saved()
    assert rook.saved()[-4:] == ["North 1G", "East 2G", "South 14G", "West 13G"]
    rook.does("1G")
    assert rook.box.table.playing.header.game.shown.headline(rook.box.table.playing.state) == "trick 2 of 13"


def test_a_hand_without_counters_is_thrown_in_by_the_menu(tmp_path: Path) -> None:
    down = 1 + [option.name for option in OPTIONS].index("misdeal")
    rook = at_table(tmp_path, *("DOWN",) * down, "OK", *("UP",) * down)
    rook.does("HOLD")
    rook.does(*("DOWN",) * rook.question.choices.index("misdeal"), "OK", "OK")
    assert rook.saved()[-2:] == ["deal", "North misdeal"]
    rook.does("DOWN", "HOLD")
    assert "misdeal" in rook.question.choices, "East may, too, in the next deal"
    rook.does("BACK", "DOWN", "DOWN", "OK", "HOLD")
    assert "misdeal" not in rook.question.choices, "West has the bid"


@pytest.mark.parametrize(("option", "says"), [("none", {"bid", "pass"}), ("no-counters", {"misdeal"})])
def test_a_computer_throws_in_what_it_may(option: str, says: set[str]) -> None:
    header = Header(ROOK, ("Ann", "Bob", "Cid", "Dot"), 3, {"misdeal": option})
    match = Match(header)
    for line in "deal", "hand Ann 6B 7B 8B 6G 7G 8G 6R 7R 8R":
        match, _ = match.say(header.language.read(line.split()))
    view = SeatView.of(match, 0)
    said = [player(header.game, level, 40).choose(view, Random(1).randrange) for level in ("easy", "normal")]
    assert {statement.word for statement in said if statement} == says
    strong = player(header.game, "strong", 40).choose(view, Random(1).randrange)
    assert strong is not None
    assert header.game.judge(view.state, strong).word == "legal"
