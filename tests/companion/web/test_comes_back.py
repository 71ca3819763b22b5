"""A tab that lost its table, or was refused, shows it again without anybody's help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from companion.http import site
from companion.http.page_words import COOKIE, preloads
from companion.web.orders import Do
from companion.web.server import MOST_STREAMS
from tests.companion.http.client import views
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt
from tests.companion.web.table_in_browser import READY, begin, does, look_at, served
from tests.torture import only_with_page

SLOWLY = """
const ask = fetch;
window.fetch = (...asked) => new Promise((go) => setTimeout(go, 1500)).then(() => ask(...asked));
"""
"""Answers come later than the page tries again: the computer is busy."""


def test_a_tab_that_was_refused_shows_the_table_when_there_is_room(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        slow = browser.call("Page.addScriptToEvaluateOnNewDocument", source=SLOWLY)
        watching = [views(urlsplit(address).port or 0) for _ in range(MOST_STREAMS)]
        for generator in watching:
            next(generator)
        browser.call("Page.navigate", url=address)
        browser.until("/as many windows as it can be/.test(document.getElementById('offline')?.textContent)", 20)
        browser.call("Page.removeScriptToEvaluateOnNewDocument", **slow)
        for stream in watching:
            stream.close()
        look_again = "document.getElementById('offline').hidden && document.querySelectorAll('#games .game').length"
        browser.until(look_again)
        browser.call("Page.navigate", url="about:blank")


@only_with_page
@pytest.mark.parametrize("of_another_version", [False, True])
def test_a_tab_that_lost_its_table_says_so_and_is_loaded_anew_only_for_a_table_that_has_another_one(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, of_another_version: bool
) -> None:
    with served(tmp_path) as address:
        look_at(browser, address)
        browser.ask("window.before = true")
        begin(browser, "rook", 4)
    browser.until("!$('offline').hidden && /does not answer/.test($('offline').textContent)")
    if of_another_version:
        monkeypatch.setattr(site, "preloads", lambda page, found: preloads(page, found) + b"<i hidden>newer</i>")
    with served(tmp_path, port=urlsplit(address).port or 0):
        shown = "document.getElementById('offline')?.hidden && document.querySelectorAll('.seat').length === 4"
        goes_on = f"Boolean(window.before) === {str(not of_another_version).lower()}"
        browser.until(f"{goes_on} && {shown} && document.getElementById('felt').ariaBusy === 'false'")
        browser.ask(READY)
        browser.click("#hint")
        browser.until("count('#remark .hint') && window.quiet()")
        browser.call("Page.navigate", url="about:blank")


FULL = PlainTextResponse("Service Unavailable", 503)
"""What a server answers that has as many connections as it takes: when many come at once."""


@pytest.fixture
def once_refused(browser: Browser) -> Iterator[Browser]:
    """A browser that may complain of refusals, and speaks no language any more when the test is over."""
    yield browser
    browser.call("Network.clearBrowserCookies")
    browser.complaints.clear()


IS_WHOLE = """
document.getElementById('offline')?.hidden && document.querySelectorAll('#games .game').length &&
  getComputedStyle(document.getElementById('games')).display === 'grid'
"""


IS_TOLD = "document.getElementById('partial').checkVisibility({opacityProperty: true})"


def refuses(monkeypatch: pytest.MonkeyPatch, place: str, times: int = 1) -> list[str]:
    """From now on a server refuses what is asked for at this place, so many times; what it has refused."""
    refused: list[str] = []
    response = site.Cacheable.response

    def answer(self: site.Cacheable, request: Request, *given: Any) -> Response:
        if request.url.path != place or len(refused) == times:
            return response(self, request, *given)
        refused.append(place)
        return FULL

    monkeypatch.setattr(site.Cacheable, "response", answer)
    return refused


@only_with_page
@pytest.mark.parametrize("lost", ["/words.js", "/motion.js", "/page.css", "/words.json"])
def test_a_page_of_which_a_part_was_refused_has_all_of_it_when_there_is_room(
    lost: str, once_refused: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, refused = once_refused, refuses(monkeypatch, lost)
    with served(tmp_path) as address:
        browser.call("Network.setCookie", name=COOKIE, value="de", url=address)
        browser.call("Page.navigate", url=address)
        browser.until(f"{IS_WHOLE} && document.getElementById('put-away').textContent === 'Box weglegen'")
        assert refused == [lost]
        browser.call("Page.navigate", url="about:blank")


@only_with_page
def test_a_page_that_is_to_be_loaded_anew_waits_until_there_is_room(
    once_refused: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All phones come at once when the box speaks another language, and some are refused."""
    browser = once_refused
    with served(tmp_path) as address:
        look_at(browser, address)
        refused = refuses(monkeypatch, "/")
        browser.call("Network.setCookie", name=COOKIE, value="de", url=address)
        browser.ask("document.dispatchEvent(new Event('visibilitychange'))")
        browser.until(f"document.documentElement?.lang === 'de' && {IS_WHOLE}")
        assert refused == ["/"]
        browser.call("Page.navigate", url="about:blank")


