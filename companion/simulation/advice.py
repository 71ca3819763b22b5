"""What somebody says and plays who knows the rulebook and no more; games that ask for it have their own advice."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from companion.games.birdhead.rules import rank as height
from companion.games.bonehead.rules import ORDER
from companion.rules.statements import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards.card import Card
    from companion.match.match import Match
    from companion.rules.game import Choice, Expectation

CLAIMS_EVERY = 4
"""After so many drinks somebody claims, if a claim would be right."""


def in_order_of_use(game: str, word: str, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards that somebody would rather play, first."""
    if game == "birdhead":
        return sorted(cards, key=height, reverse=True)
    if game == "bonehead":
        return sorted(cards, key=lambda card: ORDER.index(card.rank), reverse=word == "heads")
    return cards


def words_to_say(match: Match, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
    """What is said next by words alone; empty when a card should be played instead."""
    match match.header.game.name:
        case "rook":
            return _in_the_auction(expected, hand)
        case "toriatama":
            return _over_drinks(match, expected)
        case "bonehead":
            return ()
    return next((choice.says for choice in answers(expected)), ())


def last_resort(expected: Expectation) -> tuple[Statement, ...]:
    """What is left to say where no card can be played: take the pile, move the drinks."""
    return next((choice.says for choice in answers(expected)), ())


def answers(expected: Expectation) -> Iterator[Choice]:
    """Everything that the buttons can say now, further questions answered."""
    return chain.from_iterable(choice.leaves() for choice in expected.choices)


def _in_the_auction(expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
    """The lowest bid where nobody has bid, else a pass; trump is the longest colour."""
    longest = max("BGRY", key=lambda colour: sum(card.suit == colour for card in hand))
    for choice in answers(expected):
        said = choice.says[-1]
        if said.word == "trump" and said.value[0].upper() == longest:
            return choice.says
        if said == Statement("bid", said.seat, value="70") or said.word == "pass":
            return choice.says
    return ()


def _over_drinks(match: Match, expected: Expectation) -> tuple[Statement, ...]:
    """Now and then a claim that is right; the move that fills the crate; else a drink is taken."""
    state = match.state
    if state is None or not expected.words:
        return ()
    if state.turns % CLAIMS_EVERY == 0:
        right = (choice.says for choice in answers(expected) if _is_right_claim(match, choice))
        if says := next(right, ()):
            return says
    return _moves(expected) if state.must_move else ()


def _is_right_claim(match: Match, choice: Choice) -> bool:
    said = choice.says[-1]
    if said.word != "claims" or said.seat is None:
        return False
    word, hand = said.value.split()
    return any(word in {drink.suit, drink.rank} for drink in match.state.players[said.seat].hand(hand))


def _moves(expected: Expectation) -> tuple[Statement, ...]:
    return next((choice.says for choice in answers(expected) if choice.says[-1].word == "moves"), ())
