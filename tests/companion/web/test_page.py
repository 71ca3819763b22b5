"""The page in a real browser: seen, clicked and typed at as people do."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.games.registry import GAMES
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, shown
from tests.companion.web.table_in_browser import PLAY, begin, look_at, open_drawer, served
from tests.torture import every_so_many, only_with_page, only_with_torture

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

SHIFT = 8
STEPS_OF_A_SET_UP = 8
LARGEST_BYTES = 150_000

SAID = "window.display()"

PLAY_ON = """
async () => {
  for (let turn = 0; turn < 4000; turn++) {
    if (/^Winner/m.test(window.display())) return 'over';
    if (window.quiet() && document.querySelector('#own .turn')) $('next').click();
    await new Promise(r => setTimeout(r, 10));
  }
  return window.display();
}
"""
"""Somebody who presses Next at her own turn, and waits for the computers."""


def words(page: Browser, selector: str) -> list[str]:
    return list(page.ask(f"[...document.querySelectorAll({json.dumps(selector)})].map(one => one.dataset.word)"))


@only_with_page
@pytest.mark.parametrize(
    ("game", "people", "seed"),
    every_so_many(
        7,
        [
            ("birddog", 3, 1),
            ("birdhead", 4, 1),
            ("rook", 4, 1),
            ("toriatama", 4, 1),
            ("bonehead", 4, 2),
            ("euchre", 4, 1),
            ("euchre", 4, 3),
        ],
    ),
)
def test_a_full_deal_is_played_by_clicks_and_nothing_is_refused(
    page: Browser, game: str, people: int, seed: int
) -> None:
    begin(page, game, people, seed)
    page.ask(f"window.end = null; ({PLAY})().then(end => window.end = end); 0")
    end = page.until("window.end", patience_s=60)
    assert "scored" in end or "over" in end, end
    assert not page.ask("lamps.has('red')")


@only_with_torture
def test_one_person_plays_bonehead_against_three_computers_from_the_deal_to_the_end(page: Browser) -> None:
    page.ask("$('scanned').checked = false")
    page.ask("document.querySelector('input[value=bonehead]').click()")
    page.ask("$('people').value = '4'; $('people').dispatchEvent(new Event('change'))")
    page.ask("$('seed').value = '1'")
    page.click("#deal")
    page.until("count('.rack') === 3 && window.quiet()")
    assert page.ask("count('.rack .slot')") == 18
    page.ask("paced('at once')")
    page.ask(f"window.end = null; ({PLAY_ON})().then(end => window.end = end); 0")
    assert page.until("window.end", patience_s=60) == "over"


def test_a_wrong_card_is_refused_with_its_reason_on_panel_light_and_for_ears(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "birdhead", 4), tmp_path) as page:
        page.click("#hint")
        page.until("count('.holds.right') > 0")
        before = page.ask("$('panel').toDataURL()")
        hand = words(page, "#own .holds")
        for word in (hand[0], hand[-1]):
            page.click(f'[data-word="{word}"]', SHIFT)
        page.click("#lay")
        page.until(f"/ONE RANK/.test({SAID})")
        page.until("lamps.has('red')")
        after = page.ask("$('panel').toDataURL()")
        assert before != after
        assert len(words(page, "#own .holds")) == 10


CARD = '#own .holds[data-word="{}"]'


def test_a_card_is_carried_to_the_reader_by_finger_and_by_mouse(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "birddog", 3), tmp_path) as page:
        page.size(390, 844)
        assert page.ask("getComputedStyle($('felt')).touchAction") == "manipulation", "no tap zooms"
        page.until("count('.stack:not([aria-disabled])')")
        turned_up = words(page, "#own .holds")[:2]
        page.ask("$('own').scrollIntoView(false)")
        card, reader = page.middle(CARD.format(turned_up[0])), page.middle("#reader")
        page.finger("touchStart", *card)
        page.finger("touchMove", card[0] + 10, card[1])  # along the hand, and out of it
        page.finger("touchMove", *reader)
        page.until("count('.carried') === 1 && count('#table.near') === 1")
        page.finger("touchEnd")
        page.until(f"count('.carried') === 0 && window.quiet() && /NOT YOURS/.test({SAID})")  # a card of a hand
        page.follow_network()
        for move, at in (("mousePressed", card), ("mouseMoved", reader), ("mouseReleased", reader)):
            page.call("Input.dispatchMouseEvent", type=move, x=at[0], y=at[1], button="left", buttons=1, clickCount=1)
        page.until("count('#lying .card') === 0 && window.quiet()")
        assert sum(asked.endswith("/orders") for asked in page.requests) == 1


@only_with_page
def test_a_swipe_over_the_cards_scrolls_and_lays_nothing(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "birdhead", 4), tmp_path) as page:
        page.size(390, 844)
        page.ask("$('own').scrollIntoView(false)")
        x, y = page.middle("#own .holds")
        page.finger("touchStart", x, y)
        page.finger("touchMove", x, y - 40)
        page.finger("touchEnd")
        assert page.ask("count('.carried')") == 0
        assert page.ask("window.quiet() && count('#trick .card')") == 0


@only_with_page
def test_a_name_tag_seats_somebody_and_asks_for_a_card_in_play(page: Browser) -> None:
    page.click("#show-new")
    page.until("!$('tags').hidden")
    assert page.ask("count('#tags .tag')") >= 5
    page.click("#show-new")
    begin(page, "birdhead", 4)
    asks = "Tap {}'s card".format(page.ask("document.querySelector('#own .tag').textContent"))
    page.click("#own .tag")
    page.until(f"{SAID}.includes({json.dumps(asks)})")


@only_with_page
def test_house_rules_and_names_are_chosen_on_the_page_and_hold_in_the_next_game(page: Browser) -> None:
    open_drawer(page, "house")
    page.until("count('#choices select') > 10")
    field = "$('choice-people.regulars')"
    page.ask(f"{field}.value = 'Zoë, undo'; {field}.dispatchEvent(new Event('change'))")
    page.until("/undo: “undo” is a word of the records/.test($('house-said').textContent)")
    page.complaints.clear()  # the browser tells a refusal, too
    page.ask(f"{field}.value = 'Zoë, 李'; {field}.dispatchEvent(new Event('change'))")
    page.until("$('house-said').textContent === 'Kept. The display cannot draw 李; it shows □, or the seat.'")
    page.ask(f"{field}.value = 'Zoë, Yan, Xi'; {field}.dispatchEvent(new Event('change'))")
    page.until("$('house-said').textContent === 'Kept.'")
    page.click("#close-drawer")
    begin(page, "birddog", 3)
    names = page.ask("[...document.querySelectorAll('.seat .tag')].map(one => one.textContent)")
    assert sorted(names) == ["Xi", "Yan", "Zoë"]


def test_the_screen_stays_on_while_a_game_is_in_play_and_the_page_has_a_name_on_a_home_screen(page: Browser) -> None:
    page.ask("""
        window.held = 0;
        navigator.wakeLock.request = async () => (held += 1, {release: async () => { held -= 1; }});
        0""")
    begin(page, "bonehead", 3)
    assert page.ask("held") == 1
    page.ask("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.ask("held") == 2
    manifest = page.ask("fetch(document.querySelector('[rel=manifest]').href).then((answer) => answer.json())")
    icons = [icon["src"] for icon in manifest["icons"]]
    assert page.ask(f"Promise.all({icons}.map((icon) => fetch(icon).then((answer) => answer.ok)))") == [True]


@only_with_page
def test_a_number_is_set_on_the_page_and_a_wrong_one_is_refused(page: Browser) -> None:
    open_drawer(page, "house")
    page.until("count('#choices select') > 10")
    field = "$('choice-people.think_s')"
    page.ask(f"{field}.value = '61'; {field}.dispatchEvent(new Event('change'))")
    page.until("/61.*0 to 60/.test($('house-said').textContent)")
    page.complaints.clear()
    page.ask(f"{field}.value = '5'; {field}.dispatchEvent(new Event('change'))")
    page.until("$('house-said').textContent === 'Kept.'")
    page.until(f"{field}.value === '5'")


def test_a_held_button_fills_the_bar_and_opens_the_menu(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "birdhead", 4), tmp_path, 4.0) as page:
        page.mouse('.knob[value="BACK"]', "mousePressed")
        page.until("document.querySelector('.knob[value=BACK]').classList.contains('down')")
        page.until(f"/^Menu/.test({SAID})")
        page.mouse('.knob[value="BACK"]', "mouseReleased")
        page.until("!document.querySelector('.knob.down') && window.quiet()")
        assert page.ask(SAID).startswith("Menu")


def presses(page: Browser, *keys: str) -> None:
    for key in keys:
        page.press(key)
        page.until("window.quiet()")


def test_the_keyboard_alone_sets_up_a_game_on_the_box(page: Browser) -> None:
    page.click("#show-new")
    page.ask("document.activeElement.blur()")
    for _ in GAMES:
        if page.ask("/› Bird Dog/.test(window.display())"):
            break
        presses(page, "ArrowDown")
    presses(page, *["Enter"] * 7)
    page.until("$('where').textContent === 'Bird Dog, to 11'")
    page.press("ArrowRight")
    assert page.ask("document.activeElement.id") == "stack"
    page.press("Enter")
    page.until("count('.heap .card') === 2 && window.quiet()")
    page.press("Enter")  # the stack has let go of the keys: this is OK, nobody declares
    page.until(f"/All passed/.test({SAID})")
    page.key("Escape", down=True)
    page.until(f"/^Menu/.test({SAID})")
    page.key("Escape", down=False)


def test_the_plug_is_pulled_and_the_page_shows_how_the_table_comes_back(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "birdhead", 4), tmp_path) as page:
        page.click("#hint")
        page.until("count('.holds.right')")
        page.click(".holds.right")
        page.ask("document.querySelector('#lay:not([hidden])')?.click()")  # where several could be laid
        page.until("count('#trick .card') && window.quiet()")
        page.click('.knob[value="OK"]')
        page.until("!document.querySelector('#own .seat').ariaLabel.startsWith('Ann') && window.quiet()")
        lies = page.ask("$('trick').innerText")
        open_drawer(page, "trouble")
        page.click("#unplug")
        page.until(f"{SAID} === 'No power.'")
        page.until(f"/^RESUMED/.test({SAID}) && window.quiet()")
        assert page.ask("$('trick').innerText") == lies


@only_with_page
def test_the_sheet_of_games_gives_way_to_a_game_that_was_begun_at_the_box(page: Browser) -> None:
    assert not page.ask("$('new-game').hidden")
    for _ in range(STEPS_OF_A_SET_UP):
        page.ask("$('next').click()")
        page.until("window.quiet()")
    assert page.ask("$('new-game').hidden")
    assert page.ask("count('.seat')") > 1


def test_a_table_that_was_started_anew_takes_the_next_click_and_is_shown_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    try:
        with served(tmp_path / "1") as address:
            look_at(browser, address)
            browser.ask("window.before = true")
            begin(browser, "birddog", 3)
        with served(tmp_path / "2", port=urlsplit(address).port or 0):
            browser.ask("paced('fast')")
            browser.until("$('pace').value === 'fast' && !$('where').textContent && window.quiet()")
            assert browser.ask("window.before && count('#games .game')") == 8  # the same page goes on
            begin(browser, "rook", 4)
    finally:
        browser.call("Page.navigate", url="about:blank")


def test_a_view_is_drawn_where_the_browser_draws_no_frame(page: Browser) -> None:
    page.ask("window.requestAnimationFrame = () => 0; performance.now = () => 1e6")  # all come at the same moment
    begin(page, "rook", 4)
    assert page.ask("$('remark').textContent")


def test_every_control_has_a_name_and_the_display_is_told_to_ears(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "rook", 4), tmp_path) as page:
        assert page.nameless() == []
        assert page.ask("$('remark').getAttribute('role')") == "status"
        assert "BOB" in page.ask(SAID)
        assert page.ask("document.querySelector('#own .holds').getAttribute('aria-label')").split()[0] in {
            *"black green red yellow rook".split()
        }


def test_the_page_is_small_and_asks_at_once_for_all_its_modules(page: Browser) -> None:
    parts = page.ask(
        "[...performance.getEntriesByType('resource'), performance.getEntriesByType('navigation')[0]]"
        ".map(one => [new URL(one.name).pathname, one.initiatorType, one.transferSize])"
    )
    size = sum(bytes_ for name, _, bytes_ in parts if name != "/events")
    print(f"\n{size:,} bytes in {len(parts)} requests")  # noqa: T201 - figures are to be read
    assert size <= LARGEST_BYTES
    assert [name for name, asked_by, _ in parts if asked_by == "script"] == ["/whole.js", "/main.js"]  # others by links
