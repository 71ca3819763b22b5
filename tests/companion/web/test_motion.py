"""Cards move on the page: where each path begins and ends, and that nothing waits for it.

Time stands still while paths are measured.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.companion.web.table_in_browser import begin
from tests.torture import so_many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.companion.web.browser import Browser

pytestmark = pytest.mark.no_cover  # see test_page.py

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
LAST_FRAME = "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"


@pytest.fixture(autouse=True)
def moving(page: Browser) -> Iterator[None]:
    page.moves()
    yield
    page.moves(moves=False)


@pytest.fixture
def frozen(page: Browser) -> Iterator[Browser]:
    """The page, on which whatever moves stands at its beginning."""
    page.call("Animation.enable")
    page.call("Animation.setPlaybackRate", playbackRate=0)
    yield page
    page.call("Animation.setPlaybackRate", playbackRate=1)
    page.call("Animation.disable")


def paths(page: Browser) -> list[dict[str, Any]]:
    return list(page.ask(PATHS))


def box(page: Browser, selector: str) -> dict[str, float]:
    return dict(page.ask(f"document.querySelector({json.dumps(selector)}).getBoundingClientRect().toJSON()"))


def word_of(page: Browser, selector: str) -> str:
    return str(
        page.ask(f"(one => one.dataset.word ?? one.dataset.lying)(document.querySelector({json.dumps(selector)}))")
    )


def looks(page: Browser, selector: str) -> str:
    return str(page.ask(f"getComputedStyle(document.querySelector({json.dumps(selector)})).visibility"))


def inside(at: list[float], box: dict[str, float]) -> bool:
    return box["left"] - 1 <= at[0] <= box["right"] + 1 and box["top"] - 1 <= at[1] <= box["bottom"] + 1


def goes_on(page: Browser, until: str) -> None:
    """Next after Next until this is true, and nothing is in the air any more."""
    while not page.ask(until):
        goes_a_step(page)
    lands(page)


def goes_a_step(page: Browser) -> None:
    page.until(NEXT)
    page.ask("$('next').click()")
    page.until(NEXT)


def lands(page: Browser) -> None:
    page.ask("window.dispatchEvent(new Event('resize')); 0")
    assert page.ask("count('.flights .card, .flying')") == 0


def a_trick_is_begun(page: Browser) -> str:
    """One card lies in the trick; the selector of a card that can follow."""
    begin(page, "birddog", 3)
    goes_on(page, "count('#trick .play') === 1 && !$('hint').hidden")
    page.ask("$('hint').click()")
    page.until("count('.turn .holds.right')")
    return f'.holds[data-word="{word_of(page, ".turn .holds.right")}"]'


def test_a_card_goes_from_the_hand_to_the_reader_and_from_there_into_the_trick(frozen: Browser) -> None:
    card = a_trick_is_begun(frozen)
    hand = box(frozen, f"{card} .card")
    frozen.ask("$('how').value = 'rest'")
    frozen.ask(f"document.querySelector({json.dumps(card)}).click()")
    frozen.until("count('#lying .card') === 1 && window.quiet()")
    (path,) = paths(frozen)
    assert frozen.ask(LIGHT_WAITS) == "0.08s"  # until it is there
    assert inside(path["from"], hand)
    assert inside(path["to"], box(frozen, "#reader"))
    lands(frozen)
    played = f'#trick [data-word="{word_of(frozen, "#lying [data-lying]")}"] .card'
    assert looks(frozen, played) == "hidden"
    frozen.ask("$('reader-spot').click()")
    frozen.until("count('#lying .card') === 0 && window.quiet()")
    (path,) = paths(frozen)
    assert frozen.ask(LIGHT_WAITS) == "0s"
    assert inside(path["from"], box(frozen, "#reader"))
    assert inside(path["to"], box(frozen, played))
    lands(frozen)
    assert looks(frozen, played) == "visible"


def test_the_whole_trick_goes_to_its_winner(frozen: Browser) -> None:
    a_trick_is_begun(frozen)
    goes_on(frozen, "count('#trick .play') === 2")
    trick = box(frozen, "#trick")
    goes_a_step(frozen)
    assert frozen.ask("count('#trick .play')") == 3  # it is full, and lies until its winner leads
    frozen.ask("$('next').click()")
    frozen.until("count('.won') === 1")
    gone = [path for path in paths(frozen) if path["fades"]]
    assert len(gone) == 3
    assert sum(inside(path["from"], trick) for path in gone) >= 2
    assert all(inside(path["to"], box(frozen, ".seat:has(.won)")) for path in gone)


def test_a_card_taken_back_goes_to_the_hand(frozen: Browser) -> None:
    card = a_trick_is_begun(frozen)
    goes_on(frozen, "count('#trick .play') === 2")
    frozen.ask("[...$('commands').children].find(one => one.textContent === 'UNDO').click()")
    frozen.until("/take back|undo/i.test(window.display()) && window.quiet()")
    lands(frozen)
    trick = box(frozen, "#trick")
    frozen.click('.knob[value="OK"]')
    frozen.until("window.quiet() && count('#trick .play') === 1")
    (path,) = paths(frozen)
    assert inside(path["from"], trick)
    assert inside(path["to"], box(frozen, f"{card} .card"))


def test_cards_are_dealt_face_down_from_the_stack_in_a_moment(frozen: Browser) -> None:
    begin(frozen, "birddog", 3)
    dealt, stack = paths(frozen), box(frozen, "#stack .card")
    hands = [box(frozen, f'.seat[data-seat="{seat}"]') for seat in range(3)]
    assert len(dealt) == 21
    for path in dealt:
        assert path["back"]
        assert path["all"] <= 600
        assert inside(path["from"], stack)
        assert sum(inside(path["to"], hand) for hand in hands) == 1


def test_a_click_while_cards_move_ends_that_and_is_taken_at_once(frozen: Browser) -> None:
    card = a_trick_is_begun(frozen)
    frozen.ask(f"document.querySelector({json.dumps(card)}).click()")
    frozen.until("count('#trick .play') === 2 && window.quiet() && count('.flights .card') > 0")
    frozen.ask("$('how').value = 'rest'")
    at = frozen.middle('.seat[data-seat="0"] .holds .corner')
    seen = frozen.ask(f"document.elementFromPoint{at}.closest('.holds').dataset.word")
    for move in ("mouseMoved", "mousePressed"):
        frozen.call("Input.dispatchMouseEvent", type=move, x=at[0], y=at[1], button="left", clickCount=1)
    assert frozen.ask(f"count('.flights .card, .flying') + {MOVEMENTS}") == 0
    frozen.call("Input.dispatchMouseEvent", type="mouseReleased", x=at[0], y=at[1], button="left", clickCount=1)
    frozen.until("count('#lying .card') === 1 && window.quiet()")
    assert word_of(frozen, "#lying [data-lying]") == seen


def test_a_view_in_which_nothing_is_moved_ends_no_movement(frozen: Browser) -> None:
    card = a_trick_is_begun(frozen)
    frozen.ask(f"document.querySelector({json.dumps(card)}).click()")
    frozen.until("count('#trick .play') === 2 && window.quiet() && count('.flights .card') > 0")
    frozen.ask("$('hint').click()")
    frozen.until("count('#remark .hint') && window.quiet()")
    assert frozen.ask("count('.flights .card')") == 1
    assert frozen.ask("count('.flying')") == 1


def test_nobody_is_asked_to_scan_a_hand_that_the_page_scans_itself(page: Browser) -> None:
    page.ask("""
        window.asked = new Set();
        new MutationObserver(() => window.asked.add($('stack')?.textContent)).observe($('heaps'), {childList: true});
    """)
    begin(page, "birddog", 3)
    page.until("count('.stack:enabled')")
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


def test_a_drink_goes_into_the_fist_that_took_it(frozen: Browser) -> None:
    begin(frozen, "toriatama", 3)
    goes_on(frozen, "/: take a drink/.test($('remark').textContent)")
    centre = frozen.ask("count('#centre .holds')")
    seat = frozen.ask("document.querySelector('.seat.turn').dataset.seat")
    goes_a_step(frozen)
    assert frozen.ask("count('#centre .holds')") == centre - 1
    gone = [path for path in paths(frozen) if path["fades"]]
    assert len(gone) == 1
    assert inside(gone[0]["to"], box(frozen, f'.seat[data-seat="{seat}"]'))


def test_nothing_at_all_moves_where_motion_is_to_be_reduced(page: Browser) -> None:
    page.moves(moves=False)
    page.ask("""
    window.moved = 0;
    Element.prototype.animate = () => window.moved++;
    const look = () => { window.moved += document.getAnimations().length; requestAnimationFrame(look); };
    look();
    """)
    a_trick_is_begun(page)
    page.mouse(".turn .holds")
    for _ in range(6):
        goes_a_step(page)
    page.click('.knob[value="UP"]')
    page.until("window.quiet()")
    assert page.ask("window.moved") == 0


def test_many_movements_leave_nothing_behind(page: Browser) -> None:
    card = a_trick_is_begun(page)
    other = page.ask("document.querySelector('.seat:not(.turn) .holds').dataset.word")
    page.until(f"{LAST_FRAME}.then(() => count('.flights *') === 0)")
    page.until("$('lamp').dataset.colour === 'off'")
    parts = "count('#table *, #own *, .flights, .flights *')"
    before = page.ask(parts)
    page.ask("$('how').value = 'rest'")
    for _ in range(so_many(5, 50)):
        page.ask(f"document.querySelector('[data-word=\"{other}\"]').click()")
        page.until("count('#lying .card') === 1 && window.quiet()")
        page.ask("$('reader-spot').click()")
        page.until("count('#lying .card') === 0 && window.quiet()")
    page.until("count('.flights *, .flying, .away') === 0 && document.getAnimations().length === 0")
    assert page.ask(parts) == before, card


def test_a_pile_that_is_taken_goes_to_its_taker(frozen: Browser) -> None:
    begin(frozen, "bonehead", 2)
    hands = "[...document.querySelectorAll('[data-seat]')].map(one => one.querySelectorAll('.fan .holds').length)"
    before: list[int] = frozen.ask(hands)
    pile: list[str] = []
    while not any(now >= was + len(pile) > was for now, was in zip(frozen.ask(hands), before, strict=True)):
        lands(frozen)
        before = frozen.ask(hands)
        pile = frozen.ask("[...document.querySelectorAll('#trick [data-word]')].map(one => one.dataset.word)")
        middle = box(frozen, "#trick")
        goes_a_step(frozen)
    gone = [path for path in paths(frozen) if inside(path["from"], middle)]
    taker = frozen.ask(f"document.querySelector('[data-word=\"{pile[0]}\"]').closest('[data-seat]').dataset.seat")
    assert len(gone) >= len(pile)
    assert all(inside(path["to"], box(frozen, f'[data-seat="{taker}"]')) for path in gone)


def test_a_power_cut_moves_no_card(frozen: Browser) -> None:
    a_trick_is_begun(frozen)
    frozen.ask("$('unplug').click()")
    frozen.until("count('.seat') === 0")
    frozen.until("count('.seat') === 3")
    assert paths(frozen) == []
