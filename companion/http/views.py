"""What a page is told, as types: the JSON of each view and of each answer.

Types alone: whoever makes a view names them in annotations, and nothing here is loaded while a table is played.
`static/views.d.ts` says the same to the scripts of the pages; `make goldens` writes it from this file.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

# ------------------------------------------------------------ what several pages show


class CardFace(TypedDict):
    """A card as pages draw it; `picture` is its symbol among the pictures of the game, if it has one."""

    rank: str
    suit: str
    picture: NotRequired[str]


class TrumpSuit(TypedDict):
    """The suit that is trump, as on the cards, and its sign; empty: it has none."""

    suit: str
    sign: str


class TricksWon(TypedDict):
    """How many tricks a player has taken; and the cards of those that lie open."""

    tricks: int
    open: list[list[CardFace]]


class BesidePlayer(TypedDict):
    """What lies beside a player that all may know."""

    beside: list[str]
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
    """Where the seats of a side stand at the end."""

    seats: list[int]
    stands: int


class BestTrickTold(TypedDict):
    """The best trick: who took it in which deal, and what its cards counted. `dear`: it cost as much."""

    seat: int
    cards: list[CardFace]
    worth: int
    deal: int
    dear: bool


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
    remark: list[str] | None
    standings: list[SideStanding]
    best: BestTrickTold | None
    turn: BiggestTurnTold | None
    revokes: list[int] | None
    series: SeriesTold | None
    curve: ChartLines
    at: NotRequired[str]
    """When it ended, as records note it."""


class SpokenMessage(TypedDict):
    """Sentences to be said aloud, each behind its kind: "move", "turn" or "mistake". None at all: silence."""

    say: list[tuple[str, str]]
    language: str


class SpokenMessages(TypedDict):
    """How many messages there were, and the latest of them."""

    number: int
    latest: list[SpokenMessage]


# ------------------------------------------------------------ the page for phones


class ClubPlace(TypedDict):
    """The round of a club that is played at the table."""

    event: str
    round: int
    table: int


class LaidCards(TypedDict):
    """Cards in the middle, and the seat that laid them; null: nobody in particular."""

    who: str
    seat: int | None
    cards: list[CardFace]


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
    ahead: int | None
    took: int | None
    ending: MatchEnding | None
    club: NotRequired[ClubPlace]


PhoneView: TypeAlias = BoxOff | NoMatchBoard | HeldBoard | MatchBoard
"""What the page for phones is told at each moment."""


class TuneTold(TypedDict):
    """The tune that was begun last, by its number: notes of so many Hz and milliseconds."""

    number: int
    notes: list[list[int]]


class FlashTold(TypedDict):
    """The colour in which the light was lit last, by its number; `ms` 0: it stays."""

    number: int
    rgb: list[int]
    ms: int


class PieceDue(TypedDict):
    """The piece whose tag comes next; `face` is null for one that is no card."""

    called: str
    remark: str
    face: CardFace | None


class EnrollingTold(TypedDict):
    """A guided run over a deck; `due` is null at its end."""

    due: PieceDue | None
    done: int
    of: int
    undo: bool


class ReadersTold(TypedDict):
    """The answer of /readers: the readers with which real cards can be played here."""

    readers: list[str]


class RoomOfTable(TypedDict):
    """What the page in the room shows of the table beside the panel."""

    asked: str
    refused: str
    trouble: str
    """What does not work, and what to do; empty: all works."""
    enrolling: EnrollingTold | None
    board: MatchBoard | None


class PhoneTold(TypedDict):
    """The phone that is the reader: the code by which one is paired (empty: one is) tells its picture apart."""

    code: str


class RoomView(RoomOfTable):
    """What the page in the room is told at each moment; `number` counts the pictures of the panel."""

    number: int
    phone: PhoneTold | None
    """None: no phone is the reader."""
    glass: str
    contrast: int
    tune: TuneTold
    flash: FlashTold


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


class PastMatches(TypedDict):
    """All finished matches, the latest first: the answer of /evenings."""

    evenings: list[PastMatch]
    tables: list[PlayersTable]


# ------------------------------------------------------------ the table in a browser


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
    """How many places the shelf has; and the names of its rows, if each has the same shapes in the same order."""

    places: int
    rows: list[str]


class Fists(TypedDict):
    """How many pieces each hand holds."""

    right: int
    left: int


class SeatedPlayer(BesidePlayer):
    """A player, and the cards before the player."""

    name: str
    you: bool
    """The seat of a person at this page."""
    stands: int
    """The running score."""
    level: str
    """Of the computer in this seat; empty: a person plays it."""
    said: str
    """What the player has said in this deal, in short: a bid, "passes", "alone"; empty: nothing."""
    tricks: int | None
    points: int | None
    """Of this deal so far, as `tricks`; null: nobody may count them yet."""
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
    stack: int
    nest: int
    deal: Dealing
    passes: bool
    """Whether cards that are given away go to another hand."""
    lays: int
    awaits: bool
    """Whether a card is awaited, and not only a word."""
    several: int
    """The most cards of a play that are still to be laid."""
    alike: bool
    tricks: bool
    finishes: bool
    """Whether the next card belongs to a trick, which can be finished."""
    over: bool


class NoCards(TypedDict):
    """No game is in play."""


CardsOnPage: TypeAlias = TableCards | NoCards
"""What lies on the table of a page."""


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
    """The sentence of a hint; the words of the cards that it marks, or the place of the answer (null: none)."""

    says: str
    aloud: str
    right: list[str]
    answer: int | None


class FaultSwitch(TypedDict):
    """A fault of the wires that can be switched on."""

    name: str
    sentence: str
    on: bool


class GameTile(TypedDict):
    """A game as its tile tells it. `decks` are the enrolled decks that serve it, the latest first.

    `known`: most people know it. `partners`: those who sit opposite each other play together.
    """

    name: str
    title: str
    known: bool
    players: list[int]
    partners: bool
    line: str
    minutes: int
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
    """Who is asked now, and what. `news` is what happened since a person last acted, in order; in short, too."""

    seat: int | None
    """Null: all, or nobody in particular."""
    yours: bool
    """A person at this page is asked."""
    sentence: str
    refused: str
    """Why the last act was refused; empty: it was not."""
    news: list[str]
    in_short: list[str]
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

    `hint` is null where nobody has wanted one for what is asked; `advises`: there is one to be had.

    `tags` are people with a name tag, `computers` the names of computers in the order in which they sit down.
    """

    asked: AskedTold | None
    doing: str
    """What a computer is doing; empty: none is asked."""
    moment: MomentTold | None
    remark: str
    caption: str
    every: float
    fast: bool
    pace: Pace
    watching: Watching
    paused: bool
    box: BoxSeen
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
    computers: list[str]
    enrolling: bool
    deck: str
    leaving: LeavingWays | None
    saved: list[str]
    jumps: bool
    ahead: list[str]
    done: int


