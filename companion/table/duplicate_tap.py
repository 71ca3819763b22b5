"""A card that is out already is tapped again: what is told of it, by the place where it lies.

A place that is not open is not told; "{0}" in a sentence stands for the name of the player in the first seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.places import OUT, Place, What
from companion.rules.referee.verdicts import CARD_USED, Rule
from companion.support.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards.card import Card
    from companion.match.match import Match

TWIN = "Not it? Twin tags"
"""What to think when another card was tapped: two tags stand for one card."""

CLOSED_TRICK = Rule(CARD_USED.name, "It was played in an earlier trick.", "PLAYED", TWIN)

TOLD = {
    What.TRICK: Rule(CARD_USED.name, "It lies in this trick already.", "LIES THERE", "Tap another card"),
    What.TURNED_UP: Rule(CARD_USED.name, "It was turned up in this deal.", "TURNED UP", "Tap another card"),
    What.PILE: Rule(CARD_USED.name, "It lies in the pile already.", "IN PILE", "Tap another card"),
    What.CLEARED: Rule(CARD_USED.name, "It was cleared away with the pile.", "CLEARED", TWIN),
}


def told_apart(match: Match, cards: Sequence[Card]) -> Rule:
    """Which of these cards is out already, and where it lies, as far as all may know it."""
    game = match.header.game
    found = (game.lies(match.moment, card) for card in cards)
    place = next((place for place in found if place is not None and place.what in OUT), None)
    return CARD_USED if place is None else _told(place)


def _told(place: Place) -> Rule:
    if place.what is What.TAKEN:
        by_whom = f"{{{place.seat}}} played it in trick {place.number}."
        return replace(CLOSED_TRICK, sentence=by_whom) if place.open else CLOSED_TRICK
    return TOLD.get(place.what, CARD_USED)
