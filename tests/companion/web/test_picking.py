"""Cards are picked on the page: the one aimed at is the one taken, and where several are wanted a click marks one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats_json
from tests.companion.web.standing import dealt, played, shown, steps
from tests.companion.web.table_in_browser import begin
from tests.torture import only_with_page, only_with_torture, so_many

pytestmark = pytest.mark.no_cover  # see test_page.py

SHIFT = 8
READY = "window.quiet()"
LAY = "!$('lay').hidden && [$('lay').textContent, $('lay').ariaDisabled]"

ASKS_NOBODY = """
window.taken = [];
window.fetch = async (place, {body}) => { window.taken.push(JSON.parse(body)); return new Response('{"number": 0}'); };
"""
"""What is laid is noted, and the table never hears of it: the hands stay as they are."""

HANDS = """
[...document.querySelectorAll('.fan')].filter(fan => fan.querySelector('.holds')).map(fan =>
  [...fan.children].map(one => {
    const {left, right, top, bottom} = one.querySelector('.card').getBoundingClientRect();
    return {word: one.dataset.word, left, right, top, bottom};
  }).filter(one => one.right > one.left)).filter(cards => cards.length)
"""

LOOKS = """
(async (x, y) => {
  const look = () => {
    const faces = [...document.querySelectorAll('.holds .card')].filter(face => {
      const {left, right, top, bottom} = face.getBoundingClientRect();
      return x >= left && x < right && y >= top && y < bottom;
    });
    const painted = faces.at(-1)?.parentElement.dataset.word;
    const hit = document.elementFromPoint(x, y)?.closest('.holds')?.dataset.word;
    const lit = [...document.querySelectorAll('.holds.aimed')].map(one => one.dataset.word);
    return [painted, hit, ...lit];
  };
  const before = look();
  await new Promise(requestAnimationFrame);
  return [before, look()];
})"""
"""What is painted last at a place, what is hit there, and all that is raised: at once, and when it has risen."""


@contextmanager
def at_once(page: Browser) -> Iterator[None]:
    """Whatever moves on the page is there in no time."""
    page.call("Animation.enable")
    page.call("Animation.setPlaybackRate", playbackRate=1000)
    yield
    page.call("Animation.setPlaybackRate", playbackRate=1)
    page.call("Animation.disable")


@contextmanager
def quick_page(browser: Browser, desk: VirtualTable, root: Path) -> Iterator[Browser]:
    """The page of this table, and nobody waits for what moves."""
    with shown(browser, desk, root) as page, at_once(page):
        yield page


@pytest.fixture
def quick(page: Browser) -> Iterator[Browser]:
    with at_once(page):
        yield page


def first_lead(root: Path) -> VirtualTable:
    """Spades of four people, when all have said what they take, and cards are asked for."""
    return played(dealt(root, "spades", 4), lambda view: "lead" in view["asked"]["sentence"])


@pytest.fixture(scope="module")
def shared_lead(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    root = tmp_path_factory.mktemp("lead")
    with quick_page(browser.another(window=True), first_lead(root), root) as page:
        yield page


@pytest.fixture(scope="module")
def shared_nest(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    root = tmp_path_factory.mktemp("nest")
    with quick_page(browser.another(window=True), last_bid(root), root) as page:
        takes_the_nest_up(page)
        yield page


def as_it_was(page: Browser) -> Browser:
    """The page without a mark, with the mouse away from all cards; from now on the table hears of nothing."""
    page.size(1280, 860)
    page.ask("document.querySelectorAll('.holds[aria-pressed=true]').forEach(one => one.click())")
    page.ask("document.activeElement.blur()")
    mouse(page, (5, 5), "mouseMoved")
    page.ask(ASKS_NOBODY)
    return page


@pytest.fixture
def lead(shared_lead: Browser) -> Browser:
    """The page at the first lead of Spades; the table hears of nothing."""
    return as_it_was(shared_lead)


@pytest.fixture
def nest(shared_nest: Browser) -> Browser:
    """The page after the nest of Rook was taken up; the table hears of nothing."""
    return as_it_was(shared_nest)


NAME = "document.querySelector('.name')"


def word_of(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)})?.dataset.word"


def mouse(page: Browser, at: tuple[float, float], *moves: str) -> None:
    for move in moves:
        page.call("Input.dispatchMouseEvent", type=move, x=at[0], y=at[1], button="left", clickCount=1)


def given_away(page: Browser) -> list[str]:
    """The cards of the latest order, which gives them away at the asking that is read."""
    order: dict[str, Any] = page.ask("window.taken.pop()")
    assert isinstance(order.pop("number"), int)
    assert order.pop("do") == "nest"
    return list(order["cards"])


def borders(cards: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """Where a card lies over its neighbour in the same row; a row ends where the next one lies over it."""
    for place, (left, right) in enumerate(pairwise(cards)):
        ends = min([left["bottom"], *(card["top"] for card in cards if card["top"] > left["top"])])
        if left["top"] == right["top"]:
            yield right["left"], left["top"] + (0.3, 0.5, 0.85)[place % 3] * (ends - left["top"])


@only_with_page
@pytest.mark.parametrize(
    ("width", "height", "hands"), so_many([(320, 640, 1)], [(1280, 800, 4), (390, 844, 1), (320, 640, 1)])
)
def test_the_card_seen_at_the_pointer_is_raised_and_is_the_one_that_a_click_takes(
    lead: Browser, width: int, height: int, hands: int
) -> None:
    lead.size(width, height)
    lying = lead.ask(HANDS)
    assert [len(cards) for cards in lying] == [13] * hands
    for cards in (lying[0], lying[-1])[-hands:]:
        for x, y in borders(cards):
            near = [round(x) + step for step in (-3, -2, 2, 3)]  # a pixel at the border is of both
            for way in (near, near[::-1]):
                for at in way:
                    mouse(lead, (at, y), "mouseMoved")
                    for painted, hit, *lit in lead.ask(f"{LOOKS}({at}, {y})"):
                        assert painted == hit
                        assert lit == [hit]
                mouse(lead, (way[2], y), "mouseMoved", "mousePressed", "mouseReleased")
                seen = lead.ask(f"{LOOKS}({way[2]}, {y})")[0][0]
                assert lead.ask("window.taken.pop().cards") == [seen]


def test_what_has_risen_is_taken_where_it_is_seen(lead: Browser) -> None:
    one, other = lead.ask(HANDS)[-1][:2]
    mouse(lead, (one["left"] + 5, one["top"] + 5), "mouseMoved")
    risen = (other["left"] + 5, one["top"] - 5)  # above its neighbour
    lead.until(f"!!document.elementFromPoint{risen}?.closest('.holds')")
    mouse(lead, risen, "mouseMoved", "mousePressed", "mouseReleased")
    assert lead.ask("window.taken.pop().cards") == [one["word"]]


def test_a_card_that_is_drawn_anew_while_it_is_pressed_is_taken_all_the_same(lead: Browser) -> None:
    at = lead.middle("#own .holds:last-child")
    mouse(lead, at, "mouseMoved", "mousePressed")
    lead.ask("document.dispatchEvent(new Event('redraw'))")
    mouse(lead, at, "mouseReleased")
    assert lead.ask("window.taken.map(one => one.cards)") == [[lead.ask(word_of("#own .holds:last-child"))]]


def test_the_card_at_the_mouse_stays_raised_when_the_table_is_drawn_anew(lead: Browser) -> None:
    lead.mouse("#own .holds:last-child", "mouseMoved")
    raised = "getComputedStyle(document.querySelector('#own .holds:last-child .card')).scale === '1.1'"
    lead.until(raised)
    assert lead.ask(f"document.dispatchEvent(new Event('redraw')), {raised}")
    mouse(lead, (5, 5), "mouseMoved")
    assert lead.ask("count('.aimed')") == 0


def test_a_finger_goes_along_the_hand_and_takes_the_card_that_it_aims_at(lead: Browser) -> None:
    lead.size(390, 844)
    first, *_, last = lead.ask(HANDS)[-1][:5]
    y = first["top"] + 10
    lead.finger("touchStart", first["left"] + 5, y)
    lead.until(f"{word_of('.aimed')} === {json.dumps(first['word'])}")
    lead.finger("touchMove", last["left"] + 5, y)
    lead.until(f"{word_of('.aimed')} === {json.dumps(last['word'])}")
    assert lead.ask("document.querySelector('.name').textContent === document.querySelector('.aimed').ariaLabel")
    lead.finger("touchEnd")
    lead.until("window.taken.length")
    assert lead.ask("window.taken.map(one => one.cards)") == [[last["word"]]]
    assert lead.ask("count('.aimed, .name:not([hidden])')") == 0
    page = "getComputedStyle(document.documentElement)"
    assert lead.ask(f"{page}.overscrollBehaviorY") == "none"


@only_with_page
def test_the_card_aimed_at_tells_its_name_after_a_moment_by_mouse_and_by_key(lead: Browser) -> None:
    lead.mouse("#own .holds")
    lead.until("document.querySelector('.name').textContent === document.querySelector('#own .holds').ariaLabel")
    lead.mouse("#felt")
    lead.until("document.querySelector('.name').hidden")
    lead.press("ArrowRight", "ArrowRight")
    lead.until("!document.querySelector('.name').hidden")
    assert lead.ask("document.querySelector('.name').textContent === document.activeElement.ariaLabel")
    name, card = (lead.ask(f"{element}.getBoundingClientRect().bottom") for element in (NAME, "document.activeElement"))
    assert name < card


def last_bid(root: Path) -> VirtualTable:
    """Rook of four people, before the bid that ends the auction: then Dee takes the nest up."""
    return steps(dealt(root, "rook", 4), 7)


def takes_the_nest_up(page: Browser) -> None:
    page.ask("$('next').click()")
    page.until("count('#own .holds') === 14 && window.quiet()")


def own(page: Browser) -> list[str]:
    """The cards of the hand, from left to right."""
    return list(page.ask("[...document.querySelectorAll('#own .holds')].map(one => one.dataset.word)"))


def click(page: Browser, *words: str) -> None:
    for word in words:
        page.click(f'#own [data-word="{word}"]')


def marked(page: Browser) -> list[str]:
    return list(page.ask("[...document.querySelectorAll('.holds[aria-pressed=true]')].map(one => one.dataset.word)"))


@only_with_page
def test_where_five_cards_are_wanted_clicks_mark_them_and_a_button_counts(nest: Browser) -> None:
    hand = own(nest)
    assert nest.ask("$('lay').hidden")
    click(nest, *hand[:3])
    assert nest.ask(LAY) == ["Lay 3 of 5 away", "true"]
    nest.click("#lay")
    assert nest.ask("window.taken") == []
    click(nest, hand[0])
    assert nest.ask(LAY) == ["Lay 2 of 5 away", "true"]
    nest.ask("document.dispatchEvent(new Event('redraw'))")
    assert marked(nest) == hand[1:3]
    click(nest, *hand[3:7])
    assert marked(nest) == hand[1:6], "a sixth is too many"
    assert nest.ask("$('remark').textContent").startswith("5 cards are chosen: press “Lay 5 away”")
    nest.click(f'#own [data-word="{hand[7]}"]', SHIFT)
    assert marked(nest) == hand[1:6], "with shift, too"
    click(nest, hand[5])
    assert not nest.ask("$('remark').textContent").startswith("5 cards are chosen"), "no refusal stays"
    click(nest, hand[5])
    assert nest.ask(LAY) == ["Lay 5 away", "false"]
    nest.click("#lay")
    assert given_away(nest) == hand[1:6]
    assert marked(nest) == []
    assert nest.ask("$('lay').hidden")


def test_cards_laid_face_down_are_gone_from_the_hand_and_so_are_their_marks(browser: Browser, tmp_path: Path) -> None:
    with quick_page(browser, last_bid(tmp_path), tmp_path) as page:
        takes_the_nest_up(page)
        click(page, *own(page)[:4])
        page.ask("$('next').click()")  # lays what it would lay
        page.until("count('#own .holds') === 9 && window.quiet()")
        assert marked(page) == []
        assert page.ask("$('lay').hidden")


def test_alike_cards_are_marked_and_laid_together_a_single_one_at_once_and_as_many_are_asked_of_the_next(
    browser: Browser, tmp_path: Path
) -> None:
    with quick_page(browser, dealt(tmp_path, "birdhead", 4), tmp_path) as page:
        page.ask(f"window.asks = window.fetch; {ASKS_NOBODY}")
        sets: dict[str, list[str]] = {}
        for word in own(page):
            sets.setdefault(word.split("/")[0], []).append(word)
        single = next(cards for cards in sets.values() if len(cards) == 1)
        pair, other = [cards for cards in sets.values() if len(cards) > 1][:2]
        click(page, *single)
        assert page.ask("window.taken.pop().cards") == single
        click(page, other[0], pair[0])
        assert marked(page) == pair[:1]
        assert page.ask(LAY) == ["Lay 1", "false"]
        click(page, pair[1])
        assert page.ask(LAY) == ["Lay 2", "false"]
        page.ask("window.fetch = window.asks")
        page.click("#lay")
        page.until("document.querySelector('#own .seat').dataset.seat === '1' && window.quiet()")
        page.click("#own .holds")
        assert page.ask(LAY) == ["Lay 1 of 2", "true"]
        page.click("#own .holds:last-child")
        assert page.ask(LAY) == ["Lay 2", "false"]


@only_with_torture
def test_the_own_number_of_heads_is_asked_when_computers_have_laid_theirs(quick: Browser) -> None:
    quick.ask("paced('at once')")
    order = {"do": "begin", "game": "bonehead", "seats": seats_json(3, 2, "gentle"), "scanned": True}
    quick.ask(f"import('/orders.js').then(one => one.order({json.dumps({**order, 'deck': '', 'seed': 2})}))")
    quick.until(f"count('.seat') === 3 && {READY}")
    while not quick.ask("$('next').textContent === 'Play again'"):
        quick.ask("$('next').click()")
        quick.until(READY)
    quick.until("document.querySelector('dialog.ending')?.open")
    quick.ask(
        """
        window.laid = new Set();
        window.hand = () => [...document.querySelectorAll('#own .holds[data-word]')];
        new MutationObserver(() => {
          laid.add(`${$('lay').textContent} ${$('lay').ariaDisabled}`);
          const asks = document.querySelector('.asks')?.textContent;
          if (window.marks || !/^Your turn/.test(asks) || hand().length < 6) return;
          window.marks = hand().map((card) => card.dataset.word);
          laid.clear();
          for (const at of [0, 1, 2]) hand()[at].click();
        }).observe(document.body, {subtree: true, childList: true, attributes: true});
        document.querySelector('dialog.ending').close(); paced('at once'); $('next').click();
        """
    )
    quick.until("window.marks")
    hand = quick.ask("window.marks")
    quick.until("$('lay').ariaDisabled === 'false'")
    assert quick.ask("[...laid].filter(one => !/^Lay [12] of 3 true$/.test(one))") == ["Lay 3 false"]
    assert marked(quick) == hand[:3]
    quick.click("#lay")
    quick.until("count('#own .lower .holds:not(.bone)') === 3")


def test_marked_cards_are_carried_together_and_laid_away_when_they_are_all(nest: Browser) -> None:
    hand = own(nest)
    click(nest, *hand[:2])
    card, reader = nest.middle(f'#own [data-word="{hand[1]}"]'), nest.middle("#reader")
    third = nest.middle(f'#own [data-word="{hand[2]}"]')
    mouse(nest, third, "mouseMoved", "mousePressed")
    mouse(nest, reader, "mouseMoved", "mouseReleased")
    assert marked(nest) == hand[:3], "it is chosen, too"
    mouse(nest, card, "mouseMoved", "mousePressed")
    mouse(nest, reader, "mouseMoved")
    assert nest.ask("count('.carried .card')") == 3
    assert nest.ask("count('.lifted')") == 3
    mouse(nest, reader, "mouseReleased")
    assert (nest.ask("window.taken"), marked(nest)) == ([], hand[:3])
    assert nest.ask("count('.carried')") == 0
    click(nest, *hand[3:5])
    mouse(nest, card, "mouseMoved", "mousePressed")
    mouse(nest, reader, "mouseMoved", "mouseReleased")
    assert given_away(nest) == hand[:5]  # all that are wanted


def test_keys_mark_cards_and_the_last_one_leads_to_the_button_that_lays_them(nest: Browser) -> None:
    hand = own(nest)
    nest.ask(f"document.querySelector('#own [data-word=\"{hand[0]}\"]').focus()")
    nest.press("Enter", *["ArrowRight", "Enter"] * 4)
    assert marked(nest) == hand[:5]
    assert nest.ask("document.activeElement.id") == "lay"
    nest.press("Enter")
    assert given_away(nest) == hand[:5]
    assert nest.ask("document.activeElement === document.body")


def test_the_reader_says_what_to_do_where_no_card_is_marked(lead: Browser) -> None:
    lead.click("#reader-spot")
    assert lead.ask("$('remark').textContent") == "Choose a card first, or carry it here."
    assert lead.ask("window.taken") == []


@only_with_page
@pytest.mark.no_cover
def test_a_card_that_comes_under_a_resting_mouse_rises_when_the_mouse_moves(quick: Browser) -> None:
    begin(quick, "birddog", 3)
    x, y = quick.middle("#own .hand .holds:last-child")
    mouse(quick, (x, y), "mouseMoved")
    quick.until(f"{word_of('.aimed')} === {word_of('#own .hand .holds:last-child')}")
    quick.ask("document.dispatchEvent(new Event('redraw'))")
    assert quick.ask("count('.aimed')") == 1, "the same card drawn anew"
    before = quick.ask(word_of("#own .hand .holds:last-child"))
    quick.ask("$('show-new').click()")
    quick.ask("$('seed').value = '2'; $('new-game').requestSubmit()")
    quick.until(f"window.quiet() && {word_of('#own .hand .holds:last-child')} !== {json.dumps(before)}")
    assert quick.ask("count('.holds:hover')") == 1
    assert quick.ask("count('.aimed')") == 0
    assert quick.ask("getComputedStyle(document.querySelector('.holds:hover .card')).scale") == "none"
    mouse(quick, (x + 1, y), "mouseMoved")
    quick.until("count('.aimed') === 1")
