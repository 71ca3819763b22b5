"""`companion club evening`: a whole club on this computer, whose tables play by themselves."""

from __future__ import annotations

import signal
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli.console import WrongUseError, print_lines
from companion.cli.evening_processes import EveningError, mosquitto_path
from companion.cli.evening_story import ClubEvening, Json, Plan
from companion.director.event import HOWELL
from companion.director.planning import Shape
from companion.games.registry import GAMES
from companion.web.open_browser import has_windows

NO_BROKER = "a club needs the broker Mosquitto: sudo apt install mosquitto"
FAILED = 1
PACE_S, AWAY_S = 1.0, 20.0
"""Seconds between two gestures of an evening to be watched, and for which a box or the broker is away."""


def run_evening(arguments: Namespace) -> int:
    """Play an evening, and leave its page open until Ctrl-C; returns the exit status."""
    mosquitto = mosquitto_path()
    if mosquitto is None:
        raise WrongUseError(NO_BROKER)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    with ExitStack() as ending:
        place = Path(arguments.data or ending.enter_context(TemporaryDirectory(prefix="club-"))).absolute()
        if place.exists() and any(place.iterdir()):
            raise WrongUseError(f"{place} is not empty: choose an empty directory with --data")
        evening = ending.enter_context(ClubEvening(place, _plan(arguments), mosquitto, _tell))
        try:
            _run(evening)
            if not arguments.once:
                _tell("Look around on the page. Ctrl-C ends everything.")
                signal.pause()
        except EveningError as why:
            sys.stderr.write(f"companion club evening: {why}\n")
            return FAILED
        except KeyboardInterrupt:
            _tell("\nEverything ends.")
    return 0


def _plan(arguments: Namespace) -> Plan:
    usual = Plan(arguments.game or _game_of_partners())
    pace_s = PACE_S if arguments.pace is None else arguments.pace
    return Plan(
        usual.game,
        arguments.tables or usual.tables,
        arguments.movement or usual.movement,
        arguments.rounds or usual.rounds,
        arguments.deals or usual.deals,
        pace_s=0.0 if arguments.fast else pace_s,
        away_s=usual.away_s if arguments.fast else AWAY_S,
    )


def _game_of_partners() -> str:
    """The first game that pairs play."""
    return next(name for name, game in GAMES.items() if Shape.of(game, HOWELL).partners)


def _run(evening: ClubEvening) -> None:
    _tell(f"A club of {len(evening.boxes)} tables is made in {evening.place} ...")
    evening.found()
    evening.begin()
    if sys.stdin.isatty() and has_windows():
        webbrowser.open(evening.address)
    evening.play()
    matches, lines = evening.compare()
    print_lines(("", *_table(evening.standings(matches)), ""))
    _tell(f"Every record at the director equals the box's, byte for byte: {matches} matches, {lines} lines.")


def _table(standings: Sequence[Json]) -> list[str]:
    """The standings as a table.

    >>> _table([{"place": 1, "names": ["Ann", "Bob"], "deals": 3, "points": 5.0, "percent": 62.5}])
    [' 1  Ann / Bob   62.50 %   3 deals']
    """
    width = max((len(" / ".join(standing["names"])) for standing in standings), default=0)
    return [
        f"{row['place']:2}  {' / '.join(row['names']):{width}}  {_worth(row):>8}   {row['deals']} deals"
        for row in standings
    ]


def _worth(row: Json) -> str:
    return f"{row['points']:g}" if row["percent"] is None else f"{row['percent']:.2f} %"


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - what this command is for
