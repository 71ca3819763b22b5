"""What the director of a club asks of a table, and the note in a record that names the round of its match. Values only.

A box is one table of a club. An order says who plays what here next; the record of such a match has one more note.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from companion.support.names import person
from companion.support.values import dataclass, field

_NOTE = (  # compiled when it is first asked for: most boxes are in no club
    r"; club event=(?P<event>\S+) round=(?P<round>\d{1,6}) table=(?P<table>\d{1,6})"
    r"(?: boards=(?P<boards>\d{1,6}(?:,\d{1,6})*))?(?: deals=(?P<deals>\d{1,6}))?"
    r"(?: seating=(?P<seating>[0-9a-f]{8}))?(?: |$)"
)

Key: TypeAlias = tuple[str, int, int]
"""Event, round and table."""


@dataclass(frozen=True, slots=True)
class ClubRound:
    """The round of an event that a match is played for, at which table, and for how many deals.

    `boards` are the numbers of the boards, one a deal; empty: no duplicate play. `seating` differs where a round was
    taken back and begun again with other people or rules; empty: the director said none.
    """

    event: str
    round: int
    table: int
    deals: int
    boards: tuple[int, ...] = ()
    seating: str = ""

    def is_for(self, other: ClubRound) -> bool:
        """Whether a match for this is the one for the other, too: what is played once."""
        return self.key == other.key and (self.seating == other.seating or not (self.seating and other.seating))

    @property
    def key(self) -> Key:
        """What tells one round at one table from every other."""
        return self.event, self.round, self.table

    def note(self) -> str:
        """Its note in the record.

        >>> ClubRound("2026-11-25-club", 2, 4, 2, (5, 6)).note()
        '; club event=2026-11-25-club round=2 table=4 boards=5,6 deals=2'
        """
        boards = f" boards={','.join(map(str, self.boards))}" if self.boards else ""
        seating = f" seating={self.seating}" if self.seating else ""
        return f"; club event={self.event} round={self.round} table={self.table}{boards} deals={self.deals}{seating}"


def round_of(line: str) -> ClubRound | None:
    """The round that a line of a record tells of; None: the line is another one.

    >>> round_of("; club event=spring round=1 table=3 deals=4")
    ClubRound(event='spring', round=1, table=3, deals=4, boards=(), seating='')
    >>> round_of("Ann 9H")
    """
    found = re.match(_NOTE, line) if line.startswith("; club ") else None
    if found is None:
        return None
    boards = tuple(int(board) for board in (found["boards"] or "").split(",") if board)
    deals = int(found["deals"] or len(boards))
    seating = found["seating"] or ""
    return ClubRound(found["event"], int(found["round"]), int(found["table"]), deals, boards, seating)


@dataclass(frozen=True, slots=True)
class ClubTable:
    """What this table plays next: the game by its name, the people clockwise, and the house rules.

    `dealer` opens; empty: who opens is drawn.
    """

    place: ClubRound
    game: str
    players: tuple[str, ...]
    dealer: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Club:
    """What a table of a club knows of it: what it plays next (None: nothing), and who tapped a name tag.

    `here` are all of this evening, `seated` those who sit down for what is `wanted`. `left`: the table was taken out
    of the club until the next order. `trouble` says why an order cannot be played; empty: it can. `places` are the
    tables of all people in this round, by name.
    """

    wanted: ClubTable | None = None
    here: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    left: bool = False
    trouble: str = ""
    places: Mapping[str, int] = field(default_factory=dict)

    def table_of(self, name: str) -> int | None:
        """The table of this person in this round. None: the director has seated nobody of that name."""
        return next((table for who, table in self.places.items() if person(who) == person(name)), None)

    @property
    def missing(self) -> tuple[str, ...]:
        """The people of the wanted table whose tags are missing."""
        players = self.wanted.players if self.wanted else ()
        return tuple(name for name in players if name not in self.seated)
