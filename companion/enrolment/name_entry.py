"""A name tag at the box itself: the name is spelled with the buttons, letter by letter. Pure values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.enrolment.deck_kinds import PERSONS, DeckKind
from companion.enrolment.enrolment import Enrolment
from companion.inputs.questions import moved
from companion.match.header import name_problem
from companion.support.values import dataclass, replace
from companion.tags.decks import Person

if TYPE_CHECKING:
    from companion.inputs.inputs import Button
    from companion.tags.decks import TagDeck

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßåøæéèñç-"
DONE = ""
"""What stands before the first letter: the name is complete."""

MOST_LETTERS = 12
"""A longer name does not fit the panel."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The name so far, and the sign at the cursor: a letter, or the end of the name.

    `deck` gets the tag; `notice` says why the name cannot be taken (empty: it was not tried).
    """

    deck: TagDeck
    text: str = ""
    cursor: int = 1
    notice: str = ""

    @property
    def sign(self) -> str:
        """What OK takes."""
        return self._signs[self.cursor]

    @property
    def _signs(self) -> tuple[str, ...]:
        return (DONE, *(LETTERS if self.text else LETTERS.upper())) if len(self.text) < MOST_LETTERS else (DONE,)

    def moved(self, button: Button) -> Naming:
        """UP and DOWN go through the letters; UP from the first one is the end of the name."""
        return replace(self, cursor=moved(self.cursor, button, len(self._signs)), notice="")

    def taken_back(self) -> Naming:
        """One letter less."""
        return Naming(self.deck, self.text[:-1])

    def taken(self) -> Naming | Enrolment:
        """With one letter more; at the end of the name the run that asks for the tag."""
        if self.sign:
            longer = Naming(self.deck, self.text + self.sign)
            return replace(longer, cursor=0) if len(longer.text) == MOST_LETTERS else longer
        person = Person(self.text) if self.text else None
        if person is None or name_problem(self.text) or person in self.deck.pieces.values():
            return replace(self, notice="Tagged already." if person in self.deck.pieces.values() else "No name.")
        return Enrolment(DeckKind(PERSONS, "Name tags", (person,)).with_all_of(self.deck), self.deck)
