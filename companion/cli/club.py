"""`companion club`: the organiser makes a club and the bundles of its boxes; a box joins it, and reports to it.

for example, on the organiser's computer:
  companion club init --host club.local
  companion club add table-4
  companion club shut-out table-4
  companion club renew --host 192.168.1.5

on the box:
  sudo companion club join /media/usb/table-4.club
  sudo companion club join
  companion club run

init makes the club's own authority, the certificates of broker and director, and the
configuration of the broker. It overwrites nothing. add writes the file BOX.club.
shut-out revokes all certificates of a box; add admits a box of that name again. renew
makes new certificates for broker and director: before the old ones expire, or for
other hosts. run connects a box to its club until it is stopped. On a box the service
does this; use it by hand beside companion play.

to see a club without any box (sudo apt install mosquitto):
  companion club evening --fast

evening makes a club, starts its broker, its director and its tables on this computer,
and plays up to the standings. table runs one such table; companion club run, with the
same --config and --data, brings it the orders of its director.

exit status:
  0   all is well
  1   join: the bundle is refused, and nothing is changed
  2   wrong use, or no such club
  69  a package that the organiser's computer needs is not installed
  75  the memory card failed
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import suppress
from functools import partial
from typing import Any

from companion.cli.commands import CLUB, CONFIG, DATA, FILES, Command, argument, flag, game_name, one_of, port, positive
from companion.club.limits import MOST_DEALS, MOST_ROUNDS, MOST_TABLES
from companion.support.lazy_import import import_later


def movement(word: str) -> str:
    """The name of a movement."""
    return one_of(import_later("companion.director.event:MOVEMENTS")())(word)


def seconds(word: str) -> float:
    """Seconds, from 0."""
    with suppress(ValueError):
        if 0 <= float(word) <= 3600:
            return float(word)
    raise ArgumentTypeError(f"“{word}” is not a number of seconds from 0 to 3600, such as 0.5")


_HOST = "a host name or address of the broker; may be repeated, boxes are given the first"
_HOSTS = {"--host": argument("HOST", _HOST, action="append")}


_PACE = {"--pace": argument("S", "seconds between two taps or presses (default 1)", type=seconds)}


def _box(action: str) -> dict[str, Any]:
    return argument("BOX", "the name of a box", asks=f"Which box? For example: companion club {action} table-4")


COMMAND = Command(
    "club",
    actions=(
        Command(
            "init",
            "make a club (on the organiser's computer)",
            {
                "dir": argument("DIR", "make it in this directory", nargs="?"),
                "--name": argument("NAME", "the name of the club in its certificates", default="Club"),
                **_HOSTS,
                "--port": argument("N", "the port of the broker (default 8883)", type=port),
                **CLUB,
            },
            excludes={"--club": "dir"},
            run="club_office:organise",
        ),
        Command(
            "add",
            "make the bundle with which a box joins (on the organiser's computer)",
            {"box": _box("add"), "--to": argument("DIR", "write the bundle into this directory"), **CLUB},
            run="club_office:organise",
        ),
        Command(
            "shut-out",
            "refuse a box from now on (on the organiser's computer)",
            {"box": _box("shut-out"), **CLUB},
            run="club_office:organise",
        ),
        Command(
            "renew",
            "make new certificates for broker and director (on the organiser's computer)",
            {**_HOSTS, **CLUB},
            run="club_office:organise",
        ),
        Command(
            "join",
            "join the club of a bundle (on the box)",
            {"file": argument("FILE", "the bundle (default: the one on the boot partition)", nargs="?"), **CONFIG},
            run="club_box:join_club",
        ),
        Command("run", "report to the club and take its orders (on the box)", FILES, run="club_box:run_club"),
        Command(
            "table",
            "run a simulated table that plays what its director orders",
            {
                "--person": argument("NAME", "a person who taps a name tag there; may be repeated", action="append"),
                **_PACE,
                **FILES,
            },
            run="club_table:run_table",
        ),
        Command(
            "evening",
            "run a whole club on this computer, up to the standings",
            {
                **_PACE,
                "--fast": flag("play as fast as this computer can"),
                "--tables": argument("N", "number of tables (default 8)", type=partial(positive, most=MOST_TABLES)),
                "--game": argument("GAME", "the game (default: the first one with partners)", type=game_name),
                "--movement": argument(
                    "NAME", "who meets whom (default howell; a wrong NAME lists all)", type=movement
                ),
                "--rounds": argument(
                    "N", "number of rounds (default: all of the movement)", type=partial(positive, most=MOST_ROUNDS)
                ),
                "--deals": argument("N", "deals in each round (default 1)", type=partial(positive, most=MOST_DEALS)),
                "--once": flag("end after the standings, instead of keeping the page open"),
                **DATA,
            },
            excludes={"--pace": "--fast"},
            run="club_evening:run_evening",
        ),
    ),
)
