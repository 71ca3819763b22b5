"""The commands and their actions, as data: what each is for, which words and options it takes, what runs it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, NamedTuple

from companion.games.registry import DECK_KINDS, EXAMPLE, GAMES, deck_kinds
from companion.parts.display_kind import DISPLAYS, PAGE
from companion.support.lazy_import import opened
from companion.support.names import name_problem
from companion.support.text import nearest
from companion.support.values import dataclass, field

LAST_PORT, MANY, MOST_TABLES, MOST_SCORE_DIGITS = 65_535, 1_000_000_000, 100, 4


class Extra(NamedTuple):
    """Packages that not every installation has: the modules to look for, and what pip is told to install."""

    modules: tuple[str, ...]
    packages: str
    name: str

    def is_here(self) -> bool:
        """Whether all of them are installed; loads none."""
        return all(find_spec(module) for module in self.modules)

    def lacking(self, command: str) -> str:
        """What a command says that needs these packages."""
        return f"the {command} needs {self.packages}: pip install 'tabletop-companion[{self.name}]'."


WEB = Extra(("starlette", "uvicorn"), "starlette and uvicorn", "web")
PHONE = Extra(("segno", "cryptography"), "segno and cryptography", "phone")
ORGANISER = Extra(("starlette", "uvicorn", "paho"), "starlette, uvicorn and paho-mqtt", "director")


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or an action of one, as `add` of `companion club add`.

    - `arguments` maps each word or option to what argparse is told of it. `asks` beside it is the sentence for a word
      that is missing
    - `needs` maps an option to the one without which it has no effect, `excludes` to one (or a word) beside which it
      has none: both are refused
    - `actions` are its actions; `usual` names what runs when none of them is given: one of them, or the command itself
      with its `arguments` (empty: one must be given)
    - `run` is the "module:function" of this package that runs it (empty: those of the command's own name), imported
      when it is called; `arguments.what` is its name
    - `extra` are packages without which it does not run
    """

    name: str
    summary: str
    arguments: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    needs: Mapping[str, str] = field(default_factory=dict)
    excludes: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Command, ...] = ()
    usual: str = ""
    run: str = ""
    extra: Extra | None = None

    @property
    def parts(self) -> tuple[Command, ...]:
        """The command and its actions."""
        return (self, *self.actions)

    @property
    def usual_action(self) -> Command | None:
        """What runs when no action is named: an action, or this command with its own arguments. None: one must be."""
        return next((action for action in self.actions if action.name == self.usual), self if self.usual else None)

    @property
    def options(self) -> list[str]:
        """Its options."""
        return [name for name in self.arguments if name.startswith("--")]

    @property
    def words(self) -> list[str]:
        """Its arguments that are no options."""
        return [name for name in self.arguments if not name.startswith("--")]


# ---------------------------------------------------------------- what words may be


def game_name(word: str) -> str:
    """The name of a known game, in any case; for argparse."""
    if word.lower() in GAMES:
        return word.lower()
    allowed = ", ".join(sorted(GAMES))
    raise argparse.ArgumentTypeError(
        f"“{word}” is not a game here; the games are {allowed}{nearest(word.lower(), GAMES)}"
    )


def game_to_begin(word: str) -> str:
    """The name of a known game, or the "module:ENTRY" of one that its author tries; for argparse."""
    return word if ":" in word else game_name(word)


def scores_by_name(words: str) -> dict[str, int]:
    """Scores as Ann=12,Bob=-7; for argparse."""
    scores: dict[str, int] = {}
    for word in words.split(","):
        name, _, points = word.rpartition("=")
        digits = points.strip().removeprefix("-")
        number = digits.isascii() and digits.isdigit() and len(digits) <= MOST_SCORE_DIGITS
        if name_problem(name.strip()) or not number:
            raise argparse.ArgumentTypeError(f"“{word}” is no score; allowed: a name and a number, as Ann=12,Bob=-7")
        scores[name.strip()] = int(points)
    return scores


