"""The start page lists the games that were left: to go on with, to throw away, to put back; and asks what becomes of
the one in play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.records import Store
from companion.web.orders import Begin, Do
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import begin, desk_of, does, opened
from tests.companion.web.test_layout import LOOKED_AT, SIZES
from tests.evening import begun, whole
from tests.torture import only_with_page

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

LEFT = ("birddog", "rook", "bonehead", "hearts", "toriatama")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Spades is in play, and five games were left."""
    root = tmp_path_factory.mktemp("games")
    desk = desk_of(root, LEFT[0])
    for game in (*LEFT[1:], "spades"):
        does(desk, Do.NEXT, Begin(game, seed=1))
    desk.close()
    return root


@pytest.fixture
def left(browser: Browser, games: Path, tmp_path: Path) -> Iterator[Browser]:
    """The start page of a table with these games."""
    shutil.copytree(games, tmp_path, dirs_exist_ok=True)
    with opened(browser, tmp_path):
        browser.ask("$('show-new').click()")
        browser.until("count('#saved li') === 3")
        yield browser


def titles(page: Browser, which: str) -> list[str]:
    found: list[str] = page.ask(f"[...document.querySelectorAll('#{which} b')].map(one => one.textContent)")
    return found


def press_in(page: Browser, title: str, name: str) -> None:
    page.ask(
        f"[...document.querySelectorAll('.saved')].find(one => one.textContent.includes('{title}'))"
        f".querySelector('[aria-label^=\"{name}\"]').click()"
    )


def test_nobody_is_asked_where_nothing_was_left(page: Browser) -> None:
    assert page.ask("$('going-on').hidden && $('leaving').hidden")
    assert page.ask("$('deal').textContent") == "Deal · Hearts"


@only_with_page
def test_every_game_is_told_by_title_date_deal_names_and_standing(left: Browser) -> None:
    assert titles(left, "saved") == ["Toriatama drinks", "Hearts", "Bonehead"]
    assert titles(left, "saved-more") == ["Rook", "Bird Dog"]
    bonehead = left.ask("document.querySelectorAll('#saved .told')[2].innerText.split('\\n')")
    assert bonehead[0] == "Bonehead"
    assert bonehead[1].endswith("2025 · deal 1")  # the box's clock begins a new year in the evening before
    assert bonehead[2] == "Ann 9, Bob 9, Cid 9, Dee 9, Eve 9 cards left"
    assert left.ask("document.querySelector('#saved time').dateTime") == "2026-01-01T00:00:00"


HOLDS_THE_LIST_BACK = """
window.ask = window.fetch;
window.fetch = (place, ...given) => place === '/saved-games'
  ? new Promise(go => (window.comes = go)).then(() => window.ask(place, ...given)) : window.ask(place, ...given);
"""
TILE = """
(({left, top}) => [top, Boolean(document.elementFromPoint(left + 9, top + 9).closest('.game'))])(
  document.querySelector('.game').getBoundingClientRect())"""


@only_with_page
def test_no_tile_moves_when_the_list_comes(left: Browser) -> None:
    left.ask("$('show-new').click()")
    left.ask("$('saved').replaceChildren(), $('going-on').hidden = true")  # as on a page that was just opened
    left.ask(f"{HOLDS_THE_LIST_BACK} $('show-new').click()")
    before, there = left.ask(TILE)
    assert not there, "nobody can aim at it"
    left.ask("window.comes()")
    left.until("count('#saved li') === 3")
    left.until(f"{TILE}[1]")
    assert left.ask(TILE)[0] > before
    left.ask("$('show-new').click(), $('show-new').click()")
    assert not left.ask(TILE)[1], "it may be another list by now"
    left.ask("window.comes(), window.fetch = window.ask")


def test_one_is_gone_on_with_and_the_one_in_play_takes_its_place(left: Browser) -> None:
    press_in(left, "Rook", "Go on")
    left.until("$('where').textContent === 'Rook, to 300' && $('new-game').hidden && window.quiet()")
    left.ask("$('show-new').click()")
    left.until("document.querySelector('#saved b')?.textContent === 'Spades'")
    assert "Rook" not in titles(left, "saved") + titles(left, "saved-more")


def test_one_is_thrown_away_and_back_again_by_the_keyboard_alone(left: Browser, tmp_path: Path) -> None:
    kept = {path.name for path in Store(tmp_path).all_running()}
    left.ask("document.querySelectorAll('#saved button')[1].focus()")
    left.press("Enter")
    left.until("document.activeElement.textContent === 'Undo'")
    assert left.ask("$('saved-said').textContent") == "Toriatama drinks is thrown away.Undo"
    assert titles(left, "saved") == ["Hearts", "Bonehead", "Rook"]
    assert titles(left, "saved-thrown") == ["Toriatama drinks"]
    left.press("Enter")
    left.until("document.activeElement.textContent === 'Go on'")
    assert left.ask("document.activeElement.ariaLabel") == "Go on with Toriatama drinks with Ann, Bob, Cid, Dee"
    assert left.ask("$('saved-said').textContent") == ""
    assert {path.name for path in Store(tmp_path).all_running()} == kept


