"""`companion decks`: list, show, print, export, import, merge, rename and delete the decks of the data directory.

for example:
  companion decks list
  companion decks sheet french french.html
  companion decks export french french.json
  companion decks export french french.csv --csv
  companion decks import french.json
  companion decks import cards.csv
  companion decks merge french other-half.json
  companion decks rename french french-red
  companion decks delete french-red

import reads JSON, CSV with a column of tag numbers and a column of cards, and the
cards of a Phoniebox (CSV or YAML). Tag numbers may be written as phones and tools
show them (04:A2:…, 0x04A2…, decimals). A list with a wrong line is refused; all
wrong lines are listed by number.

sheet writes a page for the printer: each card with its place in the order of
enrolment and a box to tick, in the language of the settings.

merge joins two halves that were enrolled at two readers or boxes. If a tag stands
for two cards, or a card has two tags, it lists them and changes nothing.

A deck that is deleted, renamed or replaced stays in the data directory as
decks/NAME.json.gone-1.

exit status:
  0  all is well
  1  nothing is changed: the file or the halves have faults (all are listed), the
     name is taken, or the answer was not “y”
  2  no such deck or file, the file to write is there already, or the data
     directory is in use
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from textwrap import fill

from companion.cli.arguments import data_of, settings_of, speak_as_set
from companion.cli.commands import FILES, WRITTEN_FILE, Command, argument, flag
from companion.cli.console import WrongUseError, agrees, complain, print_lines, refusing
from companion.enrolment import deck_transfer
from companion.enrolment.deck_kinds import kinds
from companion.enrolment.deck_sheet import sheet_of
from companion.enrolment.tag_lists import as_list
from companion.games.registry import DECK_KINDS, games_at_home
from companion.screens.name_fitting import drawing_problem
from companion.settings.schema import Settings
from companion.settings.search_path import data_directory, service_hint
from companion.storage.disk import read_stream
from companion.storage.named_file import Write, caller_writes
from companion.storage.records import Store
from companion.support.text import visible
from companion.tags.tag_decks import encode

REFUSED = 1
WRITTEN = ("export", "sheet")
"""The actions whose FILE is written."""
HOW_TO_ENROL = "companion enrol french (without a reader: --simulate)"
NO_UTF_8 = "not UTF-8 text: let the spreadsheet save it as “CSV UTF-8”"


_DECK = argument("DECK", "the name of a deck", asks="Which deck? companion decks lists them.")


COMMAND = Command(
    "decks",
    usual="list",
    actions=(
        Command("list", "list the decks, and how many cards of each have a tag", FILES),
        Command("show", "show which cards have a tag, and which have none", {"name": _DECK, **FILES}),
        Command(
            "export",
            "write a deck as a file for other boxes",
            {
                "name": _DECK,
                "file": WRITTEN_FILE,
                "--csv": flag("as a list for a spreadsheet: tag, card, name"),
                **FILES,
            },
        ),
        Command(
            "sheet",
            "write a page to print: which sticker goes on which card, with boxes to tick",
            {
                "name": argument(
                    "DECK",
                    f"a deck, or a kind of deck: {', '.join(DECK_KINDS)}",
                    asks="Which deck or kind? For example: companion decks sheet french french.html",
                ),
                "file": WRITTEN_FILE,
                **FILES,
            },
        ),
        Command(
            "import",
            "read a deck from a file",
            {
                "name": argument(
                    "FILE",
                    "JSON, or a list as CSV or a Phoniebox keeps it; - is standard input",
                    asks="Which file? For example: companion decks import cards.csv",
                ),
                "--replace": flag("replace a deck of the same name"),
                **FILES,
            },
        ),
        Command(
            "merge",
            "take into a deck what another half of it has",
            {
                "name": _DECK,
                "file": argument(
                    "OTHER",
                    "the other half: a deck here, or a file",
                    asks="Which other half? companion decks merge DECK OTHER",
                ),
                **FILES,
            },
        ),
        Command(
            "rename",
            "give a deck another name",
            {
                "name": _DECK,
                "file": argument("NEW", "its new name", asks="Which new name? companion decks rename DECK NEW"),
                **FILES,
            },
        ),
        Command("delete", "delete a deck, after asking", {"name": _DECK, **FILES}),
    ),
)


def decks(arguments: Namespace) -> int:
    """Run `companion decks`; returns the exit status."""
    what, name, file = arguments.what, arguments.name, arguments.file
    settings = settings_of(arguments)
    try:
        given = _read(name) if what == "import" else ""
        written = file if what in WRITTEN else None
        with caller_writes(data_directory(settings.data.directory), written) as write:
            print_lines(_lines(arguments, Store(data_of(settings)), given, settings, write=write))
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


def _lines(arguments: Namespace, store: Store, given: str, settings: Settings, *, write: Write) -> Iterator[str]:
    """Do what is asked, and report it line by line.

    `given` is the text of the deck to import; `write` takes what is exported. Raises RefusedError.
    """
    name, collection = arguments.name, deck_transfer.DeckCollection(store.decks, games_at_home(store.root))
    match arguments.what:
        case "list":
            yield from standing(store)
        case "show":
            yield from _pieces_by_tag(collection.find(name))
        case "export":
            found = collection.find(name)
            text = as_list(found.deck, found.kind) if arguments.csv else encode(found.deck)
            yield from _export(text, arguments.file, write, f"{found.deck.name}, {found.counted} with a tag,")
        case "sheet":
            speak_as_set(settings)
            sheet = _sheet(collection, name, settings.people.regulars)
            yield from _export(sheet, arguments.file, write, "A page to print from a browser")
        case "import":
            own = "deck" if name == "-" else Path(name).stem
            with store.alone():
                saved = collection.put(given, may_replace=arguments.replace, name=own, readers=settings.reader_kinds)
            yield from _report(saved)
        case "merge":
            with store.alone():
                saved = _merge(collection, name, arguments.file)
            yield from _report(saved)
        case "rename":
            with store.alone():
                collection.rename(name, arguments.file)
            yield f"{name} is {arguments.file} now"
        case "delete":
            yield f"{name}: {collection.find(name).counted} have a tag. Delete it? y/n"
            if not agrees():
                raise deck_transfer.RefusedError("it stays")
            with store.alone():
                aside = collection.delete(name)
            yield from (f"Kept aside: {path}" for path in aside)


def _report(saved: deck_transfer.Saved) -> Iterator[str]:
    """What is said of a deck that was saved."""
    kept = saved.standing
    yield f"{kept.deck.name}: {kept.counted} have a tag"
    yield from saved.remarks
    if undrawn := drawing_problem(kept.deck.people):
        yield undrawn


def _merge(collection: deck_transfer.DeckCollection, name: str, other: str) -> deck_transfer.Saved:
    """Merge a deck with another one, which is here or in a file. Raises RefusedError."""
    if other in {found.deck.name for found in collection.standings()}:
        return collection.merge(name, collection.find(other).deck, other)
    half, remark = collection.read(_read(other), Path(other).stem)
    return collection.merge(name, half, Path(other).name, remark)


def standing(store: Store) -> Iterator[str]:
    """A line for each deck: its name, its kind, and how many of its pieces have a tag."""
    shelf = store.decks.shelf()
    for found in sorted(deck_transfer.standings(shelf, games_at_home(store.root)), key=lambda found: found.deck.name):
        unfinished = f"; go on: companion enrol {found.deck.kind} --name {found.deck.name}" if found.unfinished else ""
        yield f"{found.deck.name:20} {found.deck.kind:10} {found.counted}{unfinished}"
    yield from shelf.faults
    if not (shelf.decks or shelf.unfinished or shelf.faults):
        there = visible(str(store.root))
        yield f"No deck yet in {there}: {HOW_TO_ENROL}{service_hint(store.root, 'decks')}"


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
            words = " ".join(kind.label(piece).replace(" ", "-") for piece in pieces)
            yield fill(f"{title:8}{words}", 79, subsequent_indent=" " * 8, break_on_hyphens=False)


def _sheet(collection: deck_transfer.DeckCollection, name: str, people: tuple[str, ...]) -> str:
    """The sheet of this deck, or of this kind of deck. Raises UnknownDeckError."""
    known = kinds(collection.games, people)
    if name in known and name not in {found.deck.name for found in collection.standings()}:
        return sheet_of(known[name])
    found = collection.find(name, known)
    return sheet_of(found.kind, set(found.deck.pieces.values()), found.deck.name)


def _export(text: str, file: str | None, write: Write, what: str) -> Iterator[str]:
    """Write a text to a file, and say so; print it if there is no file."""
    if file is None or file == "-":
        sys.stdout.write(text)
        return
    with refusing(file):
        write(file, text.encode())
    yield visible(f"{what} is written to {file}.")


def _read(file: str) -> str:
    try:
        with refusing(file), nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as given:
            return read_stream(given).decode()
    except UnicodeDecodeError as fault:
        raise deck_transfer.RefusedError(NO_UTF_8) from fault
