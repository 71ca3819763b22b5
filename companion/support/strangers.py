"""The code of strangers: a game of another package may raise anything, and must not end what asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def guard(blame: Callable[[BaseException], object], *lets_through: type[Exception]) -> Iterator[None]:
    """Hand what is raised in here to `blame`, which raises it again if it is a fault of ours.

    Exceptions that it `lets_through` are no faults, and go on to the caller, as an interrupt from the keyboard does.
    """
    try:
        yield
    except BaseException as fault:
        if isinstance(fault, (KeyboardInterrupt, GeneratorExit, *lets_through)):
            raise
        blame(fault)
