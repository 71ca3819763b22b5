"""The table service: the wires of a Pi, a stored deck, and the loop until a signal or a shut-down."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games.registry import GAMES, plug_ins
from companion.runtime import guest_games, splash
from companion.runtime.devices import Devices, picture_messages, real
from companion.runtime.earlier_matches import EarlierMatches
from companion.runtime.equipment import Equipment, Surroundings
from companion.runtime.power_on import power_on
from companion.runtime.recorder import Recorder
from companion.runtime.systemd import CLOCK_IS_SET, Supervisor
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import OUTDATED, SPLASH
from companion.settings.schema import Settings
from companion.storage.background_sync import BackgroundSyncDisk
from companion.storage.records import Store
from companion.support.names import each_once
from companion.support.text import visible
from companion.support.unreadable import UnreadableFile
from companion.support.values import dataclass, replace
from companion.table.modes import Damaged
from companion.table.state import Table
from companion.tags.frequencies import within_reach
from companion.tags.tag_decks import Shelf

if TYPE_CHECKING:
    from companion.runtime.loop import Loop

CANNOT_RUN = 2
POWER_OFF = ("systemctl", "poweroff")
SWITCH = Path("/run/companion-sockets/poweroff")
"""The pipe by which the service switches the box off (systemd/companion-poweroff.socket)."""

NO_WIRES = """\
companion: this is no Pi with reader and display: {nodes} are missing.
On any computer: add --simulate, or --panel page where a reader plugs in. \
On a Pi: enable SPI and I2C (sudo raspi-config), restart it, and ask companion doctor.
"""


def power_off_by_systemd() -> int:
    """Ask the system to switch the machine off; returns 0, or CANNOT_RUN after reporting why it refuses.

    The service uses its pipe; any other user calls systemctl.
    """
    with suppress(OSError):
        switch = os.open(SWITCH, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            os.write(switch, b"off\n")
            return 0
        finally:
            os.close(switch)
    import subprocess  # noqa: PLC0415 - not while the table is being opened

    try:
        subprocess.run(POWER_OFF, check=True)  # noqa: S603 - our own words
    except (OSError, subprocess.CalledProcessError) as fault:
        sys.stderr.write(f"companion: everything is saved, but the system does not switch off: {fault}.\n")
        return CANNOT_RUN
    return 0


def _random(below: int) -> int:
    from random import SystemRandom  # noqa: PLC0415 - not while the table is being opened

    return SystemRandom().randrange(below)


def _local_time() -> str:
    """The local time; a "?" follows until the network has set the clock."""
    return time.strftime("%Y-%m-%dT%H:%M:%S") + "?" * (not CLOCK_IS_SET.exists())


BOX = Equipment(GAMES, Surroundings(_random, _local_time))
"""What a box runs with that has no settings, no people and no games of other packages."""


def both(one: Callable[[Table], None], other: Callable[[Table], None]) -> Callable[[Table], None]:
    """Tell each table to the one and the other."""

    def tell(table: Table) -> None:
        one(table)
        other(table)

    return tell


@dataclass(frozen=True, slots=True)
class Body:
    """What carries a table: how its devices are built, and how it is switched off, which returns an exit status."""

    devices: Callable[[Settings, Sequence[bytes]], Devices]
    switch_off: Callable[[], int]


def run_box(root: Path, equipment: Equipment, *, body: Body | None = None) -> int:
    """Run the table until SIGTERM, SIGINT or "shut down"; returns the exit status. `body` None: a Pi.

    Raises StorageError, CannotStartError, and InUseError if another program has a wire.
    """
    settings, body = equipment.settings, body or Body(real, power_off_by_systemd)
    wires = wires_of(settings)
    if not settings.panel.is_page and not any(node.exists() for node in wires):
        sys.stderr.write(NO_WIRES.format(nodes=" and ".join(map(str, wires))))
        return CANNOT_RUN
    store = Store(root, BackgroundSyncDisk())
    shelf = within_reach(store.decks.shelf(equipment.deck), settings.reader_kinds)
    for why in (*shelf.unusable.values(), *(f"{name}: {why}" for name, why in shelf.unheard.items())):
        sys.stderr.write(visible(f"companion: {why}") + "\n")
    with store.alone(), closing(EarlierMatches(root)) as earlier, _stop_signals() as stop:
        devices = body.devices(settings, splash.load(root, settings.panel))
        counting = replace(equipment, around=replace(equipment.around, earlier=earlier))
        off = run_table(store, shelf, devices, stop, equipment=counting)
    return body.switch_off() if off else 0


def wires_of(settings: Settings) -> tuple[Path, ...]:
    """The nodes of readers and display; some may be missing, which the table reports itself."""
    wires = (*(reader.wire for reader in settings.readers.values()), settings.panel.wire)
    return tuple(map(Path, filter(None, wires)))


def run_table(
    store: Store, shelf: Shelf, devices: Devices, stop: Callable[[], bool], *, equipment: Equipment = BOX
) -> bool:
    """Resume the running game, or set one up, and run until `stop`; returns whether to switch the box off.

    At the end the panel shows that everything is saved, or good night after "shut down"; after a fault it keeps its
    picture. Raises StorageError.
    """
    settings, around = equipment.settings, equipment.around
    supervisor = Supervisor()
    recorder = Recorder(store, around.wall, equipment.unread, equipment.config, readers=settings.reader_kinds)
    regulars = each_once((*settings.people.regulars, *shelf.people))
    decks = equipment.dialogue(shelf) if equipment.dialogue else None
    loop: Loop | None = None
    try:
        with _guests_in_time(lambda: loop.turns if loop else 0, store.root):
            loop = power_on(devices, recorder, replace(equipment, regulars=regulars), lambda _: shelf, decks=decks)
            _report_damage(loop.table.reported)
            loop.turn()  # until then the next splash is the last words of this start
            _leave_for_next_start(store.root, settings)
            with around.posted(settings.scoreboard) as tell, around.clubbed(settings.club) as club:
                now = loop
                shut_down = now.run(
                    lambda: stop() or (decks is not None and now.table.decks is None),
                    supervisor,
                    both(tell, club.tell) if club else tell,
                    club.order if club else lambda: None,
                )
        supervisor.stopping()
    finally:
        devices.close(keep_picture=True)
        recorder.close()
    return shut_down


def _leave_for_next_start(root: Path, settings: Settings) -> None:
    """Save what the panel is to say before the program is loaded, and when its Python is gone; a page says nothing."""
    if settings.panel.is_page:
        return
    first_messages = splash.load(root, settings.panel)
    words = draw(fill(SPLASH)).pages
    splash.save(root, settings.panel, picture_messages(words, settings, first_messages))
    _leave_for_another_python(root, settings, first_messages)


def _leave_for_another_python(root: Path, settings: Settings, first_messages: tuple[bytes, ...]) -> None:
    """Save what the panel is to say when this Python is gone; once for each version, panel and language."""
    if splash.load(root, settings.panel, splash.OUTDATED):
        return
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    words = draw(fill(OUTDATED, version=version)).pages
    messages = picture_messages(words, settings, first_messages)
    splash.save(root, settings.panel, messages, name=splash.OUTDATED)


def _guests_in_time(turns: Callable[[], int], root: Path) -> AbstractContextManager[None]:
    """End what hangs in a game of another package; without such games nothing is looked at."""
    modules = {plug_in.module for plug_in in plug_ins().values()}
    if not modules:
        return nullcontext()
    return guest_games.ended_in_time(modules, turns, trust=lambda: guest_games.trust_start(root))


def _report_damage(damaged: Iterable[Damaged | UnreadableFile]) -> None:
    """Write a line to the journal for each record that cannot be resumed, and for each file that cannot be read."""
    for file in damaged:
        if not isinstance(file, Damaged):
            sys.stderr.write(visible(f"companion: {file.sentence}") + "\n")
        elif file.record:
            lost = f", {file.lost} lines lost" if file.lost else ""
            then = "OK parks it until its game is installed" if file.absent else f"OK keeps it as {file.kept_as}"
            text = f"the game {file.record} cannot be continued ({file.why}{lost}): {then}"
            sys.stderr.write(visible(f"companion: {text}") + "\n")


@contextmanager
def _stop_signals() -> Iterator[Callable[[], bool]]:
    """Whether SIGTERM or SIGINT has come; restores the signal handlers afterwards."""
    asked = False

    def ask(_number: int, _frame: object) -> None:
        nonlocal asked
        asked = True

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: asked
    finally:
        for number, meaning in before.items():
            signal.signal(number, meaning)
