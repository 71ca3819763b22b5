"""One number for a tag, independent of the reader that read it.

A reader that types numbers gives a part of a tag's number, or its bytes in another order
(`parts/readers/typed_numbers`). The decks on the shelf settle which tag is meant: so a deck that was enrolled at one
reader plays at every other.
"""

from __future__ import annotations

from itertools import chain

from companion.support.lazy_import import lazy_call
from companion.tags.tag_decks import Shelf

TYPED = lazy_call("companion.parts.readers.typed_numbers:forms_of")

_SHORT = frozenset({4, 5})
"""Bytes of the numbers that may be part of a longer one, or of one with another first byte."""


class KnownTags:
    """The tags of a shelf by all numbers that readers may make of them; built when a strange number comes."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self._answers: dict[bytes, bytes] = {}
        self._index: dict[bytes, set[bytes]] | None = None

    def number(self, uid: bytes, shelf: Shelf) -> bytes:
        """The number that the decks have for this tag; `uid` itself if they have none, or more than one."""
        if shelf is not self._shelf:
            self._shelf, self._answers, self._index = shelf, {}, None
        if uid not in self._answers:
            self._answers = {uid: self._find(uid)}  # one tag lies on a reader, and is asked for at each poll
        return self._answers[uid]

    def _find(self, uid: bytes) -> bytes:
        if self._shelf.has(uid):
            return uid
        alike = {number for number in TYPED(uid) if self._shelf.has(number)}
        if not alike and len(uid) in _SHORT:
            alike = self._typed_forms().get(uid, set())
        return min(alike) if len(alike) == 1 else uid

    def _typed_forms(self) -> dict[bytes, set[bytes]]:
        if self._index is None:
            self._index = {}
            for uid in chain.from_iterable(deck.pieces for deck in (*self._shelf.decks, *self._shelf.unfinished)):
                for number in TYPED(uid):
                    self._index.setdefault(number, set()).add(uid)
        return self._index
