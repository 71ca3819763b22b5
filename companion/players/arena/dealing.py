"""The table in an arena match: shuffles, deals, and shows cards that were unseen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.match.match import Match
from companion.rules.dealer import dealer_for
from companion.rules.statements import DEAL, Statement


class Dealing:
    """One deal of a match. `match` is the current one; hands and nest are scanned while they are dealt."""

    def __init__(self, match: Match, cards: Sequence[Card]) -> None:
        self.match = match
        game = match.header.game
        begun, _ = game.advance(match.moment, Statement(DEAL.name))
        self._dealer = dealer_for(game, begun, cards, game.to_scan(begun))
        for said in (Statement(DEAL.name), *self._dealer.open_story()):
            self._say(said)

    def says(self) -> Statement | None:
        """The next statement of the table, if it comes before a player's: a card turned up, or drawn cards."""
        return self._dealer.says(self.match.expects)

    def shows(self, said: Statement) -> Statement:
        """The statement with the faces of cards that its player chose unseen."""
        return self._dealer.shows(said)

    def hear(self, said: Statement) -> Statement:
        """Apply a right statement. Returns it with the faces of cards that the player chose unseen."""
        said = self.shows(said)
        self._say(said)
        assert self.match.said is not None
        self._dealer.hear(said, self.match.state, self.match.events)
        return said

    def _say(self, said: Statement) -> None:
        self.match, answer = self.match.say(said)
        assert answer.applied, f"{said}: {answer.verdict}"
