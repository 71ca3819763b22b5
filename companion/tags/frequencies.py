"""At which frequency a tag speaks, by the length of its number, and which tags a reader can never hear.

Tags of 13.56 MHz have numbers of 4, 7 or 10 bytes (ISO/IEC 14443-3), tags of 125 kHz 5 bytes (EM4100).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.parts.reader_kind import HIGH, LOW, ReaderKind
from companion.support.messages import msg
from companion.support.text import listing
from companion.support.values import replace
from companion.tags.tag_decks import Shelf, TagDeck


def never_heard(deck: TagDeck, readers: Iterable[ReaderKind]) -> str:
    """Why these reader kinds can read no tag of this deck; empty: they can read some, or the deck has none.

    >>> from companion.parts.reader_kind import reader_kind
    >>> from companion.tags.tag_decks import TagDeck, CardCopy
    >>> str(never_heard(TagDeck("old", "french", {bytes(5): CardCopy("2S")}), [reader_kind("mfrc522")]))
    'This deck has 5-byte numbers of 125 kHz tags; this reader reads 13.56 MHz.'
    """
    heard = {str(frequency) for kind in readers for frequency in kind.frequencies}
    spoken = {str(LOW if len(uid) in LOW.lengths else HIGH) for uid in deck.pieces}
    if not spoken or spoken & heard:
        return ""
    lengths = listing(map(str, sorted({len(uid) for uid in deck.pieces})))
    return msg(
        "This deck has {n}-byte numbers of {tags} tags; this reader reads {heard}.",
        n=lengths,
        tags=listing(sorted(spoken)),
        heard=listing(sorted(heard)),
    )


def within_reach(shelf: Shelf, readers: Collection[ReaderKind]) -> Shelf:
    """A copy of the shelf without the finished decks of which these reader kinds can read no tag."""
    unheard = {deck.name: why for deck in shelf.decks if (why := never_heard(deck, readers))}
    return replace(shelf, decks=tuple(deck for deck in shelf.decks if deck.name not in unheard), unheard=unheard)
