"""What each box is told: the table that plays at it now, and which boards may leave it. Pure.

An order is the whole wanted state. Its number rises with every statement of the event that may change one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.club.limits import MOST_PLACED, MOST_RELEASED
from companion.club.payloads import Assignment, Order
from companion.director.event import NO_BOX
from companion.director.planning import boards_ahead

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.director.event import Event, Seated, Sitting
    from companion.director.planning import Shape


def orders(
    event: Event, shape: Shape, boxes: Iterable[str], *, since: int = 0, earlier: Sequence[str] = ()
) -> dict[str, Order]:
    """The order of each of these boxes, and of those that have a table.

    `since` are the statements of all events before, so that numbers rise from event to event; `earlier` the boards of
    those events, which are all released.
    """
    seated = None if event.over else event.current
    none = Order(since + event.ordered, None, _latest(earlier, released(event, shape)), _places(seated))
    told = dict.fromkeys(boxes, none)
    if seated is None:
        return told
    sittings = (one for one in seated.sittings if one.box != NO_BOX and one.box not in event.broken)
    return told | {one.box: replace(none, assignment=_assignment(event, seated, one)) for one in sittings}


def _places(seated: Seated | None) -> dict[str, int]:
    """The table of everybody in this round: whoever taps elsewhere is told."""
    placed = [(name, one.table) for one in seated.sittings for name in one.names] if seated else []
    return dict(placed[:MOST_PLACED])


def released(event: Event, shape: Shape) -> tuple[str, ...]:
    """The boards that no table will play any more, as "EVENT:BOARD": their cards may be seen."""
    if not event.duplicate:
        return ()
    played = {board for _, sitting in event.sittings() for board in sitting.boards}
    held = frozenset() if event.over else boards_ahead(event, shape) | _unfinished(event)
    return tuple(f"{event.name}:{board}" for board in sorted(played - held))


def _unfinished(event: Event) -> frozenset[int]:
    """The boards that a table was seated with and has neither finished, nor lost its box, nor had its result given."""
    given = {(one.round, one.table, one.deal) for one in event.corrections}
    return frozenset(
        board
        for seated, sitting in event.sittings()
        if sitting.box not in event.broken
        for deal, board in enumerate(sitting.boards, 1)
        if event.done.get((seated.number, sitting.table), 0) < deal
        and (seated.number, sitting.table, deal) not in given
    )


def _latest(earlier: Sequence[str], boards: Sequence[str]) -> tuple[str, ...]:
    return tuple((*earlier, *boards)[-MOST_RELEASED:])


def _assignment(event: Event, seated: Seated, one: Sitting) -> Assignment:
    return Assignment(
        event=event.name,
        round=seated.number,
        table=one.table,
        game=event.game,
        players=one.names,
        dealer=_dealer(seated, one),
        options=dict(event.options),
        deals=len(one.boards) or event.deals,
        boards=one.boards,
        duplicate=event.duplicate,
    )


def _dealer(seated: Seated, one: Sitting) -> str:
    """Who deals first: by the number of the first board, as in bridge clubs; else in turn by round."""
    return one.names[((one.boards[0] if one.boards else seated.number) - 1) % len(one.names)]