def date(word: str) -> str:
    """A day, a month or a year as 2026-11-27; for argparse."""
    for form in ("%Y-%m-%d", "%Y-%m", "%Y"):
        with suppress(ValueError):
            if time.strftime(form, time.strptime(word, form)) == word:
                return word
    raise argparse.ArgumentTypeError(f"“{word}” is no date; allowed: 2026, 2026-11 or 2026-11-27")


def one_of(words: Iterable[str]) -> Callable[[str], str]:
    """One of these words; an error names the nearest. For argparse, whose `choices` do not."""
    allowed = tuple(words)

    def choose(word: str) -> str:
        if word in allowed:
            return word
        raise argparse.ArgumentTypeError(f"“{word}” is not one of {', '.join(allowed)}{nearest(word, allowed)}")

    return choose


def deck_kind(word: str) -> str:
    """A deck kind of any game; for argparse."""
    return one_of(deck_kinds())(word)


def movement(word: str) -> str:
    """The name of a movement; for argparse."""
    return one_of(opened("companion.director.event:MOVEMENTS")())(word)


def positive(word: str, most: int = MANY) -> int:
    """A whole number from 1; for argparse."""
    if word.isdecimal() and 0 < int(word) <= most:
        return int(word)
    raise argparse.ArgumentTypeError(f"“{word}” is not a whole number from 1 to {most}")


def confidence(word: str) -> float:
    """A confidence such as 0.95; for argparse."""
    with suppress(ValueError):
        if 0.5 <= float(word) < 1:
            return float(word)
    raise argparse.ArgumentTypeError(f"“{word}” is not a number from 0.5 to 0.999…, such as 0.95")


def tables(word: str) -> int:
    """How many tables an evening has; for argparse."""
    return positive(word, MOST_TABLES)


def seconds(word: str) -> float:
    """Seconds, from 0; for argparse."""
    with suppress(ValueError):
        if 0 <= float(word) <= 3600:
            return float(word)
    raise argparse.ArgumentTypeError(f"“{word}” is not a number of seconds from 0 to 3600, such as 0.5")


def port_number(word: str) -> int:
    """A port number; for argparse."""
    return positive(word, LAST_PORT)


# ---------------------------------------------------------------- the commands


def _flag(meaning: str) -> dict[str, Any]:
    return {"action": "store_true", "help": meaning}


def _value(metavar: str, meaning: str, **how: Any) -> dict[str, Any]:
    return {"metavar": metavar, "help": meaning, **how}


DISPLAY_KINDS = (*DISPLAYS, PAGE)
CONFIG = {"--config": _value("FILE", "use this settings file")}
DATA = {"--data": _value("DIR", "keep decks, records and the drinks of the house here")}
FILES = {**CONFIG, **DATA}
SETTINGS = {
    **FILES,
    "--panel": _value("KIND", f"the display: {', '.join(DISPLAY_KINDS)}", type=one_of(DISPLAY_KINDS)),
    "--upside-down": _flag("the display is mounted upside down"),
    "--common-anode": _flag("the light's longest leg is wired to 3.3 V"),
}
"""The settings file, and the options that override it."""

_TRIED = _value("module:ENTRY", "a game that is not installed, from its author's source", type=game_to_begin)
_FAULT = "plant a fault in the simulated box (an unknown NAME lists all faults); may be repeated"
_DECK = _value("DECK", "the name of a deck", asks="Which deck? companion decks lists them.")
_EVENING = _value("EVENING", "its number or its name", asks="Which evening? companion history list numbers them.")
_EVENT = _value("EVENT", "the name of an event (default: list the events)", nargs="?")
_PLAYED = {
    "--player": _value("NAME", "only evenings with this player"),
    "--with": _value("NAME", "only evenings in which this was the partner of --player"),
    "--option": _value("RULE=VALUE", "only evenings with this house rule; may be repeated", action="append"),
    "--since": _value("DATE", "only evenings from this day, month or year on, as 2026-01", type=date),
    "--until": _value("DATE", "only evenings up to the end of this day, month or year", type=date),
    "--json": _flag("print one JSON object instead of tables"),
    "--csv": _flag("print a row for each person and evening, for spreadsheets"),
    "--bgstats": _flag("print a link for each evening, which hands it to the app BG Stats"),
    **FILES,
}
_ONE_FORM = {"--csv": "--json", "--bgstats": "--csv"}
_TAGS = {
    "--name": _value("NAME", "the name of the deck; one that exists gets the tags that it lacks"),
    "--simulate": _flag("simulate every wire, and a roll of stickers that you tap by typing"),
    **SETTINGS,
}
_CLUB = {"--club": _value("DIR", "the directory of the club on the organiser's computer")}
_HOSTS = {
    "--host": _value(
        "HOST", "a host name or address of the broker; may be repeated, boxes are given the first", action="append"
    )
}
_PACE = {"--pace": _value("S", "seconds between two taps or presses (default 1)", type=seconds)}


