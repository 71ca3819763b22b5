"""The scoreboard server, a program of its own: reads what the box posts, accepts no input."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from json import dumps, loads
from pathlib import Path
from typing import Final, NoReturn

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.games.pictures import pictures_of
from companion.history.finished_match import NotScoredError
from companion.http.site import Door, Limits, Site
from companion.http.tasks import ask_itself, beside
from companion.http.views.shared import MatchEnding  # msgspec reads it
from companion.scoreboard.past_matches import FinishedMatches, selection_of
from companion.scoreboard.posting import MOST_VIEW, in_language
from companion.scoreboard.view import OFF
from companion.storage.posted import read_posted
from companion.support.messages import spoken_in

LIMITS = Limits(streams=64, streams_each=32, connections=96, connections_each=48)
"""One address may take half: a household behind one router is one. A browser opens six connections to load a page."""

POLL_S = 0.2
"""Seconds between two looks at the file, which lies in memory."""


class PersonsWins(Struct):
    """What a posted view tells of the end of a match; None: it is not won."""

    ending: MatchEnding | None = None


WON: Final = Decoder(PersonsWins)

NOT_OPEN = "There is no such record, or its match was not played out."


class ScoreboardRoutes:
    """The routes of the scoreboard; `posting` is the box's file in its own language, `name` a further host name."""

    def __init__(self, posting: Path, evenings: FinishedMatches, name: str = "") -> None:
        self._posting = posting
        self._evenings = evenings
        self._reading = asyncio.Lock()
        self._works: list[Callable[[], Awaitable[None]]] = [self._look, self._tell_series]
        self._won: asyncio.Queue[tuple[str, str, MatchEnding]] = asyncio.Queue()
        self._seen: dict[str, str] = {}
        self._joined = asyncio.Event()
        self.site = Site(
            "companion.scoreboard",
            [
                Route("/evenings", self.evenings),
                Route("/endings/{name}", self.ending),
                Route("/records/{name}", self.record),
            ],
            LIMITS,
            Door(name=name),
            beside=lambda: beside(lambda _: None, *self._works),  # the journal has it
            pictures=pictures_of,
        )
        self.site.stream.followed = self._follow

    def serve(self, listens: socket.socket, answered: Callable[[], None]) -> None:
        """Serve until SIGINT or SIGTERM. The page asks itself meanwhile, and `answered` is called after each answer."""
        self._works.append(partial(ask_itself, self.site.app, listens, answered))
        self.site.run(listens)

    async def _look(self) -> None:
        """Pass on every new view, each in its language."""
        while True:
            self._joined.clear()
            for code in sorted(self.site.stream.languages):
                with spoken_in(code):
                    self._look_in(code)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._joined.wait(), POLL_S)

    def _look_in(self, code: str) -> None:
        posted = self._read_view(code)
        if posted == self._seen.get(code):
            return
        self._seen[code] = posted
        self.site.stream.tell(posted)
        with suppress(MsgspecError):
            ending = WON.decode(posted).ending
            if ending is not None and ending["series"] is None:
                self._won.put_nowait((code, posted, ending))

    async def _tell_series(self) -> None:
        """Tell the view of a match that was won once more with the series, where the records can be read."""
        while True:
            code, posted, ending = await self._won.get()
            with spoken_in(code), suppress(OSError):
                async with self._reading:
                    fuller = await asyncio.to_thread(self._evenings.with_series, ending)
                if self._read_view(code) == posted:
                    self.site.stream.tell(dumps(loads(posted) | {"ending": fuller}))

    def _follow(self, languages: frozenset[str]) -> None:
        """In these languages views are wanted; one that is followed again later is told anew."""
        self._seen = {code: text for code, text in self._seen.items() if code in languages}
        self._joined.set()

    def _read_view(self, code: str) -> str:
        """What the box posted in this language; in its own language if there is no such file."""
        for place in (in_language(self._posting, code), self._posting):
            with suppress(OSError, ValueError, RecursionError):
                return _one_line(read_posted(place, MOST_VIEW))
        return dumps(OFF)

    async def evenings(self, request: Request) -> Response:
        """The finished matches, or those that are asked for."""
        wanted = selection_of(request.query_params)
        async with self._reading:
            return JSONResponse(await asyncio.to_thread(self._evenings.as_json, wanted))

    async def ending(self, request: Request) -> Response:
        """How a match played to the end was won."""
        async with self._reading:
            try:
                ending = await asyncio.to_thread(self._evenings.ending, request.path_params["name"])
            except NotScoredError:
                ending = None
        return PlainTextResponse(NOT_OPEN, 404) if ending is None else JSONResponse(ending)

    async def record(self, request: Request) -> Response:
        """The record of a match played to the end."""
        name = request.path_params["name"]
        async with self._reading:
            record = await asyncio.to_thread(self._evenings.record, name)
        if record is None:
            return PlainTextResponse(NOT_OPEN, 404)
        return Response(record, media_type="text/plain", headers={"content-disposition": "attachment"})


def _one_line(posted: bytes) -> str:
    """A posted view as JSON on one line, in ASCII: it is an event of a stream. Raises ValueError for anything else."""
    view = loads(posted, parse_constant=_refuse_constant)
    if not isinstance(view, dict):
        raise ValueError("a view is an object")  # noqa: TRY004 - it is what is written there
    return dumps(view, separators=(",", ":"))


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
