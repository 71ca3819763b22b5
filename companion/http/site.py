"""A page and what serves it: who may ask, in which language, and the files, views and answers there are.

A server is composed: it has a `Site`, and gives it its routes. Starlette is imported here and in the servers only.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import TypeAlias
from zlib import crc32

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.http import page_words, sprites
from companion.http.guard import HEADERS, LARGEST_BODY, Bucket, Headers, Refusal, headers_of, hosts_of, refusal
from companion.http.page_words import SHEET, in_one_sheet, language_of, preloads, without_comments
from companion.http.peers import Address
from companion.http.serving import ClosingServer, configure, everybody
from companion.support.decoding import RefusedMessage
from companion.support.messages import language, msg, spoken_in, tr
from companion.support.text import visible
from companion.support.values import dataclass, field

Refuses: TypeAlias = Callable[[Scope, Headers], Refusal | None]
"""The reason to reject a request; None to accept it."""

ALIVE_S = 15.0
"""Seconds after which a silent stream says that it is alive."""

AGAIN_MS = 1000
"""Milliseconds that a browser waits before it reconnects to a closed stream."""

BODY_S = 5.0
"""Maximum seconds for a body to arrive, and for what answers it."""

END_S = 3.0
"""Maximum seconds that the end waits for the last views to be sent."""

STREAM = "text/event-stream"
AT_ONCE = {"x-accel-buffering": "no"}
"""What a proxy is asked, as nginx reads it: to pass a stream on as it comes."""
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
PAGE = "index.html"
NOWHERE = "There is no such place on this table."
REVALIDATE, NO_STORE = "no-cache", "no-store"
"""What browsers may keep: a file, if they ask each time whether it is still the same, and nothing else."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Maximum streams and connections, in all and per address."""

    streams: int
    streams_each: int
    connections: int
    connections_each: int


@dataclass(frozen=True, slots=True)
class Door:
    """Who may ask for what: checks the connection, then the request, then the server's own conditions (`further`).

    Without a `token` nothing can be changed. `name` is a further host name. `largest` has the maximum bytes of a body
    by its path, where it is not LARGEST_BODY. `orders` limits how fast POST requests may come. `stranger` answers every
    request of a connection that `admits` rejects.
    """

    token: str = ""
    name: str = ""
    largest: Mapping[str, int] = field(default_factory=dict)
    further: Refuses = lambda _scope, _headers: None
    orders: Bucket | None = None
    admits: Callable[[Address, Address], bool] = everybody
    stranger: Refusal = Refusal(403, "This page is not for you.")

    def refuses(self, scope: Scope, headers: Headers) -> Refusal | None:
        """The reason to reject this request; None to accept it."""
        target = scope["raw_path"].decode("latin-1")
        address, port = scope["server"]
        hosts, most = hosts_of(address, port, self.name), self.largest.get(target, LARGEST_BODY)
        refused = refusal(
            hosts, scope["method"], target, headers, token=self.token, most=most, scheme=scope.get("scheme", "http")
        )
        refused = refused or self.further(scope, headers)
        if refused:
            return refused
        too_fast = scope["method"] == "POST" and self.orders and not self.orders.takes(time.monotonic())
        return Refusal(429, msg("Too many orders at once.")) if too_fast else None


@dataclass(frozen=True, slots=True)
class FaultAnswers:
    """Answers to requests that end with an exception: its status, and its text for people, line by line.

    `nothing` is the text for an exception without one.
    """

    status: Mapping[type[Exception], int] = field(default_factory=lambda: {RefusedMessage: 400, TimeoutError: 503})
    texts: Callable[[Exception], Iterable[str]] = lambda why: (str(why),)
    nothing: str = msg("What was sent did not arrive. Try again.")

    async def answer(self, request: Request, why: Exception) -> Response:
        """The answer to this exception."""
        status = next(status for kind, status in self.status.items() if isinstance(why, kind))
        texts = tuple(filter(None, self.texts(why)))
        return text_response(status, *(texts or (self.nothing,)))


