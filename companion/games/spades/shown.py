"""How Spades is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import Seat
from companion.games.spades import rules
from companion.games.spades.rules import Spades, SpadesState
from companion.rules.events import Event
from companion.rules.partners import partner
from companion.rules.passing import ask_to_pass
from companion.rules.statements import Statement
from companion.rules.trick_shown import PartnersShown, TrickShown, in_first_deal
from companion.support.messages import N_, join, msg, msg_as, msg_n


class SpadesShown(PartnersShown[Spades]):
    """The words of Spades."""

    terms: ClassVar[frozenset[str]] = TrickShown.terms | {"trump", "bid", "set"}
    to_you: ClassVar[Mapping[str, str]] = {
        "{who} says nil": N_("You say nil"),
        "{who} bids nil without looking": N_("You bid nil without looking"),
        "{who} has passed two cards": N_("You have passed two cards"),
        "{who} and {partner} are set, {won} of {bid}: {points}": N_(
            "You and {partner} are set, {won} of {bid}: {points}"
        ),
        "{who} and {partner} have {n} bags: {points}": N_("You and {partner} have {n} bags: {points}"),
        "{who}'s nil is made: {points}": N_("Your nil is made: {points}"),
        "{who}'s nil is lost: {points}": N_("Your nil is lost: {points}"),
    }

    def begins(self, state: SpadesState) -> str:
        """What a hand may bid, and what a set and bags cost, in the first deal."""
        counts = msg("Count your aces, your kings, and each spade from the fourth on.")
        short = msg(
            "A side that takes fewer tricks than it bid is set: {n} off for each trick bid.", n=rules.FOR_A_TRICK
        )
        bags = msg("Tricks over the bid are bags: {n} cost {points}.", n=rules.BAGS, points=rules.BAG_PENALTY)
        explained = (counts, short, *((bags,) if state.setup.options["bags"] == "ten" else ()))
        return in_first_deal(state, join(explained))

    def unusual(self, state: SpadesState, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """Which sides are set, which nils were made or lost, and which bags cost points."""
        for first, contract in enumerate(self.game.contracts(state) if self.scored_by_tricks(state, events) else ()):
            side = {"who": names[first], "partner": names[partner(first)]}
            if not contract.made:
                form = N_("{who} and {partner} are set, {won} of {bid}: {points}")
                cost = str(-rules.FOR_A_TRICK * contract.bid)
                yield msg(form, **side, won=contract.taken, bid=contract.bid, points=cost)
            for bid, won, seat in zip(contract.bids, contract.won, (first, partner(first)), strict=True):
                form = N_("{who}'s nil is lost: {points}") if won else N_("{who}'s nil is made: {points}")
                if worth := rules.nil_points(bid, kept=not won):
                    yield msg(form, who=names[seat], points=format(worth, "+"))
            if penalty := contract.bag_penalty:
                bags = penalty // rules.BAG_PENALTY * rules.BAGS
                yield msg("{who} and {partner} have {n} bags: {points}", **side, n=bags, points=str(-penalty))

    def trump(self, state: SpadesState) -> str:
        """Always spades."""
        return rules.TRUMP if state.deal else ""

    def remark(self, state: SpadesState, names: Sequence[str]) -> tuple[str, str]:
        """Why a side with the target has not won, or why one has lost without it."""
        totals = self.game.scores(state)
        lowest, least = min(totals), self.game.floor(state.setup)
        if least is None or lowest > least or max(totals) >= state.setup.target:
            return super().remark(state, names)
        if totals[0] == totals[1]:
            few = msg("A tie: one more deal")
            return few, msg("Both sides have {n}: equal, so another deal is played", n=lowest)
        return msg("Lost at {n}", n=least), msg("A side with {n} or less has lost", n=least)

    def question(self, state: SpadesState, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
        """How many tricks a player will take; then who passes two cards to the partner."""
        if seat in self.game.waiting(state):
            return ask_to_pass(names[seat], names[partner(seat)], rules.PASSED)
        you = msg(
            "How many tricks will you take? 0 is nil: {points} points for taking none, or {points} lost.",
            points=rules.NIL_POINTS,
        )
        return you, msg("How many tricks will {who} take?", who=names[seat])

    def telling(self, state: SpadesState, said: Statement) -> str:
        """A bid of 0 is nil."""
        return N_("{who} says nil") if said.word == "bid" and said.value == "0" else ""

    def over_match(self, deals: Sequence[SpadesState], side: Sequence[Seat]) -> str:
        """Also the bids that were made, and the bags."""
        contracts = [
            (self.game.contracts(state)[side[0]], self.for_revoke(state, side) is not None)
            for state in self.scored_deals(deals)
        ]
        bids = [contract.made and not revoked for contract, revoked in contracts if contract.bid]
        bags = sum(contract.new_bags for contract, revoked in contracts if not revoked)
        nils = [
            not won and not revoked
            for contract, revoked in contracts
            for bid, won in zip(contract.bids, contract.won, strict=True)
            if not bid.tricks
        ]
        made = msg_n("{made} of {n} bid made", "{made} of {n} bids made", len(bids), made=sum(bids))
        kept = msg_n("{made} of {n} nil made", "{made} of {n} nils made", len(nils), made=sum(nils))
        told = (made, *((kept,) if nils else ()), msg_n("{n} bag", "{n} bags", bags))
        return join((*told, super().over_match(deals, side)), ", ")

    def against_bid(self, state: SpadesState, side: Sequence[Seat]) -> str:
        """Those that count for the bid, when all have bid."""
        if state.deal is None or not state.deal.opening.over:
            return ""
        contract = self.game.contracts(state)[side[0]]
        return msg("bid {bid}, took {won}", bid=contract.bid, won=contract.taken)

    def account(self, state: SpadesState, side: Sequence[Seat]) -> str:
        """The bid, the tricks, the bags, what became of a nil, a set, and bags that cost points."""
        if (revoke := self.for_revoke(state, side)) is not None:
            return revoke
        contract = self.game.contracts(state)[side[0]]
        bags = contract.new_bags
        nils = (won for bid, won in zip(contract.bids, contract.won, strict=True) if not bid.tricks)
        parts = (
            msg("bid {bid}, took {won}", bid=contract.bid, won=sum(contract.won)),
            *((msg_n("{n} bag", "{n} bags", bags),) if bags else ()),
            *(msg("nil lost") if won else msg("nil made") for won in nils),
            *(() if contract.made else (msg_as("a side", "set"),)),
            *((msg("bags cost {points}", points=contract.bag_penalty),) if contract.bag_penalty else ()),
        )
        return join(parts, ", ")

    def beside(self, state: SpadesState, seat: Seat) -> tuple[str, ...]:
        """The bid, a nil and whether it is lost."""
        bid = state.deal.opening.by_seat(state.deal.dealer)[seat] if state.deal else None
        return () if bid is None else (rules.bid_in_words(bid, kept=not self.game.tricks_won(state)[seat]),)

    def beside_score(self, state: SpadesState, seat: Seat) -> str:
        """The bags of the side, where ten of them cost points."""
        bags = rules.bags_of(self.game.scores(state)[seat]) if state.setup.options["bags"] == "ten" else 0
        return msg_n("{n} bag", "{n} bags", bags) if bags else ""
