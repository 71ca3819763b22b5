"""What a strong choice costs: playouts to time, for each game: `pytest -s tests/bench/test_player_figures.py`.

Processor time of one choice in the middle of a deal. Only that more playouts cost more is asserted.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

import pytest

from companion.games import GAMES
from companion.players.levels import CRAFTS, player
from companion.players.strong import Strong
from companion.players.view import View
from tests.companion.players.tables import moments

PI_ZERO_2 = 21
"""So many times slower than a desk's machine is a Pi Zero 2 W, about."""


def say_figure(figure: str) -> None:
    print(f"\n{figure}", end="")  # noqa: T201 - figures are to be read


def choices_ms(game: str, views: list[View], playouts: int) -> list[float]:
    strong, spent = Strong(CRAFTS[game], playouts), []
    for view in views:
        began = process_time()
        strong.choose(view, Random(1).randrange)
        spent.append(1000 * (process_time() - began))
    return spent


@pytest.mark.parametrize("game", sorted({"birdhead", "birddog", "rook"} & set(CRAFTS)))
def test_a_strong_choice_takes_less_than_a_second_on_a_pi_zero_2(game: str) -> None:
    asked = (
        View.of(match, match.expects.seats[0]) for match in moments(GAMES[game], player(game, "normal"), Random(1))
    )
    views = [view for view in asked if len(CRAFTS[game].moves(view)) > 1][::8]
    own = CRAFTS[game].PLAYOUTS
    times = {playouts: choices_ms(game, views, playouts) for playouts in (own // 8, own, own * 2)}
    for playouts, spent in times.items():
        say_figure(
            f"{game}, {playouts} playouts: a choice takes {median(spent):.1f} ms, {max(spent):.0f} at most;"
            f" on a Pi Zero 2 about {median(spent) * PI_ZERO_2 / 1000:.2f} s"
        )
    assert median(times[own // 8]) < median(times[own * 2])
