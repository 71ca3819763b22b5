"""What a sprite may be made of, and the pictures that the servers send."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.pictures import pictures_of
from companion.games.registry import NAMES, entry_of
from companion.http.sprites import HEADERS, LARGEST, symbols
from companion.rules.entry import GameEntry
from tests.companion.http.client import asked, has_our_headers
from tests.companion.scoreboard.phones import served as served_to_phones
from tests.companion.web.table_in_browser import served as served_to_desk


def sprite(inside: str, root: str = "") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg"{root}><symbol id="tile">{inside}</symbol></svg>'.encode()


COMMON = files("companion.games").joinpath("pictures.svg").read_bytes()
HOSTILE = {
    "script": sprite("<script>alert(1)</script>"),
    "script-by-address": sprite('<script href="/main.js"/>'),
    "handler": sprite('<path d="M0 0" onclick="alert(1)"/>'),
    "handler-of-root": sprite("", ' onload="alert(1)"'),
    "link": sprite('<a href="https://example.org"><path d="M0 0"/></a>'),
    "image": sprite('<image href="https://example.org/x.png"/>'),
    "fill-from-elsewhere": sprite('<path d="M0 0" fill="url(https://example.org/x.svg#a)"/>'),
    "style": sprite("<style>path { fill: red }</style>"),
    "style-of-shape": sprite('<path d="M0 0" style="fill: red"/>'),
    "page-inside": sprite("<foreignObject><p>hello</p></foreignObject>"),
    "element-of-page": sprite('<form xmlns="http://www.w3.org/1999/xhtml"/>'),
    "animation": sprite('<animate attributeName="href" to="javascript:alert(1)"/>'),
    "nesting": sprite('<use href="#tile"/>'),
    "entities": b'<!DOCTYPE svg [<!ENTITY a "b">]>' + sprite("&a;"),
    "instruction": b'<?xml-stylesheet href="https://example.org/x.css"?>' + sprite(""),
    "too-large": sprite(" " * LARGEST),
    "id-twice": sprite('<path id="tile" d="M0 0"/>'),
    "no-xml": b"<svg",
    "other-letters": sprite("").decode().encode("utf-16"),
    "prefixed": sprite('<path d="M0 0" x:href="#a" xmlns:x="http://www.w3.org/1999/xlink"/>'),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_more_than_flat_shapes_is_no_sprite(name: str) -> None:
    with pytest.raises(ValueError, match=r"it has|it is|an id|invalid|can't decode"):
        symbols(HOSTILE[name])


def test_a_sprite_of_shapes_tells_its_symbols() -> None:
    assert symbols(sprite('<path d="M0 0" fill="currentColor"/>')) == {"tile"}


@pytest.mark.parametrize("name", NAMES)
def test_every_game_of_the_house_has_a_picture_of_its_own_and_of_each_shape(name: str) -> None:
    own = pictures_of(name)
    assert own is not None
    assert own != COMMON
    assert symbols(own) == {"tile", *entry_of(name).shapes.values()}


@pytest.mark.parametrize("place", ["", "companion.games:none.svg", "nowhere:x.svg", "companion.games:registry.py"])
def test_a_game_without_pictures_that_can_be_shown_has_the_common_ones(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.pictures.entry_of", lambda _: GameEntry(pictures=place))
    assert pictures_of.__wrapped__("guest") == COMMON


@pytest.fixture(scope="module", params=["desk", "phones"])
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    root: Path = tmp_path_factory.mktemp("served")
    if request.param == "desk":
        with served_to_desk(root) as address:
            yield int(address.rstrip("/").rpartition(":")[2])
    else:
        with served_to_phones(root) as number:
            yield number


def test_both_servers_send_them_and_they_run_nothing_when_opened_by_themselves(port: int) -> None:
    status, headers, body = asked(port, "/games/rook.svg")
    assert (status, headers["content-type"], body) == (200, "image/svg+xml", pictures_of("rook"))
    policies = [value for _, value in all_headers(port, "/games/rook.svg")]
    assert HEADERS["content-security-policy"] in policies
    has_our_headers(port, "/games/rook.svg", 200)
    has_our_headers(port, "/games/whist.svg", 404)
    assert asked(port, "/games/../rook.svg")[0] == 404


def all_headers(port: int, path: str) -> list[tuple[str, str]]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    try:
        return [header for header in connection.getresponse().getheaders() if header[0] == "content-security-policy"]
    finally:
        connection.close()
