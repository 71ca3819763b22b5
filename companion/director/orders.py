"""What each box is told: the table that plays at it now, and which boards may leave it. Pure.

An order is the whole wanted state. Its number rises with every statement of the event that may change one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.club.payloads import MOST_RELEASED, Assignment, Order
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
    number, boards = since + event.ordered, released(event, shape)
    told = {box: Order(number, None, _latest(earlier, boards)) for box in boxes}
    seated = event.current
    if seated is not None and not event.over:
        for one in seated.sittings:
            if one.box != NO_BOX and one.box not in event.broken:
                told[one.box] = Order(number, _assignment(event, seated, one), _latest(earlier, boards))
    return told


def released(event: Event, shape: Shape) -> tuple[str, ...]:
    """The boards that no table will play any more, as "EVENT:BOARD": their cards may be seen."""
    if not event.duplicate:
        return ()
    held = set(boards_ahead(event, shape)) | {board for board in _played(event) if not _is_played_out(event, board)}
    free = sorted(set(_played(event)) - held) if not event.over else sorted(set(_played(event)))
    return tuple(f"{event.name}:{board}" for board in free)


def _played(event: Event) -> list[int]:
    return [board for _, sitting in event.sittings() for board in sitting.boards]


def _is_played_out(event: Event, board: int) -> bool:
    """Whether every table that was seated with this board has finished it, cannot, or had its result corrected."""
    return all(
        event.done.get((seated.number, sitting.table), 0) > sitting.boards.index(board)
        or sitting.box in event.broken
        or _is_corrected(event, seated, sitting, board)
        for seated, sitting in event.sittings()
        if board in sitting.boards
    )


def _is_corrected(event: Event, seated: Seated, sitting: Sitting, board: int) -> bool:
    place = seated.number, sitting.table, sitting.boards.index(board) + 1
    return any((one.round, one.table, one.deal) == place for one in event.corrections)


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
