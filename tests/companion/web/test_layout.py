"""The layout of the page in a real browser: what must be in view, what may not overlap, what may not move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats_json
from tests.companion.web.standing import dealt, played, shown, steps
from tests.companion.web.table_in_browser import desk_of, opened
from tests.torture import TORTURE, every_so_many, only_with_page, so_many

pytestmark = pytest.mark.no_cover  # what runs here besides the page is tested elsewhere

GEOMETRY = Path(__file__).with_name("geometry.js").read_text("utf-8")
SIZES = {
    "desktop": (1280, 800, 1.0),
    "laptop": (1366, 768, 1.0),
    "low laptop": (1366, 630, 1.0),
    "small laptop": (1024, 600, 1.0),
    "large": (1920, 1080, 1.0),
    "tablet": (820, 1180, 2.0),
    "narrow tablet": (768, 1024, 1.0),
    "phone": (390, 844, 2.0),
    "low phone": (375, 667, 3.0),
    "low narrow phone": (360, 640, 1.0),
    "small phone": (320, 640, 1.0),
    "phone on its side": (844, 390, 2.0),
    "small phone on its side": (667, 375, 2.0),
    "200 %": (640, 400, 2.0),
}
PACE = 200.0

NEXT = """
(async (steps, enough) => {
  for (let step = 0; step < steps && !enough(); step++) {
    ($('mine').hidden ? $('next') : $('mine')).click();
    do await new Promise(go => setTimeout(go, 2)); while (!window.quiet());
  }
  return Boolean(enough());
})"""
"""One step after another, until this is enough; what is asked of a person is decided once, as the page has it."""

PLACES = """
[...['#table', '#others', '#others > *', '#own', '#steps', '#hint', '#next', '.bar'].map(one => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [one, box.left, box.top, box.width, box.height].join(' ');
}), (({left, bottom}) => [left, bottom].map(Math.round).join(' '))(
  document.querySelector('#box').getBoundingClientRect())]"""
"""The box grows while it asks, and stays where it is: its lower left corner does."""


@pytest.fixture(scope="module")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One quick table for all of these tests, on which nothing flies: cards are where they belong at once."""
    page = browser.another(window=True)
    with opened(page, tmp_path_factory.mktemp("table"), PACE):
        yield page


def media(page: Browser, name: str = "", value: str = "") -> None:
    page.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": value}] if name else [])


def begin(page: Browser, game: str, people: int, computers: int = 0, level: str = "easy", **given: Any) -> None:
    """A new game by one order."""
    order = {
        "do": "begin",
        "game": game,
        "seats": seats_json(people, computers, level),
        "scanned": True,
        "deck": "",
        "seed": 1,
    }
    page.ask(f"import('/orders.js').then(one => one.order({json.dumps(order | given)}))")
    page.until(f"count('.seat') === {people} && window.quiet()")


def goes_on(page: Browser, steps: int, enough: str = "false") -> None:
    met = page.ask(f"{NEXT}({steps}, () => {enough})")
    assert met or enough == "false", page.ask("document.body.innerText")


LOOKED_AT = so_many(
    ("desktop", "narrow tablet", "phone", "low narrow phone", "small phone", "phone on its side"), (*SIZES,)
)


def faults(page: Browser) -> list[str]:
    """What is wrong with the layout, at each size that is looked at."""
    found = []
    for name, size in ((name, SIZES[name]) for name in LOOKED_AT):
        page.size(*size)
        found += [f"{name}: {fault}" for fault in page.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})")]
    page.size(1280, 800)
    return found


@only_with_page
def test_box_and_bar_are_in_view_before_any_game(table: Browser) -> None:
    outside = """
    ['#box', '#start', '#show-new', '#show-drawer'].filter(one => {
      const {left, top, right, bottom} = document.querySelector(one).getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    })"""
    for size in SIZES.values():
        table.size(*size)
        assert table.ask(outside) == []
        told = "[...document.querySelectorAll('.intro, .begins')].some(one => one.checkVisibility())"
        assert table.ask(told), "what the box is"


@only_with_page
def test_the_longest_own_name_is_cut_by_letters_and_not_left_out(table: Browser) -> None:
    names = ("Maximiliane-Ottilie", "Maximilian-Ferdinand", "Maximilian-Theobald", "Bob")
    begin(
        table, "hearts", 4, seats=[{"name": name, "level": "easy" if place else ""} for place, name in enumerate(names)]
    )
    for name in ("desktop", "laptop", "phone"):
        table.size(*SIZES[name])
        assert table.ask("[...document.querySelectorAll('.seat h2')].every(one => one.scrollWidth <= one.clientWidth)")
    begin(table, "toriatama", 4, seats=[{"name": name, "level": ""} for name in names])
    lines = "one => one.querySelector('.score').offsetTop > one.querySelector('h2').offsetTop + 9"
    assert not table.ask(f"[...document.querySelectorAll('#others header')].some({lines})"), "the crate lies over it"


