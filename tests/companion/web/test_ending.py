"""The page of the table tells how a match ended, over the whole window, once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.orders import Do, GiveAnswer
from tests.companion.scoreboard.phases import whole
from tests.companion.scoreboard.test_endings import is_picture, until_there
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import desk_of, does, opened
from tests.evening import begun
from tests.torture import every_so_many, only_with_page

OPEN = "Boolean(document.querySelector('dialog.ending[open]'))"
PX = "((selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize))"
OUTSIDE = """
[...document.querySelectorAll('.ending *')].map(one => [one.getBoundingClientRect(), one])
  .filter(([box, one]) => box.width && !one.closest('.card, .paper') && (box.left < -1 || box.right > innerWidth + 1))
  .map(([, one]) => one.outerHTML.slice(0, 80))
"""


SIZES = ((1280, 800), (1920, 1080), (820, 1180), (390, 844), (320, 640), (640, 400))
CLOSED = f"!{OPEN}"
COVERS = """
document.querySelector('.account').parentElement.getBoundingClientRect().bottom
  > document.querySelector('.ending footer').getBoundingClientRect().top + 1"""
"""Whether the buttons lie over what is scrolled."""
ASKED_BY = """
performance.getEntriesByType('resource').filter(({name}) => /ending/.test(name)).map((one) => one.initiatorType)"""
FACTS_OUT = """
[...document.querySelectorAll('#others > *')].filter(one => one.querySelector('.beside')).flatMap(seat => {
  const {left, right, bottom} = seat.getBoundingClientRect();
  const facts = [...seat.querySelectorAll('.beside > :not(.dealer)')];
  return facts.map(one => [one.getBoundingClientRect(), one.textContent])
    .filter(([box]) => box.left < left || box.right > right + 1 || box.bottom > bottom + 1).map(([, text]) => text); })
"""
"""What lies beside a player and is cut off by the edge of its place."""


@pytest.fixture
def over(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The table one card before the end of its match."""
    begun(tmp_path, *whole("birddog").record.splitlines()[:-1])
    browser.follow_network()
    with opened(browser, tmp_path):
        browser.until("document.querySelectorAll('.seat').length")
        yield browser
        assert browser.complaints == []


@pytest.fixture
def ending(over: Browser) -> Browser:
    """The ending, after the last card."""
    over.ask("onwards().click()")
    over.until(OPEN)
    return over


def test_the_last_card_of_a_match_brings_the_winner(over: Browser) -> None:
    assert not over.ask(OPEN)
    assert not any("ending.js" in url for url in over.requests)
    over.ask("onwards().click()")
    over.until(OPEN)
    assert over.ask("$('winner').textContent") == "Cid"
    assert over.ask(f"{PX}('.standings b') === 1.5 * {PX}(':root')")  # the table has rules for points, too
    for size in SIZES:
        over.size(*size)
        assert over.ask(OUTSIDE) == []
        assert over.ask(COVERS) is False
        assert over.ask("document.querySelector('dialog.ending').clientWidth === innerWidth")
        tops = over.ask("[...document.querySelectorAll('.ending footer button')].map(one => one.offsetTop)")
        assert len(set(tops)) <= (1 if size[0] > 600 else 2), "the buttons lie side by side, on a phone in two rows"
    over.size(320, 480)
    assert "px " not in over.ask("getComputedStyle(document.querySelector('.account')).gridTemplateColumns")


def test_an_ending_is_told_when_a_net_that_was_away_is_back(over: Browser) -> None:
    over.call("Network.setBlockedURLs", urls=["*/ending.js", "*/ending.css"])
    over.ask("onwards().click()")
    over.until("/game is over/.test($('remark').textContent)")
    over.until(f"{ASKED_BY}.length && {ASKED_BY}.every((by) => by === 'fetch')")  # a failed import may be the last
    over.call("Network.setBlockedURLs", urls=[])
    over.until(OPEN)
    over.complaints.clear()


def test_who_sits_here_is_you_in_all_that_is_told_and_the_last_deal_comes_first(over: Browser) -> None:
    over.ask("""import('/ending.js').then(({ends}) => ends({
        title: 'Spades', at: '', game: 'spades', look: 'french', names: ['Ann', 'Bob'], winners: [0], over: null,
        standings: [{seats: [0], stands: 9, did: ''}, {seats: [1], stands: 3, did: ''}], unit: 'points',
        curve: {points: [[0, 0], [9, 3]], step: 'turn', counted: 'points', names: []}, remark: null, best: null,
        turn: {seats: [0], step: 'turn', number: 4, counted: 'cards left', change: -4},
        revokes: null, series: null, last: 'Your nil is made.'}, [], 0))""")
    told = over.ask("[...document.querySelectorAll('.telling')].map((one) => one.innerText.split('\\n'))")
    assert [title for title, *_ in told] == ["The last deal", "Biggest turn"]
    assert "You got rid of them at once: turn 4" in told[1]


@only_with_page
def test_one_plays_again_from_the_ending_but_not_by_a_tap_meant_for_what_it_covers(over: Browser) -> None:
    over.ask(
        "window.later = setTimeout; window.setTimeout = (act, ms) => ms === 1000 ? window.settle = act : later(act, ms)"
    )
    over.ask("onwards().click()")
    over.until(OPEN)
    assert over.ask("[...document.querySelectorAll('.ending footer button')].map(one => one.textContent)") == [
        "Save a picture",
        "Play again",
        "Another game",
        "Close",
    ]
    over.mouse(".ending footer .main", "mousePressed", "mouseReleased")
    assert over.ask(OPEN)
    over.ask("window.settle()")
    over.click(".ending footer .main")
    over.until(f"{CLOSED} && count('#own .holds') === 7")


