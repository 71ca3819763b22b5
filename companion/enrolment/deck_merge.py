"""Two halves of a deck, enrolled at two readers, become one. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.enrolment.deck_kinds import DeckKind
from companion.support.messages import N_, Message, msg
from companion.tags.tag_decks import CardCopy, Piece, TagDeck, uid_text

ONE_TAG = N_("tag {tag} is {mine} in {deck} and {theirs} in {other}: give the wrong card a new tag, then merge again")
ONE_CARD = N_(
    "{card} has tag {mine} in {deck} and {theirs} in {other}: give the wrong card a new tag, then merge again"
)
TWO_KINDS = N_("{deck} is a {kind} deck and {other} a {theirs} deck: only decks of one kind can be merged")


def merge_decks(deck: TagDeck, other: TagDeck, kind: DeckKind) -> tuple[TagDeck, Sequence[Message]]:
    """The deck with the tags of the other one, and every conflict. Alike cards are counted on.

    A card that has a tag here gets a further number if the other deck has that tag, too.
    """
    if deck.kind != other.kind:
        return deck, [msg(TWO_KINDS, deck=deck.name, kind=deck.kind, other=other.name, theirs=other.kind)]
    tags: dict[Piece, bytes] = {piece: uid for uid, piece in deck.pieces.items() if isinstance(piece, CardCopy)}
    made, conflicts = deck, []
    names = {"deck": deck.name, "other": other.name}
    same: dict[Piece, Piece] = {}  # the cards of the other deck, by what they are here
    for uid in sorted(other.pieces, key=lambda uid: (deck.piece(uid) is None, uid in other.further)):
        piece, mine = other.pieces[uid], deck.piece(uid)
        free = next((copy for copy in _alike(piece, kind) if copy not in tags), None)
        if mine is not None:
            if mine not in _alike(piece, kind):
                what = {"mine": kind.label(mine), "theirs": kind.label(piece)}
                conflicts.append(msg(ONE_TAG, tag=uid_text(uid), **what, **names))
            same[piece] = mine
        elif isinstance(piece, CardCopy) and piece in same:
            made = made.with_number(uid, same[piece])
        elif free is None:
            both = {"mine": uid_text(tags[piece]), "theirs": uid_text(uid)}
            conflicts.append(msg(ONE_CARD, card=kind.label(piece), **both, **names))
        else:
            made = made.with_number(uid, free)
            same[piece] = free
            tags |= {free: uid} if isinstance(free, CardCopy) else {}
    return made, conflicts


def _alike(piece: Piece, kind: DeckKind) -> Sequence[Piece]:
    """The piece, and those that look like it."""
    if not isinstance(piece, CardCopy):
        return [piece]
    return [piece, *(other for other in kind.pieces if isinstance(other, CardCopy) and other.card == piece.card)]
