"""Puts aside a game of another package that fails at a simulated table, where hands and pages ask it, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def guard(blame: Callable[[BaseException], None], *lets_through: type[Exception]) -> Iterator[None]:
    """Hand what is raised in here to `blame`, as the loop does: it goes on without the game, or raises what is ours.

    What it `lets_through` is no fault, and goes on to the caller.
    """
    try:
        yield
    except lets_through:
        raise
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may be somebody else's
        blame(fault)
