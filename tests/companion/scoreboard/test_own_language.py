"""Each phone in the language that its browser chose, whatever the box speaks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.scoreboard.posting import in_language
from companion.storage.records import Store
from tests.companion.http.client import asked, views
from tests.companion.http.client import in_language as chosen
from tests.companion.scoreboard.phones import served
from tests.companion.scoreboard.test_heard import BEFORE, NOW
from tests.companion.scoreboard.test_posting import posting_to
from tests.companion.web.browser import Browser
from tests.evening import played_out, whole
from tests.languages import speaking
from tests.needs import with_chromium
from tests.patience import until

SEEN = """
['show-now', 'language', 'where'].map((id) => document.getElementById(id))
  .map((it) => it.matches('select') ? it.value : it.textContent)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A match of Bird Dog was played out here."""
    played_out(tmp_path, *whole("birddog-whole-match"))
    return tmp_path


@pytest.fixture
def port(root: Path) -> Iterator[int]:
    with served(root) as port:
        yield port


@pytest.fixture
def both_posted(root: Path) -> Iterator[None]:
    """A table is posted, in every language."""
    with posting_to(root / "now") as posting:
        posting.post(BEFORE)
        until(in_language(root / "now", "fr").exists)
        yield


@pytest.mark.usefixtures("both_posted")
def test_each_stream_is_in_its_language_and_without_a_choice_in_that_of_the_box(port: int) -> None:
    said = {}
    for code in ("", "xx", "../now", "en", "de", "fr"):
        with closing(views(port, **chosen(code))) as following:
            said[code] = next(view for view in following if view["on"])
    assert said[""] == said["xx"] == said["../now"] == said["en"]
    assert len({tuple(view["says"]) for view in said.values()}) == 3
    for view in said.values():
        assert view.keys() == said[""].keys()
        for same in ("game", "turn", "lies", "won", "curve", "took", "dealer"):
            assert view[same] == said[""][same]


def test_two_streams_follow_one_table_in_two_languages(root: Path, port: int) -> None:
    with (
        closing(views(port)) as english,
        closing(views(port, **chosen("de"))) as german,
        posting_to(root / "now") as posting,
    ):
        for table, number in ((BEFORE, 0), (NOW, 1)):
            posting.post(table)
            one, other = (
                next(view for view in following if view["on"] and view["heard"]["number"] == number)
                for following in (english, german)
            )
            assert one["lies"] == other["lies"]
            assert one["where"] != other["where"]
        assert [view["heard"]["latest"][0]["language"] for view in (one, other)] == ["en", "de"]


def test_a_box_that_speaks_german_is_told_to_those_who_chose_english(root: Path, port: int) -> None:
    with speaking("de"), posting_to(root / "now") as posting:
        posting.post(BEFORE)
        until(in_language(root / "now", "fr").exists)
        for code, trick in (("", "Stich"), ("de", "Stich"), ("en", "trick")):
            with closing(views(port, **chosen(code))) as following:
                view = next(view for view in following if view["on"])
                assert view["where"].startswith(trick), code


def test_a_language_that_the_box_does_not_post_is_that_of_the_box(root: Path, port: int) -> None:
    (root / "now").write_text(json.dumps({"on": True, "says": ["older"]}), "utf-8")
    with closing(views(port, **chosen("de"))) as following:
        assert next(following)["says"] == ["older"]


def test_evenings_and_endings_are_in_the_language_of_the_request(root: Path, port: int) -> None:
    (record,) = (path.name for path in Store(root).all_finished())
    tables = [json.loads(asked(port, "/evenings", **chosen(code))[2])["tables"] for code in ("en", "de", "")]
    assert tables[0] == tables[2] != tables[1]
    english, german = ([cell for table in each for row in table["rows"] for cell in row] for each in tables[:2])
    assert german == [cell.replace(".", ",").replace("%", "\u202f%") for cell in english] != english
    assert asked(port, f"/endings/{record}", **chosen("de"))[0] == 200


@with_chromium
@pytest.mark.usefixtures("both_posted")
def test_a_phone_keeps_its_choice_and_another_one_has_its_own(port: int) -> None:
    ready = "document.documentElement?.lang === '{}' && document.querySelectorAll('.player').length"
    with Browser() as browser, Browser() as other:
        for phone in (browser, other):
            phone.size(360, 740)
            phone.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
            phone.until(ready.format("en"))
        browser.ask(
            "((list) => { list.value = 'de'; list.dispatchEvent(new Event('change')); })"
            "(document.getElementById('language'))"
        )
        browser.until(ready.format("de"))
        browser.call("Page.reload")
        browser.until(ready.format("de"))
        told = [(now, code, where.split()[0]) for now, code, where in (browser.ask(SEEN), other.ask(SEEN))]
        assert told == [("Jetzt", "de", "Stich"), ("Now", "", "trick")]
        assert browser.complaints == other.complaints == []