def test_the_answer_that_another_game_is_wanted_leaves_the_one_that_is_over(tmp_path: Path) -> None:
    begun(tmp_path, *whole("birddog").record.splitlines()[:-1])
    desk = desk_of(tmp_path)
    asked = does(desk, Do.NEXT)["asked"]
    does(desk, GiveAnswer(asked["answers"][-1]["place"], asked["number"]))
    assert not desk.table.in_play


@only_with_page
def test_a_new_game_after_the_ending_leads_to_the_tiles(ending: Browser) -> None:
    ending.ask("document.querySelectorAll('.ending footer button')[2].click()")
    ending.until(f"{CLOSED} && $('games').checkVisibility() && $('deal').checkVisibility()")
    ending.until("/Which game/.test(window.display()) && window.quiet()")
    assert ending.ask("document.querySelector('input[name=game]:checked').value") == "birddog", "the game just played"
    assert not ending.ask("$('show-rules').checkVisibility()"), "they are those of no game now"
    ending.until("count('#saved-finished button') === 2")


@only_with_page
def test_the_picture_of_the_evening_is_made_in_the_page_and_nothing_is_sent(ending: Browser, tmp_path: Path) -> None:
    ending.keeps_files_in(tmp_path)
    before = len(ending.requests)
    ending.click(".ending footer button")
    ending.until("document.querySelector('.ending .said').textContent.includes('downloads')")
    assert is_picture(until_there(tmp_path).read_bytes())
    assert [url for url in ending.requests[before:] if not url.startswith("blob:")] == []


@only_with_page
def test_nothing_shows_through_it_in_forced_colours(ending: Browser) -> None:
    ending.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    ground = ending.ask("getComputedStyle(document.querySelector('.ending')).backgroundColor")
    ending.call("Emulation.setEmulatedMedia", features=[])
    assert ground == "rgb(255, 255, 255)"


def test_afterwards_the_winner_stands_in_the_tray_and_one_plays_again(ending: Browser) -> None:
    ending.press("Escape")
    ending.until(CLOSED)
    assert ending.ask("document.querySelector('#own .recall p').textContent") == "Cid has won"
    for size in SIZES:
        ending.size(*size)
        assert ending.ask(f"{OUTSIDE.replace('.ending *', '.recall *')}") == []
        seen = "['hint', 'ahead'].some(name => $(name).checkVisibility({visibilityProperty: true}))"
        assert ending.ask(seen) is False
    ending.size(1280, 800)
    ending.click(".recall button")
    ending.until(OPEN)
    ending.press("Escape")
    ending.until(CLOSED)
    assert ending.ask("onwards().textContent") == "Play again"
    ending.ask("onwards().click()")
    ending.until("!document.querySelector('.recall') && count('#own .holds') === 7 && window.quiet()")
    assert ending.ask("onwards().textContent") in {"Next", "For me"}
    assert ending.ask("$('hint').checkVisibility()")


@only_with_page
def test_a_match_that_was_ended_early_is_said_to_be_over(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path, *whole("birddog").record.splitlines()[:-10], "end")
    with opened(browser, tmp_path):
        browser.until("document.querySelector('.recall')?.textContent === 'The game is over. All hands'")
        assert browser.ask("onwards().textContent") == "Play again"


@only_with_page
@pytest.mark.parametrize(("computers", "won", "papers"), [("Ann Bob", "You have won", "falls"), ("Ann Cid", "Cid", "")])
def test_who_plays_computers_is_told_you_have_won_and_paper_falls_for_no_computer(
    computers: str,
    won: str,
    papers: str,
    browser: Browser,
    tmp_path: Path,
) -> None:
    title, players, *lines = whole("birddog").record.splitlines()
    begun(tmp_path, title, players, *(f"; seat {name} computer=easy seed=1" for name in computers.split()), *lines)
    browser.moves()
    with opened(browser, tmp_path):
        browser.until(OPEN)
        browser.moves(moves=False)
        assert browser.ask("$('winner').textContent") == won
        assert browser.ask("count('.paper i') > 0") == bool(papers)
        came = browser.ask("/You came (second|third)/.test(document.querySelector('.ending header').textContent)")
        assert came == (won != "You have won")
        told = browser.ask("[...document.querySelectorAll('.telling .large:not(:empty)')].map(one => one.textContent)")
        assert told[0] == ("Bob" if "Bob" in computers else "You"), "who took the best trick"
        browser.press("Escape")
        browser.until(f"document.querySelector('.recall p')?.textContent.includes('{won}')")


BROKEN = """
[...document.querySelectorAll('.standings .part')].filter(one => one.getClientRects().length > 1)
  .map(one => one.textContent)
"""


@only_with_page
def test_a_number_stays_beside_its_word_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path, *whole("spades").record.splitlines())
    with opened(browser, tmp_path):
        browser.until(OPEN)
        assert browser.ask("document.querySelectorAll('.standings .part').length") > 2
        for size in SIZES[-3:]:
            browser.size(*size)
            assert browser.ask(BROKEN) == [], size
            assert browser.ask(OUTSIDE) == [], size


@only_with_page
@pytest.mark.parametrize("game", every_so_many(3, ["birddog", "birdhead", "rook", "hearts", "spades", "euchre"]))
def test_what_lies_beside_a_player_is_whole_at_the_end_of_a_match_too(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    begun(tmp_path, *whole(game).record.splitlines()[:-3])
    with opened(browser, tmp_path):
        browser.until("document.querySelectorAll('.beside > *').length")
        for size in SIZES:
            browser.size(*size)
            assert browser.ask(FACTS_OUT) == [], size
