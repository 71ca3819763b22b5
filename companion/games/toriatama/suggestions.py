"""Suggestions for Toriatama; they see every fist."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.games.toriatama.drinks import DrinksState
from companion.rules import suggestions
from companion.rules.game import Expectation
from companion.rules.statements import Statement
from companion.support.messages import N_

CLAIMS_EVERY = 4
"""Drinks between two claims, if a claim is right."""


class ToriatamaSuggestions(suggestions.Suggestions):
    """Claims now and then."""

    instead_of_hints = N_("Take a drink. Whoever knows where one like the last is claims it.")

    def says(self, state: DrinksState | None, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """Now and then a right claim; the move that fills the crate; else nothing, and a drink is taken."""
        if state is None or not expected.words:
            return ()
        answers = [choice.says for choice in expected.answers()]
        claims = [] if state.turns % CLAIMS_EVERY else [says for says in answers if _is_right_claim(state, says[-1])]
        moves = [says for says in answers if says[-1].word == "moves"] if state.must_move else []
        return next(iter((*claims, *moves)), ())


def _is_right_claim(state: DrinksState, said: Statement) -> bool:
    if said.word != "claims" or said.seat is None:
        return False
    word, hand = said.value.split()
    return any(word in {drink.suit, drink.rank} for drink in state.players[said.seat].hand(hand))
