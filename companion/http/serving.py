"""What every server of ours is made of: a guard before it, our files behind it, news for all who follow.

Starlette and uvicorn are imported here and in the two servers that are built of it, and nowhere else.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.http.guard import HEADERS, Headers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.http.guard import Refusal

ALIVE_S = 15.0
"""A word now and then shows that a silent stream is alive."""

AGAIN_MS = 1000
"""So long a browser whose stream was cut waits until it asks again, in milliseconds."""

ARRIVES_S = 8.0
"""So long a whole request may take to arrive, however it trickles in."""

STUCK_S = 20.0
"""So long a client may leave what it was sent in the wire; then it is dropped."""

STREAM = "text/event-stream"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PAGE = "index.html"


class Guard:
    """Stands before everything else: answers what `refuses` refuses, and puts our headers on every answer."""

    def __init__(self, app: ASGIApp, refuses: Callable[[Scope, Headers], Refusal | None]) -> None:
        self._app = app
        self._refuses = refuses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI 3."""
        if scope["type"] != "http":  # no web sockets are served: this is the server's own beginning and end
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *ours]
            await send(message)

        refused = self._refuses(scope, Headers(scope["headers"]))
        answer = PlainTextResponse(refused.reason, refused.status) if refused else self._app
        await answer(scope, receive, send_with_headers)


class Broadcast:
    """The latest view, for every stream that follows; one that is slow misses what lies between.

    Of `most` streams at once, or `most_each` of one address, one more is refused with the sentence `full`.
    """

    def __init__(self, most: int, most_each: int, full: str) -> None:
        self.streams: Counter[str] = Counter()
        self._most, self._most_each, self._full = most, most_each, full
        self._latest, self._number = "", 0
        self._news = asyncio.Event()

    def tell(self, text: str) -> None:
        """A new view."""
        self._latest, self._number = text, self._number + 1
        self._news.set()
        self._news = asyncio.Event()

    async def events(self, request: Request) -> Response:
        """What is shown, from now on; whoever asks only for the head of it gets no stream."""
        if request.method == "HEAD":
            return Response(media_type=STREAM)
        address = request.client.host if request.client else ""
        if self.streams.total() >= self._most or self.streams[address] >= self._most_each:
            return PlainTextResponse(self._full, 503)
        return StreamingResponse(self.follow(address), media_type=STREAM)

    async def follow(self, address: str) -> AsyncIterator[str]:
        """Every view from the latest on, as server-sent events."""
        self.streams[address] += 1
        seen = 0
        try:
            yield f"retry: {AGAIN_MS}\n\n"
            while True:
                news = self._news
                if seen != self._number:
                    seen = self._number
                    yield f"data: {self._latest}\n\n"
                    continue
                try:
                    await asyncio.wait_for(news.wait(), ALIVE_S)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self.streams -= Counter([address])


class Files:
    """The page of a package and what it loads, read once; in the page `given` texts take the places of {names}."""

    def __init__(self, package: str, given: Mapping[str, str] | None = None) -> None:
        place = files(package) / "static"
        self._files = {one.name: one.read_bytes() for one in place.iterdir() if one.name.endswith(tuple(TYPES))}
        for name, text in (given or {}).items():
            self._files[PAGE] = self._files[PAGE].replace(b"{%s}" % name.encode(), text.encode())

    async def page(self, request: Request) -> Response:
        """The one page."""
        del request
        return self._answer(PAGE)

    async def file(self, request: Request) -> Response:
        """One of its files."""
        return self._answer(request.path_params["name"])

    def _answer(self, name: str) -> Response:
        """The file of this name."""
        if name not in self._files:
            return PlainTextResponse("There is no such place on this table.", 404)
        return Response(self._files[name], media_type=TYPES[name[name.rindex(".") :]])


class Impatient(H11Protocol):
    """A connection that is cut where a request does not arrive in time, or an answer is not taken away.

    So is one more than `most_each` from one address: nobody takes the lines that others need.
    """

    most_each = 0
    _arriving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in H11Protocol
        """The first request is on its way."""
        super().connection_made(transport)
        wire = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STUCK_S * 1000))
        if self.limit_concurrency and len(self.connections) > 2 * self.limit_concurrency:
            transport.abort()  # those above the limit get an answer, those far above it none
        if sum(_address(one) == _address(self) for one in self.connections) > self.most_each:
            transport.abort()
        self._waits()

    def data_received(self, data: bytes) -> None:
        """A part of a request; until the whole is there the clock runs on."""
        super().data_received(data)
        if self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._waits()
        else:
            self._waits_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self._waits_no_more()
        super().connection_lost(exc)

    def _waits(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(ARRIVES_S, self.transport.abort)

    def _waits_no_more(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None


def _address(connection: Any) -> str | None:
    """Where it comes from."""
    return connection.client[0] if connection.client else None


def server_of(app: ASGIApp, most_connections: int, most_each: int) -> uvicorn.Server:
    """A server that says nothing of itself and bears whoever comes, on so many lines in all and from one address."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=type("Impatient", (Impatient,), {"most_each": most_each}),
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=most_connections,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
        )
    )


def listening(address: str, port: int) -> socket.socket:
    """A socket that listens there. Raises OSError."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((address, port))
        taken.listen()
    except OSError:
        taken.close()
        raise
    return taken
