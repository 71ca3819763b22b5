"""What the tests of the scoreboard share: one that is served in a thread, and what a phone asks of it."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Thread
from typing import TYPE_CHECKING, Any

from companion.history.cache import Cache
from companion.http.serving import listening, server_of
from companion.scoreboard.past_matches import FinishedMatches
from companion.scoreboard.server import CONNECTIONS_EACH, MOST_CONNECTIONS, Scoreboard
from companion.storage.records import Store

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path


@contextmanager
def served(root: Path) -> Iterator[int]:
    """The port of the scoreboard of this data directory; it reads what is posted in ROOT/now."""
    scoreboard = Scoreboard(root / "now", FinishedMatches(Store(root), Cache(None)), "box.local")
    server = server_of(scoreboard.app, MOST_CONNECTIONS, CONNECTIONS_EACH)
    with listening("127.0.0.1", 0) as listens:
        thread = Thread(target=server.run, kwargs={"sockets": [listens]})
        thread.start()
        try:
            yield listens.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def asked(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def views(port: int) -> Generator[dict[str, Any], None, None]:
    """Every view from now on."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/events")
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
    finally:
        connection.close()
