"""Rook's revoke (RULES.md 5): a play on trust may be taken back without penalty until its window closes."""

from __future__ import annotations

from companion.cards import Card, CardSet, Deck, Seat
from companion.games.rook.bidding import RookDeal, RookState, counter_laid
from companion.games.rook.point_cards import Pack
from companion.rules.deal import Proven, Revokes, Trick
from companion.rules.events import Revoked
from companion.rules.game import Choice
from companion.rules.referee.judging import verdict_on
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import CARD_COUNT, CARD_USED, LEGAL, Illegal, OnTrust, Promise, Rule, Verdict
from companion.rules.statements import Statement
from companion.support.messages import N_
from companion.support.values import dataclass, replace

NOT_A_REVOKE = Rule("not-a-revoke", N_("That play was no revoke."), N_("NO REVOKE"), N_("Play on"))
WINDOW_CLOSED = Rule("window-closed", N_("Too late to take that play back."), N_("TOO LATE"), N_("Play on"))
ROOK_MUST_BE_PLAYED = Rule(
    "rook-must-be-played", N_("The Rook is your only trump: play it."), N_("THE ROOK"), N_("Play the Rook")
)


@dataclass(frozen=True, slots=True)
class RookRevokes(Revokes):
    """The revokes of a table with these cards and this rule of following suit."""

    pack: Pack
    follow: Rule

    def judge(self, state: RookState, promise: Promise, after: Knowledge) -> Verdict:
        """Judge a play that makes this promise.

        If the bidder laid cards unseen, a play that is right by the seen cards is still on trust as long as a hidden
        card could break it.
        """
        verdict, auction = verdict_on(promise, after), state.now.opening
        if verdict is not LEGAL or auction.laid != () or promise.seat != auction.bidder:
            return verdict
        doubt = after.hidden_count(promise.seat) and after.hidden_cards & promise.holds_none_of
        return OnTrust((promise,)) if doubt else LEGAL

    def rule(self, promise: Promise, proof: CardSet) -> Rule:
        """A revoke proven by the Rook alone names its rule: a shown hand may have other trumps, too."""
        return ROOK_MUST_BE_PLAYED if proof == self.pack.bird else self.follow

    def correctable(self, state: RookState, trick: int) -> bool:
        """Until the next trick is taken; under `next-trick-led`, until it is led."""
        return window_open(state, trick)

    def also_proven(self, state: RookState) -> tuple[Revoked, ...]:
        """Counters laid under “no counters” by a bidder who kept another card."""
        laid = counter_laid(self.pack, state.now) if state.setup.options["nest"] == "no-counters" else None
        return () if laid is None else (laid,)


def window_open(state: RookState, trick: int) -> bool:
    """Whether a revoke in this trick may still be corrected: until the next trick is taken.

    Under the house rule `next-trick-led`, until it is led.
    """
    tricks = state.now.tricks
    if state.setup.options["renege-window"] == "next-trick-led":
        return len(tricks) <= trick or (len(tricks) == trick + 1 and not tricks[-1].plays)
    return sum(map(state.now.is_complete, tricks)) <= trick


def late_revoke(state: RookState) -> Proven | None:
    """The first proven revoke that can no longer be corrected.

    Leaves out counters laid in the nest, whose `trick` is 0.
    """
    late = (offence for offence in state.now.offences if offence.trick and not window_open(state, offence.trick))
    return next(late, None)


def judge_back(state: RookState, statement: Statement, *, ended: bool) -> Verdict:
    """Judge taking back a play on trust, proven or not. `ended`: the deal is settled."""
    if len(set(statement.cards)) < len(statement.cards):
        return Illegal(CARD_USED)
    if len(statement.cards) != 1:
        return Illegal(CARD_COUNT)
    trick = _trick_of(state.now, statement)
    if trick is None:
        return Illegal(NOT_A_REVOKE)
    return LEGAL if window_open(state, trick) and not ended else Illegal(WINDOW_CLOSED)


def correctable_plays(state: RookState) -> tuple[Choice, ...]:
    """Every play that can be taken back now, the latest trick first."""
    return tuple(
        Choice(card.sign, (Statement("back", seat, (card,)),), seat)
        for trick, seat, card in sorted(_on_trust(state.now), key=lambda play: play[0], reverse=True)
        if window_open(state, trick)
    )


def take_back(deck: Deck, deal: RookDeal, statement: Statement) -> RookDeal:
    """The deal without this play and all later ones. All have seen the cards."""
    played = (statement.seat, statement.cards)
    trick = next(number for number, trick in enumerate(deal.tricks, 1) if played in _plays(trick))
    kept = deal.tricks[trick - 1].plays
    index = next(index for index, play in enumerate(kept) if play.seat == statement.seat)
    gone = (*kept[index:], *(play for later in deal.tricks[trick:] for play in later.plays))
    knowledge = deal.knowledge
    for play in gone:
        knowledge = knowledge.takes_back(play.seat, deck.set(play.cards))
    withdrawn = {(play.seat, card) for play in gone for card in play.cards}
    tricks = (*deal.tricks[: trick - 1], Trick(kept[:index]))
    promises = tuple(promise for promise in deal.promises if (promise.seat, promise.card) not in withdrawn)
    proven = tuple(proof for proof in deal.proven if not withdrawn & {(play.player, play.card) for play in proof.plays})
    return replace(deal, claim=None, knowledge=knowledge, tricks=tricks, promises=promises, proven=proven)


def _plays(trick: Trick) -> list[tuple[Seat, tuple[Card, ...]]]:
    return [(play.seat, play.cards) for play in trick.plays]


def _on_trust(deal: RookDeal) -> list[tuple[int, Seat, Card]]:
    """Trick, player and card of each play on trust: first open promises, then proven revokes."""
    promised = [(promise.trick, promise.seat, promise.card) for promise in deal.promises]
    return promised + [(revoke.trick, revoke.player, revoke.card) for revoke in deal.revokes if revoke.trick]


def _trick_of(deal: RookDeal, statement: Statement) -> int | None:
    """The trick in which this card was played on trust. None if it was not."""
    named = (statement.seat, statement.cards[0])
    return next((trick for trick, seat, card in _on_trust(deal) if (seat, card) == named), None)
