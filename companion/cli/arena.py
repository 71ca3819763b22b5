"""`companion arena`: let computer players of several levels play each other, and print the figures."""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.cli.console import print_tables, with_bar
from companion.games.registry import GAMES
from companion.players.arena.contest import Contest, Round, rounds
from companion.players.arena.statistics import figures, plot, table
from companion.players.levels import LEVELS
from companion.support.text import nearest, visible

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from companion.players.arena.statistics import Figures
    from companion.rules.game import Game
    from companion.rules.referee.deals import Luck

ALL_WELL, WRONG_USE = 0, 2
AT_ONCE = 4
"""Deals that a process gets at a time."""


class AskedWronglyError(ValueError):
    """Unknown level or player, or no place for the drawing; the message says which."""


def arena(arguments: Namespace) -> int:
    """Run `companion arena`; returns the exit status."""
    try:
        contest = _contest(arguments)
        numbers = range(_positive("--deals", arguments.deals))
        played = list(_bar(_play(contest, numbers, _positive("--jobs", arguments.jobs)), len(numbers)))
        results = figures(contest, played)
        if arguments.plot:
            _draw(Path(arguments.plot), contest, results)
    except AskedWronglyError as problem:
        sys.stderr.write(visible(f"companion arena: {problem}") + "\n")
        return WRONG_USE
    if arguments.json:
        _print_json(contest, results, len(numbers))
    else:
        print_tables(iter([table(contest, results, len(numbers))]), sys.stdout)
    return ALL_WELL


def _contest(arguments: Namespace) -> Contest:
    """The contest of these arguments. Raises AskedWronglyError."""
    game = GAMES[arguments.game]
    playouts = None if arguments.playouts is None else _positive("--playouts", arguments.playouts)
    return Contest(game.by_the_book(), _levels(game, arguments.players), str(arguments.seed), playouts)


def _levels(game: Game, said: str) -> tuple[str, ...]:
    """A level for each seat; the last one fills the remaining seats."""
    levels = said.lower().split(",")
    for level in levels:
        if level not in LEVELS:
            raise AskedWronglyError(f"“{level}” is no level; it takes {', '.join(LEVELS)}{nearest(level, LEVELS)}")
    if len(levels) > max(game.players):
        raise AskedWronglyError(f"{game.title} is played by {max(game.players)} at most; found {len(levels)} levels")
    return (*levels, *levels[-1:] * (min(game.players) - len(levels)))


def _positive(option: str, number: int) -> int:
    if number < 1:
        raise AskedWronglyError(f"{option} takes a whole number from 1; found {number}")
    return number


def _play(contest: Contest, numbers: Sequence[int], jobs: int) -> Iterator[Round]:
    """All rounds in order, played by `jobs` processes."""
    if jobs == 1:
        yield from rounds(contest, numbers, _luck, time.perf_counter)
        return
    shares = [numbers[first : first + AT_ONCE] for first in range(0, len(numbers), AT_ONCE)]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as processes:  # a fork would copy the bar's thread
        for share in processes.map(partial(_share, contest), shares):
            yield from share


def _share(contest: Contest, numbers: Sequence[int]) -> list[Round]:
    """The rounds of one process."""
    return list(rounds(contest, numbers, _luck, time.perf_counter))


def _luck(name: str) -> Luck:
    return Random(name).randrange  # noqa: S311 - a card game without stakes


def _bar(played: Iterator[Round], deals: int) -> Iterator[Round]:
    return with_bar(played, deals, sys.stderr, time.monotonic, doing="Playing")


def _draw(file: Path, contest: Contest, results: Sequence[Figures]) -> None:
    try:
        file.write_text(plot(f"{contest.game.title}: {contest.counted} a deal", results), encoding="utf-8")
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise AskedWronglyError(f"no drawing: {getattr(problem, 'strerror', problem)}: {file}") from problem


def _print_json(contest: Contest, results: Sequence[Figures], deals: int) -> None:
    head = {"game": contest.game.name, "seed": contest.seed, "deals": deals, "seatings": len(results)}
    sys.stdout.write(json.dumps(head | {"players": [asdict(one) for one in results]}) + "\n")
