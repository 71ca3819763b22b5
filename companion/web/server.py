"""The server of the page: the page, its files, a stream of views, and orders. It only passes values on."""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from enum import Enum
from functools import partial
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.enrolment.deck_transfer import RefusedError, UnknownDeckError
from companion.games.pictures import pictures_of
from companion.games.registry import GAMES
from companion.http import peers
from companion.http.guard import LARGEST_BACKUP, LARGEST_DECK, Bucket, Refusal
from companion.http.serving import everybody, listening
from companion.http.site import BODY_S, Door, FaultAnswers, Limits, Site, body_of, text_response
from companion.http.views.answers import ReadersTold
from companion.settings.schema import Settings
from companion.settings.settings_file import CannotChangeError
from companion.storage.backup import RefusedBackupError
from companion.storage.disk import StorageError
from companion.support.messages import language, msg
from companion.web import backups, stored_decks
from companion.web.deal_review import review
from companion.web.hands import RefusedOrderError
from companion.web.orders import WrongNameError, WrongOrderError, among, read, read_as
from companion.web.preferences import Preferences
from companion.web.rules_and_scores import rules_at, scores_at
from companion.web.seats_and_corrections import seats_at
from companion.web.table_thread import Runner
from companion.web.virtual_table import VirtualTable

T = TypeVar("T")

HOST = "127.0.0.1"
PORTS = range(8080, 8180)
"""The candidates if no port was asked for: the first free one is used."""

MOST_STREAMS = 5
"""One less than the connections that a browser opens to one server: so one more tab can load, and say why it waits."""

LIMITS = Limits(MOST_STREAMS, MOST_STREAMS, connections=32, connections_each=64)
"""All come from one address, this computer's."""


class ReaderWish(Struct, frozen=True):
    """The place of a reader in the list that was told, its name there, and the game to play with it."""

    number: Annotated[int, Meta(ge=0)]
    reader: str
    game: str


READER_WISHES: Final = Decoder(ReaderWish)


class ToSaved(Enum):
    """What may be asked for a saved game."""

    THROW_AWAY = "throw away"
    PUT_BACK = "put back"


class SavedWish(Struct, frozen=True):
    """What is asked for a saved game."""

    do: ToSaved


SAVED_WISHES: Final = Decoder(SavedWish)

REFUSALS: dict[type[Exception], int] = {
    UnknownDeckError: 404,
    RefusedError: 400,
    WrongOrderError: 400,
    CannotChangeError: 400,
    RefusedOrderError: 400,
    RefusedBackupError: 400,
    StorageError: 500,
    TimeoutError: 503,
}
"""The status of the answer to a request that ends with this exception."""

OTHERS = msg("This table is of another user of this computer. Start your own: make play.")
BUSY = msg("The table is busy, or what was sent did not arrive. Try again.")
TAKES_DECKS, TAKES_BACKUPS = "/decks", "/backup"
"""The paths to which files are posted."""


