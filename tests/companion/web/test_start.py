"""The first minute at the page: a tile, a trick to watch, a table to play at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.hearts.rules import HEARTS
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import READY, opened
from tests.companion.web.test_layout import SIZES
from tests.companion.web.test_newcomer_page import seen
from tests.torture import every_so_many, only_with_page, so_many

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

HIDDEN = """
['#panel', '#remark', '#pause', '#step', '#stop'].filter((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.bottom > innerHeight || box.right > innerWidth || !seen?.closest(one);
})
"""


@pytest.fixture(scope="module")
def shared(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    page = browser.another(window=True)
    with opened(page, tmp_path_factory.mktemp("start")):
        yield page


@pytest.fixture
def start(shared: Browser) -> Browser:
    """A page on which no game begins, with nothing unfolded."""
    shared.size(1280, 860)
    shared.ask("document.querySelectorAll('#start details').forEach((one) => (one.open = false))")
    return shared


@only_with_page
def test_one_click_on_a_tile_and_one_on_deal_give_a_table_with_computers(page: Browser) -> None:
    page.click("input[value=hearts] + .tile")
    page.click("#deal")
    page.until("count('.rack') === 3 && $('where').textContent.startsWith('Hearts')")


def test_tiles_stand_under_two_heads_each_with_a_picture_and_what_a_game_takes(start: Browser) -> None:
    shelves = start.ask("""
      [...document.querySelectorAll('#games section')].map((shelf) => [
        shelf.querySelector('h2').textContent,
        [...shelf.querySelectorAll('.tile:has(svg)')].map((tile) => tile.innerText.split('\\n')),
      ])""")
    assert [(head, [tile[0] for tile in tiles]) for head, tiles in shelves] == [
        ("Play at once", ["Hearts", "Spades", "Euchre"]),
        ("Games to discover", ["BirdHead cards", "Bird Dog", "Rook", "Toriatama drinks", "Bonehead"]),
    ]
    for _, players, minutes in (tile for _, tiles in shelves for tile in tiles):
        assert players.endswith("players")
        assert minutes.endswith("minutes")


SEATS = """
[...document.querySelectorAll('#seats .sits')].map((seat) => {
  const [who, name, level] = [...seat.children], at = seat.getBoundingClientRect();
  return [who.textContent, name.value, level.value, at.left + at.width / 2, at.top + at.height / 2];
})"""


@pytest.mark.parametrize("size", so_many(["small phone"], ["desktop", "phone", "small phone"]))
def test_who_sits_where_is_seen_around_a_table_with_oneself_below_and_the_partner_opposite(
    start: Browser, size: str
) -> None:
    start.size(*SIZES[size])
    start.click("input[value=spades] + .tile")
    own, left, across, right = start.ask(SEATS)
    assert [seat[:3] for seat in (own, left, across, right)] == [
        ["Your name", "Ann", ""],
        ["Player 2", "Tom", "gentle"],
        ["Your partner", "James", "gentle"],
        ["Player 4", "Kathy", "gentle"],
    ]
    assert left[3] < own[3] == across[3] < right[3]
    assert across[4] < left[4] == right[4] < own[4]


@only_with_page
def test_the_own_name_is_typed_in_the_set_up_and_remembered_by_the_browser(page: Browser) -> None:
    page.click("[aria-label='Name of You']")
    page.ask("document.activeElement.select()")
    page.write("Bob")
    page.click("input[value=hearts] + .tile")
    page.ask("$('company').value = ''; $('company').dispatchEvent(new Event('change'))")
    assert [seat[1] for seat in page.ask(SEATS)] == ["Bob", "Ann", "Cid", "Dee"]
    page.call("Page.reload")
    page.until("document.querySelectorAll('#seats .sits').length")
    page.ask(READY)
    page.click("#deal")
    page.until("count('.seat') === 4 && window.quiet()")
    assert page.ask("document.querySelector('#own h2').textContent").endswith("Bob")
    page.ask("localStorage.clear()")


@only_with_page
def test_a_name_that_is_refused_is_named_and_marked_and_what_was_chosen_stays(page: Browser) -> None:
    page.click("input[value=hearts] + .tile")
    page.ask("$('company').value = ''; $('company').dispatchEvent(new Event('change'))")
    second = "document.querySelector('[aria-label=\"Name of Player 2\"]')"
    for name, why in (
        ('B"b', 'B"b: a name has no quotation mark'),
        ("ANN", "ANN is there twice: each player has a name"),
    ):
        page.ask(f"{second}.focus()")
        page.write(name)
        assert page.ask(f"{second}.ariaInvalid") is None
        page.ask("$('deal').focus()")
        page.press("Enter")
        page.until(f"$('deal-said').checkVisibility() && {second}.ariaInvalid === 'true'")
        assert page.ask("$('deal-said').textContent").startswith(why)
        assert page.ask(f"document.activeElement === {second} && !$('new-game').hidden")
    page.write("Bob")
    page.press("Enter")
    page.until("count('.seat') === 4 && $('new-game').hidden")
    page.complaints.clear()  # the browser tells a refusal, too


READERS_TOLD = "performance.getEntriesByType('resource').some(({name}) => name.endsWith('/readers'))"
READERS_THERE = "$('real').hidden = false; $('real').innerHTML = '<button>Play with real cards</button>'"


@pytest.mark.parametrize("size", so_many(["small phone"], ["desktop", "phone", "small phone"]))
def test_what_deals_is_in_sight_whatever_is_open_and_every_house_rule_comes_into_sight(
    page: Browser, size: str
) -> None:
    page.size(*SIZES[size])
    page.until(READERS_TOLD)
    page.ask(READERS_THERE)
    page.click("input[value=spades] + .tile")
    page.until("count('.rule')")
    for unfolds in ("0", "$('house-rules').open = true", "$('more').open = true"):
        page.ask(unfolds)
        assert seen(page, "#deal"), unfolds
    page.ask("document.querySelector('.rule:last-child').scrollIntoView({block: 'nearest'})")
    bottom = page.ask("document.querySelector('.rule:last-child').getBoundingClientRect().bottom")
    assert bottom <= page.ask("$('deal').parentElement.getBoundingClientRect().top")
    page.ask("$('start').scrollTop = 1e6")
    assert seen(page, "#deal")
    assert page.ask("$('deal').textContent") == "Deal · Spades", "its tile is out of sight"
    assert seen(page, "#real button")


def test_the_heading_of_the_house_rules_stays_where_it_is_opened(start: Browser) -> None:
    start.click("input[value=spades] + .tile")
    top = "document.querySelector('#house-rules summary').getBoundingClientRect().top"
    start.until("count('.rule')")
    before = start.ask(top)
    start.click("#house-rules summary")
    assert start.ask(top) == before


def test_rules_that_are_read_before_a_game_are_those_that_are_chosen_for_it(start: Browser) -> None:
    start.click("input[value=spades] + .tile")
    start.until("count('#length .way')")
    start.click("#length [value='200'] + span")
    start.click("#game-rules")
    start.until("$('rules').open")
    assert "200 points win" in start.ask("$('rules-told').textContent")
    assert start.ask("[...document.querySelectorAll('#rules-told dt')].every(term => term.clientWidth > 100)")
    start.press("Escape")
    start.until("!$('rules').open")


def test_seats_follow_the_number_of_players_the_levels_and_the_names_of_people(start: Browser) -> None:
    start.click("input[value=hearts] + .tile")
    start.ask("$('people').value = '5'; $('people').dispatchEvent(new Event('change'))")
    assert start.ask("$('dims').checked"), "as it will be at the gentle level"
    start.ask("$('company').value = 'strong'; $('company').dispatchEvent(new Event('change'))")
    assert not start.ask("$('dims').checked")
    assert [seat[2] for seat in start.ask(SEATS)] == ["", *["strong"] * 4]
    third = "document.querySelector('[aria-label=\"Who plays: Player 3\"]')"
    start.ask(f"{third}.value = ''; {third}.dispatchEvent(new Event('change'))")
    assert [seat[1] for seat in start.ask(SEATS)] == ["Ann", "Tom", "Cid", "James", "Kathy"]


@only_with_page
def test_who_deals_before_the_house_rules_have_come_plays_as_at_this_table(page: Browser) -> None:
    page.until("$('house-told').textContent")
    page.ask("document.querySelector('input[value=birddog]').click(); $('deal').click()")
    page.until("$('where').textContent.startsWith('Bird Dog')")


@only_with_page
def test_each_house_rule_is_a_choice_that_says_what_it_means(page: Browser) -> None:
    page.click("input[value=hearts] + .tile")
    page.until("$('house-told').textContent === 'as in the book'")
    page.click("#house-rules summary")
    told = page.ask("[...document.querySelectorAll('#house-choices fieldset')].map((rule) => rule.innerText)")
    assert told == [
        "\n".join([meaning[:1].upper() + meaning[1:], *labels])
        for meaning, labels in ((option.meaning, option.labels) for option in HEARTS.options if option.name != "target")
    ]
    assert page.ask("count('#house-choices input:checked')") == len(HEARTS.options) - 1
    page.click("#house-choices [value=minus-10] + span")
    assert page.ask("$('house-told').textContent") == "yes"
    page.click("#deal")
    page.until("$('where').textContent.startsWith('Hearts')")
    rules = "fetch('/rules/hearts').then((answer) => answer.json()).then(({house}) => house.map(({value}) => value))"
    assert page.ask(rules) == [
        {"jack": "minus-10", "target": "50"}.get(rule.name, rule.values[0]) for rule in HEARTS.options
    ]


@only_with_page
def test_the_target_is_seen_and_chosen_in_sight_a_short_game_first_and_a_whole_one_is_remembered(page: Browser) -> None:
    page.size(*SIZES["small phone"])
    page.click("input[value=spades] + .tile")
    page.until("count('#length .way')")
    assert page.ask("[...document.querySelectorAll('#length :is(legend, .way)')].map(one => one.innerText)") == [
        *("The points that win", "100 10 minutes", "200", "250", "300", "500 45 minutes")
    ]
    chosen = "document.querySelector('#length :checked')?.value"
    assert page.ask(chosen) == "100"
    assert seen(page, "#length .way")
    page.click("#length [value='250'] + span")
    page.click("input[value=hearts] + .tile")
    page.until(f"{chosen} === '50'")
    page.click("input[value=spades] + .tile")
    page.until(f"{chosen} === '100'")
    page.click("#length [value='500'] + span")
    page.click("input[value=birddog] + .tile")
    page.until("count('#house-choices .way') && !count('#length *')")
    page.click("input[value=spades] + .tile")
    page.until(f"{chosen} === '500'")
    page.click("#length [value='200'] + span")
    page.click("input[value=hearts] + .tile")
    page.until(f"{chosen} === '100'")
    page.click("input[value=spades] + .tile")
    page.until(f"{chosen} === '500'")
    page.click("#deal")
    page.until("$('where').textContent.startsWith('Spades, to 500')")
    page.ask("localStorage.clear()")


@pytest.mark.parametrize(("width", "height"), every_so_many(4, [(320, 640), (1280, 800), (390, 844), (640, 400)]))
def test_an_example_is_watched_paused_and_stopped_with_the_box_in_sight(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    with opened(browser, tmp_path, 4):
        browser.size(width, height)
        browser.ask("document.querySelector('input[value=spades]').click()")
        browser.ask("$('watch-trick').click()")
        browser.until("$('remark').textContent.startsWith('The cards are dealt. East')")
        browser.ask("$('pause').click()")
        browser.until("$('pause').textContent === 'Go on'")
        browser.ask("$('step').click()")
        browser.until("$('remark').textContent === 'North bids 3.'")
        assert browser.ask(HIDDEN) == []
        browser.ask("$('stop').click()")
        browser.until("window.quiet() && $('watching').hidden && !count('.seat') && !$('new-game').hidden")
        assert browser.ask("document.querySelector('input[name=game]:checked').value") == "spades"


TILES_SEEN = """
[...document.querySelectorAll('.tile')].filter(one => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return [[left + 9, top + 9], [right - 9, bottom - 9]].every(at => one.contains(document.elementFromPoint(...at)));
}).length"""

FEWEST_TILES = dict.fromkeys(SIZES, 2) | {"low phone": 1, "small phone": 1, "200 %": 1, "phone on its side": 1}


@only_with_page
def test_the_tiles_are_seen_beside_what_is_said_of_them_at_any_size(page: Browser) -> None:
    for name, least in FEWEST_TILES.items():
        page.size(*SIZES[name])
        assert page.ask(TILES_SEEN) >= least, name
        x, y = page.middle("#deal")
        assert page.ask(f"document.elementFromPoint({x}, {y})?.id") == "deal", name
        assert page.ask("$('start').scrollWidth <= $('start').clientWidth"), name
    page.size(*SIZES["phone"])
    assert seen(page, "#game-rules"), "what a game is can be read before it begins"
    assert seen(page, "#watch-trick")
