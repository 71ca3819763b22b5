"""What the referee's proofs and drawn deals cost: `pytest -s tests/bench/test_referee_figures.py`.

Processor time, the best of some rounds; the bar is a plain counting loop on the same machine in the same run, where
no number is given.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.rules.referee.deals import Deals
from companion.rules.statements import Statement
from companion.rules.tricks import TrickGame
from tests.bench.consistency import ROUNDS, cost_us, middle_of_rook
from tests.bench.figures import only_with_bench, timed
from tests.evening import RECORDS, ROOT

PLAYED = {"birddog": "birddog-full-deal", "birdhead": "birdhead-full-deal", "rook": "rook-full-deal-set"}


def a_thousand_turns() -> None:
    """The measure: a loop of a thousand turns that does next to nothing."""
    turned = 0
    for turn in range(1000):
        turned += turn * turn & 7


def loop_us() -> float:
    return cost_us(a_thousand_turns, 100)


def plays_of(name: str) -> Iterator[tuple[TrickGame[Any], Any, Statement]]:
    """Every play of a recorded deal, no hand scanned, and the state before it."""
    record = RECORDS[PLAYED[name]].read_text("utf-8")
    unseen = [line for line in record.splitlines() if not line.startswith(("hand", "nest"))]
    for line in answers("\n".join(unseen), GAMES):
        match = line.match
        if match and match.said and match.said.word == "play" and match.before:
            game: Any = match.header.game
            yield game, match.before.state, match.said


def pythons() -> dict[str, str]:
    """Every Python of at least 3.11 on the path, by its version and build."""
    asks = "import platform as p, sys; print(sys.version_info >= (3, 11), p.python_version(), *p.python_build())"
    found: dict[str, str] = {}
    for directory in (str(Path(sys.executable).parent), *os.get_exec_path()):
        command = str(Path(directory) / "python3")
        if shutil.which(command):
            told = subprocess.run([command, "-c", asks], check=False, capture_output=True, encoding="utf-8").stdout  # noqa: S603 - our own words
            if told.startswith("True "):
                found.setdefault(told.removeprefix("True ").strip(), command)
    return found


@only_with_bench
def test_the_consistency_of_one_play_costs_next_to_nothing_in_every_python_build() -> None:
    """Where nothing changed but the play."""
    builds = pythons()
    for build, command in builds.items():
        words = [command, "-m", "tests.bench.consistency"]
        told = subprocess.check_output(words, cwd=ROOT, encoding="utf-8")  # noqa: S603 - the same
        timed(f"consistency of one play, Python {build}", float(told), 5, "us", repeats=ROUNDS)
    assert builds


@only_with_bench
@pytest.mark.parametrize("name", PLAYED)
def test_a_play_is_judged_and_proven_in_no_time(name: str) -> None:
    plays = list(plays_of(name))
    loop, number = loop_us(), len(plays)
    judged = cost_us(lambda: [game.judge(state, said) for game, state, said in plays], 5) / number
    advanced = cost_us(lambda: [game.advance(state, said) for game, state, said in plays], 5) / number
    proven = cost_us(lambda: [game.revokes.prove(state) for game, state, said in plays], 5) / number
    assert number > 12
    timed(f"{name}, a play is judged", judged, loop, "us", repeats=ROUNDS)
    timed(f"{name}, a play is played, bar: two loops", advanced, 2 * loop, "us", repeats=ROUNDS)
    timed(f"{name}, of it what is proven", proven, loop, "us", repeats=ROUNDS)


@only_with_bench
@pytest.mark.parametrize("denied", [(), ((0, "B"), (2, "G")), ((0, "B"), (1, "G"), (2, "R"), (3, "Y"), (0, "Y"))])
def test_a_deal_is_drawn_from_any_promises(denied: tuple[tuple[int, str], ...]) -> None:
    knowledge, promises = middle_of_rook(*denied)
    luck = Random(2).randrange
    deals = Deals.of(knowledge, promises)
    prepared, drawn = cost_us(lambda: Deals.of(knowledge, promises), 10), cost_us(lambda: deals.draw(luck), 200)
    of = f"{deals.count:.1e} deals of 25 hidden cards, {len(denied)} promises"
    timed(f"{of}: prepared", prepared, 1000, "us", repeats=ROUNDS)
    timed(f"{of}: one drawn", drawn, 12, "us", repeats=ROUNDS)


@only_with_bench
@pytest.mark.parametrize("name", PLAYED)
def test_deals_are_drawn_as_fast_in_the_middle_of_every_game(name: str) -> None:
    plays = list(plays_of(name))
    _, state, _ = plays[len(plays) // 2]
    luck = Random(2).randrange
    knowledge, promises = state.now.knowledge, state.now.promises
    deals = Deals.of(knowledge, promises)
    prepared, drawn = cost_us(lambda: Deals.of(knowledge, promises), 10), cost_us(lambda: deals.draw(luck), 200)
    of = f"{name}, half of a deal, {deals.count:.1e} deals, {len(promises)} promises"
    timed(f"{of}: prepared", prepared, 1000, "us", repeats=ROUNDS)
    timed(f"{of}: one drawn", drawn, 12, "us", repeats=ROUNDS)
