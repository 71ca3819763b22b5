"""Cards move on the page: where each path begins and ends, and that nothing waits for it.

Time stands still while paths are measured.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, played, shown
from tests.companion.web.table_in_browser import begin
from tests.torture import only_with_page, so_many

pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("moving")]  # see test_page.py

PATHS = """
[...document.querySelectorAll('.flights .card')].map(card => {
  const [move] = card.getAnimations(), {delay, duration} = move.effect.getTiming();
  const at = (time) => {
    move.currentTime = time;
    const box = card.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const path = {from: at(0), to: at(delay + duration - .01), all: delay + duration,
    back: card.classList.contains('back'), fades: getComputedStyle(card).opacity < .1};
  move.currentTime = 0;
  return path;
})
"""
"""Of each card in the air where it comes from and goes to, and how it looks."""

NEXT = "window.quiet()"
MOVEMENTS = "document.getAnimations().filter(one => !(one instanceof CSSTransition)).length"
LIGHT_WAITS = "getComputedStyle($('lamp')).transitionDelay"


@contextmanager
def frozen_time(page: Browser) -> Iterator[Browser]:
    """The page, on which whatever moves stands at its beginning."""
    page.call("Animation.enable")
    page.call("Animation.setPlaybackRate", playbackRate=0)
    yield page
    page.call("Animation.setPlaybackRate", playbackRate=1)
    page.call("Animation.disable")


@pytest.fixture
def frozen(page: Browser) -> Iterator[Browser]:
    with frozen_time(page):
        yield page


def begun_trick(root: Path, cards: int = 1) -> VirtualTable:
    """Bird Dog of three people: so many cards lie in the trick."""
    return played(dealt(root, "birddog", 3), lambda view: len(view["table"]["middle"]) == cards)


@pytest.fixture
def trick(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A page that is frozen while one card lies in the trick."""
    with shown(browser, begun_trick(tmp_path), tmp_path) as page, frozen_time(page):
        yield page


def paths(page: Browser) -> list[dict[str, Any]]:
    return list(page.ask(PATHS))


def word_of(page: Browser, selector: str) -> str:
    return str(
        page.ask(f"(one => one.dataset.word ?? one.dataset.lying)(document.querySelector({json.dumps(selector)}))")
    )


def looks(page: Browser, selector: str) -> str:
    return str(page.ask(f"getComputedStyle(document.querySelector({json.dumps(selector)})).visibility"))


def inside(at: list[float], box: dict[str, float]) -> bool:
    return box["left"] - 1 <= at[0] <= box["right"] + 1 and box["top"] - 1 <= at[1] <= box["bottom"] + 1


def goes_a_step(page: Browser) -> None:
    page.until(NEXT)
    page.ask("onwards().click()")
    page.until(NEXT)


def lands(page: Browser) -> None:
    page.ask("window.dispatchEvent(new Event('resize')); 0")
    assert page.ask("count('.flights .card, .flying')") == 0


def follows(page: Browser) -> str:
    """The selector of a card that can follow."""
    page.ask("$('hint').click()")
    page.until("count('.turn .holds.right') && window.quiet()")
    return f'.holds[data-word="{word_of(page, ".turn .holds.right")}"]'


@only_with_page
def test_a_card_goes_from_the_hand_to_the_reader_and_from_there_into_the_trick(trick: Browser) -> None:
    card = follows(trick)
    hand = trick.box(f"{card} .card")
    trick.ask("$('how').value = 'rest'")
    trick.ask(f"document.querySelector({json.dumps(card)}).click()")
    trick.until("count('#lying .card') === 1 && window.quiet()")
    (path,) = paths(trick)
    assert trick.ask(LIGHT_WAITS) == "0.08s"  # until it is there
    assert inside(path["from"], hand)
    assert inside(path["to"], trick.box("#reader"))
    lands(trick)
    played = f'#trick [data-word="{word_of(trick, "#lying [data-lying]")}"] .card'
    assert looks(trick, played) == "hidden"
    trick.ask("$('reader-spot').click()")
    trick.until("count('#lying .card') === 0 && window.quiet()")
    (path,) = paths(trick)
    assert trick.ask(LIGHT_WAITS) == "0s"
    assert inside(path["from"], trick.box("#reader"))
    assert inside(path["to"], trick.box(played))
    lands(trick)
    assert looks(trick, played) == "visible"


@only_with_page
def test_the_whole_trick_goes_to_its_winner(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, begun_trick(tmp_path, 2), tmp_path) as page, frozen_time(page):
        trick = page.box("#trick")
        goes_a_step(page)
        page.until("count('.won') === 1")
        assert page.ask("count('#trick .play')") == 0, "it is swept before its winner leads"
        gone = [path for path in paths(page) if path["fades"]]
        assert len(gone) == 3
        assert sum(inside(path["from"], trick) for path in gone) >= 2
        assert all(inside(path["to"], page.box(".seat:has(.won)")) for path in gone)


@only_with_page
def test_a_card_taken_back_goes_to_the_hand(trick: Browser) -> None:
    card = follows(trick)
    goes_a_step(trick)
    trick.until("count('#trick .play') === 2")
    trick.ask("[...$('commands').children].find(one => one.textContent === 'UNDO').click()")
    trick.until("/take back|undo/i.test(window.display()) && window.quiet()")
    lands(trick)
    lying = trick.box("#trick")
    trick.click('.knob[value="OK"]')
    trick.until("window.quiet() && count('#trick .play') === 1")
    (path,) = paths(trick)
    assert inside(path["from"], lying)
    assert inside(path["to"], trick.box(f"{card} .card"))


@only_with_page
def test_cards_are_dealt_face_down_from_the_stack_in_a_moment(frozen: Browser) -> None:
    begin(frozen, "birddog", 3)
    dealt, stack = paths(frozen), frozen.box("#stack .card")
    hands = [frozen.box(f'.seat[data-seat="{seat}"]') for seat in range(3)]
    assert len(dealt) == 21
    for path in dealt:
        assert path["back"]
        assert path["all"] <= 600
        assert inside(path["from"], stack)
        assert sum(inside(path["to"], hand) for hand in hands) == 1


@only_with_page
def test_a_hint_ends_no_movement_and_a_click_ends_all_and_is_taken_at_once(trick: Browser) -> None:
    card = follows(trick)
    trick.ask(f"document.querySelector({json.dumps(card)}).click()")
    trick.until("count('#trick .play') === 2 && window.quiet() && count('.flights .card') > 0")
    trick.ask("$('hint').click()")
    trick.until("count('#remark .hint') && window.quiet()")
    assert trick.ask("[count('.flights .card'), count('.flying')]") == [1, 1]
    trick.ask("$('how').value = 'rest'")
    at = trick.middle('.seat[data-seat="0"] .holds .corner')
    seen = trick.ask(f"document.elementFromPoint{at}.closest('.holds').dataset.word")
    for move in ("mouseMoved", "mousePressed"):
        trick.call("Input.dispatchMouseEvent", type=move, x=at[0], y=at[1], button="left", clickCount=1)
    assert trick.ask(f"count('.flights .card, .flying') + {MOVEMENTS}") == 0
    trick.call("Input.dispatchMouseEvent", type="mouseReleased", x=at[0], y=at[1], button="left", clickCount=1)
    trick.until("count('#lying .card') === 1 && window.quiet()")
    assert word_of(trick, "#lying [data-lying]") == seen


@only_with_page
def test_nobody_is_asked_to_scan_a_hand_that_the_page_scans_itself(page: Browser) -> None:
    page.ask("""
        window.asked = new Set();
        new MutationObserver(() => window.asked.add($('stack')?.textContent)).observe($('heaps'), {childList: true});
    """)
    begin(page, "birddog", 3)
    page.until("count('.stack:not([aria-disabled])')")
    assert page.ask("[...window.asked].filter((text) => /Scan/.test(text))") == []
    assert page.ask("$('stack').textContent") == "Turn one up"


def test_cards_are_scanned_face_down_and_the_page_shows_no_face_meanwhile(frozen: Browser) -> None:
    frozen.ask("$('fast').click()")
    begin(frozen, "birddog", 3)
    frozen.until("$('fast').checked === false && $('stack').textContent === 'Scan the hand'")
    lands(frozen)
    frozen.ask("$('how').value = 'rest'")
    frozen.ask("document.querySelector('.turn .holds').click()")
    frozen.until("count('#lying .card') === 1 && window.quiet()")
    assert frozen.ask("count('#lying .card.back')") == 1
    assert [path["back"] for path in paths(frozen)] == [True]


@only_with_page
def test_a_drink_goes_into_the_fist_that_took_it(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "toriatama", 3), lambda view: ": take a drink" in view["asked"]["sentence"])
    with shown(browser, desk, tmp_path) as page, frozen_time(page):
        centre = page.ask("count('#centre .holds')")
        seat = page.ask("document.querySelector('.seat.turn').dataset.seat")
        goes_a_step(page)
        assert page.ask("count('#centre .holds')") == centre - 1
        gone = [path for path in paths(page) if path["fades"]]
        assert len(gone) == 1
        assert inside(gone[0]["to"], page.box(f'.seat[data-seat="{seat}"]'))


