"""Every screen has its sentences: those of the gallery, and every mode, notice and page that a table can be in."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from companion.games.registry import GAMES
from companion.screens.current_screen import of_computer
from companion.screens.hearing import sentences_for
from companion.screens.layouts import Fact, Glance, Screen
from companion.support.messages import spoken_in
from companion.support.values import replace
from companion.table import modes, state
from companion.table.choices import Page, SetUpStep
from companion.table.setup_dialogue import open_table
from companion.table.state import House
from companion.testing.screens import is_heard, is_well_said
from tests.cases import for_each
from tests.companion.table.prompts import prompts
from tests.slots import heard, shown
from tests.torture import every_so_many, only_with_torture
from tools.gallery import gallery

ADVISING = replace(gallery.table("trick-bird-dog"), overlay=state.Advising())
REPORTING = replace(open_table(House(GAMES)), mode=modes.Reporting((gallery.ROTTEN,), modes.Playing()))


@only_with_torture
@for_each("name", every_so_many(3, gallery.GALLERY))
def test_a_table_of_the_gallery_says_what_its_screen_shows(name: str) -> None:
    is_heard(gallery.table(name))


def test_cards_of_which_one_was_wrong_are_heard_without_the_colon_of_the_panel() -> None:
    is_heard(gallery.table("impossible-player-remedy"))


@for_each("name", gallery.ALONE)
def test_a_screen_without_a_table_has_its_sentences(name: str) -> None:
    says = gallery.ALONE[name]().says
    assert says is not None
    is_well_said(says())


def test_a_score_that_is_taken_back_is_told_once() -> None:
    taken_back, goes_on, turn = [told.text for told in sentences_for(gallery.table("rook-score-withdrawn"))][1:]
    assert taken_back == "Score taken back: Ann and Cid minus 75, Bob and Dee plus 45."
    assert (goes_on, turn) == ("The deal goes on.", "Dee's turn: lead.")


@pytest.mark.parametrize("code", ["de", "fr"])
@pytest.mark.parametrize(
    "name", ["revoke-swap-which", "seats-level", "spades-tricks", "spades-deal-score", "enrol-whole"]
)
def test_no_language_says_signs_of_a_panel(name: str, code: str) -> None:
    with spoken_in(code):
        is_heard(gallery.table(name))


def test_every_kind_of_prompt_of_all_games_is_heard() -> None:
    for table in prompts():
        is_heard(table)


def test_where_hands_tap_for_computers_no_prompt_asks_for_a_slot() -> None:
    asked = [made.table() for name, made in gallery.GALLERY.items() if name.startswith("computer-")]
    wanted = [
        table
        for table in asked
        if table.overlay is None and table.question is None and (of_computer(table) or table.scanning())
    ]
    assert len(wanted) > 5
    for table in wanted:
        tended = replace(table, house=replace(table.house, tended=True))
        is_heard(tended)
        told = f"{shown(tended)} {heard(tended)}"
        assert not {"slot", "slots", "tap"} & {*re.findall(r"\w+", told)}, told


def test_every_mode_notice_page_and_step_is_among_them() -> None:
    for table in (ADVISING, REPORTING):
        is_heard(table)
    tables = [ADVISING, REPORTING, *prompts(), *map(gallery.table, gallery.GALLERY)]
    kinds = {type(table.mode) for table in tables}
    assert kinds == {
        modes.Playing,
        modes.SettingUp,
        modes.AtClub,
        modes.NextBoard,
        *get_args(modes.Asking),
        *get_args(modes.Over),
    }
    assert {type(table.overlay) for table in tables} == set(get_args(state.Overlay))
    assert {table.page for table in tables} == {None, *Page}
    steps = {table.mode.setup.step for table in tables if isinstance(table.mode, modes.SettingUp)}
    assert steps == set(SetUpStep)


def test_a_screen_without_a_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = gallery.table("shut-down")
    is_heard(table)
    monkeypatch.setattr(
        "companion.screens.hearing.screen_for", lambda _: Screen("shut down", layout=Glance(Fact("SHUT DOWN?")))
    )
    with pytest.raises(AssertionError, match="the screen says nothing"):
        is_heard(table)
