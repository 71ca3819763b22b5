"""An event: its people, its movement, the rounds that were seated, and what was decided on the way. Pure.

The values follow from the statements of the event's record (`event_words.py`), where nothing is ever overwritten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TypeAlias

from companion.support.values import dataclass, field, replace


class Movement(StrEnum):
    """Who meets whom. Mitchell and Howell are for partners only; `individual` is for people who play alone.

    Round robin and Swiss take pairs in a game of partners, and people in one for two.
    """

    ROUND_ROBIN = "round-robin"
    MITCHELL = "mitchell"
    HOWELL = "howell"
    INDIVIDUAL = "individual"
    SWISS = "swiss"


MOVEMENTS = tuple(Movement)

NO_BOX = "-"
"""In place of a box: the table has none."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, or a person who plays alone. `since` is their first round, `left` the first without them (None: none)."""

    names: tuple[str, ...]
    since: int = 1
    left: int | None = None

    def plays_in(self, number: int) -> bool:
        """Whether they are there in this round."""
        return self.since <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table of a round: people by seat, clockwise from North; boards in the order of play.

    `before` are the boxes that the table had in this round before `box`, the latest last. `seating` follows from the
    people, boards and rules with which it was seated: a round that is taken back and begun again may have another.
    """

    table: int
    box: str
    names: tuple[str, ...]
    boards: tuple[int, ...] = ()
    before: tuple[str, ...] = ()
    seating: str = ""

    @property
    def boxes(self) -> tuple[str, ...]:
        """All boxes that the table had in this round, the latest last."""
        return (*self.before, self.box)

    def at_box(self, box: str) -> Sitting:
        """The table at another box."""
        return replace(self, box=box, before=tuple(earlier for earlier in self.boxes if earlier not in {box, NO_BOX}))


@dataclass(frozen=True, slots=True)
class Seated:
    """A round that was begun at this time. `out` are the names of those who sit out."""

    number: int
    at: str
    sittings: tuple[Sitting, ...]
    out: tuple[str, ...] = ()

    def at_table(self, table: int) -> Sitting | None:
        """The sitting at this table. None: nobody sits there."""
        return next((sitting for sitting in self.sittings if sitting.table == table), None)


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """A deal counts these points, by seat."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SidePercents:
    """A deal counts these percents, given by the director, by side; the last one also for all further sides."""

    percents: tuple[int, ...]


Counts: TypeAlias = SeatPoints | SidePercents
"""What a deal counts."""
COUNTS: Mapping[str, Callable[[tuple[int, ...]], Counts]] = {"points": SeatPoints, "percent": SidePercents}
"""By the words of the record."""


DealPlace: TypeAlias = "tuple[int, int, int]"
"""Where a deal belongs: round, table and deal."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a deal counts instead of what was played. `n` is the number of the statement."""

    n: int
    place: DealPlace
    counts: Counts
    reason: str


@dataclass(frozen=True, slots=True)
class ClubEvent:
    """The state of an event.

    - `number` counts the events of a director; 0 in a record of an earlier program
    - `since` the number that the numbers of its orders follow
    - `secret` decides the deals of the boards (`hands.py`); empty until it is needed; no box and no page gets it
    - `gone` the names that were taken out, each with the name that counts instead for this person (empty: none)
    - `begun_with` the number of entrants in the first round
    - `done` how many deals are known to be finished, by round and table
    - `pauses` the times at which the clock of the round stood and went on again, in turn
    - `stated` the number of statements so far; `ordered` that of the last one which may change an order to a box
    """

    name: str
    title: str = ""
    number: int = 0
    since: int = 0
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    movement: str = Movement.HOWELL
    rounds: int = 0
    minutes: int = 0
    deals: int = 1
    duplicate: bool = False
    secret: str = field(default="", repr=False)
    people: tuple[str, ...] = ()
    gone: Mapping[str, str] = field(default_factory=dict)
    entrants: tuple[Entrant, ...] = ()
    seated: tuple[Seated, ...] = ()
    broken: frozenset[str] = frozenset()
    done: Mapping[tuple[int, int], int] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    pauses: tuple[str, ...] = ()
    begun_with: int = 0
    over: bool = False
    stated: int = 0
    ordered: int = 0

    @property
    def current(self) -> Seated | None:
        """The round that is played. None before the first."""
        return self.seated[-1] if self.seated else None

    @property
    def planned_for(self) -> int:
        """How many entrants the movement is for: those of the first round; before it those so far."""
        return self.begun_with or len(self.entrants)

    @property
    def paused(self) -> bool:
        """Whether the clock stands."""
        return len(self.pauses) % 2 == 1

    def current_name(self, name: str) -> str:
        """The name that this person has now. Boxes and records may have an earlier one."""
        return self.gone.get(name) or name

    def entrant_of(self, name: str) -> int | None:
        """The number of the entrant with this name. None: there is no such entrant."""
        now = self.current_name(name)
        return next((number for number, entrant in enumerate(self.entrants) if now in entrant.names), None)

    @property
    def unpaired(self) -> tuple[str, ...]:
        """The people who are in no entrant."""
        return tuple(name for name in self.people if self.entrant_of(name) is None)

    def is_finished(self, number: int, table: int) -> bool:
        """Whether all deals of this table in this round are known to be finished."""
        return self.done.get((number, table), 0) >= self.deals

    def is_played(self, number: int) -> bool:
        """Whether this round is over: at all of its tables, or since a later one has begun."""
        sittings = self.seated[number - 1].sittings
        ended = self.over or number < len(self.seated)
        return ended or all(self.is_finished(number, sitting.table) for sitting in sittings)

    def sittings(self) -> Iterator[tuple[Seated, Sitting]]:
        """All tables of all rounds so far."""
        return ((seated_round, sitting) for seated_round in self.seated for sitting in seated_round.sittings)
