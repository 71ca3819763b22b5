"""What leaves the table before anybody has seen it: a card taken up with the pile, a trick, the last play.

The page shows it for a moment longer. Knows neither hands nor time.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.cards import Card
from companion.http.views.table import TableCards, TableSeat
from companion.match.match import Match
from companion.rules.events import DealScored, GameOver, TrickTaken
from companion.rules.tricks import TrickGame
from companion.web.view import card

SEEN_S = 1.2
"""Time to see a card, and to read its rank."""

SWEPT_S = 0.3
"""Time in which a trick goes to its taker: no card on the page moves for longer."""


def has_delayed_removal(match: Match | None) -> bool:
    """Whether the next picture takes away what was just played."""
    return match is not None and bool(cards_taken_with_pile(match) or ends_match(match) or is_full_trick(match))


def is_full_trick(match: Match) -> bool:
    """Whether a trick was just taken that is no last one of a deal: that one lies beside the score."""
    kinds = {type(event) for event in match.events}
    return TrickTaken in kinds and not kinds & {DealScored, GameOver}


def is_swept(match: Match) -> bool:
    """Whether a trick was just taken that goes to its taker: the last one of a match does, that of a deal stays."""
    return is_full_trick(match) or (ends_match(match) and isinstance(match.header.game, TrickGame))


def cards_taken_with_pile(match: Match) -> tuple[Card, ...]:
    """The cards that a person turned up, and that went into the hand with the pile; empty: none."""
    said = match.said
    if said is None or said.seat is None or said.seat in match.header.computers:
        return ()
    return said.cards if number_taken(match) else ()


def number_taken(match: Match) -> int:
    """How many cards of a pile the last statement took into a hand."""
    if match.before is None or match.events or isinstance(match.header.game, TrickGame) or pile(match):
        return 0
    return len(pile(match.before))


def ends_match(match: Match) -> bool:
    """Whether cards that were just played have ended the match, or what filled a crate."""
    played = match.said is not None and bool(match.said.cards or match.header.game.crate)
    return played and any(isinstance(event, GameOver) for event in match.events)


def pile(match: Match) -> tuple[Card, ...]:
    """The cards that lie in the middle, the top last."""
    return tuple(card for _, cards in match.header.game.shown.middle(match.moment) for card in cards)


def view_before_removal(shown: TableCards, match: Match) -> TableCards:
    """The table as people see it until the card is gone: the card lies on the pile, and no ending covers it."""
    held: TableCards = {**shown, "over": False, "ending": None}
    said, before, game = match.said, match.before, match.header.game
    if isinstance(game, TrickGame) or said is None or not said.cards or before is None or pile(match):
        return held
    lying = (*pile(before), *said.cards)
    words = {str(card) for card in lying}
    seats = [_without(words, seat) for seat in shown["seats"]]
    return {
        **held,
        "seats": seats,
        "middle": [{"who": "", "seat": None, "cards": [card(game, piece) for piece in lying], "backs": 0}],
    }


def _without(words: Collection[str], seat: TableSeat) -> TableSeat:
    """The player with these cards out of the hand."""
    held = seat.copy()
    held["hand"] = [card for card in seat["hand"] if card["word"] not in words]
    return held