def test_nothing_at_all_moves_where_motion_is_to_be_reduced(browser: Browser, tmp_path: Path) -> None:
    browser.moves(moves=False)
    with shown(browser, begun_trick(tmp_path), tmp_path) as page:
        page.ask("""
        window.moved = 0;
        Element.prototype.animate = () => window.moved++;
        const look = () => { window.moved += document.getAnimations().length; requestAnimationFrame(look); };
        look();
        """)
        page.mouse(".turn .holds")
        for _ in range(so_many(2, 6)):
            goes_a_step(page)
        page.click('.knob[value="UP"]')
        page.until("window.quiet()")
        assert page.ask("window.moved") == 0


@only_with_page
def test_many_movements_leave_nothing_behind(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, begun_trick(tmp_path), tmp_path) as page:
        other = page.ask("document.querySelector('.seat:not(.turn) .holds').dataset.word")
        page.until("$('lamp').dataset.colour === 'off'")
        parts = "count('#table *, #own *, .flights, .flights *')"
        before = page.ask(parts)
        page.ask("$('how').value = 'rest'")
        for _ in range(so_many(3, 50)):
            page.ask(f"document.querySelector('[data-word=\"{other}\"]').click()")
            page.until("count('#lying .card') === 1 && window.quiet()")
            page.ask("$('reader-spot').click()")
            page.until("count('#lying .card') === 0 && window.quiet()")
        page.until("count('.flights *, .flying, .away') === 0 && document.getAnimations().length === 0")
        assert page.ask(parts) == before


def must_take_the_pile(view: Any) -> bool:
    """Whose turn it is has no card that may lie on the pile."""
    return any(answer["main"] for answer in view["asked"]["answers"] if answer["group"] == "choice")


@only_with_page
def test_a_pile_that_is_taken_goes_to_its_taker(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "bonehead", 2), must_take_the_pile)
    with shown(browser, desk, tmp_path) as page, frozen_time(page):
        pile = page.ask("[...document.querySelectorAll('#trick [data-word]')].map(one => one.dataset.word)")
        middle = page.box("#trick")
        goes_a_step(page)
        gone = [path for path in paths(page) if inside(path["from"], middle)]
        taker = page.ask(f"document.querySelector('[data-word=\"{pile[0]}\"]').closest('[data-seat]').dataset.seat")
        assert len(gone) >= len(pile) > 0
        assert all(inside(path["to"], page.box(f'[data-seat="{taker}"]')) for path in gone)


@only_with_page
def test_a_power_cut_moves_no_card(trick: Browser) -> None:
    trick.ask("$('unplug').click()")
    trick.until("count('.seat') === 0")
    trick.until("count('.seat') === 3")
    assert paths(trick) == []
