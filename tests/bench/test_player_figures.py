"""What a strong choice costs, for each game: `pytest -s tests/bench/test_player_figures.py`.

Processor time is printed. What is asserted is counted: calls of functions in one choice, at a table where no computer
has played yet.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from statistics import median, quantiles
from time import process_time

import pytest

from companion.games.birddog import playout as birddog
from companion.games.birddog.strategy import answers
from companion.games.birdhead import playout as birdhead
from companion.games.euchre import playout as euchre
from companion.games.hearts import playout as hearts
from companion.games.registry import GAMES
from companion.games.rook import playout as rook
from companion.players import likelihood
from companion.players.levels import player, strategy_of
from companion.players.monte_carlo import Strong
from companion.players.seat_view import SeatView
from companion.players.trick_heuristics import TrickStrategy
from companion.rules.statements import PLAY
from tests.bench.consistency import ROUNDS, cost_us
from tests.bench.figures import calls, counted, only_with_bench, timed
from tests.companion.players.tables import moments
from tests.evening import ROOT
from tests.torture import every_so_many

PLAYED_OUT = ("birddog", "birdhead", "bonehead", "rook", "hearts", "spades", "euchre")

PI_ZERO_2 = 21
"""So many times slower than a desk's machine is a Pi Zero 2 W, about."""

IN_A_SECOND = 19_000_000 // PI_ZERO_2
"""Calls and returns that a Pi Zero 2 W makes in a second: a desk's machine makes 19 to 24 million in these choices."""

OPENING = 0.2
"""The part of the second that the game's player and playouts take to be loaded, before the first choice only."""


def asked(game: str) -> list[SeatView]:
    """Every view of a deal from which there is a choice."""
    matches = moments(GAMES[game], player(GAMES[game], "normal"), Random(1))
    views = (SeatView.of(match, match.expects.seats[0]) for match in matches)
    return [view for view in views if len(strategy_of(GAMES[game]).moves(view)) > 1]


def choice_ms(strong: Strong, view: SeatView) -> float:
    began = process_time()
    strong.choose(view, Random(1).randrange)
    return 1000 * (process_time() - began)


def forget_tables() -> None:
    """As if no computer had played yet."""
    for table in (
        rook.order_of,
        birddog.order_of,
        euchre.order_of,
        hearts.order,
        answers,
        birdhead.ranks_of,
        birdhead._alike_sets,
    ):
        table.cache_clear()


@pytest.mark.parametrize("game", every_so_many(8, PLAYED_OUT))
def test_a_strong_choice_takes_less_than_a_second_on_a_pi_zero_2(game: str) -> None:
    strong, views, most = Strong(strategy_of(GAMES[game]), strategy_of(GAMES[game]).PLAYOUTS), asked(game), 0
    spent = quantiles([choice_ms(strong, view) for view in views], n=100)
    for view in views[::6]:
        forget_tables()
        most = max(most, calls(lambda view=view: strong.choose(view, Random(1).randrange)))  # type: ignore[misc]
    bar_ms = 1000 / PI_ZERO_2
    timed(f"{game}, a strong choice, median, bar: a second on a Zero 2", spent[49], bar_ms, "ms", repeats=len(views))
    timed(f"{game}, a strong choice, 99 in 100", spent[98], bar_ms, "ms", repeats=len(views))
    counted(
        f"{game}, a first strong choice at most", most, (1 - OPENING) * IN_A_SECOND, "calls", repeats=len(views[::6])
    )


@only_with_bench
@pytest.mark.parametrize("game", PLAYED_OUT)
def test_a_deal_is_imagined_in_the_middle_of_every_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likelihood, "DEALS", None)  # each one anew
    views = [view for view in asked(game) if PLAY in view.expects.words]
    strategy = strategy_of(GAMES[game])
    deals = strategy.imagine(views[len(views) // 2], Random(2).randrange)
    drawn = likelihood.LOT if isinstance(strategy, TrickStrategy) else 1
    timed(f"{game}, a deal drawn and laid out", cost_us(lambda: next(deals), 300) / drawn, 12, "us", repeats=ROUNDS)


FIRST = """
import sys
from companion.games.euchre import playout as euchre
from companion.games.hearts import playout as hearts
from companion.games.registry import GAMES
GAMES[sys.argv[1]]
before = set(sys.modules)
from companion.players import likelihood
from companion.players.levels import player
player(GAMES[sys.argv[1]], "strong")
print(*sorted(set(sys.modules) - before), sep="\\n")
"""


@pytest.mark.parametrize("game", ["rook", "birdhead"])
def test_the_first_choice_opens_the_player_of_one_game_only(game: str) -> None:
    words = [sys.executable, "-c", FIRST, game]
    opened = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout.split()  # noqa: S603
    assert f"companion.games.{game}.strategy" in opened
    others = {name for name in opened for other in set(GAMES) - {game} if name.startswith(f"companion.games.{other}")}
    assert not others


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_view_at_the_end_of_a_long_evening_is_told_from_the_last_one(game: str) -> None:
    views: dict[int, SeatView] = {}
    anew, told = [], []
    for match in moments(GAMES[game], player(GAMES[game], "normal"), Random(1), late=2000):
        seat = match.expects.seats[0]
        began = process_time()
        whole = SeatView.of(match, seat)
        between = process_time()
        views[seat] = SeatView.of(match, seat, views.get(seat))
        told.append(1000 * (process_time() - between))
        anew.append(1000 * (between - began))
        assert views[seat] == whole
    timed(f"{game}, a view after 2,000 statements, median", median(told), 1, "ms", repeats=len(told))
    timed(f"{game}, a view after 2,000 statements, the slowest", max(told), 1, "ms", repeats=len(told))
    timed(f"{game}, the same without an earlier view, the slowest", max(anew), 5, "ms", repeats=len(anew))
