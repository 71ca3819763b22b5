"""Somebody at the table who sees nothing: hears its sentences, feels the own cards, and has the four buttons.

Imports nothing of the program, and is given nothing of it: what the sentences do not tell, a listener does not know.
What somebody knows of the games stands in `rulebook.py` and beside it. Cards are written in Braille: "QH", "14G", "7".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.listeners.rulebook import Rulebook

Message: TypeAlias = "Sequence[tuple[str, str]]"
"""What is said at once: kinds and texts."""


@dataclass(frozen=True)
class Press:
    """A button is pressed."""

    button: str


@dataclass(frozen=True)
class HoldBack:
    """BACK is held."""


@dataclass(frozen=True)
class Tap:
    """Own cards are tapped."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Lay:
    """Own cards are given away, face down."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class TurnUp:
    """The top card of the stack is turned up and tapped."""


Gesture: TypeAlias = Press | HoldBack | Tap | Lay | TurnUp

AT_A_BUTTON = re.compile(r"(OK|Down, then OK): (.+?)(?:, (\d+) of (\d+))?\.")
AT_THE_CURSOR = re.compile(r"(.+), \d+ of \d+\.")
NONE_YET = "then OK says it."


@dataclass
class Asked:
    """What was asked last: its sentences, and the answer of each button. DOWN looks for more answers if `listed`."""

    lines: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    listed: bool = False

    def hears(self, message: Message) -> None:
        """Take what is said. A new question replaces the one before; the cursor only moves to another answer."""
        told = [text for kind, text in message if kind == "turn"]
        if told and AT_THE_CURSOR.fullmatch(told[0]):
            told = told[:1]  # what stands behind it explains it
        elif not all(map(AT_A_BUTTON.fullmatch, told)):
            self.lines, self.answers, self.listed = [], {}, False
        for text in told:
            self._takes(text)

    def _takes(self, text: str) -> None:
        if found := AT_A_BUTTON.fullmatch(text):
            self.answers[found[1].upper()] = found[2]
            self.listed = self.listed or found[3] is not None
        elif found := AT_THE_CURSOR.fullmatch(text):
            self.answers["OK"], self.listed = found[1], True
        elif text.endswith(NONE_YET):
            self.listed = True
        else:
            self.lines.append(text)

    @property
    def question(self) -> str:
        """What was asked; empty: nothing was."""
        return self.lines[0] if self.lines else ""

    def of(self, name: str) -> str:
        """What this player was asked to do; empty: nothing, or somebody else was asked."""
        called = re.compile(
            rf"(?:.+\? Nobody: )?{name}(?:'s turn: |: | (?=deals|takes|names)|'s (?=crate))(.+)|Now: {name}'s (turn)\."
            rf"|(How many tricks) will {name} take\?|What does {name} (bid)\?"
            rf"|Which colour does {name} make (trump)\?|{name} (has the nest), .+"
        )
        found = (match for line in self.lines if (match := called.fullmatch(line)))
        return next((group for match in found for group in match.groups() if group), "")

    def press_for(self, wanted: Callable[[str], bool]) -> Press | None:
        """The press that answers so, or looks for such an answer; None: there is none."""
        for button, answer in self.answers.items():
            if wanted(answer):
                return Press(button.split(",")[0])
        return Press("DOWN") if self.listed and "DOWN" not in self.answers else None


@dataclass
class Listener:
    """A player. `plan` are cards still to be tapped for a play; `wish` is how the
    entry of the menu begins that is wanted (empty: none).

    The first of the `names` is the host, who sets the game up, with a `house_rule` (empty: those of the book), and
    answers what nobody is asked by name.
    """

    name: str
    rulebook: Rulebook
    names: Sequence[str]
    set_up: Mapping[str, str] = field(default_factory=dict)
    house_rule: str = ""
    wish: str = ""
    asked: Asked = field(default_factory=Asked)
    plan: list[str] = field(default_factory=list)
    just_tapped: bool = False
    over: bool = False

    def hears(self, message: Message) -> None:
        """Take what everybody hears."""
        self.asked.hears(message)
        for kind, text in message:
            self.just_tapped = self.just_tapped and kind != "move"
            self.over = self.over or text.endswith((" wins the game.", " win the game."))
            if kind == "mistake":
                self.plan.clear()
            self.rulebook.hears(text)

    def gives(self, hand: Sequence[str]) -> Gesture | None:
        """What is given away now, face down."""
        cards = self.rulebook.gives(self.asked.lines, hand)
        return Lay(cards) if cards else None

    def speaks(self, hand: Sequence[str]) -> Gesture | None:
        """A word where whoever wants says it; the own name, where it is asked whose the card is that was tapped."""
        if self.just_tapped and self.asked.answers and self.asked.question.startswith("Who has "):
            return self.asked.press_for(self.name.__eq__)
        if self.rulebook.volunteers(self.asked.lines, hand):
            return self.asked.press_for(lambda answer: re.split("[ ,]", answer)[0] == self.name)
        return None

    def acts(self, hand: Sequence[str]) -> Gesture | None:
        """What this player does now; None: it waits for others."""
        host = self.name == self.names[0]
        if self.wish:
            return self._in_the_menu()
        own = self.asked.of(self.name)
        return (self._when_asked(own, hand) if own else self._leads(hand)) or (self._as_host() if host else None)

    def _leads(self, hand: Sequence[str]) -> Gesture | None:
        cards = self.rulebook.leads_unasked(self.asked.lines, hand)
        self.just_tapped = self.just_tapped or bool(cards)
        return Tap(cards) if cards else None

    def _when_asked(self, own: str, hand: Sequence[str]) -> Gesture | None:
        if self.plan:
            return Tap((self.plan.pop(0),))
        if self.asked.answers.get("OK") == "that is all":
            return Press("OK")
        if "Turn one up and tap it." in self.asked.lines:
            return TurnUp()
        wanted = self.rulebook.answers(own, self.asked.answers, hand)
        if wanted is not None:
            return self.asked.press_for(wanted)
        cards = self.rulebook.plays(own, hand)
        self.plan = list(cards[1:])
        return Tap(cards[:1]) if cards else self.asked.press_for(self.rulebook.instead)

    def _as_host(self) -> Gesture | None:
        question = self.asked.question
        if re.search("(?i)turn (?:the next one up|up one of the rest)", " ".join(self.asked.lines)):
            return TurnUp()
        if question.endswith(": rules."):
            return self._house_rules(self.asked.answers["OK"])
        if question in self.set_up:
            return self.asked.press_for(self.set_up[question].__eq__)
        others = question == "Menu." or any(map(self.asked.of, self.names))
        return None if others else self.asked.press_for(lambda _: True)

    def _in_the_menu(self) -> Gesture | None:
        """Open it, and look for the entry that is wanted."""
        wanted = self.wish
        if self.asked.question != "Menu.":
            return HoldBack()
        if self.asked.answers["OK"].startswith(wanted):
            self.wish = ""
        return self.asked.press_for(lambda answer: answer.startswith(wanted))

    def _house_rules(self, at_cursor: str) -> Press:
        """Change the house rule that is wanted, then go on with the rules as they are."""
        if at_cursor == self.house_rule:
            self.house_rule = ""
            return Press("DOWN")
        changes = self.house_rule and at_cursor.startswith(self.house_rule.split(":")[0])
        done = not self.house_rule and at_cursor.removeprefix("play ").lower() in {"as in the book", "with these"}
        return Press("OK" if changes or done else "DOWN")
