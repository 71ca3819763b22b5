"""Spades and OpenSpiel's `spades`.

| OpenSpiel | here |
|---|---|
| knows a flag "spades broken" and never sets it (2.0.2): who holds another card never leads a spade | a spade may be \
led after one was played: such leads are compared with the whole hand, all other plays with OpenSpiel |
| partners may bid 13 together at most | 0 to 13 each: sums above 13 are not played |
| tricks of a failed nil help the partner | by house rule; else brute force scores that side (`beside_failed_nil`) |
| ten bags always cost 100; they are the last digit of the score, in C++: −7 of −47 | of −47 they are 3, and by house \
rule they cost nothing: OpenSpiel is told the digit, or −9, from which thirteen tricks make no ten |
| the first seat begins | left of the dealer does: OpenSpiel is told who |
| `win_or_loss_bonus` changes the return of a deal of 500 or more, or of −350 or less | none: it is set to 0 |
| no blind nil | none of a hand that was scanned |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.cards import FRENCH_RANKS, Card, left_of
from companion.games.spades.rules import SPADES
from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.statements import PLAY, Statement
from tests.oracles.both import Action, Peer, dealt, their_deal

BIDS = 52
"""OpenSpiel's number of the bid of no trick."""
TRICKS = 13
NO_TEN = -9
FIRST_SPADE = 39


class SpadesPeer(Peer):
    """Under every house rule."""

    game = SPADES
    cards = tuple(Card(rank, suit) for suit in "CDHS" for rank in FRENCH_RANKS.split())

    def deals(self, match: Match, chance: Random) -> tuple[Any, Match]:
        """Cards go round from the first seat on; who is left of the dealer begins."""
        theirs = their_deal("spades", win_or_loss_bonus=0)
        cards = chance.sample(range(len(self.cards)), len(self.cards))
        for card in cards:
            theirs.apply_action(card)
        match = dealt(match, ([self.cards[card] for card in cards[seat::4]] for seat in range(4)))
        theirs.set_current_player(left_of(match.state.now.dealer, 4))
        theirs.set_current_scores(bags_told(match))
        return theirs, match

    def means(self, theirs: Any, match: Match) -> Mapping[Action, Statement]:
        """Every card; before the first lead every bid, or so many that partners bid 13 together at most."""
        if PLAY in match.expects.words:
            return super().means(theirs, match)
        seat = theirs.current_player()
        most = TRICKS - sum(int(bid.value) for bid in bids_of(match) if bid.seat == (seat + 2) % 4)
        return {BIDS + tricks: Statement("bid", seat, value=str(tricks)) for tricks in range(most + 1)}

    def right(self, theirs: Any, match: Match) -> set[Action]:
        """As OpenSpiel says; a lead after the first spade by brute force."""
        played = theirs.history()[BIDS + 4 :]
        if PLAY in match.expects.words and len(played) % 4 == 0 and max(played, default=0) >= FIRST_SPADE:
            hand, gone = theirs.history()[theirs.current_player() : 52 : 4], {*played}
            return {*hand} - gone
        return super().right(theirs, match)

    def chooses(self, theirs: Any, match: Match, right: Sequence[Action], chance: Random) -> Action:
        """By chance; low bids are made more often than high ones, and some of them are kept."""
        if PLAY in match.expects.words:
            return chance.choice(right)
        return right[int(len(right) * chance.random() ** 3)]

    def scores(self, theirs: Any, match: Match) -> tuple[int, ...]:
        """OpenSpiel's returns, or by brute force where tricks of a failed nil might help."""
        points, bags = [int(returned) for returned in theirs.returns()], bags_told(match)
        bids = {bid.by: int(bid.value) for bid in bids_of(match)}
        won = Counter(
            event.winner for moment in match.this_deal() for event in moment.events if isinstance(event, TrickTaken)
        )
        for seat in range(4 if match.header.setup().options["failed-nil"] == "bags" else 0):
            other = (seat + 2) % 4
            if won[seat] and not bids[seat] and bids[other]:
                points[seat] = points[other] = beside_failed_nil(bids[other], won[other], won[seat], bags[seat % 2])
        return tuple(points)


def beside_failed_nil(bid: int, won: int, of_nil: int, bags: int) -> int:
    """The score of a side in which one has bid nil and won tricks that count for nothing but bags."""
    over = max(0, won - bid) + of_nil
    return -100 + (10 * bid if won >= bid else -10 * bid) + over - 100 * (bags + over >= 10)


def bids_of(match: Match) -> list[Statement]:
    """The bids of this deal."""
    return [moment.said for moment in match.this_deal() if moment.said is not None and moment.said.word == "bid"]


def bags_told(match: Match) -> list[int]:
    """The bags of both sides before this deal."""
    counted = match.header.setup().options["bags"] == "ten"
    return [total % 10 if counted else NO_TEN for total in match.state.totals[:2]]
