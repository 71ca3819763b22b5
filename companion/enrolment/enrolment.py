"""Guided enrolment of a deck, and the check of a whole deck. Pure values.

Bank cards and phones are rejected. Most readers recognise them by their protocol, and a random tag number by its first
byte. A 125 kHz reader detects neither.
"""

from __future__ import annotations

from typing import TypeAlias

from companion.enrolment.deck_kinds import DeckKind
from companion.parts.reader_kind import LOW
from companion.support.values import dataclass, replace
from companion.tags.tag_decks import UID_BYTES, NoCard, Piece, Shelf, TagDeck, is_random_uid, no_card, uid_text

WEAK_POLLS = 3
"""Failed polls from which a tag counts as weak. A good tag is read by every poll."""


@dataclass(frozen=True, slots=True)
class Clash:
    """The tag is already a piece of this deck."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class Swap:
    """The tag is another piece of this deck. The piece whose tag is replaced may change tags with it."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The tag is this piece of another deck. It may become a piece of this deck, too."""

    uid: bytes
    piece: Piece
    deck: str


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """No deck has this tag."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """The tag can be no card: it is a phone, a bank card or the like. A number of another length counts as a phone."""

    kind: NoCard


@dataclass(frozen=True, slots=True)
class Together:
    """Several tags at once."""


Notice: TypeAlias = Clash | Swap | Elsewhere | UnknownTag | Unfit | Together | None
"""The reason why the last tap was rejected. None: it was accepted."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A guided run: asks for the next piece; a tap enrols it.

    `steps` are the pieces asked for in this run, oldest first; those without a tag were skipped. `replacing` is the
    only piece asked for when its tag is replaced. `weak` are the pieces with weak tags. `reverses`: the reader types
    the bytes of numbers in the reverse of the printed order; None: nobody was asked.
    """

    kind: DeckKind
    deck: TagDeck
    steps: tuple[Piece, ...] = ()
    replacing: Piece | None = None
    weak: tuple[Piece, ...] = ()
    notice: Notice = None
    reverses: bool | None = None

    @classmethod
    def resume(cls, kind: DeckKind, deck: TagDeck) -> Enrolment:
        """A run that continues after the last enrolled piece. Counts earlier pieces without a tag as skipped."""
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
        """The piece whose tag is expected. None at the end of the run."""
        due = self.missing if self.replacing is None else (self.replacing,)
        return next((piece for piece in due if piece not in self.steps), None)

    def tap(self, uids: frozenset[bytes], shelf: Shelf, kind: NoCard | None = None) -> Enrolment:
        """The run after this tap. `notice` says why nothing was enrolled. `kind`: it was a tag that can be no card."""
        notice = objection(uids, kind) or self._objection(uids, shelf)
        if notice is not None:
            return replace(self, notice=notice)
        (uid,) = uids
        return self._enrol(reverse(uid) if self.reverses and not shelf.has(uid) else uid)

    @property
    def asks(self) -> bool:
        """Whether the notice is a question, which `agree` answers."""
        return self.next is not None and isinstance(self.notice, Elsewhere | Swap)

    def agree(self) -> Enrolment:
        """The run after the user accepted the tag of another deck, or the swap with another piece."""
        assert self.next is not None
        if isinstance(self.notice, Swap):
            return self._after(self.deck.with_swapped(self.next, self.notice.piece), self.next)
        assert isinstance(self.notice, Elsewhere)
        return self._enrol(self.notice.uid)

    def skip(self) -> Enrolment:
        """The run after skipping this piece."""
        return self if self.next is None else replace(self, steps=(*self.steps, self.next), notice=None)

    def undo(self) -> Enrolment:
        """The run after undoing the last enrolled or skipped piece. A replaced tag cannot be restored."""
        if not self.steps or self.replacing is not None:
            return self
        *steps, last = self.steps
        return replace(self, deck=self.deck.without(last), steps=tuple(steps), notice=None)

    def again(self) -> Enrolment:
        """The run that asks for the skipped pieces again."""
        return replace(self, steps=tuple(piece for piece in self.steps if piece not in self.missing))

    def lift(self, uid: bytes, unread: int) -> Enrolment:
        """The run after a tag was lifted that this many polls failed to read."""
        return replace(self, weak=_weak(self.weak, self.deck.piece(uid), unread))

    def _objection(self, uids: frozenset[bytes], shelf: Shelf) -> Notice:
        if self.next is None:
            return None
        (uid,) = uids
        held = self.deck.piece(uid)
        other = shelf.elsewhere(uid, self.deck.name)
        if held is not None and (held != self.replacing or self.deck.with_tag(uid, held) == self.deck):
            return Swap(held) if held != self.replacing and self.replacing in self.deck.pieces.values() else Clash(held)
        return Elsewhere(uid, other[1], other[0]) if other else None

    def _enrol(self, uid: bytes) -> Enrolment:
        return self if self.next is None else self._after(self.deck.with_tag(uid, self.next), self.next)

    def _after(self, deck: TagDeck, piece: Piece) -> Enrolment:
        """The run with this deck, in which the piece got its tag."""
        return replace(self, deck=deck, steps=(*self.steps, piece), notice=None)


@dataclass(frozen=True, slots=True)
class Verification:
    """A check of a deck whose cards are tapped in any order. `seen` are the tapped pieces, the latest last."""

    kind: DeckKind
    deck: TagDeck
    seen: tuple[Piece, ...] = ()
    weak: tuple[Piece, ...] = ()
    notice: Notice = None

    @property
    def missing(self) -> tuple[Piece, ...]:
        """The pieces that were not seen yet, including those without a tag."""
        return tuple(piece for piece in self.kind.pieces if piece not in self.seen)

    def tap(self, uids: frozenset[bytes], shelf: Shelf, kind: NoCard | None = None) -> Verification:
        """The check after this tap. `notice` says why the tag is not of this deck. `kind`: it can be no card."""
        notice = objection(uids, kind)
        if notice is not None:
            return replace(self, notice=notice)
        (uid,) = uids
        piece = self.deck.piece(uid)
        if piece is None:
            other = shelf.elsewhere(uid, self.deck.name)
            return replace(self, notice=Elsewhere(uid, other[1], other[0]) if other else UnknownTag())
        return replace(self, seen=(*(earlier for earlier in self.seen if earlier != piece), piece), notice=None)

    def lift(self, uid: bytes, unread: int) -> Verification:
        """The check after a tag was lifted that this many polls failed to read."""
        return replace(self, weak=_weak(self.weak, self.deck.piece(uid), unread))


def objection(uids: frozenset[bytes], kind: NoCard | None) -> Notice:
    """The reason why this is not one tag of a deck. None if it is."""
    if kind is not None:
        return Unfit(kind)
    if len(uids) != 1:
        return Together()
    (uid,) = uids
    unfit = no_card(uid, chip_card=False) if len(uid) in UID_BYTES else NoCard.PHONE
    return Unfit(unfit) if unfit else None


def reverse(uid: bytes) -> bytes:
    """The number with its bytes in reverse order; unchanged if that would be a random number.

    The first of five bytes stays: it is not part of the number that is printed on a 125 kHz card.

    >>> reverse(bytes.fromhex("11223344")).hex(), reverse(bytes.fromhex("000063E9AE")).hex()
    ('44332211', '00aee96300')
    """
    other = uid[:1] + uid[:0:-1] if len(uid) == LOW.bought else uid[::-1]
    return uid if is_random_uid(other) else other


def print_form(uid: bytes) -> str:
    """The number as it stands on a card for 125 kHz, in ten decimal digits; of others as an app for NFC shows it.

    >>> print_form(bytes.fromhex("000063E9AE")), print_form(bytes.fromhex("04A2B532"))
    ('0006547886', '04A2B532')
    """
    return f"{int.from_bytes(uid[1:]):010d}" if len(uid) == LOW.bought else uid_text(uid)


def _weak(before: tuple[Piece, ...], piece: Piece | None, unread: int) -> tuple[Piece, ...]:
    """The weak pieces after a tap of this piece. Its latest tap counts."""
    if piece is None:
        return before
    others = tuple(earlier for earlier in before if earlier != piece)
    return (*others, piece) if unread >= WEAK_POLLS else others
