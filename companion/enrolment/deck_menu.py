"""The lists of enrolment: choose a deck, an action, or a card to replace; and spell the name on a name tag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from companion.enrolment import words
from companion.enrolment.deck_kinds import COMMANDS, PERSONS, DeckKind, kind_of
from companion.enrolment.enrolment import Enrolment, Verification, print_form, reverse
from companion.inputs.inputs import Button
from companion.inputs.questions import Question, move_cursor
from companion.support.messages import join, msg
from companion.support.names import name_problem
from companion.support.text import numbered_names
from companion.support.values import dataclass, replace
from companion.tags.tag_decks import Person, Piece, Shelf, TagDeck

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßåøæéèñç-"
FIRST_LETTERS = LETTERS.replace("ß", "").upper()
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
        return (DONE, *(LETTERS if self.text else FIRST_LETTERS)) if len(self.text) < MOST_LETTERS else (DONE,)

    def move(self, button: Button) -> Naming:
        """The entry after UP or DOWN. UP from the first letter is the end of the name."""
        return replace(self, cursor=move_cursor(self.cursor, button, len(self._signs)), notice="")

    def shorten(self) -> Naming:
        """The entry without its last letter."""
        return Naming(self.deck, self.text[:-1])

    def confirm(self) -> Naming | Enrolment:
        """The entry after OK: one letter more, or the enrolment run if the name is complete."""
        if self.sign:
            longer = Naming(self.deck, self.text + self.sign)
            return replace(longer, cursor=0) if len(longer.text) == MOST_LETTERS else longer
        if name_problem(self.text):
            return replace(self, notice=words.UNFIT if self.text else words.NO_NAME)
        person = Person(self.text)
        if person in self.deck.pieces.values():
            return replace(self, notice=words.TAGGED_ALREADY)
        return Enrolment(DeckKind(PERSONS, words.NAME_TAGS, (person,)).with_all_of(self.deck), self.deck)


@dataclass(frozen=True, slots=True)
class NoDeck:
    """There is no deck yet, so nothing can be played."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A list with buttons.

    `answers` are the results of the choices, in the same order. `before` is the previous list.
    """

    question: Question
    answers: tuple[Answer, ...]
    before: Choosing | None = None

    @property
    def answer(self) -> Answer:
        """The result of the choice at the cursor."""
        return self.answers[self.question.cursor]

    def move(self, button: Button) -> Choosing:
        """The list after UP or DOWN."""
        return replace(self, question=self.question.move(button))


@dataclass(frozen=True, slots=True)
class Kept:
    """The deck is to be saved unchanged: its run has ended, or it becomes the deck in play."""

    deck: TagDeck


@dataclass(frozen=True, slots=True)
class FirstTag:
    """The run after its first tag, whose number somebody has told."""

    run: Enrolment


Answer: TypeAlias = "Choosing | Enrolment | Verification | Kept | Naming | FirstTag"

Dialogue: TypeAlias = NoDeck | Choosing | Naming | Enrolment | Verification
"""An offer to begin, a list, the entry of a name, a guided run, or a check of a whole deck."""


def all_decks(shelf: Shelf, known: Mapping[str, DeckKind]) -> Choosing:
    """The list of all decks, with an entry for a new one."""
    unfinished = [(f"{_count(deck, known)} …", _list_unfinished(deck, known)) for deck in shelf.unfinished]
    finished = [(_count(deck, known), _list_finished(deck, known, shelf)) for deck in shelf.decks if deck.pieces]
    return _list(words.DECKS, [(words.NEW, new_deck(shelf, known)), *unfinished, *finished], words.OPENS)


def new_deck(shelf: Shelf, known: Mapping[str, DeckKind]) -> Choosing:
    """The list of deck kinds for a new deck."""
    answers: list[tuple[str, Answer]] = [(kind.title, begin(kind, shelf)) for kind in known.values()]
    behind = next(place for place, name in enumerate(known) if name in {PERSONS, COMMANDS})
    answers.insert(behind, (words.NAME_TAG, Naming(_name_tags(shelf))))
    return _list(words.NEW_DECK, answers)


def which_number(run: Enrolment, uid: bytes, shelf: Shelf) -> Choosing:
    """The question which number is printed on the first tag of a run, or shown by an app: some readers reverse it."""
    as_typed, as_reversed = (
        FirstTag(replace(run, reverses=reverses).tap(frozenset({uid}), shelf)) for reverses in (False, True)
    )
    numbers = (print_form(uid), as_typed), (print_form(reverse(uid)), as_reversed)
    return _list(words.WHICH_NUMBER, [*numbers, (words.CANNOT_TELL, as_typed)])


def _name_tags(shelf: Shelf) -> TagDeck:
    """The deck of name tags, or an empty one."""
    found = (deck for deck in (*shelf.decks, *shelf.unfinished) if deck.kind == PERSONS)
    return next(found, TagDeck(free_name(PERSONS, shelf), PERSONS, {}))


def begin(kind: DeckKind, shelf: Shelf, name: str = "") -> Enrolment:
    """A run over all pieces of a kind. Without a name the deck gets the first free one: french, french-2."""
    return Enrolment(kind, TagDeck(name or free_name(kind.name, shelf), kind.name, {}))


def free_name(name: str, shelf: Shelf) -> str:
    """This name, or the name with the lowest number that is not used by a deck."""
    taken = shelf.taken
    return next(free for free in numbered_names(name) if free not in taken)


def _list_unfinished(deck: TagDeck, known: Mapping[str, DeckKind]) -> Choosing:
    resumed = Enrolment.resume(kind_of(deck, known), deck)
    return _list(
        msg("Deck: {name}", name=words.deck_name(deck.name)), [(words.GO_ON, resumed), (words.KEEP, Kept(deck))]
    )


def _list_finished(deck: TagDeck, known: Mapping[str, DeckKind], shelf: Shelf) -> Choosing:
    kind = kind_of(deck, known)
    rest = Enrolment(kind, deck)
    answers: list[tuple[str, Answer]] = [(words.VERIFY, Verification(kind, deck)), (words.PLAY_WITH, Kept(deck))]
    if deck.name not in [begun.name for begun in shelf.unfinished]:  # else the begun one replaces it
        answers[1:1] = [(words.REPLACE, _which(kind, deck)), *([(words.REST, rest)] if rest.missing else [])]
    return _list(msg("Deck: {name}", name=words.deck_name(deck.name)), answers)


def _which(kind: DeckKind, deck: TagDeck) -> Choosing:
    """The list of pieces to replace, by suit, colour or rank first if there are several."""
    groups = {label: _among(kind, deck, pieces) for label, pieces in kind.groups().items()}
    return _list(words.NEW_TAG_FOR, list(groups.items())) if len(groups) > 1 else next(iter(groups.values()))


def _among(kind: DeckKind, deck: TagDeck, pieces: tuple[Piece, ...]) -> Choosing:
    runs = [(kind.label(piece), Enrolment(kind, deck, replacing=piece)) for piece in pieces]
    return _list(words.NEW_TAG_FOR, runs)


def _count(deck: TagDeck, known: Mapping[str, DeckKind]) -> str:
    kind = kind_of(deck, known)
    held, whole = len(set(deck.pieces.values())), len(kind.pieces)
    name = words.deck_name(deck.name)
    return join((name, f"{held}")) if held == whole else msg(words.HELD, deck=name, n=held, all=whole)


def _list(title: str, answers: Sequence[tuple[str, Answer]], below: str = "") -> Choosing:
    labels, results = zip(*answers, strict=True)
    return Choosing(Question(title, labels, below=(below,) * len(labels) if below else ()), results)
