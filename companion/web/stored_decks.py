"""The stored decks for the page, and what the page may do with them. Trusts no request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from msgspec import Struct
from msgspec.json import Decoder

from companion.enrolment.deck_sheet import sheet_of
from companion.enrolment.deck_transfer import DeckStanding, NameTakenError, RefusedError, standings
from companion.enrolment.tag_lists import as_list
from companion.http.guard import LARGEST_DECK
from companion.screens.name_fitting import drawing_problem
from companion.support.messages import msg, tr
from companion.support.text import visible
from companion.tags.tag_decks import Person, encode
from companion.web.orders import DeckName, read_as

if TYPE_CHECKING:
    from companion.http.views.answers import DeckTile, StoredDecks
    from companion.web.virtual_table import VirtualTable


NO_TEXT = msg("This file is no deck: a deck or a list is a text. A spreadsheet saves one as “CSV UTF-8”.")


class _Rename(Struct, frozen=True, tag_field="do", tag="rename"):
    """Give a deck another name."""

    to: DeckName = ""


class _Delete(Struct, frozen=True, tag_field="do", tag="delete"):
    """Take a deck away."""


_REQUESTS: Final[Decoder[_Rename | _Delete]] = Decoder(_Rename | _Delete)


def as_json(desk: VirtualTable) -> StoredDecks:
    """All decks as JSON, unusable ones with the reason, and the maximum file size in bytes."""
    shelf = desk.decks.collection.shelf()
    known, faults = standings(shelf, desk.decks.collection.games), shelf.faults
    return {"decks": list(map(_deck_json, known)), "unusable": list(map(visible, faults)), "largest": LARGEST_DECK}


class DeckFile(NamedTuple):
    """What a browser saves: the text, its media type, and the ending of the file's name."""

    text: str
    media_type: str
    ending: str


def export(desk: VirtualTable, name: str, form: str) -> DeckFile:
    """The deck as `companion decks export` writes it: as a sheet, as csv, or as JSON. Raises UnknownDeckError."""
    found = desk.decks.collection.find(name)
    match form:
        case "sheet":
            return DeckFile(sheet_of(found.kind, set(found.deck.pieces.values()), name), "text/html", "html")
        case "csv":
            return DeckFile(as_list(found.deck, found.kind), "text/csv", "csv")
        case _:
            return DeckFile(encode(found.deck), "application/json", "json")


def download_header(name: str, ending: str) -> dict[str, str]:
    """The header that makes a browser save an answer under this name (RFC 6266)."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}.{ending}"}


def put(desk: VirtualTable, content: bytes, name: str = "", *, may_replace: bool) -> StoredDecks:
    """Save the deck of this file; a list gets this name. Raises RefusedError."""
    try:
        text = content.decode()
    except UnicodeDecodeError as fault:
        raise RefusedError(NO_TEXT) from fault
    try:
        kept, remarks = desk.decks.change(lambda decks: decks.put(text, may_replace=may_replace, name=name))
    except NameTakenError as taken:
        how = msg("{why}; tick “put it in its place” if this one is to take it.", why=taken.messages[0])
        raise RefusedError(how) from taken
    said = tr("{name}: {counted} have a tag.", name=kept.deck.name, counted=kept.counted)
    people = (piece.name for piece in kept.deck.pieces.values() if isinstance(piece, Person))
    return {"said": " ".join(filter(None, (said, *map(tr, remarks), tr(drawing_problem(people))))), **as_json(desk)}


def change(desk: VirtualTable, name: str, text: bytes) -> StoredDecks:
    """Rename or delete a deck, as this request asks. Raises RefusedError, WrongOrderError."""
    request = read_as(_REQUESTS, text)
    if isinstance(request, _Rename):
        desk.decks.change(lambda decks: decks.rename(name, request.to))
        said = tr("{name} is {new} now.", name=name, new=request.to)
    else:
        aside = desk.decks.change(lambda decks: decks.delete(name))
        said = visible(tr("Kept aside: {files}", files=", ".join(map(str, aside))))
    return {"said": said, **as_json(desk)}


def _deck_json(deck_standing: DeckStanding) -> DeckTile:
    return {
        "name": deck_standing.deck.name,
        "title": tr(deck_standing.kind.title),
        "counted": tr(deck_standing.counted),
        "unfinished": deck_standing.unfinished,
    }
