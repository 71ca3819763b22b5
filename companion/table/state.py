"""The state of the table. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from companion.cards import Card, Seat
from companion.inputs.club import Club, ClubRound
from companion.inputs.inputs import UNHARMED, Health
from companion.inputs.questions import Question, choices_at, for_people
from companion.match.match import Match
from companion.rules.game import Choice, Draw, Game
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement
from companion.support.caching import memoize
from companion.support.names import each_once
from companion.support.unreadable import UnreadableFile
from companion.support.values import dataclass, field, replace
from companion.table import modes
from companion.table.choices import Page, Parked
from companion.tags.tag_decks import Shelf

if TYPE_CHECKING:
    from companion.enrolment.deck_menu import Dialogue
    from companion.inputs.stick_news import BackedUp, NotRestored, Restored
    from companion.match.ending import Series
    from companion.players.seat_view import SeatView
    from companion.rules.corrections import ScoreCorrected
    from companion.table.setup import SetUp


@dataclass(frozen=True, slots=True)
class Refused:
    """The last tap was refused: whose card (empty: unknown), and the rule with its large line.

    `deck` is the other deck of the house to which the card belongs (empty: none).
    """

    who: str
    card: str
    rule: Rule
    large: str
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """Why the last tap was refused, or why the play in question was a revoke (None). `number` is the page, from 0."""

    refused: Refused | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Statements that were undone, the latest first; their cards go back to their players."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """A slip at the reader was repaired; `repair` is the label of the repair.

    `tricks` are those with a new taker, as number and seat.
    """

    repair: str
    tricks: tuple[tuple[int, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreChanged:
    """A score was corrected by hand."""

    change: ScoreCorrected


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Others play from here on, as the last statement says."""


@dataclass(frozen=True, slots=True)
class NowRead:
    """Cards that had been named with the buttons were read; `cards` is text for the display."""

    cards: str


@dataclass(frozen=True, slots=True)
class Advising:
    """The computer thinks about what it would say in this place."""


@dataclass(frozen=True, slots=True)
class Advised:
    """What the computer would say for this seat, and the reason in at most two lines."""

    said: Statement
    reason: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxNotice:
    """What came of a choice in the settings of the box: a large word, and a sentence."""

    fact: str
    text: str


@dataclass(frozen=True, slots=True)
class ClearReader:
    """A card has been lying on the reader for a while."""


@dataclass(frozen=True, slots=True)
class CannotRead:
    """Something lies on a reader and cannot be read."""


@dataclass(frozen=True, slots=True)
class BackingUp:
    """The box writes a backup to a USB stick, or `news` says how a backup or a restore ended. None: still writing."""

    news: BackedUp | Restored | NotRestored | None = None


@dataclass(frozen=True, slots=True)
class ReadingBackup:
    """The backups on a USB stick are looked through."""


Changed: TypeAlias = TakenBack | Mended | ScoreChanged | SeatsChanged
OfBox: TypeAlias = BoxNotice | ClearReader | CannotRead | BackingUp | ReadingBackup
Overlay: TypeAlias = Refused | Why | Changed | NowRead | Advising | Advised | OfBox | None


