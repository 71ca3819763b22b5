"""Dates in words, by a fixed today, in a browser far from Greenwich."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cases import for_each
from tests.companion.scoreboard.phones import served
from tests.companion.web.browser import Browser
from tests.needs import with_chromium

pytestmark = [
    with_chromium,
    pytest.mark.no_cover,
]

NOON, PAST_MIDNIGHT, NEW_YEAR = "2026-05-04T12:00:00", "2026-05-04T00:40:00", "2027-01-01T11:00:00"
"""A Monday, the end of its Sunday evening, and a Friday."""

SPRING = "2026-03-29T09:00:00"
"""The morning after a night of 23 hours in Europe."""


@pytest.fixture(scope="module", params=["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    root: Path = tmp_path_factory.mktemp("box")
    with served(root) as port, Browser() as browser:
        browser.call("Emulation.setTimezoneOverride", timezoneId=request.param)
        browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        browser.until("document.getElementById('state')?.textContent === 'The box is off.'")
        browser.ask("import('/days.js').then((days) => { window.days = days; })")
        yield browser


@for_each(
    ("at", "now", "words"),
    [
        ("2026-05-04T09:30:00", NOON, "this morning"),
        ("2026-05-04T11:59:59", NOON, "this morning"),
        ("2026-05-03T20:15:00", NOON, "yesterday evening"),
        ("2026-05-04T00:30:00", NOON, "yesterday evening"),
        ("2026-05-03T14:00:00", NOON, "yesterday afternoon"),
        ("2026-05-03T20:15:00", PAST_MIDNIGHT, "this evening"),
        ("2026-05-04T00:20:00", PAST_MIDNIGHT, "this evening"),
        ("2026-05-02T20:15:00", PAST_MIDNIGHT, "yesterday evening"),
        ("2026-05-02T20:15:00", NOON, "Saturday 2 May"),
        ("2026-12-31T23:50:00", NEW_YEAR, "yesterday evening"),
        ("2027-01-01T01:50:00", NEW_YEAR, "yesterday evening"),
        ("2026-12-30T20:00:00", NEW_YEAR, "Wednesday 30 December 2026"),
        ("2026-03-28T21:00:00", SPRING, "yesterday evening"),
        ("2026-03-29T01:30:00", SPRING, "yesterday evening"),
        ("1970-01-01T00:07:00", NOON, "an evening"),
        ("2026-05-03T20:15:00?", NOON, "an evening"),
        ("", NOON, "an evening"),
        ("<b>", NOON, "an evening"),
    ],
)
def test_a_moment_is_told_as_people_say_it(at: str, now: str, words: str, page: Browser) -> None:
    assert page.ask(f"days.inWords({at!r}, new Date({now!r}))").replace(",", "") == words


def test_what_is_kept_names_the_day(page: Browser) -> None:
    assert page.ask("days.dayInWords('2026-05-04T00:30:00')").replace(",", "") == "Sunday 3 May 2026"
    assert page.ask("days.dayInWords('1970-01-01T00:07:00')") == "An evening"


@pytest.mark.parametrize(("language", "words"), [("fr", "dimanche 3 mai 2026"), ("de", "Sonntag, 3. Mai 2026")])
def test_a_day_is_written_as_its_language_has_it(language: str, words: str, tmp_path: Path) -> None:
    with served(tmp_path) as port, Browser() as browser:
        browser.follow_network()
        browser.call("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        assert browser.until("import('/days.js').then((days) => days.dayInWords('2026-05-03T12:00:00'))") == words


def test_a_known_moment_is_a_time_and_an_unknown_one_is_not(page: Browser) -> None:
    assert page.ask("days.when('2026-05-03T20:15:00').outerHTML").startswith('<time datetime="2026-05-03T20:15:00">')
    assert page.ask("days.when('2026-05-03T20:15:00?').outerHTML") == "<span>an evening</span>"


def test_now_is_noted_as_a_record_notes_it(page: Browser) -> None:
    assert page.ask("days.asInRecord(new Date('2026-05-03T08:05:09'))") == "2026-05-03T08:05:00"
