"""The server of the organiser's page. Messages of boxes arrive by a link, and orders leave by it."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from companion.director.collection import Reaction
from companion.director.desk import Desk
from companion.director.exports import EXPORTS
from companion.director.hands_text import as_page
from companion.director.link import BrokerLink
from companion.director.page_view import games_view, page_view, results_view
from companion.director.password import Sessions, Tries, cookie
from companion.director.wishes import password_in, wish_in
from companion.http.guard import Bucket, Headers, Refusal
from companion.http.site import TYPES, Door, FaultAnswers, Limits, Site, body_of, text_response
from companion.http.tasks import beside
from companion.rules.statements import UnreadableError
from companion.storage.disk import StorageError
from companion.support.decoding import RefusedMessage
from companion.support.messages import msg, spoken_in, tr

MOST_STREAMS, STREAMS_EACH = 16, 5
MOST_CONNECTIONS, CONNECTIONS_EACH = 64, 16
LIMITS = Limits(MOST_STREAMS, STREAMS_EACH, MOST_CONNECTIONS, CONNECTIONS_EACH)
FAULTS = FaultAnswers({UnreadableError: 400, RefusedMessage: 400, StorageError: 503, TimeoutError: 503})
LOOK_S = 0.5
"""Seconds between two looks at what the boxes have sent."""
CLOCK_S = 15.0
"""Seconds between two updates of the clock on the page."""
LOGIN = "/login"
TOO_MUCH = msg("Too much at once: wait a little.")


class DirectorPage:
    """The page on a bound socket. `now` is the time as records note it; `name` a further host name."""

    def __init__(self, desk: Desk, link: BrokerLink, password: str, now: Callable[[], str], *, name: str = "") -> None:
        self._desk, self._link, self._now = desk, link, now
        self._sessions = Sessions(password)
        self._token = secrets.token_urlsafe(24)
        self._tries = Tries()
        self._wishes = Bucket(at=time.monotonic())
        self._at_desk = asyncio.Lock()
        self._trouble = ""  # of the disk
        self._told: tuple[int, tuple[str, ...]] | None = None
        self._told_at = 0.0
        self.site = Site(
            "companion.director",
            [
                Route(LOGIN, self.login, methods=["POST"]),
                Route("/logout", self.logout, methods=["POST"]),
                Route("/wishes", self.wishes, methods=["POST"]),
                Route("/choices", self.choices),
                Route("/results/{event}", self.results),
                Route("/hands/{event}", self.hands),
                Route("/exports/{event}/{name}", self.export),
            ],
            LIMITS,
            Door(self._token, name, further=self._stranger),
            faults=FAULTS,
            beside=lambda: beside(desk.tell, lambda: link.run(self._take_in), self._look),
        )
        self.site.stream.followed = self._follow

    def _stranger(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Rejects requests without the password, except for public pages."""
        if is_public(scope["path"]):
            return None
        if not self._sessions.knows(headers.get("cookie", "")):
            return Refusal(401, msg("Give the password first."))
        if scope["method"] == "POST" and not self._wishes.takes(time.monotonic()):
            return Refusal(429, TOO_MUCH)
        return None

    # ------------------------------------------------------------ what runs beside

    def _follow(self, _: frozenset[str]) -> None:
        """Another language is read now, or one that nobody read for a moment: tell all again."""
        self._told = None

    async def _take_in(self, heard: Reaction) -> None:
        async with self._at_desk:
            await asyncio.to_thread(self._desk.take_in, heard, self._now())
            await self._send()

    async def _look(self) -> None:
        """Read, save and tell what has changed, for ever. A failure is shown on the page, and the work tried again."""
        seen = -1
        while True:
            if self._desk.changes != seen or self._trouble:
                self._trouble = await self._read()
                seen = self._desk.changes
            await self._tell()
            await asyncio.sleep(LOOK_S)

    async def _read(self) -> str:
        """Read and save once; what went wrong, empty: nothing."""
        try:
            async with self._at_desk:
                await asyncio.to_thread(self._desk.look, self._now())
                await self._send()
        except StorageError as fault:
            return str(fault)
        return ""

    async def _send(self) -> None:
        await self._link.publish(await asyncio.to_thread(self._desk.to_send))

    async def _tell(self) -> None:
        """Tell each page in its language what has changed, and the clock now and then."""
        troubles = tuple(filter(None, (self._trouble, self._link.trouble)))
        told = self._desk.changes, troubles
        now = time.monotonic()
        if told == self._told and now - self._told_at < CLOCK_S:
            return
        self._told, self._told_at = told, now
        for code in sorted(self.site.stream.languages):
            with spoken_in(code):
                async with self._at_desk:
                    view = await asyncio.to_thread(self._view, troubles)
                self.site.stream.tell(view)

    def _view(self, troubles: tuple[str, ...]) -> str:
        view = page_view(self._desk, self._now(), " ".join(map(tr, troubles)))
        return json.dumps(view, ensure_ascii=False, separators=(",", ":"))

    # ------------------------------------------------------------ requests

    async def login(self, request: Request) -> Response:
        """Begin a session, if the password is right."""
        given, address = password_in(await body_of(request)), request.client.host if request.client else ""
        now = time.monotonic()
        if not self._tries.may_try(address, now):
            return text_response(429, TOO_MUCH)
        secret = self._sessions.begin(given)
        if not secret:
            self._tries.was_wrong(address, now)
            return text_response(403, msg("That is not the password."))
        return PlainTextResponse("", headers={"set-cookie": cookie(secret)})

    async def logout(self, request: Request) -> Response:
        """End the session."""
        self._sessions.end(request.headers.get("cookie", ""))
        return PlainTextResponse("", headers={"set-cookie": cookie("")})

    async def wishes(self, request: Request) -> Response:
        """Do what the organiser asks."""
        wish = wish_in(await body_of(request))
        async with self._at_desk:
            await asyncio.to_thread(self._desk.wish, wish, self._now())
            await self._send()
        await self._tell()
        return JSONResponse({"changes": self._desk.changes})

    async def choices(self, request: Request) -> Response:
        """The games, their house rules, and the movements that fit them."""
        del request
        return JSONResponse({"games": games_view(self._desk.games)})

    async def results(self, request: Request) -> Response:
        """All results of an event."""
        async with self._at_desk:
            event = self._desk.event_of(request.path_params["event"])
            return JSONResponse(await asyncio.to_thread(lambda: results_view(*self._desk.results(event))))

    async def hands(self, request: Request) -> Response:
        """The hands of all boards of an event, to be printed. The page asks first whether people want to see them."""
        async with self._at_desk:
            event = self._desk.event_of(request.path_params["event"])
        return HTMLResponse(await asyncio.to_thread(lambda: as_page(event, self._desk.boards(event))))

    async def export(self, request: Request) -> Response:
        """An event as a file."""
        event, name = request.path_params["event"], request.path_params["name"]
        if event not in self._desk.names or name not in EXPORTS:
            return text_response(404, msg("There is no such event, or no such export."))
        kind, export = EXPORTS[name]
        async with self._at_desk:
            tables = await asyncio.to_thread(lambda: self._desk.tables(self._desk.event_of(event)))
        try:
            content = export(tables)
        except ValueError as why:
            return text_response(404, *why.args)
        attached = {"content-disposition": f'attachment; filename="{event}-{name}"'}
        return Response(content, media_type=kind, headers=attached)


def is_public(path: str) -> bool:
    """Whether this decoded path is that of the page, one of its files, or the place where the password is given."""
    name = path.removeprefix("/")
    return path in {"/", LOGIN, "/words.json"} or ("/" not in name and name.endswith(tuple(TYPES)))
