"""What stands out at the table, and sentences said to the one person who sits at this page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.rules.events import NilBroken, TrickTaken
from companion.rules.second_person import forms_to_you, to_player
from companion.rules.statements import PLAY, Statement
from companion.support.messages import msg, msg_n
from companion.web.orders import Begin, Do
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt, shown, steps
from tests.companion.web.table_in_browser import asked, desk_of, does
from tests.companion.web.test_layout import SIZES
from tests.torture import every_so_many, only_with_page, so_many

FORMS = {"{who} takes {n} card": msg_n("You take {n} card", "You take {n} cards"), "{who} sits": "You sit"}


def test_a_sentence_is_said_to_the_player_whom_it_is_about() -> None:
    assert to_player(msg("{who} sits", who="Ann"), "Ann", FORMS) == "You sit"
    assert to_player(msg("{who} sits", who="Tom"), "Ann", FORMS) == "Tom sits"
    assert to_player(msg("{who} stands", who="Ann"), "Ann", FORMS) == "Ann stands"
    assert to_player(msg_n("{who} takes {n} card", "{who} takes {n} cards", 2, who="Ann"), "Ann", FORMS) == (
        "You take 2 cards"
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_a_game_with_a_player_has_a_form_for_that_player(name: str) -> None:
    game = GAMES[name]
    told = {word.told for word in game.words if "{who}" in word.told and word.name not in ("hand", "dealt")}
    assert told <= set(forms_to_you(game))


@only_with_page
@pytest.mark.parametrize(("people", "who"), every_so_many(2, [(1, "You"), (2, "Ann")]))
def test_who_sits_alone_at_the_page_is_you_and_of_several_people_each_has_a_name(
    people: int, who: str, tmp_path: Path
) -> None:
    desk, told = dealt(tmp_path, "hearts", people, 4 - people, seed=3), set[str]()
    for _ in range(so_many(10, 30)):
        view = does(desk, Do.NEXT)
        told |= {re.split(r"[:\s]", news)[0] for news in view["asked"]["news"]}
    assert who in told
    assert len(told & {"You", "Ann"}) == 1
    heard = " ".join(text for message in view["heard"]["latest"] for _, text in message["say"])
    assert not re.search(r"\bYou\b", heard)


@only_with_page
def test_the_first_decision_has_news_of_who_deals(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "spades", 1, 3, seed=3)
    does(desk)
    assert asked(desk)["yours"]
    now = asked(desk)
    assert now["news"]


def untold(expected: list[str], told: set[str]) -> list[str]:
    return [form for form in expected if not any(re.fullmatch(form, text) for text in told)]


@pytest.mark.parametrize(
    ("game", "expected"),
    every_so_many(
        2,
        [
            ("hearts", [r"\w+ takes? the queen of spades\."]),
            ("bonehead", [r"A 10 clears the pile\.", r".*\b(is|are) the bonehead\."]),
            ("birdhead", [r"\w+ ha(s|ve) the highest last card: \d+ points\."]),
        ],
    ),
)
def test_what_stands_out_is_told_in_a_short_sentence(game: str, expected: list[str], tmp_path: Path) -> None:
    desk, told, presses = dealt(tmp_path, game, 1, 3, seed=3), set[str](), iter(range(40))
    while untold(expected, told) and next(presses, None) is not None:
        told |= {moment["text"] for moment in does(desk, Do.NEXT)["moments"]["latest"]}
    assert untold(expected, told) == []


def test_a_nil_that_is_broken_stands_out_in_any_game() -> None:
    shown, taken = GAMES["spades"].shown, TrickTaken(0, (Card("2", "C"),))
    told = [*shown.moments(None, Statement(PLAY, 1), (taken, NilBroken(1)), ("Ann", "Tom"))]
    assert told == ["Tom's nil is broken"]


BEFORE_THE_QUEEN_IS_TAKEN = 19
"""Steps of the deal."""

HURRIES = """
(() => {
  const now = performance.now.bind(performance), later = window.setTimeout;
  performance.now = () => 10 * now();
  window.setTimeout = (go, ms) => later(go, ms / 10);
})()"""
"""From now on the page's time goes ten times as fast."""

SEEN = """
window.stood = [];
new MutationObserver(() => $('moment').hidden || window.stood.at(-1) === $('moment').textContent
  || window.stood.push($('moment').textContent)).observe($('moment'), {attributes: true, childList: true});
"""


