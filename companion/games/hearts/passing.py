"""Passing of Hearts: everybody gives three cards in secret to one other player (RULES.md, Phases)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import Card, Deck, Seat
from companion.rules.deal import Deal, TrickState
from companion.rules.events import Event
from companion.rules.game import Choice, Draw, Expectation, Setup
from companion.rules.passing import passed_cards, passing_word
from companion.rules.referee.knowledge import Gift, Knowledge
from companion.rules.statements import Statement, Word
from companion.support.messages import N_, msg
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Moon(Event):
    """A player took all points of a deal."""

    kind = "moon"
    rank = 3  # after the trick that took the last point
    player: Seat

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who shot the moon."""
        return msg("{who} shoots the moon: all 26 points", who=names[self.player])


NUMBER = 3
MOON = "moon"
OTHERS_ADD, OWN_MINUS = "others-add", "own-minus"
MOON_WORD = Word(MOON, values=(OTHERS_ADD, OWN_MINUS), told=N_("{who} chooses for the moon: {value}"))
PASSING_WORDS = (passing_word(N_("{who} has passed three cards")),)

PASS = {1: msg("Pass left"), 2: msg("Pass across"), -1: msg("Pass right")}
PASS_THREE = {1: msg("Pass three left"), 2: msg("Pass three across"), -1: msg("Pass three right")}
BEGINS = {
    1: msg("Everybody passes three cards to the left"),
    2: msg("Everybody passes three cards across"),
    -1: msg("Everybody passes three cards to the right"),
    0: msg("No passing"),
}
"""By the number of seats to the left. 0: nobody passes."""
IN_TURN = {3: (1, -1, 0), 4: (1, -1, 2, 0), 5: (1, -1, 0)}
"""The directions of the deals by number of players."""


@dataclass(frozen=True, slots=True)
class Passing:
    """Who has passed, in order, and the cards (empty: unseen). `moon` is what its shooter has chosen, or empty."""

    passed: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    moon: str = ""

    @property
    def seats(self) -> frozenset[Seat]:
        """Who has passed."""
        return frozenset(seat for seat, _ in self.passed)


HeartsState = TrickState[Passing]
HeartsDeal = Deal[Passing]


def choosing(seat: Seat) -> Expectation:
    """The shooter of the moon says what it does."""
    answers = {msg("26 for the others"): OTHERS_ADD, msg("26 less for you"): OWN_MINUS}
    choices = tuple(Choice(label, (Statement(MOON, seat, value=value),)) for label, value in answers.items())
    return Expectation(msg("The moon?"), frozenset({MOON}), (seat,), choices=choices)


def direction(setup: Setup, deals: int) -> int:
    """The number of seats to the left that cards are passed, after this number of scored deals."""
    turns = {"in-turn": IN_TURN[setup.seats], "left": (1,), "none": (0,)}[setup.options["passing"]]
    return turns[deals % len(turns)]


def still_to_pass(deal: HeartsDeal) -> tuple[Seat, ...]:
    """Who has not passed: first hands that were seen, whose cards are known, then from the left of the dealer."""
    waiting = (seat for seat in deal.order if seat not in deal.opening.seats)
    return tuple(sorted(waiting, key=lambda seat: not deal.knowledge.seen_whole(seat)))


def draws(deal: HeartsDeal, way: int) -> tuple[Draw, ...]:
    """The cards that players may still be seen to pass. A taker looks at them after passing only."""
    waiting, facts = still_to_pass(deal), deal.knowledge
    takers = ((seat, taker_of(seat, way, len(facts.held))) for seat in waiting)
    return tuple(passed_cards(facts, seat, taker, NUMBER, due=taker not in waiting) for seat, taker in takers)


def taker_of(seat: Seat, way: int, seats: int) -> Seat:
    """Who gets the cards of this seat."""
    return (seat + way) % seats


def after_pass(deal: HeartsDeal, statement: Statement, way: int, deck: Deck) -> HeartsDeal:
    """One more player has passed. The cards change hands when all have."""
    seen = deal.knowledge.seen_into(statement.by, deck.set(statement.cards))
    passing = Passing((*deal.opening.passed, (statement.by, statement.cards)))
    after = replace(deal, knowledge=seen, opening=passing)
    return replace(after, knowledge=_exchange(after, way, deck)) if not still_to_pass(after) else after


def _exchange(deal: HeartsDeal, way: int, deck: Deck) -> Knowledge:
    seats = len(deal.knowledge.held)
    gifts = (Gift(seat, taker_of(seat, way, seats), NUMBER, deck.set(cards)) for seat, cards in deal.opening.passed)
    return deal.knowledge.gives(*gifts)


def before_takers(deal: HeartsDeal, way: int, deck: Deck) -> Mapping[Seat, int]:
    """The seen cards that lie before their takers, who have not taken them up."""
    if not still_to_pass(deal):
        return {}
    seats = len(deal.knowledge.held)
    return {taker_of(seat, way, seats): deck.set(cards) for seat, cards in deal.opening.passed if cards}
