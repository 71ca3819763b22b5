"""What lies on the table in a browser: the cards, and the players behind them."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from companion.http.views.shared import BesidePlayer, CardFace, LaidCards, MatchEnding, TrumpSuit


class TableCard(CardFace):
    """A card on the table; orders name it by its `word`."""

    word: str


class UnreadCard(TableCard):
    """A card that is still to be read."""

    new: Literal[True]


class ReceivedCard(TableCard):
    """A card that somebody has passed, until the first trick was taken."""

    received: Literal[True]


HandCard: TypeAlias = TableCard | UnreadCard | ReceivedCard
"""A card in a hand."""


class CentrePiece(TableCard):
    """A piece in the centre, and its place in the order of the deck."""

    place: int


class LaidTableCards(TypedDict):
    """Cards in the middle; `who` is empty where they are nobody's, and "…" while a play is not whole.

    `backs` is the number of those that lie face down.
    """

    who: str
    seat: int | None
    cards: list[TableCard]
    backs: int


class ShelfPlaces(TypedDict):
    """How many places the shelf has; its colours by row and its shapes by column, if it is even."""

    places: int
    rows: list[str]
    columns: list[str]


class Fists(TypedDict):
    """How many pieces each hand holds."""

    right: int
    left: int


class SeatedPlayer(BesidePlayer):
    """A player, and the cards before the player."""

    name: str
    you: bool
    """The seat of a person at this page."""
    stands: int | None
    """The running score; null: the game keeps none."""
    against_bid: str
    """What the player's side has bid and taken, "bid 7, took 5"; empty: there is no bid."""
    level: str
    """Of the computer in this seat; empty: a person plays it."""
    points: int | None
    """Of this deal so far; null: nobody may count them yet."""
    hand: list[HandCard]
    heads: list[TableCard]
    bones: int


class OpenSeat(SeatedPlayer):
    """A player whose cards the page shows. `laid`: how many of them are a part of a play."""

    laid: int


class RackSeat(OpenSeat):
    """A seat that the computer takes: how many cards its rack holds. In its `hand` are cards that lie open."""

    rack: int


class FistsSeat(SeatedPlayer):
    """A player of a game whose pieces go through fists into crates. `room`: of the crate; 0: any number of pieces."""

    fists: Fists
    opened: str
    """The hand that was just opened, "right" or "left"; empty: none."""
    crate: list[TableCard]
    room: int


TableSeat: TypeAlias = SeatedPlayer | OpenSeat | RackSeat | FistsSeat
"""A player at the table."""


Dealing: TypeAlias = Literal["", "scan", "draw", "nest", "turn up"]
"""What the dealer can do now; empty: nothing."""


class TableCards(TypedDict):
    """The cards on the table."""

    game: str
    look: str
    title: str
    target: int
    deals: int
    turn: list[int]
    trump: TrumpSuit | None
    dealer: int | None
    me: int
    """The seat at the bottom: of several people, of the one who was asked last."""
    down: list[int]
    """The seats whose hands lie face down, unless somebody turns them over."""
    sides: list[list[int]]
    """The seats of each side, alone or partners."""
    seats: list[TableSeat]
    playable: list[str] | None
    """The words of the own cards that may be laid now, by the own hand and what the table shows; null: not known."""
    middle: list[LaidTableCards]
    last_trick: list[LaidCards]
    """The trick that was taken last, where the rules let people look at it; empty: none."""
    took: int | None
    ending: MatchEnding | None
    centre: list[CentrePiece]
    shelf: ShelfPlaces | None
    up: TableCard | None
    stack: int | None
    """How many cards lie in it; null: there is no stack."""
    nest: int
    deal: Dealing
    passes: bool
    """Whether cards that are given away go to another hand."""
    lays: int
    awaits: bool
    """Whether a card of a person is awaited, and not only a word."""
    several: int
    """The most cards of a play that are still to be laid."""
    alike: bool
    tricks: bool
    reviews: bool
    """Whether all may see all hands of a deal that is over."""
    scored: bool
    """Whether a deal was scored, and the next one has not begun."""
    over: bool


class NoCards(TypedDict):
    """No game is in play."""


CardsOnPage: TypeAlias = TableCards | NoCards
"""What lies on the table of a page."""
