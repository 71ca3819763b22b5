"""The page in the room in real Chromium: read from two metres, pressed by keys, shown on two screens, lost and back."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.enrolment.deck_kinds import kinds
from companion.enrolment.deck_menu import begin
from companion.games.registry import GAMES
from companion.http.serving import listening
from companion.inputs.inputs import Health
from companion.room.parts import PageButtons, PageDisplay, PageState
from companion.room.server import RoomServer
from companion.screens.current_screen import screen_for
from companion.screens.layouts import draw
from companion.support.messages import ENGLISH, speak
from companion.support.values import replace
from companion.table.handling import with_health
from companion.table.modes import Enrolling
from companion.table.state import Table
from companion.tags.tag_decks import Shelf
from hardware.linux import LinuxClock
from tests.companion.web import table_in_browser
from tests.companion.web.browser import Browser, found
from tests.evening import resumed, whole
from tests.needs import CHROMIUM
from tests.torture import every_so_many, only_with_page

SIZES = [(1280, 720), (1920, 1080), (1024, 768)]
TRICK = """game hearts
players Maximilian Bob Cid Dee
option passing none
dealer Maximilian
deal
Bob 2C
Cid 9C
Dee KC"""
BIDS = """game spades
players Maximilian Bob Cid Dee
score Maximilian 81
score Bob -215
score Cid 81
score Dee -215
dealer Maximilian
deal
Bob bid 4
Cid bid 3
Dee bid 2
Maximilian bid 3
Bob 2C
Cid 9C
Dee KC
Maximilian 3C"""
COLOURS = """game rook
players Ann Bob Cid Dee
dealer Dee
deal
Ann bid 70
Bob pass
Cid pass
Dee pass
Ann lays
Ann trump red
Ann Rook"""
SIX_SETS = """game bonehead
players Ann Bob Cid Dee Eve
start Ann
deal"""


def table_of(record: str) -> Table:
    return resumed(record.splitlines())


def of_record(name: str, lines: int) -> Table:
    """After so many lines of a record that everybody has; its first player has a long name."""
    return table_of("\n".join(whole(name)[:lines]).replace("Ann", "Maximilian"))


def enrolling() -> Table:
    table = table_of(TRICK)
    return replace(table, mode=Enrolling(begin(kinds(GAMES, ())["french"], Shelf()), table.mode))


class Shown:
    """A page that shows whatever table it is given."""

    def __init__(self, listens: socket.socket) -> None:
        clock = LinuxClock()
        self.state = PageState(clock)
        self.buttons = PageButtons(self.state, clock)
        self.left: list[str] = []
        self.server = RoomServer(self.state, self.buttons, listens, leave=lambda: self.left.append("left"))

    def show(self, table: Table) -> None:
        PageDisplay(self.state).show(draw(screen_for(table)).pages)
        self.server.tell(table)

    def pressed(self) -> list[tuple[str, bool]]:
        return [(edge.button, edge.down) for edge in self.buttons.edges()]


@contextmanager
def served(port: int = 0) -> Iterator[Shown]:
    with listening("127.0.0.1", port) as listens:
        shown = Shown(listens)
        with shown.server.serve():
            yield shown


@pytest.fixture
def browser() -> Iterator[Browser]:
    if not found():
        pytest.skip(CHROMIUM)
    with Browser() as page:
        yield page


def look_at(browser: Browser, shown: Shown, shows: str = "table") -> None:
    browser.call("Page.navigate", url=shown.server.address)
    browser.until(f"document.body?.dataset.shows === '{shows}'")


@only_with_page
def test_a_button_leads_back_to_the_table_on_the_screen(browser: Browser) -> None:
    with served() as shown:
        shown.show(table_of(f"{TRICK}\nend"))
        look_at(browser, shown)
        browser.until("!document.getElementById('leave').hidden")
        browser.click("#leave")
        browser.until("performance.getEntriesByType('resource').some(({name}) => name.endsWith('/leave'))")
        assert shown.left == ["left"]
        shown.show(table_of(TRICK))
        browser.until("document.getElementById('leave').hidden")
        browser.call("Page.navigate", url="about:blank")


LETTERS = """
(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement;
    if (!text.data.trim() || !around.checkVisibility() || around.closest('.card, noscript, option')) continue;
    const size = parseFloat(getComputedStyle(around).fontSize);
    const box = around.getBoundingClientRect();
    const cut = box.bottom > around.closest('.place')?.getBoundingClientRect().bottom + size / 2;
    const inside = box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1;
    const gone = around.matches('.name b') && box.width < size;
    if (size < innerHeight / 25 || !inside || cut || gone) small.push([text.data, size, box.bottom]);
  }
  return small;
})()
"""
"""Texts with letters below 1/25 of the screen's height, not whole on the screen, or beyond their place at the table;
names of which no letter is left."""


SHOWN = {
    "bids": table_of(BIDS),
    "trick": table_of(TRICK),
    "heads": table_of(SIX_SETS),
    "deck": enrolling(),
    "bones": of_record("bonehead-last-bone-wins", 16),
    "moon": of_record("hearts-claim-shoots-the-moon", 45),
    "nil": of_record("birddog-below-eleven-wins", 28),
}


@pytest.fixture
def german() -> Iterator[None]:
    """The language with the longest words."""
    speak("de")
    yield
    speak(ENGLISH)


@only_with_page
@pytest.mark.parametrize("table", [SHOWN[name] for name in every_so_many(3, SHOWN)], ids=every_so_many(3, SHOWN))
def test_all_is_read_from_two_metres(browser: Browser, table: Table) -> None:
    silent = with_health(table, Health("Reader: no answer", of_reader=True))
    with served() as shown:
        shown.show(table)
        look_at(browser, shown, "due" if table.decks else "table")
        for width, height in SIZES:
            browser.size(width, height)
            assert browser.ask(LETTERS) == []
            panel = browser.ask("document.getElementById('panel').getBoundingClientRect().width")
            assert panel >= max(0.48 * width, 0.7 * height)
        shown.show(silent)
        browser.until("!document.getElementById('trouble').hidden")
        browser.size(*SIZES[0])
        assert browser.ask(LETTERS) == []
    assert browser.complaints == []


@only_with_page
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("name", ["bones", "moon"])
def test_long_words_are_read_on_a_wide_screen(browser: Browser, name: str) -> None:
    with served() as shown:
        shown.show(SHOWN[name])
        look_at(browser, shown)
        browser.size(*SIZES[0])
        assert browser.ask(LETTERS) == []


def test_keys_and_buttons_are_those_of_the_box_on_two_screens_at_once(browser: Browser) -> None:
    with served() as shown:
        shown.show(table_of(TRICK))
        look_at(browser, shown)
        browser.press("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
        browser.ask(
            "for (const key of '1234') for (const type of ['keydown', 'keyup'])"
            " document.dispatchEvent(new KeyboardEvent(type, {key}))"
        )
        browser.until("import('/room.js').then(({ arrival }) => arrival()).then(() => true)")
        names = [name for name, down in shown.pressed() if down]
        assert names == ["UP", "DOWN", "BACK", "OK", "BACK", "UP", "DOWN", "OK"]
        other = browser.another(window=True)
        look_at(other, shown)
        other.click("button[value=OK]")
        other.until("import('/room.js').then(({ arrival }) => arrival()).then(() => true)")
        assert shown.pressed() == [("OK", True), ("OK", False)]
        shown.show(enrolling())
        for page in (browser, other):
            page.until("document.body.dataset.shows === 'due'")


@only_with_page
def test_the_page_of_a_simulated_table_makes_way_for_it_without_a_fault(browser: Browser, tmp_path: Path) -> None:
    with table_in_browser.served(tmp_path) as address:
        table_in_browser.look_at(browser, address)
    with served(int(address.rsplit(":", 1)[1].strip("/"))) as shown:
        shown.show(table_of(TRICK))
        browser.until("document.body?.dataset.shows === 'table'")
    assert [line for line in browser.complaints if "Uncaught" in line] == []


@only_with_page
def test_colours_have_their_colour_and_the_words_of_buttons_are_whole(browser: Browser) -> None:
    with served() as shown:
        shown.show(table_of(COLOURS))
        look_at(browser, shown)
        browser.size(1280, 800)
        look = "getComputedStyle(document.querySelector('.trump .swatch'))"
        assert browser.ask(f"{look}.backgroundColor === {look}.color")
        words = "[...document.querySelectorAll('.knob .word')]"
        browser.ask("document.body.style.fontSize = '150%'")  # wider letters than here
        assert browser.ask(f"new Set({words}.map(one => one.offsetHeight)).size") == 1


def test_a_press_that_was_lost_is_told_until_the_next_one_arrives(browser: Browser) -> None:
    with served() as shown:
        shown.show(table_of(TRICK))
        look_at(browser, shown)
        trouble, press = "document.getElementById('trouble').textContent", "document.querySelector('.knob').click()"
        browser.ask(f"window.sends = fetch; window.fetch = async () => {{ throw new Error('lost'); }}; {press}")
        browser.until(f"{trouble} === 'The table does not answer.'")
        browser.ask(f"window.fetch = window.sends; {press}")
        browser.until(f"{trouble} === ''")


HANGS = """
const sends = window.fetch, answers = new Promise((comes) => (window.goesOn = comes));
window.fetch = (...asked) => answers.then(() => sends(...asked));
"""
"""Nothing that is sent arrives until `goesOn` is called."""


def test_what_was_pressed_while_the_table_did_not_answer_is_not_done_when_it_does(browser: Browser) -> None:
    with served() as shown:
        shown.show(table_of(TRICK))
        look_at(browser, shown)
        browser.ask(HANGS)
        browser.press("ArrowUp", "ArrowLeft", "ArrowLeft")
        browser.ask("(() => { const later = Date.now() + 6000; Date.now = () => later; window.goesOn(); })()")
        browser.until("import('/room.js').then(({ arrival }) => arrival()).then(() => true)")
        assert shown.pressed() == [("UP", True)], "it was on its way"
        assert browser.ask("document.getElementById('trouble').textContent") == "The table does not answer."


@only_with_page
def test_a_table_that_is_away_is_told_and_its_page_goes_on_when_it_is_back(browser: Browser) -> None:
    with served() as shown:
        shown.show(table_of(TRICK))
        look_at(browser, shown)
        port = int(shown.server.address.rsplit(":", 1)[1].strip("/"))
    browser.until("document.getElementById('trouble').textContent.includes('does not answer')")
    with served(port) as shown:
        shown.show(enrolling())
        browser.until("document.body?.dataset.shows === 'due' && document.getElementById('trouble').hidden")
        browser.press("ArrowUp")
        browser.until("import('/room.js').then(({ arrival }) => arrival()).then(() => true)")
        assert shown.pressed() == [("UP", True), ("UP", False)]
