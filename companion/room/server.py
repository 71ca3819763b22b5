"""The server of the page in the room, in a thread beside the loop: views go out, presses come in."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context
from threading import Event
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.json import Decoder
from starlette.responses import Response
from starlette.routing import Route

from companion.games.pictures import pictures_of
from companion.http.guard import LARGEST_BODY, Bucket
from companion.http.peers import address_of
from companion.http.site import END_S, Door, Limits, Site, body_of
from companion.room.view import may_leave, room_view
from companion.support.decoding import decode_strangers
from companion.support.messages import language

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.phone.server import PhoneServer
    from companion.room.parts import PageButtons, PageState
    from companion.table.state import Table

LIMITS: Final = Limits(8, 5, 48, 32)
LATE_S: Final = 0.1
"""Seconds that a picture waits for its table, which the loop hands over after each turn."""


class PagePush(Struct, frozen=True):
    """A button goes down or comes up under the picture of this number."""

    button: Literal["BACK", "UP", "DOWN", "OK"]
    down: bool
    number: int


PUSHES: Final = Decoder(PagePush)


class RoomServer:
    """The page on a bound socket. It speaks the language of the box, as its panel does.

    `leave` goes back to a table on the screen; None: there was none.
    """

    def __init__(
        self,
        state: PageState,
        buttons: PageButtons,
        listens: socket.socket,
        phone: PhoneServer | None = None,
        *,
        leave: Callable[[], None] | None = None,
    ) -> None:
        self.address = address_of(listens)
        self._state, self._buttons, self._listens = state, buttons, listens
        self._phone, self._leave = phone, leave
        self._table: Table | None = None
        self._told = self._sent = state.shown
        self._ready = Event()
        self._spoken = language()
        self._site = Site(
            "companion.room",
            [
                Route("/push", self.push, methods=["POST"]),
                Route("/phone.svg", self.code),
                Route("/part", self.part, methods=["POST"]),
                Route("/leave", self.leave, methods=["POST"]),
            ],
            LIMITS,
            Door(secrets.token_urlsafe(24), orders=Bucket(at=time.monotonic())),
            beside=self._serves,
            pictures=pictures_of,
            spoken=lambda _: self._spoken,
        )
        self._site.stream.followed = lambda _: self._wake(self._publish)
        state.changed = lambda: self._wake(self._publish_soon)
        if phone:
            phone.pairing.changed = lambda: self._wake(self._publish)

    @contextmanager
    def serve(self) -> Iterator[None]:
        """Serve the page meanwhile; what was shown last is sent before the end."""
        with self._site.serve(self._listens):
            self._ready.wait(END_S)
            try:
                yield
            finally:
                self._wake(self._publish_late)

    def tell(self, table: Table) -> None:
        """Show this table from now on, with the picture that stands on the panel; returns at once."""
        shown = self._state.shown
        if table is not self._table or shown is not self._told:
            self._table, self._told = table, shown
            self._wake(self._publish)

    @asynccontextmanager
    async def _serves(self) -> AsyncIterator[None]:
        self._publish()
        self._ready.set()
        yield

    def _wake(self, act: Callable[[], object]) -> None:
        """Have this done by the server, from any thread; in the language of the box."""
        self._site.wake(Context().run, act)

    def _publish_soon(self) -> None:
        """A picture may come without a table: while something is saved, and at the end."""
        asyncio.get_running_loop().call_later(LATE_S, self._publish_late)

    def _publish_late(self) -> None:
        if self._state.shown is not self._sent:
            self._publish()

    def _publish(self) -> None:
        if self._spoken != language():  # somebody has chosen another one at the box
            self._spoken = language()
            self._site.stream.speak(self._spoken)
        code = self._phone.pairing.code if self._phone else None
        self._sent = self._state.shown
        view = room_view(self._table, self._sent, code, leaves=self._leave is not None)
        self._site.stream.tell(json.dumps(view, separators=(",", ":")))

    async def code(self, request: Request) -> Response:
        """The code by which a phone becomes the reader. 404 where no phone is expected, or one is paired already."""
        if self._phone is None or not self._phone.pairing.code:
            return Response(status_code=404)
        return Response(self._phone.picture(), media_type="image/svg+xml")

    async def part(self, request: Request) -> Response:
        """Somebody at the table takes the phone away."""
        if self._phone:
            self._phone.pairing.part()
        return Response(status_code=204)

    async def leave(self, request: Request) -> Response:
        """Go back to the table on the screen; not while a match with real cards is on."""
        if self._leave is None or not may_leave(self._table):
            return Response(status_code=409)
        self._leave()
        return Response(status_code=204)

    async def push(self, request: Request) -> Response:
        """A button of the page goes down or comes up."""
        wish = decode_strangers(PUSHES, await body_of(request), LARGEST_BODY)
        self._buttons.push(wish.button, down=wish.down, number=wish.number)
        return Response(status_code=204)
