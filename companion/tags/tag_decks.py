"""Decks of tags: which tag stands for which card, command or person.

A deck is enrolled once and kept as JSON text. Nothing is written to the tags. A tag number is no proof of identity:
tags can be cloned. This module knows the text of a card, but no game.

Tags that can be no card are `NoCard`, such as phones: many make up a new number whenever they are read.
"""

from __future__ import annotations

import json
import re
import reprlib
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, assert_never

from companion.support.messages import N_, msg
from companion.support.names import each_once, name_problem, person
from companion.support.unreadable import UnreadableFile
from companion.support.values import dataclass, field, replace

FORMAT = 1
HEAD, KEPT = frozenset({"format", "name", "kind", "tags"}), frozenset({"generation", "crc"})
"""The required keys of every deck, and the optional keys of a file."""

UID_BYTES = frozenset({4, 5, 7, 10})
"""Allowed lengths: 4, 7 or 10 bytes by ISO/IEC 14443-3; 5 for 125 kHz tags."""

ALSO = "also"
"""The key of a tag that is a further number of a card, as long as an earlier one."""

MAX_COPY = 99

_BRIEF = reprlib.Repr()
_BRIEF.maxstring = 80
# Patterns that `re` compiles when they are first asked for: the first picture of a game needs no deck.
_WORD = r"\w[\w.-]{0,39}"
_SUMMED = r'(?s)(?P<covered>.*,\n)  "crc": "(?P<crc>[0-9a-f]{8})"\n\}\n'
_GENERATION = rb'"generation"\s*:\s*(\d{1,18})\b'


WHAT_IS_ALLOWED = N_("{key}: found {found}, allowed: {allowed}")
NO_JSON = N_("{key}: the file is broken off or has a wrong sign here; export the deck again, or mend this line")


class DeckError(ValueError):
    """An invalid deck. `key` is the place in the text, `found` its value, `allowed` what is valid there.

    The `form` says so in a sentence.
    """

    def __init__(self, key: str, found: object, allowed: str, form: str = WHAT_IS_ALLOWED) -> None:
        self.key = key
        self.found = found
        self.allowed = allowed
        brief = _BRIEF.repr(found)
        super().__init__(msg(form, key=key, found=brief, allowed=allowed))

    def under(self, key: str) -> DeckError:
        """This error with the key of the enclosing object in front."""
        return DeckError(f"{key}.{self.key}", self.found, self.allowed)


def _check_word(key: str, found: object) -> None:
    if not isinstance(found, str) or not re.fullmatch(_WORD, found):
        raise DeckError(key, found, msg("a word of at most 40 letters, digits and . - _"))


@dataclass(frozen=True, slots=True)
class CardCopy:
    """A card or a drink. `copy` numbers alike ones from 1; 0 if there is only one."""

    card: str
    copy: int = 0

    def __post_init__(self) -> None:
        _check_word("card", self.card)
        if type(self.copy) is not int or not 0 <= self.copy <= MAX_COPY:
            raise DeckError("copy", self.copy, f"a whole number from 0 to {MAX_COPY}")

    def __str__(self) -> str:
        """As a table record writes it: `10H`, or `7/3` for the third of several sevens."""
        return f"{self.card}/{self.copy}" if self.copy else self.card


class CommandCard(Enum):
    """A command card. It does what a button does."""

    OK = "OK"
    PASS = "PASS"  # noqa: S105 - a word of the card table, no secret
    NIL = "NIL"
    UNDO = "UNDO"

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Person:
    """A person's own tag. Two spellings of one person are equal."""

    name: str

    def __post_init__(self) -> None:
        problem = name_problem(self.name) if isinstance(self.name, str) else "it is no text"
        if problem:
            raise DeckError("person", self.name, msg("the name of a person ({why})", why=problem))

    def __eq__(self, other: object) -> bool:
        return person(self.name) == person(other.name) if isinstance(other, Person) else NotImplemented

    def __hash__(self) -> int:
        return hash(person(self.name))

    def __str__(self) -> str:
        return self.name


