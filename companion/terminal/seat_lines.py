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


def lines_of(view: View, table: Table, cards: OpenDeal | None) -> list[str]:
    """A line or more for each player, and remarks on what belongs to nobody; nothing while no game is on."""
    match = table.match
    if match is None or table.before_play:
        return []
    scanning = table.scanning()
    turn = scanning[0] if scanning else next(iter(match.expects.seats), None)
    names, seats = match.header.names, range(len(match.header.names))
    if cards is not None:
        computers = {one.seat for one in match.header.computers}
        shown = [_rack(view, match, seat) if seat in computers else _hand(view, cards, seat) for seat in seats]
        groups = [[*front, *_before(view, cards, seat)] for seat, front in enumerate(shown)]
        whose = f"{names[turn]}'s turn" if turn is not None and not scanning else ""
        return view.beside(view.hands(names, groups, turn), [whose, *_remarks(view, cards)])
    fists = [list(_in_fists(match, seat)) for seat in seats]
    return view.hands(names, fists, turn) if any(fists) else []


def _hand(view: View, cards: OpenDeal, seat: Seat) -> Iterator[str]:
    """The cards of a hand as words."""
    return map(view.card, cards.hands[seat])


def _rack(view: View, match: Match, seat: Seat) -> Iterator[str]:
    """The slots of a computer that are filled, by number, and what lies open before them."""
    filled = [str(number) for number, card in enumerate(rack(match, seat), start=1) if card]
    if filled:
        yield f"{FACE_DOWN} {' '.join(filled)}"
    yield from map(view.card, lying_open(match, seat))


def _before(view: View, cards: OpenDeal, seat: Seat) -> Iterator[str]:
    """Heads and bones as words."""
    if cards.heads[seat]:
        yield from ("· heads", *map(view.card, cards.heads[seat]))
    if cards.bones[seat]:
        yield f"· bones {FACE_DOWN * len(cards.bones[seat])}"


def _remarks(view: View, cards: OpenDeal) -> list[str]:
    nest = f"nest: {' '.join(map(view.card, cards.nest))}" if cards.nest else ""
    up = f"turned up: {view.card(cards.up)}" if cards.up else ""
    stack = f"stack: {len(cards.stack)} face down" if cards.stack else ""
    return [nest or up, stack]


def _in_fists(match: Match, seat: Seat) -> Iterator[str]:
    """Right hand, left hand and crate, each piece as it is typed; what nobody has stands in the centre."""
    game = match.header.game
    lying = {place.what: cards for place, cards in game.places(match.moment).items() if place.seat == seat}
    for what, name in ((What.RIGHT, "right"), (What.LEFT, "· left"), (What.CRATE, "· crate")):
        if what in lying:
            yield from (name, *map(str, game.deck.cards(lying[what])))