@only_with_page
def test_the_buttons_say_what_becomes_of_the_one_in_play_and_do_it(left: Browser, tmp_path: Path) -> None:
    assert left.ask("$('in-play').textContent").startswith("Spades with Ann, Bob, Cid and Dee is in play.")
    assert left.ask("$('deal').textContent") == "Keep it for later, and deal · Spades"
    left.ask("document.querySelector('[name=leaving]').focus()")
    left.press("ArrowRight")
    assert left.ask("$('deal').textContent") == "End it now, and deal · Spades"
    left.press("ArrowRight")
    assert left.ask("$('deal').textContent") == "Throw it away, and deal · Spades"
    begin(left, "spades", 4)
    left.until("/Spades .* is thrown away/.test($('spoken').textContent)")  # above the hand it goes when it was read
    (aside,) = Store(tmp_path).thrown_away()
    assert aside.name.endswith("-spades.thrown-away-1")
    left.ask("$('show-new').click()")
    left.until("document.querySelector('#saved-thrown b')?.textContent === 'Spades'")
    assert left.ask("$('deal').textContent") == "Keep it for later, and deal · Spades"  # each game is asked for anew


@only_with_page
def test_the_first_way_leads_back_to_the_game_in_play(left: Browser) -> None:
    assert left.ask("document.querySelector('#leaving :is(button, input)').textContent") == "Back to your game"
    assert left.ask("$('correct').hidden"), "there one looks at the scores of other games"
    left.ask("$('back').focus()")
    left.press("Enter")
    assert left.ask("document.activeElement.id") == "show-new", "what had the keys is hidden"
    assert left.ask("$('new-game').hidden && $('where').textContent.startsWith('Spades') && !$('correct').hidden")
    left.ask("$('show-new').click()")


@only_with_page
def test_watching_asks_the_same(left: Browser, tmp_path: Path) -> None:
    left.click('[name=leaving][value="end"]')
    left.click("#watch-trick")
    left.until("!$('watching').hidden")
    assert [path.stem.split("-")[-1] for path in Store(tmp_path).all_finished()] == ["spades"]


@only_with_page
def test_a_new_game_after_one_that_was_ended_early_does_not_go_on_with_its_scores_which_can_be_looked_at(
    browser: Browser, tmp_path: Path
) -> None:
    begun(tmp_path, *whole("birddog-full-deal"), "end")
    with opened(browser, tmp_path):
        browser.ask("$('show-new').click()")
        browser.until("display().startsWith('Which game?') && !$('new-game').hidden")
        browser.until("count('#saved-finished button') === 2")
        browser.ask("$('saved-finished').closest('details').open = true")
        browser.click("#saved-finished button[aria-label^=Scores]")
        browser.until("$('scores').open && count('#scores-told tbody tr') === 1 && !$('correct').checkVisibility()")


@only_with_page
def test_another_page_that_shows_the_list_follows(left: Browser) -> None:
    asked = "import('/requests.js').then(one => one.post('/saved-games/' + record, JSON.stringify({do: 'throw away'})))"
    left.ask(f"const record = document.querySelector('.saved').dataset.record; {asked}")
    left.until("document.querySelector('#saved b').textContent === 'Hearts'")


@only_with_page
def test_what_is_gone_meanwhile_is_told(left: Browser, tmp_path: Path) -> None:
    for path in Store(tmp_path).all_running()[1:]:
        path.unlink()
    assert left.ask("$('go-on').textContent") == "Go on with a game"
    press_in(left, "Hearts", "Throw away")
    left.until("/no unfinished game of this name/.test($('saved-said').textContent) && !count('.saved')")
    assert left.ask("!$('going-on').hidden")
    assert left.ask("$('go-on').textContent") == "Games that were played", "none can be gone on with"


OUTSIDE = """
[...document.querySelectorAll('.saved, .saved *, #leaving .way, #becomes, #in-play, .begin > *')]
  .filter(one => {
    const box = one.getBoundingClientRect();
    const round = one.closest('.saved, #leaving, .begin').getBoundingClientRect();
    return box.width && (box.left < round.left - .5 || box.right > round.right + .5 || box.right > innerWidth);
  }).map(one => one.outerHTML.slice(0, 90))
"""
COVERED = """
[...document.querySelectorAll('.saved button, #leaving .way, #leaving, #watch-trick, #deal, #company')].filter(one => {
  if (!one.offsetWidth) return false;
  one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !seen || !(one.contains(seen) || seen.contains(one));
}).map(one => one.outerHTML.slice(0, 90))
"""
DEAL_IN_VIEW = """
(() => {
  const box = $('deal').getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && $('deal').contains(seen);
})()
"""


@only_with_page
def test_list_and_question_fit_and_deal_is_in_view_at_every_size(left: Browser) -> None:
    left.ask("document.querySelectorAll('#going-on details').forEach(one => one.open = true)")
    press_in(left, "Hearts", "Throw away")
    left.until("count('#saved-thrown li')")
    left.ask("document.querySelector('[value=\"throw away\"]').click()")
    for name in LOOKED_AT:
        left.size(*SIZES[name])
        left.ask("$('start').scrollTo(0, 0)")
        assert left.ask(DEAL_IN_VIEW), name
        assert left.ask(OUTSIDE) == [], name
        assert left.ask(COVERED) == [], name
        assert left.ask("$('start').scrollWidth <= $('start').clientWidth"), name
    left.size(1280, 860)
    tiles, deals = (f"document.querySelector('{name}').getBoundingClientRect()" for name in ("#games", ".begin"))
    assert left.ask(f"{tiles}.right <= {deals}.left"), "the row of Deal cuts no tile"
