"""The entry of `companion decks`: the decks of tags in the data directory, listed, shown, carried, renamed, deleted."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from companion.configuration import data_directory
from companion.enrol.kinds import kind_of, kinds
from companion.house import games_of
from companion.recordfile import RecordFileError
from companion.spelling import nearest, visible
from companion.storage import Store
from companion.tags import CardCopy, DeckError, decode, encode
from companion.terminal.playing import settled
from companion.values import replace

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping

    from companion.enrol.kinds import Kind
    from companion.games.game import Game
    from companion.settings import Settings
    from companion.tags import Shelf, TagDeck

REFUSED, WRONG_USE = 1, 2


def decks(arguments: Namespace) -> int:
    """`companion decks`; gives the exit status."""
    return settled(arguments, _decks)


def _decks(arguments: Namespace, settings: Settings) -> int:
    store = Store(data_directory(settings.data.directory))
    if (arguments.name is None) is not (arguments.what == "list"):
        sys.stderr.write(f"companion decks: {arguments.what} takes {WANTED[arguments.what]}.\n")
        return WRONG_USE
    match arguments.what:
        case "list":
            print(*standing(store.decks.shelf(), games_of(store.root)), sep="\n")  # noqa: T201 - what this command is for
            return 0
        case "import":
            return _import(store, arguments.name, may_replace=arguments.replace)
        case "rename":
            return _rename(store, _named(store.decks.shelf(), arguments.name).name, arguments.file or "")
        case "delete":
            return _delete(store, _named(store.decks.shelf(), arguments.name))
    deck = _named(store.decks.shelf(), arguments.name)
    if arguments.what == "show":
        print(*_shown(deck, kind_of(deck, _known(store))), sep="\n")  # noqa: T201 - what this command is for
        return 0
    return _export(deck, arguments.file)


WANTED = {
    "list": "no name",
    "show": "the name of a deck",
    "export": "the name of a deck",
    "import": "a FILE",
    "rename": "the name of a deck and a new one",
    "delete": "the name of a deck",
}


def standing(shelf: Shelf, games: Mapping[str, Game]) -> Iterator[str]:
    """A line for each deck: its name, its kind, and how many of its pieces have a tag."""
    known = kinds(games, ())
    for deck in (*shelf.decks, *shelf.unfinished):
        unfinished = f"; go on: companion enrol {deck.kind} --name {deck.name}" if deck in shelf.unfinished else ""
        yield f"{deck.name:20} {deck.kind:10} {_counted(deck, kind_of(deck, known))}{unfinished}"
    yield from shelf.unusable.values()
    if not (shelf.decks or shelf.unfinished or shelf.unusable):
        yield "No deck yet: companion enrol french"


def _counted(deck: TagDeck, kind: Kind) -> str:
    return f"{len(set(deck.pieces.values()))} of {len(kind.pieces)}"


def _shown(deck: TagDeck, kind: Kind) -> Iterator[str]:
    """What has a tag and what has none; tag numbers are for `export`."""
    held = set(deck.pieces.values())
    yield f"{deck.name}, {kind.title}: {_counted(deck, kind)} have a tag"
    for title, pieces in (
        ("Tags:", [piece for piece in kind.pieces if piece in held]),
        ("No tag:", [piece for piece in kind.pieces if piece not in held]),
    ):
        if pieces:
            words = " ".join(kind.called(piece).replace(" ", "-") for piece in pieces)
            yield fill(f"{title:8}{words}", 79, subsequent_indent=" " * 8, break_on_hyphens=False)


def _named(shelf: Shelf, name: str) -> TagDeck:
    known = {deck.name: deck for deck in (*shelf.unfinished, *shelf.decks)}
    if name not in known:
        allowed = ", ".join(known) or "none yet"
        raise RecordFileError(f"“{visible(name)}” is no deck here; there are: {allowed}{nearest(name, known)}")
    return known[name]


def _export(deck: TagDeck, file: str | None) -> int:
    if file is None or file == "-":
        sys.stdout.write(encode(deck))
        return 0
    try:
        Path(file).write_text(encode(deck), "utf-8")
    except OSError as fault:
        raise RecordFileError(f"{file}: {fault.strerror}") from fault
    return 0


def _import(store: Store, file: str, *, may_replace: bool) -> int:
    text = _read(file)
    faults = list(faults_of(text, _known(store)))
    if faults:
        sys.stderr.writelines(visible(f"companion: {file}: {fault}") + "\n" for fault in faults)
        return REFUSED
    deck = decode(text)
    with store.alone():
        if deck.name in {*store.decks.names(), *store.decks.unfinished()} and not may_replace:
            sys.stderr.write(f"companion: there is a deck {deck.name} already; --replace puts this one in its place.\n")
            return REFUSED
        store.decks.save(deck)
    print(f"{deck.name}: {_counted(deck, kind_of(deck, _known(store)))} have a tag")  # noqa: T201 - what it is for
    return 0


def _rename(store: Store, old: str, new: str) -> int:
    """Both, the finished deck and what is unfinished of it, get the new name; as they were they stay aside."""
    with store.alone():
        shelf = store.decks.shelf()
        if new in {deck.name for deck in (*shelf.decks, *shelf.unfinished)}:
            sys.stderr.write(f"companion: there is a deck {new} already; it stays as it is.\n")
            return REFUSED
        try:
            finished = [replace(deck, name=new) for deck in shelf.decks if deck.name == old]
            unfinished = [replace(deck, name=new) for deck in shelf.unfinished if deck.name == old]
        except DeckError as fault:
            sys.stderr.write(visible(f"companion: {fault}") + "\n")
            return REFUSED
        for deck in finished:
            store.decks.save(deck)
        for deck in unfinished:
            store.decks.save_unfinished(deck)
        store.decks.put_aside(old)
    print(f"{old} is {new} now")  # noqa: T201 - what this command is for
    return 0


def _delete(store: Store, deck: TagDeck) -> int:
    """Asks first; without an answer nothing is deleted."""
    print(f"{deck.name}: {_counted(deck, kind_of(deck, _known(store)))} have a tag. Delete it? y/n")  # noqa: T201 - the same
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        print("It stays.")  # noqa: T201 - the same
        return REFUSED
    with store.alone():
        aside = store.decks.put_aside(deck.name)
    print(*(f"Kept aside: {path}" for path in aside), sep="\n")  # noqa: T201 - the same
    return 0


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise RecordFileError(f"{file}: {getattr(fault, 'strerror', None) or 'no UTF-8 text'}") from fault


def faults_of(text: str, known: Mapping[str, Kind]) -> Iterator[DeckError]:
    """Everything that is wrong with the text of a deck, each with its key; nothing: it can be used."""
    try:
        deck = decode(text)
    except DeckError as first:
        yield from list(_each_fault(text)) or [first]
        return
    if deck.kind not in known and deck.kind != "persons":
        yield DeckError("kind", deck.kind, ", ".join([*known, "persons"]))
        return
    cards = known[deck.kind].pieces if deck.kind in known else ()
    for uid, piece in deck.pieces.items():
        if isinstance(piece, CardCopy) and piece not in cards:
            yield DeckError(f"tags.{uid.hex().upper()}", str(piece), f"the cards of a {deck.kind} deck")


def _each_fault(text: str) -> Iterator[DeckError]:
    """The faults of the head, and of each tag alone."""
    with suppress(ValueError, RecursionError):
        whole = json.loads(text)
        if not isinstance(whole, dict) or not isinstance(whole.get("tags"), dict):
            return
        good = {"format": 1, "name": "any", "kind": "any", "tags": {}}
        head = {**whole, "tags": {}}
        alone = [{**good, "tags": {uid: piece}} for uid, piece in whole["tags"].items()]
        for one in (head, *alone):
            try:
                decode(json.dumps(one))
            except DeckError as fault:
                yield fault


def _known(store: Store) -> dict[str, Kind]:
    return kinds(games_of(store.root), ())
