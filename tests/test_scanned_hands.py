"""Hands that are scanned while they are dealt: cut off, resumed, and never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.match.header import Header
from companion.screens.current_screen import screen_for
from companion.storage.journal import Line, pad, unseal
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, Evening, below_the_top, picture_after, resumed
from tests.slots import slots

HANDS = "AC QS 10H JC 10S KD JH 10C KS KH QC JD AD QD KC AS AH 9D JS 9H QH".split()
"""Ann's seven cards, Bob's, Cid's."""


def test_a_dealing_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down(scanned=True)
    evening.does("AC", "QS", "10H")
    before = evening.seen()
    evening.again()
    assert below_the_top(evening.seen()) == below_the_top(before)
    assert evening.box.table.scanning() == (0, 4)
    evening.does(*HANDS[3:])
    assert evening.box.table.scanning() is None
    evening.does(*DEAL_GESTURES)
    assert evening.box.table.playing.scores == (1, 2, 1)


def test_a_hand_with_a_tag_that_does_not_read_is_played_unscanned(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down(scanned=True)
    evening.does("AC", "QS", "HOLD", "DOWN", "DOWN", "OK")
    assert evening.box.table.scanning() is None
    evening.again()
    assert evening.box.table.scanning() is None
    evening.does(*DEAL_GESTURES)
    assert evening.box.table.playing.scores == (1, 2, 1)


@pytest.mark.parametrize("name", ["Ann,Bob", "Bo scanned=1"])
def test_no_name_makes_the_table_forget_whose_hands_are_scanned(name: str) -> None:
    note = f"; table scanned={name},Cid,Dee"
    table = resumed(("game birddog", f'players "{name}" Cid Dee', note, f'dealer "{name}"'))
    assert table.scanned == (0, 1, 2)


def test_a_name_with_a_blank_at_its_end_is_written_as_it_is() -> None:
    header = Header(GAMES["birddog"], ("Ann", "Bob", "Cid "), 0)
    lines = begin(Table(House(GAMES)), header, (0, 2)).lines
    kept = unseal(pad(Line(text, number, "now") for number, text in enumerate(lines, 1))).lines
    table = resumed([line.text for line in kept])
    assert table.scanned == (0, 2)


@pytest.mark.parametrize("scanned", [(0, 1), (2,), (0, 1, 2)])
def test_two_people_and_one_called_by_both_their_names_are_kept_apart(scanned: tuple[int, ...]) -> None:
    header = Header(GAMES["birddog"], ("Ann", "Bob", "Ann,Bob"), 0)
    table = resumed(begin(Table(House(GAMES)), header, scanned).lines)
    assert table.scanned == scanned


def test_no_screen_names_a_card_of_a_hand_that_is_dealt(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down(scanned=True)
    evening.does("AC")
    faces: list[str] = []
    for gestures in [(), ("AC",), ("HOLD",), ("OK",), ("BACK",)]:
        evening.does(*gestures)
        faces += [text for text in _texts(evening) if "♣" in text or " AC" in text]
    evening.does("QS")
    evening.again()
    assert not faces
    assert not [text for text in _texts(evening) if "♠" in text or "QS" in text]


def _texts(evening: Evening) -> list[str]:
    screen = screen_for(evening.box.table)
    return [
        slots(screen).title,
        slots(screen).place,
        slots(screen).memo,
        slots(screen).fact,
        slots(screen).aside,
        *slots(screen).lines,
    ]


def test_the_score_of_a_deal_with_scanned_hands_is_seen_before_the_next_is_scanned(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down(scanned=True)
    evening.does(*HANDS, *DEAL_GESTURES)
    score = evening.seen()
    assert score == picture_after(*FULL_DEAL_RECORD)
    evening.does("OK")
    assert evening.box.table.scanning() == (1, 7)
    assert evening.seen() != score