Piece = CardCopy | CommandCard | Person
"""What a tag stands for. Its text is what people type for it."""


def uid_text(uid: bytes) -> str:
    """The normal form of a tag number: upper-case hex without separators."""
    return uid.hex().upper()


def is_random_uid(uid: bytes) -> bool:
    """Whether a phone or bank card made this number up (ISO/IEC 14443-3, 6.5.4: uid0 = 08)."""
    return len(uid) == 4 and uid[0] == 0x08


@dataclass(frozen=True, slots=True)
class TagDeck:
    """One enrolled deck. `kind` names its set of cards ("french"), `pieces` maps tag numbers to pieces.

    A kind with a size after a dash contains all cards of the kind without it: "tarot-78" serves "tarot". A command or a
    person may have several tags, a copy of a card only one. If two readers read that tag as two numbers, both are here.
    `further` are the second and later numbers of a card that have one length. Raises DeckError.
    """

    name: str
    kind: str
    pieces: Mapping[bytes, Piece]
    further: frozenset[bytes] = frozenset()

    def __post_init__(self) -> None:
        _check_word("name", self.name)
        _check_word("kind", self.kind)
        object.__setattr__(self, "pieces", MappingProxyType(dict(self.pieces)))
        object.__setattr__(self, "further", self.further & self.pieces.keys())
        for uid in self.pieces:
            _check_uid(uid)
        _check_single({uid: piece for uid, piece in self.pieces.items() if uid not in self.further})

    def piece(self, uid: bytes) -> Piece | None:
        """What this tag stands for. None if it is not in this deck.

        Printed numbers of 125 kHz cards, and those of readers that type them, lack the first byte: 00 stands for any.
        """
        found = self.pieces.get(uid)
        if found is not None or len(uid) != 5:
            return found
        if uid[0]:
            return self.pieces.get(b"\0" + uid[1:])
        return next((self.pieces[tag] for tag in self.pieces if tag[1:] == uid[1:]), None)

    @property
    def people(self) -> tuple[str, ...]:
        """The names on the tags of people."""
        return tuple(piece.name for piece in self.pieces.values() if isinstance(piece, Person))

    def serves(self, kind: str) -> bool:
        """Whether games for this deck kind can use it."""
        return kind in {self.kind, self.kind.partition("-")[0]}

    def lacks(self, piece: Piece, uid: bytes) -> bool:
        """Whether this piece has no number as long as this one, so that another reader may read its tag as this one."""
        return all(other != piece or len(number) != len(uid) for number, other in self.pieces.items())

    def with_number(self, uid: bytes, piece: Piece) -> TagDeck:
        """A copy of the deck with a number more, which another reader gives the tag of this piece."""
        is_further = isinstance(piece, CardCopy) and not self.lacks(piece, uid)
        further = self.further | {uid} if is_further else self.further - {uid}
        return replace(self, pieces={**self.pieces, uid: piece}, further=further)

    def with_tag(self, uid: bytes, piece: Piece) -> TagDeck:
        """A copy of the deck in which this piece has this tag, and no other."""
        return replace(self, pieces={**self.without(piece).pieces, uid: piece}, further=self.further - {uid})

    def with_swapped(self, one: Piece, other: Piece) -> TagDeck:
        """A copy of the deck in which each of these pieces has the tags of the other."""
        swapped = {one: other, other: one}
        return replace(self, pieces={uid: swapped.get(piece, piece) for uid, piece in self.pieces.items()})

    def without(self, piece: Piece) -> TagDeck:
        """A copy of the deck without the tags of this piece."""
        return replace(self, pieces={uid: other for uid, other in self.pieces.items() if other != piece})


