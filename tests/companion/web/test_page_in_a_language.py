"""The pages in a language of other letters, in a real browser: no English word is to be seen or to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.http import page_words
from companion.scoreboard.view import view
from tests.companion.scoreboard.phases import PHASES
from tests.companion.scoreboard.phones import posts
from tests.companion.web.browser import Browser
from tests.companion.web.states import PACE, ended, on_a_phone, open_every_section, throw_one_of_two_away
from tests.companion.web.table_in_browser import begin, opened
from tests.languages import OTHER_LETTERS, english, foreign, speaking, template
from tests.torture import every_so_many, only_with_page
from tools.translations import for_pages

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long


TOLD = """
(() => {
  const told = [document.title];
  const seen = (node) => node.checkVisibility() && !node.closest('code, #faults b, #house-file');
  for (const one of document.querySelectorAll('body *')) {
    if (!seen(one)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) told.push(one.getAttribute(name) ?? '');
    if (one.matches('script, style')) continue;
    for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) told.push(node.textContent.trim());
  }
  return told.filter((text) => text);
})()
"""
"""What can be seen on the page, and what is said of it to those who do not see it; not files and names of faults."""


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages' texts in other letters."""
    catalogues = tmp_path_factory.mktemp("languages")
    (catalogues / OTHER_LETTERS).mkdir()
    words = template()
    for text in words:
        text.string = foreign(text.id) if isinstance(text.id, str) else (*map(foreign, text.id),)
    (catalogues / OTHER_LETTERS / "page.json").write_text(for_pages(words), "utf-8")
    return catalogues


@pytest.fixture(autouse=True)
def said_foreign(catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(page_words, "LANGUAGES", catalogues)
    with speaking("foreign"):
        yield


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    with opened(browser, tmp_path, PACE):
        yield browser


def english_on(page: Browser) -> list[str]:
    """The texts of the page with an English word in them."""
    return [text for text in page.ask(TOLD) if english(text)]


@only_with_page
def test_the_first_page(table: Browser) -> None:
    table.ask("$('more').open = true")
    assert "\n".join(english_on(table)) == ""


@pytest.mark.parametrize("game", every_so_many(8, GAMES))
def test_a_game_its_hints_and_its_rules(table: Browser, game: str) -> None:
    begin(table, game, max(GAMES[game].players))
    table.ask("$('hint').click()")
    table.until("count('#remark .hint') && window.quiet()")
    assert "\n".join(english_on(table)) == ""
    table.ask("$('ahead').click()")
    assert "\n".join(english_on(table)) == ""
    table.ask("$('ahead').click(), $('show-rules').click()")
    table.until("!!document.querySelector('dialog[open]')")
    assert "\n".join(english_on(table)) == ""


@only_with_page
def test_the_drawer_with_every_section_open(table: Browser) -> None:
    open_every_section(table)
    assert "\n".join(english_on(table)) == ""


@only_with_page
def test_the_list_of_games_and_what_becomes_of_the_one_in_play(table: Browser) -> None:
    throw_one_of_two_away(table)
    assert "\n".join(english_on(table)) == ""


@only_with_page
def test_a_deal_that_is_watched(table: Browser) -> None:
    table.ask("$('watch-trick').click()")
    table.until("!$('watching').hidden && count('#trick .card')")
    table.ask("$('pause').click()")
    assert "\n".join(english_on(table)) == ""


@only_with_page
def test_how_a_match_ended(browser: Browser, tmp_path: Path) -> None:
    with ended(browser, tmp_path):
        told = english_on(browser)
        browser.press("Escape")
        browser.until("!document.querySelector('dialog.ending').open")
        assert told + english_on(browser) == []


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The page for phones after an evening of Bird Dog, while a trick of Rook is played."""
    with on_a_phone(browser, tmp_path):
        yield browser


def test_every_tab_of_a_phone(phone: Browser) -> None:
    for tab in ("now", "course", "past"):
        phone.ask(f"document.getElementById('show-{tab}').click()")
        phone.until(f"document.getElementById('{tab}').childElementCount")
        phone.ask("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert "\n".join(english_on(phone)) == "", tab


@pytest.mark.parametrize("game", every_so_many(8, GAMES))
def test_how_a_match_ended_on_a_phone(phone: Browser, tmp_path: Path, game: str) -> None:
    posts(tmp_path, view(PHASES[f"{game}-game-over"].table()))
    phone.until("document.querySelector('dialog.ending')?.open")
    assert "\n".join(english_on(phone)) == ""
