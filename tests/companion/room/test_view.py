"""What the page in the room shows of a table, the panel's secrets apart, which `tests/test_secrets.py` holds."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Health, Tapped
from companion.room.parts import PageShown
from companion.room.view import room_view
from companion.rules.tricks import FOLLOW_SUIT
from companion.support.values import replace
from companion.table.enrolling import open_decks
from companion.table.from_record import resume
from companion.table.handling import handle, with_health
from companion.table.setup_dialogue import setting_up
from companion.table.state import CannotRead, ClearReader, House, Refused, Table
from companion.tags.tag_decks import CardCopy
from hardware.bus import Note
from tests.evening import resumed
from tests.slots import heard
from tools.gallery.evenings import ScriptedTable

TWO_CARDS = """game hearts
players Ann Bob Cid Dee
option passing none
dealer Ann
deal
Bob 2C
Cid 9C"""


def test_before_the_table_is_there_the_panel_is_shown() -> None:
    view = room_view(None, PageShown(number=3, tune=(Note(440, 20),), tune_number=1, flash=(1.0, 0.3, 0.0)))
    assert (view["number"], view["board"], view["asked"]) == (3, None, "")
    assert view["tune"] == {"number": 1, "notes": [[440, 20]]}
    assert view["flash"]["rgb"] == [255, 76, 0]


def test_a_card_lies_before_its_player_beside_what_is_asked() -> None:
    table = resumed(TWO_CARDS.splitlines())
    view = room_view(table, PageShown())
    assert view["board"] is not None
    assert view["asked"] == "Dee's turn: follow clubs."
    assert [(lying["seat"], lying["cards"]) for lying in view["board"]["lies"]] == [
        (1, [{"rank": "2", "suit": "C"}]),
        (2, [{"rank": "9", "suit": "C"}]),
    ]


def test_a_way_back_to_the_screen_is_offered_where_it_was_before_and_no_match_with_real_cards_is_on() -> None:
    in_play, over = (resume([*TWO_CARDS.splitlines(), *end], House(GAMES)) for end in ((), ("end",)))
    begins = setting_up(Table(House(GAMES)))
    offers = [room_view(table, PageShown(), leaves=True)["leaves"] for table in (None, begins, in_play, over)]
    assert offers == [False, True, False, True]
    assert not room_view(begins, PageShown())["leaves"]


@pytest.mark.parametrize("overlay", [CannotRead(), ClearReader()])
@pytest.mark.parametrize("enrols", [False, True])
def test_a_card_that_lies_there_and_is_not_taken_is_told(overlay: CannotRead | ClearReader, enrols: bool) -> None:  # noqa: FBT001 - a case
    table = resumed(TWO_CARDS.splitlines())
    if enrols:
        table = open_decks(table).table
    view = room_view(replace(table, overlay=overlay), PageShown())
    assert view["refused"] == heard(replace(table, overlay=overlay))
    assert view["refused"] not in {"", view["asked"]}


def test_only_the_trouble_of_a_reader_asks_for_its_plug() -> None:
    table = ScriptedTable("").table()
    reader, disk = (with_health(table, Health("X: no answer", of_reader=of_reader)) for of_reader in (True, False))
    assert room_view(reader, PageShown())["trouble"].endswith("If not, companion doctor says why.")
    assert room_view(disk, PageShown())["trouble"] == "X: no answer: companion doctor says what to do."
    assert room_view(table, PageShown())["trouble"] == ""


@pytest.mark.parametrize("asks", ["Which game?", "Who has two of clubs?"])
def test_what_is_asked_is_asked_while_one_of_several_readers_is_away(asks: str) -> None:
    if asks == "Which game?":
        table = setting_up(Table(House(GAMES)))
    else:
        table = handle(resumed(TWO_CARDS.splitlines()[:5]), Tapped((CardCopy("2C"),)), lambda _: 0).table
    away = with_health(table, Health("Reader west: no answer", of_reader=True, part="Reader west"))
    view = room_view(away, PageShown())
    assert view["asked"] == room_view(table, PageShown())["asked"] == asks
    assert view["trouble"].startswith("Reader west: no answer. Plug the reader in again")


@pytest.mark.parametrize("overlay", [Refused("Dee", "4D", FOLLOW_SUIT, "FOLLOW"), CannotRead(), ClearReader()])
def test_what_does_not_work_is_told_once_beside_a_refusal(overlay: Refused | CannotRead | ClearReader) -> None:
    table = replace(resumed(TWO_CARDS.splitlines()), overlay=overlay, resumed=None)
    silent = with_health(table, Health("Reader: no answer", of_reader=True))
    view = room_view(silent, PageShown())
    assert view["refused"]
    assert "no answer" not in view["refused"]
