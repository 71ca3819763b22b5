"""axe-core, run in Chromium, finds nothing wrong with the page in any state."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.scoreboard.view import view
from tests.companion.scoreboard.phases import whole
from tests.companion.scoreboard.phones import posts
from tests.companion.web.browser import Browser
from tests.companion.web.states import PACE, ended, on_a_phone, open_every_section, throw_one_of_two_away
from tests.companion.web.table_in_browser import begin, opened
from tests.needs import has_axe
from tests.torture import only_with_page, so_many

WHEEL = find_spec("axe_playwright_python")
"""Carries axe-core, and is not imported: it would ask for Playwright."""
pytestmark = [
    pytest.mark.no_cover,  # much of the same again: counting lines would take three times as long
    has_axe,
]

RUN = """
var rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
axe.run({preload: false, resultTypes: ['violations'], runOnly: rules})
  .then(({passes, violations}) => violations.flatMap(({id, nodes}) =>
    nodes.map(({target, any, all, none}) =>
      `${id}: ${target} (${[...any, ...all, ...none].map((one) => one.message)})`))
    .concat(passes.length ? [] : ['nothing was looked at']))
"""
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PLAYED = [("bonehead", 5), ("birdhead", 4), ("rook", 4), ("toriatama", 4)]


@pytest.fixture(autouse=True)
def at_rest(browser: Browser) -> Iterator[None]:
    """Nothing fades in while colours are compared."""
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    yield
    browser.call("Emulation.setEmulatedMedia", features=[])


@pytest.fixture
def table(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Browser]:
    with opened(browser, tmp_path, getattr(request, "param", PACE)):
        with_axe(browser)
        yield browser


def with_axe(page: Browser) -> None:
    """DevTools may bring in what the page itself forbids."""
    assert WHEEL
    assert WHEEL.origin
    page.ask(Path(WHEEL.origin).with_name("axe.min.js").read_text("utf-8") + ";0")


def complaints(page: Browser, *sizes: str) -> str:
    """What axe finds at these sizes, or at the phone's (at all with torture), in lines `size: rule: element (why)`."""
    found = []
    for name in sizes or so_many(("phone",), (*SIZES,)):
        page.size(*SIZES[name])
        found += [f"{name}: {fault}" for fault in page.ask(RUN)]
    page.size(*SIZES["desktop"])
    return "\n".join(found)


def test_the_first_page(table: Browser) -> None:
    table.ask("$('more').open = true")
    assert complaints(table) == ""


@pytest.mark.parametrize(("game", "people"), so_many(PLAYED[:1], PLAYED))
def test_a_game_with_and_without_a_hint(table: Browser, game: str, people: int) -> None:
    begin(table, game, people)
    assert complaints(table, *so_many(("desktop",), ())) == ""
    table.ask("$('hint').click()")
    table.until("count('#remark .hint') && window.quiet()")
    assert complaints(table) == ""


def test_the_list_that_plays_ahead_and_the_score_sheet(table: Browser) -> None:
    begin(table, "birdhead", 4)
    table.ask("$('ahead').click()")
    assert complaints(table) == ""
    table.ask("$('show-scores').click()")
    table.until("$('scores').open")
    table.ask("$('correct').open = true")
    table.until("$('correct-said').textContent || $('whose').length")
    assert complaints(table) == ""


def test_the_drawer_with_every_section_open(table: Browser) -> None:
    open_every_section(table)
    assert complaints(table) == ""


@only_with_page
def test_the_list_of_games_and_what_becomes_of_the_one_in_play(table: Browser) -> None:
    throw_one_of_two_away(table)
    assert table.ask("document.activeElement.textContent") == "Undo"
    assert complaints(table) == ""


@pytest.mark.parametrize("table", [4.0], indirect=True)
def test_a_deal_that_is_watched(table: Browser) -> None:
    table.ask("$('watch-trick').click()")
    table.until("!$('watching').hidden && count('#trick .card')")
    table.ask("$('pause').click()")
    table.until("$('pause').textContent === 'Go on'")
    assert complaints(table) == ""


def test_how_a_match_ended_and_what_is_left_of_it_afterwards(browser: Browser, tmp_path: Path) -> None:
    with ended(browser, tmp_path):
        with_axe(browser)
        told = complaints(browser)
        browser.press("Escape")
        browser.until("!document.querySelector('dialog.ending').open")
        told += complaints(browser)
        browser.click("#see-hands")
        browser.until("Boolean(document.querySelector('#rules .took'))")
        assert told + complaints(browser) == ""


@pytest.fixture
def scoreboard(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The page for phones with an evening, while a trick is played."""
    with on_a_phone(browser, tmp_path):
        with_axe(browser)
        yield browser


@pytest.mark.parametrize("scheme", so_many(["dark"], ["dark", "light"]))
def test_every_tab_of_the_scoreboard(scoreboard: Browser, scheme: str) -> None:
    wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    scoreboard.call(
        "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in wishes.items()]
    )
    found = []
    for tab in ("now", "course", "past"):
        scoreboard.ask(f"document.getElementById('show-{tab}').click()")
        scoreboard.until(f"document.getElementById('{tab}').childElementCount")
        scoreboard.ask("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found += [f"{tab}, {line}" for line in complaints(scoreboard).splitlines()]
    assert found == []


def test_the_scoreboard_beside_the_table_and_at_the_end_of_a_match(scoreboard: Browser, tmp_path: Path) -> None:
    scoreboard.ask("document.getElementById('beside').click()")
    scoreboard.until("'kiosk' in document.documentElement.dataset")
    told = complaints(scoreboard)
    posts(tmp_path, view(whole("rook").table()))
    scoreboard.until("document.querySelector('dialog.ending')?.open")
    assert told + complaints(scoreboard) == ""
