"""Cards are picked on the page: the one aimed at is the one taken, and where several are wanted a click marks one."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.companion.web.seating import seats_json
from tests.companion.web.table_in_browser import begin
from tests.torture import only_with_torture, so_many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.companion.web.browser import Browser

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


@pytest.fixture
def quick(page: Browser) -> Iterator[Browser]:
    """The page, on which whatever moves is there in no time."""
    page.call("Animation.enable")
    page.call("Animation.setPlaybackRate", playbackRate=1000)
    yield page
    page.call("Animation.setPlaybackRate", playbackRate=1)
    page.call("Animation.disable")


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


def next_until(page: Browser, there: str) -> None:
    while not page.ask(there):
        page.until(READY)
        page.ask("$('next').click()")
        page.until(READY)


def first_trick(page: Browser) -> None:
    """Spades, when all have said what they take, and cards are asked for."""
    begin(page, "spades", 4)
    next_until(page, "!count('#answers [data-group=bid]')")


def borders(cards: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """Where a card lies over its neighbour in the same row; a row ends where the next one lies over it."""
    for place, (left, right) in enumerate(pairwise(cards)):
        ends = min([left["bottom"], *(card["top"] for card in cards if card["top"] > left["top"])])
        if left["top"] == right["top"]:
            yield right["left"], left["top"] + (0.3, 0.5, 0.85)[place % 3] * (ends - left["top"])


@pytest.mark.parametrize(
    ("width", "height", "hands"), so_many([(320, 640, 1)], [(1280, 800, 4), (390, 844, 1), (320, 640, 1)])
)
def test_the_card_seen_at_the_pointer_is_raised_and_is_the_one_that_a_click_takes(
    quick: Browser, width: int, height: int, hands: int
) -> None:
    quick.size(width, height)
    first_trick(quick)
    quick.ask(ASKS_NOBODY)
    lying = quick.ask(HANDS)
    assert [len(cards) for cards in lying] == [13] * hands
    for cards in (lying[0], lying[-1])[-hands:]:
        for x, y in borders(cards):
            near = [round(x) + step for step in (-3, -2, 2, 3)]  # a pixel at the border is of both
            for way in (near, near[::-1]):
                for at in way:
                    mouse(quick, (at, y), "mouseMoved")
                    for painted, hit, *lit in quick.ask(f"{LOOKS}({at}, {y})"):
                        assert painted == hit
                        assert lit == [hit]
                mouse(quick, (way[2], y), "mouseMoved", "mousePressed", "mouseReleased")
                seen = quick.ask(f"{LOOKS}({way[2]}, {y})")[0][0]
                assert quick.ask("window.taken.pop().cards") == [seen]


def test_what_has_risen_is_taken_where_it_is_seen(quick: Browser) -> None:
    first_trick(quick)
    quick.ask(ASKS_NOBODY)
    one, other = quick.ask(HANDS)[-1][:2]
    mouse(quick, (one["left"] + 5, one["top"] + 5), "mouseMoved")
    risen = (other["left"] + 5, one["top"] - 5)  # above its neighbour
    quick.until(f"!!document.elementFromPoint{risen}?.closest('.holds')")
    mouse(quick, risen, "mouseMoved", "mousePressed", "mouseReleased")
    assert quick.ask("window.taken.pop().cards") == [one["word"]]


def test_a_card_that_is_drawn_anew_while_it_is_pressed_is_taken_all_the_same(quick: Browser) -> None:
    first_trick(quick)
    quick.ask(ASKS_NOBODY)
    at = quick.middle("#own .holds:last-child")
    mouse(quick, at, "mouseMoved", "mousePressed")
    quick.ask("document.dispatchEvent(new Event('redraw'))")
    mouse(quick, at, "mouseReleased")
    assert quick.ask("window.taken.map(one => one.cards)") == [[quick.ask(word_of("#own .holds:last-child"))]]


def test_the_card_at_the_mouse_stays_raised_when_the_table_is_drawn_anew(quick: Browser) -> None:
    first_trick(quick)
    quick.mouse("#own .holds:last-child", "mouseMoved")
    raised = "getComputedStyle(document.querySelector('#own .holds:last-child .card')).scale === '1.1'"
    quick.until(raised)
    assert quick.ask(f"document.dispatchEvent(new Event('redraw')), {raised}")
    mouse(quick, (5, 5), "mouseMoved")
    assert quick.ask("count('.aimed')") == 0


def test_a_finger_goes_along_the_hand_and_takes_the_card_that_it_aims_at(quick: Browser) -> None:
    quick.size(390, 844)
    first_trick(quick)
    quick.ask(ASKS_NOBODY)
    first, *_, last = quick.ask(HANDS)[-1][:5]
    y = first["top"] + 10
    quick.finger("touchStart", first["left"] + 5, y)
    quick.until(f"{word_of('.aimed')} === {json.dumps(first['word'])}")
    quick.finger("touchMove", last["left"] + 5, y)
    quick.until(f"{word_of('.aimed')} === {json.dumps(last['word'])}")
    assert quick.ask("document.querySelector('.name').textContent === document.querySelector('.aimed').ariaLabel")
    quick.finger("touchEnd")
    quick.until("window.taken.length")
    assert quick.ask("window.taken.map(one => one.cards)") == [[last["word"]]]
    assert quick.ask("count('.aimed, .name:not([hidden])')") == 0


def test_the_card_aimed_at_tells_its_name_after_a_moment_by_mouse_and_by_key(quick: Browser) -> None:
    first_trick(quick)
    quick.mouse("#own .holds")
    quick.until("document.querySelector('.name').textContent === document.querySelector('#own .holds').ariaLabel")
    quick.mouse("#felt")
    quick.until("document.querySelector('.name').hidden")
    quick.press("ArrowRight", "ArrowRight")
    quick.until("!document.querySelector('.name').hidden")
    assert quick.ask("document.querySelector('.name').textContent === document.activeElement.ariaLabel")
    name, card = (
        quick.ask(f"{element}.getBoundingClientRect().bottom") for element in (NAME, "document.activeElement")
    )
    assert name < card


def the_nest_is_taken_up(page: Browser) -> list[str]:
    """The cards of the hand, five of which are to be laid face down."""
    begin(page, "rook", 4)
    next_until(page, "count('#own .holds') === 14")
    return list(page.ask("[...document.querySelectorAll('#own .holds')].map(one => one.dataset.word)"))


def click(page: Browser, *words: str) -> None:
    for word in words:
        page.click(f'#own [data-word="{word}"]')


def marked(page: Browser) -> list[str]:
    return list(page.ask("[...document.querySelectorAll('.holds[aria-pressed=true]')].map(one => one.dataset.word)"))


def test_where_five_cards_are_wanted_clicks_mark_them_and_a_button_counts(quick: Browser) -> None:
    hand = the_nest_is_taken_up(quick)
    quick.ask(ASKS_NOBODY)
    assert quick.ask("$('lay').hidden")
    click(quick, *hand[:3])
    assert quick.ask(LAY) == ["Lay 3 of 5 away", "true"]
    quick.click("#lay")
    assert quick.ask("window.taken") == []
    click(quick, hand[0])
    assert quick.ask(LAY) == ["Lay 2 of 5 away", "true"]
    quick.ask("document.dispatchEvent(new Event('redraw'))")
    assert marked(quick) == hand[1:3]
    click(quick, *hand[3:7])
    assert marked(quick) == hand[1:6], "a sixth is too many"
    assert quick.ask("$('remark').textContent").startswith("5 cards are chosen: press “Lay 5 away”")
    quick.click(f'#own [data-word="{hand[7]}"]', SHIFT)
    assert marked(quick) == hand[1:6], "with shift, too"
    click(quick, hand[5], hand[5])
    assert not quick.ask("$('remark').textContent").startswith("5 cards are chosen"), "no refusal stays"
    assert quick.ask(LAY) == ["Lay 5 away", "false"]
    quick.click("#lay")
    assert given_away(quick) == hand[1:6]
    assert marked(quick) == []
    assert quick.ask("$('lay').hidden")


def test_cards_laid_face_down_are_gone_from_the_hand_and_so_are_their_marks(quick: Browser) -> None:
    hand = the_nest_is_taken_up(quick)
    click(quick, *hand[:4])
    quick.ask("$('next').click()")  # lays what it would lay
    quick.until("count('.seat[data-seat=\"1\"] .holds') === 9 && window.quiet()")
    assert marked(quick) == []
    assert quick.ask("$('lay').hidden")


def test_alike_cards_are_marked_together_and_a_single_one_is_laid_at_once(quick: Browser) -> None:
    begin(quick, "birdhead", 4)
    quick.ask(ASKS_NOBODY)
    hand = quick.ask("[...document.querySelectorAll('#own .holds')].map(one => one.dataset.word)")
    ranks = [word.split("/")[0] for word in hand]
    sets = [[word for word in hand if word.split("/")[0] == rank] for rank in dict.fromkeys(ranks)]
    single = next(card_set for card_set in sets if len(card_set) == 1)
    pair, other = [card_set for card_set in sets if len(card_set) > 1][:2]
    click(quick, *single)
    assert quick.ask("window.taken.pop().cards") == single
    click(quick, other[0], pair[0])
    assert marked(quick) == pair[:1]
    assert quick.ask(LAY) == ["Lay 1", "false"]
    click(quick, pair[1])
    assert quick.ask(LAY) == ["Lay 2", "false"]
    quick.click("#lay")
    assert quick.ask("window.taken.pop().cards") == pair[:2]


def test_two_cards_that_are_marked_are_laid_and_two_are_asked_of_the_next_player(quick: Browser) -> None:
    begin(quick, "birdhead", 4)
    ranks = quick.ask("[...document.querySelectorAll('#own .holds')].map(one => one.dataset.word.split('/')[0])")
    at = next(at for at in range(9) if ranks[at] == ranks[at + 1])
    hand = quick.ask("[...document.querySelectorAll('#own .holds')].map(one => one.dataset.word)")
    click(quick, *hand[at : at + 2])
    quick.click("#lay")
    quick.until("document.querySelector('#own .seat').dataset.seat === '1' && window.quiet()")
    quick.click("#own .holds")
    assert quick.ask(LAY) == ["Lay 1 of 2", "true"]
    quick.click("#own .holds:last-child")
    assert quick.ask(LAY) == ["Lay 2", "false"]


@only_with_torture
def test_the_own_number_of_heads_is_asked_when_computers_have_laid_theirs(quick: Browser) -> None:
    quick.ask("paced('at once')")
    order = {"do": "begin", "game": "bonehead", "seats": seats_json(3, 2, "gentle"), "scanned": True}
    quick.ask(f"import('/orders.js').then(one => one.order({json.dumps({**order, 'deck': '', 'seed': 2})}))")
    quick.until(f"count('.seat') === 3 && {READY}")
    next_until(quick, "$('next').textContent === 'Play again'")
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


def test_marked_cards_are_carried_together(quick: Browser) -> None:
    hand = the_nest_is_taken_up(quick)
    quick.ask(ASKS_NOBODY)
    click(quick, *hand[:3])
    card, reader = quick.middle(f'#own [data-word="{hand[1]}"]'), quick.middle("#reader")
    mouse(quick, card, "mouseMoved", "mousePressed")
    mouse(quick, reader, "mouseMoved")
    assert quick.ask("count('.carried .card')") == 3
    assert quick.ask("count('.lifted')") == 3
    mouse(quick, reader, "mouseReleased")
    assert quick.ask("window.taken.pop()") == {"do": "lay", "cards": hand[:3], "how": "tap"}
    assert quick.ask("count('.carried')") == 0
    click(quick, *hand[:5])
    mouse(quick, card, "mouseMoved", "mousePressed")
    mouse(quick, reader, "mouseMoved", "mouseReleased")
    assert given_away(quick) == hand[:5]  # all that are wanted


def test_keys_mark_cards_and_the_last_one_leads_to_the_button_that_lays_them(quick: Browser) -> None:
    hand = the_nest_is_taken_up(quick)
    quick.ask(ASKS_NOBODY)
    quick.ask(f"document.querySelector('#own [data-word=\"{hand[0]}\"]').focus()")
    quick.press("Enter", *["ArrowRight", "Enter"] * 4)
    assert marked(quick) == hand[:5]
    assert quick.ask("document.activeElement.id") == "lay"
    quick.press("Enter")
    assert given_away(quick) == hand[:5]
    assert quick.ask("document.activeElement === document.body")


def test_a_look_at_somebodys_hand_is_for_this_turn_alone(quick: Browser) -> None:
    begin(quick, "spades", 4)
    seat = "document.querySelector('#own .seat').dataset.seat"
    first = int(quick.ask(seat))
    other = (first + 2) % 4
    quick.ask(f"$('many-{other}').click()")
    quick.until(f"{seat} === '{other}'")
    for step in range(1, 5):
        quick.ask("$('next').click()")
        quick.until(f"{seat} === '{(first + step) % 4}' && window.quiet()")


def test_the_reader_says_what_to_do_where_no_card_is_marked(quick: Browser) -> None:
    begin(quick, "spades", 4)
    quick.ask(ASKS_NOBODY)
    quick.click("#reader-spot")
    assert quick.ask("$('remark').textContent") == "Choose a card first, or carry it here."
    assert quick.ask("window.taken") == []


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


@pytest.mark.no_cover
def test_three_cards_that_are_chosen_say_which_button_passes_them_all(quick: Browser) -> None:
    quick.ask("$('company').value = 'gentle'")
    quick.ask("document.querySelector('input[value=hearts]').click(); $('new-game').requestSubmit()")
    quick.until("count('.seat') === 4 && window.quiet() && /Pass 3 cards/.test($('remark').textContent)")
    for at in range(3):
        quick.ask(f"document.querySelectorAll('#own .hand .holds')[{at}].click()")
    assert "3 cards are chosen: press “Pass 3 cards”" in quick.ask("$('remark').textContent")
    quick.ask("$('lay').click()")
    quick.until("!/Pass 3 cards/.test($('remark').textContent)")
