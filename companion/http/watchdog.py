"""A server that asks itself for its page, as a browser would: who keeps it running learns that it answers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    App: TypeAlias = Callable[..., Awaitable[None]]
    """An application of ASGI 3."""

EVERY_S, ANSWER_S = 5.0, 10.0
"""Seconds between two questions, and for an answer: together less than WatchdogSec of the service."""


async def asks_itself(app: App, listens: socket.socket, answered: Callable[[], None], every_s: float = EVERY_S) -> None:
    """Ask again and again, and call `answered` after each answer.

    Raises ConnectionError if nobody can connect any more or the answer is another one, and TimeoutError.
    """
    while True:
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
