"""The modes of the table: exactly one gives presses and taps their meaning. Values only.

The answers of a question are in the order of its choices: an answer is found by its index, never by its label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from companion.cards import Card, Seat
from companion.inputs.club import ClubTable
from companion.inputs.questions import Question
from companion.rules.game import Choice
from companion.support.unreadable import UnreadableFile
from companion.support.values import dataclass
from companion.table.choices import MenuAnswer, Page, Rematch, Remedy

if TYPE_CHECKING:
    from companion.enrolment.deck_menu import Dialogue
    from companion.table.out_of_turn import Way
    from companion.table.setup import SetUp


@dataclass(frozen=True, slots=True)
class Playing:
    """The match goes on: the buttons choose among what the game offers.

    `path` are the indices of the choices taken so far, `cursor` is the index among the choices that are offered. Where
    the expectation is `unset` or `optional`, 0 is no choice yet, and the choices begin at 1.
    """

    cursor: int = 0
    path: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingUp:
    """A set-up asks its next question."""

    setup: SetUp
    question: Question


@dataclass(frozen=True, slots=True)
class SameTable:
    """The question whether the same people play again: at power-on, and after a game."""

    question: Question
    answers: tuple[Rematch, ...]


@dataclass(frozen=True, slots=True)
class Revoke:
    """The question what follows a revoke; the `waiting` cards count after the answer."""

    question: Question
    answers: tuple[Remedy, ...]
    waiting: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class NeverRead:
    """The question whether `cards` of a scored deal, whose tags did not read, are accepted."""

    question: Question
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WhoseCard:
    """The question whose `cards` these are: they fit an open set, and the next player could play them."""

    question: Question
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WhichPlayer:
    """The question which of these `seats` plays `cards`: neither the turn order nor the facts say."""

    question: Question
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """The question which of the `ways` explains that a player tag and its `cards` contradict the turn order."""

    question: Question
    ways: tuple[Way, ...]
    cards: tuple[Card, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class WhichSwap:
    """The question which of several swaps explains a wrong card; the `waiting` cards count after the answer."""

    question: Question
    swaps: tuple[Choice, ...]
    waiting: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class AtClub:
    """The table waits for the people of the `wanted` table. None: for the director; a match that is over is shown.

    `sure`: somebody begins although name tags are missing, and is asked whether that is meant.
    """

    wanted: ClubTable | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class NextBoard:
    """The envelope of this board is taken before its deal."""

    board: int


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu, opened by holding BACK, or a list that one of its entries opens; BACK leads to the list `before`.

    `over` is the mode below the menu. `uid` is the number of a tag on this `reader` that no deck has, if the list
    asks which card it is; empty: it is another list.
    """

    question: Question
    answers: tuple[MenuAnswer, ...]
    over: Mode
    before: Menu | None = None
    uid: bytes = b""
    reader: int = 0

    def __hash__(self) -> int:
        """The hash of the question alone: the answers may be hundreds of repairs with all their statements."""
        return hash(self.question)

    @property
    def answer(self) -> MenuAnswer:
        """The meaning of the entry at the cursor."""
        return self.answers[self.question.cursor]


@dataclass(frozen=True, slots=True)
class Reading:
    """A page is read until the next tap or press; `number` is the page of a long text, from 0."""

    page: Page
    over: Mode
    number: int = 0


@dataclass(frozen=True, slots=True)
class ShuttingDown:
    """The question whether to switch the box off; `pressed` says that OK was pressed since."""

    over: Mode
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class EndingHere:
    """The question whether the evening ends here."""

    over: Mode


@dataclass(frozen=True, slots=True)
class GoingToSleep:
    """Nobody has touched the box for long: it switches itself off in a minute. A press or a tap keeps it awake."""

    over: Mode


@dataclass(frozen=True, slots=True)
class TryingGains:
    """The reader tries its gains with a card that lies on it; BACK ends the trial. `over` is the list of settings."""

    over: Mode


@dataclass(frozen=True, slots=True)
class Restoring:
    """A backup comes from a USB stick: nothing may begin meanwhile, and every other input is ignored."""

    over: Mode


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """The box is switched off: every input is ignored."""

    over: Mode


@dataclass(frozen=True, slots=True)
class Enrolling:
    """A dialogue about the decks of tags."""

    dialogue: Dialogue
    over: Mode


@dataclass(frozen=True, slots=True)
class Damaged:
    """A record that cannot be used: its name, the reason ("line 7: no check sum"), and the name it is kept under.

    `record` is empty if it is a deck that cannot be used, whose file stays where it is. If `kept_as` is empty, too, a
    game of another package failed before it had a record.

    `lost` is the number of lines from the faulty one on (0: the lines are whole, but break the rules of this version);
    `goes_on` says that the game can go on from the lines before. `absent`: the record is right, but its game is not
    installed here; the record is parked. Of a deck it says that no reader here can read its tags.
    """

    record: str
    why: str
    kept_as: str
    lost: int = 0
    goes_on: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Reporting:
    """Files that cannot be used or read are reported; OK confirms each, and every other input is ignored."""

    files: tuple[Damaged | UnreadableFile, ...]
    over: Mode


PLAYING = Playing()
"""The deal goes on, and no offer was chosen."""

UntilNextTap: TypeAlias = Reading | EndingHere | ShuttingDown | GoingToSleep
"""What lies over another mode, and is put away by the next tap."""

Asking: TypeAlias = SameTable | Revoke | NeverRead | WhoseCard | WhichPlayer | OutOfTurn | WhichSwap
"""A question of the match or about a card, which the buttons answer."""

Over: TypeAlias = UntilNextTap | Menu | TryingGains | Restoring | SwitchedOff | Enrolling | Reporting
"""What lies over another mode, which counts again afterwards."""

Base: TypeAlias = "Playing | SettingUp | AtClub | NextBoard | Asking"
"""What may lie below everything else."""

Mode: TypeAlias = "Base | Over"

M = TypeVar("M")


def nearest(mode: Mode, kind: type[M]) -> M | None:
    """This mode or the nearest one below it that is of this kind. None: no mode is."""
    while not isinstance(mode, kind):
        if not isinstance(mode, Over):
            return None
        mode = mode.over
    return mode


def under(mode: Mode) -> Base:
    """The mode without menu, pages and everything else over it."""
    while isinstance(mode, Over):
        mode = mode.over
    return mode


def uncover(mode: Mode) -> Base | Menu:
    """The mode without pages and everything else over it; a menu stays."""
    while isinstance(mode, Over) and not isinstance(mode, Menu):
        mode = mode.over
    return mode


def answer_first(mode: Mode) -> bool:
    """Whether the question must be answered before a card counts."""
    match mode:
        case SameTable() | NeverRead() | WhoseCard() | WhichPlayer() | AtClub():
            return True
        case Revoke(answers=answers):
            return Remedy.TAKE_BACK in answers
        case Menu(over=over):
            return isinstance(over, OutOfTurn) or answer_first(over)
        case _:
            return False


def waiting_cards(mode: Mode) -> tuple[Card, ...]:
    """The cards that wait for an answer; empty: none."""
    match mode:
        case Revoke(waiting=waiting) | WhichSwap(waiting=waiting):
            return waiting
        case _:
            return ()
