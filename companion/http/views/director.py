"""What the organiser's page is told: the event, its tables, boxes, people and results."""

from __future__ import annotations

from typing import TypedDict

from companion.http.views.shared import GameOption


class EventTold(TypedDict):
    """The event of this evening. `left` are the seconds of the round; null: there is no clock, or no round.

    `step` is the number of the one that can be taken back; 0: there is none.
    """

    name: str
    title: str
    game: str
    gameTitle: str
    options: dict[str, str]
    movement: str
    rounds: int
    length: int
    minutes: int
    deals: int
    duplicate: bool
    round: int
    out: list[str]
    left: int | None
    paused: bool
    waits: list[int]
    over: bool
    refusal: str
    boards: int
    pairs: bool
    seats: int
    partners: bool
    counted: int
    finished: int
    step: int


class RoundTable(TypedDict):
    """A table of the round. `missing` are those whose name tags its box waits for.

    `byHand`: the organiser has said that it is finished, and its box does not say so.
    """

    table: int
    box: str
    names: list[str]
    boards: list[int]
    done: int
    byHand: bool
    missing: list[str]
    turn: list[str]
    where: str
    trouble: str


class BoxTold(TypedDict):
    """A box, and the table that it serves; 0: none."""

    name: str
    on: bool
    here: list[str]
    table: int
    broken: bool
    game: str
    trouble: list[str]


class PersonTold(TypedDict):
    """A person: at which box, in which entrant (-1: none), at which table (0: none), and whether one of the event."""

    name: str
    here: str
    entrant: int
    table: int
    known: bool


class EntrantTold(TypedDict):
    """A pair, or a person who plays alone. `left` is the first round without them; 0: none."""

    names: list[str]
    since: int
    left: int


class StandingRow(TypedDict):
    """The place of an entrant. `percent` is null where no board counts yet."""

    place: int
    names: list[str]
    group: str
    deals: int
    points: float
    percent: float | None
    out: int


class EventOfFiles(TypedDict):
    """An event that can be had as files; `usebio`: also as one of that format."""

    name: str
    usebio: bool


class DirectorView(TypedDict):
    """What the organiser's page is told at each moment."""

    event: EventTold | None
    events: list[EventOfFiles]
    tables: list[RoundTable]
    boxes: list[BoxTold]
    people: list[PersonTold]
    entrants: list[EntrantTold]
    standings: list[StandingRow]
    troubles: list[str]
    changes: int


class GameChoice(TypedDict):
    """A game, its house rules and the movements that fit it."""

    name: str
    title: str
    movements: list[str]
    options: list[GameOption]


class EventChoices(TypedDict):
    """The answer of /choices."""

    games: list[GameChoice]


class DealTold(TypedDict):
    """A deal of a table: its points by seat, and the percent of each side."""

    round: int
    table: int
    deal: int
    board: int
    names: list[str]
    points: list[int]
    percents: list[float | None]
    corrected: list[str]
    """The reason of each correction."""


class EventResults(TypedDict):
    """The answer of /results/EVENT."""

    event: str
    duplicate: bool
    results: list[DealTold]
    missing: list[DealTold]
    """The deals without a result, for which one can be entered."""
