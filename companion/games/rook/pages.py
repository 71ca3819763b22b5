"""Rook's rules in short, by the house rules that change them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.rook.point_cards import NEST, Pack
from companion.support.messages import msg

CARDS = {"41": msg("5 to 14"), "45": msg("5 to 14 and 1"), "57": msg("1 to 14")}
FOLLOWING = {
    "any-time": msg("Follow the colour led, or play the Rook. Without that colour play any card, also a trump."),
    "as-trump": msg("Follow the colour led; the Rook is a trump. Without that colour play any card, also a trump."),
}
TAKING = {
    "high": msg("The Rook wins, else the highest trump, else the highest of the colour led"),
    "low": msg("The highest trump wins, the Rook below all others; else the highest of the colour led"),
    "10.5": msg("The highest trump wins, the Rook above the 10; else the highest of the colour led"),
}

LAYING = {
    "any": msg("Who bids most takes the nest, lays any five cards away and names trump."),
    "no-counters": msg("Who bids most takes the nest, lays five cards without points away and names trump."),
}
WINDOWS = {
    "next-trick-taken": msg("A revoke may be taken back until the next trick is taken."),
    "next-trick-led": msg("A revoke may be taken back until the next trick is led."),
}


def pages(pack: Pack, house: Mapping[str, str]) -> tuple[str, ...]:
    """The pages of the panel for a table with these house rules."""
    ones = msg("1 (high) counts {points}, ", points=pack.counters["1"]) if "1" in pack.counters else ""
    again = msg(" Without counters you may throw in.") if house["misdeal"] == "no-counters" else ""
    twenty = msg("the Rook and the last trick") if pack.last_trick else msg("the Rook")
    return (
        msg(
            "4 players, partners opposite. {cards} cards: {ranks} in four colours, and the Rook. {hand} each, {nest} in"
            " the nest.",
            cards=len(pack.deck),
            ranks=CARDS[house["cards"]],
            hand=pack.hand,
            nest=NEST,
        ),
        msg(
            "Bid how many of the {most} points your side will take: {least} or more, by fives.",
            least=house["lowest-bid"],
            most=pack.total,
        ),
        LAYING[house["nest"]],
        FOLLOWING[house["rook-play"]],
        msg("When trump is led and the Rook is your only trump, you must play it."),
        msg("{winning}. The last trick takes the nest.", winning=TAKING[house["rook-rank"]]),
        msg(
            "{ones}5 counts 5, 10 and 14 count 10, {twenty} 20: {total} in all.",
            ones=ones,
            twenty=twenty,
            total=pack.total,
        ),
        msg("Each side scores what it takes. But a side that takes less than its bid is set: it loses the bid."),
        msg(
            "{window}{again} {target} points win.",
            window=WINDOWS[house["renege-window"]],
            again=again,
            target=house["target"],
        ),
    )
