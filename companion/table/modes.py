"""What the table is about at one moment: one mode counts, and a press or a tap means what it says. Values only.

The answers of a question stand in the order of its choices: what is chosen is found by its place, never by its label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from companion.rules.game import Choice
from companion.support.values import dataclass
from companion.table.choices import Entry, Page, Parked, Rematch, Remedy

if TYPE_CHECKING:
    from companion.cards import Card, Seat
    from companion.enrolment.deck_menu import Dialogue
    from companion.inputs.questions import Question
    from companion.table.out_of_turn import Way
    from companion.table.setup import SetUp


@dataclass(frozen=True, slots=True)
class Playing:
    """The match goes on: the buttons choose among what the game offers.

    `path` are the choices already taken on the way to the ones that are offered, `cursor` stands in those.
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
    """Whether the same people play again: at power-on, and when a game is over."""

    question: Question
    answers: tuple[Rematch, ...]


@dataclass(frozen=True, slots=True)
class Revoke:
    """What shall follow a revoke; the `waiting` cards count after the answer."""

    question: Question
    answers: tuple[Remedy, ...]
    waiting: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class NeverRead:
    """What becomes of `cards` of a scored deal whose tags did not read."""

    question: Question
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WhoseCard:
    """Whose `cards` are that fit an open set and the next player's hand as well."""

    question: Question
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """What went wrong when a person's tag and its `cards` contradict the turn order: one of the `ways`."""

    question: Question
    ways: tuple[Way, ...]
    cards: tuple[Card, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class WhichSwap:
    """Which of several swaps explains a card that was not this player's; the `waiting` cards count after the answer."""

    question: Question
    swaps: tuple[Choice, ...]
    waiting: tuple[Card, ...] = ()


MenuAnswer: TypeAlias = Entry | Page | Parked | Choice
"""An entry of the table, something to read, a parked game to take up, or what the game or a repair offers."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list behind a held BACK: the menu, or one to which an entry of it leads; BACK leads to the one `before`.

    `over` is the mode that counts again when the menu is left.
    """

    question: Question
    answers: tuple[MenuAnswer, ...]
    over: Mode
    before: Menu | None = None

    @property
    def answer(self) -> MenuAnswer:
        """What the entry at the cursor stands for."""
        return self.answers[self.question.cursor]


@dataclass(frozen=True, slots=True)
class Reading:
    """A page is read, which vanishes with the next tap or press; `number` tells those of a long text apart."""

    page: Page
    over: Mode
    number: int = 0


@dataclass(frozen=True, slots=True)
class ShuttingDown:
    """It is asked whether the box shall be switched off; `pressed` says that OK went down since."""

    over: Mode
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """The evening is over, and nothing counts any more until the power is back."""

    over: Mode


@dataclass(frozen=True, slots=True)
class Enrolling:
    """Decks of tags are seen to."""

    dialogue: Dialogue
    over: Mode


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game whose record does not fit: which, why ("line 7: no check sum"), and the name it is kept under.

    Of a deck that cannot be used `record` is empty, and its file is left where it is.

    `lost` counts its lines from the one at fault on (0: the lines are whole, and break the rules of today); `goes_on`
    says that the game can go on from the lines before.
    """

    record: str
    why: str
    kept_as: str
    lost: int = 0
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Reporting:
    """Files that cannot be used: until people know of each of them nothing else is heard."""

    damaged: tuple[Damaged, ...]
    over: Mode


Asking: TypeAlias = SameTable | Revoke | NeverRead | WhoseCard | OutOfTurn | WhichSwap
"""A question of the match or about a card, which the buttons answer."""

Over: TypeAlias = Menu | Reading | ShuttingDown | SwitchedOff | Enrolling | Reporting
"""What lies over another mode, which counts again afterwards."""

Mode: TypeAlias = "Playing | SettingUp | Asking | Over"

M = TypeVar("M")


def nearest(mode: Mode, kind: type[M]) -> M | None:
    """This mode or the first below it that is of this kind; None: there is none."""
    while not isinstance(mode, kind):
        if not isinstance(mode, Over):
            return None
        mode = mode.over
    return mode


def under(mode: Mode) -> Playing | SettingUp | Asking:
    """The mode without everything that lies over it."""
    while isinstance(mode, Over):
        mode = mode.over
    return mode


def uncovered(mode: Mode) -> Playing | SettingUp | Asking | Menu:
    """The same where the menu counts as what it lies over."""
    while isinstance(mode, Over) and not isinstance(mode, Menu):
        mode = mode.over
    return mode


def answer_first(mode: Mode) -> bool:
    """Whether no card counts until the question is answered."""
    match mode:
        case SameTable() | NeverRead() | WhoseCard():
            return True
        case Revoke(answers=answers):
            return Remedy.TAKE_BACK in answers
        case Menu(over=over):
            return isinstance(over, OutOfTurn) or answer_first(over)
        case _:
            return False


def waiting_cards(mode: Mode) -> tuple[Card, ...]:
    """The cards that count after an answer, or with the next card; empty: none wait."""
    return mode.waiting if isinstance(mode, Revoke | WhichSwap) else ()
