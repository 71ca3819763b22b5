"""One model of choices: a question, its answers, and where the cursor stands. Panels and pages only draw it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.table.inputs import Button


@dataclass(frozen=True, slots=True)
class Question:
    """Something the buttons answer.

    `asks` names it for the code that takes the answer, `title` and `text` are for people; `choices` are the
    answers as they are shown, never empty.
    """

    asks: str
    title: str
    choices: tuple[str, ...]
    cursor: int = 0
    text: tuple[str, ...] = ()

    def moved(self, button: Button) -> Question:
        """UP and DOWN move the cursor; past either end it comes in at the other."""
        return replace(self, cursor=moved(self.cursor, button, len(self.choices)))

    @property
    def chosen(self) -> str:
        """The answer at the cursor."""
        return self.choices[self.cursor]


def moved(cursor: int, button: Button, choices: int) -> int:
    """A cursor after UP or DOWN in a list that goes round."""
    return (cursor + (button is Button.DOWN) - (button is Button.UP)) % choices
