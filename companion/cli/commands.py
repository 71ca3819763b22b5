"""The sub-commands: purpose, arguments and the arguments that mean nothing beside others, as data for `main`."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.director.event import MOVEMENTS
from companion.games.registry import DECK_KINDS, GAMES, deck_kinds
from companion.parts.display_kind import DISPLAYS
from companion.support.text import nearest
from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LAST_PORT, MANY = 65_535, 1_000_000_000


@dataclass(frozen=True, slots=True)
class Idle:
    """Arguments without effect: which, when, and the reason."""

    names: tuple[str, ...]
    when: Callable[[argparse.Namespace], bool]
    why: str


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command: the function of this name in the module of this name, imported when called.

    The docstring of the function, but for its first paragraph, ends the help. `arguments` maps each flag or name to its
    options for argparse. `idle` arguments are refused instead of ignored.
    """

    name: str
    summary: str
    arguments: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    idle: tuple[Idle, ...] = ()


def game_name(word: str) -> str:
    """The name of a known game, in any case; for argparse."""
    if word.lower() in GAMES:
        return word.lower()
    allowed = ", ".join(sorted(GAMES))
    raise argparse.ArgumentTypeError(f"“{word}” is no game here; it takes {allowed}{nearest(word.lower(), GAMES)}")


def game_to_begin(word: str) -> str:
    """The name of a known game, or the "module:ENTRY" of one that its author tries; for argparse."""
    return word if ":" in word else game_name(word)


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """One of these words; an error names the nearest. For argparse, whose `choices` do not."""

    def chosen(word: str) -> str:
        if word in words:
            return word
        raise argparse.ArgumentTypeError(f"“{word}” is none of {', '.join(words)}{nearest(word, words)}")

    return chosen


def deck_kind(word: str) -> str:
    """A deck kind of any game; for argparse."""
    return one_of(deck_kinds())(word)


def positive(word: str, most: int = MANY) -> int:
    """A whole number from 1; for argparse."""
    if word.isdecimal() and 0 < int(word) <= most:
        return int(word)
    raise argparse.ArgumentTypeError(f"“{word}” is no whole number from 1 to {most}")


def confidence(word: str) -> float:
    """A confidence such as 0.95; for argparse."""
    with suppress(ValueError):
        if 0.5 <= float(word) < 1:
            return float(word)
    raise argparse.ArgumentTypeError(f"“{word}” is no number from 0.5 to 0.999…, such as 0.95")


def tables(word: str) -> int:
    """How many tables an evening has; for argparse."""
    return positive(word, MOST_TABLES)


def seconds(word: str) -> float:
    """Seconds, from 0; for argparse."""
    with suppress(ValueError):
        if 0 <= float(word) <= 3600:
            return float(word)
    raise argparse.ArgumentTypeError(f"“{word}” is no number of seconds from 0 to 3600, such as 0.5")


def port_number(word: str) -> int:
    """A port number; for argparse."""
    return positive(word, LAST_PORT)


def _flag(meaning: str) -> dict[str, Any]:
    return {"action": "store_true", "help": meaning}


def _value(metavar: str, meaning: str, **how: Any) -> dict[str, Any]:
    return {"metavar": metavar, "help": meaning, **how}


def _word(words: Sequence[str]) -> dict[str, Any]:
    """What to do: one of these words, or else the first."""
    return _value("WHAT", ", ".join(words), nargs="?", type=one_of(words), default=words[0])


GAME_WORK = ("list", "install", "remove", "refresh")
HISTORY = ("list", "show", "export")
SHOWN = ("show", "path", "example", "socket", "voice", "club", "ports")
CLUB_WORK = ("init", "add", "shut-out", "renew", "join", "run", "table", "evening")
ON_A_BOX = ("join", "run", "table")
MOST_TABLES = 100
DIRECTOR = ("serve", "rebuild", "export", "hands", "mend")
DECK_WORK = ("list", "show", "export", "import", "rename", "delete")
FILES = {
    "--config": _value("FILE", "the settings file, instead of the usual places"),
    "--data": _value("DIR", "where decks, records and the drinks of the house are kept"),
}
SETTINGS = {
    **FILES,
    "--panel": _value("KIND", f"the display: {', '.join(DISPLAYS)}", type=one_of(tuple(DISPLAYS))),
    "--upside-down": _flag("the display is turned by 180 degrees in its box"),
    "--common-anode": _flag("the light's longest leg is wired to 3.3 V"),
}
"""The settings file, and the options that override it."""

_TRIED = _value("module:ENTRY", "a game that is not installed, as its author has it", type=game_to_begin)
_FAULT = "plant a fault in the simulated box (a wrong NAME lists them all); may be repeated"

