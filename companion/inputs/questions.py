"""A model of questions: answers and a cursor. Panels and pages draw it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from companion.inputs.inputs import Button
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.rules.game import Choice


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

    def moved(self, button: Button) -> Question:
        """The question after UP or DOWN. The cursor wraps around."""
        return replace(self, cursor=moved(self.cursor, button, len(self.choices)))

    @property
    def chosen(self) -> str:
        """The answer at the cursor."""
        return self.choices[self.cursor]


def moved(cursor: int, button: Button, choices: int) -> int:
    """The cursor after UP or DOWN. It wraps around."""
    return (cursor + (button is Button.DOWN) - (button is Button.UP)) % choices


def further(choices: tuple[Choice, ...], path: tuple[int, ...]) -> tuple[Choice, ...]:
    """The answers at the end of this path of further questions."""
    for place in path:
        choices = choices[place].then
    return choices


def for_people(choices: tuple[Choice, ...], computers: frozenset[Seat]) -> tuple[Choice, ...]:
    """The answers without statements of computers. Statements before the first of a computer remain."""
    if not computers:
        return choices
    kept: dict[tuple[object, ...], Choice] = {}
    for choice in choices:
        then = for_people(choice.then, computers)
        says = tuple(takewhile(lambda said: said.seat not in computers, choice.says))
        speaks = any(said.seat is not None or said.word != "deal" for said in says)
        if choice.seat not in computers and (then or speaks):
            first = not kept and not choices[0].at_once
            kept.setdefault(then or says, replace(choice, says=says, then=then, at_once=choice.at_once and not first))
    return tuple(kept.values())


def at_once(choices: tuple[Choice, ...], button: Button, cursor: int = 0) -> int | None:
    """The index of the answer that this button takes at once: DOWN the first, UP the second. None: no answer.

    None, too, where the cursor was moved from the first answer: the button that leads back there takes nothing.
    """
    if 0 < cursor < len(choices) and not choices[0].at_once and not choices[cursor].at_once:
        return None
    places = [place for place, choice in enumerate(choices) if choice.at_once]
    turn = 0 if button is Button.DOWN else 1 if button is Button.UP else len(places)
    return places[turn] if turn < len(places) else None


def moved_among(choices: tuple[Choice, ...], cursor: int, button: Button) -> int:
    """The cursor after UP or DOWN. It skips answers that are taken at once."""
    chosen = [place for place, choice in enumerate(choices) if not choice.at_once]
    return chosen[moved(chosen.index(cursor), button, len(chosen))] if cursor in chosen else chosen[0]


def answers(choices: tuple[Choice, ...], cursor: int, button: Button) -> bool:
    """Whether this button has a meaning for these choices. OK never takes an answer that is taken at once."""
    if button is Button.OK:
        return cursor < len(choices) and not choices[cursor].at_once
    return at_once(choices, button, cursor) is not None or not all(choice.at_once for choice in choices)
