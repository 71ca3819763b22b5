"""`companion play`: run the table, and map what ends it to an exit status.

for example:
  companion play --simulate                     a table in the browser
  companion play --simulate --terminal --game {EXAMPLE} --seed 7

exit status:
  0  stopped on request, or shut down
  2  no reader or display, a data directory in use, or a record that cannot be continued
  69  another program uses the display, the pins or the reader; it is named and not disturbed
  75  the memory card failed and a line is not saved; start again to see what is
  78  a wrong value in the settings file, which is named with line and key
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from companion.cli.arguments import box_of, configuration_of, data_of, speak_as_set
from companion.cli.commands import PHONE, SETTINGS, WEB, Command, argument, flag, game_to_begin, port
from companion.cli.console import WrongUseError, print_lines
from companion.games.registry import at_home, plug_ins
from companion.rules.game import Game
from companion.runtime.equipment import Equipment
from companion.runtime.guest_games import starts_counted
from companion.runtime.last_words import leave, leave_last_words
from companion.runtime.service import BOX, CANNOT_RUN, run_box
from companion.runtime.systemd import Supervisor
from companion.screens.layouts import draw
from companion.screens.notices import wrong_settings
from companion.screens.templates import fill
from companion.screens.words import CANNOT_START
from companion.settings.parser import Problem
from companion.settings.schema import ClubSettings, ScoreboardSettings, Settings
from companion.settings.search_path import EX_CONFIG, Configuration, data_directory
from companion.storage.disk import CannotStartError, StorageError
from companion.storage.records import Store
from companion.support.lazy_import import import_later, lazy_call
from companion.support.text import visible
from companion.support.values import replace
from companion.table.state import Table
from hardware.locks import InUseError

if TYPE_CHECKING:
    from companion.runtime.club import ClubThread

NOT_SAVED = 75
"""EX_TEMPFAIL of sysexits.h: the service manager starts the program again, and it resumes what is saved."""

IN_USE = 69
"""EX_UNAVAILABLE of sysexits.h: another program has the wires; nothing was written to them."""
RUN_ON_PAGE: Callable[..., int] = lazy_call("companion.room.playing:run_on_page")
TELL_ADDRESS = import_later("companion.web.open_browser:tell_address")
SCORES_BY_NAME: Callable[[str], dict[str, int]] = lazy_call("companion.cli.first_match:scores_by_name")
WHOLE: Callable[[str], int] = lazy_call("companion.cli.first_match:whole")
JUDGE_WISHES: Callable[..., None] = lazy_call("companion.cli.first_match:judge_wishes")
END_IT_FIRST = "Stop it first (the service: sudo systemctl stop companion)."


COMMAND = Command(
    "play",
    arguments={
        "--simulate": flag("simulate every wire and show the table in a browser"),
        "--terminal": flag("with --simulate: show the table in this terminal instead"),
        "--port": argument(
            "N", "with --simulate: the port of the page (default: the first free one from 8080)", type=port
        ),
        "--game": argument(
            "NAME",
            "start with this game instead of the menu; with --simulate also module:ENTRY, a game that is not installed",
            type=game_to_begin,
        ),
        "--scores": argument("NAME=N,…", "the first match begins with these scores from before", type=SCORES_BY_NAME),
        "--deck": argument("NAME", "the deck of tags that is on the table"),
        "--seed": argument("N", "shuffle as the simulation with this number did", type=WHOLE),
        **SETTINGS,
    },
    needs=dict.fromkeys(("--terminal", "--port", "--seed"), "--simulate"),
    excludes={"--port": "--terminal"},
)


def play(arguments: Namespace) -> int:
    """Run `companion play`; returns the exit status. A service that cannot start says so on the panel."""
    if ":" in (arguments.game or "") and not arguments.simulate:
        raise WrongUseError("--game module:ENTRY is for --simulate; the real table plays installed games")
    found = configuration_of(arguments)
    status = status_of(arguments, found, _play)
    supervisor = Supervisor()
    if status in {CANNOT_RUN, EX_CONFIG, IN_USE} and supervisor.listens:
        if status == CANNOT_RUN:
            leave(draw(fill(CANNOT_START)).pages, found.settings, _root_of_service(found.settings))
        supervisor.cannot_start(status)
    return status


def status_of(arguments: Namespace, found: Configuration, run: Callable[[Namespace, Settings], int]) -> int:
    """Run a command of the box; returns its exit status, or that of the error that stopped it."""
    if found.problem is not None:
        _leave_wrong(found.problem, found.settings, arguments)
        return EX_CONFIG
    speak_as_set(found.settings)
    try:
        return run(arguments, found.settings)
    except StorageError as fault:
        sys.stderr.write(f"companion: {fault}\n")
        _leave_last_words(fault, found.settings, arguments)
        return NOT_SAVED
    except CannotStartError as fault:
        sys.stderr.write(f"companion: {fault}\n")
        return CANNOT_RUN
    except InUseError as fault:
        sys.stderr.write(visible(f"companion: {fault}. {END_IT_FIRST}") + "\n")
        return IN_USE
    except Exception as fault:
        _leave_last_words(fault, found.settings, arguments)
        raise


def _play(arguments: Namespace, settings: Settings) -> int:
    if arguments.simulate:
        from companion.cli.play_simulated import play_simulated  # noqa: PLC0415 - the real table does without

        return play_simulated(arguments, settings, _play_with_real_cards)
    return _play_with_real_cards(arguments, settings, arguments.game or "")


def _play_with_real_cards(arguments: Namespace, settings: Settings, requested: str, left: Event | None = None) -> int:
    root = data_of(settings)
    counted = starts_counted(root) if plug_ins() else nullcontext()
    with counted, box_of(arguments, settings) as box:
        games, unread = at_home(root)
        if arguments.game or arguments.scores or arguments.deck:
            JUDGE_WISHES(arguments, games, Store(root), settings.people.regulars)
        clubbed = partial(club_of, root=root, games=games)
        around = replace(BOX.around, box=box, posted=scoreboard_posting, clubbed=clubbed)
        brought = arguments.scores or {}
        equipment = Equipment(
            games,
            around,
            settings,
            requested=requested,
            unread=unread,
            brought=brought,
            deck=arguments.deck,
            config=arguments.config,
        )
        return run_at(root, equipment, left)


def run_at(root: Path, equipment: Equipment, left: Event | None = None) -> int:
    """Run the table of these settings, as `run_box` does: on the box, or on a page.

    `left` as for `run_on_page`, whose page is open already; None: a browser is opened.
    """
    if not equipment.settings.panel.is_page:
        return run_box(root, equipment)
    if not WEB.is_here():
        raise CannotStartError(WEB.lacking("page"))
    if equipment.settings.panel.phone and not PHONE.is_here():
        raise CannotStartError(PHONE.lacking("phone"))
    opens = TELL_ADDRESS() if left is None else partial(print, flush=True)
    return RUN_ON_PAGE(root, equipment, opens=opens, left=left)


def scoreboard_posting(scoreboard: ScoreboardSettings) -> AbstractContextManager[Callable[[Table], None]]:
    """The scoreboard's context manager: it yields a function to call with every table."""
    from companion.scoreboard.posting import view_poster  # noqa: PLC0415 - the first picture does not wait for phones

    return view_poster(scoreboard)