COMMANDS = (
    Command(
        "play",
        "play at the table: reader, display and buttons, real or simulated",
        {
            "--simulate": _flag("simulate every wire and show the table in a browser"),
            "--terminal": _flag("with --simulate: show the table in this terminal instead"),
            "--port": _value("N", "with --simulate: the page's port (else the first free from 8080)", type=port_number),
            "--game": _value(
                "NAME",
                "begin with this game instead of the menu; with --simulate also module:ENTRY, one not installed",
                type=game_to_begin,
            ),
            "--deck": _value("NAME", "the enrolled deck on the table"),
            "--seed": _value("N", "repeat the chance of an earlier simulation", type=int),
            **SETTINGS,
        },
        (
            Idle(("--terminal", "--port", "--seed"), lambda given: not given.simulate, "is for --simulate"),
            Idle(("--port",), lambda given: given.terminal, "is the port of the page; --terminal has none"),
            Idle(
                ("--game",),
                lambda given: not given.simulate and ":" in (given.game or ""),
                "takes the name of an installed game here; module:ENTRY is for --simulate",
            ),
        ),
    ),
    Command(
        "enrol",
        "learn which tag is which card, one after the other",
        {
            "kind": _value("KIND", f"what the tags are for: {', '.join(DECK_KINDS)}", type=deck_kind),
            "--name": _value("NAME", "the deck's name, or what a deck of this name lacks"),
            "--person": _value("NAME", "somebody who gets a name tag; once for each", action="append"),
            "--simulate": _flag("simulate every wire, with a roll of stickers to tap by typing"),
            **SETTINGS,
        },
        (Idle(("--person",), lambda given: given.kind != "persons", "is for name tags: companion enrol persons"),),
    ),
    Command(
        "decks",
        "list, show, export, import, rename and delete decks of tags",
        {
            "what": _word(DECK_WORK),
            "name": _value("NAME", "a deck; for import a FILE, - is standard input", nargs="?"),
            "file": _value("FILE", "where export writes, else standard output; the new name for rename", nargs="?"),
            "--replace": _flag("import over a deck of the same name"),
            **FILES,
        },
        (Idle(("--replace",), lambda given: given.what != "import", "is for import"),),
    ),
    Command(
        "games",
        "list the games and where they come from; install and remove those of others",
        {
            "what": _word(GAME_WORK),
            "name": _value("NAME", "install: the FILE of a wheel; remove: a game", nargs="?"),
        },
    ),
    Command(
        "config",
        "show the settings, where they come from, or an example",
        {"what": _word(SHOWN), **SETTINGS},
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
        {
            "--no-questions": _flag("leave out what somebody must press, lay or look at"),
            "--json": _flag("print one JSON object a line: name, state, found, remedy; asks nothing"),
            "--simulate": _flag("look at a simulated box, and at somebody who does what is asked"),
            "--fault": _value("NAME", _FAULT, action="append"),
            **SETTINGS,
        },
        (Idle(("--fault",), lambda given: not given.simulate, "is for --simulate"),),
    ),
    Command(
        "check",
        "answer every line of table records by the rules",
        {
            "--json": _flag("print one JSON object a line instead of words"),
            "--game": _TRIED,
            "files": _value("FILE", "a table record; - is standard input", nargs="+"),
        },
    ),
    Command(
        "replay",
        "play a record through the whole simulated machine and show its display",
        {
            "file": _value("FILE", "a table record; - is standard input"),
            "--png": _value("DIR", "write one picture a statement into this directory"),
            "--wire": _flag("show the bytes on the wires, too"),
            "--game": _TRIED,
        },
    ),
    Command(
        "history",
        "what was played: by game, by player, and any evening deal by deal",
        {
            "what": _value("GAME", f"a game; or {', '.join(HISTORY)}", nargs="?"),
            "evening": _value("EVENING", "show, export: the number or the name of one", nargs="?"),
            "file": _value("FILE", "export: where the record goes; - or nothing is standard output", nargs="?"),
            "--player": _value("NAME", "only evenings at which this player sat"),
            "--json": _flag("print one JSON object instead of tables"),
            **FILES,
        },
        (
            Idle(("--player",), lambda given: given.what in HISTORY[1:], "picks evenings; show and export take one"),
            Idle(("--json",), lambda given: given.what == "export", "is for tables; export copies the record as it is"),
            Idle(("file",), lambda given: given.what != "export", "is for export"),
        ),
    ),
    Command(
        "arena",
        "computer players of several levels against each other, on the same cards in every seat",
        {
            "game": _value("GAME", "a game", type=game_name),
            "--players": _value("LEVEL,…", "who plays: random, greedy, easy, normal, strong", default="strong,normal"),
            "--deals": _value(
                "N",
                "so many deals, each played from every seat (default 100; with --until at most 1000)",
                type=positive,
            ),
            "--until": _value(
                "0.95", "play until all differences are this sure, or --deals is reached", type=confidence
            ),
            "--seed": _value("N", "other cards and other chance (default 1)", type=int, default=1),
            "--playouts": _value(
                "N", "what strong players play out for a choice, instead of the game's", type=positive
            ),
            "--jobs": _value("N", "so many processes at once (default: one for each core)", type=positive),
            "--plot": _value("FILE", "draw means, differences and their intervals into this SVG file"),
            "--json": _flag("print one JSON object instead of a table"),
        },
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
        FILES,
    ),
    Command(
        "club",
        "many tables: make a club and the bundles of its boxes, or join one",
        {
            "what": _value("WHAT", ", ".join(CLUB_WORK), type=one_of(CLUB_WORK)),
            "target": _value("NAME", "init: a DIR to make it in; add, shut-out: a BOX; join: the FILE", nargs="?"),
            "--name": _value("NAME", "init: the name of the club in its certificates", default="Club"),
            "--host": _value("HOST", "init, renew: by which boxes find the broker; the first is told", action="append"),
            "--port": _value("N", "init: the port of the broker (8883)", type=port_number),
            "--club": _value("DIR", "the organiser's directory of the club, instead of the usual place"),
            "--to": _value("DIR", "add: where the bundle is written, instead of here"),
            "--person": _value("NAME", "table: somebody who taps a name tag there; once for each", action="append"),
            "--pace": _value("S", "table, evening: seconds between two gestures (else 1)", type=seconds),
            "--fast": _flag("evening: as fast as this computer can"),
            "--tables": _value("N", "evening: so many tables (else 8)", type=tables),
            "--game": _value("GAME", "evening: what is played (else the first game of partners)", type=game_name),
            "--movement": _value("NAME", f"evening: {', '.join(MOVEMENTS)} (else howell)", type=one_of(MOVEMENTS)),
            "--rounds": _value("N", "evening: so many rounds (else all of the movement)", type=positive),
            "--deals": _value("N", "evening: so many deals a round (else 1)", type=positive),
            "--once": _flag("evening: end behind the standings, instead of leaving the page open"),
            **FILES,
        },
        (
            Idle(("--name", "--port"), lambda given: given.what != "init", "is for init"),
            Idle(("--person",), lambda given: given.what != "table", "is for table"),
            Idle(("--pace",), lambda given: given.what not in {"table", "evening"}, "is for table and evening"),
            Idle(("--pace",), lambda given: given.fast, "is for an evening to be watched, and --fast waits for nobody"),
            Idle(
                ("--fast", "--tables", "--game", "--movement", "--rounds", "--deals", "--once"),
                lambda given: given.what != "evening",
                "is for evening",
            ),
            Idle(("--host",), lambda given: given.what not in {"init", "renew"}, "is for init and renew"),
            Idle(("--to",), lambda given: given.what != "add", "is for add"),
            Idle(("--club",), lambda given: given.what in ON_A_BOX, "is the organiser's; join takes a FILE"),
            Idle(("--club",), lambda given: given.what == "evening", "is the organiser's; an evening makes its own"),
            Idle(("--club",), lambda given: given.what == "init" and given.target, "is the same as the DIR of init"),
            Idle(("--config",), lambda given: given.what not in ON_A_BOX, "is for join, run and table, on the box"),
            Idle(
                ("--data",),
                lambda given: given.what not in {"run", "table", "evening"},
                "is for run, table and evening: where the records are",
            ),
        ),
    ),
    Command(
        "director",
        "run a club's evening: the organiser's page for many tables",
        {
            "what": _word(DIRECTOR),
            "event": _value("EVENT", "export, hands, mend: the name of an event", nargs="?"),
            "file": _value("FILE", "export: standings, scores or records.csv, event.json, usebio.xml", nargs="?"),
            "--address": _value("ADDRESS", "serve: where the page listens (else 127.0.0.1: this computer only)"),
            "--port": _value("N", "serve: the page's port (else 8095)", type=port_number),
            "--name": _value("NAME", "serve: a further host name by which the page may be asked for"),
            "--broker": _value("HOST:PORT", "serve: the broker, instead of the one that the club names"),
            "--club": _value("DIR", "serve: the organiser's directory of the club, instead of the usual place"),
            **FILES,
        },
        (
            Idle(
                ("event",), lambda given: given.what not in {"export", "hands", "mend"}, "is for export, hands and mend"
            ),
            Idle(("file",), lambda given: given.what != "export", "is for export"),
            Idle(
                ("--address", "--port", "--name", "--broker", "--club"),
                lambda given: given.what != "serve",
                "is for the page, which only serve has",
            ),
        ),
    ),
    Command(
        "voice",
        "say what the table tells, or a sentence to try it",
        {"sentence": _value("SENTENCE", "what to say", nargs="?"), "--config": FILES["--config"]},
    ),
    Command(
        "rules",
        "tell the rules of a game as the code knows them",
        {
            "game": _value(
                "GAME",
                "a game, or module:ENTRY; without it all games are listed",
                nargs="?",
                type=game_to_begin,
            )
        },
    ),
)