@dataclass(frozen=True, slots=True)
class Wish:
    """What a computer wants to say at this moment of a match; None: nothing, a person goes on.

    `views` are the views of its seats, to be continued next time.
    """

    match: Match
    said: Statement | None
    views: tuple[SeatView, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Begun:
    """What was begun since the last statement: `gathered` are the cards of an incomplete play.

    `drawn` are the cards of an incomplete draw, `named` is the seat of the player tag before the cards. `interrupted`
    says that a power cut lost a part of a play.
    """

    gathered: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    named: Seat | None = None
    interrupted: bool = False


NOT_BEGUN = Begun()
"""No card of a play or a draw was tapped, and nobody was named."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A table after a power cut, before the first input; `torn`: an incomplete line was put aside."""

    torn: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """What outlives a game: the games, the regular players, the decks of tags, and settings.

    `rules` are the house rules by game and rule; a set-up begins with them. `parked` are the other running games.
    `brought` are scores by name for the first match that is set up. `requested` names the only game that a set-up
    offers (empty: it offers all). `advises` says that the menu offers advice, `speaks` what the voice says once more,
    `adjusts` the settings of the box. `tended` says that hands deal, and tap the cards of computers, unasked: then the
    panel tells what happens and asks nobody for it. `mixed_readers` says that the readers are of several kinds, which
    may read one tag as two numbers, and `undecided_readers` are the numbers of those that type either way round, as far
    as anybody has told. `restores` says that a backup lies on a USB stick. `club` is the club that this table belongs
    to; None: none.
    """

    games: Mapping[str, Game]
    regulars: tuple[str, ...] = ()
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    shelf: Shelf = field(default_factory=Shelf)
    parked: tuple[Parked, ...] = ()
    muted: bool = False
    advises: bool = False
    speaks: bool = False
    adjusts: bool = False
    tended: bool = False
    requested: str = ""
    brought: Mapping[str, int] = field(default_factory=dict)
    mixed_readers: bool = False
    undecided_readers: frozenset[int] = frozenset()
    restores: bool = False
    club: Club | None = None

    @property
    def own_club(self) -> Club:
        """The club that this table belongs to, which gives it orders."""
        assert self.club is not None
        return self.club

    @property
    def offered(self) -> Mapping[str, Game]:
        """The games that a set-up offers."""
        return {self.requested: self.games[self.requested]} if self.requested else self.games


@dataclass(frozen=True, slots=True)
class Table:
    """The whole state of the table.

    `match` is the game in play, `mode` what a press or a tap means now. `overlay` covers everything until the next tap
    or press. `scanned` are the seats whose hands are scanned, `resumed` titles the picture after a power cut until the
    first input. `unread` are the cards that were named with the buttons and not read since, also those that were taken
    back. `wish` is what a computer wanted when it was asked last. `before` are the matches that the same people have
    played before this one, if they are known. `club` is the round that the match is played for, in a club.
    """

    house: House
    match: Match | None = None
    mode: modes.Mode = field(default_factory=modes.Playing)
    overlay: Overlay = None
    begun: Begun = field(default_factory=Begun)
    scanned: tuple[Seat, ...] = ()
    held_eighths: int = 0
    resumed: Resumed | None = None
    health: Health = UNHARMED
    unread: tuple[Card, ...] = ()
    wish: Wish | None = None
    before: Series | None = None
    club: ClubRound | None = None

    @property
    def playing(self) -> Match:
        """The match in play; there must be one."""
        assert self.match is not None
        return self.match

    @property
    def question(self) -> Question | None:
        """The question that the buttons answer; None: they choose among the offers of the game, or nothing is asked."""
        mode = modes.uncover(self.mode)
        return None if isinstance(mode, modes.Playing | modes.AtClub | modes.NextBoard) else mode.question

    @property
    def setting_up(self) -> SetUp | None:
        """The set-up in progress."""
        mode = modes.nearest(self.mode, modes.SettingUp)
        return mode.setup if mode else None

    @property
    def page(self) -> Page | None:
        """The page that is read now."""
        return self.mode.page if isinstance(self.mode, modes.Reading) else None

    @property
    def decks(self) -> Dialogue | None:
        """The open dialogue about the decks of tags."""
        mode = modes.nearest(self.mode, modes.Enrolling)
        return mode.dialogue if mode else None

    @property
    def reported(self) -> tuple[modes.Damaged | UnreadableFile, ...]:
        """The unusable and unreadable files that nobody has confirmed yet."""
        return self.mode.files if isinstance(self.mode, modes.Reporting) else ()

    @property
    def damaged(self) -> tuple[modes.Damaged, ...]:
        """The unusable ones of them."""
        return tuple(report for report in self.reported if isinstance(report, modes.Damaged))

    @property
    def choosing(self) -> modes.Playing:
        """The cursor and path in the offers of the game, also below a menu or a page."""
        return modes.nearest(self.mode, modes.Playing) or modes.PLAYING

    @property
    def optional(self) -> bool:
        """Whether the offered choices may be given instead of the card that is awaited."""
        return self.playing.expects.optional and not self.path

    @property
    def starts_unset(self) -> bool:
        """Whether none of the offered choices is chosen before UP or DOWN is pressed."""
        expected = self.playing.expects
        return (expected.optional or expected.unset) and not self.path

    @property
    def cursor(self) -> int:
        """The index in the offered choices of the game; -1: none of them is chosen yet."""
        return self.choosing.cursor - self.starts_unset

    @property
    def chosen(self) -> Choice | None:
        """The answer that OK says. None: nothing is offered, or none of them is chosen yet."""
        offered = self.offered
        cursor = self.cursor if offered else -1
        return offered[cursor] if 0 <= cursor < len(offered) else None

    @property
    def path(self) -> tuple[int, ...]:
        """The indices of the choices that led to the offered ones."""
        return self.choosing.path

    @property
    def before_play(self) -> bool:
        """Whether the match is only an offer at power-on: "Same table again?"."""
        return isinstance(modes.under(self.mode), modes.SameTable) and self.playing.said is None

    @property
    def in_play(self) -> bool:
        """Whether a match is in play, not only offered."""
        return self.match is not None and not self.before_play

    @property
    def scored(self) -> bool:
        """Whether a deal was scored with the last statement."""
        return self.playing.scored

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The answers among which the buttons choose now; empty if a press means something else."""
        if self.match is None or self.match.scored or not self.match.expects.choices:
            return ()
        return () if self.begun.gathered or self.scanning() or self.owed else choices_at(self.choices, self.path)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of the game without those of computers."""
        match = self.playing
        computers = match.header.computers
        return _offered_to_people(match, frozenset(computers)) if computers else match.expects.choices

    @property
    def computer(self) -> Seat | None:
        """The seat to play, if it is a computer's."""
        if self.match is None or not self.match.header.computers or self.scanning() or self.scored or self.owed:
            return None
        turn = next(iter(self.match.expects.seats), None)
        return turn if turn in self.match.header.computers else None

    @property
    def called(self) -> Statement | None:
        """What a computer wants to say now; None: nothing, or it was not asked yet."""
        return self.wish.said if self.wish is not None and self.wish.match is self.match else None

    @property
    def owed(self) -> Draw | None:
        """The draw of a computer, whose cards must be tapped first."""
        if self.match is None or not self.match.header.computers or self.match.ended or self.begun.gathered:
            return None
        computers = self.match.header.computers
        return next((draw for draw in self._draws if draw.due and draw.seat in computers), None)

    @property
    def _draws(self) -> tuple[Draw, ...]:
        """The draws of the match, without cards that a computer gives away: it says so itself."""
        if self.match is None:
            return ()
        computers, draws = self.match.header.computers, self.match.expects.draws
        if not computers:
            return draws
        return tuple(draw for draw in draws if draw.says.seat == draw.seat or draw.says.seat not in computers)

    @property
    def open_set(self) -> bool:
        """Whether an open set was begun: a play of any number of cards."""
        if self.match is None or not self.begun.gathered or self.computer is not None:
            return False
        least, most = self.match.expects.pieces
        return least < most

    @property
    def tap(self) -> Statement | None:
        """The statement of a tapped card; if several may play, that of the seat whose player tag was tapped.

        None if a computer has to say something before it.
        """
        match = self.playing
        expected, computers = match.expects, match.header.computers
        if computers and any(said.seat in computers for said in expected.implied):
            return None
        if expected.tap is None or self.begun.named not in expected.seats:
            return expected.tap
        return replace(expected.tap, seat=self.begun.named)

    @property
    def naming(self) -> bool:
        """Whether a player tag waits for its card."""
        begun = self.begun
        return begun.named is not None and not begun.drawn and (not begun.gathered or self.open_set)

    @property
    def drawing(self) -> tuple[Draw, ...]:
        """The draws that a card may belong to now: a computer's; else those of hands that are known to this table.

        A person may leave a draw out. The giver's player tag says that cards are given.
        """
        if self.owed is not None:
            return (self.owed,)
        draws = () if self.begun.gathered else self._draws
        if not draws:
            return ()
        named = tuple(draw for draw in draws if draw.seat != draw.says.seat == self.begun.named is not None)
        return named or tuple(draw for draw in draws if draw.alone and {draw.seat, draw.says.seat} & {*self.scanned})

    @property
    def asked(self) -> str:
        """The title of the offered answers."""
        return next((choice.asks for choice in reversed(self.taken) if choice.asks), self.playing.expects.headline)

    @property
    def taken(self) -> tuple[Choice, ...]:
        """The answers chosen so far, which lead to the offered ones."""
        return tuple(choices_at(self.choices, self.path[:step])[place] for step, place in enumerate(self.path))

    def scanning(self) -> tuple[Seat, int] | None:
        """The seat whose hand is scanned now, and the number of missing cards; None: no hand is."""
        if self.match is None or not self.scanned:
            return None
        left = self.match.to_scan
        return next(((seat, cards) for seat, cards in left if seat in self.scanned and cards), None) if left else None


@memoize
def _offered_to_people(match: Match, computers: frozenset[Seat]) -> tuple[Choice, ...]:
    return for_people(match.expects.choices, computers)


def with_shelf(table: Table, shelf: Shelf) -> Table:
    """The table with these decks; who has a name tag in them is one of the regulars from now on."""
    regulars = each_once((*table.house.regulars, *shelf.people))
    return replace(table, house=replace(table.house, shelf=shelf, regulars=regulars))


def put_away(table: Table) -> Table:
    """The table without a page that is read, the good night, or the question whether to end here or to shut down."""
    return replace(table, mode=table.mode.over) if isinstance(table.mode, modes.UntilNextTap) else table
