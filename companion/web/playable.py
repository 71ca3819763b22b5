"""The hand that the page shows: whose it is, which of its cards may be laid now, and why others may not."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import CardSet, Seat
from companion.match.match import Match
from companion.players.seat_view import SeatView
from companion.rules.game import Game
from companion.rules.referee.verdicts import Illegal, OnTrust, Rule
from companion.rules.statements import Statement
from companion.rules.tricks import TrickGame
from companion.simulation.hints import with_implied
from companion.simulation.next_steps import givers
from companion.simulation.open_deal import OpenDeal
from companion.support.caching import forgettable, memoize
from companion.support.messages import tr
from companion.table.asked import own_seat, seat_asked
from companion.table.state import Table


def seat_of_hand(table: Table, cards: OpenDeal | None) -> Seat:
    """The seat whose hand the page shows: while people give cards away in any order, the next who has to."""
    seats = givers(table.playing, cards) if cards is not None and not table.scored else ()
    return own_seat(table) if not seats or seat_asked(table) in seats else seats[0]


def turns_up(table: Table, cards: OpenDeal | None) -> bool:
    """Whether the top of the stack is to be turned up now."""
    tap, choices = table.playing.expects.tap, table.playing.expects.choices
    if not _goes_on(table) or choices or tap is None or tap.seat is not None:
        return False
    return cards is not None and bool(cards.stack)


def _goes_on(table: Table) -> bool:
    """Whether the deal is played: it is not scored, no hand is scanned, and the box has no question."""
    return not table.scored and table.question is None and table.scanning() is None


def dealer_at_work(table: Table, cards: OpenDeal | None) -> Seat | None:
    """The computer that deals, and turns one up now. None: a person does, or nobody."""
    dealer = seat_asked(table)
    return dealer if turns_up(table, cards) and dealer in table.playing.header.computers else None


def turns_up_yourself(table: Table, cards: OpenDeal | None) -> bool:
    """Whether a person at this page turns up the top of the stack."""
    return turns_up(table, cards) and dealer_at_work(table, cards) is None


def playable(table: Table, cards: OpenDeal | None) -> list[str] | None:
    """The words of the own cards that may be laid now, from what the own seat knows. None: it is not known.

    Empty while the top of the stack is turned up. Where alike cards may be laid together: those that may be laid
    alone, or beside those that lie there.
    """
    if turns_up_yourself(table, cards):
        return []
    me, tap = seat_of_hand(table, cards), table.tap
    if cards is None or not _goes_on(table) or tap is None or tap.seat != me or me in table.playing.header.computers:
        return None
    if me in givers(table.playing, cards) or table.playing.expects.least_cards != 1:
        return None
    game = table.playing.header.game
    state = with_implied(game, _view_from(table.playing, me).state)
    own, laid = cards.hands[me] or cards.heads[me], table.begun.gathered  # bones are known to nobody
    hand = game.deck.set(own)
    return [str(card) for card in own if _rule_against(game, state, tap.with_cards(*laid, card), hand) is None]


def why_not_all(table: Table, cards: OpenDeal | None) -> str:
    """Why some cards of a person who leads, or cannot follow, may not be played. Empty: all may, or only one may."""
    match, tap, may = table.playing, table.tap, playable(table, cards) or ()
    if len(may) <= 1 or cards is None or tap is None or not isinstance(match.header.game, TrickGame):
        return ""
    barred = next((card for card in cards.own(seat_of_hand(table, cards)) if str(card) not in may), None)
    return "" if barred is None else _why_not(match, cards, tap.with_cards(barred))


def why_barred(table: Table, cards: OpenDeal | None, words: Sequence[str]) -> str:
    """Why this card of the own hand may not be played, where the table can only trust that it may. Empty: no reason."""
    may, tap = playable(table, cards), table.tap
    if may is None or cards is None or tap is None or len(words) != 1:
        return ""
    barred = next((card for card in cards.own(seat_of_hand(table, cards)) if str(card) == words[0] not in may), None)
    if barred is None or not isinstance(table.playing.say(tap.with_cards(barred))[1].verdict, OnTrust):
        return ""
    return _why_not(table.playing, cards, tap.with_cards(barred))


def _why_not(match: Match, cards: OpenDeal, said: Statement) -> str:
    """Why the own hand may not be used for this play, as a refusal says it."""
    game = match.header.game
    state = with_implied(game, _view_from(match, said.by).state)
    rule = _rule_against(game, state, said, game.deck.set(cards.own(said.by)))
    return tr(game.shown.reason(state, rule, said.cards).sentence) if rule else ""


@memoize
def _view_from(match: Match, seat: Seat) -> SeatView:
    """What a seat knows, asked several times of one moment; continued from an earlier one."""
    view = _known[seat] = SeatView.of(match, seat, _known.get(seat))
    return view


_known: dict[Seat, SeatView] = forgettable()
"""The latest of each seat."""


def _rule_against(game: Game, state: object, said: Statement, hand: CardSet) -> Rule | None:
    """The rule that this play breaks if its player holds this hand. None: it may be laid."""
    verdict = game.judge(state, said)
    if isinstance(verdict, Illegal):
        return verdict.rule
    left = hand & ~game.deck.set(said.cards)
    promises = verdict.promises if isinstance(verdict, OnTrust) else ()
    broken = (promise.rule for promise in promises if promise.seat == said.seat and promise.holds_none_of & left)
    return next(broken, None)
