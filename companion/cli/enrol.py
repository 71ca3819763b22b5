"""`companion enrol`: enrol a deck at the real box or on simulated wires.

for example:
  companion enrol french                           a French deck of 52
  companion enrol french --name french-red         a second French deck
  companion enrol persons --person Ann --person Bob

Every tap is saved. If you stop before the end, the next run continues there. A reader that
types numbers is settled first, if you know the number of one tag: readers differ in how.

exit status:
  0, 2, 69, 75, 78: as companion play
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from select import select

from companion.cli.arguments import configuration_of, data_of, speaker_of
from companion.cli.commands import SETTINGS, Command, argument, flag, one_of, person_name
from companion.cli.console import print_lines
from companion.cli.decks import standing
from companion.cli.play import run_at, scoreboard_posting, status_of
from companion.cli.play_simulated import not_kept, talk
from companion.cli.scratch import scratch
from companion.doctor.typed_form import ask_for_form
from companion.enrolment.deck_kinds import PERSONS, DeckKind, kind_of, kinds
from companion.enrolment.deck_menu import begin
from companion.enrolment.enrolment import Enrolment
from companion.games.registry import DECK_KINDS, deck_kinds, games_at_home
from companion.parts.reader_kind import FORMS
from companion.parts.readers.usb_buses import KEYS
from companion.rules.game import Game
from companion.runtime.equipment import Equipment
from companion.runtime.service import BOX, wires_of
from companion.screens.name_fitting import drawing_problem
from companion.settings.schema import KeyPath, Settings
from companion.settings.search_path import settings_file
from companion.settings.settings_file import CannotChangeError, SettingsFile
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.disk import CannotStartError
from companion.storage.records import Store
from companion.support.names import each_once
from companion.support.text import visible
from companion.support.values import replace
from companion.tags.tag_decks import DeckError, Shelf, TagDeck
from companion.terminal.session import Session

AT_THE_BOX = "Go to the box: its display asks for one card after the other, and every tap is saved. BACK ends this."


def deck_kind(word: str) -> str:
    """A deck kind of any game."""
    return one_of(deck_kinds())(word)


OWNER = "a person who gets a name tag; may be repeated"
_TAGS = {
    "--name": argument("NAME", "the name of the deck; one that exists gets the tags that it lacks"),
    "--simulate": flag("simulate every wire, and a roll of stickers that you tap by typing"),
    **SETTINGS,
}


COMMAND = Command(
    "enrol",
    arguments={
        "kind": argument(
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
            {"--person": argument("NAME", OWNER, action="append", type=person_name), **_TAGS},
        ),
    ),
)


def run_for(kind: str, name: str, games: Mapping[str, Game], shelf: Shelf, *, people: tuple[str, ...]) -> Enrolment:
    """The unfinished run, the rest of the deck of that name (empty: a free one), or a new run.

    `people` are the owners of name tags (empty: those of the shelf). Raises CannotStartError.
    """
    known = kinds(games, people or shelf.people)
    for deck in shelf.unfinished:
        if name in {"", deck.name} and deck.kind == kind:
            return Enrolment.resume(kind_of(deck, known), deck)
    for deck in (*shelf.decks, *shelf.unfinished):
        if deck.name == name:
            return _rest(kind, deck, kinds(games, people))
    if kind not in known:
        raise CannotStartError("Whose name tags? For example: companion enrol persons --person Ann --person Bob")
    if name and name in shelf.taken:
        raise CannotStartError(f"{name} is a deck that cannot be used here; name another one with --name.")
    try:
        return begin(known[kind], shelf, name)
    except DeckError as fault:
        raise CannotStartError(f"--name: found “{fault.found}”; allowed: {fault.allowed}.") from fault


def _rest(kind: str, deck: TagDeck, known: Mapping[str, DeckKind]) -> Enrolment:
    """A run over what the deck lacks. Raises CannotStartError."""
    if deck.kind != kind:
        raise CannotStartError(f"{deck.name} is a deck of kind {deck.kind}; name another one with --name.")
    run = Enrolment(kind_of(deck, known), deck)
    if run.next is None:
        raise CannotStartError(f"{deck.name} has all its tags. Replace one at the table: hold BACK, decks.")
    return run


def enrol(arguments: Namespace) -> int:
    """Run `companion enrol`; returns the exit status."""
    return status_of(arguments, configuration_of(arguments), _enrol)


def _enrol(arguments: Namespace, settings: Settings) -> int:
    people = each_once(arguments.person or settings.people.regulars)
    if arguments.person and (undrawn := drawing_problem(people)):
        print_lines([undrawn])
    run = partial(run_for, arguments.kind or PERSONS, arguments.name or "", people=people)
    if arguments.simulate:
        return _simulate(arguments.data, run, replace(SIMULATED, settings=settings, regulars=people))
    if not settings.panel.is_page and any(node.exists() for node in wires_of(settings)):
        print_lines([AT_THE_BOX])
    root = data_of(settings)
    if sys.stdin.isatty():
        settings = settle_forms(settings, Store(root).decks.shelf(), settings_file(arguments))
    with speaker_of(arguments, settings.voice) as speaker:
        games = games_at_home(root)
        around = replace(BOX.around, posted=scoreboard_posting, speaker=speaker)
        status = run_at(root, Equipment(games, around, settings, dialogue=partial(run, games)))
        if not status:
            print_lines(standing(Store(root)))
        return status


def _simulate(data: str | None, run: Callable[[Mapping[str, Game], Shelf], Enrolment], equipment: Equipment) -> int:
    with ExitStack() as ending:
        store = Store(ending.enter_context(scratch(data)))
        ending.enter_context(store.alone())
        games = games_at_home(store.root)
        session = Session(store, SimulatedSetup(replace(equipment, games=games)), run(games, store.decks.shelf()))
        ending.callback(session.close)
        talk(session)
        print_lines(standing(store) if data else [f"Bye. {not_kept()}"])
    return 0


# ---------------------------------------------------------------- how readers type the numbers of tags

SETTLED = 'Settled: form = "{form}", written into {file}.'
WRITE = 'Settled for now. To keep it, write form = "{form}" below [{table}] into {file} ({why}).'


def settle_forms(settings: Settings, shelf: Shelf, file: Path) -> Settings:
    """Ask at the terminal for the form of each typing reader that has none in the settings.

    Returns the settings with these forms, and writes them into the `file`.
    """
    for name, reader in settings.readers.items():
        if reader.entry.bus is not KEYS or reader.form != FORMS[0]:
            continue
        if form := ask_for_form(reader, shelf, read_typed_line, say):
            say(_keep(("reader", name, "form") if name else ("reader", "form"), form, file))
            told = replace(reader, form=form)
            further = {**settings.further, name: told} if name else settings.further
            settings = replace(settings, reader=settings.reader if name else told, further=further)
    return settings


def _keep(path: KeyPath, form: str, file: Path) -> str:
    """Write the form into the settings file. Returns the message about it."""
    try:
        SettingsFile(file).keep(path, form)
    except CannotChangeError as fault:
        return WRITE.format(form=form, table=".".join(path[:-1]), file=file, why=fault)
    return SETTLED.format(form=form, file=file)


def read_typed_line() -> str | None:
    """A line that was typed at the terminal; None: none yet. Empty: the end of the input."""
    return sys.stdin.readline() if select([sys.stdin], [], [], 0)[0] else None


def say(text: str) -> None:
    """Print lines at once."""
    for line in text.splitlines():
        print(visible(line), flush=True)  # noqa: T201 - a dialogue at the terminal
