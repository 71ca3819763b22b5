"""The server of the page: one page, its files, a stream of views, and a place for orders. It only passes values.

Starlette and uvicorn are imported here and nowhere else.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.web.guard import HEADERS, LARGEST_BODY, Bucket, Headers, Own, refusal
from companion.web.orders import WrongOrderError, read
from companion.web.runner import Runner

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.web.desk import Desk

HOST = "127.0.0.1"
PORTS = range(8080, 8180)
"""The first free one of these is taken where none was asked for."""

MOST_STREAMS = 8
MOST_CONNECTIONS = 32
ALIVE_S = 15.0
"""A word now and then shows that a silent stream is alive."""

BODY_S = 5.0
"""So long a body may take to arrive."""

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PAGE = "index.html"


class Guard:
    """Stands before everything else: refuses what is not from our own page, and puts our headers on every answer."""

    def __init__(self, app: ASGIApp, own: Own) -> None:
        self._app = app
        self._own = own

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

        headers = Headers(scope["headers"])
        refused = refusal(self._own, scope["method"], scope["raw_path"].decode("latin-1"), headers)
        answer = PlainTextResponse(refused.reason, refused.status) if refused else self._app
        await answer(scope, receive, send_with_headers)


class Broadcast:
    """The latest view, for every stream that follows; one that is slow misses what lies between."""

    def __init__(self) -> None:
        self.streams = 0
        self._latest, self._number = "", 0
        self._news = asyncio.Event()

    def tell(self, text: str) -> None:
        """A new view."""
        self._latest, self._number = text, self._number + 1
        self._news.set()
        self._news = asyncio.Event()

    async def follow(self) -> AsyncIterator[str]:
        """Every view from the latest on, as server-sent events."""
        self.streams += 1
        seen = 0
        try:
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
            self.streams -= 1


class Served:
    """The routes of one page, and the runner behind them."""

    def __init__(self, set_up: Callable[[], Desk], own: Own, pace: float) -> None:
        self.runner = Runner(set_up, self._publish, pace)
        self._files = _files(own.token)
        self._broadcast = Broadcast()
        self._bucket = Bucket(at=time.monotonic())
        self._loop: asyncio.AbstractEventLoop | None = None
        routes = [
            Route("/", self.page),
            Route("/events", self.events),
            Route("/orders", self.orders, methods=["POST"]),
            Route("/{name}", self.file),
        ]
        self.app = Starlette(routes=routes, middleware=[Middleware(Guard, own=own)], lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """The table is on as long as the server is."""
        del app
        self._loop = asyncio.get_running_loop()
        self.runner.start()
        yield
        await asyncio.to_thread(self.runner.stop)

    def _publish(self, text: str) -> None:
        """Called by the runner's thread."""
        assert self._loop is not None
        with suppress(RuntimeError):  # the server is ending
            self._loop.call_soon_threadsafe(self._broadcast.tell, text)

    async def page(self, request: Request) -> Response:
        """The one page."""
        del request
        return self._file(PAGE)

    async def file(self, request: Request) -> Response:
        """One of its files."""
        return self._file(request.path_params["name"])

    def _file(self, name: str) -> Response:
        if name not in self._files:
            return PlainTextResponse("There is no such place on this table.", 404)
        return Response(self._files[name], media_type=TYPES[name[name.rindex(".") :]])

    async def events(self, request: Request) -> Response:
        """What the table shows, from now on."""
        del request
        if self._broadcast.streams >= MOST_STREAMS:
            return PlainTextResponse("The table has too many watchers.", 503)
        return StreamingResponse(self._broadcast.follow(), media_type="text/event-stream")

    async def orders(self, request: Request) -> Response:
        """Something is to be done at the table."""
        if not self._bucket.takes(time.monotonic()):
            return PlainTextResponse("Too many orders at once.", 429)
        try:
            order = read(await asyncio.wait_for(_body(request), BODY_S))
        except (WrongOrderError, TimeoutError) as wrong:
            return PlainTextResponse(str(wrong) or "The order did not arrive.", 400)
        number = self.runner.order(order)
        return JSONResponse({"number": number}) if number else PlainTextResponse("Too many orders wait.", 503)


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise WrongOrderError(f"an order has at most {LARGEST_BODY} bytes")
    return body


def _files(token: str) -> dict[str, bytes]:
    """The page and what it loads; the page is given the token."""
    place = files("companion.web") / "static"
    found = {one.name: one.read_bytes() for one in place.iterdir() if one.name.endswith(tuple(TYPES))}
    return found | {PAGE: found[PAGE].replace(b"{token}", token.encode())}


def free_socket(port: int | None) -> socket.socket:
    """A socket that listens to this computer only, at this port or at the first free one. Raises OSError."""
    ports = list(PORTS) if port is None else [port]
    for number in ports:
        taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((HOST, number))
            taken.listen()
        except OSError:
            taken.close()
            if number == ports[-1]:
                raise
        else:
            return taken
    raise AssertionError("there is a last port")


class PageServer:
    """The table and its page on a socket that is bound already; `pace` times faster than real time."""

    def __init__(self, set_up: Callable[[], Desk], listening: socket.socket, pace: float = 1.0) -> None:
        port = listening.getsockname()[1]
        self.address = f"http://{HOST}:{port}/"
        self._listening = listening
        self._served = Served(set_up, Own(port, secrets.token_urlsafe(24)), pace)
        self._server = uvicorn.Server(_config(self._served.app))
        self._served.runner.on_end = self.stop

    def run(self) -> None:
        """Until Ctrl-C, SIGTERM or `stop`. Raises what ended the table: StorageError, CannotResumeError."""
        with suppress(KeyboardInterrupt):
            self._server.run(sockets=[self._listening])
        if self._served.runner.fault is not None:
            raise self._served.runner.fault

    def stop(self) -> None:
        """End soon; for any thread."""
        self._server.should_exit = True


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )
