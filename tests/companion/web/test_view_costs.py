"""What a view and a click cost, by counts: calls of Python and turns of the table, on any machine the same."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.web.orders import Begin, Do, LayCards
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does
from tests.torture import so_many

MOST_CALLS = 34_500
"""Of the first view of a new moment, at any moment of a deal."""

MOST_BYTES = 14_000
"""Of a view as it is sent, before it is packed."""


def calls(do: Callable[[], object]) -> int:
    """How many functions are called."""
    number = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal number
        number += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.no_cover
@pytest.mark.parametrize("game", so_many(["hearts"], [*GAMES]))
def test_a_view_of_a_new_moment_is_built_in_so_many_calls(game: str, tmp_path: Path) -> None:
    desk, players, costs = desk_of(tmp_path), GAMES[game].players[-1], list[int]()
    computers = players - 1 if GAMES[game].entry.strategy() else 0
    does(desk, Begin(game, seats=seats(players, computers, "easy"), seed=1))
    desk.take(Do.DEAL_END)
    while desk.busy:
        desk.turn()
        if desk.has_changed():
            costs.append(calls(desk.view))
            assert len(json.dumps(desk.view()).encode()) <= MOST_BYTES
    assert max(costs[len(costs) // 2 :]) <= MOST_CALLS, "where the story is long, and all is imported"


def test_a_click_is_seen_in_the_view_after_the_next_turn(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog")
    word = desk.view()["table"]["seats"][1]["hand"][0]["word"]
    desk.has_changed()
    desk.take(LayCards((word,)))
    desk.turn()
    assert desk.has_changed()
    assert desk.view()["lying"] == [word]
