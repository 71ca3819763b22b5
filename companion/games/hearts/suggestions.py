"""Suggestions for Hearts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.hearts.passing import MOON, NUMBER, OTHERS_ADD, OWN_MINUS
from companion.games.hearts.rules import HEARTS, JACK, QUEEN, RANKS, height, points_of, score
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.statements import PASSES, PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.support.messages import msg, msg_n

NEAR = 18
"""From this many points on, a player who alone has taken points may shoot the moon."""


HIGH = RANKS.index("10")


class HeartsSuggestions(suggestions.Suggestions):
    """Avoids points."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """Low cards first, and points before others of the same rank."""
        return sorted(cards, key=lambda card: (height(card), -points_of(card)))

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """() if a card is expected: the first lead implies that all have passed. For the moon the first answer."""
        return () if expected.tap is not None else next((answer.says for answer in expected.answers()), ())

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Three cards to pass: the queen of spades, then the highest."""
        return tuple(sorted(hand, key=lambda card: (card == QUEEN, height(card), points_of(card)))[-NUMBER:])

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Also why cards are passed, what the moon does, and what a discard costs others."""
        if said.word == PASSES and said.cards:
            if QUEEN in said.cards:
                return msg("the queen costs 13, and high cards take tricks")
            if all(height(card) >= HIGH for card in said.cards):
                return msg("high cards take tricks")
            return msg("with a shorter suit you can discard sooner")
        if said.word == MOON:
            return _why_moon(state, said)
        lies = state.now.tricks[-1].plays if said.word == PLAY and said.cards and len(own) > 1 else ()
        if lies and lies[0].cards[0].suit == said.cards[0].suit and (why := _why_it_takes(state, said, own)):
            return why
        usual = super().reason(game, state, said, own)
        points = points_of(said.cards[0]) if lies and lies[0].cards[0].suit != said.cards[0].suit else 0
        if points:
            return msg_n(
                "{usual}; {n} point for who takes it", "{usual}; {n} points for who takes it", points, usual=usual
            )
        return usual

    def reason_of_lead(self, game: TrickGame[Any], state: Any, said: Statement, own: Sequence[Card]) -> str:
        """How likely it is that another card takes the trick."""
        card = said.cards[0]
        (above, out), suit = suggestions.still_out(game, state, said, own), game.shown.suit_name(card.suit)
        if len(state.now.tricks) == 1:
            return msg("it leads the first trick")
        if not out:
            return msg("nobody else has {suit}", suit=suit)
        if card.suit == "H" and not above and _may_shoot(state, said.by):
            return msg("it takes a heart from who may take them all")
        if not above:
            return msg("the others have nothing higher in {suit}", suit=suit)
        return suggestions.how_many_are_higher(suit, above, out)


def _why_moon(state: Any, said: Statement) -> str:
    """What the shooter of the moon gains by this choice."""
    if said.value != OWN_MINUS:
        return msg("26 for each of the others")
    adds = score(HEARTS.points_taken(state), HEARTS.jack_taker(state), {**state.setup.options, "moon": OTHERS_ADD})
    totals = tuple(before + points for before, points in zip(state.totals, adds, strict=True))
    won = HEARTS.winners_of(state, totals)
    lost = won and said.seat not in won
    return msg("so that the moon does not cost you the game") if lost else msg("26 off your own total")


def _why_it_takes(state: Any, said: Statement, own: Sequence[Card]) -> str:
    """Why a card that follows suit is played although it is the highest of the trick so far. Empty: it is not."""
    card, lies = said.cards[0], [play.cards[0] for play in state.now.tricks[-1].plays]
    best = max(height(other) for other in lies if other.suit == card.suit)
    if height(card) < best:
        return ""
    others = [other for other in own if other.suit == card.suit and other != card]
    if not others:
        return msg("it is your only card of this suit")
    points = sum(map(points_of, (*lies, card)))
    if points and _may_shoot(state, said.by):
        return msg("it takes points from who may take them all")
    if JACK in (*lies, card) and state.setup.options["jack"] == "minus-10":
        return msg("the jack of diamonds takes 10 points off")
    if not points and len(lies) + 1 == state.setup.seats:
        return msg("you play last, and no points lie there")
    if all(height(other) > best for other in others):
        if height(card) < min(map(height, others)):
            return msg("you have no lower one")
        return msg("you have none that stays below")
    if height(card) > max(map(height, others)):
        return msg("it gets rid of your highest card of this suit")
    return ""


def _may_shoot(state: Any, seat: int) -> bool:
    """Whether another player has all points that were taken, and many."""
    taken = HEARTS.points_taken(state)
    return max(taken) == sum(taken) >= NEAR and taken[seat] < max(taken)
