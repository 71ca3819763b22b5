"""The page's server over real sockets: what it sends, whom it refuses, what it bears."""

from __future__ import annotations

import json
import re
import secrets
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.http import site
from companion.http.guard import LARGEST_BODY, LARGEST_DECK
from companion.settings import parser
from companion.settings.schema import KeyPath, key_of
from companion.tags.tag_decks import CardCopy, TagDeck, encode
from companion.web.preferences import OFFERED, Preferences
from companion.web.server import MOST_STREAMS, free_socket
from companion.web.virtual_table import VirtualTable
from tests.cases import for_each
from tests.companion.http.client import answers_heads, asked, files_of, has_our_headers, is_small_and_own, views
from tests.companion.web.table_in_browser import served
from tests.patience import until

LARGEST_PAGE = 61_500
FILES = files_of("companion.web")


class Client:
    """Somebody on this computer with the page's token."""

    def __init__(self, address: str) -> None:
        self.port = urlsplit(address).port or 0
        self.host = f"127.0.0.1:{self.port}"
        found = re.search('name="token" content="([^"]+)"', self.get("/")[2].decode())
        assert found is not None
        self.token = found[1]

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        return asked(self.port, path, **headers)

    def order(self, order: Any, **headers: str) -> tuple[int, bytes]:
        return self.post("/orders", order, **headers)

    def post(self, path: str, told: Any, **headers: str) -> tuple[int, bytes]:
        body = told if isinstance(told, bytes) else json.dumps(told).encode()
        ours = {"Origin": f"http://{self.host}", "X-Token": self.token, "Sec-Fetch-Site": "same-origin"}
        status, _, text = asked(self.port, path, "POST", body, **ours | headers)
        return status, text

    def patiently(self, path: str, told: Any) -> tuple[int, bytes]:
        """The same as often as it takes until it is not too many at once."""
        while (answer := self.post(path, told))[0] == 429:
            time.sleep(0.05)
        return answer

    def raw(self, text: bytes) -> bytes:
        """The first line of the answer to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as wire:
            wire.sendall(text)
            return wire.recv(4096).split(b"\r\n", 1)[0]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("table")) as address:
        yield Client(address)


def test_it_listens_on_this_computer_only() -> None:
    with free_socket(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_passed_over_unless_it_was_asked_for() -> None:
    with free_socket(None) as listener, free_socket(None) as other:
        assert listener.getsockname()[1] != other.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            free_socket(listener.getsockname()[1])


@for_each("path", ["/", "/nothing", *(f"/{name}" for name in FILES)])
def test_every_answer_has_our_headers(client: Client, path: str) -> None:
    has_our_headers(client.port, path, 404 if path == "/nothing" else 200)


def test_the_whole_page_is_small_and_own(client: Client) -> None:
    is_small_and_own(client.port, FILES, LARGEST_PAGE)


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e%2fguard.py", "/static/main.js", "/guard.py", "/.."])
def test_nothing_but_the_page_is_served(client: Client, path: str) -> None:
    assert client.get(path)[0] == 404


def test_a_name_that_is_refused_is_told_in_the_language_of_the_page(client: Client) -> None:
    seats = [{"name": name} for name in ("Ann", "B;b", "Cid")]
    answer = client.order({"do": "begin", "game": "birddog", "seats": seats}, **{"Accept-Language": "de"})
    assert answer[0] == 400
    assert answer[1].startswith(b"B;b: ein Name hat kein")


def test_an_order_changes_the_table_for_all_who_watch(client: Client) -> None:
    following = views(client.port)
    before = next(following)["fast"]
    status, text = client.order({"do": "fast"})
    assert (status, "number" in json.loads(text)) == (200, True)
    assert any(view["fast"] is not before for view in following)
    following.close()


def test_a_name_bent_to_this_address_and_two_hosts_are_refused(client: Client) -> None:
    assert client.get("/", Host="evil.com")[0] == 403
    assert client.get("/events", Host=f"localhost.evil.com:{client.port}")[0] == 403
    assert b" 40" in client.raw(f"GET / HTTP/1.1\r\nHost: {client.host}\r\nHost: evil.com\r\n\r\n".encode())
    assert b" 40" in client.raw(b"GET / HTTP/1.1\r\n\r\n")
    assert b" 403 " in client.raw(f"GET http://evil.com/ HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode())


def test_a_choice_is_kept_and_a_foreign_or_a_wrong_one_is_not(client: Client) -> None:
    key = ["rules", "birddog", "renege"]
    file = Path(json.loads(client.get("/settings")[2])["file"])
    assert client.post("/settings", {"key": key, "value": "penalty"}, **{"X-Token": "guessed"})[0] == 403
    assert client.post("/settings", {"key": key, "value": "penalty"}, Origin="http://evil.com")[0] == 403
    assert not file.exists()
    status, why = client.post("/settings", {"key": key, "value": "perhaps"})
    assert status == 400
    assert why.decode().startswith('rules.birddog.renege: found "perhaps"; allowed: ')
    status, told = client.post("/settings", {"key": key, "value": "penalty"})
    assert (status, file.read_text("utf-8")) == (200, '[rules.birddog]\nrenege = "penalty"\n')
    assert [choice["value"] for choice in json.loads(told)["choices"] if choice["key"] == key] == ["penalty"]


def test_a_choice_at_a_busy_table_is_in_force_as_soon_as_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on, desks = Event(), Event(), list[VirtualTable]()

    class Busy(VirtualTable):
        def turn(self) -> None:
            desks.append(self)
            began.set()
            goes_on.wait()
            super().turn()

    monkeypatch.setattr("tests.companion.web.table_in_browser.VirtualTable", Busy)
    monkeypatch.setattr("companion.web.server.BODY_S", 0.05)
    with served(tmp_path) as address:
        try:
            began.wait()
            status, told = Client(address).post("/settings", {"key": ["people", "regulars"], "value": ["Zoe"]})
            assert (status, "Zoe" in told.decode()) == (200, True)
            assert "Zoe" not in desks[0].hands.setup.equipment.regulars
        finally:
            goes_on.set()
        until(lambda: "Zoe" in desks[0].hands.setup.equipment.regulars)


@pytest.mark.parametrize("key", [["panel", "kind"], ["data", "directory"], ["scoreboard", "address"], [], [[]], 3])
def test_wires_places_and_addresses_are_not_chosen_on_the_page(client: Client, key: Any) -> None:
    assert client.post("/settings", {"key": key, "value": "x"})[0] == 400


def test_foreign_pages_change_nothing(client: Client) -> None:
    assert client.order({"do": "hint"}, Origin="http://evil.com")[0] == 403
    assert client.order({"do": "hint"}, **{"X-Token": "guessed"})[0] == 403
    assert client.order({"do": "hint"}, **{"Sec-Fetch-Site": "cross-site"})[0] == 403
    assert asked(client.port, "/orders", "PUT", b"{}")[0] == 405
    assert client.get("/orders")[0] == 404


@pytest.mark.parametrize("path", "/settings /readers /decks?name=evil /decks/none /backup /saved-games/none".split())
def test_who_asks_for_headers_alone_changes_nothing(path: str, client: Client) -> None:
    assert asked(client.port, path, "HEAD", b"sent")[0] == client.get(path)[0], "nothing that was sent is looked at"


@pytest.mark.parametrize("text", [b"", b"{", b'{"do":"fly"}', b"\xff" * 100])
def test_an_order_that_cannot_be_read_says_why(client: Client, text: bytes) -> None:
    status, why = client.order(text)
    assert status == 400
    assert why


def test_large_bodies_and_headers_are_refused(client: Client) -> None:
    assert client.order(b" " * (LARGEST_BODY + 1))[0] == 413
    lines = f"GET / HTTP/1.1\r\nHost: {client.host}\r\nX: {'y' * 40_000}\r\n\r\n"
    assert b" 431 " in client.raw(lines.encode())
    assert client.get("/")[0] == 200


def test_a_chunked_body_is_none_of_ours(client: Client) -> None:
    begins = (
        f"POST /orders HTTP/1.1\r\nHost: {client.host}\r\nOrigin: http://{client.host}\r\nX-Token: {client.token}\r\n"
    )
    for length in ("", "Content-Length: 20\r\n"):
        assert b" 411 " in client.raw(f"{begins}{length}Transfer-Encoding: chunked\r\n\r\n".encode())


# ---------------------------------------------------------------- decks

DECK = TagDeck("ours-2", "french", {b"\x04\x01\x02\x03": CardCopy("9H"), b"\x04\x01\x02\x04": CardCopy("5S")})
PLACE = "/decks/ours-2"


def test_a_deck_is_put_on_the_card_fetched_as_the_same_bytes_renamed_and_put_aside(client: Client) -> None:
    status, told = client.post("/decks", encode(DECK).encode())
    assert (status, json.loads(told)["said"]) == (200, "ours-2: 2 of 52 have a tag.")
    assert client.post("/decks", encode(DECK).encode())[0] == 400
    assert client.post("/decks?replace=yes", encode(DECK).encode())[0] == 200
    status, headers, text = client.get(PLACE)
    assert (status, text) == (200, encode(DECK).encode())
    assert headers["content-disposition"] == "attachment; filename*=UTF-8''ours-2.json"
    assert client.post(PLACE, {"do": "rename", "to": "a/b"})[0] == 400
    assert client.post(PLACE, {"do": "rename", "to": "birds"})[0] == 200
    assert client.post(PLACE, {"do": "delete"}) == (404, "“ours-2” is no deck here; there are: birds".encode())
    assert client.post("/decks/birds", {"do": "delete"})[0] == 200
    assert json.loads(client.get("/decks")[2])["decks"] == []


def test_a_list_is_put_on_the_card_under_the_name_of_its_file_and_fetched_as_one(client: Client) -> None:
    status, told = client.post("/decks?name=My%20cards", b"0007883662;10H\n0007864559;9S\n")
    assert status == 200
    assert json.loads(told)["said"].startswith("My-cards: 2 of 52 have a tag. These are decimal numbers")
    status, headers, text = client.get("/decks/My-cards?as=csv")
    assert (status, headers["content-type"]) == (200, "text/csv; charset=utf-8")
    assert headers["content-disposition"] == "attachment; filename*=UTF-8''My-cards.csv"
    assert client.post("/decks?name=back", text)[0] == 200
    assert client.get("/decks/back?as=csv")[2] == text
    status, headers, text = client.get("/decks/My-cards?as=sheet")
    assert (status, text.count("✓".encode())) == (200, 2)
    assert headers["content-disposition"] == "attachment; filename*=UTF-8''My-cards.html"
    assert client.post("/decks", b"0007883662;10H\n0007864559;nine\n")[0] == 400


@pytest.mark.parametrize("place", ["/decks", "/decks/birds"])
@pytest.mark.parametrize(
    "header", [{"X-Token": "guessed"}, {"Origin": "http://evil.com"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_foreign_pages_change_no_deck_and_read_none(place: str, header: dict[str, str], client: Client) -> None:
    assert client.post(place, encode(DECK).encode(), **header)[0] == 403
    assert client.get(place, **{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"})[0] == 403
    assert client.get(place, Host="evil.com")[0] == 403


def test_a_file_is_as_large_as_a_deck_and_nothing_else_is(client: Client) -> None:
    assert client.post("/decks", b" " * LARGEST_DECK)[0] == 400
    assert client.post("/decks", b" " * (LARGEST_DECK + 1))[0] == 413
    assert client.post("/decks/birds", b" " * (LARGEST_BODY + 1))[0] == 413
    assert client.post("/decks/", b" " * (LARGEST_BODY + 1))[0] == 413


def test_every_fault_of_a_file_is_told_on_a_line(client: Client) -> None:
    status, why = client.post("/decks", encode(DECK).replace("9H", "").replace("5S", "<b>").encode())
    assert (status, len(why.splitlines())) == (400, 2)
    assert client.post("/decks", b"\xff")[1].startswith(b"This file is no deck: ")
    assert client.post("/decks", encode(DECK)[:-9].encode())[1].startswith(b"line 7: the file is broken off or has")


@pytest.mark.parametrize("path", ["/decks/..%2fconfig.toml", "/decks/%2e%2e", "/decks/a/b", "/decks/nobody"])
def test_a_place_that_is_no_deck_is_not_found(path: str, client: Client) -> None:
    assert client.get(path)[0] == 404


HALF = "\ud800"
"""Half a letter: JSON can spell it, UTF-8 cannot write it."""
SEEDS: tuple[Any, ...] = (1e400, -1, [], HALF, True)
NO_OBJECTS: tuple[Any, ...] = (None, [], 0, HALF, [[]] * 99)


@for_each(
    ("place", "told"),
    [
        *(("/orders", asked) for asked in ({"do": HALF}, {"do": "lay", "cards": [HALF]}, {"do": "tag", "name": HALF})),
        *(("/orders", {"do": do, key: HALF}) for do in ("nest", "begin", "watch", "fault") for key in ("game", "deck")),
        *(("/orders", {"do": "begin", "game": "rook", "seed": seed}) for seed in SEEDS),
        *(("/settings", {"key": key, "value": HALF}) for key in (["people", "regulars"], [HALF], HALF, {HALF: 1})),
        ("/settings", {"key": ["people", "regulars"], "value": [HALF]}),
        ("/decks", {HALF: HALF}),
        ("/decks", {"format": 1, "name": HALF, "kind": "french", "tags": {}}),
        ("/decks/birds", {"do": "rename", "to": HALF}),
        ("/decks/%ed%a0%80", {"do": "delete"}),
        ("/decks/birds", {"do": HALF}),
        *((place, asked) for place in ("/orders", "/settings", "/decks") for asked in NO_OBJECTS),
    ],
)
def test_anything_that_json_can_say_is_answered_and_nobody_elses_stream_ends(
    place: str, told: Any, client: Client
) -> None:
    following = views(client.port)
    next(following)
    status, why = client.patiently(place, told)
    assert status in {400, 404}
    assert why.decode()
    word = secrets.token_hex(8)
    assert client.patiently("/orders", {"do": "lay", "cards": [word]})[0] == 200
    assert any(word in view["remark"] for view in following)
    following.close()


# ---------------------------------------------------------------- many at once


def test_a_flood_is_slowed_down_and_the_table_goes_on(client: Client) -> None:
    answers = {client.order({"do": "lift"})[0] for _ in range(100)}
    assert answers <= {200, 429, 503}
    assert client.get("/")[0] == 200


def test_there_are_so_many_watchers_and_no_more(client: Client) -> None:
    watching = [views(client.port) for _ in range(MOST_STREAMS)]
    for generator in watching:
        next(generator)
    assert client.get("/events")[0] == 503
    for stream in watching:
        stream.close()


def test_the_head_of_the_stream_is_no_stream_and_the_line_is_free_for_the_next_request(client: Client) -> None:
    answers_heads(client.port)


SWITCHES = [path for path in OFFERED if key_of(path).allowed.choices]  # type: ignore[union-attr] # it is offered
TIMES = 40


def chosen_in_a_tab(file: Path, mine: list[KeyPath]) -> list[KeyPath]:
    """Somebody chooses now this, now that among these; what is not in the file afterwards."""
    tab, wanted = Preferences(file), {}
    for time_ in range(TIMES):
        path = mine[time_ % len(mine)]
        values = key_of(path).allowed.choices  # type: ignore[union-attr] # it is offered
        wanted[path] = values[time_ // len(mine) % 2]
        tab.choose(json.dumps({"key": path, "value": wanted[path]}).encode())
    found = parser.read(file.read_text("utf-8")).values
    return [path for path, value in wanted.items() if found[path] != value]


def test_what_two_tabs_choose_at_once_is_all_kept(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as tabs:
        lost = tabs.map(chosen_in_a_tab, [tmp_path / "config.toml"] * 2, (SWITCHES[::2], SWITCHES[1::2]))
        assert [*lost] == [[], []]
    assert {path.name for path in tmp_path.iterdir()} == {"config.toml", ".config.toml.lock"}


def test_a_flood_of_choices_is_slowed_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    at = time.monotonic()
    monkeypatch.setattr(site, "time", SimpleNamespace(monotonic=lambda: at))  # however slow this computer is
    answers = [client.post("/settings", {"key": [], "value": 0})[0] for _ in range(200)]
    assert set(answers) <= {400, 429}
    assert 429 in answers
