"""Checks of stored data: settings, the data directory and its disk, the clock, decks, running games."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median

from companion.doctor.context import Context
from companion.doctor.findings import Finding, failure, first_and_more, ok, skipped, warning
from companion.enrolment.deck_kinds import COMMANDS, PERSONS
from companion.games.plugins import INDEX, SpoiltIndexError, load_index, place_of_games
from companion.games.registry import GAMES, NAMES, at_home, why_set_aside
from companion.rules.game import Game
from companion.storage.deck_files import DECK, UNFINISHED
from companion.storage.disk import NEARLY_FULL_BYTES, Disk, StorageError, in_words
from companion.storage.journal import BLOCK
from companion.storage.owner import as_owner
from companion.storage.records import RECORD
from companion.storage.running_records import read_running
from companion.support.lazy_import import lazy_call
from companion.support.text import visible
from companion.tags.frequencies import never_heard
from companion.tags.tag_decks import CardCopy, TagDeck, uid_text

refuse_unkept_name: Callable[[Path, str], None] = lazy_call("companion.storage.backup:refuse_unkept_name")
"""Imported when files are examined: a box that starts has no use for it."""

TIMES = 11
"""Lines that are saved to measure the time of one."""
SLOW_S = 0.1
"""Seconds for a line above which the table feels slow."""
FULL_BYTES = 1 << 20
FLEETING = {
    **dict.fromkeys(("tmpfs", "ramfs"), "in RAM: it is empty after each start"),
    "overlay": "on an overlay: files may be gone after the next start",
}
"""File systems that lose data; Raspberry Pi OS puts an overlay in RAM over a write-protected SD card."""
LASTING = (
    "keep it on the card: data.directory in the settings, or --data DIR; "
    "write protection off: sudo raspi-config nonint do_overlayfs 1 && sudo reboot"
)
MAKE_ROOM = (
    "copy old evenings away (companion history export) and delete their files below records; df -h shows what is full"
)
ONE_CARD = "a tag may stand for one card only: at the table, between games, hold BACK, choose decks, replace a tag"
NOT_THERE = "if the path is wrong, correct --data or data.directory; if it is right, companion play makes the directory"


def settings(context: Context) -> Finding:
    """The settings file, as parsed."""
    found = context.configuration
    if found.problem is not None:
        text = f"{found.place(found.problem.line)}: {found.problem}"
        return failure(text, "companion config example prints a correct file")
    if found.parsed.warnings:
        text = "; ".join(f"{found.place(problem.line)}: {problem}" for problem in found.parsed.warnings)
        return warning(text, "correct or delete the line; companion config show prints what is in force")
    return ok(f"{found.file}" if found.file else "no file: the defaults")


def disk_space(context: Context) -> Finding:
    """Free space; a running game takes 512 bytes a line."""
    free = context.machine.free_bytes
    text = f"{free >> 20} MB free at {context.store.root}"
    if free < FULL_BYTES:
        return failure(text, MAKE_ROOM)
    return warning(text, MAKE_ROOM) if free < NEARLY_FULL_BYTES else ok(text)


def hold_alone(context: Context) -> Finding:
    """Own the data directory and the wires from here on. Raises CannotStartError or InUseError if they are in use."""
    if not _is_missing(context):
        with suppress(StorageError), as_owner(context.store.root):  # an unusable directory has its own check
            context.ending.enter_context(context.store.alone())
    context.wires.own()
    return ok("no other process uses it")


def data_directory(context: Context) -> Finding:
    """Whether the data directory exists and can be written; makes none. Raises StorageError."""
    if _is_missing(context):
        return warning(f"{context.store.root} is not there", NOT_THERE)
    if not context.store.root.is_dir():
        with context.store.alone():  # raises the reason why it is none
            pass
    _timed_syncs(context, 1)
    if found := FLEETING.get(context.machine.filesystem):
        return warning(f"{context.store.root} is {found}", LASTING)
    return ok(f"{context.store.root}")


def _is_missing(context: Context) -> bool:
    return not os.path.lexists(context.store.root)


def sync_time(context: Context) -> Finding:
    """The median time to save a line of a record."""
    if _is_missing(context):
        return skipped("there is no data directory yet")
    seconds = median(_timed_syncs(context, TIMES))
    text = f"{1000 * seconds:.0f} ms for {BLOCK} bytes"
    if seconds > SLOW_S:
        return warning(text, "a slow card delays each play: use one of a good brand (wiring.md, step 1)")
    return ok(text)


def clock(context: Context) -> Finding:
    """Whether the network has set the clock. Never a fault: the rules know no time of day."""
    if context.machine.clock_is_set:
        return ok("set from the network")
    return ok("may not be set: if so, only the times in records are wrong")


def decks(context: Context) -> Finding:
    """Whether every deck is valid, no tag is in two decks of a kind, and each deck is complete for at least one game.

    What cannot be read is told by `files`. Raises StorageError for a file of the house that cannot be used.
    """
    games, faults = at_home(context.store.root, context.store.disk)
    if faults:
        raise faults[0]
    shelf = context.store.decks.shelf()
    if shelf.unusable:
        remedy = "correct the file, import the deck again or enrol it anew"
        return failure(first_and_more(list(shelf.unusable.values())), remedy)
    loaded = shelf.decks
    if not loaded:
        remedy = "press OK at the table to enrol one, or import one with companion decks import FILE"
        return warning(f"none in {context.store.decks.directory}", remedy)
    if clashes := list(_clashes(loaded)):
        return failure(first_and_more(clashes), ONE_CARD)
    kinds = context.settings.reader_kinds
    if unheard := [f"{deck.name}: {why}" for deck in loaded if (why := never_heard(deck, kinds))]:
        return failure(first_and_more(unheard), "enrol these cards with this reader, or set its kind below [reader]")
    played = [deck for deck in loaded if deck.kind not in {PERSONS, COMMANDS}]
    if incomplete := [missing for deck in played if (missing := _missing_in_words(deck, games))]:
        return warning(first_and_more(incomplete), "enrol the missing tags")
    return ok(", ".join(f"{deck.name}: {len(deck.pieces)} tags" for deck in loaded))


def files(context: Context) -> Finding:
    """Whether every file can be read and belongs to the directory's owner."""
    return examine_files(context.store.root, context.store.disk)


