"""A model of questions: answers and a cursor. Panels and pages draw it."""

from __future__ import annotations

from itertools import takewhile

from companion.cards import Seat
from companion.inputs.inputs import Button
from companion.rules.game import Choice
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Question:
    """A question that buttons answer. The asker knows the meaning of each answer.

    `choices` is never empty. `text` explains the question. `below` explains each choice while the cursor is on it;
    empty: no explanations.
    """

    title: str
    choices: tuple[str, ...]
    cursor: int = 0
    text: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    def move(self, button: Button) -> Question:
        """The question after UP or DOWN. The cursor wraps around."""
        return replace(self, cursor=move_cursor(self.cursor, button, len(self.choices)))

    @property
    def chosen(self) -> str:
        """The answer at the cursor."""
        return self.choices[self.cursor]


def move_cursor(cursor: int, button: Button, choices: int) -> int:
    """The cursor after UP or DOWN. It wraps around."""
    return (cursor + (button is Button.DOWN) - (button is Button.UP)) % choices


def choices_at(choices: tuple[Choice, ...], path: tuple[int, ...]) -> tuple[Choice, ...]:
    """The answers at the end of this path of further questions."""
    for place in path:
        choices = choices[place].then
    return choices


def for_people(choices: tuple[Choice, ...], computers: frozenset[Seat]) -> tuple[Choice, ...]:
    """The answers that a person can give: each is cut before a computer's first statement.

    Drops answers that are said `aloud` or have nothing left, and merges equal ones. Without computers all stay.
    """
    if not computers:
        return choices
    kept: dict[tuple[object, ...], Choice] = {}
    for choice in choices:
        if choice.aloud:
            continue
        then = for_people(choice.then, computers)
        says = tuple(takewhile(lambda said: said.seat not in computers, choice.says))
        speaks = any(said.seat is not None or said.word != "deal" for said in says)
        if choice.seat not in computers and (then or speaks):
            kept.setdefault(then or says, replace(choice, says=says, then=then))
    return tuple(kept.values())
