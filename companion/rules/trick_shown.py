"""How a trick-taking game is shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar, TypeVar

from companion.cards import SUIT_SIGNS, Card, Seat
from companion.rules.deal import Trick, TrickState
from companion.rules.events import DealScored, Event, Revoked
from companion.rules.game import Shown, Won
from companion.rules.partners import where_both_have_the_target
from companion.rules.referee.verdicts import Rule
from companion.rules.tricks import FOLLOW_SUIT, TrickGame
from companion.support.messages import N_, msg, msg_n

AnyTrickGame = TypeVar("AnyTrickGame", bound=TrickGame[Any])

MOST_LED = 7
"""Maximum letters of a suit's name in a large line."""


def in_first_deal(state: TrickState[Any], explained: str) -> str:
    """What is explained once; empty in every later deal."""
    return "" if state.now.number > 1 else explained


class TrickShown(Shown[AnyTrickGame]):
    """How any trick-taking game is shown."""

    terms: ClassVar[frozenset[str]] = frozenset({"trick", "lead", "follow", "revoke"})

    def merit(self, state: TrickState[Any], trick: Trick) -> tuple[int, ...]:
        """How good a complete trick was: what its cards count, then how strong they are, the strongest first."""
        counts = sum(self.worth(state, card) for card in trick.cards)
        if type(self.game).strength is TrickGame.strength:
            return (counts,) if counts else ()
        strengths = (self.game.strength(state, trick, card) for card in trick.cards)
        return (counts, *chain.from_iterable(sorted(strengths, reverse=True)))

    def ahead(self, state: TrickState[Any]) -> Seat | None:
        """Who would take the trick if nobody played to it any more."""
        return self.game.winner(state, state.deal.tricks[-1]) if state.deal and state.deal.tricks[-1].plays else None

    def scored_by_tricks(self, state: TrickState[Any], events: Sequence[Event]) -> bool:
        """Whether these events score a deal as its tricks say: neither a penalty nor an announced score instead."""
        scored = any(isinstance(event, DealScored) for event in events)
        return scored and self.game.result(state).points == self.game.points(state)

    def why_it_ends(self, state: TrickState[Any], names: Sequence[str]) -> tuple[str, str]:
        """Who ends a match that the lowest total wins: some words, and a sentence."""
        totals = self.game.scores(state)
        who, most = names[totals.index(max(totals))], max(totals)
        return msg("Lowest wins"), msg("{who} has {n} and ends the game; the lowest total wins", who=who, n=most)

    def merit_of_last(self, state: TrickState[Any]) -> tuple[int, ...]:
        """The merit of the trick that was just taken."""
        return self.merit(state, state.now.tricks[-2])

    def middle(
        self, state: TrickState[Any], *, taken: bool = False
    ) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """The current trick, or the last one; see `Shown.middle`."""
        *before, lying = state.deal.tricks if state.deal else (Trick(),)
        shown = before[-1] if taken and before and not lying.plays else lying
        return () if shown.claimed is not None else tuple((play.seat, play.cards) for play in shown.plays)

    def headline(self, state: TrickState[Any]) -> str:
        """Deal and trick."""
        if state.deal is None:
            return ""
        deal = state.deal
        size = self.game.hand_size(state.setup, state.carried)
        trick = min(len(deal.tricks), size)
        if not deal.tricks[0].plays:
            return msg("deal {n}", n=deal.number)
        return msg("trick {trick} of {all}", trick=trick, all=size)

    def large_line(self, state: TrickState[Any], rule: Rule) -> str:
        """The suit to follow, which is public."""
        plays = state.deal.tricks[-1].plays if state.deal else ()
        if rule.name != FOLLOW_SUIT.name or not plays:
            return rule.short
        led = self.game.suit(state, plays[0].cards[0])
        name = self.suit_name(led)
        if led in SUIT_SIGNS or not name or len(name) > MOST_LED:
            return msg("{follow} {suit}", follow=msg(rule.short), suit=SUIT_SIGNS.get(led, led))
        return msg("{suit} LED", suit=msg(name))

    def why(self, state: TrickState[Any], rule: Rule, played: str) -> tuple[str, str]:
        """The lead, where a card did not follow it."""
        plays = state.deal.tricks[-1].plays if state.deal else ()
        if rule.name != FOLLOW_SUIT.name or not plays or not played:
            return super().why(state, rule, played)
        led = plays[0].cards[0]
        form = N_("The lead was {suit} ({card}). {name} can follow, so {played} may not be played.")
        suit = self.suit_name(self.game.suit(state, led))
        told = msg(form, suit=suit, card=led.sign, played=self.in_words(played))
        return msg("{card} led", card=led.sign), told

    def why_revoked(self, state: TrickState[Any], revoked: Revoked) -> tuple[str, str]:
        """The lead of that trick, if it may be looked at."""
        if revoked.rule != FOLLOW_SUIT.name or self.game.tricks_closed or not revoked.trick:
            return super().why_revoked(state, revoked)
        led = state.now.tricks[revoked.trick - 1].plays[0].cards[0]
        form = N_("Trick {trick}: the lead was {suit} ({card}). {name} played {played}, and could have followed.")
        suit, played = self.suit_name(self.game.suit(state, led)), self.in_words(revoked.card.sign)
        told = msg(form, trick=revoked.trick, suit=suit, card=led.sign, played=played)
        return msg("{card} led", card=led.sign), told

    def dealer(self, state: TrickState[Any]) -> Seat | None:
        """The dealer, if the header of this game names the dealer and not the first leader."""
        return state.deal.dealer if state.deal and self.game.opener == "dealer" else None

    def taken_tricks(self, state: TrickState[Any]) -> tuple[Trick, ...]:
        """The tricks of the deal that somebody has taken."""
        return state.deal.complete_tricks if state.deal else ()

    def last_trick(self, state: TrickState[Any]) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """The last trick; where nobody may look at taken ones before the score, until the next one is led to."""
        taken = self.taken_tricks(state)
        if not taken or (self.game.tricks_closed and state.now.tricks[-1].plays and not self.game.settlement(state)):
            return ()
        return tuple((play.seat, play.cards) for play in taken[-1].plays)

    def for_revoke(self, state: TrickState[Any], side: Sequence[Seat]) -> str | None:
        """What is said of a side in place of its tricks, in a deal that a revoke decided. None: the tricks count."""
        settled, points = self.game.result(state).points, self.game.points(state)
        if settled == points:
            return None
        if not {offence.player for offence in state.now.offences}.isdisjoint(side):
            return msg("revoke")
        return None if settled and settled[side[0]] == points[side[0]] else ""

    def scored_deals(self, deals: Sequence[TrickState[Any]]) -> list[TrickState[Any]]:
        """Those of these deals that were scored, without those that a revoke made void."""
        return [state for state in deals if state.deal is not None and not self.game.result(state).voided]

    def over_match(self, deals: Sequence[TrickState[Any]], side: Sequence[Seat]) -> str:
        """The tricks."""
        tricks = sum(self.game.tricks_won(state)[seat] for state in self.scored_deals(deals) for seat in side)
        return msg_n("{n} trick", "{n} tricks", tricks)

    def won_tricks(self, state: TrickState[Any], seat: Seat) -> Won:
        """The tricks that this seat has taken; face down where nobody may look at them before the score."""
        cards = tuple(trick.cards for trick in self.taken_tricks(state) if self.game.winner(state, trick) == seat)
        return Won(len(cards), () if self.game.tricks_closed and not self.game.settlement(state) else cards)


class PartnersShown(TrickShown[AnyTrickGame]):
    """How a trick game of two sides is shown."""

    def remark(self, state: TrickState[Any], names: Sequence[str]) -> tuple[str, str]:
        """Why a side with the target has not won, or which side of two has."""
        return where_both_have_the_target(state.setup, self.game.scores(state))
