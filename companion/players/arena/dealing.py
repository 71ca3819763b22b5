"""What the table itself does in a match of the arena: it shuffles, deals, and shows what lay unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.dealer import dealer_for
from companion.rules.statements import DEAL, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards.card import Card
    from companion.match.match import Match
    from companion.rules.game import Game
    from companion.rules.referee.deals import Luck


class Dealing:
    """One deal of a match: `match` after everything that was said, hands and nest scanned as they are dealt."""

    def __init__(self, match: Match, cards: Sequence[Card]) -> None:
        self.match = match
        game = match.header.game
        begun, _ = game.advance(match.moment, Statement(DEAL.name))
        self._dealer = dealer_for(game, begun, cards, game.to_scan(begun))
        for said in (Statement(DEAL.name), *self._dealer.open_story()):
            self._say(said)

    def says(self) -> Statement | None:
        """What the table says before a player is asked: a card is turned up, or drawn ones are scanned."""
        return self._dealer.says(self.match.expects)

    def hear(self, said: Statement) -> Statement:
        """Apply a right statement; gives it with the face of a card that was chosen unseen."""
        said = self._dealer.shows(said)
        self._say(said)
        assert self.match.said is not None
        self._dealer.hear(said, self.match.state, self.match.events)
        return said

    def _say(self, said: Statement) -> None:
        self.match, answer = self.match.say(said)
        assert answer.applied, f"{said}: {answer.verdict}"


def shuffled(game: Game, luck: Luck) -> list[Card]:
    """The whole deck of a game in an order of chance."""
    cards = list(game.deck.cards_in_order)
    for last in range(len(cards) - 1, 0, -1):
        at = luck(last + 1)
        cards[at], cards[last] = cards[last], cards[at]
    return cards
