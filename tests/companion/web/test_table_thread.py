"""The thread that owns the table: a mistake of ours in one order is told, and ends nothing else (P32)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from companion.storage.disk import StorageError
from companion.web.orders import Begin, Do, Switch
from companion.web.table_thread import CANNOT, Runner
from tests.companion.web.table_in_browser import desk_of

if TYPE_CHECKING:
    from pathlib import Path

    from companion.web.virtual_table import Desk


def turns(runner: Runner, desk: Desk, number: int = 5) -> None:
    for _ in range(number):
        runner._turn(desk)


def fails(*_: object) -> Any:
    raise KeyError("9H")


@pytest.mark.parametrize("part", ["_step", "_advice", "offers", "take"])
def test_a_mistake_of_ours_is_told_once_and_the_next_order_is_done(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk, shown = desk_of(tmp_path, "birddog"), list[str]()
    runner = Runner(lambda: desk, shown.append)
    turns(runner, desk)
    with monkeypatch.context() as broken:
        broken.setattr(desk, part, fails)
        runner.order(Switch.HINT if part == "_advice" else Do.NEXT)
        turns(runner, desk)
        told = json.loads(shown[-1])
        assert told["remark"] == CANNOT
        assert told["done"] == desk.done
        assert not desk.busy
    assert capsys.readouterr().err.count("KeyError: '9H'") == 1
    runner.order(Begin("rook", seed="1"))
    turns(runner, desk, 40)
    assert json.loads(shown[-1])["table"]["game"] == "rook"


def test_a_card_that_is_not_written_still_ends_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise StorageError("not saved", tmp_path, "Make room.")

    desk = desk_of(tmp_path, "birddog")
    monkeypatch.setattr(desk, "turn", full)
    with pytest.raises(StorageError):
        turns(Runner(lambda: desk, lambda _: None), desk)
