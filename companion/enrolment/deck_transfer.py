"""The decks of a data directory: list, import, rename, delete.

Values and errors only; texts belong to the command and the page. Callers that change anything must lock the data
directory first (`Store.alone`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.enrolment.deck_import import import_deck
from companion.enrolment.deck_kinds import PERSONS, DeckKind, kind_of, kinds
from companion.parts.reader_kind import ReaderKind
from companion.support.messages import joined, msg
from companion.support.text import nearest, visible
from companion.support.values import dataclass, replace
from companion.tags.frequencies import never_heard
from companion.tags.tag_decks import CardCopy, DeckError, Shelf, TagDeck, decode

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.storage.deck_files import DeckFiles


class RefusedError(ValueError):
    """The change was rejected and nothing was changed. `reasons` are one line each, of `messages` of the core."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages
        self.reasons = tuple(map(visible, messages))
        super().__init__("\n".join(self.reasons))


class UnknownDeckError(RefusedError):
    """There is no deck of this name."""


class NameTakenError(RefusedError):
    """A deck of this name already exists."""


@dataclass(frozen=True, slots=True)
class DeckStanding:
    """The state of a deck: its kind, and whether it is still being enrolled."""

    deck: TagDeck
    kind: DeckKind
    unfinished: bool = False

    @property
    def counted(self) -> str:
        """The number of its pieces that have a tag: "24 of 52"."""
        return msg("{n} of {all}", n=len(set(self.deck.pieces.values())), all=len(self.kind.pieces))


class Saved(NamedTuple):
    """A deck that was saved, and what is to be told of it."""

    standing: DeckStanding
    remarks: tuple[str, ...] = ()


def standings(shelf: Shelf, games: Mapping[str, Game]) -> list[DeckStanding]:
    """All decks, the last chosen or enrolled first, then the unfinished ones."""
    known = kinds(games, ())
    finished = [DeckStanding(deck, kind_of(deck, known)) for deck in shelf.decks]
    return finished + [DeckStanding(deck, kind_of(deck, known), unfinished=True) for deck in shelf.unfinished]


class DeckCollection:
    """The decks of one data directory. `games` determine the known deck kinds.

    Every method may raise StorageError.
    """

    def __init__(self, files: DeckFiles, games: Mapping[str, Game]) -> None:
        self._files = files
        self.games = games

    def shelf(self) -> Shelf:
        """All decks on the card."""
        return self._files.shelf()

    def standings(self) -> list[DeckStanding]:
        """The state of every deck."""
        return standings(self.shelf(), self.games)

    def named(self, name: str) -> DeckStanding:
        """The deck of this name, the finished one if there are two. Raises UnknownDeckError."""
        known = {standing.deck.name: standing for standing in reversed(self.standings())}
        if name not in known:
            allowed = ", ".join(known) or msg("none yet")
            there = msg("“{name}” is no deck here; there are: {names}", name=name, names=allowed)
            raise UnknownDeckError(joined([there, nearest(name, known)], ""))
        return known[name]

    def put(self, text: str, *, may_replace: bool, name: str = "", readers: Iterable[ReaderKind] = ()) -> Saved:
        """Save the deck in this text; a table of numbers and cards gets this `name`.

        Replaces a deck of this name only if it `may_replace`. `readers` are the kinds of readers that are to read it
        (empty: unknown). Raises RefusedError.
        """
        known = kinds(self.games, ())
        found = import_deck(text, name, known)
        if faults := [fault.args[0] for fault in faults_of(found.text, known)]:
            raise RefusedError(*faults)
        deck = decode(found.text)
        if not may_replace:
            self._refuse_taken(deck.name)
        self._files.save(deck)
        unheard = never_heard(deck, readers) if readers else ""
        return Saved(DeckStanding(deck, kind_of(deck, known)), tuple(filter(None, (found.remark, unheard))))

    def rename(self, old: str, new: str) -> None:
        """Rename a deck, finished and unfinished. The old files are kept under other names.

        Raises RefusedError.
        """
        self.named(old)
        self._refuse_taken(new)
        shelf = self.shelf()
        try:
            finished = [replace(deck, name=new) for deck in shelf.decks if deck.name == old]
            unfinished = [replace(deck, name=new) for deck in shelf.unfinished if deck.name == old]
        except DeckError as fault:
            raise RefusedError(*fault.args) from fault
        for deck in finished:
            self._files.save(deck, old)
        for deck in unfinished:
            self._files.save(deck, old, finished=False)
        self._files.put_aside(old)

    def delete(self, name: str) -> list[Path]:
        """Rename the files of a deck so that it is no longer used. Returns the new paths. Raises RefusedError."""
        self.named(name)
        return self._files.put_aside(name)

    def _refuse_taken(self, name: str) -> None:
        if name in {*self._files.names(), *self._files.unfinished()}:
            raise NameTakenError(msg("there is a deck {name} already", name=name))


def faults_of(text: str, known: Mapping[str, DeckKind]) -> Iterator[DeckError]:
    """All errors in the text of a deck, each with its key. Empty if the deck is valid."""
    try:
        deck = decode(text)
    except DeckError as first:
        yield from list(_each_fault(text)) or [first]
        return
    if deck.kind not in known and deck.kind != PERSONS:
        yield DeckError("kind", deck.kind, ", ".join([*known, PERSONS]))
        return
    cards = known[deck.kind].pieces if deck.kind in known else ()
    for uid, piece in deck.pieces.items():
        if isinstance(piece, CardCopy) and piece not in cards:
            known_as = msg("the cards of a {kind} deck, written as {card}", kind=deck.kind, card=str(cards[-1]))
            yield DeckError(f"tags.{uid.hex().upper()}", str(piece), known_as)


def _each_fault(text: str) -> Iterator[DeckError]:
    """The errors of the head, and of each tag."""
    with suppress(ValueError, RecursionError):
        whole = json.loads(text)
        if not isinstance(whole, dict) or not isinstance(whole.get("tags"), dict):
            return
        good = {"format": 1, "name": "any", "kind": "any", "tags": {}}
        head = {key: value for key, value in whole.items() if key != "crc"} | {"tags": {}}
        alone = [{**good, "tags": {uid: piece}} for uid, piece in whole["tags"].items()]
        for part in (head, *alone):
            try:
                decode(json.dumps(part))
            except DeckError as fault:
                yield fault
