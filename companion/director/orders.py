"""The order for each box: the table that plays at it now, and which boards may leave it. Pure.

An order is the whole wanted state. Its number rises with the statements of the event that change it. A box for which
nothing changes keeps its order: a round costs a club as many orders as it has tables, and not their square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.club.limits import MOST_PLACED, MOST_RELEASED
from companion.club.payloads import Assignment, Order
from companion.director.event import NO_BOX, ClubEvent, Seated, Sitting
from companion.director.planning import Shape, boards_ahead


def orders(  # noqa: PLR0913 - what an order is made of
    event: ClubEvent,
    shape: Shape,
    boxes: Iterable[str],
    *,
    since: int = 0,
    earlier: Sequence[str] = (),
    before: Mapping[str, Order] | None = None,
) -> dict[str, Order]:
    """The order of each of these boxes, and of those that have a table.

    `since` are the statements of all events before, so that numbers rise from event to event; `earlier` the boards of
    those events, which are all released. `before` has the orders that the boxes were sent last: what has not changed
    stays as it was, with its number.
    """
    seated = None if event.over else event.current
    sittings = seated.sittings if seated else ()
    at = {sitting.box: sitting for sitting in sittings if sitting.box != NO_BOX and sitting.box not in event.broken}
    free, had, places = released_boards(event, shape), _boards_of_boxes(event), _places(seated)

    def order(box: str) -> Order:
        sent = (before or {}).get(box)
        assignment = _assignment(event, seated, at[box]) if seated and box in at else None
        # At the end of the event each box gets all boards.
        released = (board for board in free if event.over or board in had.get(box, ()))
        boards = (*earlier, *released)[-MOST_RELEASED:]
        if sent and (sent.assignment, sent.released, sent.places) == (assignment, boards, places):
            return sent
        return Order(since + event.ordered, assignment, boards, places)

    return {box: order(box) for box in dict.fromkeys((*boxes, *at))}


def _boards_of_boxes(event: ClubEvent) -> dict[str, set[str]]:
    """The boards that each box was given, as "EVENT:BOARD"."""
    had: dict[str, set[str]] = {}
    for _, sitting in event.sittings():
        for box in sitting.boxes:
            had.setdefault(box, set()).update(f"{event.name}:{board}" for board in sitting.boards)
    return had


def _places(seated: Seated | None) -> dict[str, int]:
    """The table of everybody in this round, for people who tap at another one."""
    placed = [(name, sitting.table) for sitting in seated.sittings for name in sitting.names] if seated else []
    return dict(placed[:MOST_PLACED])


def released_boards(event: ClubEvent, shape: Shape) -> tuple[str, ...]:
    """The boards that no table will play any more, as "EVENT:BOARD": their cards may be seen."""
    if not event.duplicate:
        return ()
    played = {board for _, sitting in event.sittings() for board in sitting.boards}
    held = frozenset() if event.over else boards_ahead(event, shape) | _open_boards(event)
    return tuple(f"{event.name}:{board}" for board in sorted(played - held))


def _open_boards(event: ClubEvent) -> frozenset[int]:
    """The boards that a table has still to finish, unless the director gave the result.

    Also those of a table whose box broke down: the director may give it another one.
    """
    given = {correction.place for correction in event.corrections}
    return frozenset(
        board
        for seated, sitting in event.sittings()
        for deal, board in enumerate(sitting.boards, 1)
        if event.done.get((seated.number, sitting.table), 0) < deal
        and (seated.number, sitting.table, deal) not in given
    )


def _assignment(event: ClubEvent, seated: Seated, sitting: Sitting) -> Assignment:
    return Assignment(
        event=event.name,
        round=seated.number,
        table=sitting.table,
        game=event.game,
        players=sitting.names,
        dealer=_dealer(seated, sitting),
        options=dict(event.options),
        deals=len(sitting.boards) or event.deals,
        boards=sitting.boards,
        duplicate=event.duplicate,
        seating=sitting.seating,
    )


def _dealer(seated: Seated, sitting: Sitting) -> str:
    """Who deals first: by the number of the first board, as in bridge clubs; else in turn by round."""
    return sitting.names[((sitting.boards[0] if sitting.boards else seated.number) - 1) % len(sitting.names)]