class TableView(DeskView):
    """What the page of the table is told at each moment. `start`: of the server, from which orders are counted."""

    start: str


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


class OptionValue(TypedDict):
    """A value of a house rule."""

    value: str
    label: str


class GameOption(TypedDict):
    """A house rule of a game."""

    name: str
    meaning: str
    values: list[OptionValue]


class HouseRuleTold(GameOption):
    """A house rule, and the value that holds. The first one is the book's."""

    value: str


class RulesTold(TypedDict):
    """The answer of /rules/GAME."""

    title: str
    aim: str
    pages: list[str]
    house: list[HouseRuleTold]


class ScoreSheet(TypedDict):
    """The answer of /scores: what each deal brought each side, and how it stands in all.

    `leads` is empty while all are equal. `accounts` are what each side did in each of the deals; a text is empty where
    the points say it. `story` is what was done in this deal, in order.
    """

    goal: str
    leads: str
    heads: list[str]
    deals: list[list[str]]
    accounts: list[list[str]]
    total: str
    stands: list[str]
    story: list[str]


class SeatChoice(TypedDict):
    """An answer about seats, and the question to which it leads with its answers; empty: it is the last one.

    `named`: it is a guest, for whom another name may be typed.
    """

    label: str
    named: bool
    asks: str
    then: list[SeatChoice]


class ScoreOfSide(TypedDict):
    """Whose score may be corrected: a seat of the side, its players, and how it stands."""

    seat: int
    who: str
    stands: int


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


# ------------------------------------------------------------ the organiser's page


class EventTold(TypedDict):
    """The event of this evening. `left` are the seconds of the round; null: there is no clock, or no round."""

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


class RoundTable(TypedDict):
    """A table of the round. `missing` are those whose name tags its box waits for."""

    table: int
    box: str
    names: list[str]
    boards: list[int]
    done: int
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


class DirectorView(TypedDict):
    """What the organiser's page is told at each moment."""

    event: EventTold | None
    events: list[str]
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
