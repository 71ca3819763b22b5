"""What the table tells at one moment, and what an input leads to. Values only; `handling` makes one from another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.inputs.inputs import Cue, Health
from companion.inputs.questions import for_people, further
from companion.rules.events import DealScored
from companion.support.values import dataclass, field, replace
from companion.table import modes
from companion.tags.tag_decks import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.cards import Card, Seat
    from companion.enrolment.deck_menu import Dialogue
    from companion.inputs.questions import Question
    from companion.match.match import Match
    from companion.players.seat_view import View
    from companion.rules.game import Choice, Draw, Game
    from companion.rules.referee.verdicts import Rule
    from companion.rules.statements import Statement
    from companion.table.choices import Page, Parked
    from companion.table.setup import SetUp
    from companion.tags.tag_decks import TagDeck


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the last tap was not accepted: whose, which card (empty: unknown), and the rule with its large line.

    `deck` is another one of the house, to which the card belongs (empty: it is of none).
    """

    who: str
    card: str
    rule: Rule
    large: str
    deck: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Statements that were undone, latest first; their cards go back to whom they came from."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """A slip at the reader was mended; `repair` says how, as it was chosen.

    `tricks` are those that somebody else has taken by that, by number and seat.
    """

    repair: str
    tricks: tuple[tuple[int, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class NowRead:
    """Cards that had been named with the buttons were tapped after all; `cards` as people read them."""

    cards: str


@dataclass(frozen=True, slots=True)
class Advising:
    """The computer thinks about what it would say in this place."""


@dataclass(frozen=True, slots=True)
class Advised:
    """What the computer would say in this place, and why in at most two lines."""

    said: Statement
    reason: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClearReader:
    """A card has been lying on the reader for a while."""


@dataclass(frozen=True, slots=True)
class CannotRead:
    """Something lies on a reader and cannot be read."""


Overlay: TypeAlias = Refused | TakenBack | Mended | NowRead | Advising | Advised | ClearReader | CannotRead | None


@dataclass(frozen=True, slots=True)
class Wish:
    """What the computer wants to say at this moment of a match; None: nothing, people go on.

    `views` are those with which its seats were asked, for the next time.
    """

    match: Match
    said: Statement | None
    views: tuple[View, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Begun:
    """What was begun since the last statement: `gathered` are the cards of a play that is not complete yet.

    `drawn` are those of a draw that is not scanned whole yet, `named` is whose tag was tapped before the cards of a
    play. `interrupted` says that a power cut lost a part of a play.
    """

    gathered: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    named: Seat | None = None
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Resumed:
    """A table after a power cut, which nobody has touched yet: what was saved `last`, as people read it.

    `torn` says that a cut-off line was put aside.
    """

    last: str
    torn: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """What outlives a game: which games there are and who plays them, the decks of tags, and what is settled.

    `rules` are what this house plays otherwise than the book, by game and rule; a set-up begins with them. `parked` are
    the other games that are on. `requested` names the only game that a set-up offers (empty: it offers all).
    `advises` says that the menu may be asked what the computer would play.
    """

    games: Mapping[str, Game]
    regulars: tuple[str, ...] = ()
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    shelf: Shelf = field(default_factory=Shelf)
    parked: tuple[Parked, ...] = ()
    muted: bool = False
    advises: bool = False
    requested: str = ""

    @property
    def offered(self) -> Mapping[str, Game]:
        """The games that a set-up offers."""
        return {self.requested: self.games[self.requested]} if self.requested else self.games


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the display tells.

    `match` is the game in play (None: none yet), `mode` what a press or a tap means now. `overlay` lies over
    everything until the next tap or press. `scanned` are the seats whose hands are scanned, `resumed` titles the
    picture after a power cut until somebody does something. `waived` says that a revoke which could be taken back
    was let stand. `unread` are the cards that were named with the buttons and not read since, also those that were
    taken back. `wish` is what the computer wanted when it was asked last (None: it was not asked yet).
    """

    house: House
    match: Match | None = None
    mode: modes.Mode = field(default_factory=modes.Playing)
    overlay: Overlay = None
    begun: Begun = field(default_factory=Begun)
    scanned: tuple[Seat, ...] = ()
    held_eighths: int = 0
    resumed: Resumed | None = None
    waived: bool = False
    health: Health = field(default_factory=Health)
    unread: tuple[Card, ...] = ()
    wish: Wish | None = None

    @property
    def playing(self) -> Match:
        """The match in play; there must be one."""
        assert self.match is not None
        return self.match

    @property
    def question(self) -> Question | None:
        """What the buttons answer; None: they choose among what the game offers, or nothing is asked."""
        mode = modes.uncovered(self.mode)
        return None if isinstance(mode, modes.Playing) else mode.question

    @property
    def setting_up(self) -> SetUp | None:
        """The set-up in progress."""
        mode = modes.nearest(self.mode, modes.SettingUp)
        return mode.setup if mode else None

    @property
    def page(self) -> Page | None:
        """What is read now."""
        return self.mode.page if isinstance(self.mode, modes.Reading) else None

    @property
    def decks(self) -> Dialogue | None:
        """What is done with the decks of tags; None: they are not seen to."""
        mode = modes.nearest(self.mode, modes.Enrolling)
        return mode.dialogue if mode else None

    @property
    def damaged(self) -> tuple[modes.Damaged, ...]:
        """The files that cannot be used and of which people do not know yet."""
        return self.mode.damaged if isinstance(self.mode, modes.Reporting) else ()

    @property
    def choosing(self) -> modes.Playing:
        """Where the buttons stand in what the game offers, whatever lies over it."""
        return modes.nearest(self.mode, modes.Playing) or modes.Playing()

    @property
    def cursor(self) -> int:
        """The place in the choices of the game."""
        return self.choosing.cursor

    @property
    def path(self) -> tuple[int, ...]:
        """The choices already taken on the way to the ones that are offered."""
        return self.choosing.path

    @property
    def before_play(self) -> bool:
        """Whether the match is only an offer at power-on: "Same table again?"."""
        return isinstance(modes.under(self.mode), modes.SameTable) and self.playing.said is None

    @property
    def in_play(self) -> bool:
        """Whether there is a match, and more than an offer."""
        return self.match is not None and not self.before_play

    @property
    def scored(self) -> bool:
        """Whether a deal was scored with the last statement."""
        return any(isinstance(event, DealScored) for event in self.playing.events)

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The answers among which the buttons choose now; empty where a press means something else."""
        if self.match is None or self.scored or self.begun.gathered or self.scanning() or self.owed:
            return ()
        return further(self.choices, self.path)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the game offers, as far as people may say it: a computer speaks for itself."""
        match = self.playing
        return for_people(match.expects.choices, frozenset(match.header.computers))

    @property
    def computer(self) -> Seat | None:
        """The seat of the computer whose turn it is; None: it is a person's, or nobody's."""
        if self.match is None or not self.match.header.computers or self.scanning() or self.scored or self.owed:
            return None
        turn = next(iter(self.match.expects.seats), None)
        return turn if turn in self.match.header.computers else None

    @property
    def called(self) -> Statement | None:
        """What the computer wants to say now; None where it wants nothing, or was not asked yet."""
        return self.wish.said if self.wish is not None and self.wish.match is self.match else None

    @property
    def owed(self) -> Draw | None:
        """Cards that a computer has drawn and must see before anything else."""
        if self.match is None or not self.match.header.computers or self.match.ended or self.begun.gathered:
            return None
        draw = self.match.expects.draw
        return draw if draw and draw.seat in self.match.header.computers else None

    @property
    def open_set(self) -> bool:
        """Whether cards of a play lie there that is as large as its player likes."""
        if self.match is None or not self.begun.gathered or self.computer is not None:
            return False
        least, most = self.match.expects.pieces
        return least < most

    @property
    def tap(self) -> Statement | None:
        """What a tapped card says: of several who may play, that of the one whose tag was tapped.

        It says nothing for a computer, so that nothing may be left out that a computer would say before it.
        """
        expected = self.playing.expects
        if any(said.seat in self.playing.header.computers for said in expected.implied):
            return None
        if expected.tap is None or self.begun.named not in expected.seats:
            return expected.tap
        return replace(expected.tap, seat=self.begun.named)

    @property
    def naming(self) -> bool:
        """Whether a person's tag was tapped last, and waits for a card."""
        return self.begun.named is not None and (not self.begun.gathered or self.open_set)

    @property
    def drawing(self) -> Draw | None:
        """Cards drawn into a scanned hand that may be tapped now; the next play leaves a person's unscanned."""
        draw = None if self.match is None or self.begun.gathered else self.match.expects.draw
        return self.owed or (draw if draw and draw.alone and draw.seat in self.scanned else None)

    @property
    def asked(self) -> str:
        """What the offered answers answer."""
        expected = self.playing.expects
        taken = (further(self.choices, self.path[:step])[place] for step, place in enumerate(self.path))
        return next((choice.asks for choice in reversed(tuple(taken)) if choice.asks), expected.headline)

    def scanning(self) -> tuple[Seat, int] | None:
        """The seat whose hand is being scanned now and how many cards it lacks; None when no hand is."""
        if self.match is None or not self.scanned:
            return None
        left = self.match.header.game.to_scan(self.match.moment)
        return next(((seat, cards) for seat, cards in left if seat in self.scanned and cards), None)

    def names_of(self, seats: tuple[Seat, ...]) -> str:
        """Seats as names."""
        return ", ".join(self.playing.header.names[seat] for seat in seats)


def put_away(table: Table) -> Table:
    """The table without the page that is read, or the question whether the box shall be switched off."""
    return replace(table, mode=table.mode.over) if isinstance(table.mode, modes.Reading | modes.ShuttingDown) else table


@dataclass(frozen=True, slots=True)
class Reply:
    """What an input led to.

    `lines` are statements and notes in the words of the record, to be saved in this order before the table is
    shown. `begins` says that they open a new record, `finishes` that the record in hand is complete before it.
    `parks` leaves the record in hand for later, after them; `takes_up` names the one to go on with,
    `sets_aside` a damaged one: the same one where its good lines are gone on with.
    `deck` is to be saved before the table is shown; `unfinished` as one that is still being enrolled.
    """

    table: Table
    lines: tuple[str, ...] = ()
    cue: Cue = Cue.NONE
    begins: bool = False
    finishes: bool = False
    parks: bool = False
    takes_up: str = ""
    sets_aside: str = ""
    deck: TagDeck | None = None
    unfinished: bool = False
