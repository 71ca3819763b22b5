"""Orders of the page: what is read, and that nothing else passes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import SeatAssignment
from companion.inputs.inputs import Button
from companion.web.orders import (
    Begin,
    ChangeSeats,
    CorrectScore,
    Demonstrate,
    Do,
    GoOn,
    How,
    LayCards,
    Leaving,
    Nest,
    Order,
    Push,
    TapNameTag,
    ToggleFault,
    Watch,
    WrongOrderError,
    read,
)
from tests.cases import for_each


def seats(names: str, level: str = "") -> list[dict[str, str]]:
    return [{"name": name, "level": level} for name in names.split(" ")]


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        ({"do": "lay", "cards": ["9H"]}, LayCards(("9H",))),
        ({"do": "lay", "cards": ["7/1", "7/2"], "how": "rest"}, LayCards(("7/1", "7/2"), How.REST)),
        ({"do": "lay", "cards": ["9H"], "number": 7}, LayCards(("9H",), number=7)),
        ({"do": "nest", "cards": ["5B"]}, Nest(("5B",))),
        ({"do": "nest", "cards": ["5B"], "number": 7}, Nest(("5B",), 7)),
        ({"do": "push", "button": "OK", "down": True}, Push(Button.OK, down=True)),
        ({"do": "fault", "name": "no-answer"}, ToggleFault("no-answer")),
        ({"do": "begin", "game": "rook"}, Begin("rook")),
        ({"do": "begin", "game": "rook", "seed": 0, "scanned": False}, Begin("rook", 0, False)),
        (
            {"do": "begin", "game": "birddog", "seats": [{"name": "Ann"}, *seats("Tom Al", level="easy")]},
            Begin("birddog", seats=tuple(map(SeatAssignment, ("Ann", "Tom", "Al"), ("", "easy", "easy")))),
        ),
        ({"do": "begin", "game": "rook", "rules": {"cards": "57"}}, Begin("rook", rules={"cards": "57"})),
        (
            {"do": "begin", "game": "birddog", "seats": seats("Ann Bob Cid"), "scores": [5, 0, -2]},
            Begin("birddog", seats=tuple(map(SeatAssignment, ("Ann", "Bob", "Cid"))), scores=(5, 0, -2)),
        ),
        ({"do": "begin", "game": "rook", "deck": "ours"}, Begin("rook", deck="ours")),
        ({"do": "begin", "game": "rook", "deck": ""}, Begin("rook")),
        ({"do": "begin", "game": "rook", "leaving": "throw away"}, Begin("rook", leaving=Leaving.THROW_AWAY)),
        ({"do": "go on", "record": "2026-rook", "leaving": "end"}, GoOn("2026-rook", Leaving.END)),
        (
            {"do": "watch", "game": "rook", "leaving": "end"},
            Watch("rook", 0, leaving=Leaving.END),
        ),
        ({"do": "demonstrate", "every": 2.5}, Demonstrate(2.5)),
        ({"do": "watch", "game": "rook", "every": 1}, Watch("rook", 1.0)),
            ({"do": "pause"}, Do.PAUSE),
        ({"do": "tag", "name": "Zoë von Österreich-Åström"}, TapNameTag("Zoë von Österreich-Åström")),
        ({"do": "seats", "path": [0, 1, 2], "number": 7}, ChangeSeats((0, 1, 2), 7)),
        ({"do": "seats", "path": [0], "number": 7, "name": "Zoë"}, ChangeSeats((0,), 7, "Zoë")),
        (
            {"do": "correct", "seat": 1, "change": -12, "reason": "agreed", "number": 7},
            CorrectScore(1, -12, "agreed", 7),
        ),
        ({"do": "unplug"}, Do.UNPLUG),
    ],
)  # fmt: skip
def test_an_order_is_read(asked: dict[str, Any], order: Order) -> None:
    assert read(json.dumps(asked).encode()) == order


@for_each(
    ("asked", "why"),
    [
        ([], "allowed: an object"),
        ({"do": "begin", "game": "birddog", "seats": seats("Ann Bob Cid"), "scores": [5]}, "Scores: one for each of 3"),
        (
            {"do": "begin", "game": "birddog", "seats": seats("Ann Bob Cid"), "scores": [11, 0, 0]},
            "end the game already",
        ),
        ({"do": "begin", "game": "rook", "seats": seats("A B C D"), "scores": [5, 0, 6, 0]}, "Partners have one score"),
        (
            {"do": "begin", "game": "bonehead", "seats": seats("Ann Bob"), "scores": [5, 6]},
            "in a game that counts points",
        ),
        ({}, "allowed: an object with the key `do`"),
        ({"do": ["lay"]}, 'do: found ["lay"]; allowed: a text'),
        ({"do": "fly"}, 'do: found "fly"; allowed: lay, nest, push, '),
        ({"do": "lay"}, "allowed: an object with the key `cards`"),
        ({"do": "lay", "cards": []}, "cards: found []; allowed: a list of length >= 1"),
        ({"do": "lay", "cards": ["9H"] * 13}, "allowed: a list of length <= 12"),
        ({"do": "lay", "cards": [9]}, "cards: found [9]; allowed: a text"),
        ({"do": "lay", "cards": ["9" * 25]}, "allowed: a text of length <= 24"),
        ({"do": "lay", "cards": ["9H"], "how": "throw"}, 'how: found "throw"; allowed: tap, rest, brush'),
        ({"do": "push", "button": "POWER", "down": True}, 'button: found "POWER"; allowed: BACK, UP, DOWN, OK'),
        ({"do": "push", "button": "OK", "down": 1}, "down: found 1; allowed: true or false"),
        ({"do": "begin", "game": "chess"}, 'game: found "chess"; allowed: '),
        ({"do": "begin", "game": "rook", "seed": True}, "seed: found true; allowed: "),
        ({"do": "begin", "game": "rook", "seed": 3.5}, "seed: found 3.5; allowed: a whole number"),
        ({"do": "begin", "game": "rook", "seats": 4}, "seats: found 4; allowed: a list"),
        ({"do": "begin", "game": "rook", "seed": -1}, "seed: found -1; allowed: a whole number >= 0"),
        ({"do": "begin", "game": "rook", "leaving": "burn"}, 'leaving: found "burn"; allowed: park, end, throw away'),
        ({"do": "watch", "game": "rook", "leaving": "burn"}, 'leaving: found "burn"; allowed: park, end, throw away'),
        ({"do": "go on"}, "allowed: an object with the key `record`"),
        ({"do": "go on", "record": "x" * 81}, "allowed: a text of length <= 80"),
        ({"do": "begin", "game": "rook", "seats": [{"name": "Ann"}]}, "seats: found 1; allowed: 4"),
        (
            {"do": "begin", "game": "birddog", "seats": seats("Ann ann Bob")},
            "ann is there twice: each player has a name of",
        ),
        (
            {"do": "begin", "game": "birddog", "seats": seats("Ann Bob a\u202eb")},
            "a\u202eb: a name has no hidden sign, and this one has U+202E",
        ),
        (
            {"do": "begin", "game": "birddog", "seats": seats("Ann Bob 👩\u200d👧")},
            "this one has U+200D, as emoji joined of several have: type it again, without that emoji or with a simpler",
        ),
        ({"do": "begin", "game": "birddog", "seats": seats("A B C", level="easy")}, "at least one is a person's"),
        ({"do": "begin", "game": "birddog", "seats": seats("A B C", level="wise")}, 'level: found "wise"; allowed: '),
        ({"do": "begin", "game": "rook", "rules": {"moon": "1"}}, 'rules: found "moon"; allowed: '),
        ({"do": "begin", "game": "rook", "rules": {"cards": "1"}}, 'cards: found "1"; allowed: '),
        ({"do": "begin", "game": "rook", "deck": 7}, "deck: found 7; allowed: a text"),
        ({"do": "demonstrate", "every": 11}, "every: found 11; allowed: a number <= 10.0"),
        ({"do": "tag", "name": "a\u202eb"}, "name: "),
        ({"do": "seats", "path": [], "number": 7}, "path: found []; allowed: a list of length >= 1"),
        ({"do": "seats", "path": [-1], "number": 7}, "path: found [-1]; allowed: a whole number >= 0"),
        ({"do": "seats", "path": [0]}, "allowed: an object with the key `number`"),
        ({"do": "seats", "path": [0], "number": "x"}, 'number: found "x"; allowed: a whole number'),
        ({"do": "seats", "path": [0], "number": 7, "name": ""}, 'name: found ""; allowed: a text of length >= 1'),
        ({"do": "seats", "path": [0], "number": 7, "name": " "}, "name: a name has more than blanks"),
        ({"do": "correct", "seat": 1, "change": "5", "reason": "agreed", "number": 7}, 'change: found "5"; allowed: '),
        ({"do": "correct", "seat": 1, "change": 0, "reason": "agreed", "number": 7}, "change: found 0; allowed: "),
        (
            {"do": "correct", "seat": 1, "change": 10000, "reason": "agreed", "number": 7},
            "change: found 10000; allowed",
        ),
        ({"do": "correct", "seat": 9, "change": 5, "reason": "agreed", "number": 7}, "seat: found 9; allowed: "),
        ({"do": "correct", "seat": 1, "change": 5, "reason": "luck", "number": 7}, 'reason: found "luck"; allowed: '),
    ],
)
def test_what_is_wrong_with_an_order_is_said(asked: Any, why: str) -> None:
    with pytest.raises(WrongOrderError, match=re.escape(why)):
        read(json.dumps(asked).encode())


@given(st.binary(max_size=200) | st.recursive(st.text(max_size=9), st.lists).map(lambda it: json.dumps(it).encode()))
def test_no_bytes_are_more_than_refused(text: bytes) -> None:
    with pytest.raises(WrongOrderError):
        read(text)


def test_numbers_that_are_none_and_endless_nesting_are_refused() -> None:
    for text in (b'{"do":"demonstrate","every":NaN}', b"[" * 4000, b'{"do":"demonstrate","every":1e999}'):
        with pytest.raises(WrongOrderError):
            read(text)