BEGINNING = """
[...document.querySelectorAll('.seat .tag')].map((tag) => {
  const range = document.createRange(), {left, right} = tag.getBoundingClientRect();
  [range.setStart(tag.firstChild, 1), range.setEnd(tag.firstChild, 2)];
  const letter = range.getBoundingClientRect();
  return letter.left >= left - 1 && letter.right <= right + 1;
})"""


def test_a_name_that_is_written_from_the_right_is_cut_at_its_end(table: Browser) -> None:
    names = ("Ann", "שושנה-בן-דוד-בן-גל", "محمد-عبدالله-عبدالر", "Bob")
    begin(table, "euchre", 4, seats=[{"name": name, "level": ""} for name in names])
    table.size(*SIZES["small phone"])
    assert table.ask(BEGINNING) == [True] * 4


LEFTS = """
import('/dom.js').then(({make}) => {
  const told = make('p', '', '5 cards to בן-גל. عادل 5♥.');
  $('felt').append(told);
  const range = document.createRange(), left = (part) => {
    const at = told.textContent.indexOf(part);
    [range.setStart(told.firstChild, at), range.setEnd(told.firstChild, at + part.length)];
    return range.getBoundingClientRect().left;
  };
  const lefts = ['to', 'גל', 'בן', 'عادل', '5♥'].map(left);
  told.remove();
  return lefts;
})"""


def test_no_line_begins_with_a_sign_that_french_sets_apart(table: Browser) -> None:
    told = "import('/words.js').then(({plain}) => plain('Qui joue ? Ann : « 9 ♥ » ; 75 : 45'))"
    assert table.ask(told).replace("\u202f", "_") == "Qui joue_? Ann_: «_9 ♥_»_; 75 : 45"


def test_what_stands_behind_a_name_that_is_written_from_the_right_stays_there(table: Browser) -> None:
    lefts = table.ask(LEFTS)
    assert lefts == sorted(lefts)


@pytest.mark.parametrize(
    ("game", "company", "number"),
    every_so_many(
        4,
        [
            ("spades", (1, 3), 6),
            ("birddog", (3, 0), 5),
            ("birdhead", (4, 0), 2),
            ("bonehead", (5, 0), 8),
            ("euchre", (1, 3), 6),
            ("euchre", (4, 0), 6),
            ("rook", (4, 0), 13),
            ("spades", (4, 0), 7),
            ("hearts", (5, 0), 8),
            ("rook", (1, 3), 3),
            ("toriatama", (4, 0), 20),
        ],
    ),
)
def test_box_and_hand_are_in_view_and_nothing_overlaps_at_any_size(
    browser: Browser, tmp_path: Path, game: str, company: tuple[int, int], number: int
) -> None:
    """When a deal was dealt to people and computers, and when so many steps were made: cards lie there, or a claim is
    asked for.
    """
    with shown(browser, dealt(tmp_path, game, *company), tmp_path) as page:
        assert faults(page) == []
    with shown(browser, steps(desk_of(tmp_path), number), tmp_path) as page:
        assert page.ask("count('#trick .card') > 1 || count('#answers > [data-group], .drinks')")
        assert faults(page) == []


@only_with_page
def test_a_nest_taken_up_fits(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, steps(dealt(tmp_path, "rook", 4), 7), tmp_path) as page:
        goes_on(page, 1)
        assert page.ask("count('#own .holds')") == 14
        assert faults(page) == []


@only_with_page
@pytest.mark.parametrize("size", so_many(["phone"], ["desktop", "phone", "200 %"]))
def test_nothing_moves_while_cards_come_and_go(table: Browser, size: str) -> None:
    begin(table, "rook", 4)
    table.size(*SIZES[size])
    before = table.ask(PLACES)
    for _ in range(so_many(3, 12)):
        table.ask("$('hint').hidden || $('hint').click()")  # its texts come and go, too
        goes_on(table, 1)
        assert table.ask(PLACES) == before


RACKS = "[...document.querySelectorAll('.rack')].map(one => one.getBoundingClientRect()).map(({top}) => top)"


@only_with_page
def test_no_card_moves_when_a_player_says_something(table: Browser) -> None:
    table.size(*SIZES["phone"])
    begin(table, "rook", 4, computers=3)
    table.ask("paced('at once')")
    table.until("window.quiet() && $('others').textContent.includes('passed')")
    racks = table.ask(RACKS)
    assert len(racks) == 3
    assert len(set(racks)) == 1, "one has passed, another one bids"
    goes_on(table, 4, "!$('others').textContent.includes('passed')")
    assert table.ask(RACKS) == racks


