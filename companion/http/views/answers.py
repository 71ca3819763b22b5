"""What the page of the table asks for when it is wanted: settings, decks, rules, scores, saved games."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from companion.http.views.shared import CardFace, GameOption


class ReadersTold(TypedDict):
    """The answer of /readers: the readers with which real cards can be played here."""

    readers: list[str]


class SettingChoice(TypedDict):
    """A setting: what may be chosen, and what is. `labels` are what people read in place of `values`."""

    key: list[str]
    title: str
    label: str
    labels: list[str]
    values: list[str | int]
    value: bool | int | float | str | list[str]
    spelled: str


class SettingChoices(TypedDict):
    """The answer of /settings. `undrawn`: what is wrong with a name; empty: nothing."""

    file: str
    choices: list[SettingChoice]
    undrawn: str


class DeckTile(TypedDict):
    """A stored deck, and how many of its pieces have a tag."""

    name: str
    title: str
    counted: str
    unfinished: bool


class StoredDecks(TypedDict):
    """The answer of /decks. `said`: what became of what was asked."""

    said: NotRequired[str]
    decks: list[DeckTile]
    unusable: list[str]
    largest: int


class HouseRuleTold(GameOption):
    """A house rule, and the value that holds. The first one is the book's."""

    value: str


class RulesTold(TypedDict):
    """The answer of /rules/GAME."""

    aim: str
    pages: list[str]
    words: list[str]
    """The words of the card table that these use, a sentence each."""
    house: list[HouseRuleTold]


class ScoreSheet(TypedDict):
    """The answer of /scores: what each deal brought each side, and how it stands in all.

    `leads` is empty while all are equal. `accounts` are what each side did in each of the deals; a text is empty where
    the points say it. `story` is what was done in this deal, in order, below the title `done`. `moment` is what
    stands out of the last statement, as a moon at the end of a deal; empty: nothing does. `aloud` is what the deal that
    was just scored has brought, in a sentence for those who do not see the table.
    """

    goal: str
    moment: str
    aloud: str
    leads: str
    heads: list[str]
    deals: list[list[str]]
    accounts: list[list[str]]
    total: str
    stands: list[str]
    done: str
    story: list[str]


class ReviewedRow(TypedDict):
    """Cards of each player: dealt, given away, or laid to a trick; who led it, and who took it. None: nobody did."""

    title: str
    cells: list[list[CardFace]]
    led: int | None
    took: int | None


class DealReview(TypedDict):
    """The answer of /hands after a deal of tricks. `heads`: the players; `rest`: what was dealt into no hand."""

    look: str
    heads: list[str]
    rows: list[ReviewedRow]
    rest: list[CardFace]


class SeatChoice(TypedDict):
    """An answer about seats, and the question to which it leads with its answers; empty: it is the last one.

    `named`: the name of a guest unless another one is typed; empty: it is no guest.
    """

    label: str
    named: str
    asks: str
    then: list[SeatChoice]


class ScoreOfSide(TypedDict):
    """Whose score may be corrected: a seat of the side; the label has its players and how it stands."""

    seat: int
    label: str


class SeatsTold(TypedDict):
    """The answer of /seats at the asking with this number: what may change now, and why not what may not.

    `why_uncorrected` is why no score may be corrected; empty: one may. `reasons` are those of a correction.
    """

    number: int
    seats: SeatChoice
    why_not: list[str]
    sides: list[ScoreOfSide]
    reasons: list[tuple[str, str]]
    why_uncorrected: str


class SavedGame(TypedDict):
    """A match that was left before its end: what it is called, and how it stands."""

    record: str
    game: str
    title: str
    at: str
    deal: int
    names: list[str]
    counted: str
    stands: list[tuple[str, int]]


class RestoredTold(TypedDict):
    """The answer to a backup that was sent to /backup: sentences."""

    said: list[str]


class SavedGameList(TypedDict):
    """The answer of /saved-games, those played last first."""

    kept: list[SavedGame]
    finished: list[SavedGame]
    thrown_away: list[SavedGame]
