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

from companion.cli.arguments import WrongUseError
from companion.cli.console import print_tables, with_bar
from companion.games.registry import GAMES
from companion.players.arena.contest import Contest, Round, rounds
from companion.players.arena.statistics import figures, plot, table
from companion.players.levels import LEVELS
from companion.support.text import nearest

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from companion.players.arena.statistics import Figures
    from companion.rules.game import Game
    from companion.rules.referee.deals import Luck

AT_ONCE = 4
"""Deals that a process gets at a time."""


def arena(arguments: Namespace) -> int:
    """Run `companion arena`; returns the exit status.

    for example:
      companion arena {EXAMPLE} --players strong,greedy
      companion arena {EXAMPLE} --players strong,normal,easy --deals 500 --jobs 2

    The last level takes the seats that are left. Cards and chance are the same for the same
    seed; “lost” is the share of deals with the worst result, shared ones too.

    exit status:
      0  all is well
      2  no such game, level or number; or no place for the drawing
    """
    game, deals = GAMES[arguments.game], arguments.deals
    contest = Contest(game.by_the_book(), _levels(game, arguments.players), str(arguments.seed), arguments.playouts)
    played = _play(contest, range(deals), arguments.jobs)
    results = figures(contest, list(with_bar(played, deals, "Playing")))
    if arguments.plot:
        _draw(Path(arguments.plot), contest, results)
    if arguments.json:
        head = {"game": contest.game.name, "seed": contest.seed, "deals": deals, "seatings": len(results)}
        sys.stdout.write(json.dumps(head | {"players": [asdict(one) for one in results]}) + "\n")
    else:
        print_tables([table(contest, results, deals)])
    return 0


def _levels(game: Game, said: str) -> tuple[str, ...]:
    """A level for each seat; the last one fills the remaining seats."""
    levels = said.lower().split(",")
    for level in levels:
        if level not in LEVELS:
            raise WrongUseError(f"“{level}” is no level; it takes {', '.join(LEVELS)}{nearest(level, LEVELS)}")
    if len(levels) > max(game.players):
        raise WrongUseError(f"{game.title} is played by {max(game.players)} at most; found {len(levels)} levels")
    return (*levels, *levels[-1:] * (min(game.players) - len(levels)))


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


def _draw(file: Path, contest: Contest, results: Sequence[Figures]) -> None:
    try:
        file.write_text(plot(f"{contest.game.title}: {contest.counted} a deal", results), encoding="utf-8")
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise WrongUseError(f"no drawing: {getattr(problem, 'strerror', problem)}: {file}") from problem
