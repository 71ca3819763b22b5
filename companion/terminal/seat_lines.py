"""The lines above the panel: what each player has, all hands open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.places import What
from companion.table.computer_rack import lying_open, rack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.cards import Seat
    from companion.match.match import Match
    from companion.simulation.open_deal import OpenDeal
    from companion.table.state import Table
    from companion.terminal.view import View

FACE_DOWN = "▒"
IN_FISTS = {What.RIGHT: "right", What.LEFT: "· left", What.CRATE: "· crate"}


def lines_of(view: View, table: Table, deal: OpenDeal | None) -> list[str]:
    """A line or more for each player; none while no game is on, or where nobody has anything."""
    match = table.match
    if match is None or table.before_play:
        return []
    scanning = table.scanning()
    turn = scanning[0] if scanning else next(iter(match.expects.seats), None)
    names = match.header.names
    words = [list(_before(view, match, deal, seat)) for seat in range(len(names))]
    return view.hands(names, words, turn) if deal or any(words) else []


def _before(view: View, match: Match, deal: OpenDeal | None, seat: Seat) -> Iterator[str]:
    """What lies before a seat: hand or rack, heads and bones; where nothing is dealt, what its fists hold."""
    if deal is None:
        game = match.header.game
        lying = {place.what: cards for place, cards in game.places(match.moment).items() if place.seat == seat}
        for what, name in IN_FISTS.items():
            if what in lying:
                yield from (name, *map(str, game.deck.cards(lying[what])))
        return
    if seat in match.header.computers:
        filled = [str(number) for number, card in enumerate(rack(match, seat), start=1) if card]
        if filled:
            yield f"{FACE_DOWN} {' '.join(filled)}"
        yield from map(view.card, lying_open(match, seat))
    else:
        yield from map(view.card, deal.hands[seat])
    if deal.heads[seat]:
        yield from ("· heads", *map(view.card, deal.heads[seat]))
    if deal.bones[seat]:
        yield f"· bones {FACE_DOWN * len(deal.bones[seat])}"


def remarks(view: View, deal: OpenDeal | None) -> str:
    """What belongs to nobody: nest or card turned up, and the stack; empty: there is none."""
    if deal is None:
        return ""
    nest = f"nest: {' '.join(map(view.card, deal.nest))}" if deal.nest else ""
    up = f"turned up: {view.card(deal.up)}" if deal.up else ""
    stack = f"stack: {len(deal.stack)} face down" if deal.stack else ""
    return " · ".join(filter(None, (nest or up, stack)))
