"""The sub-commands: purpose, arguments, examples and exit statuses, as data for `main`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.games.registry import DECK_KINDS, EXAMPLE, GAMES
from companion.settings.schema import PANELS
from companion.support.text import nearest
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LAST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a sub-command: its flag or name, and its options for argparse."""

    name: str
    how: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Idle:
    """Arguments without effect next to others: which, next to what, and the reason."""

    names: tuple[str, ...]
    beside: Callable[[argparse.Namespace], bool]
    why: str


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command. `entry` is `module:function`, imported when called: function(arguments) -> status.

    Refuses `idle` arguments instead of ignoring them.
    """

    name: str
    summary: str
    entry: str
    arguments: tuple[Argument, ...]
    epilog: str
    idle: tuple[Idle, ...] = ()


def game_name(word: str) -> str:
    """The name of a known game, in any case; for argparse."""
    if word.lower() in GAMES:
        return word.lower()
    allowed = ", ".join(sorted(GAMES))
    raise argparse.ArgumentTypeError(f"“{word}” is no game here; it takes {allowed}{nearest(word.lower(), GAMES)}")


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """One of these words; an error names the nearest. For argparse, whose `choices` do not."""

    def chosen(word: str) -> str:
        if word in words:
            return word
        raise argparse.ArgumentTypeError(f"“{word}” is none of {', '.join(words)}{nearest(word, words)}")

    return chosen


def port_number(word: str) -> int:
    """A port number; for argparse."""
    if word.isdecimal() and 0 < int(word) <= LAST_PORT:
        return int(word)
    raise argparse.ArgumentTypeError(f"“{word}” is no port; it takes a whole number from 1 to {LAST_PORT}")


def _flag(name: str, meaning: str) -> Argument:
    return Argument(name, {"action": "store_true", "help": meaning})


def _value(name: str, metavar: str, meaning: str, **how: Any) -> Argument:
    return Argument(name, {"metavar": metavar, "help": meaning, **how})


HISTORY = ("list", "show", "export")
SHOWN = ("show", "path", "example", "socket", "ports")
SETTINGS = (
    _value("--config", "FILE", "the settings file, instead of the usual places"),
    _value("--data", "DIR", "where decks, records and the drinks of the house are kept"),
    _value("--panel", "KIND", f"the display: {', '.join(PANELS)}", type=one_of(PANELS)),
    _flag("--upside-down", "the display is turned by 180 degrees in its box"),
    _flag("--common-anode", "the light's longest leg is wired to 3.3 V"),
)
"""The settings file, and the options that override it."""

DECK_WORK = ("list", "show", "export", "import", "rename", "delete")

COMMANDS = (
    Command(
        "play",
        "play at the table: reader, display and buttons, real or simulated",
        "companion.cli.play:play",
        (
            _flag("--simulate", "simulate every wire and show the table in a browser"),
            _flag("--terminal", "with --simulate: show the table in this terminal instead"),
            _value("--port", "N", "with --simulate: the page's port (else the first free from 8080)", type=port_number),
            _value("--game", "NAME", "begin with this game instead of the menu", type=game_name),
            _value("--deck", "NAME", "the enrolled deck on the table"),
            _value("--seed", "N", "repeat the chance of an earlier simulation", type=int),
            *SETTINGS,
        ),
        "examples:\n  companion play --simulate                     a table in the browser\n"
        f"  companion play --simulate --terminal --game {EXAMPLE} --seed 7\n\n"
        "exit status:\n  0  ended as asked, or shut down\n  2  no reader and display, a bad drinks.txt,\n"
        "     a data directory in use, or a record that cannot be continued\n"
        "  69  another program has display, pins or reader; it is named, and nothing of it was touched\n"
        "  75  not saved: the memory card failed; starting again shows what is saved\n"
        "  78  a wrong value in the settings file; file, line and key are told\n",
        (
            Idle(("--terminal", "--port", "--seed"), lambda given: not given.simulate, "is for --simulate"),
            Idle(("--port",), lambda given: given.terminal, "is the port of the page; --terminal has none"),
        ),
    ),
    Command(
        "enrol",
        "learn which tag is which card, one after the other",
        "companion.cli.enrol:enrol",
        (
            _value("kind", "KIND", f"what the tags are for: {', '.join(DECK_KINDS)}", type=one_of(DECK_KINDS)),
            _value("--name", "NAME", "the deck's name, or what a deck of this name lacks"),
            _value("--person", "NAME", "somebody who gets a name tag; once for each", action="append"),
            _flag("--simulate", "simulate every wire, with a roll of stickers to tap by typing"),
            *SETTINGS,
        ),
        "examples:\n  companion enrol french                           a French deck of 52\n"
        "  companion enrol french --name french-red         one more of them\n"
        "  companion enrol persons --person Ann --person Bob\n\n"
        "Every tap is saved; a run that was left goes on where it was.\n\n"
        "exit status:\n  0, 2, 69, 75, 78 as of companion play\n",
        (Idle(("--person",), lambda given: given.kind != "persons", "is for name tags: companion enrol persons"),),
    ),
    Command(
        "decks",
        "list, show, export, import, rename and delete decks of tags",
        "companion.cli.decks:decks",
        (
            _value("what", "WHAT", ", ".join(DECK_WORK), nargs="?", type=one_of(DECK_WORK), default=DECK_WORK[0]),
            _value("name", "NAME", "a deck; for import a FILE, - is standard input", nargs="?"),
            _value("file", "FILE", "where export writes, else standard output; the new name for rename", nargs="?"),
            _flag("--replace", "import over a deck of the same name"),
            *SETTINGS[:2],
        ),
        "examples:\n  companion decks list\n  companion decks export french french.json\n"
        "  companion decks import french.json\n  companion decks rename french french-red\n"
        "  companion decks delete french-red\n\n"
        "delete asks first; what is deleted or renamed stays in the data directory as\ndecks/NAME.json.gone-1.\n\n"
        "exit status:\n  0  all is well\n  1  refused: a file with faults, each told, a name that is taken, or no “y”\n"
        "  2  no such deck or file, or the data directory is in use\n",
        (Idle(("--replace",), lambda given: given.what != "import", "is for import"),),
    ),
    Command(
        "config",
        "show the settings, where they come from, or an example",
        "companion.settings.search_path:config",
        (
            _value("what", "WHAT", ", ".join(SHOWN), nargs="?", type=one_of(SHOWN), default=SHOWN[0]),
            *SETTINGS,
        ),
        "examples:\n  companion config show       every setting, its value, and who set it\n"
        "  companion config path       the file that is used\n"
        "  companion config example    a file with all defaults, to begin with\n"
        "  companion config socket     where the scoreboard listens; nothing where it is off\n"
        "  companion config ports      the serial ports of the readers, a line each\n\n"
        "The file is the one of --config, else of $COMPANION_CONFIG, else\n"
        "~/.config/companion/config.toml ($XDG_CONFIG_HOME), else\n/etc/companion/config.toml.\n\n"
        "exit status:\n  0   all is well\n  1   path: there is no file\n  78  a wrong value in the file\n",
        (
            Idle(
                ("--data", "--panel", "--upside-down", "--common-anode"),
                lambda given: given.what != "show",
                "wins over the file; only show tells what is in force",
            ),
            Idle(("--config",), lambda given: given.what == "example", "names a file, and example reads none"),
        ),
    ),
    Command(
        "doctor",
        "check every wire, bus, permission and chip, and say what to do",
        "companion.cli.doctor:doctor",
        (
            _flag("--no-questions", "leave out what somebody must press, lay or look at"),
            _flag("--json", "print one JSON object a line: name, state, found, remedy; asks nothing"),
            _flag("--simulate", "look at a simulated box, and at somebody who does what is asked"),
            _value(
                "--fault",
                "NAME",
                "plant a fault in the simulated box (a wrong NAME lists them all); may be repeated",
                action="append",
            ),
            *SETTINGS,
        ),
        "examples:\n  companion doctor                             on the box, with somebody at it\n"
        "  companion doctor --json | jq 'select(.state == \"failure\")'\n"
        "  companion doctor --simulate --fault miso-low    what it says of a broken wire\n"
        "  companion doctor --simulate --data DIR          the decks and records there, and a box that is well\n\n"
        "The companion must not run meanwhile: sudo systemctl stop companion. Questions are\n"
        "answered with y and n, or with OK and BACK of the box; they are left out where standard\n"
        "input is no terminal. What waits for another check, or for people, is skipped. Faults that\n"
        "pass by themselves (bit-errors, bounce, …) are borne by the drivers: nothing complains.\n\n"
        "exit status:\n  0  no failure; there may be warnings\n  1  a failure, with what mends it\n"
        "  2  wrong use, as --fault without --simulate\n",
        (Idle(("--fault",), lambda given: not given.simulate, "is for --simulate"),),
    ),
    Command(
        "check",
        "answer every line of table records by the rules",
        "companion.cli.check:check",
        (
            _flag("--json", "print one JSON object a line instead of words"),
            _value("files", "FILE", "a table record; - is standard input", nargs="+"),
        ),
        "examples:\n  companion check evening.table\n  companion check --json *.table | jq 'select(.final)'\n\n"
        "exit status:\n  0  no illegal statement, no error, no revoke that stands\n  1  there was one of these\n"
        "  2  a file is no record: missing, not UTF-8, or no right game and players\n  Of several files the worst.\n",
    ),
    Command(
        "replay",
        "play a record through the whole simulated machine and show its display",
        "companion.cli.replay:replay",
        (
            _value("file", "FILE", "a table record; - is standard input"),
            _value("--png", "DIR", "write one picture a statement into this directory"),
            _flag("--wire", "show the bytes on the wires, too"),
        ),
        "example:\n  companion replay evening.table --png pictures\n\n"
        "exit status:\n  as of companion check; 2 also when a picture cannot be written\n",
    ),
    Command(
        "history",
        "what was played: by game, by player, and any evening deal by deal",
        "companion.cli.history:history",
        (
            _value("what", "GAME", f"a game; or {', '.join(HISTORY)}", nargs="?"),
            _value("evening", "EVENING", "show, export: the number or the name of one", nargs="?"),
            _value("file", "FILE", "export: where the record goes; - or nothing is standard output", nargs="?"),
            _value("--player", "NAME", "only evenings at which this player sat"),
            _flag("--json", "print one JSON object instead of tables"),
            SETTINGS[0],
            SETTINGS[1],
        ),
        "examples:\n  companion history                     who wins, game by game\n"
        f"  companion history {EXAMPLE} --player Ann\n"
        "  companion history list                every evening with its number\n"
        "  companion history show 17             how it went, deal by deal\n"
        "  companion history export 17 for-bob.table\n\n"
        "Only matches that are over count; a damaged or a foreign one is named and skipped. The\n"
        "number of an evening stays: 1 is the earliest. Dates are what the box believed.\n"
        "A * beside a name: the winner. Some columns: early, evenings ended before anybody\n"
        "had won; average, the length of a match; points, of one player at its end; place,\n"
        "1.0 is always the first; series, most wins in a row.\n\n"
        "exit status:\n  0   all is well\n  1   a record was skipped\n  2   no such game, player or evening\n"
        "  75  the memory card cannot be read\n  78  a wrong value in the settings file\n",
        (
            Idle(("--player",), lambda given: given.what in HISTORY[1:], "picks evenings; show and export take one"),
            Idle(("--json",), lambda given: given.what == "export", "is for tables; export copies the record as it is"),
            Idle(("file",), lambda given: given.what != "export", "is for export"),
        ),
    ),
    Command(
        "arena",
        "computer players of several levels against each other, on the same cards in every seat",
        "companion.cli.arena:arena",
        (
            _value("game", "GAME", "a game", type=game_name),
            _value("--players", "LEVEL,…", "who plays: random, greedy, easy, normal, strong", default="strong,normal"),
            _value("--deals", "N", "so many deals, each played from every seat (default 100)", type=int, default=100),
            _value("--seed", "N", "other cards and other chance (default 1)", type=int, default=1),
            _value("--playouts", "N", "what strong players play out for a choice, instead of the game's", type=int),
            _value("--jobs", "N", "so many processes at once (default 1)", type=int, default=1),
            _value("--plot", "FILE", "draw means and intervals into this SVG file"),
            _flag("--json", "print one JSON object instead of a table"),
        ),
        f"examples:\n  companion arena {EXAMPLE} --players strong,greedy\n"
        f"  companion arena {EXAMPLE} --players strong,normal,easy --deals 500 --jobs 2\n\n"
        "The last level takes the seats that are left. Cards and chance are the same for the same\n"
        "seed; “lost” is the share of deals with the worst result, shared ones too.\n\n"
        "exit status:\n  0  all is well\n  2  no such game, level or number; or no place for the drawing\n",
        (
            Idle(
                ("--playouts",),
                lambda given: "strong" not in given.players.lower(),
                "is for strong players, and none is among --players",
            ),
        ),
    ),
    Command(
        "scoreboard",
        "serve a page for the phones at the table, which may only look",
        "companion.cli.scoreboard:scoreboard",
        SETTINGS[:2],
        "It shows what everybody at the table may know, and what was played before. The settings\n"
        "switch it on and say where it listens, below [scoreboard]; on the box: sudo make install.\n\n"
        "example:\n  companion scoreboard\n",
    ),
    Command(
        "rules",
        "tell the rules of a game as the code knows them",
        "companion.cli.rules:rules",
        (_value("game", "GAME", "a game; without it all games are listed", nargs="?", type=game_name),),
        f"example:\n  companion rules {EXAMPLE}\n",
    ),
)
