"""Shared parts of every server: request checks, static files, server-sent events.

Starlette and uvicorn are imported here and in the two servers only.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from zlib import crc32

import h11
import uvicorn
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.http import languages, page_words, sprites
from companion.http.guard import HEADERS, Headers, Refusal, headers_of
from companion.http.languages import in_language_of, language_of
from companion.http.modules import preloads
from companion.support.messages import language, tr
from companion.support.text import visible
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.http.peers import Address


ALIVE_S = 15.0
"""Seconds after which a silent stream says that it is alive."""

AGAIN_MS = 1000
"""Milliseconds that a browser waits before it reconnects to a closed stream."""

ARRIVES_S = 8.0
"""Maximum seconds for a whole request to arrive, even if it trickles in."""

STUCK_S = 20.0
"""Seconds after which a client that does not acknowledge sent data is dropped."""

NOT_ADMITTED = Refusal(403, "This page is not for you.")
STREAM = "text/event-stream"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PAGE = "index.html"
NOWHERE = "There is no such place on this table."
REVALIDATE, NO_STORE = "no-cache", "no-store"
"""What browsers may keep: a file, if they ask each time whether it is still the same, and nothing else."""


class Guard:
    """ASGI middleware that rejects requests by `refuses` and adds our headers to every response."""

    def __init__(self, app: ASGIApp, refuses: Callable[[Scope, Headers], Refusal | None]) -> None:
        self._app = app
        self._refuses = refuses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI 3 connection."""
        if scope["type"] != "http":  # no web sockets are served: this is the lifespan protocol
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                given = {name for name, _ in message.get("headers", ())}
                kept = [] if b"cache-control" in given else [(b"cache-control", NO_STORE.encode())]
                message["headers"] = [*message.get("headers", ()), *ours, *kept]
            await send(message)

        headers = headers_of(scope["headers"])
        refused = self._refuses(scope, headers)
        answer = text_response(headers, refused.status, refused.reason) if refused else self._app
        await answer(scope, receive, send_with_headers)


def text_response(headers: Mapping[str, str], status: int, *texts: str) -> Response:
    """Texts for people in the language of a request with these headers, in characters that can be sent."""
    lines = (line for text in map(in_language_of(headers, tr), texts) for line in text.split("\n"))
    return PlainTextResponse("\n".join(map(visible, lines)), status)


class Broadcast:
    """Sends the latest view to every open stream, each in its language. A slow stream skips views in between.

    Allows `most` streams in all and `most_each` per address. Rejects others with status 503 and the text `full`. A
    silent stream says now and then that it is alive: with a `page` as an event with that text and the language, which
    is also its first. `followed` is called when streams want other languages than before; without any stream it is the
    box's own.
    """

    def __init__(self, most: int, most_each: int, full: str, page: str = "") -> None:
        self._page = page
        self.streams: Counter[str] = Counter()
        self.followed: Callable[[frozenset[str]], None] = lambda _: None
        self._most, self._most_each, self._full = most, most_each, full
        self._streams_in: Counter[str] = Counter()
        self._latest: dict[str, tuple[int, str]] = {}
        self._number = 0
        self._news = asyncio.Event()

    @property
    def languages(self) -> frozenset[str]:
        """In which views are wanted."""
        return frozenset(self._streams_in) or frozenset({language()})

    def tell(self, text: str) -> None:
        """Send a new view to all streams in the language in effect."""
        if language() not in self.languages:
            return  # made before the last one of them ended
        self._number += 1
        self._latest[language()] = self._number, text
        self._news.set()
        self._news = asyncio.Event()

    async def events(self, request: Request) -> Response:
        """The response with the event stream. A HEAD request gets headers only."""
        address = request.client.host if request.client else ""
        if self.streams.total() >= self._most or self.streams[address] >= self._most_each:
            return PlainTextResponse(self._full, 503)
        if request.method == "HEAD":
            return Response(media_type=STREAM)
        return StreamingResponse(self.follow(address, language_of(request.headers)), media_type=STREAM)

    async def follow(self, address: str, code: str) -> AsyncIterator[str]:
        """Yield every view in this language from the latest on, as server-sent events."""
        first = f"event: alive\ndata: {self._page} {code}\n\n" if self._page else ""
        self.streams[address] += 1
        self._follow(Counter([code]))
        seen = 0
        try:
            yield f"retry: {AGAIN_MS}\n\n{first}"
            while True:
                news, (number, text) = self._news, self._latest.get(code, (seen, ""))
                if seen != number:
                    seen = number
                    yield f"data: {text}\n\n"
                    continue
                try:
                    await asyncio.wait_for(news.wait(), ALIVE_S)
                except TimeoutError:
                    yield first or ": still here\n\n"
        finally:
            self.streams -= Counter([address])
            self._follow(Counter({code: -1}))

    def _follow(self, more: Counter[str]) -> None:
        """Count a stream, or one less. The view in a language that nobody follows any more would grow old."""
        before = self.languages
        self._streams_in.update(more)
        self._streams_in = +self._streams_in
        if self.languages != before:
            self._latest = {code: view for code, view in self._latest.items() if code in self.languages}
            self.followed(self.languages)