def games(_: Context) -> Finding:
    """Whether the games of other packages can be played."""
    place = place_of_games()
    try:
        further = load_index(place)
    except SpoiltIndexError as fault:
        return failure(f"{place / INDEX} is damaged: {fault}", "companion games refresh writes a new one")
    if told := [
        f"{plug_in.name} of {plug_in.source} is set aside: {why}"
        for plug_in in further
        if (why := why_set_aside(plug_in))
    ]:
        remedy = "install another version with companion games install FILE, or companion games remove NAME"
        return warning(first_and_more(told), remedy)
    ours = f"{len(NAMES)} of the companion"
    return ok(", ".join((ours, *(f"{plug_in.name} of {plug_in.source}" for plug_in in further))))


def records(context: Context) -> Finding:
    """Whether every running game that can be read can be resumed."""
    found = dict(read_running(context.store, context.store.parked_titles.sound()).records)
    if damaged := [f"{path}: {recovered.damage}" for path, recovered in found.items() if recovered.damage]:
        remedy = "press OK at the table to set the file aside; companion check FILE shows the line"
        return failure(first_and_more(damaged), remedy)
    begun = {path: recovered.lines[0].text.partition(" ")[2] for path, recovered in found.items() if recovered.lines}
    if absent := [f"{path.name} waits for the game {game}" for path, game in begun.items() if game not in GAMES]:
        return warning(first_and_more(absent), "install it again: companion games install FILE")
    return ok(f"{len(found)} running or parked")