def club_of(club: ClubSettings, root: Path, games: Mapping[str, Game]) -> AbstractContextManager[ClubThread | None]:
    """The table's end of its club. None: it is in no club."""
    if not club.on:
        return nullcontext()
    from companion.runtime.club import at_club  # noqa: PLC0415 - most tables are in no club
    from companion.scoreboard import posting, view  # noqa: PLC0415 - the first picture does not wait for phones

    return at_club(root, games, view.view, posting.post_released)


def _leave_last_words(fault: Exception, settings: Settings, arguments: Namespace) -> None:
    """Show the last words on a real panel."""
    if not arguments.simulate:
        leave_last_words(fault, settings, _root_of_service(settings))


def _root_of_service(settings: Settings) -> Path | None:
    """The data directory of a service, for the splash of its next start; None outside a service."""
    return data_directory(settings.data.directory) if Supervisor().listens else None


def _leave_wrong(problem: Problem, settings: Settings, arguments: Namespace) -> None:
    """Show a wrong setting on the panel, if the valid settings lead to one."""
    picture = draw(wrong_settings(problem.line, problem.key, problem.found, problem.allowed))
    if arguments.simulate:
        from companion.cli.play_simulated import view  # noqa: PLC0415 - the real table does without

        print_lines(view().panel(picture, ""))
    else:
        leave(picture.pages, settings, _root_of_service(settings))
