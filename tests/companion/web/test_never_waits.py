"""No order waits for hands: what they are at comes to its end at once, in simulated time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.inputs.inputs import Button
from companion.simulation.gesture_search import story
from companion.web.orders import AtOnce, Begin, Do, LayCards, Order, Pace, Push, SetPace
from companion.web.table_thread import Runner
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import begin, desk_of, does
from tests.patience import until
from tests.torture import only_with_page


def said(desk: VirtualTable) -> int:
    return len(story(desk.table.playing))


def turns_until_done(desk: VirtualTable, order: Order) -> int:
    """How many turns of the loop until the order has its answer, after all that it found."""
    desk.take(order)
    before = desk.done
    desk.turn()
    number = 1
    while desk.done == before:
        desk.turn()
        number += 1
    return number


def test_each_next_is_a_step_of_its_own_and_the_last_one_waits_for_none_of_the_others(playing: VirtualTable) -> None:
    before = said(playing)
    alone = turns_until_done(playing, Do.NEXT)
    for _ in range(3):
        playing.take(Do.NEXT)
    assert turns_until_done(playing, Do.NEXT) <= alone + 3
    assert said(playing) == before + 5


def test_cards_lie_as_long_as_ever_on_the_simulated_reader(playing: VirtualTable) -> None:
    clock = playing.hands.box.wires.clock
    began = clock.now()
    does(playing, Do.NEXT)
    patient = clock.now() - began
    began = clock.now()
    for _ in range(2):
        playing.take(Do.NEXT)
    turns_until_done(playing, Do.NEXT)
    assert clock.now() - began == pytest.approx(3 * patient, rel=0.25)


def test_a_click_while_a_hand_moves_lies_on_the_reader_in_the_next_turn(playing: VirtualTable) -> None:
    playing.take(Do.NEXT)
    playing.turn()
    (first,) = playing.view()["lying"]
    playing.take(LayCards(("UNDO",)))
    playing.turn()
    assert playing.view()["lying"] == ["UNDO"]
    assert first in str(playing.view()["table"]["middle"])


def test_a_button_is_down_in_the_next_turn_and_up_in_the_one_after(playing: VirtualTable) -> None:
    playing.take(Do.NEXT)
    playing.turn()
    for down in (True, False):
        playing.take(Push(Button.BACK, down=down))
        playing.turn()
        assert bool(playing.view()["box"]["down"]) == down


def test_a_switch_stops_no_hand_while_a_deal_is_scanned(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, AtOnce.FAST, Begin("birddog", seed=1))
    desk.take(Do.NEXT)
    desk.turn()
    desk.take(SetPace(Pace.SLOW))
    assert desk.view()["pace"] == "slow"
    assert desk.busy
    desk.rest()
    assert desk.table.scanning() is None


def test_a_card_that_is_scanned_is_scanned_to_its_end_and_the_rest_makes_way(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, AtOnce.FAST, Begin("birddog", seed=1))
    desk.take(Do.NEXT)
    desk.turn()
    assert turns_until_done(desk, Push(Button.UP, down=True)) < 5
    assert desk.table.scanning() == (1, 6)


def test_a_plug_that_is_out_is_in_again_for_who_asks_for_something(playing: VirtualTable) -> None:
    playing.take(Do.UNPLUG)
    playing.turn()
    before = said(playing)
    does(playing, Do.NEXT)
    assert said(playing) == before + 1


def test_an_order_wakes_a_table_that_is_between_two_turns(tmp_path: Path) -> None:
    desk, shown = desk_of(tmp_path, "birddog"), list[str]()
    runner = Runner(lambda: desk, shown.append, pace=1 / 1000)  # more than a minute from turn to turn
    runner.start()
    try:
        runner.ask(lambda _: None).result(timeout=30)
        sent = len(shown)
        runner.order(SetPace(Pace.SLOW))
        until(lambda: len(shown) > sent)
        assert '"pace":"slow"' in shown[-1]
    finally:
        runner.stop()


@only_with_page
def test_five_quick_nexts_are_five_steps_and_nothing_runs_on(page: Browser, tmp_path: Path) -> None:
    begin(page, "birdhead", 4)
    page.follow_network()
    page.ask("for (let clicks = 0; clicks < 5; clicks++) $('next').click()")
    page.until("window.quiet()")
    assert len([asked for asked in page.requests if asked.endswith("/orders")]) == 5
    same = desk_of(tmp_path / "same", "birdhead", people=4)
    box = [does(same, Do.NEXT) for _ in range(5)][-1]["box"]
    there = ". ".join(box["said"])
    page.until(f"window.display() === {json.dumps(there)}")
    page.ask("new Promise(go => setTimeout(go, 400))")  # 240 turns at this pace
    assert page.ask("window.quiet() && window.display()") == there
