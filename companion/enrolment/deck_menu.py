"""The lists of enrolment: choose a deck, an action, or a card to replace."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from companion.enrolment.deck_kinds import COMMANDS, PERSONS, DeckKind, kind_of
from companion.enrolment.enrolment import Enrolment, Verification
from companion.enrolment.name_entry import Naming
from companion.inputs.questions import Question
from companion.support.values import dataclass, replace
from companion.tags.tag_decks import TagDeck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tags.tag_decks import Piece, Shelf

NAME_TAG = "a name tag"
NEW, GO_ON, KEEP, REST, VERIFY, REPLACE, PLAY_WITH = (
    "new deck",
    "go on",
    "keep as it is",
    "enrol the rest",
    "verify",
    "replace a tag",
    "play with this one",
)


@dataclass(frozen=True, slots=True)
class NoDeck:
    """There is no deck yet, so nothing can be played."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A list with buttons. `question.asks` identifies it.

    `answers` are the results of the choices, in the same order. `before` is the previous list.
    """

    question: Question
    answers: tuple[Answer, ...]
    before: Choosing | None = None

    @property
    def answer(self) -> Answer:
        """The result of the choice at the cursor."""
        return self.answers[self.question.cursor]

    def over(self, before: Choosing) -> Choosing:
        """This list with a previous one for BACK."""
        return replace(self, before=before)


@dataclass(frozen=True, slots=True)
class Kept:
    """The deck is to be saved unchanged: its run has ended, or it becomes the deck in play."""

    deck: TagDeck


Answer: TypeAlias = "Choosing | Enrolment | Verification | Kept | Naming"


def all_decks(shelf: Shelf, known: Mapping[str, DeckKind]) -> Choosing:
    """The list of all decks, with an entry for a new one."""
    unfinished = [(f"{_counted(deck, known)} …", _unfinished(deck, known)) for deck in shelf.unfinished]
    finished = [(_counted(deck, known), _finished(deck, known)) for deck in shelf.decks if deck.pieces]
    return _list("decks", "Decks", [(NEW, new_deck(shelf, known)), *unfinished, *finished])


def new_deck(shelf: Shelf, known: Mapping[str, DeckKind]) -> Choosing:
    """The list of deck kinds for a new deck."""
    answers: list[tuple[str, Answer]] = [(kind.title, begun(kind, shelf)) for kind in known.values()]
    behind = next(place for place, name in enumerate(known) if name in {PERSONS, COMMANDS})
    answers.insert(behind, (NAME_TAG, Naming(_name_tags(shelf))))
    return _list("new deck", "New deck", answers)


def _name_tags(shelf: Shelf) -> TagDeck:
    """The deck of name tags, or an empty one."""
    found = (deck for deck in (*shelf.decks, *shelf.unfinished) if deck.kind == PERSONS)
    return next(found, TagDeck(free_name(PERSONS, shelf), PERSONS, {}))


def begun(kind: DeckKind, shelf: Shelf, name: str = "") -> Enrolment:
    """A run over all pieces of a kind. Without a name the deck gets the first free one: french, french-2."""
    return Enrolment(kind, TagDeck(name or free_name(kind.name, shelf), kind.name, {}))


def free_name(name: str, shelf: Shelf) -> str:
    """This name, or the name with the lowest number that is not used by a deck."""
    taken = {deck.name for deck in (*shelf.decks, *shelf.unfinished) if deck.pieces} | {*shelf.unusable}
    candidates = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(candidate for candidate in candidates if candidate not in taken)


def _unfinished(deck: TagDeck, known: Mapping[str, DeckKind]) -> Choosing:
    return _list("deck", deck.name, [(GO_ON, Enrolment.resumed(kind_of(deck, known), deck)), (KEEP, Kept(deck))])


def _finished(deck: TagDeck, known: Mapping[str, DeckKind]) -> Choosing:
    kind = kind_of(deck, known)
    rest = Enrolment(kind, deck)
    return _list(
        "deck",
        deck.name,
        [
            (VERIFY, Verification(kind, deck)),
            (REPLACE, _which(kind, deck)),
            *([(REST, rest)] if rest.missing else []),
            (PLAY_WITH, Kept(deck)),
        ],
    )


def _which(kind: DeckKind, deck: TagDeck) -> Choosing:
    """The list of pieces to replace, by suit, colour or rank first if there are several."""
    groups = {label: _among(kind, deck, pieces) for label, pieces in kind.groups().items()}
    return _list("group", "Which card?", list(groups.items())) if len(groups) > 1 else next(iter(groups.values()))


def _among(kind: DeckKind, deck: TagDeck, pieces: tuple[Piece, ...]) -> Choosing:
    runs = [(kind.called(piece), Enrolment(kind, deck, replacing=piece)) for piece in pieces]
    return _list("piece", "Which one?", runs)


def _counted(deck: TagDeck, known: Mapping[str, DeckKind]) -> str:
    kind = kind_of(deck, known)
    held, whole = len(set(deck.pieces.values())), len(kind.pieces)
    return f"{deck.name} {held}" if held == whole else f"{deck.name} {held}/{whole}"


def _list(asks: str, title: str, answers: Sequence[tuple[str, Answer]]) -> Choosing:
    return Choosing(Question(asks, title, tuple(label for label, _ in answers)), tuple(answer for _, answer in answers))
