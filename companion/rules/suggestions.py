"""Suggestions for the simulated table's hints: what somebody would play who knows the rulebook and no strategy.

The common ones are the first card that may be played, else the first answer. A game where that plays badly has its own
(`GameEntry.suggestions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Seat
from companion.rules.deal import Play, Trick, TrickState
from companion.rules.game import Expectation, Game
from companion.rules.partners import partner_of
from companion.rules.places import What
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.support.messages import N_, msg, msg_n
from companion.support.values import replace


class Suggestions:
    """`instead_of_hints` is shown if a hint would reveal hidden cards. Empty: give hints."""

    instead_of_hints: str = ""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards sorted by preference for this word, best first."""
        return cards

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """The next statements without cards. () if a card should be tapped instead, which comes first if one may be."""
        return () if PLAY in expected.words and hand else self.last_resort(expected)

    def last_resort(self, expected: Expectation) -> tuple[Statement, ...]:
        """The statements if no card can be played, such as taking the pile. () if there are none."""
        return next((choice.says for choice in expected.answers()), ())

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a hand that are laid aside in secret. () in most games."""
        return ()

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """What the rules say for a right statement of a player who has these cards, in a few words. Empty: nothing.

        By default: what a card does in the trick, or how high a lead is in its suit.
        """
        if not isinstance(game, TrickGame) or said.word != PLAY or not said.cards:
            return ""
        if len(own) == 1:
            return msg("it is your last card")
        trick = state.now.tricks[-1]
        return _reason_in_trick(game, state, said, own) if trick.plays else self.reason_of_lead(game, state, said, own)

    def reason_of_lead(self, game: TrickGame[Any], state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Why this card is led: nobody has a higher one, it draws trumps, or it gives little away."""
        card, trump = said.cards[0], game.shown.trump(state)
        suit = suit_of(game, state, card)
        above, out = still_out(game, state, said, own)
        if not above:
            return _nothing_higher(game, state, said, own, out=out)
        if suit == trump:
            return msg("it draws trumps")
        better = any(is_above(game, state, other, card) or suit_of(game, state, other) == trump for other in own)
        if better and not game.shown.worth(state, card):
            return msg("it gives little away; your better cards stay")
        return how_many_are_higher(game.shown.suit_name(suit), above, out)


def suit_of(game: TrickGame[Any], state: TrickState[Any], card: Card) -> str:
    """The suit that a card counts as in this deal: trump for one without a suit. Empty in a game without suits."""
    return game.suit(state, card) or game.shown.trump(state)


def unseen(game: TrickGame[Any], state: TrickState[Any], seat: Seat, own: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that this player with these own cards has not seen yet in this deal, also those that others laid."""
    places = game.places(state).items()
    laid = sum(cards for place, cards in places if place.what is What.LAID and place.seat != seat)
    facts = state.now.knowledge
    return tuple(game.deck.cards(facts.deck & ~(facts.out & ~laid | game.deck.set(own))))


def still_out(game: TrickGame[Any], state: TrickState[Any], said: Statement, own: Sequence[Card]) -> tuple[int, int]:
    """How many cards of the suit of this lead its player has not seen yet: those that beat it, and all."""
    led = said.cards[0]
    suit = suit_of(game, state, led)
    others = [other for other in unseen(game, state, said.by, own) if suit_of(game, state, other) == suit]
    return sum(_beats(game, state, other, led) for other in others), len(others)


def how_many_are_higher(suit: str, above: int, out: int) -> str:
    """How many cards of the suit led, of those that a player has not seen, are higher: all, most, or a number."""
    if above == out:
        return msg("all other {suit} still out are higher", suit=suit)
    if 2 * above > out:
        return msg("most other {suit} still out are higher", suit=suit)
    return msg_n(
        "of the {out} other {suit} still out {n} is higher",
        "of the {out} other {suit} still out {n} are higher",
        above,
        out=out,
        suit=suit,
    )


def is_above(game: TrickGame[Any], state: TrickState[Any], other: Card, led: Card) -> bool:
    """Whether this other card of the suit of a lead beats it."""
    return suit_of(game, state, other) == suit_of(game, state, led) and _beats(game, state, other, led)


def _beats(game: TrickGame[Any], state: TrickState[Any], other: Card, led: Card) -> bool:
    """Whether this other card of any suit takes a trick with this lead."""
    trick = Trick((Play(0, (led,)),))
    return game.strength(state, trick, other) > game.strength(state, trick, led)


def _nothing_higher(
    game: TrickGame[Any], state: TrickState[Any], said: Statement, own: Sequence[Card], *, out: int
) -> str:
    """Why a lead is safe: nobody has a higher card of its suit, of which `out` are left; and what may still beat it."""
    led = said.cards[0]
    suit = game.shown.suit_name(suit_of(game, state, led))
    form = N_("the others have nothing higher in {suit}") if out else N_("nobody else has {suit}")
    why = msg(form, suit=suit)
    beating = [card for card in unseen(game, state, said.by, own) if _beats(game, state, card, led)]
    if any(suit_of(game, state, card) == game.shown.trump(state) for card in beating):
        return msg("{why}, but it may be trumped", why=why)
    return msg("{why}, but {card} may beat it", why=why, card=beating[0].sign) if beating else why


def _reason_in_trick(game: TrickGame[Any], state: TrickState[Any], said: Statement, own: Sequence[Card]) -> str:
    """Whether a card follows, and whether it takes the trick if nobody plays a better one.

    Empty: nobody takes this trick.
    """
    ahead = game.shown.ahead(state)
    if ahead is None:
        return ""
    trick = state.now.tricks[-1]
    after = replace(trick, plays=(*trick.plays, Play(said.by, said.cards)))
    takes = game.winner(state, after) == said.seat
    led, card = suit_of(game, state, trick.plays[0].cards[0]), said.cards[0]
    if not led or game.expects(state).pieces != (1, 1):
        return msg("it takes the trick so far") if takes else msg("it does not take the trick")
    suit, partner_has_it = game.shown.suit_name(led), ahead == partner_of(game, state.setup.seats, said.by)
    if suit_of(game, state, card) != led:
        has_none = all(suit_of(game, state, held) != led for held in own)
        why = msg("you have no {suit}", suit=suit) if has_none else msg("it need not follow {suit}", suit=suit)
        if has_none and (trump := next((held for held in own if held.suit == led), None)):
            why = msg("you have no {suit} but {card}, which is a trump", suit=suit, card=trump.sign)
        if takes:
            return msg("{why}; it takes the trick so far", why=why)
        return _for_partner(game, state, card, why) if partner_has_it else why
    if takes:
        return msg("it follows {suit}, and takes the trick so far", suit=suit)
    if partner_has_it:
        return _for_partner(game, state, card, msg("it follows {suit}", suit=suit))
    return msg("it follows {suit}, and does not take the trick", suit=suit)


def _for_partner(game: TrickGame[Any], state: TrickState[Any], card: Card, why: str) -> str:
    """That the trick is the partner's after this card, for this reason, and what the card counts there."""
    has_it = msg("{why}; your partner has the trick so far", why=why)
    if not (points := game.shown.worth(state, card)):
        return has_it
    return msg_n("{why}, and your card brings {n} point", "{why}, and your card brings {n} points", points, why=has_it)


def suggestions_of(game: Game) -> Suggestions:
    """The game's own suggestions, or the common ones."""
    own: type[Suggestions] = game.entry.suggestions()
    return own()
