"""Requests that the page of the table never sends: each is refused, names its key, and stops nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from companion.http.guard import Bucket
from tests.companion.http.hostile import spoilt
from tests.companion.web.seating import seats_json
from tests.companion.web.table_in_browser import served
from tests.companion.web.test_server import Client
from tests.torture import every_so_many

GAME = {"game": "rook", "seats": seats_json(4, 1), "seed": 3, "scanned": True, "deck": ""}
REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("/orders", {"do": "lay", "cards": ["9H"], "how": "tap", "whole": False}),
    ("/orders", {"do": "nest", "cards": ["5B"]}),
    ("/orders", {"do": "push", "button": "OK", "down": False}),
    ("/orders", {"do": "fault", "name": "none"}),
    ("/orders", {"do": "begin", **GAME, "leaving": "park"}),
    ("/orders", {"do": "watch", "game": GAME["game"], "every": 1.0, "leaving": "park"}),
    ("/orders", {"do": "choose", "game": "rook"}),
    ("/orders", {"do": "go on", "record": "none", "leaving": "park"}),
    ("/orders", {"do": "demonstrate", "every": 0.0}),
    ("/orders", {"do": "tag", "name": "Eve"}),
    ("/orders", {"do": "lift"}),
    ("/decks/none", {"do": "rename", "to": "other"}),
    ("/settings", {"key": ["sounds", "on"], "value": True}),
    ("/settings", {"key": ["people", "regulars"], "value": ["Ann"]}),
    ("/saved-games/none", {"do": "throw away"}),
]
FINE = {
    ("cards", "a list"), ("whole", "yes"), ("down", "yes"), ("scanned", "yes"), ("every", "a fraction"),
    ("name", "a text"), ("name", "a control sign"), ("record", "a text"), ("record", "a control sign"),
    ("deck", "a text"), ("deck", "no text"), ("deck", "a control sign"), ("seed", "nothing"), ("value", "yes"),
    ("value", "a list"),
}  # fmt: skip
"""What may stand behind a key, though nobody would write it."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Somebody with the token, whom no limit of requests slows down."""
    with pytest.MonkeyPatch.context() as patch, served(tmp_path_factory.mktemp("table")) as address:
        patch.setattr(Bucket, "takes", lambda *_: True)
        yield Client(address)


@pytest.mark.parametrize(
    ("path", "known"), every_so_many(2, REQUESTS), ids=lambda one: "" if isinstance(one, str) else one.get("do")
)
def test_whatever_stands_behind_a_key_is_refused_and_named(client: Client, path: str, known: dict[str, Any]) -> None:
    gc.collect()  # else what earlier tests left may be collected where a deep body has used up the stack
    for key, what, body in spoilt(known):
        if (key, what) in FINE:
            continue
        status, said = client.post(path, body)
        assert status in {400, 404, 413}, (key, what, said)
        if status == 400 and "deep" not in what and what != "no UTF-8" and path == "/orders":
            assert key.encode() in said, (key, what, said)
    assert client.order({"do": "lift"})[0] == 200


def test_a_key_that_stands_twice_is_told(client: Client) -> None:
    assert client.order(b'{"do": "lift", "do": "deal"}') == (400, b"do: found twice; allowed: once")
    assert client.order({"do": "lift", "more": {"of": ["it"]}})[0] == 200, "a newer page may say more"
