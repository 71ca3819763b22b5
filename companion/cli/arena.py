"""`companion arena`: let computer players of several levels play each other, and print the figures.

for example:
  companion arena {EXAMPLE} --players strong,greedy
  companion arena {EXAMPLE} --players strong,normal,easy --deals 500 --plot levels.svg
  companion arena {EXAMPLE} --players normal,easy --until 0.95

The last level takes all remaining seats. Partners have the same level, unless you give
one for each seat. The same seed gives the same cards and the same chance. “lost” is the
share of deals with the worst result, alone or shared. Times are processor time.

A level “is better” if the interval of the difference does not contain 0. Do not repeat
runs until this happens: that proves nothing. --until plays on with wider intervals,
which allow for it.

exit status:
  0  all is well
  2  no such game, level or number; --until with nothing to compare; or the drawing
     cannot be made
"""

from __future__ import annotations

import json
import os
import platform
import signal
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

from companion import VERSION
from companion.cards import Luck
from companion.cli.commands import Command, argument, flag, game_name, positive
from companion.cli.console import WrongUseError, print_tables, refusing, with_bar
from companion.cli.first_match import whole
from companion.cli.scratch import exit_on_signals
from companion.games.plugin_form import INSTALL_FIRST
from companion.games.registry import EXAMPLE, GAMES
from companion.players.arena.contest import ArenaRound, Contest, rounds
from companion.players.arena.plot import plot
from companion.players.arena.statistics import Confidence, difference_table, differences, figures, table, until_sure
from companion.players.levels import LEVELS, strategy_of
from companion.rules.game import Game, pieces_of
from companion.rules.partners import sides_of
from companion.storage.disk import DISK
from companion.storage.named_file import write_new
from companion.support.text import nearest

DEALS, MOST = 100, 1000
"""Deals if --deals is not given: without --until, and at most with it."""


def installed_game(word: str) -> str:
    """The name of a known game: arenas are played in several processes, which open it by its name."""
    if ":" in word:
        raise ArgumentTypeError(INSTALL_FIRST.format(place=word))
    return game_name(word)


def confidence_word(word: str) -> float:
    """A confidence such as 0.95."""
    with suppress(ValueError):
        if 0.5 <= float(word) < 1:
            return float(word)
    raise ArgumentTypeError(f"“{word}” is not a number from 0.5 to 0.999…, such as 0.95")


COMMAND = Command(
    "arena",
    arguments={
        "game": argument(
            "GAME", "a game", type=installed_game, asks=f"Which game? For example: companion arena {EXAMPLE}"
        ),
        "--players": argument("LEVEL,…", f"who plays: {', '.join(LEVELS)}", default="strong,normal"),
        "--deals": argument(
            "N", "number of deals, each played from every seat (default 100; with --until at most 1000)", type=positive
        ),
        "--until": argument(
            "0.95", "stop when every difference is this certain, or after --deals", type=confidence_word
        ),
        "--seed": argument("N", "seed of the cards and of the players' chance (default 1)", type=whole, default=1),
        "--playouts": argument(
            "N", "deals that strong players imagine for a choice (default: by the game)", type=positive
        ),
        "--jobs": argument("N", "number of processes (default: one for each core)", type=positive),
        "--plot": argument("FILE", "draw means, differences and their intervals into this SVG file"),
        "--json": flag("print one JSON object instead of a table"),
    },
)


