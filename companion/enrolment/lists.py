"""The lists that lead to a deck in hand: which deck, what to do with it, which card to replace."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from companion.enrolment.deck_kinds import COMMANDS, PERSONS, DeckKind, kind_of
from companion.enrolment.enrolment import Enrolment, Verification
from companion.enrolment.name_entry import Naming
from companion.inputs.questions import Question
from companion.support.values import dataclass, replace
from companion.tags.decks import TagDeck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tags.decks import Piece, Shelf

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
    """A list at which the buttons choose: `question.asks` says of what.

    `answers` are what the choices stand for, in the same order; `before` is the list that led here.
    """

    question: Question
    answers: tuple[Answer, ...]
    before: Choosing | None = None

    @property
    def answer(self) -> Answer:
        """What the choice at the cursor stands for."""
        return self.answers[self.question.cursor]

    def over(self, before: Choosing) -> Choosing:
        """This list, from which BACK leads to that one."""
        return replace(self, before=before)


@dataclass(frozen=True, slots=True)
class Kept:
    """A deck is to be saved as it is: its run is over, or it is the one to play with from now on."""

    deck: TagDeck


Answer: TypeAlias = "Choosing | Enrolment | Verification | Kept | Naming"


def all_decks(shelf: Shelf, known: Mapping[str, DeckKind]) -> Choosing:
    """A new deck, or one of the house."""
    unfinished = [(f"{_counted(deck, known)} …", _unfinished(deck, known)) for deck in shelf.unfinished]
    finished = [(_counted(deck, known), _finished(deck, known)) for deck in shelf.decks if deck.pieces]
    return _list("decks", "Decks", [(NEW, new_deck(shelf, known)), *unfinished, *finished])


def new_deck(shelf: Shelf, known: Mapping[str, DeckKind]) -> Choosing:
    """Of which kind."""
    answers: list[tuple[str, Answer]] = [(kind.title, begun(kind, shelf)) for kind in known.values()]
    behind = next(place for place, name in enumerate(known) if name in {PERSONS, COMMANDS})
    answers.insert(behind, (NAME_TAG, Naming(_name_tags(shelf))))
    return _list("new deck", "New deck", answers)


def _name_tags(shelf: Shelf) -> TagDeck:
    """The deck of people, or an empty one."""
    found = (deck for deck in (*shelf.decks, *shelf.unfinished) if deck.kind == PERSONS)
    return next(found, TagDeck(free_name(PERSONS, shelf), PERSONS, {}))


def begun(kind: DeckKind, shelf: Shelf, name: str = "") -> Enrolment:
    """A run over all pieces of a kind, under this name or, without one, the first that is free: french, french-2."""
    return Enrolment(kind, TagDeck(name or free_name(kind.name, shelf), kind.name, {}))


def free_name(name: str, shelf: Shelf) -> str:
    """This name, or with the first number behind it under which there is no deck."""
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
    """The piece whose tag is to be replaced, by suit, colour or rank first where there are several."""
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
