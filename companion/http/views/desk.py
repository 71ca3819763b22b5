"""What the page of the table is told at each moment: who is asked what, the box, the games to choose from."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from companion.http.views.shared import SpokenMessages
from companion.http.views.table import CardsOnPage


class BoxSeen(TypedDict):
    """The box as people see and hear it. `glass` are its 1,024 bytes in base 64."""

    glass: str
    contrast: int
    said: list[str]
    light: list[int]
    tone: float
    down: list[str]
    powered: bool


class NextStep(TypedDict):
    """The button for the next step: its label, what is told of it, and the label where there is room.

    `does` is what an order says that it said.
    """

    does: str
    label: str
    title: str
    long: str


class HintTold(TypedDict):
    """A hint, `in_short` without its reason; the words of the cards that it marks, or the place of the answer."""

    says: str
    in_short: str
    right: list[str]
    answer: int | None


class FaultSwitch(TypedDict):
    """A fault of the wires that can be switched on."""

    name: str
    sentence: str
    on: bool


class GameTile(TypedDict):
    """A game as its tile tells it. `decks` are the enrolled decks that serve it, the latest first.

    `known`: most people know it. `partners`: those who sit opposite each other play together. `short` are the house
    rules of a short game, which takes `short_minutes`; empty: there is none.
    """

    name: str
    title: str
    look: str
    known: bool
    players: list[int]
    partners: bool
    line: str
    minutes: int
    short: dict[str, str]
    short_minutes: int
    computers: bool
    decks: list[str]


class LeavingWays(TypedDict):
    """What may become of the match in play when another is begun."""

    called: str
    ways: list[str]


class MomentTold(TypedDict):
    """What stands out of what happened, and after how many statements. `aloud`: what of it the voice does not say."""

    number: int
    text: str
    aloud: str


class MomentsTold(TypedDict):
    """What stands out in this deal, the latest last, after `number` statements of the match with this record.

    New to a page is what follows the last view of the same match.
    """

    record: str
    number: int
    latest: list[MomentTold]


class AnswerTold(TypedDict):
    """An answer that the buttons of the box can give. `label` is short, `says` is a sentence or a whole answer.

    `suit` is the suit that it names, as on the cards; empty: none. `main`: play goes on with it. `place` is what an
    order names it by.
    """

    label: str
    says: str
    suit: str
    group: Literal["bid", "suit", "choice", "person", "step", "claim"]
    main: bool
    place: int


class AskedTold(TypedDict):
    """Who is asked now, and what. `news` is what happened since a person last acted, in order."""

    seat: int | None
    """Null: all, or nobody in particular."""
    yours: bool
    """A person at this page is asked."""
    sentence: str
    question: str
    """The sentence without what explains it."""
    refused: str
    """Why the last act was refused; empty: it was not."""
    opening: str
    """What the words of the game mean, until a person has acted; empty: nothing is explained."""
    news: list[str]
    answers: list[AnswerTold]
    undo: bool
    """The last act can be taken back: by the answer of place -1."""
    number: int
    """Tells one asking from another: an answer names the one that it is for."""


Watching: TypeAlias = Literal["", "shows", "asks", "is over"]
"""How it stands with an example: it asks whether to go on, or cannot; empty: none is watched."""


Pace: TypeAlias = Literal["slow", "normal", "fast", "at once"]
"""How fast computer seats play."""


class DeskView(TypedDict):
    """What the page of the table shows. `asked` is null while no game is in play.

    `hint` is null until somebody wants one for what is asked; `advises`: a hint is available.

    `tags` are people with a name tag, `regulars` those who are offered for the next game, `computers` the names of
    computers in the order in which they sit down.
    """

    asked: AskedTold | None
    doing: str
    """What a computer is doing; empty: none is asked."""
    moments: MomentsTold | None
    """Null: nobody plays."""
    remark: str
    caption: str
    every: float
    fast: bool
    pace: Pace
    watching: Watching
    paused: bool
    box: BoxSeen
    needs_box: bool
    """Only the box shows what happens now, or can answer it."""
    table: CardsOnPage
    heard: SpokenMessages
    next: NextStep
    lying: list[str]
    hint: HintTold | None
    advises: bool
    faults: list[FaultSwitch]
    games: list[GameTile]
    pointed: str
    examples: list[str]
    tags: list[str]
    regulars: list[str]
    computers: list[str]
    enrolling: bool
    verifies: bool
    deck: str
    leaving: LeavingWays | None
    saved: list[str]
    jumps: bool
    ahead: list[str]
    done: int


class TableView(DeskView):
    """What the page of the table is told at each moment. `start`: of the server, from which orders are counted."""

    start: str
