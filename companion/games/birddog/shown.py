"""How Bird Dog is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import SUIT_SIGNS, Card, Seat
from companion.games.birddog.rules import (
    BONUS_PAGES,
    NIL_POINTS,
    TARGET,
    BirdDog,
    BirdDogBidding,
    BirdDogState,
    nil_players,
    shares,
    who_declares,
    who_says_nil,
)
from companion.rules.events import Event
from companion.rules.statements import Statement
from companion.rules.trick_shown import TrickShown, in_first_deal
from companion.support.caching import memoize
from companion.support.messages import N_, join, msg, msg_n

WHO_WINS_THEN = {
    "highest-of-all": msg("More than one has 11 or more, so an extra deal is played, and then the highest total wins"),
    "only-tied": msg("More than one has 11 or more, so an extra deal is played, and then the highest of them wins"),
}
"""By the value of the option: why an extra deal is played, and who wins after it."""


class BirdDogShown(TrickShown[BirdDog]):
    """The words of Bird Dog."""

    terms: ClassVar[frozenset[str]] = TrickShown.terms | {"trump", "declare", "stack"}
    to_you: ClassVar[Mapping[str, str]] = {
        "{who} makes it trump": N_("You make it trump"),
        "{who} will take no trick": N_("You will take no trick"),
        "{who} says no nil": N_("You say no nil"),
        "{who} makes {suit} trump; the Bird Dog is {card}": N_("You make {suit} trump; the Bird Dog is {card}"),
    }

    def begins(self, state: BirdDogState) -> str:
        """What counts, and what nil is, in the first deal."""
        nil = msg("Nil bets {n} points on taking no trick.", n=NIL_POINTS)
        return in_first_deal(state, join((BONUS_PAGES[state.setup.options["forced-bonus"]], nil)))

    def unusual(self, state: BirdDogState, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """Whose nil was made, and whose was lost."""
        if not self.game.result(state).voided:
            won = self.game.tricks_won(state)
            forms = N_("{who}'s nil is made"), N_("{who}'s nil is lost")
            yield from (msg(forms[won[seat] > 0], who=names[seat]) for seat in nil_players(state))

    def trump(self, state: BirdDogState) -> str:
        """The suit of the last up-card, once it is made."""
        return state.deal.opening.trump if state.deal and state.deal.opening.made else ""

    def above_trump(self, state: BirdDogState) -> tuple[Card, ...]:
        """The Bird Dog."""
        return (state.now.opening.bird_dog,)

    def remark(self, state: BirdDogState, names: Sequence[str]) -> tuple[str, str]:
        """Why an extra deal is played, or why others than its winner lose with the target."""
        won, totals = self.game.winners(state), self.game.scores(state)
        others = [total for seat, total in enumerate(totals) if seat not in won]
        if won and max(others) >= totals[won[0]]:
            told = msg("Others have as many or more, but only those who were tied can win")
            return msg("Only the tied win"), told
        if won and max(others) >= TARGET:
            told = msg("Others have 11 or more, too: after the extra deal the highest total wins")
            return msg("The highest wins"), told
        if won or not self.game.carry_on(state):
            return "", ""
        if state.carried:
            return msg("A tie: extra deal"), msg("It is still a tie, so another extra deal is played")
        return msg("Several at 11+"), WHO_WINS_THEN[state.setup.options["overtime"]]

    def question(self, state: BirdDogState, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
        """Who makes the card turned up trump, then who wants to take no trick."""
        bidding = state.now.opening
        if bidding.made:
            return msg("Will you take no trick at all (nil)?"), who_says_nil(bidding)
        if not bidding.ups:
            return "", ""
        up = bidding.ups[-1]
        return msg("{card} is turned up: do you make its suit trump?", card=up.sign), who_declares(up)

    def telling(self, state: BirdDogState, said: Statement) -> str:
        """Once trump is made, who passes says no nil."""
        return N_("{who} says no nil") if said.word == "pass" and state.deal and state.deal.opening.nils else ""

    def account(self, state: BirdDogState, side: Sequence[Seat]) -> str:
        """What the points are made of."""
        return "" if self.game.result(state).voided else join(shares(self.game, state)[side[0]], ", ")

    def beside(self, state: BirdDogState, seat: Seat) -> tuple[str, ...]:
        """Who declared, a nil and whether it is lost, and the pairs."""
        if state.deal is None:
            return ()
        pairs, nil, won = self.game.pairs(state)[seat], seat in nil_players(state), self.game.tricks_won(state)[seat]
        facts = {
            msg("declared"): seat == state.deal.opening.declarer,
            msg("nil"): nil and not won,
            msg("nil lost"): nil and won > 0,
            msg_n("{n} pair", "{n} pairs", pairs): pairs > 0,
        }
        return tuple(fact for fact, holds in facts.items() if holds)

    def second_line(self, state: BirdDogState) -> str:
        """The Bird Dog, which is above trump if it is made; otherwise what the turned-up card would make."""
        return _beats_all(state.deal.opening) if state.deal and state.deal.opening.ups else ""


@memoize
def _beats_all(bidding: BirdDogBidding) -> str:
    form = N_("Trump {suit}, {card} beats all") if bidding.made else N_("If {suit}: {card} beats all")
    return msg(form, suit=SUIT_SIGNS[bidding.trump], card=bidding.bird_dog.sign)
