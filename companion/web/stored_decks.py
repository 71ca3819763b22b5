"""The enrolled decks: which serve a game at the virtual table, and what the page does with them. Trusts no request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeVar
from urllib.parse import quote

from msgspec import Struct
from msgspec.json import Decoder

from companion.enrolment.deck_kinds import plays
from companion.enrolment.deck_sheet import sheet_of
from companion.enrolment.deck_transfer import DeckCollection, DeckStanding, NameTakenError, RefusedError, standings
from companion.enrolment.tag_lists import as_list
from companion.http.guard import LARGEST_DECK
from companion.http.views.answers import DeckTile, StoredDecks
from companion.rules.game import pieces_of
from companion.screens.name_fitting import drawing_problem
from companion.storage.records import Store
from companion.support.messages import msg, tr
from companion.support.text import visible
from companion.support.values import replace
from companion.tags.tag_decks import Person, Shelf, TagDeck, encode
from companion.web.hands import Hands, RefusedOrderError
from companion.web.orders import DeckName, read_as

T = TypeVar("T")

NO_TEXT = msg("This file is no deck: a deck or a list is a text. A spreadsheet saves one as “CSV UTF-8”.")


class TableDecks:
    """The decks on the SD card of the box that these hands are at."""

    def __init__(self, store: Store, hands: Hands) -> None:
        self._store = store
        self._hands = hands
        self._offered: tuple[Shelf | None, Mapping[str, list[str]]] = None, {}

    @property
    def collection(self) -> DeckCollection:
        """The decks on the SD card."""
        return DeckCollection(self._store.decks, self._hands.setup.equipment.games)

    def change(self, how: Callable[[DeckCollection], T]) -> T:
        """Do something to the decks on the SD card; what a game is played with stays. Raises RefusedError."""
        table, played = self._hands.table, self._hands.setup.deck
        if table.decks is not None:
            raise RefusedError(msg("The box sees to a deck just now: BACK on the box ends that."))
        changed = how(self.collection)
        if played is not None and not table.in_play:
            played = self.enrolled_deck(played.name)
            self._hands.equip(replace(self._hands.setup, deck=played))
        self._hands.box.look_at_decks(played)
        return changed

    def offers(self) -> Mapping[str, list[str]]:
        """The names of the enrolled decks with which each game can be played at this table, the latest first."""
        shelf = self._hands.table.house.shelf
        if self._offered[0] is not shelf:
            decks, games = self._store.decks.shelf().decks, self._hands.setup.equipment.games
            offers = {name: [deck.name for deck in decks if self._can_play(deck, name)] for name in games}
            self._offered = shelf, offers
        return self._offered[1]

    @property
    def played_with(self) -> str:
        """The name of the enrolled deck in play; empty: a drawn one is."""
        deck, match = self._hands.setup.deck, self._hands.table.match
        return deck.name if deck and (match is None or deck.serves(match.header.game.deck_kind)) else ""

    def enrolled_deck(self, name: str) -> TagDeck | None:
        """The deck of this name; None: there is none."""
        return next((deck for deck in self._store.decks.shelf().decks if deck.name == name), None)

    def deck_for(self, game: str, name: str) -> TagDeck | None:
        """The deck of this name, with which this game can be played; None for no name. Raises RefusedOrderError."""
        deck = self.enrolled_deck(name)
        if name and (deck is None or not self._can_play(deck, game)):
            raise RefusedOrderError(msg("There is no deck {deck} with a tag for every card of this game.", deck=name))
        return deck

    def _can_play(self, deck: TagDeck, name: str) -> bool:
        equipment = self._hands.setup.equipment
        game = pieces_of(equipment.games[name]).under(equipment.settings.rules.get(name, {}))
        return plays(deck, game) and all(map(self._hands.box.wires.hears, deck.pieces))


class _Rename(Struct, frozen=True, tag_field="do", tag="rename"):
    """Give a deck another name."""

    to: DeckName = ""


class _Delete(Struct, frozen=True, tag_field="do", tag="delete"):
    """Take a deck away."""


_REQUESTS: Final[Decoder[_Rename | _Delete]] = Decoder(_Rename | _Delete)


def as_json(decks: TableDecks) -> StoredDecks:
    """All decks as JSON, unusable ones with the reason, and the maximum file size in bytes."""
    shelf = decks.collection.shelf()
    known, faults = standings(shelf, decks.collection.games), shelf.faults
    return {"decks": list(map(_deck_json, known)), "unusable": list(map(visible, faults)), "largest": LARGEST_DECK}


class DeckFile(NamedTuple):
    """What a browser saves: the text, its media type, and the ending of the file's name."""

    text: str
    media_type: str
    ending: str


def export(decks: TableDecks, name: str, form: str) -> DeckFile:
    """The deck as `companion decks export` writes it: as a sheet, as csv, or as JSON. Raises UnknownDeckError."""
    found = decks.collection.find(name)
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


def put(decks: TableDecks, content: bytes, name: str = "", *, may_replace: bool) -> StoredDecks:
    """Save the deck of this file; a list gets this name. Raises RefusedError."""
    try:
        text = content.decode()
    except UnicodeDecodeError as fault:
        raise RefusedError(NO_TEXT) from fault
    try:
        kept, remarks = decks.change(lambda stored: stored.put(text, may_replace=may_replace, name=name))
    except NameTakenError as taken:
        how = msg("{why}; tick “put it in its place” if this one is to take it.", why=taken.messages[0])
        raise RefusedError(how) from taken
    said = tr("{name}: {counted} have a tag.", name=kept.deck.name, counted=kept.counted)
    people = (piece.name for piece in kept.deck.pieces.values() if isinstance(piece, Person))
    return {"said": " ".join(filter(None, (said, *map(tr, remarks), tr(drawing_problem(people))))), **as_json(decks)}


def change(decks: TableDecks, name: str, text: bytes) -> StoredDecks:
    """Rename or delete a deck, as this request asks. Raises RefusedError, WrongOrderError."""
    request = read_as(_REQUESTS, text)
    if isinstance(request, _Rename):
        decks.change(lambda stored: stored.rename(name, request.to))
        said = tr("{name} is {new} now.", name=name, new=request.to)
    else:
        aside = decks.change(lambda stored: stored.delete(name))
        said = visible(tr("Kept aside: {files}", files=", ".join(map(str, aside))))
    return {"said": said, **as_json(decks)}


def _deck_json(deck_standing: DeckStanding) -> DeckTile:
    return {
        "name": deck_standing.deck.name,
        "title": tr(deck_standing.kind.title),
        "counted": tr(deck_standing.counted),
        "unfinished": deck_standing.unfinished,
    }
