"""What several pages show: cards, a score chart, how a match ended, sentences to be said, house rules."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class CardFace(TypedDict):
    """A card as pages draw it; `picture` is its symbol among the pictures of the game, if it has one."""

    rank: str
    suit: str
    picture: NotRequired[str]


class TrumpSuit(TypedDict):
    """The suit that is trump, as on the cards; its sign; in words what beats all of it. Empty: it has none."""

    suit: str
    sign: str
    above: str


class TricksWon(TypedDict):
    """How many tricks a player has taken; and the cards of those that lie open."""

    tricks: int
    open: list[list[CardFace]]


class BesidePlayer(TypedDict):
    """What lies beside a player that all may know."""

    beside: list[str]
    beside_score: str
    """What is counted with the score: "3 bags"; empty: nothing."""
    won: TricksWon
    markers: list[CardFace]


class ChartLines(TypedDict):
    """A score chart: the standings by seat at the start and after each step, and the seats that share a line."""

    step: str
    """"deal" or "turn"."""
    counted: str
    """The unit of a standing: "points" or "cards left"."""
    points: list[list[int]]
    sides: list[list[int]]
    corrected: list[int]
    """The steps whose standings were corrected by hand."""


class SideStanding(TypedDict):
    """Where the seats of a side stand at the end, and what they did in the whole match, in words; empty: nothing."""

    seats: list[int]
    place: int
    stands: int
    did: str


class BestTrickTold(TypedDict):
    """The best trick: who took it in which deal, and what its cards counted."""

    seat: int
    cards: list[CardFace]
    worth: int
    deal: int
    title: str


class BiggestTurnTold(TypedDict):
    """The best change of a standing in one step."""

    seats: list[int]
    change: int
    counted: str
    step: str
    number: int


class SeriesTold(TypedDict):
    """How many matches the same people have played, and how many each seat has won."""

    matches: int
    won: list[int]


class MatchEnding(TypedDict):
    """How a match was won, the best side first. What is not told is null."""

    game: str
    look: str
    title: str
    names: list[str]
    winners: list[int]
    computers: list[int]
    """The seats that computers take."""
    remark: list[str] | None
    standings: list[SideStanding]
    best: BestTrickTold | None
    turn: BiggestTurnTold | None
    revokes: list[int] | None
    series: SeriesTold | None
    curve: ChartLines
    at: NotRequired[str]
    """When it ended, as records note it."""
    last: NotRequired[str]
    """What the last deal brought, in sentences. Empty: the match is one deal."""


class SpokenMessage(TypedDict):
    """Sentences to be said aloud, each behind its kind: "move", "turn" or "mistake". None at all: silence."""

    say: list[tuple[str, str]]
    language: str


class SpokenMessages(TypedDict):
    """How many messages there were, and the latest of them."""

    number: int
    latest: list[SpokenMessage]


class LaidCards(TypedDict):
    """Cards in the middle, and the seat that laid them; null: nobody in particular."""

    who: str
    seat: int | None
    cards: list[CardFace]


class OptionValue(TypedDict):
    """A value of a house rule."""

    value: str
    label: str


class GameOption(TypedDict):
    """A house rule of a game."""

    name: str
    meaning: str
    values: list[OptionValue]
