"""The novice of BirdHead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.birdhead.rules import rank
from companion.rules.suggestions import Novice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card


class BirdHeadNovice(Novice):
    """Throws high cards first."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards from high to low."""
        del word
        return sorted(cards, key=rank, reverse=True)
