"""How Euchre is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import SUIT_SIGNS, Card, Seat
from companion.games.euchre.bidding import EuchreBidding, EuchreState
from companion.games.euchre.rules import BOWERS, EUCHRED, HAND, LONE_MARCH, MARCH, PROMISED, Euchre, left_bower
from companion.rules.events import Event
from companion.rules.partners import partner
from companion.rules.statements import Statement
from companion.rules.trick_shown import PartnersShown, TrickShown, in_first_deal
from companion.support.messages import N_, join, msg, msg_n

TOGETHER = N_("{who} and {partner} are euchred"), N_("{who} and {partner} take every trick")
ALONE = N_("{who} is euchred alone"), N_("{who} takes every trick alone")


class EuchreShown(PartnersShown[Euchre]):
    """The words of Euchre."""

    terms: ClassVar[frozenset[str]] = TrickShown.terms | {"trump", "maker"}
    to_you: ClassVar[Mapping[str, str]] = {
        "{who} orders it up": N_("You order it up"),
        "{who} names {value}": N_("You name {value}"),
        "{who} takes it up, and lays a card away face down": N_("You take it up, and lay a card away face down"),
        "{who} plays alone": N_("You play alone"),
        "{who} plays with the partner": N_("You play with your partner"),
        "{who} is euchred alone": N_("You are euchred alone"),
        "{who} takes every trick alone": N_("You take every trick alone"),
        "{who} and {partner} are euchred": N_("You and {partner} are euchred"),
        "{who} and {partner} take every trick": N_("You and {partner} take every trick"),
    }

    def begins(self, state: EuchreState) -> str:
        """Which trumps are highest, and what a euchre and a march are, in the first deal."""
        explained = msg(
            "Makers with fewer than {few} of {all} tricks are euchred: {points} points for the others. All {all} are a "
            "march: {march} points, {alone} for who plays alone.",
            few=PROMISED,
            all=HAND,
            points=EUCHRED,
            march=MARCH,
            alone=LONE_MARCH,
        )
        return in_first_deal(state, join((BOWERS, explained)))

    def unusual(self, state: EuchreState, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """That the makers were euchred, or took every trick."""
        maker = state.deal.opening.maker if state.deal else None
        if maker is None or not self.scored_by_tricks(state, events):
            return
        won, mate = self.game.tricks_won(state), partner(maker)
        (euchred, march), makers = TOGETHER, {"who": names[maker], "partner": names[mate]}
        if mate in state.now.sits_out:
            (euchred, march), makers = ALONE, {"who": names[maker]}
        if not self.game.points(state)[maker]:
            yield msg(euchred, **makers)
        elif won[maker] + won[mate] == sum(won) == HAND:
            yield msg(march, **makers)

    def trump(self, state: EuchreState) -> str:
        """The suit that was made trump."""
        return state.deal.opening.trump if state.deal else ""

    def above_trump(self, state: EuchreState) -> tuple[Card, ...]:
        """The right bower, and the left one."""
        trump = state.now.opening.trump
        return Card("J", trump), left_bower(trump)

    def question(self, state: EuchreState, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
        """Whether a player makes trump, then what the dealer lays away, and whether the maker plays alone."""
        said, who = state.now.opening, names[seat]
        if said.maker is None and said.second_round:
            return msg("Which suit is trump, or do you pass?"), msg("Who names trump?")
        if said.maker is None and said.up is not None:
            dealer = msg("{card} is up: do you pick it up?", card=said.up.sign)
            other = msg("{card} is up: do you order it up?", card=said.up.sign)
            return dealer if seat == state.now.dealer else other, msg("Who orders it up?")
        if said.discard_due and seat == state.now.dealer:
            return msg("Lay one card away, face down."), msg("{who} discards one card, face down", who=who)
        return msg("Do you play alone?"), msg("Does {who} play alone?", who=who)

    def telling(self, state: EuchreState, said: Statement) -> str:
        """Who passes after trump was made plays with the partner."""
        with_partner = said.word == "pass" and state.deal and state.deal.opening.answers
        return N_("{who} plays with the partner") if with_partner else ""

    def account(self, state: EuchreState, side: Sequence[Seat]) -> str:
        """The tricks, and who made trump."""
        if state.deal is None or state.deal.opening.maker is None:
            return ""
        if (revoke := self.for_revoke(state, side)) is not None:
            return revoke
        tricks, maker = sum(self.game.tricks_won(state)[seat] for seat in side), state.deal.opening.maker
        made = msg("alone") if partner(maker) in state.deal.sits_out else msg("maker")
        return join((*((made,) if maker in side else ()), msg_n("{n} trick", "{n} tricks", tricks)), ", ")

    def beside(self, state: EuchreState, seat: Seat) -> tuple[str, ...]:
        """Who made trump, who plays alone, and who sits out."""
        if state.deal is None:
            return ()
        made, out = state.deal.opening.maker == seat, state.deal.sits_out
        facts = {msg("maker"): made, msg("alone"): partner(seat) in out, msg("sits out"): seat in out}
        return tuple(fact for fact, holds in facts.items() if holds)

    def second_line(self, state: EuchreState) -> str:
        """The suit that may be trump, or is."""
        said = state.deal.opening if state.deal else EuchreBidding()
        if said.trump:
            return msg("Trump {suit}", suit=SUIT_SIGNS[said.trump])
        if said.up is None:
            return ""
        if said.second_round:
            return msg("not {suit}", suit=SUIT_SIGNS[said.up.suit])
        return msg("{card} up", card=said.up.sign)
