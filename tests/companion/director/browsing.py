"""A browser at the organiser's page: the password, its tabs, its fields and buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.companion.director.served import PASSWORD, Organiser, served
from tests.companion.director.states import STATES
from tests.companion.http.client import views
from tests.companion.web.browser import Browser

SIZES = {"desktop": (1280, 800), "projector": (1920, 1080), "phone": (390, 844), "narrow": (320, 640)}
TABS = ("tables", "people", "event", "standings", "results", "export")
CLIPPED = """
[...document.querySelectorAll('body *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && !one.closest('.wide *, .for-ears') && (box.right > innerWidth + 1 || box.left < -1);
}).map(one => one.outerHTML.slice(0, 90)).concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])
"""
SMALL = """
[...document.querySelectorAll('button, select, summary, a, input:not([type=checkbox])')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && one.checkVisibility() && Math.min(box.height, box.width) < 43.5;
}).map(one => one.outerHTML.slice(0, 90))
"""


def enters(page: Browser, club: Organiser, at: str = "") -> None:
    """Open the page, at this place of it, and give the password."""
    page.complaints.clear()
    page.size(*SIZES["desktop"])
    page.call("Network.clearBrowserCookies")
    page.call("Page.navigate", url=f"http://127.0.0.1:{club.port}/{at}")
    page.until("document.getElementById('login')?.hidden === false")
    fill(page, "password", PASSWORD)
    page.ask("document.querySelector('#login button').click()")
    page.until("document.getElementById('tabs').hidden === false && document.getElementById('state').hidden")


def leaves(page: Browser) -> None:
    """Leave the page, on which nothing has gone wrong but requests without a password."""
    heard = [complaint for complaint in page.complaints if "status of 40" not in complaint]
    page.call("Page.navigate", url="about:blank")
    assert heard == []


def fill(page: Browser, field: str, value: str) -> None:
    page.ask(
        f"(() => {{ const field = document.getElementById({json.dumps(field)}); field.value = {json.dumps(value)};"
        " field.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )


def press(page: Browser, button: str) -> None:
    page.until(f"!!document.getElementById({json.dumps(button)})")
    page.ask(f"document.getElementById({json.dumps(button)}).click()")


def show(page: Browser, tab: str) -> None:
    page.ask(f"document.getElementById('show-{tab}').click()")
    page.until(f"document.getElementById('{tab}').childElementCount")


def text(page: Browser, where: str) -> str:
    """What is read in the first element of this selector; empty: there is none."""
    return str(page.ask(f"document.querySelector({json.dumps(where)})?.innerText ?? ''"))


def texts(page: Browser, where: str) -> list[str]:
    """What is read in each element of this selector."""
    found: list[str] = page.ask(f"[...document.querySelectorAll({json.dumps(where)})].map(one => one.innerText)")
    return found


@contextmanager
def on_the_page(browser: Browser, root: Path, state: str, at: str = "") -> Iterator[Organiser]:
    """The page in a state of an evening, opened at this place of it."""
    with served(root) as club:
        STATES[state](club)
        told = views(club.port, Cookie=club.cookie)
        lost = club.wire.trouble
        assert any(view["changes"] == club.desk.changes and lost in [*view["troubles"], ""] for view in told)
        enters(browser, club, at)
        browser.until("document.querySelector('[role=tabpanel]:not([hidden])')?.childElementCount")
        try:
            yield club
        finally:
            leaves(browser)
