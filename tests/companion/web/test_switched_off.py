"""A box that somebody has switched off by its menu says so on the page, does nothing more, and is switched on there."""

from __future__ import annotations

from pathlib import Path

from companion.inputs.inputs import Button
from companion.web.orders import Ahead, AtOnce, Do, GiveAnswer, LayCards, PressNext, Push, ToggleFault
from companion.web.view import next_json
from companion.web.virtual_table import VirtualTable
from tests.companion.web.table_in_browser import HOLD_TURNS, desk_of, does, presses, turns


def switch_off(desk: VirtualTable) -> None:
    """By the last entry of the menu, and OK held down."""
    presses(desk, "HOLD")
    while "› shut down" not in " ".join(desk.view()["box"]["said"]):
        presses(desk, "DOWN")
    presses(desk, "OK")
    does(desk, Push(Button.OK, down=True))
    turns(desk, HOLD_TURNS)
    does(desk, Push(Button.OK, down=False))
    assert desk.hands.is_off


def test_a_box_that_is_off_asks_nobody_and_is_switched_on_where_it_was(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    before = desk.view()
    switch_off(desk)
    view = turns(desk, 100)
    assert (view["asked"], view["doing"], view["needs_box"]) == (None, "The box is off.", True)
    assert (view["advises"], view["ahead"]) == (False, [])
    assert view["next"] == next_json(Ahead.SWITCHES_ON)
    word = before["table"]["seats"][0]["hand"][0]["word"]
    for order in (LayCards((word,)), GiveAnswer(0, 0), AtOnce.HINT, Do.MY_TURN, Push(Button.OK, down=True)):
        assert does(desk, order)["table"] == view["table"], order
    assert does(desk, LayCards((word,)))["remark"] == "The box is off."
    fault = view["faults"][-1]["name"]
    does(desk, ToggleFault(fault))
    again = does(desk, PressNext(Ahead.SWITCHES_ON))
    assert [known["name"] for known in again["faults"] if known["on"]] == [fault], "it is no cure"
    assert not desk.hands.is_off
    assert again["asked"] is not None
    assert again["table"]["seats"] == before["table"]["seats"]
