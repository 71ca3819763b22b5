"""The thread that owns the table: a mistake of ours in one order is told, and ends nothing else (P32)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import cycle
from math import inf
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.inputs.inputs import Button
from companion.runtime.loop import TURN_S
from companion.storage.disk import StorageError
from companion.web import table_thread
from companion.web.orders import AtOnce, Begin, Do, Order, Pace, Push, SetPace, ToggleFault
from companion.web.table_thread import CANNOT, STANDS_STILL, Runner
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import HOLD_TURNS, desk_of
from tests.torture import so_many


def turns(runner: Runner, desk: VirtualTable, number: int = 5) -> None:
    for _ in range(number):
        runner._turn(desk)


def fails(*_: object) -> Any:
    raise KeyError("9H")


@pytest.mark.parametrize("part", ["_parts.autoplay.step", "_seen._table_json", "decks.offers", "take"])
def test_a_mistake_of_ours_is_told_once_and_the_next_order_is_done(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk, shown = desk_of(tmp_path, "birddog"), list[str]()
    runner = Runner(lambda: desk, shown.append)
    turns(runner, desk)
    with monkeypatch.context() as broken:
        whole, _, name = f"desk.{part}".rpartition(".")
        broken.setattr(attrgetter(whole)(SimpleNamespace(desk=desk)), name, fails)
        runner.order(Do.NEXT)
        turns(runner, desk)
        told = json.loads(shown[-1])
        assert told["remark"] == CANNOT
        assert told["done"] == desk.done
        assert not desk.busy
    assert capsys.readouterr().err.count("KeyError: '9H'") == 1
    runner.order(Begin("rook", seed=1))
    turns(runner, desk, 40)
    assert json.loads(shown[-1])["table"]["game"] == "rook"


def test_a_table_that_fails_at_every_turn_is_said_to_stand_still_and_a_new_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each turn ends otherwise than the one before, as where a thought is gone on with that has failed."""
    desk, shown, ways = desk_of(tmp_path, "birddog"), list[str](), cycle((KeyError, TypeError))
    runner = Runner(lambda: desk, shown.append)
    turns(runner, desk)

    def fails_otherwise() -> None:
        raise next(ways)("9H")

    with monkeypatch.context() as broken:
        broken.setattr(desk, "turn", fails_otherwise)
        turns(runner, desk, 1)
        assert json.loads(shown[-1])["remark"] == CANNOT
        turns(runner, desk, 9)
        assert json.loads(shown[-1])["remark"] == STANDS_STILL
    assert capsys.readouterr().err.count("Traceback") == 2
    runner.order(Begin("rook", seed=1))
    turns(runner, desk, 40)
    assert json.loads(shown[-1])["table"]["game"] == "rook"


def test_an_idle_table_builds_no_view_and_one_change_builds_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, shown = desk_of(tmp_path, "rook"), list[str]()
    runner, built = Runner(lambda: desk, shown.append), Counter[str]()
    turns(runner, desk, 80)  # the light of the last press goes out, and a first look at the table is over
    whole = desk.view
    monkeypatch.setattr(desk, "view", lambda: [built.update(["view"]), whole()][1])
    turns(runner, desk, 150)
    assert not built
    sent = len(shown)
    runner.order(SetPace(Pace.FAST))
    turns(runner, desk, 150)
    assert (built.total(), len(shown)) == (1, sent + 1)


def test_a_quick_table_at_rest_turns_in_real_time_and_hurries_again_for_an_order(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "rook")
    runner = Runner(lambda: desk, lambda _: None, 100.0)
    turns(runner, desk, 120)
    assert runner._pause_s(desk, 0.0) == TURN_S
    runner.order(Push(Button.BACK, down=True))
    turns(runner, desk, HOLD_TURNS - 5)  # it is held, and nothing else happens
    assert runner._pause_s(desk, 0.0) == TURN_S / 100


def test_hands_that_hurry_are_seen_now_and_then_and_at_their_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, shown = desk_of(tmp_path), list[str]()
    runner = Runner(lambda: desk, shown.append)
    turns(runner, desk, 80)
    monkeypatch.setattr(table_thread, "GLIMPSE_S", inf)
    shown.clear()
    runner.order(Begin("rook", seats=seats(4), seed=1))
    turns(runner, desk)
    while desk.hurries:
        before = len(shown)
        turns(runner, desk, 1)
        assert len(shown) == before or not desk.hurries
    turns(runner, desk)
    last = json.loads(shown[-1])
    assert (last["table"]["game"], last["done"]) == ("rook", desk.done)
    assert all(len(seat["hand"]) == 9 for seat in last["table"]["seats"])


@pytest.mark.parametrize("game", so_many(["toriatama"], ["rook", "toriatama"]))
def test_whatever_changes_on_the_page_is_noticed(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path, game)
    before, changes = desk.view(), 0
    desk.has_changed()
    ways: list[Order] = [AtOnce.HINT, *[Do.NEXT] * 6, ToggleFault("miso-low"), Do.UNPLUG, Do.NEXT]
    orders: list[Order] = [*[Do.NEXT] * 12, *ways]
    for order in orders:
        desk.take(order)
        for _ in range(60):
            desk.turn()
            now = desk.view()
            noticed = desk.has_changed()
            assert noticed or now == before
            changes += now != before
            before = now
    assert changes > 60


def test_a_card_that_is_not_written_still_ends_the_table_and_its_last_view_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise StorageError("not saved", tmp_path, "Make room.")

    desk, shown = desk_of(tmp_path, "birddog"), list[str]()
    runner = Runner(lambda: desk, shown.append)
    turns(runner, desk)
    monkeypatch.setattr(desk, "turn", full)
    runner.run()
    assert isinstance(runner.fault, StorageError)
    told = json.loads(shown[-1])
    assert (told["remark"], told["asked"]) == (f"not saved: {tmp_path}. Make room.", None)
