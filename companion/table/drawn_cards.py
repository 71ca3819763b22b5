"""Cards that came into a hand unseen: tapped, face down, before the next player's card, or not at all.

A drawn card comes from the stack, the next player's card from a hand that was scanned whole: the place of a card tells
which it is. Nothing here depends on its face or shows it.
"""

from __future__ import annotations

from itertools import takewhile

from companion.cards import Card, Seat
from companion.match.match import Match
from companion.rules.game import Draw, deals
from companion.rules.statements import DEAL, Secret, Statement, undo_of
from companion.support.values import replace
from companion.table import computer_seats, several_cards, words
from companion.table.apply_statements import note_part, refuse, say
from companion.table.notes import CardNoteKind
from companion.table.reply import Reply
from companion.table.state import Table


def scanned_cards(table: Table, cards: tuple[Card, ...]) -> tuple[Statement, ...]:
    """The statements of cards while a hand is scanned; empty if none is."""
    scanning = table.scanning()
    if scanning is None:
        return ()
    deal = (Statement(DEAL.name),) if table.playing.deal_due else ()
    return (*deal, *(Statement("dealt", scanning[0], (card,)) for card in cards))


def draw(table: Table, cards: tuple[Card, ...], by: Seat | None = None) -> Reply | None:
    """The reply to drawn cards, which also close the set before them; None if these were not drawn.

    After a player tag they can only be drawn or given `by` this player.
    """
    if _tapped_again(table, cards):
        return refuse(table, "", words.DEALT_TWICE)
    first = several_cards.close_set(table) if table.open_set else None
    now = first.table if first else table
    drawing = tuple(draw for draw in now.drawing if by in (None, draw.says.seat))
    if not drawing:
        return None
    deck = table.playing.header.game.deck
    tapped, every = deck.set(cards), deck.set((*table.begun.drawn, *cards))
    possible = [draw for draw in drawing if tapped & draw.among]
    if not possible:
        return None
    if tapped & ~possible[0].among:
        return refuse(table, "", words.ONE_AT_A_TIME)
    if every & ~possible[0].among:
        return refuse(table, "", words.OTHER_HAND)
    return several_cards.combine(table, first or Reply(table), _drew(now, possible[0], cards))


def are_drawn(table: Table, cards: tuple[Card, ...]) -> bool:
    """Whether one of these cards comes from where somebody draws now: nobody may see its face."""
    now = several_cards.close_set(table).table if table.open_set else table
    tapped = table.playing.header.game.deck.set(cards)
    return any(tapped & draw.among for draw in now.drawing if draw.seat == draw.says.seat)


def gives(table: Table, seat: Seat) -> bool:
    """Whether this seat is to give cards to somebody."""
    return any(draw.seat != draw.says.seat == seat for draw in table.playing.expects.draws)


def _tapped_again(table: Table, cards: tuple[Card, ...]) -> bool:
    """Whether one of these cards has just gone into a hand that may not play. False once all cards are given."""
    match = table.playing
    said, secrets = match.said, match.header.game.secrets
    if said is None or said.word not in secrets or table.begun.gathered or said.seat in match.expects.seats:
        return False
    if secrets[said.word] is Secret.GIVEN and said.word not in match.expects.words:
        return False
    return not set(cards).isdisjoint(said.cards)


def _drew(table: Table, draw: Draw, cards: tuple[Card, ...]) -> Reply:
    """Note a card of the draw; the last one says them all."""
    if set(cards) & set(table.begun.drawn):
        return refuse(table, "", words.DEALT_TWICE, draw.seat)
    every = (*table.begun.drawn, *cards)
    if len(every) < draw.cards:
        return note_part(table, replace(table.begun, drawn=every), CardNoteKind.DRAWN, cards)
    return say(table, _statements(table.playing, draw.says.with_cards(*every)))


def _statements(match: Match, said: Statement) -> tuple[Statement, ...]:
    """The statements of this draw. A nest belongs right after the deal: the bidding is undone and said again."""
    if before := computer_seats.table_statements(match):
        return (*before, said)
    if match.say(said)[1].applied:
        return (said,)
    bidding = tuple(takewhile(lambda spoken: not deals(match.header.game, spoken.word), match.said_so_far()))
    return (undo_of(len(bidding)), said, *reversed(bidding))