def _check_uid(uid: bytes) -> None:
    if len(uid) not in UID_BYTES:
        raise DeckError("tags", uid_text(uid), "tag numbers of 4, 5, 7 or 10 bytes in hex")
    if is_random_uid(uid):
        raise DeckError("tags", uid_text(uid), "no number that a phone made up (4 bytes, first 08)")


def _check_single(pieces: Mapping[bytes, Piece]) -> None:
    first_uids: dict[tuple[Piece, int], bytes] = {}
    for uid, piece in pieces.items():
        first = first_uids.setdefault((piece, len(uid)), uid)
        if first != uid and isinstance(piece, CardCopy):
            both = f"{uid_text(first)} and {uid_text(uid)}"
            raise DeckError("tags", f"{piece}: {both}", "one tag for each copy of a card, one number of each length")


@dataclass(frozen=True, slots=True)
class Shelf:
    """All decks of the box. The first deck of a kind is the one in play.

    `unfinished` decks are still being enrolled and cannot be played with. An unfinished deck may have the name of a
    finished one, which it will replace. `unusable` maps names of invalid files to an error message, `unheard` names of
    decks that no reader here can read to the reason; `unreadable` are files, or the whole directory.
    """

    decks: tuple[TagDeck, ...] = ()
    unfinished: tuple[TagDeck, ...] = ()
    unusable: Mapping[str, str] = field(default_factory=dict)
    unheard: Mapping[str, str] = field(default_factory=dict)
    unreadable: tuple[UnreadableFile, ...] = ()

    @property
    def faults(self) -> list[str]:
        """Why files are not among these decks, a sentence each."""
        return [*self.unusable.values(), *(file.sentence for file in self.unreadable)]

    @property
    def people(self) -> tuple[str, ...]:
        """The people with a name tag, each once, in the order of the decks."""
        return each_once(name for deck in self.decks for name in deck.people)

    @property
    def taken(self) -> set[str]:
        """The names that no new deck may have: of all decks with tags, and of files that are no decks."""
        files = (file.place.rpartition("/")[2].rpartition(".")[0] for file in self.unreadable)
        decks = (deck.name for deck in (*self.decks, *self.unfinished) if deck.pieces)
        return {*decks, *self.unusable, *self.unheard, *files}

    def in_play(self, kind: str) -> TagDeck | None:
        """The deck in play for games with this deck kind. None if there is none."""
        for deck in self.decks:
            if deck.serves(kind):
                return deck
        return None

    def piece(self, uid: bytes, kind: str) -> Piece | None:
        """What this tag stands for: a card of the deck in play, or a command or person of any deck.

        Without a match `kind` is empty, and the cards of all decks are known.
        """
        deck = self.in_play(kind)
        found = deck.piece(uid) if deck else None
        if found is not None:
            return found
        strays = (deck.piece(uid) for deck in self.decks)
        return next((piece for piece in strays if piece and not (kind and isinstance(piece, CardCopy))), None)

    def has(self, uid: bytes) -> bool:
        """Whether any deck has this tag, also an unfinished one."""
        return any(deck.piece(uid) for deck in (*self.decks, *self.unfinished))

    def foreign(self, uid: bytes, kind: str) -> str | None:
        """The name of the deck that has this tag, if it is not in play. None otherwise."""
        if self.piece(uid, kind) is not None:
            return None
        return next((deck.name for deck in self.decks if deck.piece(uid) is not None), None)

    def with_deck(self, deck: TagDeck, *, finished: bool) -> Shelf:
        """A copy of the shelf with this deck first. Replaces those of its name.

        An unfinished one stays if it has pieces that a finished one lacks.
        """
        held = set(deck.pieces.values())
        begun = tuple(
            other
            for other in self.unfinished
            if other.name != deck.name or (finished and not held >= set(other.pieces.values()))
        )
        if not finished:
            return replace(self, unfinished=(deck, *begun))
        decks = (deck, *(other for other in self.decks if other.name != deck.name))
        return replace(self, decks=decks, unfinished=begun)

    def elsewhere(self, uid: bytes, name: str) -> tuple[str, Piece] | None:
        """The name of the first deck other than `name` that has the tag, and what it stands for there."""
        owners = ((deck.name, deck.piece(uid)) for deck in (*self.decks, *self.unfinished) if deck.name != name)
        return next(((owner, piece) for owner, piece in owners if piece is not None), None)


