"""The page for phones as geometry: every game at every phase, at every width; nothing clipped, covered or small."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.companion.scoreboard.phases import LONG_NAMES, PHASES
from tests.companion.scoreboard.phones import opened, shows
from tests.companion.web.browser import Browser
from tests.needs import with_chromium
from tests.torture import every_so_many, only_with_page
from tools.gallery.evenings import Shown

pytestmark = [
    with_chromium,
    pytest.mark.no_cover,
]

SIZES = {"phone": (390, 844), "narrow": (320, 640), "tablet": (820, 1180), "zoomed": (640, 400)}
FEW = (
    "birddog-trick",
    "rook-trick-bird",
    "birdhead-lead",
    "hearts-trick-five",
    "toriatama-crate-full",
    "bonehead-turn",
)

MEASURE = """
(() => {
  const box = (one) => one.getBoundingClientRect();
  const shown = [...document.querySelectorAll('body *')].filter(one => box(one).width && box(one).height);
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const overlaps = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const large = (id) => [...document.querySelectorAll(`#${id}:not([hidden]) strong`)]
    .map(one => parseFloat(getComputedStyle(one).fontSize));
  const parts = [...document.querySelectorAll('.place > *, .player, #whose, #trump:not([hidden]), #small-course')]
    .filter(one => box(one).width);
  const words = '.place .fact, .stands b, .stands .small, .marker, .player .fact, #trump strong';
  const felt = box(document.getElementById('felt')), texts = [...document.querySelectorAll(words)];
  return {
    clipped: shown.filter(one => !one.closest('.wide, svg, .card, .place .name') &&
      (box(one).right > innerWidth + 1 || box(one).left < -1)).map(one => one.outerHTML.slice(0, 90)),
    small: shown.filter(one => one.matches('button, summary, .row a') && Math.min(box(one).width, box(one).height) < 44)
      .map(one => one.outerHTML.slice(0, 90)),
    out: [...document.querySelectorAll('#felt .card')].filter(one => box(one).width && !within(box(one), felt))
      .map(one => one.outerHTML.slice(0, 90)),
    cut: texts.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth).map(one => one.textContent),
    over: parts.flatMap((one, at) => parts.slice(at + 1).filter(other => overlaps(box(one), box(other)))
      .map(other => `${one.className}: ${one.textContent} / ${other.className}: ${other.textContent}`)),
    whose: large('whose'), trump: large('trump'),
  };
})()
"""
"""What is wider than the page, targets below 44 px, cards off the felt, texts that are cut, and what overlaps."""


Phone: TypeAlias = "tuple[Browser, Callable[[Shown], Mapping[str, Any]]]"
"""A browser at the scoreboard, and what shows it a table."""


@contextmanager
def phone(root: Path) -> Iterator[Phone]:
    """A browser at the scoreboard, and what shows it a table."""
    with opened(root, *SIZES["phone"]) as page:
        yield page, partial(shows, page, root)


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    with phone(tmp_path_factory.mktemp("box")) as both:
        yield both


def measured(page: Browser, size: tuple[int, int]) -> Mapping[str, Any]:
    page.size(*size)
    told: Mapping[str, Any] = page.ask(MEASURE)
    return told


def fits(told: Mapping[str, Any]) -> bool:
    """Whether nothing is clipped, small, cut or covered, and whose turn it is can be read from afar."""
    assert {name: those for name, those in told.items() if name not in {"whose", "trump"} and those} == {}
    return all(px >= 28 for px in told["whose"] + told["trump"])


@only_with_page
@pytest.mark.parametrize("name", every_so_many(12, PHASES))
def test_every_phase_of_every_game_fits_every_size(name: str, at: Phone) -> None:
    page, shows = at
    told = shows(PHASES[name])
    for size in SIZES.values():
        found = measured(page, size)
        assert fits(found)
        assert len(found["whose"]) == ("players" in told)
        assert len(found["trump"]) == bool(told.get("trump") and not told["scored"])


@pytest.mark.parametrize("name", every_so_many(2, LONG_NAMES))
def test_the_longest_names_take_nothing_from_anybody(name: str, at: Phone) -> None:
    page, shows = at
    shows(LONG_NAMES[name])
    for size in SIZES.values():
        assert fits(measured(page, size))


def test_letters_of_twice_the_size_make_no_page_wider_than_a_phone(at: Phone) -> None:
    page, shows = at
    page.ask("document.documentElement.style.fontSize = '200%'")
    for name in FEW:
        shows(PHASES[name])
        assert measured(page, SIZES["phone"])["clipped"] == [], name
    page.ask("document.documentElement.style.fontSize = ''")


SEATS = """
[...document.querySelectorAll('#felt .place')].map(one => one.getBoundingClientRect())
  .map(box => [box.x + box.width / 2, box.y + box.height / 2])
