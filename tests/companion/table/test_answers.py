"""The answers of the buttons: each is given by its presses, in every question of every game."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Button
from companion.table.answers import button_answers, moves_to
from companion.table.handling import handle
from companion.table.state import Refused, Table
from tests.companion.table.prompts import walked
from tests.torture import so_many


def given(table: Table, place: int) -> Table:
    """The table after the presses of this answer."""
    for press in button_answers(table)[place].presses:
        table = handle(table, press, lambda _: 0).table
    return table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_presses_of_an_answer_say_what_it_says(game: str) -> None:
    tried = 0
    for table in walked(game, 1, scanned=False)[:: so_many(8, 4)]:
        for place, answer in enumerate(button_answers(table)):
            if answer.says is None or table.question is not None or not answer.presses:
                continue
            after = given(table, place)
            refused = isinstance(after.overlay, Refused)  # as a fist that is empty
            assert refused or answer.says in [moment.said for moment in after.playing.story()], answer
            tried += 1
    assert tried or game in {"birdhead", "hearts"}  # buttons say nothing there


@pytest.mark.parametrize(
    ("cursor", "place", "presses"),
    [(0, 0, ""), (0, 1, "DOWN"), (0, 3, "UP"), (0, 2, "DOWN DOWN"), (3, 1, "DOWN DOWN"), (2, 3, "DOWN")],
)
def test_the_nearer_way_around_leads_to_an_answer(cursor: int, place: int, presses: str) -> None:
    assert moves_to(cursor, place, 4) == tuple(Button[word] for word in presses.split())


def test_answers_beside_a_card_are_no_circle() -> None:
    assert moves_to(-1, 1, 2, around=False) == (Button.DOWN, Button.DOWN)
    assert moves_to(1, 0, 2, around=False) == (Button.UP,)
