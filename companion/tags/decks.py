"""Decks of tags: what the tag with this number stands for.

A deck is enrolled once and kept as one JSON text; nothing is written to the tags. A number is a name, not a
proof: two tags may be clones. This module knows the text of a card, not the games it is played in.
"""

from __future__ import annotations

import json
import re
import reprlib
import zlib
from collections import Counter
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, assert_never

from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORMAT = 1
HEAD, KEPT = frozenset({"format", "name", "kind", "tags"}), frozenset({"generation", "crc"})
"""What every deck says, and what a file on the card says besides."""

UID_BYTES = frozenset({4, 5, 7, 10})
"""4, 7 or 10 bytes by ISO/IEC 14443-3; 5 for 125 kHz tags."""

MAX_COPY = 99

_BRIEF = reprlib.Repr()
_BRIEF.maxstring = 80
_WORD = re.compile(r"\w[\w.-]{0,39}")
_SUMMED = re.compile(r'(?s)(?P<covered>.*,\n)  "crc": "(?P<crc>[0-9a-f]{8})"\n\}\n')
_GENERATION = re.compile(rb'"generation"\s*:\s*(\d{1,18})\b')
_SPOKEN = re.compile('[^\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029";#]{1,64}')


class DeckError(ValueError):
    """A deck that cannot be: `key` says where in its text, `found` what stands there, `allowed` what may."""

    def __init__(self, key: str, found: object, allowed: str) -> None:
        self.key = key
        self.found = found
        self.allowed = allowed
        super().__init__(f"{key}: found {_BRIEF.repr(found)}, allowed: {allowed}")

    def under(self, key: str) -> DeckError:
        """The same fault, seen from the object that holds it."""
        return DeckError(f"{key}.{self.key}", self.found, self.allowed)


def _check_word(key: str, found: object) -> None:
    if not isinstance(found, str) or not _WORD.fullmatch(found):
        raise DeckError(key, found, "a word of at most 40 letters, digits and . - _")


@dataclass(frozen=True, slots=True)
class CardCopy:
    """A card or a drink; `copy` counts alike ones from 1, and is 0 where there is only one."""

    card: str
    copy: int = 0

    def __post_init__(self) -> None:
        _check_word("card", self.card)
        if type(self.copy) is not int or not 0 <= self.copy <= MAX_COPY:
            raise DeckError("copy", self.copy, f"a whole number from 0 to {MAX_COPY}")

    def __str__(self) -> str:
        """As a table record names it: `10H`, or `7/3` for the third of several sevens."""
        return f"{self.card}/{self.copy}" if self.copy else self.card


class Command(Enum):
    """A command card: does what a button does."""

    OK = "OK"
    PASS = "PASS"  # noqa: S105 - a word of the card table, no secret
    NIL = "NIL"
    UNDO = "UNDO"


@dataclass(frozen=True, slots=True)
class Person:
    """A person's own tag."""

    name: str

    def __post_init__(self) -> None:
        spoken = isinstance(self.name, str) and _SPOKEN.fullmatch(self.name)
        if not spoken or len(self.name.encode()) > 64:
            raise DeckError("person", self.name, 'a name of 1 to 64 bytes without control characters and " ; #')


Piece = CardCopy | Command | Person
"""What a tag stands for."""


def uid_text(uid: bytes) -> str:
    """The one normal form of a tag number: upper-case hex without separators."""
    return uid.hex().upper()


def is_random_uid(uid: bytes) -> bool:
    """Whether a phone or a bank card made this number up for one meeting (ISO/IEC 14443-3, 6.5.4: uid0 = 08)."""
    return len(uid) == 4 and uid[0] == 0x08


