"""The file of a deck that another program or a person wrote, as this program writes decks. Pure.

Takes a byte order mark, the notations of tag numbers that phones and tools write, cards written in other ways, CSV with
a column of numbers and one of cards, and the decimal numbers that are printed on 125 kHz cards.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cards.spoken import SUITS_BY_SIGN
from companion.support.messages import N_, Message, msg
from companion.tags.tag_decks import UID_BYTES, CardCopy, DeckError, decode, uid_text

if TYPE_CHECKING:
    from companion.enrolment.deck_kinds import DeckKind

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
