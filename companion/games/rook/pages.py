"""Rook's rules in short, by the house rules that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.rook.point_cards import NEST, Pack

if TYPE_CHECKING:
    from collections.abc import Mapping

CARDS = {"41": "5 to 14", "45": "5 to 14 and 1", "57": "1 to 14"}
FOLLOWING = {
    "any-time": "Follow the colour led or play the Rook. The Rook must be played when it is your only trump.",
    "as-trump": "Follow the colour led. The Rook is a trump: play it to trump when it is your only one.",
}
TAKING = {
    "high": "The Rook wins, else the highest trump, else the highest of the colour led",
    "low": "The highest trump wins, the Rook below all others; else the highest of the colour led",
    "10.5": "The highest trump wins, the Rook above the 10; else the highest of the colour led",
}


def pages(pack: Pack, house: Mapping[str, str]) -> tuple[str, ...]:
    """The pages of the panel for a table with these house rules."""
    cards = f"{len(pack.deck)} cards: {CARDS[house['cards']]} in four colours, and the Rook"
    bids = f"from {house['lowest-bid']} to {pack.total} by fives"
    ones = f"1 (high) counts {pack.counters['1']}, " if "1" in pack.counters else ""
    again = " Without counters you may throw in." if house["misdeal"] == "no-counters" else ""
    twenty = "the Rook and the last trick" if pack.last_trick else "the Rook"
    return (
        f"4 players, partners opposite. {cards}. {pack.hand} each, {NEST} in the nest.",
        f"Bid {bids}. The high bidder takes the nest, lays any five cards and names trump.",
        FOLLOWING[house["rook-play"]],
        f"{TAKING[house['rook-rank']]}. The last trick takes the nest.",
        f"{ones}5 counts 5, 10 and 14 count 10, {twenty} 20: {pack.total} in all. A missed bid is lost.",
        f"A revoke may be taken back until the next trick is taken.{again} {house['target']} points win.",
    )
