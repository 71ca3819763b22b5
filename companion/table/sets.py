"""The cards of one play: tapped one by one or laid side by side, until the play is complete.

A play of a fixed number of cards is complete at that number. A set, as many alike cards as its player likes, stays
open: a card of another rank is the next player's and closes it, a further one of its rank may be either's and is
asked for, OK closes it, and it closes by itself when no card could join it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee.verdicts import CARD_COUNT, CARD_USED, NOT_IN_HAND, Illegal
from companion.table.inputs import Cue
from companion.table.questions import AGAIN, Question
from companion.table.speaking import NO_CARD_NOW, refused, say
from companion.table.table import Reply, Table

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.referee.verdicts import Rule
    from companion.statements import Statement

LOUDER = (Cue.OVER, Cue.REVOKE, Cue.SCORE, Cue.TRICK, Cue.ACCEPTED, Cue.PART, Cue.NONE)


def laid(table: Table, cards: tuple[Card, ...], *, beside: bool = False) -> Reply:
    """Cards are laid down: the first of a play, further ones of it, or the next player's.

    `beside` says that the same hand laid them as the cards before.
    """
    if table.playing.expects.tap is None:
        return refused(table, _signs(cards), NO_CARD_NOW)
    if set(cards) & set(table.gathered):
        return refused(table, _signs(cards), CARD_USED)
    if not table.open_set:
        return joined(table, cards)
    alike = all(card.rank == table.gathered[0].rank for card in cards)
    if not alike or _refusal(table, (*table.gathered, *cards)):
        return handed_on(table, cards)
    own = beside or handed_on(table, cards).cue is Cue.REFUSED
    return joined(table, cards) if own else _asked(table, cards)


def joined(table: Table, cards: tuple[Card, ...]) -> Reply:
    """These cards belong to the play that is being laid; a complete one is said, a part is noted."""
    expected = table.playing.expects
    every = (*table.gathered, *cards)
    rule = _refusal(table, every)
    if len(every) < expected.pieces[0] and rule not in {None, CARD_COUNT}:
        assert rule is not None
        return refused(table, _signs(cards), rule, expected.seats[0])
    if len(every) < expected.pieces[0] or (rule is None and _can_grow(table, every)):
        notes = tuple(f"; tapped {card}" for card in cards)
        return Reply(replace(table, gathered=every, overlay=None, question=None), notes, Cue.PART)
    return say(table, _statements(table, every))


def closed(table: Table) -> Reply:
    """The open set is all that its player lays."""
    return say(table, _statements(table, table.gathered))


def handed_on(table: Table, cards: tuple[Card, ...]) -> Reply:
    """The open set is closed, and these cards are the next player's; if they are refused it stays open.

    What the set itself leads to, the end of the game or a question, comes before any further card.
    """
    first = closed(table)
    if first.table.question is not None or first.table.playing.expects.tap is None:
        return first
    return together(table, first, laid(first.table, cards))


def together(table: Table, first: Reply, then: Reply) -> Reply:
    """Two replies in a row as one; a refusal leaves the table as it was before both."""
    if then.cue is Cue.REFUSED:
        return Reply(replace(table, overlay=then.table.overlay), cue=Cue.REFUSED)
    return Reply(then.table, (*first.lines, *then.lines), min(first.cue, then.cue, key=LOUDER.index))


def _asked(table: Table, cards: tuple[Card, ...]) -> Reply:
    """Whose card this is, when it fits the open set and the next player could play it as well."""
    names = table.playing.header.names
    own, following = (names[one.playing.expects.seats[0]] for one in (table, closed(table).table))
    title = f"{_signs(cards)} again"
    question = Question(AGAIN, title, (f"{own}'s set", f"{following} plays it"), cards=cards)
    return Reply(replace(table, question=question, overlay=None), cue=Cue.PART)


def _statements(table: Table, cards: tuple[Card, ...]) -> tuple[Statement, ...]:
    expected = table.playing.expects
    assert expected.tap is not None
    return (*expected.implied, expected.tap.with_cards(*cards))


def _refusal(table: Table, cards: tuple[Card, ...]) -> Rule | None:
    """The rule that these cards would break as a whole play."""
    *implied, play = _statements(table, cards)
    match = table.playing
    for statement in implied:
        match, _ = match.say(statement)
    verdict = match.header.game.judge(match.moment, play)
    return verdict.rule if isinstance(verdict, Illegal) else None


def _can_grow(table: Table, cards: tuple[Card, ...]) -> bool:
    """Whether one more alike card could join; where hands are scanned, what they hold must not be told by it."""
    deck, expected = table.playing.header.game.deck, table.playing.expects
    if len(cards) >= (expected.limit or expected.pieces[1]):
        return False
    alike = dict.fromkeys(card.face for card in deck.cards_in_order if card.rank == cards[-1].rank)
    refusals = (_refusal(table, (*cards, card)) for card in alike)
    return any(rule is None or (rule is NOT_IN_HAND and bool(table.scanned)) for rule in refusals)


def _signs(cards: tuple[Card, ...]) -> str:
    return " ".join(card.sign for card in cards)
