"""The organiser's page as geometry: every tab in every state of an evening, from a small phone to a projector."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.director.browsing import CLIPPED, SIZES, SMALL, TABS, on_the_page, show
from tests.companion.director.states import STATES
from tests.companion.web.browser import Browser
from tests.companion.web.test_axe import complaints, with_axe
from tests.languages import speaking
from tests.needs import has_axe, with_chromium
from tests.torture import every_so_many, only_with_page, so_many

pytestmark = [
    with_chromium,
    pytest.mark.no_cover,
]

FAULTS = f"""
(() => {{
  const shown = (where) => [...document.querySelectorAll(where)].filter(one => one.checkVisibility());
  const small = shown('main *, header *').filter(one => [...one.childNodes].some(node => node.nodeType === 3 &&
    node.data.trim()) && !one.closest('option, .for-ears') && parseFloat(getComputedStyle(one).fontSize) < 12);
  const cut = shown('.felt li, .mark, h1, h2, h3, nav button, .action, .clock, .name')
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth);
  const inside = (one) => one.getBoundingClientRect();
  const over = shown('.one *, .next *').filter(one => inside(one).width && !one.closest('.wide *, .for-ears, option') &&
    inside(one).right > inside(one.closest('.one, .next')).right + 1);
  const bare = shown('.one, .sheet, .next').filter(one => parseFloat(getComputedStyle(one).paddingLeft) < 4 ||
    getComputedStyle(one).borderTopStyle !== 'solid');
  const away = shown('.wide :is(button, a)').filter(one => inside(one).right > inside(one.closest('.wide')).right + 1);
  return [
    ...away.map(one => `scrolled out: ${{one.textContent}}`),
    ...bare.map(one => `no sheet: ${{one.outerHTML.slice(0, 90)}}`),
    ...{CLIPPED}.map(one => `clipped: ${{one}}`), ...{SMALL}.map(one => `small: ${{one}}`),
    ...small.map(one => `letters: ${{one.textContent}}`), ...cut.map(one => `cut off: ${{one.textContent}}`),
    ...over.map(one => `leaves its sheet: ${{one.outerHTML.slice(0, 90)}}`),
  ];
}})()
"""
"""What is wider than the page or its sheet, sheets without an edge, targets below 44 px, letters below 12 px, and texts
that are cut off."""

MAIN = """
[...document.querySelectorAll('main .action.main')].filter(one => one.checkVisibility()).map(one => one.textContent)
"""
"""The buttons that stand out."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as opened:
        yield opened


@pytest.fixture(params=every_so_many(4, STATES))
def page(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The page in each state of an evening."""
    with on_the_page(browser, tmp_path, request.param):
        yield browser


def faults(page: Browser, tab: str) -> list[str]:
    found = []
    for name, size in SIZES.items():
        page.size(*size)
        found += [f"{tab}, {name}, {fault}" for fault in page.ask(FAULTS)]
    return found


def test_every_tab_fits_every_size_has_targets_for_fingers_and_one_button_that_stands_out(page: Browser) -> None:
    found = []
    for tab in TABS:
        show(page, tab)
        found += faults(page, tab)
        mains = page.ask(MAIN)
        found += [f"{tab} has {len(mains)} primary buttons: {mains}"] if len(mains) > 1 else []
    assert found == []


@only_with_page
@has_axe
@pytest.mark.parametrize("page", so_many(["seated"], STATES), indirect=True)
def test_axe_finds_nothing_wrong_in_any_state(page: Browser) -> None:
    with_axe(page)
    found = []
    for tab in TABS:
        show(page, tab)
        found += [f"{tab}, {line}" for line in complaints(page).splitlines()]
    assert found == []


@only_with_page
@pytest.mark.parametrize("state", so_many(["seated"], ["gathered", "seated", "over"]))
@pytest.mark.parametrize("code", so_many(["de"], ["de", "fr"]))
def test_longer_languages_fit_every_size(browser: Browser, tmp_path: Path, code: str, state: str) -> None:
    found = []
    with speaking(code), on_the_page(browser, tmp_path, state):
        for tab in TABS:
            show(browser, tab)
            found += faults(browser, tab)
    assert found == []
