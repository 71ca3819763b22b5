"""The enrolled decks at the virtual table: which games they serve, which is played with, and what is saved of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.enrolment.deck_kinds import plays
from companion.enrolment.deck_transfer import DeckCollection, RefusedError
from companion.rules.game import pieces_of
from companion.storage.records import Store
from companion.support.messages import msg
from companion.support.values import replace
from companion.tags.tag_decks import Shelf, TagDeck
from companion.web.hands import Hands, RefusedOrderError

T = TypeVar("T")


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
