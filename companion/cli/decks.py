"""`companion decks`: list, show, export, import, rename and delete the decks of the data directory.

for example:
  companion decks list
  companion decks export french french.json
  companion decks import french.json
  companion decks import cards.csv
  companion decks rename french french-red
  companion decks delete french-red

import takes JSON, or CSV with a column of tag numbers and one of cards, and
numbers as phones and tools write them (04:A2:…, 0x04A2…).

delete asks first; what is deleted or renamed stays in the data directory as
decks/NAME.json.gone-1.

exit status:
  0  all is well
  1  refused: a file with faults, each told, a name that is taken, or no “y”
  2  no such deck or file, or the data directory is in use
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from companion.cli.arguments import data_of, settings_of
from companion.cli.console import WrongUseError, complain
from companion.enrolment import deck_transfer
from companion.games.registry import games_at_home
from companion.parts.reader_kind import ReaderKind
from companion.screens.name_fitting import drawing_problem
from companion.settings.search_path import data_directory, service_hint
from companion.storage.owner import Write, caller_writes
from companion.storage.records import Store
from companion.support.text import visible
from companion.tags.tag_decks import Person, TagDeck, encode

REFUSED = 1


def decks(arguments: Namespace) -> int:
    """Run `companion decks`; returns the exit status."""
    what, name, file = arguments.what, arguments.name, arguments.file
    settings = settings_of(arguments)
    try:
        given = _read(name) if what == "import" else ""
        with caller_writes(data_directory(settings.data.directory), file if what == "export" else None) as write:
            for line in _lines(arguments, Store(data_of(settings)), given, settings.reader_kinds, write):
                print(line)  # noqa: T201 - what this command is for
    except deck_transfer.UnknownDeckError as unknown:
        raise WrongUseError(str(unknown)) from unknown
    except deck_transfer.NameTakenError as taken:
        advice = "--replace replaces it" if what == "import" else "it stays as it is"
        complain("decks", f"{taken}; {advice}.")
        return REFUSED
    except deck_transfer.RefusedError as refused:
        for reason in refused.reasons:
            complain("decks", f"{file or name}: {reason}")
        return REFUSED
    return 0


def _lines(
    arguments: Namespace, store: Store, given: str, readers: tuple[ReaderKind, ...], write: Write
) -> Iterator[str]:
    """Do what is asked, and report it line by line.

    `given` is the text of the deck to import, `readers` are the kinds of this box; `write` takes what is exported.
    Raises RefusedError.
    """
    name, collection = arguments.name, deck_transfer.DeckCollection(store.decks, games_at_home(store.root))
    match arguments.what:
        case "list":
            yield from standing(store)
        case "show":
            yield from _pieces_by_tag(collection.named(name))
        case "export":
            _export(collection.named(name).deck, arguments.file or "-", write)
        case "import":
            own = "deck" if name == "-" else Path(name).stem
            with store.alone():
                kept, remarks = collection.put(given, may_replace=arguments.replace, name=own, readers=readers)
            yield f"{kept.deck.name}: {kept.counted} have a tag"
            yield from remarks
            if undrawn := drawing_problem(
                piece.name for piece in kept.deck.pieces.values() if isinstance(piece, Person)
            ):
                yield undrawn
        case "rename":
            with store.alone():
                collection.rename(name, arguments.file)
            yield f"{name} is {arguments.file} now"
        case "delete":
            yield f"{name}: {collection.named(name).counted} have a tag. Delete it? y/n"
            if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
                raise deck_transfer.RefusedError("it stays")
            with store.alone():
                aside = collection.delete(name)
            yield from (f"Kept aside: {path}" for path in aside)


def standing(store: Store) -> Iterator[str]:
    """A line for each deck: its name, its kind, and how many of its pieces have a tag."""
    shelf = store.decks.shelf()
    for found in deck_transfer.standings(shelf, games_at_home(store.root)):
        unfinished = f"; go on: companion enrol {found.deck.kind} --name {found.deck.name}" if found.unfinished else ""
        yield f"{found.deck.name:20} {found.deck.kind:10} {found.counted}{unfinished}"
    yield from shelf.faults
    if not (shelf.decks or shelf.unfinished or shelf.faults):
        yield f"No deck yet in {visible(str(store.root))}: companion enrol french{service_hint(store.root, 'decks')}"


def _pieces_by_tag(found: deck_transfer.DeckStanding) -> Iterator[str]:
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


def _export(deck: TagDeck, file: str, write: Write) -> None:
    if file == "-":
        sys.stdout.write(encode(deck))
        return
    try:
        write(file, encode(deck).encode(), "wb")
    except OSError as fault:
        raise WrongUseError(f"{file}: {fault.strerror}") from fault


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise WrongUseError(f"{file}: {getattr(fault, 'strerror', None) or 'not UTF-8 text'}") from fault
