"""Suggestions for Toriatama; they see every fist."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.games.toriatama.drinks import Drinker, DrinksState
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.statements import Statement
from companion.support.messages import N_, msg

CLAIMS_EVERY = 4
"""Drinks between two claims, if a claim is right."""


class ToriatamaSuggestions(suggestions.Suggestions):
    """Claims now and then."""

    instead_of_hints = N_("Take a drink. Before that, who holds one like the last may claim it.")

    def says(self, state: DrinksState | None, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """Now and then a right claim; the move that fills the crate; else nothing, and a drink is taken."""
        if state is None or not expected.words:
            return ()
        answers = [choice.says for choice in expected.answers()]
        claims = [] if state.turns % CLAIMS_EVERY else [says for says in answers if _is_right_claim(state, says[-1])]
        moves = [says for says in answers if says[-1].word == "moves"] if state.must_move else []
        return next(iter((*claims, *moves)), ())

    def reason(self, game: Game, state: DrinksState, said: Statement, own: Sequence[Card]) -> str:
        """What that hand holds, why the crate is full, or what a drink brings into it. The player has seen all."""
        player = state.players[said.by] if state.players else Drinker()
        if said.word == "claims":
            word, hand = said.value.split()
            held = next(drink for drink in player.hand(hand) if word in {drink.suit, drink.rank})
            return msg("there you hold the {colour} {shape}", colour=msg(held.suit), shape=msg(held.rank))
        if said.word == "moves":
            return msg("your turn moves a drink into the last place of your crate")
        if said.word != "takes" or not said.cards:
            return ""
        new = said.cards[0]
        colour = all(drink.suit != new.suit for drink in player.drinks)
        shape = all(drink.rank != new.rank for drink in player.drinks)
        return NEW[colour, shape]


NEW = {
    (True, True): msg("its colour and its shape are new to you: two points"),
    (True, False): msg("its colour is new to you: a point"),
    (False, True): msg("its shape is new to you: a point"),
    (False, False): msg("it brings no point, but few can claim it"),
}
"""Why a drink is taken: whether its colour and its shape are new to the player."""


def _is_right_claim(state: DrinksState, said: Statement) -> bool:
    if said.word != "claims" or said.seat is None:
        return False
    word, hand = said.value.split()
    return any(word in {drink.suit, drink.rank} for drink in state.players[said.seat].hand(hand))
