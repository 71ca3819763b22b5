"""Lists of tags that other programs and people write: a tag number and a card in each line.

- CSV under any header, between commas, semicolons or tabs: a spreadsheet, a phone's list, the cards of a Phoniebox
- YAML as a Phoniebox keeps its cards: a number in quotes and a colon; behind or below it the card

A list is read whole or not at all: what is wrong is told by the number of its line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import dropwhile
from typing import Final, NamedTuple

from companion.cards.spoken import SUITS_BY_SIGN
from companion.enrolment.deck_kinds import COMMANDS, PERSONS, DeckKind
from companion.parts.reader_kind import LOW
from companion.support.messages import N_, Message, msg, tr
from companion.support.text import at_line, visible
from companion.tags.known_tags import KnownTags
from companion.tags.tag_decks import (
    ALSO,
    UID_BYTES,
    CardCopy,
    CommandCard,
    DeckError,
    Person,
    Piece,
    Shelf,
    TagDeck,
    is_random_uid,
    uid_text,
)

DELIMITERS = ",;\t"
FEWEST_DECIMAL = 17
"""From this many numbers without a letter on they are decimal. Fewer hex numbers may lack letters by chance."""
MOST_FAULTS = 20
"""The most faults that are told one by one; the rest are counted."""

_BETWEEN = re.compile(r"0[xX]|[\s:.\-]")
_HEX = re.compile(
    r"(?:0[xX])?[0-9A-Fa-f]{2}(?:(?P<sep>[ :.\-]?)(?:0[xX])?[0-9A-Fa-f]{2}(?:(?P=sep)(?:0[xX])?[0-9A-Fa-f]{2})*)?"
)
_DECIMAL = re.compile(r"\d{5,17}", re.ASCII)
_YAML_CARD = re.compile(r"""(['"]?)(?P<number>[0-9A-Fa-f][0-9A-Fa-fxX:. \-]{3,})\1\s*:(?:\s+(?P<values>.*))?""")
_YAML_PART = re.compile(r"\s+(?:-\s+)?(?:\w+\s*:)?\s*(?P<values>.*)")

NO_NUMBER = N_("“{found}” is no tag number: write it as 04:A2:B5:32, 04A2B532 or in decimals, or take the line out")
MADE_UP = N_("{tag} is a number that a phone or bank card made up: stick a tag on the card")
NO_PIECE = N_("“{found}” is in no {kind} deck: write it as {card}, or take the line out")
TAG_TWICE = N_("tag {tag} stands in line {line}, too: one tag is one card; take one of the lines out")
CARD_TWICE = N_("{card} has a tag in line {line}: one card has one tag; take one of the lines out")


# ---------------------------------------------------------------- numbers


class NumberForm(NamedTuple):
    """A way to write tag numbers. `read` returns None for another text; `remark` says what a number was taken for."""

    read: Callable[[str], bytes | None]
    remark: str = ""


def number_of(text: str) -> str:
    """The number of a tag in the form of this program: 04:A2:…, 04-A2-…, 0x04…, in small letters, with blanks.

    >>> number_of("04:a2:b5:32:ce:00:80"), number_of("0x04 0xA2 0xB5 0x32"), number_of("two")
    ('04A2B532CE0080', '04A2B532', 'two')
    """
    bare = _BETWEEN.sub("", text)
    return bare.upper() if re.fullmatch(r"([0-9A-Fa-f]{2})+", bare) else text


def _hexadecimal(text: str) -> bytes | None:
    number = bytes.fromhex(number_of(text)) if _HEX.fullmatch(text) else b""
    return number if len(number) in UID_BYTES else None


def _decimal(text: str) -> bytes | None:
    if not _DECIMAL.fullmatch(text):
        return None
    value = int(text)
    return next((value.to_bytes(length, "big") for length in (4, 5, 7) if value < 256**length), None)


def _printed_decimal(text: str) -> bytes | None:
    """Puts 00 before four bytes: a 125 kHz reader sends a fifth byte there, which is not printed."""
    number = _decimal(text)
    return b"\0" + number if number and len(number) == 4 else number


def _backwards(read: Callable[[str], bytes | None]) -> Callable[[str], bytes | None]:
    return lambda text: number[::-1] if (number := read(text)) else None


HEX: Final = NumberForm(_hexadecimal)
PRINTED: Final = NumberForm(
    _printed_decimal, N_("These are decimal numbers as printed on 125 kHz cards: {printed} is {sent} at the reader.")
)
DECIMAL: Final = NumberForm(_decimal, N_("These are decimal numbers: {printed} is {sent} at the reader."))
FORMS: Final = (
    HEX,
    NumberForm(
        _backwards(_hexadecimal), N_("The bytes of these numbers stand backwards: {printed} is {sent} at the reader.")
    ),
    PRINTED,
    DECIMAL,
    NumberForm(
        _backwards(_decimal),
        N_("These are decimal numbers with their bytes backwards: {printed} is {sent} at the reader."),
    ),
)
"""All forms. If a text fits several, one tag that the shelf knows decides."""


def form_of(numbers: Iterable[str], shelf: Shelf) -> NumberForm:
    """The form of these numbers: one that names a tag of the shelf, or the usual one for what they look like."""
    written = [number for number in numbers if is_number(number)]
    usual = _usual_form(written)
    read = {form: [uid for number in written if (uid := form.read(number))] for form in (usual, *FORMS)}
    known = KnownTags()
    as_read = (form for form, uids in read.items() if any(map(shelf.has, uids)))
    as_typed = (form for form, uids in read.items() if any(shelf.has(known.number(uid, shelf)) for uid in uids))
    return next(as_read, None) or next(as_typed, usual)


def _usual_form(written: Sequence[str]) -> NumberForm:
    """The form for what these numbers look like."""
    if not are_decimal(written) and not all(re.fullmatch(r"00\d{8}", number, re.ASCII) for number in written):
        return HEX
    longest = max((len(_decimal(number) or b"") for number in written), default=0)
    return PRINTED if longest <= LOW.bought else DECIMAL


def are_decimal(numbers: Sequence[str]) -> bool:
    """Whether these numbers are decimal: no letters, and too many of them or too odd a length for hex."""
    if not numbers or not all(map(_DECIMAL.fullmatch, numbers)):
        return False
    of_hex = {2 * length for length in UID_BYTES}
    return len(numbers) >= FEWEST_DECIMAL or any(len(number) not in of_hex for number in numbers)


def is_number(text: str) -> bool:
    """Whether this may be the number of a tag, in any form."""
    return _hexadecimal(text) is not None or _decimal(text) is not None


def remark_on(form: NumberForm, number: str) -> Message | None:
    """The sentence what these numbers were taken for, `number` as the example; None: they were read as they stand."""
    read = form.read(number)
    if not form.remark or read is None:
        return None
    sent = uid_text(read)
    return msg(form.remark, printed=number, sent=sent[2:] if form is PRINTED and sent.startswith("00") else sent)


# ---------------------------------------------------------------- cards


def card_of(word: str, kind: DeckKind | None) -> str:
    """The card of this kind that the word means: TH, 10h, H10, ♥10 are 10H. Empty if it means none."""
    if kind is None or kind.cards is None:
        return ""
    letters = "".join(SUITS_BY_SIGN.get(sign, sign) for sign in word.strip())
    found = kind.cards.card(letters) or kind.cards.card(letters[1:] + letters[:1])
    return str(found.face) if found else ""


def piece_of(word: str, kind: DeckKind) -> Piece | None:
    """The piece of this kind that the word means; one of several alike has its number behind it, as 7/3, or none."""
    if kind.cards is None:
        with suppress(DeckError, ValueError):
            return CommandCard(word.upper()) if kind.name == COMMANDS else Person(word)
        return None
    card, _, copy = word.partition("/")
    found = card_of(card, kind)
    return CardCopy(found, int(copy) if re.fullmatch(r"\d{1,2}", copy, re.ASCII) else 0) if found else None


# ---------------------------------------------------------------- lists


class ListedDeck(NamedTuple):
    """The deck of a list, and what its numbers were taken for; with `faults` there is no deck."""

    deck: TagDeck | None = None
    remark: Message | None = None
    faults: tuple[Message, ...] = ()


def as_list(deck: TagDeck, kind: DeckKind) -> str:
    """The deck as CSV that spreadsheets open and that is read again as the same deck.

    Numbers have colons: a spreadsheet takes none of them for a number of its own, and drops no zeros.
    """
    places = {piece: place for place, piece in enumerate(kind.pieces)}
    more = bool(deck.further)
    rows = [("tag", kind.name, "name", ALSO)[: 3 + more]]
    for uid, piece in sorted(deck.pieces.items(), key=lambda tag: (places[tag[1]], tag[0] in deck.further, tag[0])):
        marked = ALSO if uid in deck.further else ""
        rows.append((uid.hex(":").upper(), str(piece), tr(kind.sign(piece)), marked)[: 3 + more])
    return "\ufeff" + "".join(",".join(map(_quote, row)) + "\r\n" for row in rows)


def _quote(cell: str) -> str:
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'


class _Row(NamedTuple):
    line: int
    cells: Sequence[str]

    def cell(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


class _Columns(NamedTuple):
    number: int
    card: int
    kind: DeckKind

    def piece(self, row: _Row) -> Piece | None:
        """What this row names. None: nothing of this kind."""
        return piece_of(row.cell(self.card), self.kind)

    def is_header(self, row: _Row) -> bool:
        """Whether a first row is the header: it has no number, and no piece but perhaps the name of the kind."""
        named = row.cell(self.card).lower() == self.kind.name
        return not is_number(row.cell(self.number)) and (named or self.piece(row) is None)


def read_list(text: str, name: str, known: Mapping[str, DeckKind], shelf: Shelf) -> ListedDeck:
    """The deck of this list, with this name. A tag of the shelf settles how its numbers are meant."""
    rows = list(_rows(text, known))
    columns = _columns(rows, known)
    if columns is None:
        why = N_("This is no deck: a list has a tag number and a card in each line, as 04:A2:B5:32,10H.")
        return ListedDeck(faults=(msg(why),))
    numbers = [row.cell(columns.number) for row in rows]
    form = form_of(numbers, shelf)
    listed = _Reading(columns, form)
    for row in dropwhile(columns.is_header, rows):
        listed.take(row)
    if listed.faults:
        return ListedDeck(faults=_fewer(listed.faults))
    first = next(number for number in numbers if form.read(number))
    deck = TagDeck(_word(name), columns.kind.name, listed.pieces, frozenset(listed.further))
    return ListedDeck(deck, remark_on(form, first))


def _rows(text: str, known: Mapping[str, DeckKind]) -> Iterator[_Row]:
    """The lines that say something, cut into cells."""
    lines = [line for line in text.splitlines() if line.strip()]
    if any(map(_YAML_CARD.fullmatch, lines)):
        yield from _rows_of_yaml(text, known)
        return
    delimiter = max(DELIMITERS, key="\n".join(lines).count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True)
    with suppress(csv.Error):
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].startswith("#"):
                yield _Row(reader.line_num, [cell.strip() for cell in cells])


def _rows_of_yaml(text: str, known: Mapping[str, DeckKind]) -> Iterator[_Row]:
    """A row for each number: with the first value that is a piece of any kind, or the first value."""
    cards: list[tuple[int, str, list[str]]] = []
    for line, written in enumerate(text.splitlines(), 1):
        if found := _YAML_CARD.fullmatch(written):
            cards.append((line, found["number"].strip(), _values(found["values"] or "")))
        elif cards and (part := _YAML_PART.fullmatch(written)):
            cards[-1][2].extend(_values(part["values"]))
    certain = [kind for kind in known.values() if kind.name != PERSONS]
    for line, number, values in cards:
        pieces = (value for value in values if any(piece_of(value, kind) for kind in certain))
        yield _Row(line, [number, next(pieces, next(iter(values), ""))])


def _values(written: str) -> list[str]:
    """The values of a line without quotes and comment; of a path the last part."""
    values = re.sub(r"(^|\s)#.*", "", written).strip("[] ").split(",")
    return [word for value in values if (word := value.strip("'\" ").rpartition("/")[2])]


def _columns(rows: Sequence[_Row], known: Mapping[str, DeckKind]) -> _Columns | None:
    """The columns with the most numbers and with the most cards of one kind; a header may name the kind."""
    width = range(max((len(row.cells) for row in rows), default=0))
    numbers = {column: sum(is_number(row.cell(column)) for row in rows) for column in width}
    number = max(width, key=numbers.__getitem__, default=-1)
    if number < 0 or not numbers[number]:
        return None
    named = [(column, kind) for column in width if (kind := known.get(rows[0].cell(column).lower()))]
    if named and not is_number(rows[0].cell(number)):
        return _Columns(number, *named[0])
    counted = {
        (column, kind.name): sum(piece_of(row.cell(column), kind) is not None for row in rows)
        for kind in known.values()
        for column in width
        if column != number and kind.name != PERSONS  # any text may be a name: only a header tells that it is one
    }
    best = max(counted, key=counted.__getitem__, default=None)
    return _Columns(number, best[0], known[best[1]]) if best and counted[best] else None


class _Reading:
    """The pieces and faults of the rows that were taken so far."""

    def __init__(self, columns: _Columns, form: NumberForm) -> None:
        self.pieces: dict[bytes, Piece] = {}
        self.further: set[bytes] = set()
        self.faults: list[Message] = []
        self._columns = columns
        self._form = form
        self._lines: dict[bytes | Piece | tuple[Piece, int], int] = {}

    def take(self, row: _Row) -> None:
        """Add the tag of this row, or the reason why the row has no valid tag."""
        number = row.cell(self._columns.number)
        uid, piece = self._form.read(number), self._columns.piece(row)
        if uid is None:
            self._refuse(row, msg(NO_NUMBER, found=visible(number)))
        elif is_random_uid(uid):
            self._refuse(row, msg(MADE_UP, tag=uid_text(uid)))
        if piece is None:
            self._refuse(row, self._no_piece(row.cell(self._columns.card)))
        elif uid:
            self._add(row, uid, piece if ALSO in row.cells else self._next_copy(piece))

    def _no_piece(self, word: str) -> Message:
        kind = self._columns.kind
        example = str(kind.pieces[-1]) if kind.pieces else "Ann"
        return msg(NO_PIECE, found=visible(word), kind=kind.name, card=example)

    def _next_copy(self, piece: Piece) -> Piece:
        """The piece; of alike cards without a copy number the first one that has no tag yet."""
        if not isinstance(piece, CardCopy) or piece.copy:
            return piece
        alike = self._columns.kind.alike(piece)
        return next((other for other in alike if other not in self._lines), alike[-1])

    def _add(self, row: _Row, uid: bytes, piece: Piece) -> None:
        if uid in self.pieces:
            self._refuse(row, msg(TAG_TWICE, tag=uid_text(uid), line=self._lines[uid]))
        elif isinstance(piece, CardCopy) and piece not in self._columns.kind.pieces:
            self._refuse(row, self._no_piece(str(piece)))
        elif isinstance(piece, CardCopy) and piece in self._lines and ALSO in row.cells:
            self.pieces[uid] = piece
            self.further.add(uid)
        elif isinstance(piece, CardCopy) and (piece, len(uid)) in self._lines:
            self._refuse(row, msg(CARD_TWICE, card=self._columns.kind.label(piece), line=self._lines[piece, len(uid)]))
        else:
            self.pieces[uid] = piece
            self._lines |= {uid: row.line, piece: row.line, (piece, len(uid)): row.line}

    def _refuse(self, row: _Row, why: Message) -> None:
        self.faults.append(at_line(row.line, why))


def _fewer(faults: Sequence[Message]) -> tuple[Message, ...]:
    """The first faults, and how many more there are."""
    more = len(faults) - MOST_FAULTS
    return (*faults[:MOST_FAULTS], msg("and {n} more lines", n=more)) if more > 0 else tuple(faults)


def _word(name: str) -> str:
    """A name of a deck made of the name of a file.

    >>> _word("My cards (1)")
    'My-cards-1'
    """
    return re.sub(r"[^\w.]+", "-", name).strip("-.")[:40] or "deck"