"""


@pytest.mark.parametrize("name", every_so_many(2, ["birddog-trick", "hearts-trick", "hearts-trick-five"]))
def test_players_sit_clockwise_from_the_near_side(name: str, at: Phone) -> None:
    page, shows = at
    players = shows(PHASES[name])["players"]
    page.size(*SIZES["phone"])
    seats = page.ask(SEATS)
    assert page.ask("[...document.querySelectorAll('#felt .name')].map(one => one.textContent)") == [
        player["name"] for player in players
    ]
    assert max(range(len(seats)), key=lambda seat: seats[seat][1]) == 0 or len(seats) == 5
    assert seats[1][0] < seats[0][0] < seats[-1][0]
    turning = sum((seats[at][0] - seats[at - 1][0]) * (seats[at][1] + seats[at - 1][1]) for at in range(len(seats)))
    assert turning < 0  # the shoelace formula; y grows downwards


def test_leader_and_best_card_are_said_in_words(at: Phone) -> None:
    page, shows = at
    facts = "[...document.querySelectorAll('#felt .place')].map(one => one.getAttribute('aria-label'))"
    shows(PHASES["birddog-trick"])
    assert page.ask(facts) == [
        "Ann: queen of spades, led",
        "Bob: king of spades, ahead",
        "Cid: nothing yet",
    ]
    shows(PHASES["birddog-trick-taken"])
    assert page.ask(facts)[0] == "Ann: ace of clubs, led, took it"
    page.size(*SIZES["narrow"])
    wide = """(() => {
      const fact = document.querySelector('#felt .fact');
      fact.textContent = 'spielte aus, machte ihn';
      return fact.offsetWidth <= fact.closest('.place').offsetWidth;
    })()"""
    assert page.ask(wide), "the card of another one would lie over it"


LOOKS = {
    "light": [{"name": "prefers-color-scheme", "value": "light"}],
    "forced": [{"name": "forced-colors", "value": "active"}],
    "still": [{"name": "prefers-reduced-motion", "value": "reduce"}],
}


@pytest.mark.parametrize("look", every_so_many(3, LOOKS))
def test_it_fits_in_every_look_of_the_browser(look: str, at: Phone) -> None:
    page, shows = at
    page.call("Emulation.setEmulatedMedia", features=LOOKS[look])
    try:
        for name in FEW:
            shows(PHASES[name])
            for size in (SIZES["phone"], SIZES["narrow"]):
                assert fits(measured(page, size))
    finally:
        page.call("Emulation.setEmulatedMedia", features=[])


KIOSKS = {"landscape": (1180, 820), "portrait": (820, 1180), "wide": (1280, 800), "small": (1024, 600)}
PROPPED_UP = (*FEW, "hearts-deal-score", "rook-deal-score-made", "bonehead-bone-failed", "spades-tricks")
BELOW = """
['#felt', '#players', '#small-course'].map(one => document.querySelector(one))
  .filter(one => one.checkVisibility() && one.offsetHeight)
  .filter(one => one.getBoundingClientRect().bottom > innerHeight).map(one => one.id)
"""
"""What is cut off at the foot of the screen."""


@only_with_page
@pytest.mark.parametrize("size", every_so_many(4, KIOSKS))
def test_beside_the_table_everything_is_seen_without_scrolling(size: str, at: Phone) -> None:
    page, shows = at
    page.size(*KIOSKS[size])
    page.click("#beside")
    page.until("'kiosk' in document.documentElement.dataset && location.search === '?kiosk'")
    try:
        for name in PROPPED_UP:
            shows(PHASES[name])
            assert fits(measured(page, KIOSKS[size]))
            assert page.ask(BELOW) == [], name
            page.call("Input.dispatchMouseEvent", type="mouseWheel", x=200, y=300, deltaX=0, deltaY=400)
            assert page.ask("[scrollX, scrollY]") == [0, 0]
            assert page.ask("document.querySelector('nav').getBoundingClientRect().height") == 0
    finally:
        page.click("#leave")
        page.until("!('kiosk' in document.documentElement.dataset) && !document.fullscreenElement")


def test_beside_the_table_the_screen_stays_on(at: Phone) -> None:
    page, _ = at
    page.size(*KIOSKS["landscape"])
    page.ask("""
        navigator.wakeLock.request = async (kind) => {
          window.lock = kind;
          return {release: async () => { window.lock = 'released'; }};
        }; 0
    """)
    page.click("#beside")
    page.until("window.lock === 'screen'")
    page.click("#leave")
    page.until("window.lock === 'released'")


def test_after_each_deal_all_stands_a_few_pixels_elsewhere(
    at: Phone,
) -> None:
    page, shows = at
    page.size(*KIOSKS["landscape"])
    page.click("#beside")
    places = []
    for name in ("hearts-trick", "hearts-trick-taken", "hearts-deal-score"):
        shows(PHASES[name])
        places.append(page.ask("JSON.stringify(document.getElementById('title').getBoundingClientRect())"))
    page.click("#leave")
    assert places[0] == places[1] != places[2]


def test_what_beats_all_trumps_is_read_below_trump(
    at: tuple[Browser, Callable[[Shown], Mapping[str, Any]]],
) -> None:
    page, shows = at
    told = shows(PHASES["rook-lead"])
    assert told["trump"]["above"] == "top: Rook"
    for size in SIZES.values():
        assert fits(measured(page, size))
        assert page.ask("document.getElementById('trump').innerText.endsWith('top: Rook')")
