"""A card that two readers read as two numbers: the table asks which card it is, and its deck keeps both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.cards import Card
from companion.inputs.inputs import Stranger
from companion.inputs.questions import Question
from companion.rules.game import Choice
from companion.support.messages import N_
from companion.support.values import replace
from companion.table.card_naming import card_of, count_card, dead_tag_now
from companion.table.effects import SaveDeck
from companion.table.modes import Menu, answer_first
from companion.table.reply import Outcome, Reply
from companion.table.state import Table, with_shelf
from companion.table.unread_tags import is_one
from companion.tags.tag_decks import UID_BYTES, CardCopy, TagDeck

WHICH_CARD_IS_IT, TAP_ELSEWHERE = N_("Which card is this?"), N_("tap it elsewhere")
ELSEWHERE = Choice(TAP_ELSEWHERE, wants_card=True)
"""A tap of the card at a reader that knows it."""


def which_card(table: Table, tag: Stranger, reader: int) -> Reply | None:
    """The question which card has this tag: a choice answers it, or a tap of the card at another reader.

    None: no card is due that could have it, since those of the deck have numbers of this length, and all readers here
    read a tag as the same number.
    """
    if tag.deck or len(tag.uid) not in UID_BYTES or not table.in_play or answer_first(table.mode):
        return None
    if table.begun.named is not None:
        return None
    named = dead_tag_now(table)
    if named is None or next(_copies(table, tag.uid), None) is None:
        return None
    answers = (*_fitting(table, named.then, tag.uid), ELSEWHERE)
    question = Question(WHICH_CARD_IS_IT, tuple(choice.label for choice in answers))
    mode = Menu(question, answers, table.choosing, uid=tag.uid, reader=reader)
    return Reply(replace(table, mode=mode, overlay=None), Outcome.PART)


def take_card(table: Table, card: Card, number: bytes) -> Reply:
    """Count this card, and keep this number as one of its tag; a card that does not count gets no number."""
    reply = count_card(table, card)
    deck, copy = _deck(reply.table), next(_copies(reply.table, number, card), None)
    if deck is None or copy is None or not reply.effects:
        return reply
    both = deck.with_number(number, copy)
    shelf = reply.table.house.shelf.with_deck(both, finished=True)
    return replace(reply, table=with_shelf(reply.table, shelf), effects=(SaveDeck(both), *reply.effects))


def _fitting(table: Table, choices: Iterable[Choice], number: bytes) -> Iterator[Choice]:
    """The cards in these lists that may have this number. Leaves out alike cards, which nobody can tell apart."""
    deck = table.playing.header.game.deck
    for choice in choices:
        if further := tuple(_fitting(table, choice.then, number)):
            yield replace(choice, then=further)
        elif choice.says:
            (card,) = choice.says[-1].cards
            if is_one(deck, card) and next(_copies(table, number, card), None):
                yield choice


def _copies(table: Table, number: bytes, card: Card | None = None) -> Iterator[CardCopy]:
    """The cards of the deck in play that may have this number; with a `card` only its copies."""
    match, deck = table.playing, _deck(table)
    if deck is None:
        return
    for piece in deck.pieces.values():
        if isinstance(piece, CardCopy) and (table.house.mixed_readers or deck.lacks(piece, number)):
            meant = card_of(match, piece)
            if meant is not None and card in {None, meant}:
                yield piece


def _deck(table: Table) -> TagDeck | None:
    return table.house.shelf.in_play(table.playing.header.game.deck_kind)