@dataclass(frozen=True, slots=True)
class TagDeck:
    """One enrolled deck; `kind` says which set of cards it is ("french"), `pieces` maps tag numbers.

    A kind with a size behind a dash holds all cards of the one without: "tarot-78" serves "tarot". Commands and persons
    may have several tags, a copy of a card only one. Raises DeckError.
    """

    name: str
    kind: str
    pieces: Mapping[bytes, Piece]

    def __post_init__(self) -> None:
        _check_word("name", self.name)
        _check_word("kind", self.kind)
        object.__setattr__(self, "pieces", MappingProxyType(dict(self.pieces)))
        for uid in self.pieces:
            _check_uid(uid)
        _check_single(self.pieces)

    def piece(self, uid: bytes) -> Piece | None:
        """What this tag stands for, None when it is not of this deck."""
        return self.pieces.get(uid)

    def uid_of(self, piece: Piece) -> bytes | None:
        """The (first) tag of this piece, None when it has none yet."""
        return next((uid for uid, other in self.pieces.items() if other == piece), None)

    def serves(self, kind: str) -> bool:
        """Whether a game for this kind of cards can be played with it."""
        return kind in {self.kind, self.kind.partition("-")[0]}

    def with_tag(self, uid: bytes, piece: Piece) -> TagDeck:
        """The deck in which this tag is that piece, and no other tag is."""
        return replace(self, pieces={**self.without(piece).pieces, uid: piece})

    def without(self, piece: Piece) -> TagDeck:
        """The deck in which no tag is that piece."""
        return replace(self, pieces={uid: other for uid, other in self.pieces.items() if other != piece})


def _check_uid(uid: bytes) -> None:
    if len(uid) not in UID_BYTES:
        raise DeckError("tags", uid_text(uid), "tag numbers of 4, 5, 7 or 10 bytes in hex")
    if is_random_uid(uid):
        raise DeckError("tags", uid_text(uid), "no number that a phone made up (4 bytes, first 08)")


def _check_single(pieces: Mapping[bytes, Piece]) -> None:
    seen: dict[Piece, bytes] = {}
    for uid, piece in pieces.items():
        first = seen.setdefault(piece, uid)
        if first != uid and isinstance(piece, CardCopy):
            both = f"{uid_text(first)} and {uid_text(uid)}"
            raise DeckError("tags", f"{piece}: {both}", "one tag for each copy of a card")


@dataclass(frozen=True, slots=True)
class Shelf:
    """All decks of the house, so that a stray card can be named; the first of its kind is the one to play with.

    `unfinished` decks are still being enrolled and not played with; each may be a finished one's next state.
    `unusable` are the names of files that are no deck, each with why, and what to do.
    """

    decks: tuple[TagDeck, ...] = ()
    unfinished: tuple[TagDeck, ...] = ()
    unusable: Mapping[str, str] = field(default_factory=dict)

    def in_play(self, kind: str) -> TagDeck | None:
        """The deck that a game with this kind of cards is played with."""
        return next((deck for deck in self.decks if deck.serves(kind)), None)

    def piece(self, uid: bytes, kind: str) -> Piece | None:
        """What this tag stands for: a card of the deck in play, a command or a person of any deck.

        While no game is on (`kind` is empty) cards of all decks are known.
        """
        deck = self.in_play(kind)
        found = deck.piece(uid) if deck else None
        if found is not None:
            return found
        strays = (deck.piece(uid) for deck in self.decks)
        return next((piece for piece in strays if piece and not (kind and isinstance(piece, CardCopy))), None)

    def foreign(self, uid: bytes, kind: str) -> str | None:
        """The name of the deck to which a card that is not in play belongs; None: of no other deck."""
        if self.piece(uid, kind) is not None:
            return None
        return next((deck.name for deck in self.decks if deck.piece(uid) is not None), None)

    def with_deck(self, deck: TagDeck, *, finished: bool) -> Shelf:
        """The shelf with this deck as the first one, instead of what it was before."""
        others = tuple(one for one in self.unfinished if one.name != deck.name)
        if not finished:
            return replace(self, unfinished=(deck, *others))
        return replace(self, decks=(deck, *(one for one in self.decks if one.name != deck.name)), unfinished=others)

    def elsewhere(self, uid: bytes, name: str) -> tuple[str, Piece] | None:
        """The first deck but the one of this name that has the tag, and what it stands for there."""
        owners = ((deck.name, deck.piece(uid)) for deck in (*self.decks, *self.unfinished) if deck.name != name)
        return next(((owner, piece) for owner, piece in owners if piece is not None), None)


