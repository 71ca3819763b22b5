"""Another user of this computer asks the page of a table: no token, no card, no order."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator

import pytest

from tests.companion.web.table_in_browser import served
from tests.companion.web.test_server import Client
from tests.needs import needs_another_user

NOBODY = 65_534
ASKS = """
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as wire:
    wire.sendall(sys.argv[2].encode())
    while piece := wire.recv(65536):
        sys.stdout.buffer.write(piece)
"""
"""By Debian's Python: that of the tests may lie where only root looks."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    needs_another_user()
    with served(tmp_path_factory.mktemp("table")) as address:
        yield Client(address)


def answer(client: Client, request: str, user: int = NOBODY) -> bytes:
    """What a program of this user is answered."""
    words = ["/usr/bin/python3", "-c", ASKS, str(client.port), request]
    return subprocess.run(words, user=user, group=user, check=True, capture_output=True, cwd="/", timeout=30).stdout  # noqa: S603 - our own words


@pytest.mark.parametrize("path", ["/", "/events", "/settings", "/decks", "/saved-games", "/main.js", "/words.json"])
def test_another_user_is_shown_nothing(client: Client, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: {client.host}\r\nConnection: close\r\n\r\n"
    said = answer(client, request)
    assert said.startswith(b"HTTP/1.1 403 ")
    assert client.token.encode() not in said
    assert b"another user of this computer" in said
    assert path == "/events" or answer(client, request, user=0).startswith(b"HTTP/1.1 200 ")


def test_another_user_orders_nothing_even_with_the_token(client: Client) -> None:
    assert answer(client, ordered(client)).startswith(b"HTTP/1.1 403 ")
    assert answer(client, ordered(client), user=0).startswith(b"HTTP/1.1 200 ")


def test_who_hangs_up_at_once_orders_nothing_either(client: Client) -> None:
    """The kernel forgets whose a closed socket was."""
    before = number(client)
    for linger in (b"", b"\1\0\0\0\0\0\0\0"):  # closed in good order, and cut (socket(7), SO_LINGER)
        with socket.socket() as wire:
            os.fchown(wire.fileno(), NOBODY, -1)  # before the server can ask whose it is
            wire.connect(("127.0.0.1", client.port))
            if linger:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            wire.sendall(ordered(client).encode())
    assert number(client) == before + 1


def ordered(client: Client) -> str:
    body = '{"do": "hint"}'
    return (
        f"POST /orders HTTP/1.1\r\nHost: {client.host}\r\nOrigin: http://{client.host}\r\nX-Token: {client.token}\r\n"
        f"Sec-Fetch-Site: same-origin\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}"
    )


def number(client: Client) -> int:
    """The number of an order that is given now."""
    status, text = client.order({"do": "lift"})
    assert status == 200
    return int(text.partition(b":")[2].strip(b"}"))
