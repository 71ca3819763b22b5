"""Puts aside a game of another package that fails at a simulated table, where hands and pages ask it, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def guard(blame: Callable[[BaseException], None], *passes: type[Exception]) -> Iterator[None]:
    """Hand what is raised in here to `blame`, as the loop does: it goes on without the game, or raises what is ours.

    `passes` are no faults, and go on to the caller.
    """
    try:
        yield
    except passes:
        raise
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may be somebody else's
        blame(fault)