@only_with_page
@pytest.mark.no_cover
def test_a_moment_stands_on_the_box_takes_no_click_and_is_gone_again(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, steps(dealt(tmp_path, "hearts", 4), BEFORE_THE_QUEEN_IS_TAKEN), tmp_path) as page:
        page.ask(SEEN)
        page.ask(HURRIES)
        page.ask("$('next').click()")
        page.until("window.stood.length")
        assert page.ask("window.stood[0]") == (told := "Dee takes the queen of spades.")
        assert page.ask("$('remark').textContent + $('moment-told').textContent").count(told) == 1, "it is read once"
        assert page.ask("getComputedStyle($('moment')).pointerEvents") == "none"
        assert page.ask("$('moment').offsetParent?.id ?? 'hidden'") in {"box", "hidden"}, "it lies over no card"
        page.until("$('moment').hidden")
        assert page.ask("document.querySelectorAll('dialog[open]').length") == 0


STANDS = """
import('/moment.js').then(({standsOut}) => {
  window.read = () => $('moment').hidden ? '' : $('moment').textContent;
  window.pace = 'normal';
  window.told = (record, number, ...latest) => standsOut({pace, moments: record && {
    record, number, latest: latest.map(number =>
      ({number, text: `Tom takes the queen of spades ${number}`, aloud: `${number}`}))}});
})"""
STOOD_MS = """
new Promise(go => {
  const since = performance.now(), look = () => read() ? setTimeout(look, 50) : go(performance.now() - since);
  look();
})"""
BOXES = """
['#moment', '#buttons', '#reader', '.seat', '.play', '#panel'].flatMap(one => [...document.querySelectorAll(one)])
  .map(one => [one.getBoundingClientRect(), one.id === 'panel' ? .25 : 0])
  .map(([one, title]) => [one.left, one.top + title * one.height, one.right, one.bottom])"""
"""Where they are, of the display what lies below its title."""


@only_with_page
@pytest.mark.no_cover
def test_a_moment_covers_nothing_but_the_title_of_the_display_and_two_at_once_are_read_one_after_the_other(
    browser: Browser, tmp_path: Path
) -> None:
    with shown(browser, dealt(tmp_path, "bonehead", 4), tmp_path) as page:
        page.ask(STANDS)
        page.ask("told('evening', 1e6 - 1), told('evening', 1e6 + 2, 1e6, 1e6 + 1)")
        assert page.ask("read()").endswith("1000000")
        page.ask(HURRIES)
        page.until("read().endsWith('1000001')")
        page.until("read() === ''")
        page.ask("$('moment').style.animation = 'none'")
        for click in ("", "$('put-away').click()"):
            page.ask(click)
            for size in ("desktop", "laptop", "phone", "phone on its side", "small phone"):
                page.size(*SIZES[size])
                moment, *others = page.ask(f"$('moment').hidden = false, {BOXES}")
                for left, top, right, bottom in others:
                    beside = moment[2] <= left or moment[0] >= right or moment[3] <= top or moment[1] >= bottom
                    assert beside, (click, size)


@only_with_page
@pytest.mark.no_cover
def test_a_moment_stands_shorter_where_computers_play_fast(page: Browser) -> None:
    page.ask(STANDS)
    page.ask(HURRIES)
    stood = [
        page.ask(f"pace = '{pace}', told('evening', 0), told('evening', 1, 1), {STOOD_MS}") for pace in ("fast", "slow")
    ]
    assert stood[0] < stood[1]


@only_with_page
@pytest.mark.no_cover
def test_only_what_is_new_since_the_last_view_of_the_same_match_is_said(page: Browser) -> None:
    page.ask(STANDS)
    views: tuple[tuple[str, str], ...] = (
        ("'hearts', 64, 60, 64", ""),  # the first view: nobody knows what was told before
        ("'hearts', 65, 60, 64", ""),
        ("'hearts', 67, 60, 64, 66, 67", "66 67"),
        ("'hearts', 70", ""),  # another deal
        ("'hearts', 69, 60, 64, 66, 67", ""),  # taken back, into the last deal
        ("'hearts', 68, 60, 64, 66, 67", ""),
        ("'hearts', 69, 60, 64, 66, 67, 69", "69"),
        ("'euchre', 2", ""),
        ("'hearts', 69, 60, 64, 66, 67, 69", ""),
        ("null", ""),  # an example is watched
        ("'hearts', 69, 60, 64, 66, 67, 69", ""),
        ("'hearts', 71, 60, 64, 66, 67, 69, 71", "71"),
    )
    at_once = ", ".join(f"told({view})" for view, _ in views)  # the page draws views of its own meanwhile
    assert page.ask(f"[told(null), {at_once}]") == ["", *(said for _, said in views)]


@only_with_page
def test_moments_say_of_which_match_they_are_and_after_how_many_statements(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    assert desk.view()["moments"] is None
    view = does(desk, Begin("hearts", seats=seats(4), seed=3))
    assert (view["moments"]["record"], view["moments"]["number"]) == (view["saved"][0], desk.table.playing.applied)
