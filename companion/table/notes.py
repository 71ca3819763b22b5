"""The notes that a table writes into its record, and reads again when it resumes (docs/record-format.md)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from companion.cards import Card, Seat
from companion.match.header import Header
from companion.rules.statements import note_words
from companion.support.values import dataclass

PARKED = "; parked"
"""The last note of a parked game."""

TAKEN_UP = "; taken up"
"""The note of a parked game that is resumed."""

MISSED = "; missed"
"""The note of a repair: the tag of a card was not read."""


class CardNoteKind(Enum):
    """What a note says of a card."""

    TAPPED = "tapped"
    """It is part of a play that is not complete."""
    DRAWN = "drawn"
    """It is drawn, and others of that draw are missing."""
    UNREAD = "unread"
    """Its tag does not read: it was named with the buttons."""
    READ = "read"
    """Its tag was read after all."""
    ACCEPTED = "accepted"
    """It counts, although its tag was never read."""


CARD_NOTE_KINDS = {kind.value: kind for kind in CardNoteKind}


@dataclass(frozen=True, slots=True)
class CardNote:
    """A note about a card."""

    kind: CardNoteKind
    card: Card

    @property
    def line(self) -> str:
        """The line of the record."""
        return f"; {self.kind.value} {self.card}"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A play that was not complete, or a card too many, does not count."""

    line = "; dropped"


@dataclass(frozen=True, slots=True)
class HandsScanned:
    """The players whose hands are scanned from now on; `names` are those of all players."""

    seats: tuple[Seat, ...]
    names: tuple[str, ...]

    @property
    def line(self) -> str:
        """The line of the record. Where a name of the table holds a comma or a blank, all stand in quotation marks."""
        mark = '"' if {",", " "} & {*"".join(self.names)} else ""
        return f"; table scanned={','.join(f'{mark}{self.names[seat]}{mark}' for seat in self.seats)}"


Note: TypeAlias = CardNote | Dropped | HandsScanned


def read_notes(lines: Iterable[str], header: Header) -> tuple[Note, ...]:
    """The notes in these lines of a record. Leaves out statements, and notes that only people or other rooms read."""
    return tuple(note for line in lines if (note := _read_note(line, header)) is not None)


def _read_note(line: str, header: Header) -> Note | None:
    match note_words(line):
        case ["dropped"]:
            return Dropped()
        case ["table"]:
            return _read_scanned(line, header.names)
        case [kind, word] if kind in CARD_NOTE_KINDS and (card := header.game.deck.card(word)) is not None:
            return CardNote(CARD_NOTE_KINDS[kind], card)
        case _:
            return None


def hands_to_scan(scanned: tuple[Seat, ...], old: Header, new: Header) -> tuple[Seat, ...]:
    """The hands to scan after a change of players: all of them, or those of computers, as before."""
    if new.seats == old.seats:
        return scanned
    everybody = any(seat not in old.computers for seat in scanned)
    return tuple(range(len(new.names))) if everybody else tuple(sorted(new.computers))


def _read_scanned(line: str, names: tuple[str, ...]) -> HandsScanned | None:
    _, found, scanned = line.partition("scanned=")
    mark = '"' if '"' in scanned else ""  # earlier programs wrote none
    seats = (seat for seat, name in enumerate(names) if f",{mark}{name}{mark}," in f",{scanned},")
    return HandsScanned(tuple(seats), names) if found else None
