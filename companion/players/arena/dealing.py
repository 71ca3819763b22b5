"""What the table itself does in a match of the arena: it shuffles, deals, and shows what lay unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.bonehead.layout import BONES, Layout
from companion.games.bonehead.rules import BONE, DRAWS
from companion.rules.deal import TrickState
from companion.rules.statements import DEAL, HAND, Statement
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.cards.card import Card
    from companion.match.match import Match
    from companion.rules.game import Game
    from companion.rules.referee.deals import Luck


@dataclass(frozen=True, slots=True)
class Dealing:
    """The cards of one deal: what is said of them at once, the bones by seat, and the stack, top first."""

    said: tuple[Statement, ...]
    bones: tuple[tuple[Card, ...], ...]
    stack: tuple[Card, ...]

    @classmethod
    def of(cls, match: Match, luck: Luck) -> Dealing:
        """Hands that are scanned as they are dealt; Rook's nest as well."""
        game = match.header.game
        begun, _ = game.advance(match.moment, Statement(DEAL.name))
        deck = begun.now.knowledge.deck if isinstance(begun, TrickState) else game.deck.all
        cards = _shuffled(game, deck, luck)
        said = [Statement(DEAL.name)]
        for seat, size in game.to_scan(begun):
            said.append(Statement(HAND.name, seat, tuple(cards[:size])))
            del cards[:size]
        if any(word.name == "nest" for word in game.words):
            said.append(Statement("nest", cards=tuple(cards)))
        bones = len(begun.bones) if isinstance(begun, Layout) else 0
        dealt = tuple(tuple(cards.pop() for _ in range(BONES)) for _ in range(bones))
        return cls(tuple(said), dealt, tuple(cards))

    def says(self, match: Match) -> Statement | None:
        """What the table says before a player is asked: a card is turned up, or drawn ones are scanned."""
        state = match.state
        if match.expects.words == {"up"}:
            return Statement("up", cards=(self.stack[len(state.now.talk.ups)],))
        if isinstance(state, Layout) and state.drawn and state.drawn[1]:
            (seat, due), drawn = state.drawn, len(self.stack) - state.stack
            return Statement(DRAWS.name, seat, self.stack[drawn - due : drawn])
        return None

    def shows(self, match: Match, said: Statement) -> Statement:
        """What a player says, with the face of a bone, which nobody knew."""
        if said.word != BONE.name or said.seat is None:
            return said
        return said.with_cards(self.bones[said.seat][match.state.bones[said.seat] - 1])


def _shuffled(game: Game, deck: int, luck: Luck) -> list[Card]:
    cards = list(game.deck.cards(deck))
    for last in range(len(cards) - 1, 0, -1):
        at = luck(last + 1)
        cards[at], cards[last] = cards[last], cards[at]
    return cards