def encode(deck: TagDeck, generation: int | None = None) -> str:
    """The deck as JSON, one line for each tag, sorted by tag number. Equal decks give equal texts."""
    head: dict[str, str | int] = {"format": FORMAT, "name": deck.name, "kind": deck.kind}
    if generation is not None:
        head["generation"] = generation
    lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
    entries = {uid: _entry(piece) | ({ALSO: True} if uid in deck.further else {}) for uid, piece in deck.pieces.items()}
    tags = [f"    {_json(uid_text(uid))}: {_json(entries[uid])}" for uid in sorted(entries)]
    body = "{\n" + ",\n".join(tags) + "\n  }" if tags else "{}"
    return "\n".join(["{", *lines, f'  "tags": {body}', "}", ""])


def encode_file(deck: TagDeck, generation: int) -> str:
    """The deck as a file on the SD card. A greater generation was chosen or enrolled later.

    The last line is the CRC-32 of all lines before.
    """
    covered = encode(deck, generation).removesuffix("\n}\n") + ",\n"
    return f'{covered}  "crc": "{zlib.crc32(covered.encode()):08x}"\n}}\n'


def generation_of(written: bytes) -> int:
    """The generation in a file, even if the file is invalid. 0 if there is none."""
    found = re.search(_GENERATION, written)
    return int(found[1]) if found else 0


def decode(text: str) -> TagDeck:
    """Read a deck that `encode` or `encode_file` wrote or somebody edited. Raises DeckError."""
    whole = _parse(text)
    if not isinstance(whole, dict):
        raise DeckError("deck", whole, "an object with format, name, kind and tags")
    if wrong := sorted(HEAD ^ (set(whole) - KEPT)):
        raise DeckError(wrong[0], whole.get(wrong[0]), "the keys format, name, kind and tags, each once")
    if "crc" in whole:
        _check_sum(text, whole["crc"])
    if type(whole["format"]) is not int or whole["format"] != FORMAT:
        raise DeckError("format", whole["format"], f"{FORMAT}, all that this version can read")
    if "generation" in whole and type(whole["generation"]) is not int:
        raise DeckError("generation", whole["generation"], "a whole number")
    pieces = _pieces(whole["tags"])
    return TagDeck(whole["name"], whole["kind"], pieces, _further(whole["tags"]))


def _check_sum(text: str, written: object) -> None:
    found = re.fullmatch(_SUMMED, text)
    if not found or int(found["crc"], 16) != zlib.crc32(found["covered"].encode("utf-8", "surrogatepass")):
        raise DeckError("crc", written, "the check sum of the lines before, or no such line in an edited deck")


def _parse(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=each_key_once)
    except json.JSONDecodeError as fault:
        raise DeckError(msg("line {n}", n=fault.lineno), fault.msg, "JSON", NO_JSON) from fault
    except (RecursionError, ValueError) as fault:  # nested too deeply, or a number with too many digits
        if isinstance(fault, DeckError):
            raise
        deep = isinstance(fault, RecursionError)
        found = "brackets in brackets without end" if deep else "a number of too many digits"
        raise DeckError("deck", found, "a deck as this program writes it") from fault


def each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs of a JSON text. Raises DeckError for a key that stands twice."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise DeckError(key, f"{times} times", "each key once")
    return dict(pairs)


def _pieces(tags: Any) -> dict[bytes, Piece]:
    if not isinstance(tags, dict):
        raise DeckError("tags", tags, "an object of tag numbers")
    pieces: dict[bytes, Piece] = {}
    for key, entry in tags.items():
        uid = _uid(key)
        if uid in pieces:
            raise DeckError(f"tags.{key}", uid_text(uid), "each tag number once, capitals or not")
        try:
            pieces[uid] = _piece(entry)
        except DeckError as fault:
            raise fault.under(f"tags.{key}") from fault
    return pieces


