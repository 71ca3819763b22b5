"""What both servers are asked over real sockets, and what holds for both."""

from __future__ import annotations

import gzip
import json
import re
import socket
from collections.abc import Generator, Iterable
from http.client import HTTPConnection, HTTPResponse
from importlib.resources import files
from typing import Any

from companion.http.guard import HEADERS
from companion.http.page_words import COOKIE, SHEET


def files_of(package: str) -> list[str]:
    """The static files of a server beside its page."""
    names = {path.name for path in (files(package) / "static").iterdir() if not path.name.endswith(".d.ts")}
    return sorted(names - {"index.html"})


def asked(
    port: int,
    path: str,
    method: str = "GET",
    body: bytes | str | None = None,
    source: str = "127.0.0.1",
    **headers: str,
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of the answer. `source` is the address that asks: any of 127.0.0.0/8."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def in_language(code: str) -> dict[str, str]:
    """The header of a browser that has chosen this language, among other cookies."""
    return {"Cookie": f"theme=dark; {COOKIE}={code}; seen=yes"}


def views(port: int, **headers: str) -> Generator[dict[str, Any], None, None]:
    """Every view from now on."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/events", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200
        before = b""
        while line := answer.readline():
            if line.startswith(b"data: ") and before != b"event: alive\n":
                yield json.loads(line[6:])
            before = line
    finally:
        connection.close()


def has_our_headers(port: int, path: str, status: int) -> None:
    found, headers, _ = asked(port, path)
    assert found == status
    assert HEADERS.items() <= headers.items()
    assert "server" not in headers


def is_small_and_own(port: int, names: Iterable[str], largest: int) -> None:
    """The page, its style sheet and its own files have at most so many bytes on their way to a browser (gzip).

    Neither a file that is asked for by a click is counted nor the icon that iOS asks for, for its home screen.
    """
    files_sent = ("", SHEET, *(name for name in names if not name.endswith((".css", ".png"))))
    sent = [asked(port, f"/{name}", **{"Accept-Encoding": "gzip"})[2] for name in files_sent]
    page, *parts = map(gzip.decompress, sent)
    later = {name.decode() for text in parts for name in re.findall(rb'await import\("\./([\w-]+\.js)"\)', text)}
    assert (
        size := sum(len(file) for name, file in zip(files_sent, sent, strict=True) if name not in later)
    ) < largest, size
    for text in (page, *parts):
        addresses = set(re.findall(rb"(?:https?:)?//[\w.]+[^\s\"']*", re.sub(rb"(?m)(^|\s)//.*$", b"", text)))
        assert addresses <= {b"http://www.w3.org/2000/svg"}
    assert not re.search(rb"<style|<script(?![^>]*src=)|\son\w+=|\sstyle=", page)
    assert not any(b"innerHTML" in text or b"insertAdjacentHTML" in text for text in parts)


def answers_heads(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as wire:
        for ask in ("HEAD /events", "HEAD /events", "GET /"):
            wire.sendall(f"{ask} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            answer = HTTPResponse(wire, method=ask.split()[0])
            answer.begin()
            assert answer.status == 200
            assert answer.headers["content-type"].startswith("text/html" if ask == "GET /" else "text/event-stream")
            assert bool(answer.read()) == (ask == "GET /")
