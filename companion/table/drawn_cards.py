"""Cards drawn into a scanned hand: tapped, face down, before the next player's card, or not at all.

A drawn card comes from the stack, the next player's card from a hand that was scanned whole: the place of a card tells
which it is. Nothing here depends on its face or shows it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from companion.inputs.inputs import Cue
from companion.rules.statements import Statement
from companion.support.values import replace
from companion.table import words
from companion.table.apply_statements import refused, say
from companion.table.several_cards import close_set, combine
from companion.table.state import DRAWN, Reply, Table

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.match.match import Match
    from companion.rules.game import Draw


def scanned_cards(table: Table, cards: tuple[Card, ...]) -> tuple[Statement, ...]:
    """The statements of cards while a hand is scanned; empty if none is."""
    scanning = table.scanning()
    if scanning is None:
        return ()
    deal = tuple(said for said in table.playing.expects.implied if said.word == "deal")
    return (*deal, *(Statement("dealt", scanning[0], (card,)) for card in cards))


def draw(table: Table, cards: tuple[Card, ...]) -> Reply | None:
    """The reply to drawn cards, which also close the set before them; None if these were not drawn."""
    if _tapped_again(table, cards):
        return refused(table, "", words.DEALT_TWICE)
    first = close_set(table) if table.open_set else Reply(table)
    draw = first.table.drawing
    if draw is None:
        return None
    tapped = table.playing.header.game.deck.set(cards)
    if not tapped & draw.among:
        return None
    if tapped & ~draw.among:
        return refused(table, "", words.ONE_AT_A_TIME)
    return combine(table, first, _drew(first.table, draw, cards))


def _tapped_again(table: Table, cards: tuple[Card, ...]) -> bool:
    """Whether one of these was the last to go into a hand that may not play now."""
    said, secrets = table.playing.said, table.playing.header.game.secrets
    if said is None or said.word not in secrets or table.begun.gathered or said.seat in table.playing.expects.seats:
        return False
    return not set(cards).isdisjoint(said.cards)


def _drew(table: Table, draw: Draw, cards: tuple[Card, ...]) -> Reply:
    """Note a card of the draw; the last one says them all."""
    if set(cards) & set(table.begun.drawn):
        return refused(table, "", words.DEALT_TWICE, draw.seat)
    every = (*table.begun.drawn, *cards)
    if len(every) < draw.cards:
        notes = tuple(f"{DRAWN}{card}" for card in cards)
        begun = replace(table.begun, drawn=every)
        return Reply(replace(table, begun=begun, mode=table.choosing, overlay=None), notes, Cue.PART)
    return say(table, _told(table.playing, draw.says.with_cards(*every)))


def _told(match: Match, said: Statement) -> tuple[Statement, ...]:
    """The statements for it. The nest belongs right after the deal: it is put there, and the bidding is said again."""
    if match.say(said)[1].applied:
        return (said,)
    moments = (moment.said for moment in match.story() if moment.said is not None)
    bidding = tuple(takewhile(lambda one: one.word not in match.header.game.dealing, moments))
    return (Statement("undo", value=str(len(bidding))), said, *reversed(bidding))
