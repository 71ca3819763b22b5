"""Seats at the table, numbered clockwise from 0. The match knows who sits there."""

from __future__ import annotations

from typing import TypeAlias

Seat: TypeAlias = int


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise.

    >>> left_of(2, 3)
    0
    """
    return (seat + 1) % seats


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats clockwise, beginning with `first`.

    >>> clockwise(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((first + step) % seats for step in range(seats))
