"""The organiser's page in a real browser: an event from the password to a correction, on a desk and on a phone."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.companion.director.browsing import CLIPPED, SIZES, TABS, enters, fill, leaves, press, show
from tests.companion.director.evenings import NAMES, record_of
from tests.companion.director.served import Organiser, served
from tests.companion.web.browser import Browser, found
from tests.companion.web.test_axe import complaints, with_axe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.skipif(not found(), reason="no Chromium or Chrome is installed here: apt-get install chromium"),
    pytest.mark.no_cover,
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Organiser]:
    with served(tmp_path) as organiser:
        for box in ("a", "b"):
            organiser.wire.is_there(box)
        organiser.wire.is_there("a", *NAMES[:8], trouble=("The reader is deaf: pull the plug and put it in again.",))
        yield organiser


@pytest.fixture
def page(browser: Browser, club: Organiser) -> Iterator[Browser]:
    """The page after the password was typed."""
    enters(browser, club)
    browser.until("document.querySelectorAll('#tables .boxes > li').length === 2")
    yield browser
    leaves(browser)


def begins(page: Browser) -> None:
    """An event of eight people is made on the page, and its first round begun."""
    show(page, "event")
    fill(page, "event-title", "Thursday")
    fill(page, "event-game", "spades")
    fill(page, "event-movement", "howell")
    fill(page, "event-minutes", "20")
    page.ask("document.getElementById('event-duplicate').checked = true")
    press(page, "keep-event")
    page.until("document.getElementById('title').textContent === 'Thursday'")
    show(page, "people")
    press(page, "enter-all")
    page.until("document.querySelectorAll('#people tbody tr').length === 4")
    show(page, "tables")
    page.until("document.getElementById('next-round')?.disabled === false")
    press(page, "next-round")
    page.until("!!document.getElementById('box-of-2')")


def test_an_evening_on_the_page(page: Browser, club: Organiser) -> None:
    begins(page)
    event = club.desk.event
    assert event is not None
    assert (event.game, event.movement, event.minutes, event.duplicate) == ("spades", "howell", 20, True)
    assert page.ask("document.getElementById('clock').textContent") in {"20:00", "19:59", "19:58", "19:57"}
    for table, box in ((1, "a"), (2, "b")):
        club.wire.reports(box, f"2026-11-25-201503-{table}", record_of(event, 1, table))
    page.until("document.getElementById('tables').textContent.includes('All tables have finished')")
    show(page, "standings")
    assert page.ask("document.querySelectorAll('#standings tbody tr').length") == 4
    show(page, "results")
    page.until("document.querySelectorAll('#results .pen').length === 4")
    press(page, "correct-1-2-1")
    for place, points in enumerate((55, -5, 55, -5)):
        fill(page, f"value-{place}", str(points))
    fill(page, "correct-reason", "a bid was misheard")
    page.ask("document.querySelector('dialog .main').click()")
    page.until("document.querySelector('#results .mark')?.textContent === 'corrected: a bid was misheard'")
    page.until("!document.querySelector('dialog')")  # the page may hear of it before the answer to its wish
    assert club.desk.event is not None
    assert club.desk.event.corrections[0].points == (55, -5, 55, -5)
    show(page, "tables")
    press(page, "undo")
    show(page, "results")
    page.until("!document.querySelector('#results .mark')")


def test_hands_are_shown_to_whoever_says_yes_and_fit_every_size(page: Browser, club: Organiser) -> None:
    begins(page)
    show(page, "event")
    page.until("!!document.getElementById('hands')")
    page.ask("window.confirm = (text) => { window.asked = text; return false; }")
    opened = (
        "document.getElementById('hands').dispatchEvent(new MouseEvent('click', {cancelable: true, bubbles: true}))"
    )
    assert page.ask(opened) is False
    assert page.ask("window.asked") == "Show all hands of 6 boards?"
    assert page.ask("document.getElementById('hands').target") == "_blank"
    path = page.ask("document.getElementById('hands').getAttribute('href')")
    assert path == f"/hands/{club.desk.names[0]}"
    page.call("Page.navigate", url=f"http://127.0.0.1:{club.port}{path}")
    page.until("document.querySelectorAll('.board').length === 6")
    for size in SIZES.values():
        page.size(*size)
        assert page.ask(CLIPPED) == []
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.ask("getComputedStyle(document.querySelector('.board')).breakInside") == "avoid"
    page.call("Emulation.setEmulatedMedia", media="")


def test_a_refusal_is_told_on_the_page_and_goes_with_the_next_wish(page: Browser) -> None:
    show(page, "people")
    show(page, "event")
    fill(page, "event-deals", "2")
    press(page, "keep-event")
    page.until("document.getElementById('where').textContent === 'Not begun'")
    show(page, "people")
    fill(page, "new-name", "Ann")
    press(page, "add")
    page.until("document.getElementById('refused').textContent.startsWith('Ann is there already')")
    fill(page, "new-name", "Zoe")
    press(page, "add")
    page.until("document.getElementById('refused').hidden")


def test_a_field_that_is_being_written_in_is_not_drawn_anew(page: Browser, club: Organiser) -> None:
    show(page, "event")
    page.ask("document.getElementById('event-title').focus()")
    page.ask("document.getElementById('event-title').value = 'Half a ti'")
    club.wire.is_there("c")
    show_again = "document.getElementById('event-title').value"
    page.ask("new Promise((done) => setTimeout(done, 700))")
    assert page.ask(show_again) == "Half a ti"


@pytest.mark.skipif(not find_spec("axe_playwright_python"), reason="axe-core is not installed: make .venv/.test")
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_wrong_with_any_tab(page: Browser, club: Organiser, scheme: str) -> None:
    wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    page.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": one} for name, one in wishes.items()])
    begins(page)
    event = club.desk.event
    assert event is not None
    club.wire.reports("a", "2026-11-25-201503-1", record_of(event, 1, 1))
    with_axe(page)
    found = []
    for tab in TABS:
        show(page, tab)
        found += [f"{tab}, {one}" for one in complaints(page).splitlines()]
    show(page, "results")
    page.until("document.querySelectorAll('#results tbody tr').length")
    press(page, "correct-1-1-1")
    found += [f"correcting, {one}" for one in complaints(page).splitlines()]
    assert found == []


@pytest.mark.skipif(not find_spec("axe_playwright_python"), reason="axe-core is not installed: make .venv/.test")
def test_axe_finds_nothing_wrong_with_the_password(page: Browser) -> None:
    page.ask("document.getElementById('logout').click()")
    page.until("document.getElementById('login')?.hidden === false")
    with_axe(page)
    assert complaints(page) == ""
