"""What the page for phones is told: the match in play, and the finished ones."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from companion.http.views.shared import (
    BesidePlayer,
    CardFace,
    ChartLines,
    LaidCards,
    MatchEnding,
    SpokenMessages,
    TrumpSuit,
)


class ClubPlace(TypedDict):
    """The round of a club that is played at the table."""

    event: str
    round: int
    table: int


class BoardPlayer(BesidePlayer):
    """A player as phones see them: where they stand, and the cards that lie open before them."""

    name: str
    stands: int
    open: list[CardFace]


class HeldPlayer(TypedDict):
    """A player while other tables still play the same board."""

    name: str
    stands: int


class BoxOff(TypedDict):
    """The box is off, or posts nothing."""

    on: Literal[False]


class NoMatchBoard(TypedDict):
    """The box is on, and no match is: what its panel says."""

    on: Literal[True]
    says: list[str]
    heard: NotRequired[SpokenMessages]


class BoardFacts(TypedDict):
    """What phones show of a match in any case."""

    on: Literal[True]
    game: str
    look: str
    title: str
    where: str
    counted: str
    turn: list[int]
    scored: bool
    dealer: int | None
    won: list[int]
    over: bool
    curve: ChartLines | None
    heard: NotRequired[SpokenMessages]


class HeldBoard(BoardFacts):
    """A match of duplicate play: without cards and bids, as long as other tables have yet to play its board."""

    players: list[HeldPlayer]
    club: ClubPlace


class MatchBoard(BoardFacts):
    """A match as phones see it."""

    says: list[str]
    memo: str
    trump: TrumpSuit | None
    crate: int
    players: list[BoardPlayer]
    revoked: list[str]
    lies: list[LaidCards]
    apart: bool
    """Whether cards without a player lie side by side in the centre; else they are a pile."""
    ahead: int | None
    took: int | None
    ending: MatchEnding | None
    club: NotRequired[ClubPlace]


PhoneView: TypeAlias = BoxOff | NoMatchBoard | HeldBoard | MatchBoard
"""What the page for phones is told at each moment."""


class PastMatch(TypedDict):
    """A finished match. `record` is the name of its record; empty: it cannot be downloaded."""

    title: str
    at: str
    winners: list[int]
    length: str
    names: list[str]
    curve: ChartLines
    record: str


class PlayersTable(TypedDict):
    """What the matches of a game come to for each player: a row of cells each."""

    title: str
    heads: list[str]
    rows: list[list[str]]


class EveningChoices(TypedDict):
    """What may be asked for of the finished matches: games and house rules as values and labels, and people.

    The house rules are those of the game that is chosen, in its words.
    """

    games: list[tuple[str, str]]
    people: list[str]
    rules: list[tuple[str, str]]


class PastMatches(TypedDict):
    """The finished matches that are asked for, the latest first: the answer of /evenings. `choices` are of all.

    `number` counts all that are asked for, also those that are too many to be listed.
    """

    number: int
    evenings: list[PastMatch]
    tables: list[PlayersTable]
    choices: EveningChoices
