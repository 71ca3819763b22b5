"""What the table itself does in a match of the arena: it shuffles, deals, and turns cards up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.statements import DEAL, HAND, Statement
from companion.values import dataclass

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.games.game import Game
    from companion.match import Match
    from companion.referee.deals import Luck


@dataclass(frozen=True, slots=True)
class Dealing:
    """The cards of one deal: what is said of them at once, and the stack that is left, top first."""

    said: tuple[Statement, ...]
    stack: tuple[Card, ...]

    @classmethod
    def of(cls, match: Match, luck: Luck) -> Dealing:
        """Hands that are scanned as they are dealt; Rook's nest as well."""
        game = match.header.game
        begun, _ = game.advance(match.moment, Statement(DEAL.name))
        cards = _shuffled(game, begun.now.knowledge.deck, luck)
        said = [Statement(DEAL.name)]
        for seat, size in game.to_scan(begun):
            said.append(Statement(HAND.name, seat, tuple(cards[:size])))
            del cards[:size]
        if any(word.name == "nest" for word in game.words):
            said.append(Statement("nest", cards=tuple(cards)))
        return cls(tuple(said), tuple(cards))

    def turns_up(self, match: Match) -> Statement:
        """What the table says where no player is asked: the next card of the stack is turned up."""
        assert match.expects.words == {"up"}, f"the arena has no word for {match.expects.headline}"
        return Statement("up", cards=(self.stack[len(match.state.now.talk.ups)],))


def _shuffled(game: Game, deck: int, luck: Luck) -> list[Card]:
    cards = list(game.deck.cards(deck))
    for last in range(len(cards) - 1, 0, -1):
        at = luck(last + 1)
        cards[at], cards[last] = cards[last], cards[at]
    return cards