class Site:
    """One page on one server: has the guard, the files and the stream of views; the server brings the other routes.

    `package` contains the files of the page. `beside` runs as long as the page is served. `pictures` as for `Files`.
    `spoken` returns the language of a request.
    """

    def __init__(  # noqa: PLR0913 - the parts of a server
        self,
        package: str,
        routes: Iterable[Route],
        limits: Limits,
        door: Door,
        *,
        faults: FaultAnswers | None = None,
        beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
        pictures: Callable[[str], bytes | None] = lambda _: None,
        spoken: Callable[[Headers], str] = language_of,
    ) -> None:
        files = Files(package, pictures, door.token)
        faults = faults or FaultAnswers()
        self.stream = Broadcast(limits.streams, limits.streams_each, files.checksum)
        self.app = Starlette(
            routes=[Route("/events", self.stream.events), *routes, *files.routes],
            middleware=[Middleware(Guard, refuses=door.refuses, spoken=spoken)],
            exception_handlers=dict.fromkeys(faults.status, faults.answer),
            lifespan=self._live,
        )
        self._beside = beside
        self._loop: asyncio.AbstractEventLoop | None = None
        elsewhere = Guard(self.app, lambda *_: door.stranger)
        config = configure(self.app, limits.connections, limits.connections_each, door.admits, elsewhere=elsewhere)
        self._server = ClosingServer(config)

    def run(self, listens: socket.socket, certificate: Path | None = None) -> None:
        """Serve on this socket until SIGINT, SIGTERM or `stop`; over TLS with the certificate and key of this file."""
        self._server.config.ssl_certfile = certificate
        with suppress(KeyboardInterrupt):
            self._server.run(sockets=[listens])

    @contextmanager
    def serve(self, listens: socket.socket, certificate: Path | None = None) -> Iterator[None]:
        """Serve in a thread meanwhile, as `run` does; wait at most END_S for its end."""
        thread = Thread(target=self.run, args=(listens, certificate), name="page", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self.stop()
            thread.join(END_S)

    @asynccontextmanager
    async def _live(self, _: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        async with self._beside():
            yield

    def wake(self, act: Callable[..., object], *given: object) -> None:
        """Have the server do this, from any thread; nothing happens before its start and after its end."""
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(act, *given)

    def stop(self) -> None:
        """End soon; safe from any thread."""
        self._server.should_exit = True


class Guard:
    """ASGI middleware: puts the language of a request into effect, rejects by `refuses`, and adds our headers."""

    def __init__(self, app: ASGIApp, refuses: Refuses, spoken: Callable[[Headers], str] = language_of) -> None:
        self._app = app
        self._refuses = refuses
        self._spoken = spoken

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
        with spoken_in(self._spoken(headers)):
            refused = self._refuses(scope, headers)
            answer = text_response(refused.status, refused.reason) if refused else self._app
            await answer(scope, receive, send_with_headers)


def text_response(status: int, *texts: str) -> Response:
    """Texts for people in the language in effect, in characters that can be sent."""
    lines = (line for text in map(tr, texts) for line in text.split("\n"))
    return PlainTextResponse("\n".join(map(visible, lines)), status)


async def body_of(request: Request) -> bytes:
    """What is sent with a request; the guard has measured it. Raises TimeoutError."""
    return await asyncio.wait_for(request.body(), BODY_S)


class Broadcast:
    """Sends the latest view to every open stream, each in its language. A slow stream skips views in between.

    Allows `most` streams in all and `most_each` per address. Rejects others with status 503. An idle stream sends a
    sign of life every ALIVE_S: an event with the text `page` and the language, which is also the first event.
    `followed` is called when the set of languages changes; without a stream it is the box's own.
    """

    def __init__(self, most: int, most_each: int, page: str) -> None:
        self._page, self._own = page, frozenset({language()})
        self.streams: Counter[str] = Counter()
        self.followed: Callable[[frozenset[str]], None] = lambda _: None
        self._ended = 0
        self._most, self._most_each = most, most_each
        self._streams_in: Counter[str] = Counter()
        self._latest: dict[str, tuple[int, str]] = {}
        self._number = 0
        self._news = asyncio.Event()

    @property
    def languages(self) -> frozenset[str]:
        """The languages in which views are wanted."""
        return frozenset(self._streams_in) or self._own

    def tell(self, text: str) -> None:
        """Send a new view to all streams in the language in effect."""
        if language() not in self.languages:
            return  # its last stream has ended meanwhile
        self._number += 1
        self._latest[language()] = self._number, text
        self._wake()

    def speak(self, own: str) -> None:
        """End every stream, since the box speaks another language now: who follows it comes back in that one."""
        self._follow(Counter(), frozenset({own}))
        self._ended += 1
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def events(self, request: Request) -> Response:
        """The response with the event stream. A HEAD request gets headers only."""
        address = request.client.host if request.client else ""
        if self.streams.total() >= self._most or self.streams[address] >= self._most_each:
            return PlainTextResponse("There are too many watchers.", 503)
        if request.method == "HEAD":
            return Response(media_type=STREAM)
        return StreamingResponse(self.follow(address, language()), headers=AT_ONCE, media_type=STREAM)

    async def follow(self, address: str, code: str) -> AsyncGenerator[str, None]:
        """Yield every view in this language from the latest on, as server-sent events."""
        alive = f"event: alive\ndata: {self._page} {code}\n\n"
        self.streams[address] += 1
        self._follow(Counter([code]))
        seen, ended = 0, self._ended
        try:
            yield f"retry: {AGAIN_MS}\n\n{alive}"
            while ended == self._ended:
                news, (number, text) = self._news, self._latest.get(code, (seen, ""))
                if seen != number:
                    seen = number
                    yield f"data: {text}\n\n"
                    continue
                try:
                    await asyncio.wait_for(news.wait(), ALIVE_S)
                except TimeoutError:
                    yield alive
        finally:
            self.streams -= Counter([address])
            self._follow(Counter({code: -1}))

    def _follow(self, more: Counter[str], own: frozenset[str] | None = None) -> None:
        """Count a stream that begins or ends; the box speaks its `own` language. Forget views that nobody follows."""
        before, self._own = self.languages, own or self._own
        self._streams_in.update(more)
        self._streams_in = +self._streams_in
        if self.languages != before:
            self._latest = {code: view for code, view in self._latest.items() if code in self.languages}
            self.followed(self.languages)


class Cacheable:
    """A file that browsers may keep, compressed once."""

    def __init__(self, body: bytes) -> None:
        self._body, self._compressed = body, gzip.compress(body, mtime=0)
        self._etag = f'W/"{crc32(body):08x}-{len(body)}"'

    def response(self, request: Request, media_type: str, headers: Headers) -> Response:
        """The file, or 304 if the browser has it."""
        headers = {"cache-control": REVALIDATE, "etag": self._etag, "vary": "accept-encoding"} | headers
        if self._etag.removeprefix("W/") in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._compressed, media_type=media_type, headers={"content-encoding": "gzip"} | headers)
        return Response(self._body, media_type=media_type, headers=headers)


class Files:
    """The static files of a package and those of all pages, read once, and the pictures of the games.

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
        served = (
            traversable
            for place in places
            for traversable in place.iterdir()
            if traversable.name.endswith(tuple(TYPES))
        )
        found = {traversable.name: traversable.read_bytes() for traversable in served}
        found |= {name: without_comments(body) for name, body in found.items() if not name.endswith(".png")}
        found[PAGE], found[SHEET] = in_one_sheet(preloads(found[PAGE], found), found)
        self.checksum = f"{crc32(b''.join(found[name] for name in sorted(found))):08x}"
        self._page = found.pop(PAGE).decode().replace("{token}", token)
        self._pages: dict[str, Cacheable] = {}
        self._files = {name: Cacheable(body) for name, body in found.items()}

    async def file(self, request: Request) -> Response:
        """Respond with one static file, the page at the empty path, or 404."""
        name = request.path_params["name"] or PAGE
        if name == PAGE:
            return self._page_in_effect().response(
                request, TYPES[".html"], {"cache-control": NO_STORE, "vary": page_words.VARY}
            )
        if name not in self._files:
            return PlainTextResponse(NOWHERE, 404)
        return self._files[name].response(request, TYPES[name[name.rindex(".") :]], {})

    def _page_in_effect(self) -> Cacheable:
        """The page in the language in effect, translated once."""
        if language() not in self._pages:
            page = page_words.translate(self._page).replace("{languages}", page_words.options())
            self._pages[language()] = Cacheable(page.encode())
        return self._pages[language()]

    async def words(self, request: Request) -> Response:
        """Respond with the texts of the scripts in the language of the request."""
        words = Cacheable(page_words.catalogue())
        return words.response(request, "application/json", {"vary": page_words.VARY})

    async def sprite(self, request: Request) -> Response:
        """Respond with the pictures of a game, or 404. In a thread: it may be one of another package."""
        found = await asyncio.to_thread(self._pictures, request.path_params["name"])
        if found is None:
            return PlainTextResponse(NOWHERE, 404)
        return Cacheable(found).response(request, TYPES[".svg"], sprites.HEADERS)
