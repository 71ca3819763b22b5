"""One deck in hand: tags become pieces in a guided run, or the whole deck is checked. Pure values.

A bank card or a phone is no tag of a deck: most readers tell it by what it speaks, and a number made up for one
meeting is known by its first byte. A 125 kHz reader hears neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.support.values import dataclass, replace
from companion.tags.decks import UID_BYTES, is_random_uid

if TYPE_CHECKING:
    from companion.enrolment.deck_kinds import DeckKind
    from companion.tags.decks import Piece, Shelf, TagDeck

WEAK_POLLS = 3
"""A good tag is read by every poll; one that so many polls could not read, though it lay there, is weak."""


@dataclass(frozen=True, slots=True)
class Clash:
    """The tag is a piece of this deck already."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The tag is this piece of another deck, by name; it may be one of this deck, too."""

    uid: bytes
    piece: Piece
    deck: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """No deck has this tag."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A number that a phone made up for one meeting, or none of a tag."""


@dataclass(frozen=True, slots=True)
class ChipCard:
    """A bank card, a passport or a phone, although its number stays."""


@dataclass(frozen=True, slots=True)
class Together:
    """Two tags at once."""


Notice: TypeAlias = Clash | Elsewhere | Unknown | Unfit | ChipCard | Together | None
"""Why the last tap was not taken."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A guided run: the next piece is asked for, a tap enrols it.

    `steps` are the pieces asked for in this run, oldest first; those that have no tag were skipped. `replacing` is the
    one piece that gets a new tag; then nothing else is asked for. `weak` are the pieces whose tags read badly.
    """

    kind: DeckKind
    deck: TagDeck
    steps: tuple[Piece, ...] = ()
    replacing: Piece | None = None
    weak: tuple[Piece, ...] = ()
    notice: Notice = None

    @classmethod
    def resumed(cls, kind: DeckKind, deck: TagDeck) -> Enrolment:
        """The run at the piece behind the last one enrolled: those without a tag before it were skipped."""
        held = set(deck.pieces.values())
        places = [place for place, piece in enumerate(kind.pieces) if piece in held]
        return cls(kind, deck, kind.pieces[: max(places, default=-1) + 1])

    @property
    def missing(self) -> tuple[Piece, ...]:
        """The pieces without a tag, in order."""
        held = set(self.deck.pieces.values())
        return tuple(piece for piece in self.kind.pieces if piece not in held)

    @property
    def next(self) -> Piece | None:
        """The piece whose tag is awaited; None: the run is at its end."""
        due = self.missing if self.replacing is None else (self.replacing,)
        return next((piece for piece in due if piece not in self.steps), None)

    def tapped(self, uids: frozenset[bytes], shelf: Shelf, *, chip_card: bool = False) -> Enrolment:
        """The run after this tap, perhaps of a chip card; `notice` says why nothing was enrolled."""
        notice = objection(uids) or (ChipCard() if chip_card else self._objection(uids, shelf))
        if notice is not None:
            return replace(self, notice=notice)
        (uid,) = uids
        return self._enrolled(uid)

    def agreed(self) -> Enrolment:
        """The tag of another deck is one of this deck, too."""
        assert isinstance(self.notice, Elsewhere)
        return self._enrolled(self.notice.uid)

    def skipped(self) -> Enrolment:
        """On to the piece after this one."""
        return self if self.next is None else replace(self, steps=(*self.steps, self.next), notice=None)

    def taken_back(self) -> Enrolment:
        """The last piece is asked for again, whether it was enrolled or skipped; a replaced tag is gone for good."""
        if not self.steps or self.replacing is not None:
            return self
        *steps, last = self.steps
        return replace(self, deck=self.deck.without(last), steps=tuple(steps), notice=None)

    def again(self) -> Enrolment:
        """The skipped pieces are asked for once more."""
        return replace(self, steps=tuple(piece for piece in self.steps if piece not in self.missing))

    def lifted(self, uid: bytes, unread: int) -> Enrolment:
        """The run when a tag was taken up that so many polls could not read."""
        return replace(self, weak=_weak(self.weak, self.deck.piece(uid), unread))

    def _objection(self, uids: frozenset[bytes], shelf: Shelf) -> Notice:
        if self.next is None:
            return None
        (uid,) = uids
        held = self.deck.piece(uid)
        other = shelf.elsewhere(uid, self.deck.name)
        if held is not None:
            return Clash(held)
        return Elsewhere(uid, other[1], other[0]) if other else None

    def _enrolled(self, uid: bytes) -> Enrolment:
        if self.next is None:
            return self
        deck = self.deck.with_tag(uid, self.next)
        return replace(self, deck=deck, steps=(*self.steps, self.next), notice=None)


@dataclass(frozen=True, slots=True)
class Verification:
    """All cards of a deck are tapped, in any order; `seen` are the pieces that were, the latest last."""

    kind: DeckKind
    deck: TagDeck
    seen: tuple[Piece, ...] = ()
    weak: tuple[Piece, ...] = ()
    notice: Notice = None

    @property
    def missing(self) -> tuple[Piece, ...]:
        """The pieces that were not seen yet, those without a tag among them."""
        return tuple(piece for piece in self.kind.pieces if piece not in self.seen)

    def tapped(self, uids: frozenset[bytes], shelf: Shelf) -> Verification:
        """What the tag is, or why it is none of this deck."""
        notice = objection(uids)
        if notice is not None:
            return replace(self, notice=notice)
        (uid,) = uids
        piece = self.deck.piece(uid)
        if piece is None:
            other = shelf.elsewhere(uid, self.deck.name)
            return replace(self, notice=Elsewhere(uid, other[1], other[0]) if other else Unknown())
        return replace(self, seen=(*(one for one in self.seen if one != piece), piece), notice=None)

    def lifted(self, uid: bytes, unread: int) -> Verification:
        """The check when a tag was taken up that so many polls could not read."""
        return replace(self, weak=_weak(self.weak, self.deck.piece(uid), unread))


def objection(uids: frozenset[bytes]) -> Notice:
    """Why these cannot be one tag of any deck; None: they can."""
    if len(uids) != 1:
        return Together()
    (uid,) = uids
    return Unfit() if is_random_uid(uid) or len(uid) not in UID_BYTES else None


def _weak(before: tuple[Piece, ...], piece: Piece | None, unread: int) -> tuple[Piece, ...]:
    """The weak pieces with this one where it read badly; the latest tap counts."""
    if piece is None:
        return before
    others = tuple(one for one in before if one != piece)
    return (*others, piece) if unread >= WEAK_POLLS else others