@only_with_page
def test_no_seat_moves_when_a_computer_gets_an_open_card(table: Browser) -> None:
    begin(table, "euchre", 4, computers=3)
    table.size(*SIZES["desktop"])
    tops = "[...document.querySelectorAll('#others .seat')].map(one => one.getBoundingClientRect().top)"
    before = table.ask(tops)
    table.ask("document.querySelector('#others .before').append(document.querySelector('#own .hand').cloneNode(true))")
    assert table.ask(tops) == before


HAND = """
Object.fromEntries([...document.querySelectorAll('#own .holds')].map(card =>
  [card.dataset.word, [card.getBoundingClientRect().left, card.getBoundingClientRect().top]]))
"""
GAPS = """
[...document.querySelectorAll('#own .holds')].map(card => card.getBoundingClientRect()).some((card, at, all) => {
  const next = all[at + 1];
  return next && next.top === card.top && next.left > card.right + 1;
})"""


@only_with_page
@pytest.mark.parametrize("size", so_many(["small phone"], ["desktop", "phone", "small phone"]))
def test_a_hand_closes_up_where_a_card_has_left_and_stays_as_it_is_while_others_play(table: Browser, size: str) -> None:
    table.size(*SIZES[size])
    begin(table, "spades", 4, computers=3)
    table.ask("paced('at once')")
    goes_on(table, 8, "document.querySelector('#trick .play')")
    moved = False
    for _ in range(so_many(3, 12)):
        before = table.ask(HAND)
        tops = {word: top for word, (_, top) in before.items()}
        assert all(len({tops[word] for word in before if word[-1] == suit}) <= 1 for suit in "CDHS") or size != "phone"
        goes_on(table, 1)
        after = table.ask(HAND)
        assert not table.ask(GAPS)
        if len(after) == len(before):
            assert after == before
        else:
            moved |= any(after[word] != before[word] for word in after)
    assert moved


IN_THE_MIDDLE = """
(() => {
  const boxes = [...document.querySelectorAll('#trick .play')].map(one => one.getBoundingClientRect());
  const left = Math.min(...boxes.map(one => one.left)), right = Math.max(...boxes.map(one => one.right));
  const [partner, own] = ['top', 'own'].map(at => document.querySelector(`#trick [data-at=${at}] .card`)
    .getBoundingClientRect());
  const apart = own.top - partner.bottom;
  return [Math.round((left + right) / 2), $('box').getBoundingClientRect().right < left, apart];
})()"""


@only_with_page
def test_the_trick_lies_in_the_middle_and_the_box_beside_it(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "hearts", 1, 3), lambda view: len(view["table"]["middle"]) == 4)
    with shown(browser, desk, tmp_path) as page:
        assert page.ask("count('#trick .play[data-at=left], #trick .play[data-at=right]')") == 2
        for size in ("desktop", "laptop", "large"):
            page.size(*SIZES[size])
            middle, beside, apart = page.ask(f"new Promise(requestAnimationFrame).then(() => {IN_THE_MIDDLE})")
            assert beside
            assert apart > 20, size
            assert abs(middle - SIZES[size][0] / 2) < SIZES[size][0] / 10


@only_with_page
def test_where_an_answer_goes_on_no_second_button_does_the_same(table: Browser) -> None:
    begin(table, "spades", 4, computers=3)
    goes_on(table, 100, "/next deal/i.test($('onwards').textContent)")
    seen = "['next', 'mine'].some(name => $(name).checkVisibility({visibilityProperty: true}))"
    assert not table.ask(seen)
    table.click("#onwards [data-group=step]")
    table.until(f"window.quiet() && {seen}")


BESIDE = """
[...document.querySelectorAll('#steps > button, #onwards > *')]
  .filter(one => one.checkVisibility({visibilityProperty: true}))
  .map(one => [one.id, one.getBoundingClientRect()])
  .map(([id, {left}], at, all) => at && left < all[at - 1][1].right ? `${id} over ${all[at - 1][0]}` : id)"""


@only_with_page
def test_a_hint_and_what_goes_on_never_lie_over_each_other(table: Browser) -> None:
    begin(table, "toriatama", 4, computers=3)
    goes_on(table, 20, "/No claim/.test($('mine').textContent)")
    for size in ("desktop", "small phone"):
        table.size(*SIZES[size])
        assert table.ask(BESIDE)[:2] == ["hint", "mine"], size
    begin(table, "spades", 4, computers=3)
    goes_on(table, 60, "document.querySelector('#onwards [data-group=step]')")
    assert table.ask(BESIDE)[0] == "", "of the last card there is no hint"


