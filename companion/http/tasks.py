"""Work beside a server: a bug in it is reported, and it begins again. A server may also ask itself for its page."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from companion.support.messages import Message, msg

App: TypeAlias = Callable[..., Awaitable[None]]
"""An application of ASGI 3."""

FIRST_S, LONGEST_S = 1.0, 60.0
"""Seconds before the work begins again: at first, and at most."""
WELL_S = 60.0
"""After this many seconds without a bug the next pause is short again."""


def fault_of_ours(fault: Exception) -> Message:
    """The sentence for people about a bug; the journal gets the traceback."""
    traceback.print_exception(fault, file=sys.stderr)
    told = f"{type(fault).__name__}: {fault}"[:200]
    return msg("A fault of this program, which goes on: {fault}", fault=told)


async def keep_running(work: Callable[[], Awaitable[None]], tell: Callable[[Message], None]) -> None:
    """Run `work`; after an exception again, with a growing pause. `tell` gets what ended it."""
    pause_s = FIRST_S
    while True:
        began = time.monotonic()
        try:
            return await work()
        except Exception as fault:  # noqa: BLE001 - whatever it is, the server goes on
            tell(fault_of_ours(fault))
        if time.monotonic() - began > WELL_S:
            pause_s = FIRST_S
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_S)


@asynccontextmanager
async def beside(tell: Callable[[Message], None], *works: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Keep these running for as long as the block lasts."""
    running = [asyncio.create_task(keep_running(work, tell)) for work in works]
    try:
        yield
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


EVERY_S, ANSWER_S = 5.0, 10.0
"""Seconds between two questions, and for an answer: together less than WatchdogSec of the service."""


async def ask_itself(app: App, listens: socket.socket, answered: Callable[[], None], every_s: float = EVERY_S) -> None:
    """Ask again and again, and call `answered` after each answer, until a server that ends has closed its socket.

    Raises ConnectionError if nobody can connect any more or the answer is another one, and TimeoutError.
    """
    while listens.fileno() >= 0:
        if not listens.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            raise ConnectionError("the socket of the page does not listen any more")
        await asyncio.wait_for(_ask(app, *listens.getsockname()), ANSWER_S)
        answered()
        await asyncio.sleep(every_s)


async def _ask(app: App, address: str, port: int) -> None:
    status = 0

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": [(b"host", f"{address}:{port}".encode())],
        "client": (address, 0),
        "server": (address, port),
    }
    await app(scope, receive, send)
    if status != 200:
        raise ConnectionError(f"the page is answered by {status}")
