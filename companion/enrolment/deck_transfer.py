"""The decks of a data directory: list, import, rename, delete.

Values and errors only; texts belong to the command and the page. Callers that change anything must lock the data
directory first (`Store.alone`).

A deck may come from another program or from a person. Import takes a byte order mark, the notations of tag numbers that
phones and tools write, cards written in other ways, CSV with a column of numbers and one of cards, and the decimal
numbers that are printed on 125 kHz cards.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.cards.spoken import SUITS_BY_SIGN
from companion.enrolment.deck_kinds import PERSONS, DeckKind, kind_of, kinds
from companion.parts.reader_kind import ReaderKind
from companion.rules.game import Game
from companion.storage.deck_files import DeckFiles
from companion.support.messages import N_, Message, joined, msg
from companion.support.text import nearest, visible
from companion.support.values import dataclass, replace
from companion.tags.frequencies import never_heard
from companion.tags.tag_decks import UID_BYTES, CardCopy, DeckError, Shelf, TagDeck, decode, uid_text

Json = dict[str, Any]

DELIMITERS = ",;\t"
FEWEST_DECIMAL = 17
"""Tags from which ten digits each are decimal numbers. Fewer numbers of 5 bytes may have no letter by chance."""
_BETWEEN = re.compile(r"0[xX]|[\s:.\-]")
_PRINTED = re.compile(r"[0-4][0-9]{9}")
_MOST_PRINTED = 0xFFFF_FFFF


class Imported(NamedTuple):
    """A deck in the notation of this program, and what was made of numbers that mean something else as they stand."""

    text: str
    remark: Message | None = None


def import_deck(text: str, name: str, known: Mapping[str, DeckKind]) -> Imported:
    """The deck in this text; the `name` is for a table, which has none. What cannot be read is left as it is."""
    text = text.removeprefix("\ufeff")
    whole = _parse(text)
    with suppress(DeckError):
        if whole is not None and "crc" in whole and decode(text):
            return Imported(text)  # as this program wrote it
    if whole is None:
        whole = _table(text, name, known)
    if whole is None:
        return Imported(text)
    tags, kind = whole["tags"], known.get(str(whole.get("kind")))
    numbers, remark = _numbers([*tags])
    if len({*numbers}) < len(tags):
        return Imported(text)  # a number twice: the reader of decks tells which
    told = {number: _respell(entry, kind) for number, entry in zip(numbers, tags.values(), strict=True)}
    head = {key: value for key, value in whole.items() if key != "crc"}
    return Imported(json.dumps(head | {"tags": told}, ensure_ascii=False), remark)


def _parse(text: str) -> Json | None:
    """The object of a deck in JSON; None: it is no JSON, or no deck."""
    try:
        whole = json.loads(text, object_pairs_hook=_without_twice)
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) and isinstance(whole.get("tags"), dict) else None


def _without_twice(pairs: list[tuple[str, Any]]) -> Json:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


# ---------------------------------------------------------------- numbers


def number_of(text: str) -> str:
    """The number of a tag in the form of this program: 04:A2:…, 04-A2-…, 0x04…, in small letters, with blanks.

    >>> number_of("04:a2:b5:32:ce:00:80"), number_of("0x04 0xA2 0xB5 0x32"), number_of("two")
    ('04A2B532CE0080', '04A2B532', 'two')
    """
    bare = _BETWEEN.sub("", text)
    return bare.upper() if re.fullmatch(r"([0-9A-Fa-f]{2})+", bare) else text


def _numbers(written: Sequence[str]) -> tuple[list[str], Message | None]:
    """The numbers in the form of this program, and what decimal ones were taken for."""
    plain = [number.strip() for number in written]
    if len(plain) >= FEWEST_DECIMAL and all(
        _PRINTED.fullmatch(number) and int(number) <= _MOST_PRINTED for number in plain
    ):
        read = [_number_sent(number) for number in plain]
        told = N_("These are decimal numbers as printed on 125 kHz cards: {printed} is {sent} at the reader.")
        return read, msg(told, printed=plain[0], sent=read[0][2:])
    return [number_of(number) for number in written], None


def _number_sent(printed: str) -> str:
    """What a reader sends of a number that is printed in decimals: its last four bytes, the first unknown (00)."""
    return uid_text(b"\0" + int(printed).to_bytes(4, "big"))


# ---------------------------------------------------------------- cards


def _respell(entry: Any, kind: DeckKind | None) -> Any:
    """An entry of a tag with its card as this program writes it."""
    if isinstance(entry, dict) and isinstance(entry.get("card"), str):
        return {**entry, "card": card_of(entry["card"], kind) or entry["card"]}
    return entry


def card_of(word: str, kind: DeckKind | None) -> str:
    """The card of this kind that the word means: TH, 10h, H10, ♥10 are 10H. Empty if it means none."""
    if kind is None or kind.cards is None:
        return ""
    letters = "".join(SUITS_BY_SIGN.get(sign, sign) for sign in word.strip())
    found = kind.cards.card(letters) or kind.cards.card(letters[1:] + letters[:1])
    return str(found.face) if found else ""


# ---------------------------------------------------------------- tables


def _table(text: str, name: str, known: Mapping[str, DeckKind]) -> Json | None:
    """The deck of a table with a column of numbers and one of cards, under any header. None: it is no such table."""
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = max(DELIMITERS, key=lines[0].count) if lines else ""
    if not lines or delimiter not in lines[0]:
        return None
    rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    for body in (rows, rows[1:]):
        for kind in known.values():
            if (found := _columns(body, kind)) is not None:
                numbers, cards = found
                return {"format": 1, "name": name, "kind": kind.name, "tags": _tags(numbers, cards, kind)}
    return None


def _columns(rows: Sequence[Sequence[str]], kind: DeckKind) -> tuple[list[str], list[str]] | None:
    """The column of numbers, and that of cards of this kind; None: there are none."""
    if not rows or len({len(row) for row in rows}) > 1:
        return None
    columns = [[cell.strip() for cell in column] for column in zip(*rows, strict=True)]
    numbers = next((column for column in columns if all(map(_is_number, column))), None)
    cards = next((column for column in columns if all(card_of(cell, kind) for cell in column)), None)
    return (numbers, cards) if numbers and cards else None


def _is_number(cell: str) -> bool:
    digits = number_of(cell)
    return re.fullmatch(r"[0-9A-F]+", digits) is not None and len(digits) in {2 * length for length in UID_BYTES}


def _tags(numbers: Iterable[str], cards: Iterable[str], kind: DeckKind) -> Json:
    """The tags by number. Alike cards are counted from 1."""
    tags: Json = {}
    times: Counter[str] = Counter()
    for number, word in zip(numbers, cards, strict=True):
        card = card_of(word, kind)
        times[card] += 1
        alike = CardCopy(card) not in kind.pieces
        tags[number] = {"card": card, "copy": times[card]} if alike else {"card": card}
    return tags


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