def _further(tags: Mapping[str, Mapping[str, Any]]) -> frozenset[bytes]:
    """The numbers that stand beside the first one of a card."""
    return frozenset(_uid(key) for key, entry in tags.items() if ALSO in entry)


def _uid(key: str) -> bytes:
    if not re.fullmatch(r"([0-9A-Fa-f]{2})+", key):
        raise DeckError("tags", key, "tag numbers of 4, 5, 7 or 10 bytes in hex")
    return bytes.fromhex(key)


def _piece(entry: Any) -> Piece:
    keys = set(entry) if isinstance(entry, dict) else set()
    if ALSO in keys and "card" in keys:
        if entry[ALSO] is not True:
            raise DeckError(ALSO, entry[ALSO], "true, at one more number of a card")
        keys = keys - {ALSO}
    if keys in ({"card"}, {"card", "copy"}):
        return CardCopy(entry["card"], entry.get("copy", 0))
    if keys == {"person"}:
        return Person(entry["person"])
    if keys == {"command"}:
        return _command(entry["command"])
    raise DeckError("piece", entry, 'either "card" with or without "copy", or "command", or "person"')


def _command(word: Any) -> CommandCard:
    try:
        return CommandCard(word)
    except ValueError:
        allowed = ", ".join(command.value for command in CommandCard)
        raise DeckError("command", word, allowed) from None


def _entry(piece: Piece) -> dict[str, str | int]:
    match piece:
        case CardCopy(card, 0):
            return {"card": card}
        case CardCopy(card, copy):
            return {"card": card, "copy": copy}
        case CommandCard():
            return {"command": piece.value}
        case Person(name):
            return {"person": name}
        case _:
            assert_never(piece)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def simulated_deck(
    kind: str, cards: Sequence[str], others: Sequence[CommandCard | Person] = (), *, uid_bytes: int = 7
) -> TagDeck:
    """A deck for the simulated table, the same at every start. A card that is named several times gets copies from 1.

    The numbers have 7 bytes, or 5 for 125 kHz. They differ in the last two only, as on one roll of stickers.
    """
    times = Counter(cards)
    counted: Counter[str] = Counter()
    pieces: list[Piece] = []
    for card in cards:
        counted[card] += 1
        pieces.append(CardCopy(card, counted[card] if times[card] > 1 else 0))
    pieces += others
    return TagDeck(f"sim-{kind}", kind, {_simulated_uid(kind, i, uid_bytes): piece for i, piece in enumerate(pieces)})


def _simulated_uid(kind: str, index: int, uid_bytes: int) -> bytes:
    # 04 is the maker NXP. uid3 starts the second cascade level and must not be the cascade tag 88: its top bit is 0.
    roll = zlib.crc32(kind.encode()) & 0xFFFF_7FFF
    return b"\x04" + roll.to_bytes(4, "big")[: uid_bytes - 3] + index.to_bytes(2, "big")


class NoCard(Enum):
    """A kind of tag that can be no card. The value stands for its number while it lies on a reader.

    `PHONE`: its number is random: a phone, also many bank cards and passports. `CHIP_CARD`: its protocol is that of a
    bank card, a DESFire card, a passport or a phone.
    """

    PHONE = b"phone"
    CHIP_CARD = b"chip card"


NO_CARDS = {kind.value: kind for kind in NoCard}
"""The kinds by the values that stand for their numbers."""


def no_card(uid: bytes, *, chip_card: bool) -> NoCard | None:
    """Why this tag can be no card. None if it can. `chip_card`: its protocol says that it is one."""
    if is_random_uid(uid):
        return NoCard.PHONE
    return NoCard.CHIP_CARD if chip_card else None
