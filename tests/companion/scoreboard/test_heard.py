"""What phones say: each change once, also where tables were left out, and nothing of the first one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.scoreboard.heard import PhoneEars
from companion.scoreboard.view import view
from companion.screens.hearing import sentences_for
from companion.screens.spoken_sentences import new_sentences
from companion.support.messages import ENGLISH, speak
from companion.table.state import Table
from tests.companion.scoreboard.phones import served
from tests.companion.web.browser import Browser
from tests.companion.web.test_speech import INSTEAD
from tests.needs import with_chromium
from tools.gallery.examples import ROOK_TRICK, rook

PLAYS = ROOK_TRICK.split(",")
BEFORE, NOW = (rook(",".join(PLAYS[:end])).table() for end in (-2, None))
"""Two plays apart."""


def said(heard: Mapping[str, Any]) -> list[str]:
    return [text for message in heard["latest"] for _, text in message["say"]]


def told(heard: PhoneEars, table: Table) -> Mapping[str, Any]:
    return view(table) | {"heard": heard.after(table)}


def test_of_the_first_table_nothing_is_said_and_of_the_next_one_what_it_adds() -> None:
    heard = PhoneEars()
    assert heard.after(BEFORE) == {"number": 0, "latest": []}
    new = new_sentences(sentences_for(BEFORE), sentences_for(NOW))
    assert said(heard.after(NOW)) == [sentence.text for sentence in new]
    assert sum(" plays " in sentence.text for sentence in new) == 2, "a play that was not posted is told, too"
    assert heard.after(NOW)["number"] == 1


def test_a_message_names_the_language_that_it_is_in() -> None:
    heard = PhoneEars()
    assert speak("de")
    try:
        heard.after(BEFORE)
        (message,) = heard.after(NOW)["latest"]
    finally:
        speak(ENGLISH)
    assert message["language"] == "de"


@with_chromium
def test_a_phone_says_what_has_changed_where_that_is_switched_on(tmp_path: Path) -> None:
    heard, posted = PhoneEars(), tmp_path / "now"
    posted.write_text(json.dumps(told(heard, BEFORE)), "utf-8")
    with served(tmp_path) as port, Browser() as phone:
        phone.call("Page.addScriptToEvaluateOnNewDocument", source=INSTEAD)
        phone.size(360, 740)
        phone.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        phone.until("document.querySelector('.player') && !document.getElementById('box').hidden")
        phone.ask("window.$ = (id) => document.getElementById(id); 0")
        assert phone.ask("$('spoken').children.length") == 0
        phone.click("#aloud")
        phone.until("$('aloud').ariaPressed === 'true' && window.endSentence()")
        now = told(heard, NOW)
        posted.write_text(json.dumps(now), "utf-8")
        phone.until("$('spoken').children.length === 1")
        assert phone.ask("$('spoken').textContent") == " ".join(said(now["heard"]))
        phone.ask("(() => { while (window.endSentence()); })()")
        assert phone.ask("window.said.map(one => one.text)") == ["The page speaks.", *said(now["heard"])]
        assert phone.ask("document.querySelectorAll('[role=status]').length") == 1, "the state of the box alone"
        assert phone.complaints == []