def arena(arguments: Namespace) -> int:
    """Run `companion arena`; returns the exit status."""
    game, until = GAMES[arguments.game], arguments.until
    levels = _levels(game, arguments.players)
    contest = Contest(pieces_of(game).by_the_book(), levels, str(arguments.seed), arguments.playouts)
    _refuse_idle(arguments, contest)
    if arguments.plot:
        with refusing(arguments.plot):
            DISK.refuse_taken(Path(arguments.plot))  # a contest may take hours
            Path(arguments.plot).parent.stat()
    deals = arguments.deals or (MOST if until else DEALS)
    confidence = Confidence(until, always=True) if until else Confidence()
    with closing(_play(contest, range(deals), arguments.jobs or os.cpu_count() or 1)) as played:
        needed = until_sure(contest, played, confidence) if until else played
        doing = "Playing until sure" if until else "Playing"
        done = list(with_bar(needed, deals, doing, after_s=0))  # a deal takes long
    results, compared = figures(contest, done, confidence), differences(contest, done, confidence)
    if arguments.plot:
        drawing = plot(f"{contest.title}, {len(done)} deals", results, compared, confidence)
        with refusing(arguments.plot):
            write_new(Path(arguments.plot), drawing.encode())
    if arguments.json:
        told = _repeatable(contest, deals, until) | {"deals": len(done), "confidence": confidence.share}
        told |= {"sides": [*map(asdict, results)], "differences": [*map(asdict, compared)]}
        sys.stdout.write(json.dumps(told | {"points": [arena_round.points for arena_round in done]}) + "\n")
    else:
        tables = [table(contest, results, confidence, len(done))]
        print_tables([*tables, difference_table(compared, confidence)] if compared else tables)
    return 0


def _refuse_idle(arguments: Namespace, contest: Contest) -> None:
    """Refuse options that would change nothing in this contest, and a drawing amid the table."""
    if arguments.playouts and "strong" not in contest.levels:
        raise WrongUseError("--playouts is for strong players, but --players has none")
    if arguments.until and len(contest.sides) == 1:
        raise WrongUseError(f"--until compares levels, but all players are “{next(iter(contest.sides))}”")
    if arguments.plot == "-":
        raise WrongUseError("--plot: the table is printed, so the drawing needs a file, such as levels.svg")


def _repeatable(contest: Contest, deals: int, until: float | None) -> dict[str, object]:
    """What makes the contest repeatable."""
    playouts = contest.playouts or strategy_of(contest.game).PLAYOUTS
    words = ["companion arena", contest.game.name, "--players", ",".join(contest.levels), "--deals", str(deals)]
    words += ["--seed", contest.seed]
    if "strong" in contest.levels:
        words += ["--playouts", str(playouts)]
    if until:
        words += ["--until", str(until)]
    return {
        "version": VERSION,
        "python": platform.python_version(),
        "repeat": " ".join(words),
        "game": contest.game.name,
        "players": contest.levels,
        "seed": contest.seed,
        "playouts": playouts if "strong" in contest.levels else None,
        "until": until,
        "most": deals,
        "seatings": len(contest.levels),
    }


def _levels(game: Game, said: str) -> tuple[str, ...]:
    """A level for each seat: said for each side, or for each seat if there are more. The last one fills the rest."""
    if game.entry.strategy() is None:
        raise WrongUseError(f"{game.title} has no computer players")
    levels = said.lower().split(",")
    for level in levels:
        if level not in LEVELS:
            raise WrongUseError(f"“{level}” is not a level; the levels are {', '.join(LEVELS)}{nearest(level, LEVELS)}")
    if len(levels) > max(game.players):
        raise WrongUseError(f"{game.title} is played by {max(game.players)} at most; found {len(levels)} levels")
    seats = max(len(levels), min(game.players))
    sides = sides_of(game, seats)
    places = sides if len(levels) <= len(sides) else [(seat,) for seat in range(seats)]
    levels += levels[-1:] * (len(places) - len(levels))
    by_seat = {seat: level for level, place in zip(levels, places, strict=True) for seat in place}
    return tuple(by_seat[seat] for seat in range(seats))


def _play(contest: Contest, numbers: Sequence[int], jobs: int) -> Generator[ArenaRound]:
    """All rounds in order, played by `jobs` processes. Closed early, it ends them at once."""
    if jobs == 1 or len(numbers) <= jobs:  # a process takes longer to start than some rounds
        yield from rounds(contest, numbers, _luck, time.process_time)
        return
    # A fork would copy the bar's thread. Ctrl-C is for the first process, which ends the others.
    with exit_on_signals(), get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(partial(_one, contest), numbers)


def _one(contest: Contest, number: int) -> ArenaRound:
    """The round with this number."""
    return next(rounds(contest, [number], _luck, time.process_time))


def _luck(name: str) -> Luck:
    return Random(name).randrange  # noqa: S311 - a card game without stakes
