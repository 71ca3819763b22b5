"""The server of the page: the page, its files, a stream of views, and orders. It only passes values on."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.enrolment.deck_transfer import RefusedError, UnknownDeckError
from companion.http.guard import LARGEST_BODY, LARGEST_DECK, TAKES_DECKS, Bucket, Headers, Own, Refusal, refusal
from companion.http.serving import Broadcast, Files, Guard, listening, server_of
from companion.settings.editor import CannotChangeError
from companion.storage.disk import StorageError
from companion.support.text import visible
from companion.web import deck_requests
from companion.web.orders import WrongOrderError, read
from companion.web.table_thread import Runner

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import Scope

    from companion.table.state import Table
    from companion.web.preferences import Preferences
    from companion.web.virtual_table import Desk

T = TypeVar("T")

HOST = "127.0.0.1"
PORTS = range(8080, 8180)
"""The candidates if no port was asked for: the first free one is used."""

MOST_STREAMS = 8
MOST_CONNECTIONS = 32
"""For all connections: they come from one address, this computer's."""

BODY_S = 5.0
"""Maximum seconds for a body to arrive, and for the table to answer."""


class Served:
    """The routes of one page, and the runner behind them."""

    def __init__(self, set_up: Callable[[], Desk], own: Own, pace: float, preferences: Preferences | None) -> None:
        self._preferences = preferences
        self.runner = Runner(set_up, self._publish, pace)
        self._files = Files("companion.web", {"token": own.token})
        self._broadcast = Broadcast(MOST_STREAMS, MOST_STREAMS, "The table has too many watchers.")
        self._bucket = Bucket(at=time.monotonic())
        self._choosing = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        routes = [
            Route("/", self._files.page),
            Route("/events", self._broadcast.events),
            Route("/orders", self.orders, methods=["POST"]),
            Route("/settings", self.settings, methods=["GET", "POST"]),
            Route(TAKES_DECKS, self.decks, methods=["GET", "POST"]),
            Route(TAKES_DECKS + "/{name}", self.deck, methods=["GET", "POST"]),
            Route("/{name}", self._files.file),
        ]

        def refuses(scope: Scope, headers: Headers) -> Refusal | None:
            return refusal(own, scope["method"], scope["raw_path"].decode("latin-1"), headers)

        guard = Middleware(Guard, refuses=refuses)
        self.app = Starlette(routes=routes, middleware=[guard], lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Run the table while the server runs."""
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

    async def orders(self, request: Request) -> Response:
        """Queue an order for the table."""
        if not self._bucket.takes(time.monotonic()):
            return PlainTextResponse("Too many orders at once.", 429)
        try:
            order = read(await asyncio.wait_for(_body(request), BODY_S))
        except (WrongOrderError, TimeoutError) as wrong:
            return _refusal(str(wrong) or "The order did not arrive.", 400)
        number = self.runner.order(order)
        return JSONResponse({"number": number}) if number else PlainTextResponse("Too many orders wait.", 503)

    async def settings(self, request: Request) -> Response:
        """The settings of the page; a choice is saved and counts from the next game on."""
        if self._preferences is None:
            return PlainTextResponse("There is no settings file for this table.", 404)
        if request.method == "POST" and not self._bucket.takes(time.monotonic()):
            return PlainTextResponse("Too many orders at once.", 429)
        try:
            if request.method == "POST":
                text = await asyncio.wait_for(_body(request), BODY_S)
                async with self._choosing:
                    self.runner.settings = await asyncio.to_thread(self._preferences.choose, text)
            return JSONResponse(await asyncio.to_thread(self._preferences.as_json))
        except (CannotChangeError, WrongOrderError, TimeoutError) as wrong:
            return _refusal(str(wrong) or "The choice did not arrive.", 400)

    async def decks(self, request: Request) -> Response:
        """The stored decks; an uploaded file becomes one of them."""

        async def work() -> Response:
            if request.method == "GET":
                return JSONResponse(await self._asked(deck_requests.as_json))
            text = await asyncio.wait_for(_body(request, LARGEST_DECK), BODY_S)
            replaces = request.query_params.get("replace") == "yes"
            return JSONResponse(await self._asked(lambda desk: deck_requests.put(desk, text, may_replace=replaces)))

        return await self._answered(request, work)

    async def deck(self, request: Request) -> Response:
        """One deck as a file; it can be renamed or deleted."""
        name = request.path_params["name"]

        async def work() -> Response:
            if request.method == "GET":
                text = await self._asked(lambda desk: deck_requests.export_text(desk, name))
                return Response(text, media_type="application/json", headers=deck_requests.as_file(name))
            wish = deck_requests.read(await asyncio.wait_for(_body(request), BODY_S))
            return JSONResponse(await self._asked(lambda desk: deck_requests.change(desk, name, wish)))

        return await self._answered(request, work)

    async def _asked(self, what: Callable[[Desk], T]) -> T:
        """The table's answer, between two turns."""
        return await asyncio.wait_for(asyncio.wrap_future(self.runner.ask(what)), BODY_S)

    async def _answered(self, request: Request, work: Callable[[], Awaitable[Response]]) -> Response:
        """The result of a request, or why it was refused."""
        if request.method == "POST" and not self._bucket.takes(time.monotonic()):
            return PlainTextResponse("Too many orders at once.", 429)
        try:
            return await work()
        except UnknownDeckError as unknown:
            return _refusal(str(unknown), 404)
        except (RefusedError, WrongOrderError) as wrong:
            return _refusal(str(wrong), 400)
        except StorageError as fault:
            return _refusal(str(fault), 500)
        except TimeoutError:
            return PlainTextResponse("The table is busy, or the file did not arrive. Try again.", 503)


def _refusal(why: str, status: int) -> Response:
    """A refusal line by line, in characters that can be sent."""
    return PlainTextResponse("\n".join(map(visible, why.split("\n"))), status)


async def _body(request: Request, most: int = LARGEST_BODY) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise WrongOrderError(f"what is sent here has at most {most} bytes")
    return body


def free_socket(port: int | None) -> socket.socket:
    """A socket on the loopback address, at this port or at the first free candidate. Raises OSError."""
    ports = list(PORTS) if port is None else [port]
    for number in ports:
        try:
            return listening(HOST, number)
        except OSError:
            if number == ports[-1]:
                raise
    raise AssertionError("there is a last port")


class PageServer:
    """The table and its page on a bound socket, `pace` times faster than real time."""

    def __init__(
        self,
        set_up: Callable[[], Desk],
        listens: socket.socket,
        pace: float = 1.0,
        preferences: Preferences | None = None,
    ) -> None:
        port = listens.getsockname()[1]
        self.address = f"http://{HOST}:{port}/"
        self._listens = listens
        self._served = Served(set_up, Own(port, secrets.token_urlsafe(24)), pace, preferences)
        self._server = server_of(self._served.app, MOST_CONNECTIONS, 2 * MOST_CONNECTIONS)
        self._served.runner.on_end = self.stop

    def tell(self, listener: Callable[[Table], None]) -> None:
        """Set the function that gets the table after every turn; call it before `run`."""
        self._served.runner.tell = listener

    def run(self) -> None:
        """Serve until SIGINT, SIGTERM or `stop`. Raises the StorageError that ended the table."""
        with suppress(KeyboardInterrupt):
            self._server.run(sockets=[self._listens])
        if self._served.runner.fault is not None:
            raise self._served.runner.fault

    def stop(self) -> None:
        """End soon; safe from any thread."""
        self._server.should_exit = True
