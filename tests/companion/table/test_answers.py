"""The answers of the buttons: each is given by its presses, in every question of every game."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Button
from companion.rules.game import Choice
from companion.rules.statements import Statement
from companion.table.answers import button_answers, presses_to
from companion.table.handling import handle
from companion.table.state import Refused, Table
from tests.companion.table.prompts import walked


def given(table: Table, place: int) -> Table:
    """The table after the presses of this answer."""
    for press in button_answers(table)[place].presses:
        table = handle(table, press, lambda _: 0).table
    return table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_presses_of_an_answer_say_what_it_says(game: str) -> None:
    tried = 0
    for table in walked(game, 1, scanned=False)[::4]:
        for place, answer in enumerate(button_answers(table)):
            if answer.says is None or table.question is not None:
                continue
            after = given(table, place)
            refused = isinstance(after.overlay, Refused)  # as a fist that is empty
            assert refused or answer.says in [moment.said for moment in after.playing.story()], answer
            tried += 1
    assert tried or game in {"birdhead", "hearts"}  # buttons say nothing there


def bid(number: int, *then: Choice, at_once: bool = False) -> Choice:
    return Choice(str(number), () if then else (Statement("bid", 0, value=str(number)),), then=then, at_once=at_once)


@pytest.mark.parametrize(
    ("path", "cursor", "target", "presses"),
    [
        ((), 0, (0,), "OK"),
        ((), 0, (1,), "DOWN"),
        ((), 0, (2,), "UP UP OK"),
        ((), 2, (1,), "BACK DOWN"),
        ((), 0, (3, 1), "UP OK UP OK"),
        ((3,), 1, (3, 1), "OK"),
        ((3,), 1, (0,), "BACK OK"),
    ],
)
def test_presses_lead_from_any_cursor_to_any_answer(
    path: tuple[int, ...], cursor: int, target: tuple[int, ...], presses: str
) -> None:
    choices = (bid(70), bid(0, at_once=True), bid(80), bid(90, bid(91), bid(92)))
    assert presses_to(choices, path, cursor, target) == tuple(Button[word] for word in presses.split())
