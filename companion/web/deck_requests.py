"""The stored decks for the page, and what the page may do with them. Trusts no request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from msgspec import Struct
from msgspec.json import Decoder

from companion.enrolment.deck_transfer import DeckStanding, NameTakenError, RefusedError, standings
from companion.http.guard import LARGEST_DECK
from companion.screens.name_fitting import drawing_problem
from companion.support.messages import msg, tr
from companion.support.text import visible
from companion.tags.tag_decks import Person, encode
from companion.web.orders import DeckName, read_as

if TYPE_CHECKING:
    from companion.http.views import DeckTile, StoredDecks
    from companion.web.virtual_table import VirtualTable


class _Rename(Struct, frozen=True, tag_field="do", tag="rename"):
    """Give a deck another name."""

    to: DeckName = ""


class _Delete(Struct, frozen=True, tag_field="do", tag="delete"):
    """Take a deck away."""


_WISHES: Final[Decoder[_Rename | _Delete]] = Decoder(_Rename | _Delete)


def as_json(desk: VirtualTable) -> StoredDecks:
    """All decks as JSON, unusable ones with the reason, and the maximum file size in bytes."""
    shelf = desk.decks.collection.shelf()
    known, faults = standings(shelf, desk.decks.collection.games), shelf.faults
    return {"decks": list(map(_deck_json, known)), "unusable": list(map(visible, faults)), "largest": LARGEST_DECK}


def export_text(desk: VirtualTable, name: str) -> str:
    """The text of `companion decks export`. Raises UnknownDeckError."""
    return encode(desk.decks.collection.named(name).deck)


def as_file(name: str) -> dict[str, str]:
    """The header that makes a browser save an answer as NAME.json (RFC 6266)."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}.json"}


def put(desk: VirtualTable, content: bytes, *, may_replace: bool) -> StoredDecks:
    """Save the deck of this file. Raises RefusedError."""
    try:
        text = content.decode()
    except UnicodeDecodeError as fault:
        raise RefusedError(msg("no UTF-8 text")) from fault
    try:
        kept, remarks = desk.decks.change(lambda decks: decks.put(text, may_replace=may_replace))
    except NameTakenError as taken:
        how = msg("{why}; tick “put it in its place” if this one is to take it.", why=taken.messages[0])
        raise RefusedError(how) from taken
    said = tr("{name}: {counted} have a tag.", name=kept.deck.name, counted=kept.counted)
    people = (piece.name for piece in kept.deck.pieces.values() if isinstance(piece, Person))
    return {"said": " ".join(filter(None, (said, *map(tr, remarks), tr(drawing_problem(people))))), **as_json(desk)}


def change(desk: VirtualTable, name: str, text: bytes) -> StoredDecks:
    """Rename or delete a deck, as this request asks. Raises RefusedError, WrongOrderError."""
    wish = read_as(_WISHES, text)
    if isinstance(wish, _Rename):
        desk.decks.change(lambda decks: decks.rename(name, wish.to))
        said = tr("{name} is {new} now.", name=name, new=wish.to)
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
