"""`companion play --simulate`: the table in a browser or in this terminal."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from functools import partial
from importlib import import_module
from random import Random
from threading import Event

from companion.cli.arguments import box_of, local_time, speak_as_set, try_game
from companion.cli.commands import PHONE
from companion.cli.console import painter, print_lines
from companion.cli.first_match import goes_on, judge_wishes
from companion.cli.scratch import scratch
from companion.games.registry import AtHome, at_home
from companion.parts.display_kind import PAGE
from companion.parts.reader_kind import plugged_in
from companion.runtime.earlier_matches import EarlierMatches
from companion.runtime.equipment import Equipment, Surroundings
from companion.settings.schema import Settings
from companion.settings.search_path import load_settings, settings_file
from companion.simulation.box import SIMULATED, SimulatedSetup, regulars_of
from companion.storage.records import Store
from companion.support.messages import tr
from companion.support.values import replace
from companion.terminal.session import Session
from companion.terminal.view import TerminalView
from companion.web.open_browser import RealTable, open_page, tell_address

PROMPT = "> "
KEEPS = "COMPANION_KEEPS_WITH"
"""The environment variable that says how `make` spells --data: `DATA=DIR`."""


def play_simulated(
    arguments: Namespace, settings: Settings, with_real_cards: Callable[[Namespace, Settings, str, Event], int]
) -> int:
    """Play on the screen, and with real cards where the page asks for them; returns the exit status."""
    opens = tell_address
    while True:
        ended = simulate(arguments, settings, opens)
        if isinstance(ended, int):
            return ended
        speak_as_set(ended.settings)
        status = with_real_cards(arguments, ended.settings, ended.game, left := Event())
        if not left.is_set():
            return status
        arguments.port, opens = ended.settings.panel.page_port, partial(print, flush=True)  # the page is open already
        settings = load_settings(arguments).settings  # people have changed them
        speak_as_set(settings)


def simulate(arguments: Namespace, settings: Settings, opens: Callable[[str], None] = tell_address) -> int | RealTable:
    """Run the simulation; returns the exit status, or the table with real cards that takes its place.

    `opens` is called with the address of its page.
    """
    if arguments.game:
        arguments.game = try_game(arguments.game)
    with ExitStack() as ending:
        store = Store(ending.enter_context(scratch(arguments.data)))
        ending.enter_context(store.alone())
        earlier = ending.enter_context(closing(EarlierMatches(store.root)))
        box = ending.enter_context(box_of(arguments, settings))
        around = replace(_surroundings(arguments.seed), earlier=earlier, box=box)
        setup = _setup(store, arguments, settings, at_home(store.root).report(), around=around)
        if arguments.terminal:
            if not arguments.data:
                print_lines([not_kept()])
            session = Session(store, setup)
            ending.callback(session.close)
            talk(session)
        elif ended := open_page(
            store,
            setup,
            arguments.port,
            settings_file(arguments),
            real_tables=lambda: real_tables(load_settings(arguments).settings),
            opens=opens,
        ):
            return ended
        print_lines(["Everything is saved. Run the same command to go on." if arguments.data else f"Bye. {not_kept()}"])
    return 0


def real_tables(settings: Settings) -> Iterator[tuple[str, Settings]]:
    """The ways to play with real cards here, each with its settings: every reader that is plugged in, and a phone."""
    panel = replace(settings.panel, kind=PAGE, phone=False)
    for told, reader in plugged_in(settings.reader):
        yield told, replace(settings, reader=reader, further={}, panel=panel)
    if PHONE.is_here():
        yield tr("a phone as the reader"), replace(settings, further={}, panel=replace(panel, phone=True))


def _surroundings(seed: int | None) -> Surroundings:
    """Chance and the time of day; with a seed both repeat."""
    if seed is None:
        return Surroundings(secrets.randbelow, local_time)
    return replace(SIMULATED.around, luck=Random(seed).randrange)  # noqa: S311 - a card game without stakes


def _setup(
    store: Store, arguments: Namespace, settings: Settings, house: AtHome, *, around: Surroundings
) -> SimulatedSetup:
    """What the options of the command line make a simulated table of."""
    judge_wishes(arguments, house.games, store, regulars_of(settings))
    deck = store.decks.load(arguments.deck) if arguments.deck else None
    requested = "" if goes_on(store) else arguments.game or ""  # what runs is resumed, whatever is asked for
    alone = replace(settings, club=replace(settings.club, on=False))  # the box of these settings is the club's table
    equipment = Equipment(
        house.games,
        around,
        alone,
        regulars_of(settings),
        requested,
        house.faults,
        brought=arguments.scores or {},
        config=arguments.config,
    )
    return SimulatedSetup(equipment, "" if arguments.seed is None else str(arguments.seed), deck)


def talk(session: Session) -> None:
    """Read lines until a word, Ctrl-D or Ctrl-C ends the session."""
    with suppress(ImportError):
        import_module("readline")  # arrow keys in `input`
    prompt = PROMPT if sys.stdin.isatty() else ""
    print_lines([session.opening(view())])
    try:
        while not session.over:
            print_lines([session.take(input(prompt), view())])
    except (EOFError, KeyboardInterrupt):
        print_lines([""])  # the prompt still stands there


def not_kept() -> str:
    """That a table without a directory leaves nothing behind, and how another one is kept."""
    return f"Nothing is kept. To keep it, use {os.environ.get(KEEPS, '--data DIR')}."


def view() -> TerminalView:
    """A view as wide as the terminal is now."""
    size = shutil.get_terminal_size()
    return TerminalView(size.columns, size.lines, painter())