class PageServer:
    """The table and its page on a bound socket, `pace` times faster than real time.

    `real_tables` lists the readers with which real cards can be played, and the settings for each. `chosen` is what
    was, with the game and the language of its page; then the server has ended.
    """

    def __init__(
        self,
        set_up: Callable[[], VirtualTable],
        listens: socket.socket,
        preferences: Preferences,
        pace: float = 1.0,
        *,
        real_tables: Callable[[], Iterable[tuple[str, Settings]]] = tuple,
    ) -> None:
        port = listens.getsockname()[1]
        self.address = f"http://{HOST}:{port}/"
        self._listens = listens
        self._preferences = preferences
        self._choosing = asyncio.Lock()
        self._real_tables = real_tables
        self._offered: list[tuple[str, Settings]] = []
        self.chosen: tuple[Settings, str, str] | None = None
        self._site = site = Site(
            "companion.web",
            [
                Route("/orders", self.orders, methods=["POST"]),
                Route("/settings", self.settings, methods=["GET", "POST"]),
                Route(TAKES_DECKS, self.decks, methods=["GET", "POST"]),
                Route(TAKES_DECKS + "/{name}", self.deck, methods=["GET", "POST"]),
                Route("/rules/{name}", self.rules),
                Route("/scores", self.about(lambda desk: scores_at(desk.table))),
                Route("/seats", self.about(lambda desk: seats_at(desk.table))),
                Route("/hands", self.about(lambda desk: review(desk.table, desk.cards.simulated))),
                Route("/readers", self.readers, methods=["GET", "POST"]),
                Route(TAKES_BACKUPS, self.backup, methods=["GET", "POST"]),
                Route("/saved-games", self.saved_games),
                Route("/saved-games/{name}", self.saved_game, methods=["GET", "POST"]),
            ],
            LIMITS,
            Door(
                secrets.token_urlsafe(24),
                largest={TAKES_DECKS: LARGEST_DECK, TAKES_BACKUPS: LARGEST_BACKUP},
                orders=Bucket(at=time.monotonic()),
                admits=peers.is_ours if peers.is_told() else everybody,
                stranger=Refusal(403, OTHERS),
            ),
            faults=FaultAnswers(REFUSALS, _texts, BUSY),
            beside=self._table_runs,
            pictures=pictures_of,
        )
        tell, speak = (partial(site.wake, does) for does in (site.stream.tell, site.stream.speak))
        self.runner = Runner(set_up, tell, pace, speak)
        self._site.stream.followed = self.runner.follow
        self.runner.on_end = self.stop = site.stop

    def run(self) -> None:
        """Serve until SIGINT, SIGTERM or `stop`. Raises the StorageError that ended the table."""
        self._site.run(self._listens)
        if self.runner.fault is not None:
            raise self.runner.fault

    @asynccontextmanager
    async def _table_runs(self) -> AsyncIterator[None]:
        """Run the table while the server runs."""
        self.runner.start()
        yield
        await asyncio.to_thread(self.runner.stop)

    async def orders(self, request: Request) -> Response:
        """Queue an order for the table. The header `x-seat` says at whose seat a name is refused."""
        try:
            number = self.runner.order(read(await body_of(request)))
        except WrongNameError as why:
            answer = text_response(400, *why.args)
            answer.headers["x-seat"] = str(why.seat)
            return answer
        return JSONResponse({"number": number}) if number else text_response(503, msg("Too many orders wait."))

    async def settings(self, request: Request) -> Response:
        """The settings of the page; a choice is saved and counts from the next game on."""
        if request.method == "POST":
            text = await body_of(request)
            async with self._choosing:
                chosen = await asyncio.to_thread(self._preferences.choose, text)
                await self._have(lambda desk: desk.hands.settle(chosen))
        return JSONResponse(await asyncio.to_thread(self._preferences.as_json))

    async def decks(self, request: Request) -> Response:
        """The stored decks; an uploaded file becomes one of them."""
        if request.method == "POST":
            text, asked = await body_of(request), request.query_params
            name, replaces = asked.get("name", ""), asked.get("replace") == "yes"
            return JSONResponse(
                await self._ask(lambda desk: stored_decks.put(desk.decks, text, name, may_replace=replaces))
            )
        return JSONResponse(await self._ask(lambda desk: stored_decks.as_json(desk.decks)))

    async def deck(self, request: Request) -> Response:
        """One deck as a file; it can be renamed or deleted."""
        name = request.path_params["name"]
        if request.method == "POST":
            asked = await body_of(request)
            return JSONResponse(await self._ask(lambda desk: stored_decks.change(desk.decks, name, asked)))
        form = request.query_params.get("as", "")
        file = await self._ask(lambda desk: stored_decks.export(desk.decks, name, form))
        headers = stored_decks.download_header(name, file.ending)
        return Response(file.text, media_type=file.media_type, headers=headers)

    async def rules(self, request: Request) -> Response:
        """The rules of a game in short, with the house rules that hold."""
        name = among(request.path_params["name"], "name", GAMES)
        return JSONResponse(await self._ask(lambda desk: rules_at(desk.hands, name, request.query_params)))

    def about(self, tells: Callable[[VirtualTable], object]) -> Callable[[Request], Awaitable[Response]]:
        """What answers a request with something about the table as it stands."""

        async def answer(_: Request) -> Response:
            return JSONResponse(await self._ask(tells))

        return answer

    async def readers(self, request: Request) -> Response:
        """The readers that are plugged in; one of them is chosen, and the real table takes this one's place."""
        if request.method == "POST":
            wish = read_as(READER_WISHES, await body_of(request))
            offered = self._offered[wish.number :][:1]
            if [name for name, _ in offered] != [wish.reader]:  # another page has looked since, and found others
                raise RefusedOrderError(msg("This reader is not there any more."))
            chosen = offered[0][1], among(wish.game, "game", GAMES), language()
            await self._ask(lambda desk: desk.in_play.give_way())
            self.chosen = chosen
            self.stop()
            return Response(status_code=204)
        self._offered = await asyncio.to_thread(lambda: list(self._real_tables()))
        told: ReadersTold = {"readers": [name for name, _ in self._offered]}
        return JSONResponse(told)

    async def backup(self, request: Request) -> Response:
        """A backup for the browser to save; one that is sent is restored."""
        if request.method == "POST":
            store, sent = await self._ask(backups.store_to_restore), await body_of(request)
            told = await asyncio.to_thread(backups.restore, sent, store, self._preferences.settings_file.file)
            settings = await asyncio.to_thread(self._preferences.load)
            await self._have(lambda desk: backups.look_again(desk, settings))
            return JSONResponse(told)
        data, written = await self._ask(lambda desk: backups.pack(desk, self._preferences.settings_file.file))
        packed = await asyncio.to_thread(data.pack, written)
        return Response(packed.content, media_type="application/zip", headers=backups.headers_of(packed))

    async def saved_games(self, request: Request) -> Response:
        """The games that were left before their end, read beside the table."""
        listed = await self._ask(lambda desk: desk.matches.saved_games())
        return JSONResponse(await asyncio.to_thread(listed))

    async def saved_game(self, request: Request) -> Response:
        """The score sheet of one that is over. One is thrown away or put back; responds with all of them."""
        name = request.path_params["name"]
        if request.method == "POST":
            throws = read_as(SAVED_WISHES, await body_of(request)).do is ToSaved.THROW_AWAY
            await self._ask(lambda desk: (desk.matches.throw_away if throws else desk.matches.put_back)(name))
            return await self.saved_games(request)
        sheet = await self._ask(lambda desk: desk.matches.score_sheet(name))
        return JSONResponse(await asyncio.to_thread(sheet))

    async def _ask(self, what: Callable[[VirtualTable], T]) -> T:
        """The table's answer, between two turns and in the language of the request. Raises TimeoutError."""
        return await asyncio.wait_for(self._put(what), BODY_S)

    async def _have(self, what: Callable[[VirtualTable], object]) -> None:
        """Have the table do this, late if it is busy: what it is about is saved already."""
        done, _ = await asyncio.wait([self._put(what)], timeout=BODY_S)
        for answer in done:
            answer.result()

    def _put(self, what: Callable[[VirtualTable], T]) -> asyncio.Future[T]:
        return asyncio.wrap_future(self.runner.ask(lambda desk: desk.ask(what, *REFUSALS)))


def _texts(why: Exception) -> Iterable[str]:
    """What a refusal says, line by line."""
    return why.messages if isinstance(why, RefusedError) else why.args


def free_socket(port: int | None) -> socket.socket:
    """A socket on the loopback address, at this port or at the first free candidate. Raises OSError."""
    *others, last = PORTS if port is None else (port,)
    for number in others:
        with suppress(OSError):
            return listening(HOST, number)
    return listening(HOST, last)
