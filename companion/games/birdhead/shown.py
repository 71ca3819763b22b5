"""How BirdHead is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import Card, Seat
from companion.games.birdhead.rules import DECK, LIMIT, MATCH_OR_LOWEST, BirdHead, in_last_trick, ranks
from companion.rules.deal import Trick, TrickState
from companion.rules.events import DealScored, Event
from companion.rules.referee.judging import find
from companion.rules.referee.verdicts import NOT_IN_DECK, Rule
from companion.rules.statements import DEALT, Statement
from companion.rules.trick_shown import TrickShown, in_first_deal
from companion.support.messages import N_, msg
from companion.support.values import replace

MARKER = Rule(
    NOT_IN_DECK.name,
    N_("This {card} marks a lost deal and is out of the deck."),
    N_("MARKER"),
    N_("Tap another card"),
)


class BirdHeadShown(TrickShown[BirdHead]):
    """The words of BirdHead."""

    terms: ClassVar[frozenset[str]] = frozenset({"trick", "lead", "revoke"})
    to_you: ClassVar[Mapping[str, str]] = {
        "{who} has the highest last card: {n} points": N_("You have the highest last card: {n} points"),
        "{who} revoked: {n} points": N_("You revoked: {n} points"),
    }

    def begins(self, state: TrickState[None]) -> str:
        """What one loses by, in the first deal."""
        explained = msg("Keep a low card for the last trick: the highest there costs its player its rank in points.")
        return in_first_deal(state, explained)

    def moments(
        self, state: TrickState[None], said: Statement, events: Sequence[Event], names: Sequence[str]
    ) -> Iterator[str]:
        """Who loses the deal, and who pays for a revoke."""
        if any(isinstance(event, DealScored) for event in events):
            yield from charges(self.game, state, names)

    def ahead(self, state: TrickState[None]) -> Seat | None:
        """As in the family, but nobody takes the last trick."""
        return None if state.deal is None or in_last_trick(state) else super().ahead(state)

    def merit(self, state: TrickState[None], trick: Trick) -> tuple[int, ...]:
        """More cards that match are better, then higher ones."""
        taker = self.game.winner(state, trick)
        best = next(play.cards for play in trick.plays if play.seat == taker)
        return (0, len(best), *sorted(ranks(best), reverse=True))

    def taken_tricks(self, state: TrickState[None]) -> tuple[Trick, ...]:
        """All but the last one."""
        taken = super().taken_tricks(state)
        return taken[:-1] if state.deal and state.deal.finished else taken

    def last_trick(self, state: TrickState[None]) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """As in the family; after the deal the one that decides it, which nobody takes."""
        over = state.deal is not None and state.deal.finished
        return self.middle(state, taken=True) if over else super().last_trick(state)

    def opens_together(self, state: TrickState[None]) -> bool:
        """In the last trick."""
        return state.deal is not None and in_last_trick(state)

    def headline(self, state: TrickState[None]) -> str:
        """The deal, or the cards that are left in hand: a lead of several makes a deal shorter."""
        if state.deal is None or not state.deal.tricks[0].plays:
            return super().headline(state)
        return msg("{n} in hand", n=max(state.deal.knowledge.held))

    def why(self, state: TrickState[None], rule: Rule, played: str) -> tuple[str, str]:
        """The ranks to match."""
        plays = state.deal.tricks[-1].plays if state.deal else ()
        if rule is not MATCH_OR_LOWEST or not plays:
            return super().why(state, rule, played)
        bar = " ".join(map(str, self.game.bar(state, plays)))
        several = msg(
            "Each card must be as high as its partner in {bar}, or {name} plays the lowest in hand. {played} is"
            " neither.",
            bar=bar,
            played=played,
        )
        single = msg(
            "The card must be at least {bar}, or {name} plays the lowest in hand. {played} is neither.",
            bar=bar,
            played=played,
        )
        return msg("{bar} to match", bar=bar), several if " " in bar else single

    def reason(self, state: TrickState[None], rule: Rule, cards: tuple[Card, ...]) -> Rule:
        """A card that is out of the deck is a marker in front of a loser."""
        knowledge = self.game.with_deal(state).now.knowledge
        if knowledge.deck == DECK.all:
            return rule
        for number, card in enumerate(cards, 1):
            if find(DECK, knowledge, Statement(DEALT.name, cards=cards[:number])) is NOT_IN_DECK:
                return replace(MARKER, sentence=msg(MARKER.sentence, card=card.rank))
        return rule

    def remark(self, state: TrickState[None], names: Sequence[str]) -> tuple[str, str]:
        """Who ends the game, or why another deal is played although somebody has 22."""
        reached = max(self.game.scores(state)) >= LIMIT
        if self.game.winners(state):
            no_cards = msg("Too few cards are left for another deal; the lowest total wins")
            return self.why_it_ends(state, names) if reached else (msg("Lowest wins"), no_cards)
        if not reached:
            return "", ""
        return msg("A tie: one more deal"), msg("The lowest totals are equal, so another deal is played")


def charges(game: BirdHead, state: TrickState[None], names: Sequence[str]) -> Iterator[str]:
    """Who loses the deal that was scored, with how many points; then who revoked, and what that costs."""
    if not game.result(state).voided:
        lost, paid = game.points(state), penalties(game, state)
        forms = {N_("{who} has the highest last card: {n} points"): lost, N_("{who} revoked: {n} points"): paid}
        for form, points in forms.items():
            yield from (msg(form, who=names[seat], n=number) for seat, number in enumerate(points) if number)


def penalties(game: BirdHead, state: TrickState[None]) -> tuple[int, ...]:
    """What each seat pays for a revoke in the deal that was scored."""
    return tuple(paid - lost for paid, lost in zip(game.result(state).points, game.points(state), strict=True))
