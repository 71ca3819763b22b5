"""What the tests of the page share: a desk, and a server on loopback in a thread of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from companion.games.birddog.rules import BIRD_DOG
from companion.http.views.desk import AskedTold
from companion.inputs.inputs import Button
from companion.simulation.box import SimulatedSetup, deck_for
from companion.storage.records import Store
from companion.tags.tag_decks import CardCopy, TagDeck
from companion.web.orders import Begin, Do, Order, Push
from companion.web.preferences import Preferences
from companion.web.server import PageServer, free_socket
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats

PACE = 40.0
HOLD_TURNS, MOST_STEPS = 20, 200

CARDS = [piece for piece in deck_for(BIRD_DOG).pieces.values() if isinstance(piece, CardCopy)]
OURS = TagDeck(
    "ours", "french", {b"\x04\x77\x00\x00\x00\x00" + bytes([at]): card_copy for at, card_copy in enumerate(CARDS)}
)
"""Every card of Bird Dog, on other tags than those of a drawn deck."""

READY = """
window.$ = (id) => document.getElementById(id);
window.count = (selector) => document.querySelectorAll(selector).length;
window.display = () => $('panel').ariaLabel.replace(/^The display: /, '');
window.quiet = () => $('felt').getAttribute('aria-busy') === 'false';
window.onwards = () => ['#next', '#mine', '#onwards [data-group=step]', '#answers [data-place].main']
  .map(one => document.querySelector(one)).find(one => one?.checkVisibility({visibilityProperty: true}));
window.paced = (pace) => { $('pace').value = pace; $('pace').dispatchEvent(new Event('change')); };
window.lamps = new Set();
new MutationObserver(() => lamps.add($('lamp').dataset.colour)).observe($('lamp'), {attributes: true});
"""
"""Words of the scripts below for the page: an element by its id, how many there are, the lines of the display, that
no hand moves, the button by which play goes on and that is seen, how fast computers are to play, and every colour that
the lamp has had, if for a moment only."""

PLAY = """
async () => {
  const $ = (id) => document.getElementById(id);
  const quiet = async () => { do await new Promise(r => setTimeout(r, 4)); while (!window.quiet()); };
  const mark = (card) => card.dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}));
  for (let turn = 0; turn < 300; turn++) {
    await quiet();
    $('hint').hidden || $('hint').click();
    await quiet();
    const told = $('remark').textContent;
    if (/is scored|is over/.test(told)) return told;
    const right = [...document.querySelectorAll('.holds.right')];
    const answer = document.querySelector('.talk .right');
    const bone = document.querySelector('.bone:not([aria-disabled])');
    const step = document.querySelector('#onwards [data-group=step]');
    if (document.querySelector('.stack:not([aria-disabled])')) $('stack').click();
    else if (right.length) {
      right.forEach(mark);
      $('reader-spot').click();
    } else if (answer) answer.click();
    else if (bone) bone.click();
    else if (step) step.click();
    else if (/ake a drink/.test(told) && !/are moved/.test(window.display()))
      document.querySelector('#centre .holds').click();
    else document.querySelector('.knob[value=OK]').click();
  }
  return 'never at an end';
}
"""
"""Somebody who does what the hints say, by clicks on cards, heaps and buttons alone."""


def desk_of(root: Path, game: str = "", *, people: int = 0, scanned: bool = True, seed: int = 1) -> VirtualTable:
    """A desk, with a new deal of a game if one is named."""
    desk = VirtualTable(Store(root), SimulatedSetup())
    if game:
        does(desk, Begin(game, seats=seats(people), seed=seed, scanned=scanned))
    return desk


def does(desk: VirtualTable, *orders: Order) -> Mapping[str, Any]:
    """Do these things one after another; what is shown then."""
    for order in orders:
        desk.take(order)
    desk.rest()
    desk.turn()
    return desk.view()


def turns(desk: VirtualTable, number: int) -> Mapping[str, Any]:
    """So many turns of the loop; what is shown then."""
    for _ in range(number):
        desk.turn()
    return desk.view()


def asked(desk: VirtualTable) -> AskedTold:
    """What the table asks now."""
    view = desk.view()["asked"]
    assert view is not None
    return view


def presses(desk: VirtualTable, *names: str) -> Mapping[str, Any]:
    """Press buttons by name, "HOLD" for BACK held until the menu opens; what is shown then."""
    for name in names:
        button = Button.BACK if name == "HOLD" else Button[name]
        does(desk, Push(button, down=True))
        turns(desk, HOLD_TURNS if name == "HOLD" else 0)
        does(desk, Push(button, down=False))
    return desk.view()


def steps_until(desk: VirtualTable, there: Callable[[], object]) -> None:
    """The next sensible thing again and again until this is true."""
    for _ in range(MOST_STEPS):
        if there():
            return
        does(desk, Do.NEXT)
    raise AssertionError("never there")


@contextmanager
def served(root: Path, pace: float = PACE, port: int = 0, seed: str = "") -> Iterator[str]:
    """The address of a table that is served meanwhile, and has its data directory for itself as `make play` has."""
    setup = SimulatedSetup(seed=seed)
    with Store(root).alone(), free_socket(port) as listening:
        preferences = Preferences(root / "config.toml")
        server = PageServer(lambda: VirtualTable(Store(root), setup), listening, preferences, pace)
        thread = Thread(target=server.run)
        thread.start()
        try:
            yield server.address
        finally:
            server.stop()
            thread.join()


def look_at(page: Browser, address: str) -> None:
    """Open the page, in a window of the usual size."""
    page.size(1280, 860)
    page.call("Page.navigate", url=address)
    page.until("document.querySelectorAll('#games .game').length")
    page.ask(READY)


@contextmanager
def opened(page: Browser, root: Path, pace: float = PACE) -> Iterator[str]:
    """The address of a table whose page is open meanwhile: it is left before the server ends, or it would complain."""
    with served(root, pace) as address:
        look_at(page, address)
        try:
            yield address
        finally:
            page.call("Page.navigate", url="about:blank")


def open_drawer(page: Browser, section: str) -> None:
    """The controls, when they have come to rest, and a section of them."""
    page.ask("$('drawer').open || $('show-drawer').click()")
    page.until("!$('drawer').getAnimations().length")
    page.ask(f"$('makers').open ||= Boolean(document.querySelector('#makers #{section}'))")
    page.click(f"#{section} summary")


def begin(page: Browser, game: str, people: int, seed: int = 1) -> None:
    """A new game by a click on the page."""
    page.ask(f"document.querySelector('input[value={game}]').click()")
    page.ask(f"$('people').value = '{people}'; $('company').value = ''")
    page.ask("$('company').dispatchEvent(new Event('change'))")
    page.ask(f"$('seed').value = '{seed}'")
    title = page.ask("$('game-title').textContent")
    page.click("#deal")
    begun = f"$('where').textContent.startsWith({json.dumps(title)}) && count('.seat') === {people}"
    page.until(f"{begun} && window.quiet()")
