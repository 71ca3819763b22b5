"""How static files are sent: small, at once, and once."""

from __future__ import annotations

import asyncio
import gzip
import re
import socket
from collections.abc import AsyncIterator, Iterator
from importlib.resources import files
from pathlib import Path
from threading import Thread

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from companion.http.page_words import behind, in_one_sheet, preloads
from companion.http.serving import ClosingServer, configure, everybody, listening
from companion.http.site import FaultAnswers
from tests.companion.http.client import asked
from tests.companion.scoreboard.phones import served as served_to_phones
from tests.companion.web.table_in_browser import served as served_to_desk

PAGES = {"companion.web": "main.js", "companion.scoreboard": "board.js"}


@pytest.fixture(scope="module", params=["phones", "desk"])
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Each server in turn."""
    place: Path = tmp_path_factory.mktemp("box")
    if request.param == "phones":
        with served_to_phones(place) as number:
            yield number
    else:
        with served_to_desk(place) as address:
            yield int(address.rsplit(":", 1)[1].strip("/"))


@pytest.mark.parametrize("path", ["/cards.js", "/games/rook.svg"])
def test_a_file_is_compressed_for_those_who_read_that_and_kept_until_it_changes(port: int, path: str) -> None:
    _, plain_headers, plain = asked(port, path)
    _, headers, compressed = asked(port, path, **{"Accept-Encoding": "gzip, deflate"})
    assert "content-encoding" not in plain_headers
    assert gzip.decompress(compressed) == plain
    assert len(compressed) < 0.7 * len(plain)
    assert (headers["cache-control"], headers["vary"]) == ("no-cache", "accept-encoding")
    etag = headers["etag"]
    for known in (etag, etag.removeprefix("W/"), f'"another", {etag}'):  # RFC 9110, 13.1.2
        status, _, body = asked(port, path, **{"If-None-Match": known})
        assert (status, body) == (304, b"")
    assert asked(port, path, **{"If-None-Match": 'W/"another"'})[0] == 200


@pytest.mark.parametrize("path", ["/", "/index.html", "/nothing"])
def test_the_page_with_its_token_and_what_is_no_file_are_never_kept(port: int, path: str) -> None:
    assert asked(port, path)[1]["cache-control"] == "no-store"


@pytest.mark.parametrize("package", PAGES)
def test_the_page_asks_at_once_for_every_module_that_is_imported(package: str) -> None:
    places = [files(owner) / "static" for owner in ("companion.http", package)]
    found = {path.name: path.read_bytes() for place in places for path in place.iterdir()}
    page, script = found["index.html"], PAGES[package]
    modules = behind(script, found)
    assert re.findall(rb'rel="modulepreload" href="/(.+?)"', preloads(page, found)) == [*map(str.encode, modules)]
    for name in (script, *modules):  # found here by all that looks like the name of a module, but for import("…") later
        assert {*re.findall(r'(?<!import\()"\./(.+?\.js)"', found[name].decode())} <= {script, *modules}


@pytest.mark.parametrize("package", PAGES)
def test_the_page_asks_for_one_style_sheet_in_which_all_of_its_own_follow_each_other(package: str) -> None:
    places = [files(owner) / "static" for owner in ("companion.http", package)]
    found = {path.name: path.read_bytes() for place in places for path in place.iterdir()}
    sheets = re.findall(rb'rel="stylesheet" href="/(.+?)"', found["index.html"])
    page, sheet = in_one_sheet(found["index.html"], found)
    assert re.findall(rb'rel="stylesheet" href="/(.+?)"', page) == [b"page.css"]
    lines = b"".join(found[name.decode()] for name in sheets).split(b"\n")
    assert sheet.split(b"\n") == [line.lstrip(b" ") for line in lines]
    assert len(sheets) > 5
    assert b"\n " not in page
    assert b"<!--" not in page


def test_small_packets_are_sent_at_once() -> None:
    async def without_delay() -> int:
        connected: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        with listening("127.0.0.1", 0) as listener:
            server = await asyncio.start_server(lambda _, writer: connected.set_result(writer), sock=listener)
            _, client = await asyncio.open_connection(*listener.getsockname())
            writer = await connected
            sent_at_once: int = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            client.close()
            writer.close()
            server.close()
            return sent_at_once

    assert asyncio.run(without_delay())


def test_a_server_that_ends_leaves_no_connection_open() -> None:
    """Neither one of a client that reads nothing of an answer without end."""

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield bytes(1 << 20)

    app = Starlette(routes=[Route("/", lambda _: StreamingResponse(endless()))])
    listener = listening("127.0.0.1", 0)
    server = ClosingServer(configure(app, 8, 8, everybody, elsewhere=app))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    with socket.create_connection(listener.getsockname()) as stuck:
        stuck.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert stuck.recv(1)
        server.should_exit = True
        thread.join()
    assert not server.server_state.connections


def test_a_fault_without_a_text_of_its_own_is_told_in_ours() -> None:
    answers, ours = FaultAnswers({TimeoutError: 503, ValueError: 400}), "What was sent did not arrive. Try again."
    for why, text in ((TimeoutError(), ours), (ValueError("as it is"), "as it is")):
        assert asyncio.run(answers.answer(Request({"type": "http"}), why)).body == text.encode()
