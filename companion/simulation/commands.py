"""What is typed at the simulated table, as values: a line of text becomes one action."""

from __future__ import annotations

from enum import Enum
from textwrap import fill
from typing import TYPE_CHECKING, TypeAlias

from companion.cards import SUIT_SIGNS, Deck
from companion.inputs.inputs import Button, HandInput, Held, Pressed
from companion.support.text import nearest, visible
from companion.support.values import dataclass
from companion.tags.tag_decks import Command

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Tap:
    """These tags are laid on the reader together: cards, a command card, or a person's tag."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """These cards are laid aside face down, where no reader sees them: into the nest."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A simulated fault is switched on, or off if it is on."""

    name: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing happens; the sentence says why."""

    sentence: str


class Order(Enum):
    """What needs no further word."""

    AUTO = "auto"
    DEAL = "deal"
    BONE = "bone"
    UNPLUG = "unplug"
    HELP = "help"
    QUIT = "quit"


Action: TypeAlias = Tap | Lay | HandInput | Fault | Order | Unknown

WORDS: dict[str, Action] = {
    **{button.value.lower(): Pressed(button) for button in Button},
    **{button.value[0].lower(): Pressed(button) for button in Button},
    **{command.value.lower(): Tap((command.value,)) for command in Command if command is not Command.OK},
    **{order.value: order for order in Order},
    "": Order.AUTO,
    "h": Held(),
    "hold": Held(),
    "ho": Held(Button.OK),
    "hold ok": Held(Button.OK),
    "?": Order.HELP,
    "q": Order.QUIT,
    "exit": Order.QUIT,
}

HELP = """\
  Enter          the next sensible thing: a right card of whose turn it is, or
                 an answer to the question (also: auto)
  9h 10d qs      tap a card (t is 10); several words are laid down together
  o u d b        press OK, UP, DOWN, BACK; h holds BACK: the menu (undo, rules,
                 shut down); ho holds OK, which shuts down where it is asked
  pass nil undo  tap a command card; a name taps the tag of that person
  deal           tap the hands that are scanned, or the next card of the stack
  bone           turn one of your bones and tap it
  lay 5b 6b ...  lay five cards into the nest, face down
  unplug         pull the plug and start again
  fault NAME     switch a fault on or off:
{faults}
  ? q            this help; the end (also Ctrl-D)"""


def help_text(faults: Iterable[str]) -> str:
    """The help, for 80 columns."""
    margin = " " * 17
    return HELP.format(
        faults=fill(" ".join(faults), 80, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
    )


def parse(line: str, deck: Deck, people: tuple[str, ...], faults: Mapping[str, str]) -> Action:
    """The action a line stands for; people and faults are known by these names."""
    words = line.lower().split()
    typed = " ".join(words)
    if typed in WORDS:
        return WORDS[typed]
    person = next((name for name in people if name.lower() == typed), None)
    if person is not None:
        return Tap((person,))
    if words[0] == "fault":
        return _fault(" ".join(words[1:]), faults)
    if words[0] == "lay":
        laid = _cards(words[1:], deck, ())
        return Lay(laid.words) if isinstance(laid, Tap) else laid
    return _cards(words, deck, (*WORDS, "fault", "lay", *people))


def _fault(name: str, faults: Mapping[str, str]) -> Action:
    if name in faults:
        return Fault(name)
    return Unknown(f"“fault” takes {', '.join(faults)}{nearest(name, faults)}")


def _cards(words: list[str], deck: Deck, others: tuple[str, ...]) -> Tap | Unknown:
    letters = str.maketrans({sign: letter for letter, sign in SUIT_SIGNS.items()})
    cards = {word: deck.card(word.translate(letters)) for word in words}
    for word, card in cards.items():
        if card is None:
            known = (*others, *(str(one.face).lower() for one in deck.cards_in_order))
            return Unknown(f"“{visible(word)}” is no card of this deck and no command{nearest(word, known)}; ? helps")
    return Tap(tuple(str(cards[word]) for word in words))
