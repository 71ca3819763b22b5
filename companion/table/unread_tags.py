"""Cards whose tags do not read: which may be named with the buttons, and which were.

Three notes in the record keep everything: a card was named, was read since, or was accepted unread. So a power cut, an
undo and a repair lose nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.cards import SUIT_SIGNS, Card, CardSet, Deck
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.deal import place_of
from companion.rules.game import Choice
from companion.rules.places import OUT
from companion.rules.statements import Statement
from companion.table import words
from companion.table.modes import NeverRead
from companion.table.notes import CardNote, CardNoteKind, Note


def dead_tag(match: Match) -> Choice | None:
    """The cards that the player to move may name, by suit and then by rank; None if no card is expected."""
    tap = match.expects.tap
    if tap is None:
        return None
    whose = words.WHICH_CARD if tap.seat is None else words.card_of(match.header.names[tap.seat])
    return named_by_face(match, tap, whose)


def named_by_face(match: Match, tap: Statement, whose: str) -> Choice:
    """The cards that are not openly out of play, by suit and then by rank, each as this statement."""
    deck = match.header.game.deck
    faces = dict.fromkeys(card.face for card in deck.cards(_still_in_play(match)))
    return Choice(words.NO_READ, then=_by_suit(tap, faces, whose), asks=whose)


def after_notes(unread: tuple[Card, ...], notes: Iterable[Note], deck: Deck) -> tuple[Card, ...]:
    """The cards named and not read since, updated by these notes."""
    for note in notes:
        match note:
            case CardNote(CardNoteKind.UNREAD, card):
                unread = unread if card in unread and is_one(deck, card) else (*unread, card)
            case CardNote(CardNoteKind.READ | CardNoteKind.ACCEPTED, card) if {card, card.face} & set(unread):
                place = unread.index(card if card in unread else card.face)
                unread = unread[:place] + unread[place + 1 :]
    return unread


def never_read(match: Match, unread: tuple[Card, ...]) -> tuple[Card, ...]:
    """The unread cards that are out in this deal."""
    if not unread:
        return ()
    game = match.header.game
    both = (Counter(unread) & Counter(laid_in_deal(match))).elements()
    places = ((card, place_of(game, match.moment, card)) for card in both)
    return tuple(card for card, place in places if place is None or place.what in OUT)


def laid_in_deal(match: Match) -> tuple[Card, ...]:
    """The cards laid open since the deal began."""
    secrets = match.header.game.secrets
    return tuple(card for said in match.said_in_deal() if said.word not in secrets for card in said.cards)


def read_by(match: Match, card: Card, never: tuple[Card, ...], *, over: bool) -> Card | None:
    """The unread card that this tag stands for. None: it is another card.

    An alike card may stand for any copy, but only when the deal is `over`.
    """
    if card in never:
        return card
    return card.face if over and card.face in never and card not in laid_in_deal(match) else None


def unread_question(match: Match, unread: tuple[Card, ...]) -> NeverRead | None:
    """The question after a scored deal with unread cards: tap them, or accept them."""
    never = never_read(match, unread) if match.scored else ()
    return NeverRead(Question(words.NEVER_READ, (words.ACCEPT,)), never) if never else None


def _still_in_play(match: Match) -> CardSet:
    """All cards that do not lie open: the list reveals nothing hidden."""
    game = match.header.game
    cards = game.deck.all
    for place, lying in game.places(match.moment).items():
        if place.open and place.what in OUT:
            cards &= ~lying
    return cards


def _by_suit(tap: Statement, faces: Iterable[Card], asks: str) -> tuple[Choice, ...]:
    """A list for each suit; a card without a suit is an answer of its own."""
    suits: dict[str, list[Choice]] = {}
    lists: dict[str, Choice] = {}
    for face in faces:
        leaf = Choice(face.sign, (tap.with_cards(face),), unread=True)
        suits.setdefault(face.suit, []).append(leaf)
        name = SUIT_SIGNS.get(face.suit, face.suit)
        lists[face.suit or face.rank] = Choice(name, then=tuple(suits[face.suit]), asks=asks) if face.suit else leaf
    return tuple(lists.values())


def is_one(deck: Deck, card: Card) -> bool:
    """Whether this names one card: it has no alike cards, or its copy is named."""
    return bool(card.copy) or deck.copies(card.face).bit_count() == 1
