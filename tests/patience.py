"""Patience with what happens in another thread or process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 60.0
PAUSE_S = 0.005

Came = TypeVar("Came")


def until(comes: Callable[[], Came | None], patience_s: float = PATIENCE_S) -> Came:
    """Wait until this is true; returns it."""
    end = time.monotonic() + patience_s
    while not (came := comes()):
        assert time.monotonic() < end, "it never came"
        time.sleep(PAUSE_S)
    return came