@only_with_page
def test_the_sheet_of_games_lies_beside_the_box(table: Browser) -> None:
    begin(table, "rook", 4)
    for size in ("desktop", "laptop", "large", "tablet", "200 %"):
        table.size(*SIZES[size])
        table.ask("$('show-new').click()")
        sheet, box = (table.ask(f"$('{name}').getBoundingClientRect().toJSON()") for name in ("start", "box"))
        assert sheet["left"] >= box["right"] or sheet["top"] >= box["bottom"]
        assert sheet["right"] <= SIZES[size][0]
        assert sheet["bottom"] <= SIZES[size][1]
        table.ask("$('show-new').click()")


@only_with_page
def test_letters_grow_with_the_box_on_a_large_screen(table: Browser) -> None:
    begin(table, "rook", 4)
    sizes = """
    ['h1', '.seat h2', '.game small', '#remark'].map(one =>
      parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
    table.size(*SIZES["desktop"])
    usual = table.ask(sizes)
    table.size(*SIZES["large"])
    assert [large / size for large, size in zip(table.ask(sizes), usual, strict=True)] == pytest.approx([1.25] * 4)


@only_with_page
@pytest.mark.parametrize(
    ("game", "people", "steps"), every_so_many(3, [("euchre", 4, 8), ("toriatama", 4, 24), ("bonehead", 4, 16)])
)
def test_a_hint_is_never_cut_off(table: Browser, game: str, people: int, steps: int) -> None:
    """These games have the longest. What needs more than two lines grows over the table, and hides no piece to take."""
    begin(table, game, people)
    table.size(*SIZES["small phone"])
    for _ in range(steps):
        goes_on(table, 1)
        table.ask("$('hint').hidden || $('hint').click()")
        table.until("window.quiet()")
        assert table.ask("$('remark').scrollHeight <= $('remark').clientHeight + 4 || $('remark').textContent") is True
        assert not [fault for fault in table.ask(f"({GEOMETRY})()") if fault.endswith("is hit over 0 px")]


def test_an_answer_that_a_hint_marks_is_in_view(table: Browser) -> None:
    begin(table, "toriatama", 4, 3)
    table.size(*SIZES["small phone"])
    goes_on(table, 40, "count('#answers > [data-place]') > 1")
    last = "[...document.querySelectorAll('#answers > [data-place]')].at(-1)"
    hint = f"{{right: [], answer: {last}.dataset.place}}"
    right = f"import('/table.js').then(({{mark}}) => [mark({hint}), {last}.getBoundingClientRect().right][1])"
    assert table.ask(right) <= SIZES["small phone"][0]


@only_with_page
def test_a_long_answer_and_what_plays_the_last_card_are_read_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "hearts", 1, 3), lambda view: "last card" in json.dumps(view["asked"]))
    with shown(browser, desk, tmp_path) as page:
        for size in ("phone", "small phone", "200 %"):
            page.size(*SIZES[size])
            answers = page.ask(
                "[...document.querySelectorAll('#answers, #answers [data-group], #onwards [data-group]')].map(one =>"
                " ({...one.getBoundingClientRect().toJSON(), wide: innerWidth,"
                " fits: one.scrollWidth <= one.clientWidth}))"
            )
            assert len(answers) == 3
            assert all(answer["fits"] and answer["right"] <= answer["wide"] for answer in answers)
            assert answers[-1]["height"] < 45, "three lines"


@only_with_page
def test_what_is_told_of_oneself_is_whole_beside_what_helps(browser: Browser, tmp_path: Path) -> None:
    """A dealer who has declared and won a pair."""
    with shown(browser, steps(dealt(tmp_path, "birddog", 3, seed=3), 10), tmp_path) as page:
        assert page.ask("count('#own :is(.dealer, .fact, .won)')") == 4
        assert faults(page) == []


@pytest.mark.parametrize(
    ("game", "there"),
    [("bonehead", "true"), ("spades", "true"), ("spades", "document.querySelector('.partner ~ * .won')")],
)
def test_larger_print_is_whole_on_a_small_phone(table: Browser, game: str, there: str) -> None:
    begin(table, game, 4, 3)
    goes_on(table, 60, there)
    sizes = "small phone", "low narrow phone", "small phone on its side", "200 %"
    assert faults_in_larger_print(table, *sizes) == []


@pytest.mark.parametrize(
    ("game", "there"),
    [
        ("bonehead", "/Take the pile/.test($('answers').textContent)"),
        ("euchre", "/end this deal/.test($('answers').textContent) && count('#trick .card') === 3"),
    ],
)
def test_no_answer_lies_over_cards_in_larger_print_where_the_table_is_low(
    table: Browser, game: str, there: str
) -> None:
    begin(table, game, 4, 3)
    goes_on(table, 60, there)
    table.size(*SIZES["200 %"])
    table.ask("$('panel').checkVisibility() && $('put-away').click()")
    found = faults_in_larger_print(table, "small phone on its side", "200 %")
    if game == "euchre":
        table.ask("$('put-away').click()")
        found += faults_in_larger_print(table, "phone on its side", "small phone on its side", "200 %")
    assert not [fault for fault in found if "answers" in fault]
    table.ask("localStorage.removeItem('box')")


def test_claims_are_seen_whole_and_hide_no_drink_in_larger_print(table: Browser) -> None:
    table.size(*SIZES["desktop"])
    begin(table, "toriatama", 4, 3)
    table.ask("paced('at once')")
    goes_on(
        table, 60, "count('#answers > [data-group]') === 4 && $('remark').textContent.includes(' or take a drink ')"
    )
    table.size(*SIZES["phone"])
    assert table.ask("$('answers').scrollHeight <= $('answers').clientHeight"), "both hands, colour and shape"
    assert faults_in_larger_print(table, "phone") == []
    table.size(*SIZES["low phone"])
    table.until("count('#answers > [data-group]') > 1 && $('answers').scrollWidth <= $('answers').clientWidth")
    assert "“Toriatama drinks” is cut off" not in faults_in_larger_print(table, "200 %")


HIDES_TRUMP = """
(() => {
  const [trump, said] = ['.trump', '#remark'].map((one) => document.querySelector(one).getBoundingClientRect());
  return said.top < trump.bottom && said.right > trump.left;
})()"""


def test_what_a_bid_counts_hides_no_trump_on_a_phone(table: Browser) -> None:
    begin(table, "spades", 4, 3)
    for size in ("phone", "low phone", "small phone"):
        table.size(*SIZES[size])
        assert not table.ask(f"new Promise(requestAnimationFrame).then(() => {HIDES_TRUMP})"), size


def test_four_claims_stand_in_one_row_where_they_have_room(table: Browser) -> None:
    table.size(*SIZES["desktop"])
    begin(table, "toriatama", 4, 3)
    goes_on(table, 60, "count('#answers > [data-group]') === 4")
    tops = "new Set([...document.querySelectorAll('#answers > [data-group]')].map((one) => one.offsetTop)).size"
    for width, height in ((640, 900), (700, 1000), (768, 1024), (815, 1100)):
        table.size(width, height)
        table.until(f"{tops} === 1")  # none while the claims are asked for anew


def faults_in_larger_print(table: Browser, *sizes: str) -> list[str]:
    table.ask("$('print').click()")
    found = []
    for name in sizes:
        table.size(*SIZES[name])
        found += table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})")
    table.ask("$('print').click()")
    return found


def test_a_trick_lies_beside_the_box_on_phones_that_are_just_low_or_just_high(table: Browser) -> None:
    begin(table, "rook", 4, 3)
    goes_on(table, 60, "count('#trick .card') === 3")
    for height in (801, 832, 833):
        table.size(390, height, 2.0)
        assert table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})") == [], height


@pytest.mark.parametrize("game", every_so_many(4, ["hearts", "rook", "euchre", "spades"]))
def test_what_a_deal_brought_is_read_whole_where_the_table_is_low(table: Browser, game: str) -> None:
    begin(table, game, 4, 3)
    table.ask("document.querySelector('#jumps [value=deal-end]').click()")
    table.until("count('.dealt') && window.quiet()")
    for size in ("phone on its side", "small phone on its side", "200 %"):
        table.size(*SIZES[size])
        whole = "[...document.querySelectorAll('.dealt')].every((one) => one.scrollHeight <= one.clientHeight + 1)"
        assert table.ask(whole), size


UNSEEN = """
[...$('answers').children].filter((answer) =>
  answer.getBoundingClientRect().bottom > $('answers').getBoundingClientRect().bottom + .5)
  .map((answer) => answer.textContent)"""


@pytest.mark.parametrize("size", ["phone on its side", "small phone on its side", "200 %"])
def test_every_bid_and_pass_are_seen_where_the_table_is_low(table: Browser, size: str) -> None:
    begin(table, "rook", 4)
    table.size(*SIZES[size])
    for _ in range(5):
        assert table.ask("count('#answers > [data-group]')") > 8
        assert table.ask(UNSEEN) == []
        assert table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})") == []
        goes_on(table, 1)


def test_the_sign_of_trump_is_seen_where_the_table_is_low(table: Browser) -> None:
    begin(table, "birddog", 3)
    goes_on(table, 9, "count('.trump, .heap') === 3")
    for size in ("phone", "small phone", "small phone on its side"):
        table.size(*SIZES[size])
        assert table.ask("document.querySelector('.trump small').checkVisibility()"), "the Bird Dog is told"
    assert table.ask("count('.trump, .heap')") == 3
    assert table.ask("document.querySelector('.trump').getBoundingClientRect().top >= $('table').offsetTop")


@pytest.mark.parametrize(
    ("game", "people", "computers", "steps"), [("euchre", 4, 3, 0), ("euchre", 4, 3, 2), ("birddog", 3, 0, 2)]
)
def test_nothing_lies_over_trump_and_heaps_where_they_have_little_room(
    table: Browser, game: str, people: int, computers: int, steps: int
) -> None:
    begin(table, game, people, computers)
    for _ in range(steps):
        goes_on(table, 1)
    assert table.ask("count('.heap, .trump')") == 1 + bool(steps) + (game == "birddog")
    for name in ("low phone", "low narrow phone", "small phone", "phone on its side", "small phone on its side"):
        table.size(*SIZES[name])
        assert table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})") == [], name


@pytest.mark.parametrize(("game", "people"), [("bonehead", 3), ("spades", 4)])
def test_a_hand_turned_on_a_phone_on_its_side_is_turned_back_on_it_upright(
    table: Browser, game: str, people: int
) -> None:
    begin(table, game, people)
    table.size(*SIZES["phone on its side"])
    table.click("#own .turner")
    for name in ("low narrow phone", "phone"):
        table.size(*SIZES[name])
        assert table.ask("document.querySelector('#own .turner').checkVisibility()"), name
        assert table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})") == [], name
    table.click("#own .turner")
    assert table.ask("count('#own .hand .card.back')") == 0


def test_the_stack_is_seen_beside_a_box_that_is_wanted_where_it_has_no_room(table: Browser) -> None:
    table.size(320, 480)
    begin(table, "birddog", 3, 2)
    table.ask("$('panel').checkVisibility() || $('put-away').click()")
    x, y = table.middle(".stack")
    assert table.ask(f"Boolean(document.elementFromPoint({x}, {y}).closest('.stack'))")
    table.ask("$('put-away').click()")
    table.ask("localStorage.removeItem('box')")


@pytest.mark.parametrize(("game", "people", "computers"), [("bonehead", 4, 3), ("toriatama", 4, 3), ("birddog", 3, 0)])
def test_all_is_seen_whole_without_the_box_on_the_smallest_phone_on_its_side(
    table: Browser, game: str, people: int, computers: int
) -> None:
    begin(table, game, people, computers)
    table.size(568, 320)
    table.ask("$('panel').checkVisibility() && $('put-away').click()")
    for _ in range(12):
        table.until(f"!({GEOMETRY.strip()})().length")  # what was just laid lies over the pile for a moment
        if game == "birddog":
            table.ask("$('print').click()")
            table.until(f"!({GEOMETRY.strip()})().length")
            table.ask("$('print').click()")
        goes_on(table, 1)
    table.ask("localStorage.removeItem('box')")


def test_the_shelf_is_in_view_in_larger_print_on_the_smallest_phone_on_its_side(table: Browser) -> None:
    begin(table, "toriatama", 4, 3)
    table.size(568, 320)
    table.ask("$('print').click()")
    found = table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})")
    table.ask("$('print').click()")
    assert found == []


def test_what_is_said_and_the_box_share_the_table_when_the_box_comes(table: Browser) -> None:
    begin(table, "euchre", 4, 3)
    table.size(*SIZES["small phone on its side"])
    for _ in range(2):
        table.ask("$('put-away').click()")
        table.until(f"!({GEOMETRY.strip()})().length")
    assert table.ask("$('panel').checkVisibility()")
    table.ask("localStorage.removeItem('box')")


ONE_LINE = """
[...document.querySelectorAll('.dealt thead th:not(:has(button))')].every((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length < 2;
})"""


def test_what_lies_and_what_was_won_is_seen_whole_between_two_deals_of_euchre_and_hearts(table: Browser) -> None:
    begin(table, "euchre", 4, 3)
    for enough in (
        "count('.trump') && count('#trick .play[data-at=own]')",
        "/changes nothing/.test($('answers').textContent)",
    ):
        goes_on(table, 90, enough)
        for name in ("small laptop", "phone", "phone on its side", "small phone on its side", "200 %"):
            table.size(*SIZES[name])
            found = table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})")
            assert set(found) <= {"no hand on turn"}, name
    begin(table, "hearts", 4, 3)
    table.ask("document.querySelector('#jumps [value=deal-end]').click()")
    table.until("count('.dealt thead th') && window.quiet()")
    table.size(*SIZES["small phone"])
    assert table.ask(ONE_LINE), "no name is parted"


def test_a_hand_has_two_rows_on_a_small_phone_when_a_whole_row_was_laid_away(table: Browser) -> None:
    begin(table, "rook", 4, 3)
    goes_on(table, 9, "count('#own .holds') < 11")
    table.size(320, 568)
    assert table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})") == []


def test_without_the_box_a_hand_is_large_and_whole_on_small_phones(table: Browser) -> None:
    begin(table, "spades", 4, 3)
    goes_on(table, 60, "count('#trick .card') === 3")
    table.size(320, 640)
    table.ask("$('panel').checkVisibility() && $('put-away').click()")
    for wide, height, least in ((844, 390, 88), (667, 375, 83), (568, 320, 67), (320, 568, 96), (320, 640, 96)):
        table.size(wide, height)
        assert table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})") == [], (wide, height)
        table.until(f"document.querySelector('#own .card').offsetHeight >= {least}")
    table.ask("localStorage.removeItem('box')")


def test_a_sentence_that_stays_is_not_put_in_anew_for_those_who_hear_it(table: Browser) -> None:
    begin(table, "hearts", 4)
    table.ask(
        "window.read = [$('remark').textContent],"
        "new MutationObserver(() => read.push($('remark').textContent)).observe($('remark'), {childList: true})"
    )
    for size in ("phone", "small phone", "desktop"):
        table.size(*SIZES[size])
        table.ask("new Promise(requestAnimationFrame)")
    assert table.ask("window.read.filter((text, at) => text === read[at - 1])") == []


def test_the_name_is_read_while_an_example_is_watched_on_the_smallest_phone(table: Browser) -> None:
    table.size(*SIZES["small phone"])
    table.ask("import('/orders.js').then(one => one.order({do: 'watch', game: 'birddog', every: 10}))")
    table.until("!$('watching').hidden && count('#own h2')")
    table.ask("import('/orders.js').then(one => one.order({do: 'pause'}))")
    name = "document.querySelector('#own h2')"
    assert table.ask(f"{name}.scrollWidth <= {name}.clientWidth")
    assert table.ask(f"{name}.getBoundingClientRect().right <= $('watching').getBoundingClientRect().left")
    table.ask("import('/orders.js').then(one => one.order({do: 'demonstrate', every: 0}))")
    table.until("$('step').hidden && window.quiet()")


@only_with_page
def test_a_person_keeps_the_hand_in_view_while_computers_play(browser: Browser, tmp_path: Path) -> None:
    desk = dealt(tmp_path, "bonehead", 1, 3)
    with shown(browser, steps(desk, 3), tmp_path) as page:
        for _ in range(so_many(3, 12)):
            goes_on(page, 1)
            assert page.ask(
                "count('#own .holds') && !document.querySelector('#own .rack') && count('#others > *') === 3"
            )
        assert faults(page) == []
        if TORTURE:
            page.ask("paced('at once')")
            goes_on(page, 60, "!count('#own .hand')")
            assert page.ask("count('#own .lower .holds')")  # heads and bones are what is left to play
            assert faults(page) == []


MARKS = """
[['aria-pressed', 'true'], ['class', 'holds right']].map(([name, mark]) => {
  const one = document.querySelector('#own .holds');
  one.setAttribute(name, mark);
  const {outlineStyle, outlineWidth} = getComputedStyle(one.querySelector('.card'));
  if (name === 'class') one.className = 'holds';
  else one.removeAttribute(name);
  return `${outlineStyle} ${parseFloat(outlineWidth) >= 3}`;
})"""
TURNS = """
['.seat.turn', '.seat:not(.turn)'].map(one => {
  const {outlineStyle, borderTopWidth} = getComputedStyle(document.querySelector(one));
  return `${outlineStyle} ${borderTopWidth}`;
})"""


@only_with_page
def test_forced_colours_leave_marks_and_turns_told_by_lines(table: Browser) -> None:
    begin(table, "rook", 4)
    media(table, "forced-colors", "active")
    try:
        marks, turns, answer = table.ask(MARKS), table.ask(TURNS), "document.querySelector('#answers [data-place]')"
        style = table.ask(f"{answer}.classList.add('right'), getComputedStyle({answer}).outlineStyle")
        assert style == "solid", "the answer that a hint proposes"
        assert len(set(marks)) == len(marks)
        assert all(mark.endswith("true") and not mark.startswith("none") for mark in marks)
        assert len(set(turns)) == len(turns)
    finally:
        media(table)


def orders(page: Browser) -> int:
    return sum(asked.endswith("/orders") for asked in page.requests)


@only_with_page
@pytest.mark.parametrize("size", so_many(["phone"], ["desktop", "phone", "200 %"]))
def test_the_drawer_moves_nothing_keeps_the_keys_and_gives_them_back(table: Browser, size: str) -> None:
    begin(table, "rook", 4)
    table.size(*SIZES[size])
    table.follow_network()
    before = table.ask(PLACES)
    here = "document.activeElement"
    for close in ("Escape", "button", "beside"):
        table.ask("$('show-drawer').focus()")
        table.press("Enter")
        assert table.ask("$('drawer').matches(':modal')")
        assert table.ask(PLACES) == before
        for _ in range(12):
            table.press("Tab")
            assert table.ask(f"{here} === document.body || $('drawer').contains({here})")
        table.press("ArrowDown")  # is no button of the box here
        match close:
            case "Escape":
                table.press("Escape")
            case "button":
                table.click("#close-drawer")
            case _ if SIZES[size][0] > 500:
                for move in ("mousePressed", "mouseReleased"):
                    table.call("Input.dispatchMouseEvent", type=move, x=60, y=200, button="left", clickCount=1)
            case _:
                table.press("Escape")  # on a phone nothing is beside it
        assert not table.ask("$('drawer').open")
        assert table.ask(f"{here}.id") == "show-drawer"
        assert table.ask(PLACES) == before
    assert orders(table) == 0


def test_nothing_in_the_drawer_is_cut_off_on_the_smallest_phone(table: Browser) -> None:
    table.size(*SIZES["small phone"])
    table.ask("$('show-drawer').click(); document.querySelectorAll('#drawer details').forEach(one => one.open = true)")
    table.until("count('#choices select') > 10")
    wide = "[$('drawer'), ...document.querySelectorAll('#drawer *')].map(one => one.getBoundingClientRect().right)"
    assert table.ask(f"$('drawer').scrollWidth <= $('drawer').clientWidth && Math.max(...{wide}) <= 320")
    table.press("Escape")


@only_with_page
def test_escape_is_back_again_when_the_drawer_is_closed(table: Browser) -> None:
    begin(table, "rook", 4)
    table.follow_network()
    table.press("Escape")
    table.until("window.quiet()")
    assert orders(table) == 2  # down and up


def test_escape_leads_back_to_the_game_and_to_its_cards_and_is_no_button_of_the_box(table: Browser) -> None:
    begin(table, "hearts", 4, 3)
    goes_on(table, 12, "$('last-trick')")
    table.follow_network()
    for opener, is_open in (("show-new", "!$('new-game').hidden"), ("last-trick", "count('.trick.over')")):
        table.ask(f"$('{opener}').click()")
        assert table.ask(is_open)
        table.press("Escape")
        assert not table.ask(is_open), opener
    assert orders(table) == 0
    assert table.ask("document.activeElement.id") == "show-new"


def test_a_key_on_a_button_that_still_waits_for_cards_keeps_its_place(table: Browser) -> None:
    begin(table, "hearts", 4, 3)
    table.until("$('remark').textContent.startsWith('Pass 3 cards')")
    table.press("ArrowRight", "Enter")
    for _ in range(2):
        table.ask("$('lay').focus()")
        table.press("Enter")
        assert table.ask("document.activeElement.textContent") == "Pass 1 of 3"


DRAWN = """
((change) => new Promise(go => {
  const views = new EventSource('/events');
  views.onmessage = async ({data}) => {
    views.close();
    const {table} = JSON.parse(data);
    change(table);
    (await import('/table.js')).draw(table, false);
    requestAnimationFrame(go);
  };
}))"""
"""Draws a table that is rarely met, made of that in play."""
LARGE_HAND = "(table) => table.seats[table.me].hand = table.seats.flatMap(({hand}) => hand).slice(0, 26)"
PLAYS_ALONE = """
(table) => {
  table.seats.forEach(seat => (seat.beside = []));
  table.dealer = (table.me + 1) % 4;
  Object.assign(table.seats[table.dealer], {beside: ['maker', 'alone'], won: {tricks: 1, open: []}});
}"""


@only_with_page
@pytest.mark.parametrize("size", every_so_many(5, ["small phone", "desktop", "laptop", "tablet", "phone"]))
def test_each_card_of_a_large_hand_can_be_taken(table: Browser, size: str) -> None:
    """Somebody took a large pile at Bonehead."""
    begin(table, "spades", 4)
    table.size(*SIZES[size])
    table.ask(f"{DRAWN}({LARGE_HAND})")
    assert table.ask("count('#own .hand .holds')") == 26
    found = table.ask(f"new Promise(requestAnimationFrame).then({GEOMETRY})")
    least = 24
    assert not [fault for fault in found if "the page is" in fault]
    assert all(int(fault.split()[-2]) >= least - 2 for fault in found if "is hit over" in fault)
    table.ask("document.dispatchEvent(new Event('redraw'))")


def test_what_is_told_of_a_player_leaves_the_cards_whole(table: Browser) -> None:
    begin(table, "euchre", 4)
    goes_on(table, 6, "count('#trick .card') > 1")
    for size in LOOKED_AT:
        table.size(*SIZES[size])
        table.ask(f"new Promise(requestAnimationFrame).then(() => {DRAWN}({PLAYS_ALONE}))")
        assert table.ask("document.querySelector('#others .dealer')?.closest('.seat').matches(':has(.won)')")
        assert table.ask(f"({GEOMETRY})()") == [], size
    table.ask("document.dispatchEvent(new Event('redraw'))")
