"""The decks of a data directory: list, import, merge, rename, delete.

Values and errors only; texts belong to the command and the page. Callers that change anything must lock the data
directory first (`Store.alone`).

A deck may come from another program or from a person. Import takes a byte order mark, the notations of tag numbers that
phones and tools write, cards written in other ways, and lists (`tag_lists.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.enrolment.deck_kinds import PERSONS, DeckKind, kind_of, kinds
from companion.enrolment.tag_lists import ListedDeck, are_decimal, card_of, form_of, number_of, read_list, remark_on
from companion.enrolment.words import NAME_TAGS
from companion.parts.reader_kind import ReaderKind
from companion.rules.game import Game
from companion.storage.deck_files import UNFINISHED, DeckFiles
from companion.support.messages import N_, Message, join, msg, msg_n
from companion.support.text import nearest, visible
from companion.support.values import dataclass, replace
from companion.tags.frequencies import never_heard
from companion.tags.tag_decks import CardCopy, DeckError, Piece, Shelf, TagDeck, decode, each_key_once, uid_text

Json = dict[str, Any]

NAMES = DeckKind(PERSONS, NAME_TAGS, ())
"""Name tags, for any people."""


def import_deck(text: str, name: str, known: Mapping[str, DeckKind], shelf: Callable[[], Shelf] = Shelf) -> ListedDeck:
    """The deck in this text, or all its faults. A list has no name, so it gets this `name`.

    `known` are the kinds of decks. A tag of the shelf tells in which form numbers are written; `shelf` is called only
    if that is not clear.
    """
    text = text.removeprefix("\ufeff")
    if not text.lstrip().startswith(("{", "[")):
        return read_list(text, name, {**known, PERSONS: NAMES}, shelf())
    text, remark = _in_our_notation(text, known, shelf)
    faults = tuple(fault.args[0] for fault in faults_of(text, known))
    return ListedDeck(faults=faults) if faults else ListedDeck(decode(text), remark)


def _in_our_notation(
    text: str, known: Mapping[str, DeckKind], shelf: Callable[[], Shelf]
) -> tuple[str, Message | None]:
    """A deck in JSON with numbers and cards as this program writes them, and what the numbers were taken for.

    What cannot be read is left as it is.
    """
    whole = _parse(text)
    if whole is None:
        return text, None
    with suppress(DeckError):
        if "crc" in whole and decode(text):
            return text, None  # as this program wrote it
    tags, kind = whole["tags"], known.get(str(whole.get("kind")))
    numbers, remark = _numbers([*tags], shelf)
    if len({*numbers}) < len(tags):
        return text, None  # a number twice: `faults_of` tells which
    respelled = {number: _respell(entry, kind) for number, entry in zip(numbers, tags.values(), strict=True)}
    head = {key: value for key, value in whole.items() if key != "crc"}
    return json.dumps(head | {"tags": respelled}, ensure_ascii=False), remark


def _parse(text: str) -> Json | None:
    """The object of a deck in JSON; None: it is no JSON, or no deck."""
    try:
        whole = json.loads(text, object_pairs_hook=each_key_once)
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) and isinstance(whole.get("tags"), dict) else None


def _numbers(written: Sequence[str], shelf: Callable[[], Shelf]) -> tuple[list[str], Message | None]:
    """The numbers in the form of this program, and what decimal ones were taken for."""
    plain = [number.strip() for number in written]
    if not are_decimal(plain):
        return [number_of(number) for number in written], None
    form = form_of(plain, shelf())
    read = [uid_text(number) if (number := form.read(text)) else text for text in plain]
    return read, remark_on(form, plain[0])


def _respell(entry: Any, kind: DeckKind | None) -> Any:
    """An entry of a tag with its card as this program writes it."""
    if isinstance(entry, dict) and isinstance(entry.get("card"), str):
        return {**entry, "card": card_of(entry["card"], kind) or entry["card"]}
    return entry


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


def contradictions(deck: TagDeck, shelf: Shelf) -> Iterator[Message]:
    """The other decks of its kind in which tags of this deck mean something else."""
    for other in (*shelf.decks, *shelf.unfinished):
        pieces = ((piece, other.piece(uid)) for uid, piece in deck.pieces.items())
        number = sum(theirs is not None and theirs != ours for ours, theirs in pieces)
        if number and other.kind == deck.kind and other.name != deck.name:
            yield msg_n(
                "One of these tags means something else in the deck {deck}: the deck that is played with decides.",
                "{n} of these tags mean something else in the deck {deck}: the deck that is played with decides.",
                number,
                deck=other.name,
            )


class DeckCollection:
    """The decks of one data directory. `games` determine the known deck kinds.

    Every method may raise StorageError.
    """

    def __init__(self, files: DeckFiles, games: Mapping[str, Game]) -> None:
        self._files = files
        self.games = games

    def shelf(self) -> Shelf:
        """All decks on the SD card."""
        return self._files.shelf()

    def standings(self) -> list[DeckStanding]:
        """The state of every deck."""
        return standings(self.shelf(), self.games)

    def find(self, name: str, further: Iterable[str] = ()) -> DeckStanding:
        """The deck of this name, the finished one if there are two.

        Raises UnknownDeckError, which may suggest one of the `further` names.
        """
        known = {standing.deck.name: standing for standing in reversed(self.standings())}
        if name not in known:
            allowed = ", ".join(known) or msg("none yet")
            there = msg("“{name}” is no deck here; there are: {names}", name=name, names=allowed)
            raise UnknownDeckError(join([there, nearest(name, [*known, *further])], ""))
        return known[name]

    def put(self, text: str, *, may_replace: bool, name: str = "", readers: Iterable[ReaderKind] = ()) -> Saved:
        """Save the deck in this text; a list of numbers and cards gets this `name`.

        Replaces a deck of this name only if it `may_replace`; a copy of it stays if it has tags that this one lacks.
        `readers` are the kinds of readers that are to read it (empty: unknown). Raises RefusedError.
        """
        deck, remark = self.read(text, name)
        if not may_replace:
            self._refuse_taken(deck.name)
        lost = any(old.name == deck.name and old.pieces.items() - deck.pieces.items() for old in self.shelf().decks)
        kept = msg("Kept aside: {files}", files=visible(str(self._files.copy_aside(deck.name)))) if lost else None
        self._files.save(deck)
        unheard = never_heard(deck, readers) if readers else ""
        return self._report(deck, kept, remark, unheard, *contradictions(deck, self.shelf()))

    def read(self, text: str, name: str = "") -> tuple[TagDeck, Message | None]:
        """The deck in this text, and what its numbers were taken for. Raises RefusedError."""
        found = import_deck(text, name, kinds(self.games, ()), self.shelf)
        if found.deck is None:
            raise RefusedError(*found.faults)
        return found.deck, found.remark

    def merge(self, name: str, other: TagDeck, called: str, *remarks: Message | None) -> Saved:
        """Add the tags of another deck to the deck of this name. Raises RefusedError with every conflict.

        The other one is `called` so there: both may have one name.
        """
        mine = self.find(name)
        deck, conflicts = merge_decks(mine.deck, other, mine.kind, called)
        if conflicts:
            raise RefusedError(*conflicts)
        whole = set(mine.kind.pieces) <= set(deck.pieces.values())
        self._files.save(deck, finished=whole or not mine.unfinished)
        return self._report(deck, *remarks)

    def _report(self, deck: TagDeck, *remarks: str | None) -> Saved:
        return Saved(DeckStanding(deck, kind_of(deck, kinds(self.games, ()))), tuple(filter(None, remarks)))

    def rename(self, old: str, new: str) -> None:
        """Rename a deck, finished and unfinished. The old files are kept under other names.

        Raises RefusedError.
        """
        self.find(old)
        self._refuse_taken(new)
        named = [standing for standing in self.standings() if standing.deck.name == old]
        try:
            renamed = [(replace(standing.deck, name=new), standing.unfinished) for standing in named]
        except DeckError as fault:
            raise RefusedError(*fault.args) from fault
        for deck, unfinished in renamed:
            self._files.save(deck, old, finished=not unfinished)
        self._files.put_aside(old)

    def delete(self, name: str) -> list[Path]:
        """Rename the files of a deck so that it is no longer used. Returns the new paths. Raises RefusedError."""
        self.find(name)
        return self._files.put_aside(name)

    def _refuse_taken(self, name: str) -> None:
        if name in {*self._files.names(), *self._files.names(UNFINISHED)}:
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
    pieces = known[deck.kind].pieces if deck.kind in known else ()
    cards = [piece for piece in pieces if isinstance(piece, CardCopy)]
    allowed = msg("no card in a {kind} deck", kind=deck.kind)
    if cards:
        allowed = msg("the cards of a {kind} deck, written as {card}", kind=deck.kind, card=str(cards[-1]))
    for uid, piece in deck.pieces.items():
        if isinstance(piece, CardCopy) and piece not in cards:
            yield DeckError(f"tags.{uid.hex().upper()}", str(piece), allowed)


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


ONE_TAG = N_("tag {tag} is {mine} in {deck} and {theirs} in {other}: give the wrong card a new tag, then merge again")
ONE_CARD = N_(
    "{card} has tag {mine} in {deck} and {theirs} in {other}: give the wrong card a new tag, then merge again"
)
TWO_KINDS = N_("{deck} is a {kind} deck and {other} a {theirs} deck: only decks of one kind can be merged")


def merge_decks(deck: TagDeck, other: TagDeck, kind: DeckKind, called: str = "") -> tuple[TagDeck, Sequence[Message]]:
    """The deck with the tags of the other one, and every conflict. The other one is `called` so; empty: by its name.

    Copies of alike cards become further copies here. A tag that both decks have shows which copies are the same card:
    other tags of that card are added to it.
    """
    names = {"deck": deck.name, "other": called or other.name}
    if deck.kind != other.kind:
        return deck, [msg(TWO_KINDS, kind=deck.kind, theirs=other.kind, **names)]
    tags: dict[Piece, bytes] = {piece: uid for uid, piece in deck.pieces.items() if isinstance(piece, CardCopy)}
    merged, conflicts = deck, []
    same: dict[Piece, Piece] = {}  # pieces of the other deck, and the pieces that they are here
    for uid in sorted(other.pieces, key=lambda uid: (deck.piece(uid) is None, uid in other.further)):
        piece, mine = other.pieces[uid], deck.piece(uid)
        alike = [piece, *(kind.alike(piece) if isinstance(piece, CardCopy) else ())]
        free = next((copy for copy in alike if copy not in tags), None)
        if mine is not None:
            if mine not in alike:
                what = {"mine": kind.label(mine), "theirs": kind.label(piece)}
                conflicts.append(msg(ONE_TAG, tag=uid_text(uid), **what, **names))
            same[piece] = mine
        elif isinstance(piece, CardCopy) and piece in same:
            merged = merged.with_number(uid, same[piece])
        elif free is None:
            both = {"mine": uid_text(tags[piece]), "theirs": uid_text(uid)}
            conflicts.append(msg(ONE_CARD, card=kind.label(piece), **both, **names))
        else:
            merged = merged.with_number(uid, free)
            same[piece] = free
            tags |= {free: uid} if isinstance(free, CardCopy) else {}
    return merged, conflicts
