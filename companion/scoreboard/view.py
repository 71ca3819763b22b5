"""What everybody at the table may know of a moment, as values for the page of the phones. Pure.

It is built from what is open: what the panel says, the cards that lie open in the middle or before somebody, and how
everybody stands. Hands, nests, bones, stacks, fists and taken tricks are never looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from companion.match.score_chart import score_chart_of
from companion.rules.events import TrickTaken
from companion.rules.places import What
from companion.rules.statements import UnreadableError
from companion.screens.choice import screen_for
from companion.screens.description import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.cards.card import Card
    from companion.cards.seats import Seat
    from companion.match.match import Match
    from companion.match.score_chart import ScoreChart
    from companion.rules.places import Place
    from companion.table.state import Table

Json: TypeAlias = dict[str, Any]
"""Values that JSON knows."""

Places: TypeAlias = "list[tuple[Place, tuple[Card, ...]]]"
"""What lies where, only where it is open."""

OFF: Json = {"on": False}
"""The box is off, or tells nothing."""

BEFORE_PLAYERS = frozenset({What.HEADS, What.CRATE})
"""What lies open before a player."""


def view(table: Table) -> Json:
    """Everything that the page shows of this moment."""
    told = {"on": True, "says": list(lines_of(screen_for(table)))}
    return told | _match(table, table.playing) if table.in_play else told


def _match(table: Table, match: Match) -> Json:
    header, curve, places = match.header, _curve(match), _open(match)
    waits = not table.scored and bool(match.expects.words)
    return {
        "game": header.game.name,
        "look": header.game.entry.look,
        "title": header.game.title,
        "where": header.game.headline(match.moment),
        "memo": header.game.second_line(match.moment),
        "counted": header.game.counted,
        "turn": list(match.expects.seats) if waits else [],
        "players": [
            {"name": name, "stands": curve.last[seat] if curve else 0, "open": _cards(_before(places, seat))}
            for seat, name in enumerate(header.names)
        ],
        "won": list(match.winners),
        "lies": list(_lies(match, places)),
        "curve": curve_json(curve) if curve and curve.steps else None,
    }


def _curve(match: Match) -> ScoreChart | None:
    try:
        return score_chart_of(match)
    except UnreadableError:  # not everything is settled yet
        return None


def curve_json(curve: ScoreChart) -> Json:
    """The course of a match, and who share a line."""
    return {
        "step": curve.step,
        "counted": curve.counted,
        "points": [list(standing) for standing in curve.points],
        "sides": [list(side) for side in curve.sides()],
    }


def _open(match: Match) -> Places:
    """What may be named to all."""
    deck, places = match.header.game.deck, match.header.game.places(match.moment)
    return [(place, tuple(deck.cards(cards))) for place, cards in places.items() if place.open]


def _before(places: Places, seat: Seat) -> Iterator[Card]:
    """What lies open before this player."""
    for place, cards in places:
        if place.what in BEFORE_PLAYERS and place.seat == seat:
            yield from cards


def _lies(match: Match, places: Places) -> Iterator[Json]:
    """What lies in the middle, and who laid it (empty: nobody in particular)."""
    lying = match.header.game.middle(match.moment) or [(place.seat, cards) for place, cards in _turned(match, places)]
    for seat, cards in lying:
        yield {"who": "" if seat is None else match.header.names[seat], "cards": _cards(cards)}


def _turned(match: Match, places: Places) -> Places:
    """The last trick until something else is said, where it may still be looked at; else what was turned up."""
    if any(isinstance(event, TrickTaken) for event in match.events):
        taken = [(place, cards) for place, cards in places if place.what is What.TAKEN]
        last = max((place.number for place, _ in taken), default=0)
        if taken:
            return [(place, cards) for place, cards in taken if place.number == last]
    return [(place, cards) for place, cards in places if place.what is What.TURNED_UP]


def _cards(cards: Iterable[Card]) -> list[Json]:
    """As they look: which of several alike it is, nobody sees."""
    return [{"rank": card.rank, "suit": card.suit} for card in cards]
