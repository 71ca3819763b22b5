"""Oh Hell, the game of `examples/ohhell`, and OpenSpiel's `oh_hell`.

| OpenSpiel | here |
|---|---|
| one deal of any number of cards | the deals of a match, by the house rules `hands` and `largest`; 3 to 7 players |
| the last bid never makes the bids add up to the tricks | by house rule; else every bid must be right (brute force) |
| `off_bid_penalty` | `missed difference`; `missed nothing` is the same without what is less than nothing |
| `points_per_trick`, `num_suits`, `num_cards_per_suit` | 1, 4 and 13 |
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.cards import FRENCH_RANKS, Card
from companion.games.registry import not_installed
from companion.match.match import Match
from companion.rules.statements import PLAY, Statement
from tests.oracles.both import Action, Peer, after, dealt, their_deal

EXAMPLE = Path(__file__).parents[2] / "examples" / "ohhell"
BIDS = 52
"""OpenSpiel's number of the bid of no trick."""


class OhHellPeer(Peer):
    """Three to seven players, under every house rule."""

    cards = tuple(Card(rank, suit) for rank in FRENCH_RANKS.split() for suit in "CDSH")

    def __init__(self) -> None:
        sys.path.insert(0, str(EXAMPLE))
        self.game = not_installed("ohhell.entry:ENTRY")
        sys.path.remove(str(EXAMPLE))
        self.players = self.game.players

    def deals(self, match: Match, chance: Random) -> tuple[Any, Match]:
        """Cards go round from the first seat on; the next one is turned up."""
        setup, (_, size) = match.header.setup(), match.to_scan[0]
        missed = setup.options["missed"] != "tricks"
        theirs = their_deal("oh_hell", players=setup.seats, num_tricks_fixed=size, off_bid_penalty=missed)
        *cards, up = chance.sample(range(len(self.cards)), size * setup.seats + 1)
        match = dealt(match, ([self.cards[card] for card in cards[seat :: setup.seats]] for seat in range(setup.seats)))
        for action in (size, match.state.now.dealer, *cards, up):
            theirs.apply_action(action)
        return theirs, after(match, Statement("up", None, (self.cards[up],)))

    def means(self, theirs: Any, match: Match) -> Mapping[Action, Statement]:
        """Every card; before the first lead every bid, and one too many."""
        if PLAY in match.expects.words:
            return super().means(theirs, match)
        seat = theirs.current_player()
        return {BIDS + bid: Statement("bid", seat, value=str(bid)) for bid in range(tricks(theirs) + 2)}

    def right(self, theirs: Any, match: Match) -> set[Action]:
        """As OpenSpiel says; by house rule the last bid is as free as the others."""
        if PLAY in match.expects.words or match.header.setup().options["hook"] == "yes":
            return super().right(theirs, match)
        return {*range(BIDS, BIDS + tricks(theirs) + 1)}

    def scores(self, theirs: Any, match: Match) -> tuple[int, ...]:
        """OpenSpiel's returns."""
        least = 0 if match.header.setup().options["missed"] == "nothing" else -BIDS
        return tuple(max(least, int(returned)) for returned in theirs.returns())


def tricks(theirs: Any) -> int:
    """The number of tricks of this deal, which was chosen first."""
    number: int = theirs.history()[0]
    return number
