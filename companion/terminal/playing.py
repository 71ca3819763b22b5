"""The entry of `companion play`: arguments, standard input and output, and what ends it."""

from __future__ import annotations

import secrets
import shutil
import sys
import time
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.configuration import EX_CONFIG, configured, data_directory, settings_file
from companion.devices import leave_on_panel
from companion.disk import CannotStartError, StorageError
from companion.games import GAMES
from companion.house import games_of
from companion.patience import painter
from companion.screens.notices import CANNOT_START, wrong_settings
from companion.screens.screen import draw
from companion.spelling import visible
from companion.storage import Store
from companion.supervisor import Supervisor
from companion.table.resuming import CannotResumeError
from companion.terminal.box import CANNOT_RUN, run_box

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping

    from companion.configuration import Configured
    from companion.games.game import Game
    from companion.settings import Settings
    from companion.settingstext import Problem
    from companion.terminal.session import Session
    from companion.terminal.view import View
    from companion.web.hands import Chances

NOT_SAVED = 75
"""EX_TEMPFAIL of sysexits: whoever started this starts it again, and it goes on with what is saved."""

PROMPT = "> "


def play(arguments: Namespace) -> int:
    """`companion play`; gives the exit status. As a service it does not end at once where it cannot run."""
    found = configured(arguments)
    status = _status(arguments, found, _play)
    supervisor = Supervisor()
    if status in {CANNOT_RUN, EX_CONFIG} and supervisor.listens:
        if status == CANNOT_RUN:
            leave_on_panel(draw(CANNOT_START).pages, found.settings)
        supervisor.hold_off(status)
    return status


def settled(arguments: Namespace, run: Callable[[Namespace, Settings], int]) -> int:
    """Run a command with the settings in force; gives its exit status, or that of what stopped it."""
    return _status(arguments, configured(arguments), run)


def _status(arguments: Namespace, found: Configured, run: Callable[[Namespace, Settings], int]) -> int:
    for complaint in found.complaints():
        sys.stderr.write(visible(complaint) + "\n")
    if found.problem is not None:
        return _wrong(found.problem, found.settings, arguments)
    try:
        return run(arguments, found.settings)
    except StorageError as fault:
        sys.stderr.write(f"companion: {fault}\n")
        return NOT_SAVED
    except CannotStartError as fault:
        sys.stderr.write(f"companion: {fault}\n")
        return CANNOT_RUN
    except CannotResumeError as fault:
        sys.stderr.write(f"companion: the game that is on cannot be resumed: {fault}.\n")
        sys.stderr.write("Move its record out of records/running, or play it on with the version that wrote it.\n")
        return CANNOT_RUN


def _play(arguments: Namespace, settings: Settings) -> int:
    if arguments.simulate:
        return _simulate(arguments, settings)
    root = data_directory(settings.data.directory)
    return run_box(root, arguments.deck, _games(arguments.game, None, games_of(root)), settings)


def _wrong(problem: Problem, settings: Settings, arguments: Namespace) -> int:
    """The panel tells it, too, as far as the settings that are right lead to one."""
    picture = draw(wrong_settings(problem.line, problem.key, problem.found, problem.allowed))
    if arguments.simulate:
        print(*view().panel(picture, ""), sep="\n")  # noqa: T201 - what this command is for
    else:
        leave_on_panel(picture.pages, settings)
    return EX_CONFIG


def _simulate(arguments: Namespace, settings: Settings) -> int:
    from companion.terminal.session import Session  # noqa: PLC0415 - the real table does without
    from companion.web.opening import open_page  # noqa: PLC0415 - the same

    games = games_of(Path(arguments.data)) if arguments.data is not None else GAMES
    with ExitStack() as ending:
        if not sys.stdin.isatty() and arguments.port is None:
            from companion.terminal.demonstration import perform  # noqa: PLC0415 - the real table does without

            store = Store(Path(ending.enter_context(TemporaryDirectory())))
            for text in perform(store, view()):
                print(text, flush=True)  # noqa: T201 - what this command is for
            return 0
        kept = arguments.data is not None
        store = Store(Path(arguments.data) if kept else Path(ending.enter_context(TemporaryDirectory())))
        ending.enter_context(store.alone())
        chances = _chances(store, arguments, settings, games)
        if not arguments.terminal:
            status = open_page(store, chances, arguments.port, settings_file(arguments))
            if status:
                return status
        else:
            session = Session(
                store,
                games=chances.games,
                seed=chances.seed,
                luck=chances.luck,
                wall=chances.wall,
                deck=chances.deck,
                settings=settings,
            )
            ending.callback(session.close)
            _talk(session)
        farewell = "Everything is saved: the same command goes on." if kept else "Bye. With --data DIR it is kept."
        print(farewell)  # noqa: T201 - what this command is for
    return 0


def _chances(store: Store, arguments: Namespace, settings: Settings, house: Mapping[str, Game]) -> Chances:
    """With a seed everything is repeated, the time of day included; without one nothing is."""
    from companion.web.hands import Chances  # noqa: PLC0415 - the real table does without

    deck = store.load_deck(arguments.deck) if arguments.deck else None
    games = _games(arguments.game, store.running(), house)
    if arguments.seed is not None:
        luck = Random(arguments.seed).randrange  # noqa: S311 - a card game without stakes
        return Chances(games, luck, seed=str(arguments.seed), deck=deck, settings=settings)
    return Chances(games, secrets.randbelow, _wall, deck=deck, settings=settings)


def _talk(session: Session) -> None:
    """Line by line until the end is asked for, by a word, Ctrl-D or Ctrl-C."""
    with suppress(ImportError):
        import_module("readline")  # arrow keys in `input`
    print(session.opening(view()))  # noqa: T201 - what this command is for
    try:
        while not session.over:
            print(session.take(input(PROMPT), view()))  # noqa: T201 - the same
    except (EOFError, KeyboardInterrupt):
        print()  # noqa: T201 - the prompt still stands there


def view() -> View:
    """As wide as the terminal is now."""
    from companion.terminal.view import View  # noqa: PLC0415 - the real table does without

    size = shutil.get_terminal_size()
    return View(size.columns, size.lines, painter(sys.stdout))


def _games(name: str | None, running: Path | None, house: Mapping[str, Game]) -> Mapping[str, Game]:
    """The game that was asked for, or all; a game that is on goes on, whatever was asked for."""
    return house if name is None or running is not None else {name: house[name]}


def _wall() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S")
