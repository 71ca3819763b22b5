"""Entry of a name with the buttons, letter by letter, for a name tag. Pure values."""

from __future__ import annotations

from companion.enrolment import words
from companion.enrolment.deck_kinds import PERSONS, DeckKind
from companion.enrolment.enrolment import Enrolment
from companion.inputs.inputs import Button
from companion.inputs.questions import moved
from companion.support.names import name_problem
from companion.support.values import dataclass, replace
from companion.tags.tag_decks import Person, TagDeck

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßåøæéèñç-"
DONE = ""
"""Entry before the first letter: the name is complete."""

MOST_LETTERS = 12
"""Maximum letters of a name; longer ones do not fit the panel."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The name so far, and the cursor: a letter, or the end of the name.

    `deck` gets the tag. `notice` says why the name was rejected; empty: it was not.
    """

    deck: TagDeck
    text: str = ""
    cursor: int = 1
    notice: str = ""

    @property
    def sign(self) -> str:
        """The sign that OK selects; empty: the end of the name."""
        return self._signs[self.cursor]

    @property
    def _signs(self) -> tuple[str, ...]:
        return (DONE, *(LETTERS if self.text else LETTERS.upper())) if len(self.text) < MOST_LETTERS else (DONE,)

    def moved(self, button: Button) -> Naming:
        """The entry after UP or DOWN. UP from the first letter is the end of the name."""
        return replace(self, cursor=moved(self.cursor, button, len(self._signs)), notice="")

    def shortened(self) -> Naming:
        """The entry without its last letter."""
        return Naming(self.deck, self.text[:-1])

    def taken(self) -> Naming | Enrolment:
        """The entry after OK: one letter more, or the enrolment run if the name is complete."""
        if self.sign:
            longer = Naming(self.deck, self.text + self.sign)
            return replace(longer, cursor=0) if len(longer.text) == MOST_LETTERS else longer
        if name_problem(self.text):
            return replace(self, notice=words.NO_NAME)
        person = Person(self.text)
        if person in self.deck.pieces.values():
            return replace(self, notice=words.TAGGED_ALREADY)
        return Enrolment(DeckKind(PERSONS, words.NAME_TAGS, (person,)).with_all_of(self.deck), self.deck)