@only_with_page
def test_a_page_without_what_loads_it_anew_works(
    once_refused: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses(monkeypatch, "/whole.js", times=99)
    with served(tmp_path) as address:
        once_refused.call("Page.navigate", url=address)
        once_refused.until(IS_WHOLE)
        once_refused.call("Page.navigate", url="about:blank")


@only_with_page
def test_a_page_that_cannot_load_itself_anew_says_so_after_a_while(
    once_refused: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as address, monkeypatch.context() as crowd:
        for lost in ("/whole.js", "/motion.js"):
            refuses(crowd, lost, times=99)
        once_refused.call("Network.setCookie", name=COOKIE, value="de", url=address)
        once_refused.call("Page.navigate", url=address)
        once_refused.until("document.readyState === 'complete' && !!document.getElementById('partial')")
        assert not once_refused.ask(IS_TOLD)
        once_refused.ask("document.getElementById('partial').getAnimations().forEach((waits) => waits.finish())")
        assert once_refused.ask(IS_TOLD)
        assert once_refused.ask("document.getElementById('partial').textContent").endswith("Lade sie neu.")
        crowd.undo()
        once_refused.call("Page.reload")
        once_refused.until(IS_WHOLE)
        assert not once_refused.ask("document.getElementById('partial')")
        once_refused.call("Page.navigate", url="about:blank")


@only_with_page
def test_a_page_without_scripts_is_not_said_to_be_incomplete(once_refused: Browser, tmp_path: Path) -> None:
    """That it needs JavaScript is another matter, and loading it again brings none."""
    with served(tmp_path) as address:
        once_refused.call("Emulation.setScriptExecutionDisabled", value=True)
        once_refused.call("Page.navigate", url=address)
        once_refused.until("document.readyState === 'complete' && !!document.getElementById('partial')")
        once_refused.ask("document.getElementById('partial').getAnimations().forEach((waits) => waits.finish())")
        told = once_refused.ask(IS_TOLD)
        once_refused.call("Emulation.setScriptExecutionDisabled", value=False)
        once_refused.call("Page.navigate", url="about:blank")
    assert not told


HURRIED = "const later = setTimeout; window.setTimeout = (act, pause_ms) => later(act, pause_ms / 100)"


@only_with_page
def test_a_page_that_never_has_a_part_is_loaded_anew_a_few_times(
    once_refused: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser without styles shows it as well as it can."""
    browser = once_refused
    refuses(monkeypatch, "/page.css", times=99)
    with served(tmp_path) as address:
        hurried = browser.call("Page.addScriptToEvaluateOnNewDocument", source=HURRIED)
        browser.call("Page.navigate", url=address)
        browser.until("sessionStorage.lost === '10'")
        browser.ask("new Promise((go) => setTimeout(go, 30000))")  # 0.3 s
        assert browser.ask("sessionStorage.lost") == "10"
        browser.call("Page.removeScriptToEvaluateOnNewDocument", **hurried)
        browser.call("Page.navigate", url="about:blank")


FULL_FOR_EVER = """
window.asked = 0;
window.fetch = () => new Promise(() => window.asked++);
window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given);
    [1, 2, 3].forEach(() => setTimeout(() => this.dispatchEvent(new MessageEvent("alive", {data: "newer en"}))));
  }
};
document.dispatchEvent(new Event('visibilitychange'));
new Promise((go) => setTimeout(go, 1000)).then(() => window.asked)
"""


@only_with_page
def test_a_page_that_is_to_be_loaded_anew_asks_once_at_a_time(once_refused: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        look_at(once_refused, address)
        assert once_refused.ask(FULL_FOR_EVER) == 1
        once_refused.call("Page.navigate", url="about:blank")


@only_with_page
def test_two_orders_at_once_reach_a_table_that_was_started_anew(once_refused: Browser, tmp_path: Path) -> None:
    """Both are refused; the later one finds that the token was renewed already."""
    browser = once_refused
    with served(tmp_path) as address:
        look_at(browser, address)
    sent = "post('/orders', JSON.stringify({do: 'hint'})).then(({status}) => status)"
    with served(tmp_path, port=urlsplit(address).port or 0):
        browser.until("$('offline').hidden && window.quiet()")
        answers = browser.ask(f"import('/requests.js?anew').then(({{post}}) => Promise.all([{sent}, {sent}]))")
        assert answers == [200, 200]
        browser.call("Page.navigate", url="about:blank")


@pytest.mark.parametrize("opener", ["show-rules", "see-hands"])
def test_what_a_click_opens_is_refused_while_the_table_is_away_and_opens_by_the_next_click(
    opener: str, browser: Browser, tmp_path: Path
) -> None:
    desk = dealt(tmp_path, "euchre", 1, 3)
    does(desk, Do.DEAL_END)
    desk.close()
    with served(tmp_path) as address:
        look_at(browser, address)
        browser.until(f"count('#{opener}')")
    browser.until("!$('offline').hidden")
    browser.click(f"#{opener}")
    browser.until("$('rules').open && $('rules-told').textContent === 'The table does not answer.'")
    browser.press("Escape")
    with served(tmp_path, port=urlsplit(address).port or 0):
        browser.until("$('offline').hidden && window.quiet()")
        browser.click(f"#{opener}")
        browser.until("count('#rules-told li, #rules-told .reviewed')")
        browser.call("Page.navigate", url="about:blank")
