"""The page speaks by the browser's voice what its log says: where that is switched on, and only what has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.support.messages import ENGLISH, speak
from companion.voice.messages import KINDS, Heard, Spoken, queue
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import open_drawer, opened
from tests.torture import only_with_page

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

INSTEAD = Path(__file__).with_name("speech.js").read_text("utf-8")
LOG = "[...$('spoken').children].map(one => one.textContent)"
SAID = "window.said.filter(one => one.text).map(one => one.text)"
ON = "$('aloud').click()"
SWITCH = "document.getElementById('aloud')"
"""Of a page that was just loaded."""
RIGHT, OTHERS = ".holds.right", "#others .holds"
QUEUED = """
import('/speech.js').then(({queue}) =>
  %s.map((messages) => messages.reduce((waiting, heard) => queue(waiting, heard), []).map((one) => one.text)))"""


@pytest.fixture
def recorded(browser: Browser) -> Iterator[Browser]:
    """The browser with a voice that records what it is to say."""
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=INSTEAD)["identifier"]
    browser.complaints.clear()
    yield browser
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


@contextmanager
def looked_at(browser: Browser, root: Path) -> Iterator[Browser]:
    """The page of this table, as it is found; afterwards nothing of it is remembered, and nobody has complained."""
    with opened(browser, root):
        yield browser
        browser.ask("localStorage.clear()")
        assert browser.complaints == []


@pytest.fixture
def page(recorded: Browser, playing: VirtualTable, tmp_path: Path) -> Iterator[Browser]:
    """The page of a table at which somebody is to lead."""
    playing.close()
    with looked_at(recorded, tmp_path) as browser:
        yield browser


def switches_on(page: Browser) -> None:
    page.ask(ON)
    assert heard(page) == ["The page speaks."]


def lays(page: Browser, card: str) -> None:
    page.ask(f"document.querySelector('{card}').click()")
    page.until("window.quiet()")


def right_card(page: Browser) -> str:
    """A card that may be played now, as a selector; the hint that names it is said, too, and is heard to its end."""
    page.ask("$('hint').click()")
    page.until(f"count('{RIGHT}') && window.quiet()")
    word = page.ask(f"document.querySelector('{RIGHT}').dataset.word")
    page.ask("(() => { while (window.endSentence()); window.said.length = 0; $('spoken').replaceChildren(); })()")
    return f'.holds[data-word="{word}"]'


def heard(page: Browser) -> list[str]:
    """The sentences that were begun since the last ones were heard, each said to its end."""
    page.until("window.quiet()")
    page.ask("(() => { while (window.endSentence()); })()")
    said: list[str] = page.ask(SAID)
    page.ask("window.said.length = 0")
    return said


@only_with_page
def test_a_card_is_said_once_with_whose_turn_it_is_then_as_the_log_has_it(page: Browser) -> None:
    switches_on(page)
    lays(page, right_card(page))
    page.until("window.said.length")
    said = heard(page)
    assert [spoken.split()[1] for spoken in said] == ["leads", "turn:"]
    assert page.ask(LOG) == [" ".join(said)]
    assert heard(page) == []


@only_with_page
def test_nothing_is_told_before_something_changes_or_said_while_the_switch_is_off_but_the_log_has_it(
    page: Browser,
) -> None:
    assert page.ask(LOG) == []
    assert page.ask("$('remark').getAttribute('role')") == "status"
    assert page.ask("$('spoken').ariaLive") == "off", "what others did would be heard twice"
    lays(page, right_card(page))
    page.until(f"{LOG}.some(one => / leads /.test(one))")
    assert page.ask("window.said") == []


@only_with_page
def test_a_mistake_cuts_off_what_is_being_said_and_moves_go_on_behind_it(page: Browser) -> None:
    switches_on(page)
    lays(page, right_card(page))
    page.until("window.said.length")
    lays(page, OTHERS)
    page.until("window.said.length > 1")
    move, cut, mistake = page.ask("window.said")
    assert move["text"] == cut["cut"]
    assert page.ask(f"{LOG}.at(-1)").startswith(mistake["text"])
    assert heard(page)[-1] == move["text"]


@only_with_page
def test_a_move_is_said_to_its_end_and_a_question_that_was_answered_is_not(page: Browser) -> None:
    switches_on(page)
    lays(page, right_card(page))
    page.until("window.said.length === 1")
    page.ask("onwards().click()")
    page.until(f"{LOG}.join(' ').match(/turn:/g)?.length > 1")
    said = heard(page)
    assert [spoken.split()[1] for spoken in said if "turn:" not in spoken][:2] == ["leads", "plays"]
    assert sum("turn:" in spoken for spoken in said) == 1


@only_with_page
def test_the_last_question_alone_is_said_while_the_cursor_runs_along_a_list(page: Browser) -> None:
    switches_on(page)
    page.ask("$('show-new').click()")
    for _ in range(3):
        page.ask("document.querySelector('.knob[value=DOWN]').click()")
        page.until("window.quiet()")
    lines = page.ask(LOG)
    assert len(lines) >= 1
    assert heard(page)[-1] in lines[-1]


@only_with_page
def test_who_asks_hears_the_question_again_or_all_that_lies_open(page: Browser) -> None:
    switches_on(page)
    for act, first in (
        ("$('say-again').click()", "turn:"),
        ("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'F2'}))", "turn:"),
        ("$('tell-all').click()", "Bird Dog"),
        ("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'F2', shiftKey: true}))", "Bird Dog"),
    ):
        open_drawer(page, "keys")
        page.ask(act)
        page.until("window.said.some(one => one.text)")
        assert not page.ask("$('drawer').open"), "a modal dialog keeps the log from screen readers"
        assert any(first in spoken for spoken in heard(page))


@only_with_page
def test_a_refusal_of_the_page_is_said_each_time(page: Browser) -> None:
    switches_on(page)
    for _ in range(2):
        page.ask("document.querySelector('[value=my-turn]').click()")
        page.until("window.said.length && window.quiet()")
        assert heard(page) == [page.ask("document.querySelector('#remark .refused').textContent")]


@only_with_page
def test_the_browser_remembers_the_switch_and_falls_silent_with_it(page: Browser) -> None:
    switches_on(page)
    for told in ("true", "false"):
        page.call("Page.reload")
        page.until(
            f"document.querySelector('#games .game') && document.getElementById('aloud').ariaPressed === '{told}'"
        )
        page.ask("document.getElementById('aloud').click()")
    page.ask("document.getElementById('aloud').click()")
    assert page.ask("window.said.map(one => one.text ?? 'cut')") == ["The page speaks.", "cut"]


@only_with_page
def test_a_browser_without_speech_says_why_its_switch_cannot_be_used(browser: Browser, tmp_path: Path) -> None:
    without = "Object.defineProperty(window, 'speechSynthesis', {value: undefined})"
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=without)["identifier"]
    with looked_at(browser, tmp_path):
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        assert browser.ask("$('aloud').disabled")
        assert browser.ask("$('aloud-told').textContent") == "This browser has no voice."


@only_with_page
def test_german_sentences_are_said_by_a_german_voice(recorded: Browser, playing: VirtualTable, tmp_path: Path) -> None:
    playing.close()
    assert speak("de")
    try:
        with looked_at(recorded, tmp_path):
            recorded.ask(ON)
            lays(recorded, right_card(recorded))
            recorded.until(f"{SAID}.some(one => / spielt .* aus/.test(one))")
            recorded.ask("(() => { while (window.endSentence()); })()")
            assert {spoken["lang"] for spoken in recorded.ask("window.said") if "text" in spoken} == {"de"}
            assert recorded.ask("[...$('spoken').children].every(one => one.lang === 'de')")
    finally:
        speak(ENGLISH)


def messages_of(chance: Random) -> list[Heard]:
    """Messages of any kinds; one without sentences asks for silence."""
    numbers = iter(range(1000))
    return [
        tuple(Spoken(chance.choice(KINDS), f"{next(numbers)}", "en") for _ in range(chance.choice((0, 1, 1, 2, 3))))
        for _ in range(12)
    ]


@only_with_page
def test_what_waits_on_the_page_is_what_waits_in_the_voice(page: Browser) -> None:
    runs = [messages_of(Random(seed)) for seed in range(200)]
    ours = []
    for messages in runs:
        waiting: Heard = ()
        for posted in messages:
            waiting = queue(waiting, posted)
        ours.append([spoken.text for spoken in waiting])
    told = [[[{"kind": spoken.kind, "text": spoken.text} for spoken in message] for message in run] for run in runs]
    assert page.ask(QUEUED % json.dumps(told)) == ours