@dataclass(frozen=True, slots=True)
class Cacheable:
    """A file that browsers may keep."""

    body: bytes
    compressed: bytes
    etag: str

    @classmethod
    def of(cls, body: bytes) -> Cacheable:
        """Compress it once."""
        return cls(body, gzip.compress(body, mtime=0), f'W/"{crc32(body):08x}-{len(body)}"')

    def response(self, request: Request, media_type: str, headers: Headers) -> Response:
        """The file, or 304 if the browser has it."""
        headers = {"cache-control": REVALIDATE, "etag": self.etag, "vary": "accept-encoding"} | headers
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.compressed, media_type=media_type, headers={"content-encoding": "gzip"} | headers)
        return Response(self.body, media_type=media_type, headers=headers)


class Files:
    """The static files of a package and those of both pages, read once, and the pictures of the games.

    `token` replaces {token} in the page; the `checksum` of all files is the same with any. `pictures` gives the sprite
    of a game; None: there is no such game.
    """

    def __init__(self, package: str, pictures: Callable[[str], bytes | None], token: str = "") -> None:
        self.routes = [
            Route("/games/{name}.svg", self.sprite),
            Route("/words.json", self.words),
            Route("/{name:path}", self.file),
        ]
        self._pictures = pictures
        places = (files(owner) / "static" for owner in ("companion.http", package))
        served = (one for place in places for one in place.iterdir() if one.name.endswith(tuple(TYPES)))
        found = {one.name: one.read_bytes() for one in served}
        found[PAGE] = preloads(found[PAGE], found)
        self.checksum = f"{crc32(b''.join(found[name] for name in sorted(found))):08x}"
        self._page = found.pop(PAGE).decode().replace("{token}", token)
        self._pages: dict[str, Cacheable] = {}
        self._files = {name: Cacheable.of(body) for name, body in found.items()}

    async def file(self, request: Request) -> Response:
        """Respond with one static file, the page at the empty path, or 404."""
        name = request.path_params["name"] or PAGE
        if name == PAGE:
            page = in_language_of(request.headers, self._page_in_effect)()
            return page.response(request, TYPES[".html"], {"cache-control": NO_STORE, "vary": languages.VARY})
        if name not in self._files:
            return PlainTextResponse(NOWHERE, 404)
        return self._files[name].response(request, TYPES[name[name.rindex(".") :]], {})

    def _page_in_effect(self) -> Cacheable:
        """The page in the language in effect, translated once."""
        if language() not in self._pages:
            page = page_words.translated(self._page).replace("{languages}", languages.options())
            self._pages[language()] = Cacheable.of(page.encode())
        return self._pages[language()]

    async def words(self, request: Request) -> Response:
        """Respond with the texts of the scripts in the language of the request."""
        words = Cacheable.of(in_language_of(request.headers, page_words.catalogue)())
        return words.response(request, "application/json", {"vary": languages.VARY})

    async def sprite(self, request: Request) -> Response:
        """Respond with the pictures of a game, or 404. In a thread: it may be one of another package."""
        found = await asyncio.to_thread(self._pictures, request.path_params["name"])
        if found is None:
            return PlainTextResponse(NOWHERE, 404)
        return Cacheable.of(found).response(request, TYPES[".svg"], sprites.HEADERS)


def everybody(client: Address, server: Address) -> bool:
    """Admit every connection."""
    del client, server
    return True


class TimedConnection(H11Protocol):
    """A connection with time limits for requests and responses.

    Also limits connections to `most_each` per address. Those that it does not admit are all answered by `elsewhere`.
    """

    most_each = 0
    admits: Callable[[Address, Address], bool] = staticmethod(everybody)
    elsewhere: ASGIApp
    _arriving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in H11Protocol
        """Start the timer for the first request."""
        super().connection_made(transport)
        wire = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STUCK_S * 1000))
        if self.limit_concurrency and len(self.connections) > 2 * self.limit_concurrency:
            transport.abort()  # clients slightly above the limit get a response, those far above it are dropped
        if sum(_address(one) == _address(self) for one in self.connections) > self.most_each:
            transport.abort()
        if not self.admits(transport.get_extra_info("peername"), transport.get_extra_info("sockname")):
            self.app = self.elsewhere
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Process received data. The timer runs until the request is complete."""
        super().data_received(data)
        if self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(ARRIVES_S, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None


def _address(connection: Any) -> str | None:
    """The address of the client. None if it is unknown."""
    return connection.client[0] if connection.client else None


class ClosingServer(uvicorn.Server):
    """Leaves no connection open at its end: neither one of the last moment, nor that of a client that is stuck."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order, then cut what is left."""
        await super().shutdown(sockets)
        for one in tuple(self.server_state.connections):
            assert isinstance(one, TimedConnection)
            one.transport.abort()
        await asyncio.sleep(0)


def server_of(
    app: ASGIApp,
    most_connections: int,
    most_each: int,
    admits: Callable[[Address, Address], bool] = everybody,
    refused: Refusal = NOT_ADMITTED,
) -> uvicorn.Server:
    """A uvicorn server without logs or a server header. The limits are in connections, in all and per address.

    `admits` is asked once for each connection; one that is not admitted is `refused`, whatever it asks.
    """
    of_ours = {"most_each": most_each, "admits": staticmethod(admits), "elsewhere": Guard(app, lambda *_: refused)}
    return ClosingServer(
        uvicorn.Config(
            app,
            http=type("TimedConnection", (TimedConnection,), of_ours),
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
    """A listening socket. Raises OSError.

    Its protocol is named, as asyncio sends small packets at once (TCP_NODELAY) only then. Else the second part of a
    response waits 40 ms for the other end to acknowledge the first.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