def _box(action: str) -> dict[str, Any]:
    return _value("BOX", "the name of a box", asks=f"Which box? For example: companion club {action} table-4")


PLAY = Command(
    "play",
    "run the table: reader, display and buttons, real or simulated",
    {
        "--simulate": _flag("simulate every wire and show the table in a browser"),
        "--terminal": _flag("with --simulate: show the table in this terminal instead"),
        "--port": _value(
            "N", "with --simulate: the port of the page (default: the first free one from 8080)", type=port_number
        ),
        "--game": _value(
            "NAME",
            "start with this game instead of the menu; with --simulate also module:ENTRY, a game that is not installed",
            type=game_to_begin,
        ),
        "--scores": _value("NAME=N,…", "the first match begins with these scores from before", type=scores_by_name),
        "--deck": _value("NAME", "the deck of tags that is on the table"),
        "--seed": _value("N", "shuffle as the simulation with this number did", type=int),
        **SETTINGS,
    },
    needs=dict.fromkeys(("--terminal", "--port", "--seed"), "--simulate"),
    excludes={"--port": "--terminal"},
)
ENROL = Command(
    "enrol",
    "enrol tags: the display names a card, and you tap its tag",
    {
        "kind": _value(
            "KIND",
            f"what the tags are for: {', '.join(DECK_KINDS)}",
            type=deck_kind,
            asks="Which kind of deck? For example: companion enrol french",
        ),
        **_TAGS,
    },
    usual="deck",
    actions=(
        Command(
            "persons",
            "enrol name tags, with which people say who they are",
            {"--person": _value("NAME", "a person who gets a name tag; may be repeated", action="append"), **_TAGS},
        ),
    ),
)
DECKS = Command(
    "decks",
    "list, show, print, export, import, merge, rename and delete decks of tags",
    usual="list",
    actions=(
        Command("list", "list the decks, and how many cards of each have a tag", FILES),
        Command("show", "show which cards have a tag, and which have none", {"name": _DECK, **FILES}),
        Command(
            "export",
            "write a deck as a file for other boxes",
            {
                "name": _DECK,
                "file": _value("FILE", "write it here instead of printing it", nargs="?"),
                "--csv": _flag("as a list for a spreadsheet: tag, card, name"),
                **FILES,
            },
        ),
        Command(
            "sheet",
            "write a page to print: which sticker goes on which card, with boxes to tick",
            {
                "name": _value(
                    "DECK",
                    f"a deck, or a kind of deck: {', '.join(DECK_KINDS)}",
                    asks="Which deck or kind? For example: companion decks sheet french french.html",
                ),
                "file": _value("FILE", "write it here instead of printing it", nargs="?"),
                **FILES,
            },
        ),
        Command(
            "import",
            "read a deck from a file",
            {
                "name": _value(
                    "FILE",
                    "JSON, or a list as CSV or a Phoniebox keeps it; - is standard input",
                    asks="Which file? For example: companion decks import cards.csv",
                ),
                "--replace": _flag("replace a deck of the same name"),
                **FILES,
            },
        ),
        Command(
            "merge",
            "take into a deck what another half of it has",
            {
                "name": _DECK,
                "file": _value(
                    "OTHER",
                    "the other half: a deck here, or a file",
                    asks="Which other half? companion decks merge DECK OTHER",
                ),
                **FILES,
            },
        ),
        Command(
            "rename",
            "give a deck another name",
            {
                "name": _DECK,
                "file": _value("NEW", "its new name", asks="Which new name? companion decks rename DECK NEW"),
                **FILES,
            },
        ),
        Command("delete", "delete a deck, after asking", {"name": _DECK, **FILES}),
    ),
)
GAMES_COMMAND = Command(
    "games",
    "list the games; install and remove games of other packages",
    usual="list",
    actions=(
        Command("list", "list the games, and where each comes from"),
        Command(
            "install",
            "install a game of another package, if it passes the conformance kit",
            {
                "name": _value(
                    "FILE",
                    "the wheel of the game",
                    asks="Which file? For example: companion games install ohhell-1.0-py3-none-any.whl",
                )
            },
        ),
        Command(
            "remove",
            "remove a game of another package",
            {"name": _value("NAME", "the name of the game", asks="Which game? companion games lists them.")},
        ),
        Command("refresh", "find games that pip has installed or removed"),
    ),
)
CONFIG_COMMAND = Command(
    "config",
    "show the settings, where they come from, or an example",
    usual="show",
    actions=(
        Command("show", "show every setting, its value, and where it was set", SETTINGS),
        Command(
            "set",
            "change one setting in the settings file",
            {
                "key": _value("KEY", "its name, as voice.volume", asks="Which setting? companion config lists them."),
                "value": _value("VALUE", "its value, as 80, true or de", asks="Which value? For example: 80"),
                **CONFIG,
            },
            run="config_change:change",
        ),
        Command("path", "print which settings file is used", CONFIG),
        Command("example", "print a settings file with all defaults"),
        Command("socket", "print where the scoreboard listens; nothing if it is off", CONFIG),
        Command("voice", "print what is spoken; nothing if the voice is off", CONFIG),
        Command("club", "print the name of the box in its club; nothing if it is in none", CONFIG),
        Command("ports", "print the serial ports of the readers, one a line", CONFIG),
        Command("debian", "print the Debian packages that the readers need, one a line", CONFIG),
        Command(
            "take", "keep what the menu of the box sends; for the service manager", CONFIG, run="config_change:take"
        ),
    ),
)
DOCTOR = Command(
    "doctor",
    "check every wire, bus, permission and chip, and say what to do",
    {
        "--no-questions": _flag("skip the checks that ask you to press, tap or look at something"),
        "--json": _flag("print one JSON object a line (name, state, found, remedy), and ask nothing"),
        "--bundle": _value(
            "FILE", "write what a helper wants to know, without names", nargs="?", const="companion-bundle.txt"
        ),
        "--names": _flag("keep the names of people in the bundle"),
        "--simulate": _flag("check a simulated box, with a simulated person who answers"),
        "--fault": _value("NAME", _FAULT, action="append"),
        **SETTINGS,
    },
    needs={"--fault": "--simulate", "--names": "--bundle"},
    excludes={"--bundle": "--json"},
)
CHECK = Command(
    "check",
    "check every line of table records against the rules",
    {
        "--json": _flag("print one JSON object a line instead of words"),
        "--game": _TRIED,
        "files": _value(
            "FILE",
            "a table record; - is standard input",
            nargs="+",
            asks="Which record? For example: companion check evening.table",
        ),
    },
)
REPLAY = Command(
    "replay",
    "play a record on the whole simulated box, and show its display",
    {
        "file": _value(
            "FILE",
            "a table record; - is standard input",
            asks="Which record? For example: companion replay evening.table",
        ),
        "--png": _value("DIR", "write a picture for each statement into this directory"),
        "--wire": _flag("show the bytes on the wires, too"),
        "--game": _TRIED,
    },
)
HISTORY = Command(
    "history",
    "show what was played: by game, by player, or one evening deal by deal",
    {"game": _value("GAME", "only this game", nargs="?"), **_PLAYED},
    needs={"--with": "--player"},
    excludes=_ONE_FORM,
    usual="games",
    actions=(
        Command(
            "list",
            "list the evenings with their numbers",
            {"game": _value("GAME", "only this game", nargs="?"), **_PLAYED},
            needs={"--with": "--player"},
            excludes=_ONE_FORM,
        ),
        Command(
            "show",
            "show an evening deal by deal",
            {"evening": _EVENING, "--json": _flag("print one JSON object instead of tables"), **FILES},
        ),
        Command(
            "export",
            "copy the record of an evening",
            {"evening": _EVENING, "file": _value("FILE", "write it here instead of printing it", nargs="?"), **FILES},
        ),
        Command(
            "people", "list everybody who has played, and in how many evenings", FILES, run="history_people:people"
        ),
        Command(
            "rename",
            "call a person otherwise in history; the records stay as they are",
            {
                "old": _value("OLD", "who", asks="Who? companion history people lists everybody."),
                "new": _value(
                    "NEW", "the new name", asks="What is the new name? For example: history rename Bobby Bob"
                ),
                **FILES,
            },
            run="history_people:rename",
        ),
        Command(
            "merge",
            "count the evenings of one name for another: both are one person",
            {
                "name": _value("NAME", "whose evenings", asks="Whose? companion history people lists everybody."),
                "into": _value(
                    "INTO", "who that is", asks="Who is that? For example: companion history merge Bobby Bob"
                ),
                "--yes": _flag("ask nothing, also where both have played in one evening"),
                **FILES,
            },
            run="history_people:merge",
        ),
        Command(
            "take-back",
            "call a person as the records do again",
            {"name": _value("NAME", "the name in the records", asks="Which name? A wrong one lists them."), **FILES},
            run="history_people:take_back",
        ),
        Command(
            "put-aside",
            "let an evening that was played by mistake not count; its record stays as it is",
            {"evening": _EVENING, **FILES},
            run="put_aside:put_aside",
        ),
        Command(
            "bring-back",
            "let an evening count again that was put aside",
            {
                "evening": _value(
                    "EVENING", "its number or its name", asks="Which evening? A wrong name lists those put aside."
                ),
                **FILES,
            },
            run="put_aside:bring_back",
        ),
    ),
)
BACKUP = Command(
    "backup",
    "write decks, records, settings and lists of the house into one file",
    {
        "file": _value(
            "FILE",
            "the file, or a directory for one with the date in its name",
            asks="Which file? For example: companion backup companion.zip",
        ),
        **FILES,
    },
)
RESTORE = Command(
    "restore",
    "take in what backups hold and this box does not have",
    {
        "--dry-run": _flag("only say what would come"),
        "files": _value("FILE", "a backup", nargs="+", asks="Which file? For example: companion restore companion.zip"),
        **FILES,
    },
)
ARENA = Command(
    "arena",
    "let computer players of several levels play each other, with the same cards in every seat",
    {
        "game": _value("GAME", "a game", type=game_name, asks=f"Which game? For example: companion arena {EXAMPLE}"),
        "--players": _value("LEVEL,…", "who plays: random, greedy, easy, normal, strong", default="strong,normal"),
        "--deals": _value(
            "N",
            "number of deals, each played from every seat (default 100; with --until at most 1000)",
            type=positive,
        ),
        "--until": _value("0.95", "stop when every difference is this certain, or after --deals", type=confidence),
        "--seed": _value("N", "seed of the cards and of the players' chance (default 1)", type=int, default=1),
        "--playouts": _value(
            "N", "deals that strong players imagine for a choice (default: by the game)", type=positive
        ),
        "--jobs": _value("N", "number of processes (default: one for each core)", type=positive),
        "--plot": _value("FILE", "draw means, differences and their intervals into this SVG file"),
        "--json": _flag("print one JSON object instead of a table"),
    },
)
SCOREBOARD = Command("scoreboard", "serve a page for the phones at the table, to look at only", FILES, extra=WEB)
CLUB = Command(
    "club",
    "connect many tables: make a club and the bundles for its boxes, or join one",
    actions=(
        Command(
            "init",
            "make a club (on the organiser's computer)",
            {
                "dir": _value("DIR", "make it in this directory", nargs="?"),
                "--name": _value("NAME", "the name of the club in its certificates", default="Club"),
                **_HOSTS,
                "--port": _value("N", "the port of the broker (default 8883)", type=port_number),
                **_CLUB,
            },
            excludes={"--club": "dir"},
            run="club_office:organise",
        ),
        Command(
            "add",
            "make the bundle with which a box joins (on the organiser's computer)",
            {"box": _box("add"), "--to": _value("DIR", "write the bundle into this directory"), **_CLUB},
            run="club_office:organise",
        ),
        Command(
            "shut-out",
            "refuse a box from now on (on the organiser's computer)",
            {"box": _box("shut-out"), **_CLUB},
            run="club_office:organise",
        ),
        Command(
            "renew",
            "make new certificates for broker and director (on the organiser's computer)",
            {**_HOSTS, **_CLUB},
            run="club_office:organise",
        ),
        Command(
            "join",
            "join the club of a bundle (on the box)",
            {"file": _value("FILE", "the bundle (default: the one on the boot partition)", nargs="?"), **CONFIG},
            run="club:join_club",
        ),
        Command(
            "run",
            "report to the club and take its orders (on the box)",
            FILES,
            run="club:run_club",
        ),
        Command(
            "table",
            "run a simulated table that plays what its director orders",
            {
                "--person": _value("NAME", "a person who taps a name tag there; may be repeated", action="append"),
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
                "--fast": _flag("play as fast as this computer can"),
                "--tables": _value("N", "number of tables (default 8)", type=tables),
                "--game": _value("GAME", "the game (default: the first one with partners)", type=game_name),
                "--movement": _value("NAME", "who meets whom (default howell; a wrong NAME lists all)", type=movement),
                "--rounds": _value("N", "number of rounds (default: all of the movement)", type=positive),
                "--deals": _value("N", "deals in each round (default 1)", type=positive),
                "--once": _flag("end after the standings, instead of keeping the page open"),
                **DATA,
            },
            excludes={"--pace": "--fast"},
            run="club_evening:run_evening",
        ),
    ),
)
_SERVED = {
    "--address": _value("ADDRESS", "the address on which the page listens (default 127.0.0.1: this computer only)"),
    "--port": _value("N", "the port of the page (default 8095)", type=port_number),
    "--name": _value("NAME", "another host name under which the page answers"),
    "--broker": _value("HOST:PORT", "use this broker instead of the club's"),
    **_CLUB,
    **FILES,
}
DIRECTOR = Command(
    "director",
    "run a club's evening: the organiser's page for many tables",
    usual="serve",
    actions=(
        Command("serve", "serve the organiser's page", _SERVED, run="director_serve:serve", extra=ORGANISER),
        Command("rebuild", "rebuild the database from all records", FILES, run="director:rebuild"),
        Command(
            "export",
            "print standings, scores or records of an event",
            {
                "event": _EVENT,
                "file": _value("FILE", "standings.csv, scores.csv, records.csv, event.json or usebio.xml", nargs="?"),
                **FILES,
            },
            run="director:export",
        ),
        Command(
            "hands",
            "print the hands of each board",
            {"event": _EVENT, **FILES},
            run="director:hands",
        ),
        Command(
            "mend",
            "go on after the last whole line of a damaged record",
            {"event": _EVENT, **FILES},
            run="director:mend",
        ),
    ),
)
VOICE = Command(
    "voice",
    "speak what the table says, or one sentence as a test",
    {"sentence": _value("SENTENCE", "a sentence to speak", nargs="?"), **CONFIG},
)
RULES = Command(
    "rules",
    "print the rules of a game as the program knows them",
    {"game": _value("GAME", "a game, or module:ENTRY (default: list the games)", nargs="?", type=game_to_begin)},
)

COMMANDS: Sequence[Command] = (
    *(
        PLAY,
        ENROL,
        DECKS,
        GAMES_COMMAND,
        CONFIG_COMMAND,
        DOCTOR,
        CHECK,
        REPLAY,
        HISTORY,
        BACKUP,
        RESTORE,
        ARENA,
        SCOREBOARD,
    ),
    *(CLUB, DIRECTOR, VOICE, RULES),
)