def _timed_syncs(context: Context, times: int) -> list[float]:
    """The seconds of each of `times` lines, written as in a record to a temporary file. Raises StorageError."""
    path, disk, now = context.store.root / ".doctor.tmp", context.store.disk, context.clock.now
    taken = []
    with in_words("cannot write", path):
        descriptor = disk.open_fresh(path)
        try:
            for _ in range(times):
                begun = now()
                disk.write_whole(descriptor, b" " * BLOCK)
                disk.fdatasync(descriptor)
                taken.append(now() - begun)
        finally:
            disk.close(descriptor)
            with suppress(OSError):
                disk.unlink(path)
    return taken


def _clashes(loaded: Sequence[TagDeck]) -> list[str]:
    """Cards of two decks of one kind with the same tag; of two kinds the game decides which is meant."""
    clashes = []
    first: dict[tuple[str, bytes], tuple[TagDeck, CardCopy]] = {}
    for deck in loaded:
        for uid, piece in deck.pieces.items():
            if isinstance(piece, CardCopy):
                other, card = first.setdefault((deck.kind, uid), (deck, piece))
                if other is not deck:
                    clashes.append(f"tag {uid_text(uid)} is {card} of {other.name} and {piece} of {deck.name}")
    return clashes


def _missing_in_words(deck: TagDeck, games: Mapping[str, Game]) -> str:
    """The cards that a deck lacks for the game that it is nearest to; empty if it is complete for a game."""
    missing = [_missing_cards(deck, game) for game in games.values() if deck.serves(game.deck_kind)]
    if not missing:
        return f"{deck.name}: no game is played with “{visible(deck.kind)}”"
    fewest = min(missing, key=Counter.total)
    return f"{deck.name}: cards without a tag: {fewest.total()}, the first is {next(iter(fewest))}" if fewest else ""


def _missing_cards(deck: TagDeck, game: Game) -> Counter[str]:
    there = Counter(piece.card for piece in deck.pieces.values() if isinstance(piece, CardCopy))
    return Counter(str(card.face) for card in game.deck.cards_in_order) - there


DIRECTORIES = ("", "decks", "records", "records/running")
FILES = frozenset({"drinks.txt", "splash", "outdated", "starting", "parked", "checkpoint", "evenings"})
"""These, and what has one of the endings, are files: a directory of such a name is a fault."""


def examine_files(root: Path, disk: Disk) -> Finding:
    """Read every file, and name those that cannot be read or backed up, or whose owner is not the directory's."""
    faults: list[StorageError] = []
    strangers: list[Path] = []
    read = 0
    for place in _places(root, disk, faults):
        try:
            refuse_unkept_name(place, str(place.relative_to(root)))
            with in_words("cannot be read", place):
                disk.read(place)
                read += 1
                if place.lstat().st_uid != root.stat().st_uid:
                    strangers.append(place)
        except StorageError as fault:
            faults.append(fault)
    faults += _events(root, disk)
    if faults:
        told = [f"{fault.path.relative_to(root)}: {fault.shortly}" for fault in faults]
        return failure(first_and_more(told), faults[0].remedy)
    if strangers:
        named = first_and_more([str(stranger.relative_to(root)) for stranger in strangers])
        return warning(f"owned by another user: {named}", f"sudo chown -R --reference={root} {root}")
    return ok(f"{read} read")


def _events(root: Path, disk: Disk) -> tuple[StorageError, ...]:
    """What is wrong with the events of a director."""
    director = root / "director"
    if not disk.exists(director):
        return ()
    from companion.director.event_record import read_events  # noqa: PLC0415 - hardly ever wanted

    try:
        return read_events(director, disk).faults
    except StorageError as fault:
        return (fault,)


def _places(root: Path, disk: Disk, faults: list[StorageError]) -> Iterator[Path]:
    """The files of the companion; directories that cannot be listed are added to `faults`."""
    own = {root / name for name in DIRECTORIES}
    for directory in sorted(own):
        try:
            with in_words("cannot be listed", directory):
                there = disk.files(directory)
        except StorageError as fault:
            faults.append(fault)
            continue
        yield from (entry for entry in there if entry not in own and (_is_named(entry) or not entry.is_dir()))


def _is_named(place: Path) -> bool:
    return place.name in FILES or place.suffix in {RECORD, DECK, UNFINISHED}
