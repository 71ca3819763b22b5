"""Who sits at a table of the tests: so many people, and computers behind them."""

from __future__ import annotations

from companion.cards import SeatAssignment
from companion.table.setup import COMPUTER_NAMES

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve", "P6")


def seats(number: int, computers: int = 0, level: str = "normal") -> tuple[SeatAssignment, ...]:
    """This number of seats, the last ones played by computers."""
    people = map(SeatAssignment, PEOPLE[: number - computers])
    return (*people, *(SeatAssignment(name, level) for name in COMPUTER_NAMES[:computers]))


def seats_json(number: int, computers: int = 0, level: str = "normal") -> list[dict[str, str]]:
    """The same seats, as an order of the page names them."""
    return [{"name": seat.name, "level": seat.level} for seat in seats(number, computers, level)]
