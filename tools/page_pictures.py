"""Draw the pages for the documents: `python -m tools.page_pictures [film] [director] [GAME ...]`, all without any name.

film      docs/table.webp, a refused play and its repair; table, page and pointer are only slower than ever, so that
          there is time for a screenshot of each moment
director  docs/director.webp, the organiser's page while a round is played
GAME      docs/table-GAME.webp
"""

from __future__ import annotations

import base64
import json
import sys
import time
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from companion.games.registry import GAMES
from tests.companion.director import served as director
from tests.companion.director.browsing import enters
from tests.companion.director.evenings import NAMES
from tests.companion.director.states import seated
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import READY, served

DOCS = Path(__file__).parents[1] / "docs"
SHOWN_WIDE = 800
FILM, STILL, DIRECTOR = (1180, 800), (1280, 800), (1280, 650)
"""The size of the window for each."""
PACE, SEED, FEWEST_STEPS, MOST_STEPS = 40.0, 7, 9, 40
LIES = "(count('#trick .card') > 1 || count('#centre .holds')) && /^Your turn|claims/.test($('remark').textContent)"
"""Whether cards lie on the table and the person is asked."""
SLOWER = 8
FRAME_S = 0.04
NO_KEYS = 1000
"""Frames between two key frames: key frames make the file three times as large."""
RESTS = (940.0, 480.0)
ON_A_CARD = (-14.0, 10.0)
"""Pixels from the middle of a card to the part that is visible in a hand."""

SLOW = f"const now = setTimeout; window.setTimeout = (done, ms, ...given) => now(done, ms * {SLOWER}, ...given)"
POINTER = """
(() => {
  document.body.insertAdjacentHTML("beforeend", `<svg id="pointer" width="80" height="80" viewBox="-40 -40 80 80">
    <g opacity="0" fill="none"><circle r="30" stroke="#10160f" stroke-width="9"/>
      <circle r="30" stroke="#ffb81c" stroke-width="5"/></g>
    <path d="M0 0V25L6 19.500L10.500 30L15.500 27.800L11 17.500H19.500Z" fill="#fff"
      stroke="#10160f" stroke-width="1.5"/>
  </svg>`);
  const pointer = $("pointer"), ring = pointer.querySelector("g");
  Object.assign(pointer.style, {position: "fixed", left: "-40px", top: "-40px", zIndex: 99, pointerEvents: "none"});
  addEventListener("pointermove", (e) => { pointer.style.translate = `${e.clientX}px ${e.clientY}px`; });
  addEventListener("pointerdown", () => ring.animate(
    [{transform: "scale(.2)", opacity: 1}, {opacity: 1, offset: .6}, {transform: "none", opacity: 0}],
    {duration: 600, easing: "ease-out"}));
})()
"""
"""Screenshots have no pointer: one that goes where the mouse is, and a ring where it clicks."""


def main(names: list[str]) -> None:
    """Draw these pictures, or all of them."""
    for name in names or ("film", "director", *GAMES):
        with TemporaryDirectory() as place, Browser() as page:
            if name == "film":
                page.moves()
                film(page, Path(place))
            elif name == "director":
                draw_director(page, Path(place))
            else:
                draw_game(page, Path(place), name)


def draw_director(page: Browser, place: Path) -> None:
    """Four tables: one waits for a name tag, one plays, one has finished, one has lost its box."""
    with director.served(place / "club") as club:
        seated(club, NAMES)
        enters(page, club)
        media = (("prefers-color-scheme", "dark"), ("prefers-reduced-motion", "reduce"))
        page.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in media])
        page.until("document.querySelectorAll('.table.done').length === 1")
        page.ask("document.querySelectorAll('details').forEach((one) => (one.open = false))")
        page.ask("document.activeElement.blur()")
        page.size(*DIRECTOR)
        _shot(page).save(DOCS / "director.webp", quality=80, method=6)
        page.call("Page.navigate", url="about:blank")


def draw_game(page: Browser, place: Path, game: str) -> None:
    """A game against computers, the same cards every time, played until something lies on the table."""
    with served(place, PACE) as address:
        page.size(*STILL)
        _look_at(page, address)
        _deal(page, game, SEED)
        for step in range(MOST_STEPS):
            if step >= FEWEST_STEPS and page.ask(LIES):
                break
            _next(page)
        page.ask("document.activeElement.blur()")
        page.until("!document.getAnimations().some((moves) => moves.playState === 'running')")
        _small(_shot(page)).save(DOCS / f"table-{game}.webp", quality=80, method=6)
        page.call("Page.navigate", url="about:blank")