def encode(deck: TagDeck, generation: int | None = None) -> str:
    """The deck as JSON, one line a tag in order of the tag numbers, so that equal decks are equal texts."""
    head: dict[str, str | int] = {"format": FORMAT, "name": deck.name, "kind": deck.kind}
    if generation is not None:
        head["generation"] = generation
    lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
    tags = [f"    {_json(uid_text(uid))}: {_json(_entry(deck.pieces[uid]))}" for uid in sorted(deck.pieces)]
    body = "{\n" + ",\n".join(tags) + "\n  }" if tags else "{}"
    return "\n".join(["{", *lines, f'  "tags": {body}', "}", ""])


def encode_file(deck: TagDeck, generation: int) -> str:
    """The deck as it lies on the card; the greater generation was chosen or enrolled later.

    Its last line is the CRC-32 of all lines before.
    """
    covered = encode(deck, generation).removesuffix("\n}\n") + ",\n"
    return f'{covered}  "crc": "{zlib.crc32(covered.encode()):08x}"\n}}\n'


def generation_of(written: bytes) -> int:
    """The generation in a file, whatever else is wrong with it; 0 where there is none."""
    found = _GENERATION.search(written)
    return int(found[1]) if found else 0


def decode(text: str) -> TagDeck:
    """The deck that `encode` or `encode_file` wrote, or somebody edited. Raises DeckError, naming key and value."""
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
    return TagDeck(whole["name"], whole["kind"], _pieces(whole["tags"]))


def _check_sum(text: str, written: object) -> None:
    found = _SUMMED.fullmatch(text)
    if not found or int(found["crc"], 16) != zlib.crc32(found["covered"].encode("utf-8", "surrogatepass")):
        raise DeckError("crc", written, "the check sum of the lines before, or no such line in an edited deck")


def _parse(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_each_key_once)
    except json.JSONDecodeError as fault:
        raise DeckError(f"line {fault.lineno}", fault.msg, "JSON") from fault
    except (RecursionError, ValueError) as fault:  # nested without end, a number without end
        if isinstance(fault, DeckError):
            raise
        raise DeckError("deck", str(fault), "a deck as this program writes it") from fault


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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


def _uid(key: str) -> bytes:
    if not re.fullmatch(r"([0-9A-Fa-f]{2})+", key):
        raise DeckError("tags", key, "tag numbers of 4, 5, 7 or 10 bytes in hex")
    return bytes.fromhex(key)


def _piece(entry: Any) -> Piece:
    keys = set(entry) if isinstance(entry, dict) else set()
    if keys in ({"card"}, {"card", "copy"}):
        return CardCopy(entry["card"], entry.get("copy", 0))
    if keys == {"person"}:
        return Person(entry["person"])
    if keys == {"command"}:
        return _command(entry["command"])
    raise DeckError("piece", entry, 'either "card" with or without "copy", or "command", or "person"')


def _command(word: Any) -> Command:
    try:
        return Command(word)
    except ValueError:
        allowed = ", ".join(command.value for command in Command)
        raise DeckError("command", word, allowed) from None


def _entry(piece: Piece) -> dict[str, str | int]:
    match piece:
        case CardCopy(card, 0):
            return {"card": card}
        case CardCopy(card, copy):
            return {"card": card, "copy": copy}
        case Command():
            return {"command": piece.value}
        case Person(name):
            return {"person": name}
        case _:
            assert_never(piece)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def simulated_deck(
    kind: str, cards: Sequence[str], others: Sequence[Command | Person] = (), *, uid_bytes: int = 7
) -> TagDeck:
    """A deck for the simulated table, the same at every start; a card named several times becomes copies from 1.

    The numbers are 7 bytes long, or 5 for 125 kHz, and differ in the last two only, as on a roll of stickers
    bought together.
    """
    times = Counter(cards)
    met: Counter[str] = Counter()
    pieces: list[Piece] = []
    for card in cards:
        met[card] += 1
        pieces.append(CardCopy(card, met[card] if times[card] > 1 else 0))
    pieces += others
    return TagDeck(f"sim-{kind}", kind, {_simulated_uid(kind, i, uid_bytes): piece for i, piece in enumerate(pieces)})


def _simulated_uid(kind: str, index: int, uid_bytes: int) -> bytes:
    # 04 is the maker NXP; uid3 opens the second cascade level and must not be the cascade tag 88, so its top bit is 0.
    roll = zlib.crc32(kind.encode()) & 0xFFFF_7FFF
    return b"\x04" + roll.to_bytes(4, "big")[: uid_bytes - 3] + index.to_bytes(2, "big")
