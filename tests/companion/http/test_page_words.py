"""Pages in another language: what stands in the HTML, and what the scripts say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from gettext import NullTranslations
from importlib.resources import files
from pathlib import Path

import pytest

from companion.http import page_words
from companion.support import messages
from tests.companion.http.client import asked
from tests.companion.scoreboard.phones import served
from tests.companion.web.browser import Browser
from tests.needs import with_chromium

WORDS = {
    "Now": "Jetzt",
    "How it ended": "Wie es ausging",
    "The box is off.": "Die Box ist aus.",
    "Nobody has finished an evening yet.": "Noch niemand hat einen Abend beendet.",
    "{others} and {last}": "{others} und {last}",
    "{n} deal": ["{n} Spiel", "{n} Spiele"],
    "{rank} of {suit}": "{suit}-{rank}",
    "rank\u0004queen": "Dame",
    "hearts": "Herz",
    "yesterday evening": "gestern Abend",
}


class German(NullTranslations):
    """A catalogue of a few texts."""

    def gettext(self, message: str) -> str:
        return str(WORDS.get(message, message))

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return WORDS.get(msgid1, [msgid1, msgid2])[n != 1]


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "languages/de").mkdir(parents=True)
    (tmp_path / "languages/de/page.json").write_text(json.dumps(WORDS), "utf-8")
    monkeypatch.setattr(page_words, "LANGUAGES", tmp_path / "languages")
    messages.speak_by("de", German())
    yield
    messages.speak(messages.ENGLISH)


def page_of(room: str) -> str:
    return (files(room) / "static/index.html").read_text("utf-8")


@pytest.mark.parametrize("room", ["companion.web", "companion.scoreboard"])
def test_every_text_of_a_page_is_said_in_its_language(room: str) -> None:
    class Loud(NullTranslations):
        def gettext(self, message: str) -> str:
            return f"«{message.upper()}»"

        def pgettext(self, context: str, message: str) -> str:
            raise AssertionError("no text of a page has a context")

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            raise AssertionError("no text of a page depends on a number")

    english = page_of(room)
    messages.speak_by("xx", Loud())
    try:
        page = page_words.translate(english)
    finally:
        messages.speak(messages.ENGLISH)
    assert page.count("«") == len(list(page_words.texts_of(english))) > 10
    assert '<html lang="xx">' in page
    assert [letter for letter in page if letter in "<>"] == [letter for letter in english if letter in "<>"]
    assert page_words.translate(english) is english, "English stands in the program"


def test_english_asks_for_no_catalogue(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        assert asked(port, "/words.json")[2] == b"{}"
        assert b'lang="en"' in asked(port, "/")[2]


@with_chromium
@pytest.mark.no_cover
@pytest.mark.usefixtures("german")
def test_a_page_speaks_its_language(tmp_path: Path) -> None:
    with served(tmp_path) as port, Browser() as browser:
        browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        browser.until("document.getElementById('state')?.textContent === 'Die Box ist aus.'")
        assert browser.ask("document.getElementById('show-now').textContent") == "Jetzt"
        sentences = "Promise.all(['sentences', 'cards', 'days'].map((one) => import(`/${one}.js`)))"
        said = """.then(([sentences, cards, days]) => [
            sentences.inList(["Ann", "Bob"]), sentences.steps("deal", 1), sentences.steps("deal", 3),
            cards.nameOfCard({ rank: "Q", suit: "H" }),
            days.inWords("2026-05-03T20:00:00", new Date("2026-05-04T12:00"))])"""
        assert browser.ask(sentences + said) == ["Ann und Bob", "1 Spiel", "3 Spiele", "Herz-Dame", "gestern Abend"]


def test_comments_stay_at_home_and_every_line_keeps_its_place() -> None:
    lines = {
        "// What this file is for.": "",
        "/** @type {(name: string) => void} */": "",
        "const tell = (name) =>": "const tell = (name) =>",
        "  /** @type {HTMLElement} */ (one).say(); // once": "  /** @type {HTMLElement} */ (one).say();",
        "  --panel: 2; /* dots of the display */": "  --panel: 2;",
        'const any = ["a // b", "c/*"]; // more': 'const any = ["a // b", "c/*"];',
        'const whole = 1; // it\'s "whole"': 'const whole = 1; // it\'s "whole"',
        "  /*\n   * Why.\n   */": "\n\n",
        "const at = `https://elsewhere /* and */`;": "const at = `https://elsewhere /* and */`;",
    }
    sent = page_words.without_comments("\n".join(lines).encode())
    assert sent.decode() == "\n".join(lines.values())
