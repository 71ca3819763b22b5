"""The view of the page as JSON: the panel, the box, and the cards on the table.

It is the view of a user who plays every seat, so hands are included unless the page hides them. What nobody at a table
sees is not: bones, the stack, drinks in fists.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.rules.events import TrickTaken
from companion.rules.places import What
from companion.screens.current_screen import screen_for
from companion.screens.spoken_lines import lines_of
from companion.simulation.next_steps import to_lay, to_scan
from companion.support.values import dataclass
from companion.table.computer_rack import lying_open, rack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.cards import Card, Seat
    from companion.inputs.inputs import Button
    from companion.match.match import Match
    from companion.simulation.hints import Hint
    from companion.simulation.open_deal import OpenDeal
    from companion.table.state import Table

Json: TypeAlias = dict[str, Any]
"""Values that JSON can hold."""

DARK = bytes(1024)

PASSED_ROUND = frozenset({What.CENTRE, What.RIGHT, What.LEFT, What.CRATE})


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that the view is made of.

    `glass` holds the visible pages of the panel, `contrast` is 0 (dark) to 255. `tip` is None unless a hint was asked
    for (`hinted`); `advice` holds its sentences. `lying` are the words of the cards on the reader, `down` the held
    buttons. `fast`: deals take no time. `quick`: computer seats take none. `every_s` is the pace of a demonstration (0:
    none), `caption` its current step.
    """

    table: Table
    cards: OpenDeal | None
    tip: Hint | None
    glass: bytes
    contrast: int
    light: tuple[float, float, float]
    tone_hz: float
    down: tuple[Button, ...]
    lying: tuple[str, ...]
    faults: Mapping[str, tuple[str, bool]]
    advice: tuple[str, ...]
    hinted: bool
    fast: bool
    quick: bool
    remark: str
    caption: str
    every_s: float
    powered: bool


def view(moment: Moment) -> Json:
    """The view of this moment."""
    return {
        "box": _box(moment),
        "table": _table(moment) if moment.powered else {},
        "lying": list(moment.lying),
        "hint": _hint(moment),
        "remark": moment.remark,
        "caption": moment.caption,
        "every": moment.every_s,
        "hinted": moment.hinted,
        "fast": moment.fast,
        "quick": moment.quick,
        "faults": [{"name": name, "sentence": says, "on": on} for name, (says, on) in moment.faults.items()],
    }


def _box(moment: Moment) -> Json:
    red, green, blue = (round(255 * part) for part in moment.light)
    return {
        "glass": b64encode(moment.glass if moment.contrast else DARK).decode(),
        "contrast": moment.contrast,
        "said": list(lines_of(screen_for(moment.table))) if moment.powered else ["No power."],
        "light": [red, green, blue],
        "tone": moment.tone_hz,
        "down": [button.value for button in moment.down],
        "powered": moment.powered,
    }


def _hint(moment: Moment) -> Json | None:
    if not moment.advice:
        return None
    right, wrong = (moment.tip.right, moment.tip.wrong) if moment.tip and not moment.tip.blind else ((), ())
    return {"told": list(moment.advice), "right": list(map(str, right)), "wrong": list(map(str, wrong))}


def card(one: Card) -> Json:
    """A card as the page draws it."""
    return {"word": str(one), "rank": one.rank, "suit": one.suit}


def _table(moment: Moment) -> Json:
    """The cards on the table; empty if no game is in play."""
    table, match = moment.table, moment.table.match
    if match is None or table.before_play:
        return {}
    game = match.header.game
    scanning = None if table.scored else table.scanning()
    awaited = () if table.scored or not match.expects.words else match.expects.seats
    return {
        "game": game.name,
        "look": game.entry.look,
        "title": game.title,
        "turn": [scanning[0]] if scanning else list(awaited),
        "seats": [_seat(moment, match, seat) for seat in range(len(match.header.names))],
        "middle": list(_middle(table, match)),
        "centre": list(map(card, _at(match, What.CENTRE))),
        "up": card(moment.cards.up) if moment.cards and moment.cards.up and not _played(match) else None,
        "stack": len(moment.cards.stack) if moment.cards else 0,
        "nest": len(moment.cards.nest) if moment.cards else 0,
        "deal": _deal(moment, match),
        "several": match.expects.pieces[1] if match.expects.tap and match.expects.tap.seat is not None else 1,
        "alike": match.expects.pieces[0] < match.expects.pieces[1],
        "scored": table.scored or not match.expects.words,
    }


def _seat(moment: Moment, match: Match, seat: Seat) -> Json:
    """A player and the cards before the player; cards still to be read are marked."""
    base: Json = {"name": match.header.names[seat], "hand": [], "heads": [], "bones": 0}
    if moment.cards is not None:
        scanning = moment.table.scanning()
        unseen = set(moment.cards.unseen[seat]) if scanning else set(to_scan(moment.table, moment.cards))
        hand = (one for one in moment.cards.hands[seat] if one not in moment.table.begun.gathered)
        base["hand"] = [card(one) | ({"new": True} if one in unseen else {}) for one in hand]
        base["heads"] = [card(one) for one in moment.cards.heads[seat] if one not in moment.table.begun.gathered]
        base["bones"] = len(moment.cards.bones[seat])
        if any(one.seat == seat for one in match.header.computers):
            base |= _racked(moment.table, match, seat)
    elif _passed_round(match):
        base["fists"] = {"right": len(_at(match, What.RIGHT, seat)), "left": len(_at(match, What.LEFT, seat))}
        base["crate"] = list(map(card, _at(match, What.CRATE, seat)))
    return base


def _passed_round(match: Match) -> bool:
    """Whether the game passes pieces from the centre through hands into crates."""
    return any(place.what in PASSED_ROUND for place in match.header.game.places(match.moment))


def _at(match: Match, what: What, seat: Seat | None = None) -> tuple[Card, ...]:
    """The cards of a place of this kind."""
    places = match.header.game.places(match.moment)
    found = (cards for place, cards in places.items() if (place.what, place.seat) == (what, seat))
    return tuple(match.header.game.deck.cards(next(found, 0)))


def _racked(table: Table, match: Match, seat: Seat) -> Json:
    """The visible part of a computer seat's cards: the filled slots, and the open cards before the rack."""
    slots = rack(match, seat, table.begun.drawn)
    laid = table.begun.gathered
    lying = [one for one in lying_open(match, seat) if one not in laid]
    return {"hand": list(map(card, lying)), "rack": [one is not None and one not in laid for one in slots]}


def _played(match: Match) -> bool:
    """Whether a card of this deal was played."""
    places = match.header.game.places(match.moment)
    return any(place.what in {What.TRICK, What.TAKEN} for place in places)


def _middle(table: Table, match: Match) -> Iterator[Json]:
    """The cards in the middle: the trick or the pile, and cards laid that are not yet a whole play."""
    names, taken = match.header.names, any(isinstance(event, TrickTaken) for event in match.events)
    for seat, cards in match.header.game.middle(match.moment, taken=taken):
        yield {"who": "" if seat is None else names[seat], "cards": list(map(card, cards))}
    if table.begun.gathered:
        yield {"who": "…", "cards": list(map(card, table.begun.gathered))}


def _deal(moment: Moment, match: Match) -> str:
    """What the dealer can do now; empty: nothing."""
    tap = match.expects.tap
    if moment.table.scored:
        return ""
    if moment.table.scanning():
        return "scan"
    if to_scan(moment.table, moment.cards):
        return "draw"
    if to_lay(match, moment.cards) and moment.table.computer is None:
        return "nest"
    return "turn up" if moment.cards and tap is not None and tap.seat is None else ""
