"""What the computer answers to a claim of the rest: it agrees if the claim is certain, whatever the others hold.

A claim is certain if the claimant's hand is known to this seat, and the claimant wins the open trick and then leads
cards, one after the other, that no card of the others can beat. That a suit must be followed is counted on only as far
as the game's rules demand it: each lead of a suit takes one of its cards out of the other hands.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.cards import Card, CardSet, Seat
from companion.players.seat_view import SeatView
from companion.rules.claims import AGREES, CONTINUES
from companion.rules.deal import Condition, Play, Trick, TrickState, in_play
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.support.values import dataclass, replace


def answer(view: SeatView) -> Statement | None:
    """Agree, or play on. None: the claimant's hand is not known, and may still be shown; or others are asked."""
    deal, facts = view.state.now, view.state.now.knowledge
    if deal.claim is None or view.seat == deal.claim.seat or view.seat in deal.claim.agreed:
        return None
    if not facts.seen_whole(deal.claim.seat):
        return Statement(CONTINUES, view.seat) if deal.claim.shown else None
    hand = tuple(view.game.deck.cards(facts.known[deal.claim.seat]))
    certain = takes_all(view.game, view.state, deal.claim.seat, hand)
    return Statement(AGREES if certain else CONTINUES, view.seat)


def takes_all(game: Any, state: TrickState[Any], seat: Seat, hand: tuple[Card, ...]) -> bool:
    """Whether this seat takes all tricks that are left with this hand, however the other cards lie."""
    deal = replace(state.now, claim=None)
    facts, lying = deal.knowledge, deal.tricks[-1]
    others = tuple(game.deck.cards(facts.deck & ~facts.out & ~game.deck.set(hand)))
    now = _Moment(game, replace(state, deal=deal), seat, others)
    if not lying.plays:
        return game.leader(state) == seat and now.leads_all(hand)
    then = replace(now, state=replace(state, deal=replace(deal, tricks=(*deal.tricks, Trick()))))
    if seat in {play.seat for play in lying.plays}:
        return now.keeps(lying) and then.leads_all(hand)
    right = (card for card in hand if isinstance(game.judge(now.state, Statement(PLAY, seat, (card,))), Legal))
    wins = (card for card in right if now.keeps(Trick((*lying.plays, Play(seat, (card,))))))
    return any(then.leads_all(tuple(other for other in hand if other != card)) for card in wins)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a game, who claims, and the cards that are in other hands, or in none."""

    game: TrickGame[Any]
    state: TrickState[Any]
    seat: Seat
    others: tuple[Card, ...]

    def keeps(self, trick: Trick) -> bool:
        """Whether the claimant wins this trick, whatever card the players after them play."""
        if self.game.winner(self.state, trick) != self.seat:
            return False
        played = {play.seat for play in trick.plays}
        behind = [seat for seat in in_play(self.state, self.state.setup.seats) if seat not in played]
        answers = (Trick((*trick.plays, Play(player, (card,)))) for player in behind[:1] for card in self.others)
        return all(self.game.winner(self.state, answer) == self.seat for answer in answers)

    def leads_all(self, hand: tuple[Card, ...]) -> bool:
        """Whether these cards, led in some order, all take their tricks."""
        led: Counter[str] = Counter()
        there, left = Counter(map(self._suit, self.others)), list(hand)
        while left:
            gone = {suit for suit in there if led[suit] >= there[suit]}
            sure = (card for card in left if self._may_lead(card, left) and self._stands(card, gone))
            card = next(sure, None)
            if card is None:
                return False
            left.remove(card)
            led[self._suit(card)] += self._draws(card)
        return True

    @property
    def _rival(self) -> Seat:
        """Somebody else who plays."""
        return next(seat for seat in in_play(self.state, self.state.setup.seats) if seat != self.seat)

    def _suit(self, card: Card) -> str:
        return self.game.suit(self.state, card)

    def _may_lead(self, card: Card, hand: list[Card]) -> bool:
        condition = self.game.condition(self.state, Statement(PLAY, self.seat, (card,)))
        rest: CardSet = self.game.deck.set(other for other in hand if other != card)
        return isinstance(condition, Condition) and not condition.none_of & rest

    def _draws(self, lead: Card) -> bool:
        """Whether no other card may be played by who holds one of the suit of this lead."""
        deal, game, rival = self.state.now, self.game, self._rival
        after = replace(self.state, deal=replace(deal, tricks=(*deal.tricks[:-1], Trick((Play(self.seat, (lead,)),)))))
        followed = game.deck.set(other for other in self.others if self._suit(other) == self._suit(lead))
        rest = (other for other in self.others if self._suit(other) != self._suit(lead))
        asked = (game.condition(after, Statement(PLAY, rival, (other,))) for other in rest)
        return all(not isinstance(condition, Condition) or condition.none_of & followed for condition in asked)

    def _stands(self, card: Card, gone: set[str]) -> bool:
        """Whether no card of the others beats this lead. Leaves out cards of suits that are `gone`."""
        rival = self._rival
        others = (other for other in self.others if self._suit(other) not in gone)
        answers = (Trick((Play(self.seat, (card,)), Play(rival, (other,)))) for other in others)
        return all(self.game.winner(self.state, answer) == self.seat for answer in answers)
