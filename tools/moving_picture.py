"""Film docs/table.webp, a refused play and its repair: `python -m tools.moving_picture`.

Table, page and pointer are as real as ever, only slower: so there is time for a screenshot of each moment.
"""

from __future__ import annotations

import base64
import json
import time
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import READY, served

PICTURE = Path(__file__).parents[1] / "docs" / "table.webp"
WIDE, HIGH = 1180, 800
SLOWER = 8
FRAME_S = 0.04
STEPS = 5
SHOWN_WIDE, QUALITY = 800, 75
NO_KEYS = 1000
"""So many frames without one drawn whole: those make the file three times as large."""
WRONG, RIGHT = "JD", "KH"
RESTS = (940.0, 480.0)
ON_A_CARD = (-14.0, 10.0)
"""From the middle of a card to what is seen of it in a hand."""

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


class Film:
    """What the page showed, and when, in seconds as the viewer sees them."""

    def __init__(self, page: Browser) -> None:
        self._page = page
        self._pointer = RESTS
        self._now = 0.0
        self._shots: list[tuple[float, str]] = []

    def goes_on(self, seconds: float, to: tuple[float, float] | None = None) -> None:
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

    def clicks(self, card: str) -> None:
        """The pointer goes to a card and clicks it."""
        x, y = self._page.middle(f"[data-word={json.dumps(card)}]")
        self.goes_on(0.7, (x + ON_A_CARD[0], y + ON_A_CARD[1]))
        self.goes_on(0.2)
        self._mouse("mousePressed")
        self._mouse("mouseReleased")

    def saves(self, path: Path) -> None:
        """Each frame stays until the next was seen; the last one to the end."""
        seen = (Image.open(BytesIO(base64.b64decode(shot))).convert("RGB") for _, shot in self._shots)
        frames = [image.resize((SHOWN_WIDE, SHOWN_WIDE * HIGH // WIDE), Image.Resampling.LANCZOS) for image in seen]
        times = [*(at for at, _ in self._shots), self._now]
        lasts = [round((after - at) * 1000) for at, after in pairwise(times)]
        frames[0].save(
            path,
            save_all=True,
            append_images=frames[1:],
            duration=lasts,
            loop=0,
            quality=QUALITY,
            method=4,
            kmin=NO_KEYS,
            kmax=NO_KEYS + 1,
        )

    def _mouse(self, move: str) -> None:
        x, y = self._pointer
        self._page.call(
            "Input.dispatchMouseEvent",
            type=move,
            x=x,
            y=y,
            button="left" if move != "mouseMoved" else "none",
            clickCount=1,
        )


def looks_at(page: Browser, address: str, there: str = "count('#games .game')") -> None:
    """Open the page, and wait until this is there."""
    page.call("Page.navigate", url=address)
    page.until(f"(() => {{ {READY} }})() || {there}")


def begins_bird_dog(page: Browser, steps: int) -> None:
    """Deal Bird Dog, the same cards every time, and do so many sensible things."""
    page.click("input[value=birddog] + span")
    page.ask("$('company').value = ''; $('company').dispatchEvent(new Event('change')); $('seed').value = '4'")
    page.click("#new-game .main")
    page.until("count('.seat') === 3 && quiet()")
    for _ in range(steps):
        page.ask("$('next').click()")
        page.until("quiet()")


def main() -> None:
    """Film a jack of diamonds on hearts, and the king of hearts after it."""
    with TemporaryDirectory() as place, Browser() as page:
        page.size(WIDE, HIGH)
        with served(Path(place) / "table") as address:
            looks_at(page, address)
            begins_bird_dog(page, STEPS)
        page.call("Page.addScriptToEvaluateOnNewDocument", source=SLOW)
        # The table goes on where it was; the step after that takes its word "resumed" off the panel.
        with served(Path(place) / "table", 1 / SLOWER) as address:
            looks_at(page, address, "count('.seat') === 3 && quiet()")
            page.ask("$('next').click()")
            page.until("quiet() && count('#trick .card') === 2 && $('lamp').dataset.colour === 'off'", 60)
            page.ask("document.activeElement.blur()")
            page.ask(POINTER)
            page.call("Animation.enable")
            page.call("Animation.setPlaybackRate", playbackRate=1 / SLOWER)
            film = Film(page)
            film.goes_on(1.0, RESTS)
            for card, read_s in ((WRONG, 3.0), (RIGHT, 2.2)):
                film.clicks(card)
                film.goes_on(0.3)
                film.goes_on(0.6, RESTS)
                film.goes_on(read_s)
            page.call("Page.navigate", url="about:blank")
        film.saves(PICTURE)


if __name__ == "__main__":
    main()
