"""Orders of the page: what is read, and that nothing else passes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.inputs.inputs import Button
from companion.web.orders import (
    Begin,
    Demonstrate,
    Do,
    Fault,
    GoOn,
    How,
    Lay,
    Leaving,
    Nest,
    Order,
    Push,
    Tag,
    Watch,
    WrongOrderError,
    read,
)


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        ({"do": "lay", "cards": ["9H"]}, Lay(("9H",))),
        ({"do": "lay", "cards": ["7/1", "7/2"], "how": "rest"}, Lay(("7/1", "7/2"), How.REST)),
        ({"do": "nest", "cards": ["5B"]}, Nest(("5B",))),
        ({"do": "push", "button": "OK", "down": True}, Push(Button.OK, down=True)),
        ({"do": "fault", "name": "no-answer"}, Fault("no-answer")),
        ({"do": "begin", "game": "rook"}, Begin("rook")),
        ({"do": "begin", "game": "rook", "people": 4, "seed": 0, "scanned": False}, Begin("rook", 4, "0", False)),
        ({"do": "begin", "game": "rook", "deck": "ours"}, Begin("rook", deck="ours")),
        ({"do": "begin", "game": "rook", "deck": ""}, Begin("rook")),
        ({"do": "begin", "game": "rook", "leaving": "throw away"}, Begin("rook", leaving=Leaving.THROW_AWAY)),
        ({"do": "go on", "record": "2026-rook", "leaving": "end"}, GoOn("2026-rook", Leaving.END)),
        (
            {"do": "watch", "game": "rook", "leaving": "end"},
            Watch("rook", 0, then=Begin("rook"), leaving=Leaving.END),
        ),
        ({"do": "demonstrate", "every": 2.5}, Demonstrate(2.5)),
        ({"do": "watch", "game": "rook", "every": 1}, Watch("rook", 1.0, then=Begin("rook"))),
            ({"do": "watch", "game": "rook", "every": 1, "whole": True}, Watch("rook", 1.0, True, Begin("rook"))),
            ({"do": "pause"}, Do.PAUSE),
        ({"do": "tag", "name": "Zoë von Österreich-Åström"}, Tag("Zoë von Österreich-Åström")),
        ({"do": "unplug"}, Do.UNPLUG),
    ],
)  # fmt: skip
def test_an_order_is_read(asked: dict[str, Any], order: Order) -> None:
    assert read(json.dumps(asked).encode()) == order


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ([], "a JSON object"),
        ({}, "“do” takes lay, "),
        ({"do": ["lay"]}, "“do” takes"),
        ({"do": "lay"}, "“cards” is a list of 1 to 12"),
        ({"do": "lay", "cards": []}, "“cards” is a list of 1 to 12"),
        ({"do": "lay", "cards": ["9H"] * 13}, "“cards” is a list of 1 to 12"),
        ({"do": "lay", "cards": [9]}, "at most 24 letters"),
        ({"do": "lay", "cards": ["9" * 25]}, "at most 24 letters"),
        ({"do": "lay", "cards": ["9H"], "how": "throw"}, "“how” takes tap, rest, brush"),
        ({"do": "push", "button": "POWER", "down": True}, "“button” takes BACK, UP, DOWN, OK"),
        ({"do": "push", "button": "OK", "down": 1}, "“down” takes true, false"),
        ({"do": "begin", "game": "chess"}, "“game” takes"),
        ({"do": "begin", "game": "rook", "people": True}, "“people” is a number"),
        ({"do": "begin", "game": "rook", "seed": -1}, "“seed” is a number from 0"),
        ({"do": "begin", "game": "rook", "leaving": "burn"}, "“leaving” takes park, end, throw away"),
        ({"do": "go on"}, "“record” is a word of at most 80 letters"),
        ({"do": "go on", "record": "x" * 81}, "“record” is a word of at most 80 letters"),
        ({"do": "begin", "game": "rook", "deck": 7}, "“deck” is a word of at most 40 letters"),
        ({"do": "demonstrate", "every": 11}, "“every” is a number from 0 to 10"),
    ],
)
def test_what_is_wrong_with_an_order_is_said(asked: Any, why: str) -> None:
    with pytest.raises(WrongOrderError, match=why.replace("(", "\\(")):
        read(json.dumps(asked).encode())


@given(st.binary(max_size=200) | st.recursive(st.text(max_size=9), st.lists).map(lambda it: json.dumps(it).encode()))
def test_no_bytes_are_more_than_refused(text: bytes) -> None:
    with pytest.raises(WrongOrderError):
        read(text)


def test_numbers_that_are_none_and_endless_nesting_are_refused() -> None:
    for text in (b'{"do":"demonstrate","every":NaN}', b"[" * 4000, b'{"do":"demonstrate","every":1e999}'):
        with pytest.raises(WrongOrderError):
            read(text)
