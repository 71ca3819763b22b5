"""The checks of what is kept: settings, the data directory and its card, the clock, decks, and games that are on."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from statistics import median
from typing import TYPE_CHECKING

from companion.doctor.findings import failure, ok, warning
from companion.games.registry import games_at_home
from companion.storage.disk import StorageError, in_words, write_whole
from companion.storage.journal import BLOCK
from companion.support.text import visible
from companion.tags.decks import CardCopy, uid_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.doctor.context import Bench
    from companion.doctor.findings import Finding
    from companion.rules.game import Game
    from companion.tags.decks import TagDeck

TIMES = 11
SLOW_S = 0.1
"""A table that waits so long for each line feels slow."""
FULL_BYTES, NEARLY_FULL_BYTES = 1 << 20, 64 << 20
FLEETING = {
    **dict.fromkeys(("tmpfs", "ramfs"), "in RAM: it is empty after each start"),
    "overlay": "on an overlay: what is written there may be gone after the next start",
}
"""Types of file systems that forget; Raspberry Pi OS puts an overlay in RAM over a card that is write-protected."""
LASTING = (
    "keep it on the card: data.directory in the settings, or --data DIR; "
    "write protection off: sudo raspi-config nonint do_overlayfs 1 && sudo reboot"
)
MAKE_ROOM = (
    "copy old evenings away (companion history export) and delete their files below records; df -h tells what is full"
)


def settings(bench: Bench) -> Finding:
    """The file as it is read."""
    found = bench.configuration
    if found.problem is not None:
        return failure(
            f"{found.place(found.problem.line)}: {found.problem}", "companion config example shows a right file"
        )
    if found.parsed.warnings:
        told = "; ".join(f"{found.place(one.line)}: {one}" for one in found.parsed.warnings)
        return warning(told, "correct or delete the line; companion config show tells what is in force")
    return ok(f"{found.file}" if found.file else "no file: the defaults")


def disk_space(bench: Bench) -> Finding:
    """A game that is on takes 512 bytes a line."""
    free = bench.machine.free_bytes
    told = f"{free >> 20} MB free at {bench.store.root}"
    if free < FULL_BYTES:
        return failure(told, MAKE_ROOM)
    return warning(told, MAKE_ROOM) if free < NEARLY_FULL_BYTES else ok(told)


def alone(bench: Bench) -> Finding:
    """Everything is the doctor's alone from here on. Raises CannotStartError or InUseError when another has it."""
    with suppress(StorageError):  # of a directory that cannot be used its own check tells
        bench.ending.enter_context(bench.store.alone())
    bench.wires.own()
    return ok("no other one is at work here")


def data_directory(bench: Bench) -> Finding:
    """There, and written to. Raises StorageError."""
    if not bench.store.root.is_dir():
        with bench.store.alone():  # says why it cannot be made
            pass
    _timed_syncs(bench, 1)
    if found := FLEETING.get(bench.machine.filesystem):
        return warning(f"{bench.store.root} is {found}", LASTING)
    return ok(f"{bench.store.root}")


def sync_time(bench: Bench) -> Finding:
    """How long a line of a record takes to be safe."""
    seconds = median(_timed_syncs(bench, TIMES))
    told = f"{1000 * seconds:.0f} ms for {BLOCK} bytes"
    if seconds > SLOW_S:
        return warning(told, "a slow card makes each play wait: take one of a good brand (wiring.md, step 1)")
    return ok(told)


def clock(bench: Bench) -> Finding:
    """A note only: the rules know no time of day."""
    if bench.machine.clock_is_set:
        return ok("set by the network")
    return ok("not known to be set: only the times in records may be wrong")


def decks(bench: Bench) -> Finding:
    """Every deck readable, no tag in two of them, and each complete for a game of this house at least.

    Raises CannotStartError for drinks of the house that cannot be read.
    """
    games = games_at_home(bench.store.root, bench.disk)
    loaded, damaged = _loaded(bench)
    if damaged:
        return failure(_some([f"{fault.path}: {fault.what}" for fault in damaged]), damaged[0].remedy)
    if not loaded:
        return warning(
            f"none in {bench.store.decks.directory}",
            "OK at the table enrols one, companion decks import FILE brings one",
        )
    clashes = list(_clashes(loaded))
    if clashes:
        return failure(_some(clashes), "one tag, one card: at the table hold BACK between games, decks, replace a tag")
    wanting = [told for deck in loaded if (told := _wanting(deck, games))]
    if wanting:
        return warning(_some(wanting), "enrol what is missing")
    return ok(", ".join(f"{deck.name}: {len(deck.pieces)} tags" for deck in loaded))


def records(bench: Bench) -> Finding:
    """Every game that is on can be continued."""
    found = {path: bench.store.read(path).damage for path in bench.store.all_running()}
    damaged = [f"{path}: {why}" for path, why in found.items() if why]
    if damaged:
        return failure(_some(damaged), "OK at the table keeps the file aside; companion check FILE shows the place")
    return ok(f"{len(found)} on or parked")


def _timed_syncs(bench: Bench, times: int) -> list[float]:
    """Seconds for each of so many lines, written as a record is; the file is gone afterwards. Raises StorageError."""
    path, now = bench.store.root / ".doctor.tmp", bench.wires.clock.now
    taken = []
    with in_words("cannot write", path):
        descriptor = bench.disk.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC)
        try:
            for _ in range(times):
                begun = now()
                write_whole(bench.disk, descriptor, b" " * BLOCK)
                bench.disk.fdatasync(descriptor)
                taken.append(now() - begun)
        finally:
            bench.disk.close(descriptor)
            with suppress(OSError):
                path.unlink()
    return taken


def _loaded(bench: Bench) -> tuple[list[TagDeck], list[StorageError]]:
    loaded, damaged = [], []
    for name in bench.store.decks.names():
        try:
            loaded.append(bench.store.decks.load(name))
        except StorageError as fault:
            damaged.append(fault)
    return loaded, damaged


def _clashes(loaded: list[TagDeck]) -> list[str]:
    """Cards that two decks claim with one tag; people and command cards may be in all of them."""
    told = []
    first: dict[bytes, tuple[TagDeck, CardCopy]] = {}
    for deck in loaded:
        for uid, piece in deck.pieces.items():
            if isinstance(piece, CardCopy):
                other, card = first.setdefault(uid, (deck, piece))
                if other is not deck:
                    told.append(f"tag {uid_text(uid)} is {card} of {other.name} and {piece} of {deck.name}")
    return told


def _some(told: list[str]) -> str:
    """The first, and how many more."""
    return told[0] + (f"; and {len(told) - 1} more" if len(told) > 1 else "")


def _wanting(deck: TagDeck, games: Mapping[str, Game]) -> str:
    """What a deck lacks for the game that it comes nearest to; empty when there is one that it can play."""
    lacking = [_lacking(deck, game) for game in games.values() if game.deck_kind == deck.kind]
    if not lacking:
        return f"{deck.name}: no game is played with “{visible(deck.kind)}”"
    least = min(lacking, key=Counter.total)
    return f"{deck.name}: cards without a tag: {least.total()}, the first is {next(iter(least))}" if least else ""


def _lacking(deck: TagDeck, game: Game) -> Counter[str]:
    there = Counter(piece.card for piece in deck.pieces.values() if isinstance(piece, CardCopy))
    return Counter(str(card.face) for card in game.deck.cards_in_order) - there
