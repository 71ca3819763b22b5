"""Decks are seen to at the virtual table as on the box: its menu, its buttons, and a roll of stickers beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button
from companion.web.orders import Do, Push
from tests.companion.web.table_in_browser import desk_of

if TYPE_CHECKING:
    from pathlib import Path

    from companion.web.virtual_table import Desk

HOLD_TURNS = 20


def presses(desk: Desk, *names: str) -> None:
    """Buttons by name; "HOLD" is BACK held until the menu opens."""
    for name in names:
        button = Button.BACK if name == "HOLD" else Button[name]
        desk.take(Push(button, down=True))
        desk.rest()
        for _ in range(HOLD_TURNS if name == "HOLD" else 0):
            desk.turn()
        desk.take(Push(button, down=False))
        desk.rest()


def test_a_new_deck_is_enrolled_sticker_by_sticker_and_kept(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    assert not desk.view()["enrolling"]
    presses(desk, "HOLD", "DOWN", "OK", "OK", "OK")
    assert desk.view()["enrolling"]
    for _ in range(3):
        desk.take(Do.STICKER)
        desk.rest()
    (unfinished,) = (tmp_path / "decks").glob("*.unfinished")
    assert unfinished.read_text("utf-8").count("04") >= 3
    assert "Next" in " ".join(desk.view()["box"]["said"]) or "tap" in " ".join(desk.view()["box"]["said"]).lower()


def test_a_sticker_of_no_deck_is_no_card_of_a_game(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog")
    before = desk.table.match
    desk.take(Do.STICKER)
    desk.rest()
    assert desk.table.match is before
