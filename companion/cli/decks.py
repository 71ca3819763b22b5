"""`companion decks`: list, show, export, import, rename and delete the decks of the data directory."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from companion.cli.play import with_settings
from companion.enrolment.deck_transfer import Collection, NameTakenError, RefusedError, UnknownDeckError, standings
from companion.games.registry import games_at_home
from companion.settings.search_path import data_directory, service_hint
from companion.storage.record_source import RecordFileError
from companion.storage.records import Store
from companion.support.text import visible
from companion.tags.tag_decks import encode

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from companion.enrolment.deck_transfer import Standing
    from companion.settings.schema import Settings
    from companion.tags.tag_decks import TagDeck

REFUSED, WRONG_USE = 1, 2


def decks(arguments: Namespace) -> int:
    """Run `companion decks`; returns the exit status."""
    return with_settings(arguments, _decks)


def _decks(arguments: Namespace, settings: Settings) -> int:
    store = Store(data_directory(settings.data.directory))
    words, wanted = WANTED[arguments.what]
    if sum(word is not None for word in (arguments.name, arguments.file)) not in words:
        sys.stderr.write(f"companion decks: {arguments.what} takes {wanted}.\n")
        return WRONG_USE
    try:
        return _done(arguments, store, _collection(store))
    except UnknownDeckError as unknown:
        raise RecordFileError(str(unknown)) from unknown


def _done(arguments: Namespace, store: Store, collection: Collection) -> int:
    match arguments.what:
        case "list":
            print(*standing(store), sep="\n")  # noqa: T201 - what this command is for
        case "import":
            return _import(store, arguments.name, may_replace=arguments.replace)
        case "rename":
            return _rename(store, arguments.name, arguments.file)
        case "delete":
            return _delete(store, collection.named(arguments.name))
        case "show":
            print(*_shown(collection.named(arguments.name)), sep="\n")  # noqa: T201 - the same
        case "export":
            _export(collection.named(arguments.name).deck, arguments.file)
    return 0


def _collection(store: Store) -> Collection:
    return Collection(store.decks, games_at_home(store.root))


WANTED = {
    "list": ({0}, "no name"),
    "show": ({1}, "the name of a deck"),
    "export": ({1, 2}, "the name of a deck, and a FILE if it is not to be printed"),
    "import": ({1}, "a FILE"),
    "rename": ({2}, "the name of a deck and a new one"),
    "delete": ({1}, "the name of a deck"),
}
"""The number of words that each action takes, and their names."""


def standing(store: Store) -> Iterator[str]:
    """A line for each deck: its name, its kind, and how many of its pieces have a tag. Raises CannotStartError."""
    shelf = store.decks.shelf()
    for one in standings(shelf, games_at_home(store.root)):
        unfinished = f"; go on: companion enrol {one.deck.kind} --name {one.deck.name}" if one.unfinished else ""
        yield f"{one.deck.name:20} {one.deck.kind:10} {one.counted}{unfinished}"
    yield from shelf.unusable.values()
    if not (shelf.decks or shelf.unfinished or shelf.unusable):
        yield f"No deck yet in {visible(str(store.root))}: companion enrol french{service_hint(store.root, 'decks')}"


def _shown(found: Standing) -> Iterator[str]:
    """The pieces with and without a tag; only `export` prints UIDs."""
    deck, kind = found.deck, found.kind
    held = set(deck.pieces.values())
    yield f"{deck.name}, {kind.title}: {found.counted} have a tag"
    for title, pieces in (
        ("Tags:", [piece for piece in kind.pieces if piece in held]),
        ("No tag:", [piece for piece in kind.pieces if piece not in held]),
    ):
        if pieces:
            words = " ".join(kind.called(piece).replace(" ", "-") for piece in pieces)
            yield fill(f"{title:8}{words}", 79, subsequent_indent=" " * 8, break_on_hyphens=False)


def _export(deck: TagDeck, file: str | None) -> None:
    if file is None or file == "-":
        sys.stdout.write(encode(deck))
        return
    try:
        Path(file).write_text(encode(deck), "utf-8")
    except OSError as fault:
        raise RecordFileError(f"{file}: {fault.strerror}") from fault


def _import(store: Store, file: str, *, may_replace: bool) -> int:
    text = _read(file)
    try:
        with store.alone():
            kept = _collection(store).put(text, may_replace=may_replace)
    except NameTakenError as taken:
        return _refused(f"companion: {taken}; --replace puts this one in its place.")
    except RefusedError as refused:
        return _refused(*(f"companion: {file}: {reason}" for reason in refused.reasons))
    print(f"{kept.deck.name}: {kept.counted} have a tag")  # noqa: T201 - what it is for
    return 0


def _rename(store: Store, old: str, new: str) -> int:
    try:
        with store.alone():
            _collection(store).rename(old, new)
    except UnknownDeckError:
        raise
    except NameTakenError as taken:
        return _refused(f"companion: {taken}; it stays as it is.")
    except RefusedError as refused:
        return _refused(f"companion: {refused}")
    print(f"{old} is {new} now")  # noqa: T201 - what this command is for
    return 0


def _delete(store: Store, found: Standing) -> int:
    """Ask, then delete; no answer means no."""
    print(f"{found.deck.name}: {found.counted} have a tag. Delete it? y/n")  # noqa: T201 - the same
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        print("It stays.")  # noqa: T201 - the same
        return REFUSED
    with store.alone():
        aside = _collection(store).delete(found.deck.name)
    print(*(f"Kept aside: {path}" for path in aside), sep="\n")  # noqa: T201 - the same
    return 0


def _refused(*lines: str) -> int:
    sys.stderr.writelines(visible(line) + "\n" for line in lines)
    return REFUSED


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise RecordFileError(f"{file}: {getattr(fault, 'strerror', None) or 'no UTF-8 text'}") from fault
