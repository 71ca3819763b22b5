"""The organiser's page in a thread, with boxes that need no broker."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.club import topics
from companion.club.payloads import Presence, Publish, State, encode, pack
from companion.director.collection import Collection, Reaction
from companion.director.desk import Desk
from companion.director.event import ClubEvent
from companion.director.link import BrokerLink, Unlinked
from companion.director.results import PlayedMatch
from companion.director.server import DirectorPage
from companion.director.tables import Reckoned
from companion.games.registry import GAMES
from companion.http.serving import listening
from tests.companion.director.evenings import AT
from tests.companion.http.client import asked

PASSWORD = "abcd-efgh-jkmn"  # noqa: S105 - of a page in this process


def keep(root: Path, heard: Reaction) -> None:
    """Put the lines of a message on the shelf."""
    for stored in heard.stored:
        directory = root / "boxes" / stored.box
        directory.mkdir(parents=True, exist_ok=True)
        with (directory / f"{stored.match}.table").open("ab") as record:
            record.write(stored.line + b"\n")


class Wire(Unlinked):
    """The boxes' end of a link in this process. `sent` are the orders, the latest last."""

    def __init__(self, root: Path) -> None:
        super().__init__(trouble="")
        self.sent: list[Publish] = []
        self._root = root
        self._collection = Collection({}, time.monotonic)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heard: Callable[[Reaction], Awaitable[None]] | None = None

    async def run(self, heard: Callable[[Reaction], Awaitable[None]]) -> None:
        """Wait for messages for ever."""
        self._loop, self._heard = asyncio.get_running_loop(), heard
        await asyncio.Event().wait()

    async def publish(self, messages: Iterable[Publish]) -> None:
        """Keep what is sent."""
        self.sent += messages

    def says(self, topic: str, payload: bytes) -> None:
        """A box says this; returns when it was heard."""
        assert self._loop is not None
        assert self._heard is not None
        heard = self._collection.receive(topic, payload)
        keep(self._root, heard)
        asyncio.run_coroutine_threadsafe(_told(self._heard, heard), self._loop).result(10)

    def is_there(
        self, box: str, *here: str, order: int = 0, trouble: tuple[str, ...] = (), seated: tuple[str, ...] = ()
    ) -> None:
        """A box is on, and these people have tapped their name tags; those seated for the next match."""
        self.says(topics.presence(box), encode(Presence(on=True, instance="00000001", program="0.1.0")))
        self.says(topics.state(box), encode(State(order, here, {}, trouble, seated)))

    def is_gone(self, box: str) -> None:
        """A box is not heard any more."""
        self.says(topics.presence(box), encode(Presence(on=False)))

    def shows(self, box: str, names: Iterable[str], deals: int, turn: int = 0, **more: Any) -> None:
        """A box shows a match of these people after so many deals; `more` are further keys of its view."""
        players = [{"name": name} for name in names]
        curve = {"step": "deal", "points": [[0] * len(players)] * (deals + 1)}
        view = {"on": True, "title": "Spades", "where": "trick 4", "turn": [turn], "players": players, "curve": curve}
        self.says(topics.view(box), json.dumps(view | more).encode())

    def reports(self, box: str, match: str, record: bytes) -> None:
        """A box sends all lines of a record."""
        for some in pack(match, 1, tuple(record.decode().splitlines())):
            self.says(topics.record(box), encode(some))


async def _told(heard: Callable[[Reaction], Awaitable[None]], what: Reaction) -> None:
    await heard(what)


class Organiser:
    """A browser's requests, logged in."""

    def __init__(self, port: int, page: DirectorPage, wire: Wire, desk: Desk) -> None:
        self.port, self.wire, self.desk, self.site = port, wire, desk, page
        self.token = page._token
        self.cookie = ""

    @property
    def event(self) -> ClubEvent:
        """The event that is on."""
        assert self.desk.event is not None
        return self.desk.event

    def headers(self, **more: str) -> dict[str, str]:
        here = f"127.0.0.1:{self.port}"
        known = {"Cookie": self.cookie} if self.cookie else {}
        return (
            {"Host": here, "Origin": f"http://{here}", "X-Token": self.token, "Sec-Fetch-Site": "same-origin"}
            | known
            | more
        )

    def posts(
        self, path: str, what: object, *, source: str = "127.0.0.1", **more: str
    ) -> tuple[int, dict[str, str], bytes]:
        return asked(self.port, path, "POST", json.dumps(what), source, **self.headers(**more))

    def logs_in(self, password: str = PASSWORD, source: str = "127.0.0.1") -> int:
        status, headers, _ = self.posts("/login", {"password": password}, source=source)
        self.cookie = headers.get("set-cookie", "").partition(";")[0]
        return status

    def wishes(self, do: str, **wish: Any) -> str:
        """Wish for something; the refusal, empty: done."""
        status, _, body = self.posts("/wishes", {"do": do, **wish})
        return "" if status == 200 else body.decode()

    def gets(self, path: str) -> tuple[int, bytes]:
        status, _, body = asked(self.port, path, **self.headers())
        return status, body


class SharedDesk(Desk):
    """A desk that a test may look at from its own thread; the page does so one after another."""

    def __init__(self, root: Path) -> None:
        self._one_at_a_time = threading.RLock()
        super().__init__(root, GAMES)

    def take_in(self, heard: Reaction, at: str) -> None:
        with self._one_at_a_time:
            super().take_in(heard, at)

    def matches(self) -> tuple[PlayedMatch, ...]:
        with self._one_at_a_time:
            return super().matches()

    def reckon(self, event: ClubEvent) -> Reckoned:
        with self._one_at_a_time:
            return super().reckon(event)


@contextmanager
def served(root: Path, link: BrokerLink | None = None) -> Iterator[Organiser]:
    """The page of this data directory, and somebody who has logged in. Without a link its boxes are in this process."""
    desk, wire = SharedDesk(root), Wire(root)
    page = DirectorPage(desk, link or wire, PASSWORD, lambda: AT, name="club.local")
    with listening("127.0.0.1", 0) as listens, page.site.serve(listens):
        organiser = Organiser(listens.getsockname()[1], page, wire, desk)
        organiser.logs_in()
        yield organiser
