"""Each press on the page has its answer at once: it waits neither for the table's time nor for cards that fly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.web.browser import Browser, BrowserError
from tests.companion.web.table_in_browser import begin, desk_of, opened, steps_until
from tests.torture import only_with_page

pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("moving")]

STANDS = 1 / 1000
"""The pace of a table whose next turn is more than a minute away, unless somebody asks for one."""
SEEN = """
window.seen = () => JSON.stringify([
  ['remark', 'trick'].map(id => $(id).textContent), window.display(), $('lying').innerHTML,
  $('jumps').hidden, [...document.querySelectorAll('.knob.down')].map(one => one.value),
]);
const {animate} = Element.prototype;
Element.prototype.animate = function (...given) {
  const flies = animate.apply(this, given);
  flies.updatePlaybackRate(1e-6);
  return flies;
}; 0"""
"""What a press can change to be seen; and cards that fly hang in the air from now on."""
NEXT = "($('mine').hidden ? $('next') : $('mine')).click()"
PRESSES = {
    "Next": NEXT,
    "Next while a card lies": NEXT,
    "Hint": "$('hint').click()",
    "a card": "document.querySelector('#own .holds').click()",
    "a card of somebody else": "document.querySelector('#others .holds').click()",
    "the list": "$('ahead').click()",
    "the list again": "$('ahead').click()",
    "a jump": "$('ahead').click(), document.querySelector('[value=trick]').click()",
    "a jump to the end": "$('ahead').click(), document.querySelector('[value=deal-end]').click()",
}


@pytest.fixture
def stands(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """Bird Dog, somebody to lead, at a table whose time stands still."""
    desk = desk_of(tmp_path, "birddog")
    steps_until(desk, lambda: desk.view()["table"]["middle"])
    desk.close()
    with opened(browser, tmp_path, STANDS):
        browser.ask(SEEN)
        yield browser


def test_every_press_is_answered_while_the_table_and_all_cards_in_the_air_stand_still(stands: Browser) -> None:
    waits = []
    for name, press in PRESSES.items():
        may_have_landed = name in {"Next", "a jump to the end"}  # a jump draws the table anew
        assert may_have_landed or stands.ask("count('.flights .card')")
        before = stands.ask(f"(() => {{ const before = window.seen(); {press}; return before; }})()")
        try:
            stands.until(f"window.seen() !== {json.dumps(before)}", patience_s=20)
        except BrowserError:
            waits.append(name)
    assert waits == []
    stands.until("/Deal 1/.test(window.display())")


@only_with_page
def test_a_refusal_that_is_said_again_is_seen_again(page: Browser) -> None:
    begin(page, "birdhead", 4)
    refused = "document.querySelector('[value=my-turn]').click()"
    page.ask(refused)
    page.until("/is your turn/.test($('remark').textContent) && window.quiet()")
    assert not page.ask("$('remark').getAnimations().length")
    page.ask(f"window.blinks = 0, $('remark').animate = () => window.blinks++, {refused}, 0")
    page.until("window.blinks && window.quiet()")
    page.ask("$('hint').click()")
    page.until("count('#remark .hint')")
    assert page.ask("window.blinks") <= 2