def film(page: Browser, place: Path) -> None:
    """A jack of diamonds on hearts is refused, and the king of hearts comes after it."""
    page.size(*FILM)
    with served(place) as address:
        _look_at(page, address)
        page.ask("$('company').value = ''; $('company').dispatchEvent(new Event('change'))")
        _deal(page, "birddog", 4)
        for _ in range(5):
            _next(page)
    page.call("Page.addScriptToEvaluateOnNewDocument", source=SLOW)
    # The table goes on where it was; the step after that takes its word "resumed" off the panel.
    with served(place, 1 / SLOWER) as address:
        _look_at(page, address, "count('.seat') === 3 && quiet()")
        page.ask("$('next').click()")
        page.until("quiet() && count('#trick .card') === 2 && $('lamp').dataset.colour === 'off'", 60)
        page.ask("document.activeElement.blur()")
        page.ask(POINTER)
        page.call("Animation.enable")
        page.call("Animation.setPlaybackRate", playbackRate=1 / SLOWER)
        reel = Reel(page)
        reel.run(1.0, RESTS)
        for card, read_s in (("JD", 3.0), ("KH", 2.2)):
            reel.click(card)
            reel.run(0.3)
            reel.run(0.6, RESTS)
            reel.run(read_s)
        page.call("Page.navigate", url="about:blank")
    reel.save(DOCS / "table.webp")


class Reel:
    """What the page showed, and when, in seconds as the viewer sees them."""

    def __init__(self, page: Browser) -> None:
        self._page = page
        self._pointer = RESTS
        self._now = 0.0
        self._shots: list[tuple[float, str]] = []

    def run(self, seconds: float, to: tuple[float, float] | None = None) -> None:
        """Film so long, while the pointer goes somewhere."""
        begun, (x, y) = time.monotonic(), self._pointer
        to_x, to_y = to or self._pointer
        share = 0.0
        while share < 1:
            passed = (time.monotonic() - begun) / SLOWER
            share = min(1.0, passed / seconds)
            eased = share * share * (3 - 2 * share)
            self._pointer = (x + (to_x - x) * eased, y + (to_y - y) * eased)
            if to:
                self._mouse("mouseMoved")
            shot = self._page.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]
            if not self._shots or shot != self._shots[-1][1]:
                self._shots.append((self._now + passed, shot))
            time.sleep(max(0.0, begun + (passed + FRAME_S) * SLOWER - time.monotonic()))
        self._now += (time.monotonic() - begun) / SLOWER

    def click(self, card: str) -> None:
        """The pointer goes to a card and clicks it."""
        x, y = self._page.middle(f"[data-word={json.dumps(card)}]")
        self.run(0.7, (x + ON_A_CARD[0], y + ON_A_CARD[1]))
        self.run(0.2)
        self._mouse("mousePressed")
        self._mouse("mouseReleased")

    def save(self, path: Path) -> None:
        """Each frame stays until the next was seen; the last one to the end."""
        first, *frames = (_small(_image(shot)) for _, shot in self._shots)
        times = [*(at for at, _ in self._shots), self._now]
        lasts = [round((after - at) * 1000) for at, after in pairwise(times)]
        keys: dict[str, Any] = {"kmin": NO_KEYS, "kmax": NO_KEYS + 1}
        first.save(path, save_all=True, append_images=frames, duration=lasts, loop=0, quality=75, method=4, **keys)

    def _mouse(self, move: str) -> None:
        (x, y), button = self._pointer, "left" if move != "mouseMoved" else "none"
        self._page.call("Input.dispatchMouseEvent", type=move, x=x, y=y, button=button, clickCount=1)


def _look_at(page: Browser, address: str, there: str = "count('#games .game')") -> None:
    """Open the page, and wait until this is there."""
    page.call("Page.navigate", url=address)
    page.until("Boolean(document.getElementById('lamp'))")  # of which the words for the page want to know
    page.until(f"(() => {{ {READY} }})() || {there}")


def _deal(page: Browser, game: str, seed: int) -> None:
    page.click(f"input[value={game}] + .tile")
    page.ask(f"$('seed').value = '{seed}'")
    page.click("#deal")
    page.until("$('new-game').hidden && $('where').textContent && quiet()")


def _next(page: Browser) -> None:
    page.ask("$('next').click()")
    page.until("quiet()")


def _shot(page: Browser) -> Image.Image:
    return _image(page.call("Page.captureScreenshot", format="png")["data"])


def _image(shot: str) -> Image.Image:
    return Image.open(BytesIO(base64.b64decode(shot))).convert("RGB")


def _small(image: Image.Image) -> Image.Image:
    """The picture at the width of a document."""
    return image.resize((SHOWN_WIDE, SHOWN_WIDE * image.height // image.width), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(sys.argv[1:])
