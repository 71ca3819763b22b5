"""Toriatama with drinks of the house: the record tells which, so that any machine can read, replay and resume it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.games.registry import GAMES
from companion.games.toriatama.drink_list import FEWEST, read_note
from companion.games.toriatama.rules import DECK, TORIATAMA
from companion.match.checker import answers
from companion.screens.current_screen import screen_for
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.records import Store
from companion.table.from_record import resume
from companion.table.state import House
from tests.evening import Evening, begun
from tests.slots import slots

NAMES = ("Ann", "Bob", "Cid")
LISTED = tuple(f"{c}-{s}" for c in "mint rose lime plum".split() for s in "glass mug jug cup keg tin flask".split())
HOUSE = TORIATAMA.with_drinks(read_note(LISTED))
NOTE = f"; drinks {' '.join(LISTED)}"
HEADER = ("game toriatama", "players Ann Bob Cid", "start Cid")


@pytest.fixture
def drinks(tmp_path: Path) -> Evening:
    """Ann, Bob and Cid, with drinks of the house; Cid last heard a bird."""
    drinks = Evening(tmp_path, games={"toriatama": HOUSE}, regulars=NAMES)
    drinks.does("DOWN", "OK", "OK", "OK", "OK", "OK", "DOWN", "DOWN", "OK")
    return drinks


def test_the_record_notes_the_drinks_before_the_line_that_completes_its_header(drinks: Evening) -> None:
    drinks.does("mint-glass")
    assert drinks.saved() == [*HEADER[:2], NOTE, HEADER[2], "deal", "Cid takes mint-glass"]


def test_the_books_drinks_are_not_noted(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games={"toriatama": TORIATAMA}, regulars=NAMES)
    evening.does("DOWN", "OK", "OK", "OK", "OK", "OK", "DOWN", "DOWN", "OK")
    assert tuple(evening.saved()) == HEADER


def test_a_claim_offers_the_words_of_the_new_drink(drinks: Evening) -> None:
    drinks.does("mint-glass", "rose-mug", "lime-mug", "OK")
    assert slots(screen_for(drinks.box.table)).lines[-1] == "OK = lime   ▲▼ others"
    drinks.does("DOWN")
    assert slots(screen_for(drinks.box.table)).lines[-1] == "OK = mug   ▲▼ others"
    drinks.does("OK")
    asked = slots(screen_for(drinks.box.table))
    assert (asked.place, asked.memo) == ("Cid claims mug:", "which hand? left: empty")
    drinks.does("OK")
    assert drinks.saved()[-1] == "Cid claims mug right"


def test_another_machine_takes_the_evening_up_where_it_stood(drinks: Evening, tmp_path: Path) -> None:
    drinks.does("mint-glass", "rose-mug")
    before = drinks.seen()
    drinks.box.pull_the_plug()
    other = SimulatedBox(
        Store(tmp_path), SimulatedSetup(replace(SIMULATED, games={"toriatama": TORIATAMA}, regulars=NAMES))
    )
    assert other.glass != before  # titled RESUMED
    other.press("BACK")
    assert other.glass == before
    other.tap("plum-flask")
    assert drinks.saved()[-1] == "Bob takes plum-flask"


def test_an_older_evening_keeps_the_books_drinks_and_the_next_one_has_the_houses(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "deal", "Cid takes red-can")
    drinks = Evening(tmp_path, games={"toriatama": HOUSE}, regulars=NAMES)
    drinks.does("BACK", "green-tall")
    assert drinks.saved()[-1] == "Ann takes green-tall"
    drinks.does("HOLD")
    drinks.does(*("DOWN",) * drinks.question.choices.index("end here"), "OK", "OK", "OK")
    assert drinks.box.table.playing.header.game == HOUSE
    assert NOTE in drinks.saved()


@pytest.mark.parametrize("place", [2, 3], ids=["in the header", "behind it"])
def test_check_and_replay_read_the_drinks_from_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: int
) -> None:
    lines = [*HEADER[:place], f"{NOTE} n=3 at=2026-11-20T20:15:03", *HEADER[place:], "deal"]
    lines += ["Cid takes mint-glass", "Ann claims mint left", "Ann takes rose-mug"]
    record = tmp_path / "evening.table"
    record.write_text("\n".join(lines), "utf-8")
    assert main(["check", "--json", str(record)]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row.get("verdict") for row in told] == [*["legal"] * 5, "illegal", "legal", None]
    assert told[5]["rule"] == "hand-empty"
    assert main(["replay", str(record)]) == 1
    assert "Ann takes rose-mug" in capsys.readouterr().out


def test_without_the_note_these_drinks_are_unknown() -> None:
    *_, last = answers("\n".join((*HEADER, "deal", "Cid takes mint-glass")), {"toriatama": HOUSE})
    assert last.answer.verdict.word == "error"


def test_a_note_behind_the_first_statement_says_nothing_of_the_game() -> None:
    found = list(answers("\n".join((*HEADER, "deal", NOTE, "Cid takes red-can")), GAMES))
    assert [line.answer.verdict.word for line in found] == ["legal"] * 5


@pytest.mark.parametrize("note", ["; drinks", "; drinks mint-glass", "; drinks red-can red", ";drinks red-can red-can"])
def test_a_note_that_lists_no_drinks_to_play_with_says_nothing(note: str) -> None:
    for lines in ((*HEADER[:2], note, HEADER[2]), (HEADER[0], note, *HEADER[1:])):
        found = [
            (answer.line, answer.answer.verdict.word)
            for answer in answers("\n".join((*lines, "deal", "Cid takes red-can")), GAMES)
        ]
        assert [word for _, word in found] == ["legal"] * 5
        resumed = resume((*lines, "deal", "Cid takes red-can"), House(GAMES))
        assert resumed
        assert resumed.playing.header.game == TORIATAMA


def test_a_cut_between_the_note_and_the_last_line_of_the_header_leaves_nothing_half_said() -> None:
    assert resume((*HEADER[:2], NOTE), House(GAMES)) is None


def test_the_fewest_drinks_are_fewer_than_the_books() -> None:
    assert len(LISTED) == FEWEST < len(DECK)
