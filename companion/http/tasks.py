"""Work that runs beside a server: a bug in it is reported, and it begins again."""

from __future__ import annotations

import asyncio
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from companion.support.messages import Message, msg

FIRST_S, LONGEST_S = 1.0, 60.0
"""Seconds before the work begins again: at first, and at most."""
WELL_S = 60.0
"""Work that ran for so many seconds was well: the next pause is short again."""


def fault_of_ours(fault: Exception) -> Message:
    """The sentence for people about a bug; the journal gets the traceback."""
    traceback.print_exception(fault, file=sys.stderr)
    told = f"{type(fault).__name__}: {fault}"[:200]
    return msg("A fault of this program, which goes on: {fault}", fault=told)


async def kept_running(
    work: Callable[[], Awaitable[None]], tell: Callable[[Message], None], first_s: float = FIRST_S
) -> None:
    """Run `work`; after an exception again, with a growing pause. `tell` gets what ended it."""
    pause_s = first_s
    while True:
        began = time.monotonic()
        try:
            return await work()
        except Exception as fault:  # noqa: BLE001 - whatever it is, the server goes on
            tell(fault_of_ours(fault))
        if time.monotonic() - began > WELL_S:
            pause_s = first_s
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_S)


@asynccontextmanager
async def beside(tell: Callable[[Message], None], *works: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Keep these running for as long as the block lasts."""
    running = [asyncio.create_task(kept_running(work, tell)) for work in works]
    try:
        yield
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
