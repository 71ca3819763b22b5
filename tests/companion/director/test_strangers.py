"""Wishes that the organiser's page never sends: each is refused, names its key, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.http.guard import Bucket
from tests.companion.director.served import Organiser, served
from tests.companion.director.test_server import CLUB
from tests.companion.http.client import asked
from tests.companion.http.hostile import spoilt

WISHES: list[dict[str, Any]] = [
    {"do": "new", **CLUB, "rounds": 3, "options": {"nil": "100"}},
    {"do": "choose", "game": "hearts", "minutes": 20, "duplicate": False},
    {"do": "title", "title": "Thursday"},
    {"do": "person", "name": "Eve"},
    {"do": "partners", "names": ["Ann", "Bob"]},
    {"do": "late", "name": "Ann", "round": 1},
    {"do": "move", "table": 1, "box": "c"},
    {"do": "done", "round": 1, "table": 1, "deals": 1},
    {"do": "correct", "round": 1, "table": 1, "deal": 1, "points": [1, 2], "reason": "slip"},
    {"do": "correct", "round": 1, "table": 1, "deal": 1, "percent": [50, 50], "reason": "slip"},
    {"do": "breaks", "box": "c"},
]
FREE = {"title", "name", "box", "reason"}
"""Keys that take any text."""
LEFT_OUT = {"movement", "rounds", "minutes", "deals", "duplicate"}
"""Keys behind which null is as if they were missing."""
FITS = {("options", "an object"), ("title", "no text")}


@pytest.fixture
def page(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Organiser]:
    """A page with an event, which takes any number of wishes a second."""
    monkeypatch.setattr(Bucket, "takes", lambda *_: True)
    with served(tmp_path_factory.mktemp("club")) as page:
        assert page.wishes("new", **CLUB) == ""
        yield page


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish["do"])
def test_whatever_stands_behind_a_key_of_a_wish_is_refused_and_named(page: Organiser, wish: dict[str, Any]) -> None:
    before = page.desk.changes
    for key, what, body in spoilt(wish):
        if (key, what) in FITS or (key in wish and is_fine(key, what, wish[key])):
            continue
        status, _, said = asked(page.port, "/wishes", "POST", body, **page.headers())
        assert status == 400, (key, what, said)
        if "deep" not in what and what not in {"no UTF-8", "no text", "a control sign", "below nothing", "a text"}:
            assert key.encode() in said, (key, what, said)
        assert page.desk.changes == before, (key, what)
    assert page.wishes("person", name="Ann") == ""


def is_fine(key: str, what: str, value: object) -> bool:
    """Whether a hostile value may stand in place of this one."""
    alike = {bool: "yes", list: "a list"}.get(type(value), "")
    return what == alike or (key in FREE and what == "a text") or (key in LEFT_OUT and what == "nothing")


def test_a_password_is_a_text(page: Organiser) -> None:
    for key, what, body in spoilt({"password": "x"}):
        status, _, said = asked(page.port, "/login", "POST", body, **page.headers())
        assert status in {400, 403, 429}, (key, what, said)


def test_one_key_that_stands_twice_is_told(page: Organiser) -> None:
    body = '{"do": "person", "name": "Ann", "name": "Bob"}'
    status, _, said = asked(page.port, "/wishes", "POST", body, **page.headers())
    assert (status, said) == (400, b"name: found twice; allowed: once")


def test_a_newer_page_may_say_more(page: Organiser) -> None:
    assert page.wishes("person", name="Ann", colour={"of": ["hair"]}) == ""
