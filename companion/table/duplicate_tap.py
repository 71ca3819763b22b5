"""The refusal of a card that is out already, by the place where it lies.

A hidden place is not named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.places import OUT, Place, What
from companion.rules.referee.verdicts import CARD_USED, Rule
from companion.support.values import replace
from companion.table import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card
    from companion.match.match import Match


def rule_of_used_card(match: Match, cards: Sequence[Card]) -> Rule:
    """The rule for the first of these cards that is out; it names an open place only."""
    game = match.header.game
    found = (game.lies(match.moment, card) for card in cards)
    place = next((place for place in found if place is not None and place.what in OUT), None)
    return CARD_USED if place is None else _told(place)


def _told(place: Place) -> Rule:
    if place.what is What.TAKEN:
        by_whom = words.played_by(place.seat, place.number)
        return replace(words.CLOSED_TRICK, sentence=by_whom) if place.open else words.CLOSED_TRICK
    return words.LIES.get(place.what, CARD_USED)
