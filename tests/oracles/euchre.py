"""Euchre and OpenSpiel's `euchre`.

| OpenSpiel | here |
|---|---|
| the dealer never discards the card that was taken up | any card of the hand must be right (brute force) |
| discards first, then asks who plays alone | in either order |
| "with partner" is said | `pass`, or nothing |
| `stick_the_dealer`, by default true | by default no; both values are compared |
| `allow_lone_defender` asks defenders also when the maker does not play alone | only against a lone maker: otherwise \
they say "with partner" there, and nothing here |
| passed out: no score | dealt again by the next dealer |
| a lone maker who is euchred costs 2 | 4 by house rule |
| zero-sum: what one side scores the other loses | only one side scores |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from companion.cards import SUIT_NAMES, Card
from companion.games.euchre.bidding import ALONE, DISCARDS, ORDERS, PASS, TRUMP, UP
from companion.games.euchre.rules import EUCHRE, EUCHRED
from companion.match.match import Match
from companion.rules.statements import PLAY, Statement
from tests.oracles.both import Action, Peer, after, dealt, their_deal

UP_CARD = 21
"""When the card was turned up, in OpenSpiel's history."""
PASSES, FIRST_TRUMP, GOES_ALONE, WITH_PARTNER = 24, 25, 29, 30
SUITS = "CDHS"
TRUMPS = dict(enumerate(SUITS, FIRST_TRUMP))


class EuchrePeer(Peer):
    """Under every house rule."""

    game = EUCHRE
    cards = tuple(Card(rank, suit) for rank in ("9", "10", "J", "Q", "K", "A") for suit in SUITS)

    def deals(self, match: Match, chance: Random) -> tuple[Any, Match]:
        """Cards go round from the dealer on; the next one is turned up."""
        options = match.header.setup().options
        stuck, defenders = options["stick-the-dealer"] == "yes", options["alone"] == "defenders-too"
        theirs = their_deal("euchre", stick_the_dealer=stuck, allow_lone_defender=defenders)
        *cards, up = chance.sample(range(len(self.cards)), 21)
        dealer = match.to_scan[-1][0]
        match = dealt(match, ([self.cards[card] for card in cards[(seat - dealer) % 4 :: 4]] for seat in range(4)))
        for action in (dealer, *cards, up):
            theirs.apply_action(action)
        return theirs, after(match, Statement(UP, None, (self.cards[up],)))

    def skips(self, theirs: Any, match: Match) -> Action | None:
        """Nobody is asked here whether to play alone against makers who are two."""
        together = PLAY in match.expects.words and not match.state.now.sits_out
        return WITH_PARTNER if together and WITH_PARTNER in theirs.legal_actions() else None

    def means(self, theirs: Any, match: Match) -> Mapping[Action, Statement]:
        """Every suit, and pass; every card as discarded, or as played; alone, and with the partner."""
        if PLAY in match.expects.words:
            return super().means(theirs, match)
        seat, allowed, up = theirs.current_player(), theirs.legal_actions(), theirs.history()[UP_CARD]
        if WITH_PARTNER in allowed:
            return {GOES_ALONE: Statement(ALONE, seat), WITH_PARTNER: Statement(PASS, seat)}
        if allowed[0] < PASSES:
            plays = super().means(theirs, match).items()
            return {card: Statement(DISCARDS, seat, play.cards) for card, play in plays}
        first = len(theirs.history()) <= UP_CARD + 4
        names = {action: Statement(TRUMP, seat, value=SUIT_NAMES[suit]) for action, suit in TRUMPS.items()}
        orders = {FIRST_TRUMP + up % 4: Statement(ORDERS, seat)} if first else {}
        return {PASSES: Statement(PASS, seat), **names, **orders}

    def right(self, theirs: Any, match: Match) -> set[Action]:
        """As OpenSpiel says, and the card that was taken up may be discarded."""
        right, up = super().right(theirs, match), theirs.history()[UP_CARD]
        return right | {up} if DISCARDS in match.expects.words and min(right) < PASSES else right

    def chooses(self, theirs: Any, match: Match, right: Sequence[Action], chance: Random) -> Action:
        """By chance; in one match of four the maker plays alone, and takes what high cards take: for marches."""
        said = match.state.now.opening
        if match.header.opener or said.maker is None or DISCARDS in match.expects.words:
            return chance.choice(right)
        if WITH_PARTNER in right:
            return GOES_ALONE
        high = partial(self._is_high, said.trump)
        return (max if theirs.current_player() == said.maker else min)(right, key=high)

    def _is_high(self, trump: str, card: Action) -> tuple[bool, int]:
        return self.cards[card].suit == trump, card

    def scores(self, theirs: Any, match: Match) -> tuple[int, ...]:
        """What is won, without what is lost."""
        points = tuple(max(0, int(returned)) for returned in theirs.returns())
        if match.header.setup().options["lone-hands"] == "any" and match.state.now.sits_out:
            points = tuple(2 * point if point == EUCHRED else point for point in points)
        return points if any(points) else ()
