"""All states of the pages at all sizes, for the eye: `python -m tools.contact_sheet [--out DIR] [--game NAME ...]`.

One PNG for each size. Needs Chromium, as the tests of the page do.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from companion.games.registry import EXAMPLE, GAMES
from tests.companion.scoreboard import phones
from tests.companion.scoreboard.phases import PHASES, whole
from tests.companion.web.browser import Browser
from tests.companion.web.states import ended
from tests.companion.web.table_in_browser import begin, opened
from tests.evening import played_out


class WindowSize(NamedTuple):
    """A window in CSS pixels, and what its owner wishes."""

    width: int
    height: int
    scale: float = 1.0
    wish: tuple[str, str] = ("", "")


SIZES = {
    "1280x800": WindowSize(1280, 800),
    "1366x768": WindowSize(1366, 768),
    "1920x1080": WindowSize(1920, 1080),
    "820x1180": WindowSize(820, 1180),
    "390x844": WindowSize(390, 844),
    "320x640": WindowSize(320, 640),
    "200-percent": WindowSize(640, 400, 2.0),
    "forced-colours": WindowSize(1280, 800, wish=("forced-colors", "active")),
    "reduced-motion": WindowSize(1280, 800, wish=("prefers-reduced-motion", "reduce")),
}
PHONE = SIZES["390x844"]

PACE = 100.0
THUMBNAIL, GAP, CAPTION, COLUMNS = 400, 12, 20, 5
MOST_STEPS, AT_ONCE = 60, 12
MID_TRICK, STEPS_INTO_IT = "count('#trick .card') > 2", 24
"""In the middle of a trick; in a game without tricks, after this number of steps."""

LARGEST_HANDS = {"rook": "count('#own .holds') >= 14"}
"""By game: the state that shows its largest hand, as a condition in the page."""

STILL = """
(async () => {
  await new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)));
  const ends = document.getAnimations().filter(one => isFinite(one.effect.getComputedTiming().endTime));
  await Promise.race([Promise.allSettled(ends.map(one => one.finished)), new Promise(go => setTimeout(go, 1000))]);
})()"""
NEXT = """
(async (steps, enough) => {
  for (let step = 0; step < steps && !enough(); step++) {
    $('next').click();
    do await new Promise(go => setTimeout(go, 2)); while (!window.quiet());
  }
  return enough();
})"""


class Sheets:
    """Takes a picture of what is shown, at each of these sizes, and pastes them into a sheet for each size."""

    def __init__(self, page: Browser, place: Path, sizes: Sequence[str]) -> None:
        self.page = page
        self._place = place
        self._sizes = sizes
        self._taken: defaultdict[str, list[tuple[str, Image.Image]]] = defaultdict(list)

    def take(self, caption: str, sheet: str = "") -> None:
        """Take it with this caption, or only once for a sheet of its own."""
        for name in (sheet,) if sheet else self._sizes:
            size = PHONE if sheet else SIZES[name]
            wished = [{"name": size.wish[0], "value": size.wish[1]}] if size.wish[0] else []
            self.page.call("Emulation.setEmulatedMedia", features=wished)
            self.page.size(*size[:3])
            self.page.ask(STILL)
            shot = self._place / "shot.png"
            self.page.picture(shot)
            with Image.open(shot) as picture:
                high = round(THUMBNAIL * picture.height / picture.width)
                small = picture.convert("RGB").resize((THUMBNAIL, high), Image.Resampling.LANCZOS)
                self._taken[name].append((caption, small))

    def paste(self, out: Path) -> Iterator[tuple[Path, int]]:
        """Write the sheets; each with the number of its pictures."""
        font = ImageFont.load_default(14)
        for name, taken in self._taken.items():
            wide, high = THUMBNAIL + GAP, max(picture.height for _, picture in taken) + CAPTION + GAP
            columns = min(COLUMNS, len(taken))
            sheet = Image.new("RGB", (GAP + columns * wide, GAP + -(-len(taken) // columns) * high), "white")
            for at, (caption, picture) in enumerate(taken):
                left, top = GAP + at % columns * wide, GAP + at // columns * high
                ImageDraw.Draw(sheet).text((left, top), caption, "black", font)
                sheet.paste(picture, (left, top + CAPTION))
            sheet.save(out / f"{name}.png")
            yield out / f"{name}.png", len(taken)


def main(argv: Sequence[str] | None = None) -> None:
    """Draw the sheets, and tell where they are."""
    parser = argparse.ArgumentParser("python -m tools.contact_sheet", description="All states of the pages.")
    parser.add_argument("--out", type=Path, metavar="DIR")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES), metavar="NAME")
    parser.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES), metavar="SIZE")
    arguments = parser.parse_args(argv)
    out = arguments.out or Path(mkdtemp(prefix="contact-sheet-"))
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, Browser() as page:
        sheets = Sheets(page, Path(place), arguments.size)
        with opened(page, Path(place) / "table", PACE):
            _table(sheets, arguments.game)
        with ended(page, Path(place) / "over"):
            sheets.take("match over")
            page.press("Escape")
            page.until("!document.querySelector('dialog.ending').open")
            sheets.take("match over, closed")
        _phones(sheets, Path(place) / "box", arguments.game)
        for sheet, number in sheets.paste(out):
            print(f"{sheet}: {number} pictures")  # noqa: T201 - a command


def _table(sheets: Sheets, games: Sequence[str]) -> None:
    page = sheets.page
    sheets.take("start")
    for game in games:
        _deal(sheets, game)
    begin(page, EXAMPLE, max(GAMES[EXAMPLE].players))
    page.ask("$('show-new').click()")
    page.until("count('#saved li')")
    sheets.take("games that were left")
    _order(page, do="watch", game=EXAMPLE, every=10)
    for do in ("pause", "step", "step"):
        _order(page, do=do)
    page.until("!$('watching').hidden && $('remark').textContent")
    sheets.take("watching")
    _order(page, do="demonstrate", every=0)
    page.ask("$('show-new').click()")
    begin(page, EXAMPLE, max(GAMES[EXAMPLE].players))
    page.ask("$('show-drawer').click()")
    sheets.take("controls")
    page.ask("document.querySelectorAll('#drawer details').forEach(one => one.open = true)")
    sheets.take("controls, all open")
    page.press("Escape")


def _deal(sheets: Sheets, game: str) -> None:
    """One game from its deal on, with as many as can play it."""
    page, players = sheets.page, GAMES[game].players
    for people in dict.fromkeys((4 if 4 in players else max(players), max(players))):
        begin(page, game, people)
        sheets.take(f"{game} of {people}: begun")
        if game in LARGEST_HANDS and _goes_on(page, LARGEST_HANDS[game]):
            sheets.take(f"{game} of {people}: the largest hand")
        _goes_on(page, MID_TRICK, STEPS_INTO_IT)
        page.ask("$('hint').click()")
        page.until("window.quiet()")
        sheets.take(f"{game} of {people}: mid-trick, hint")
        page.ask("$('show-new').click()")


def _order(page: Browser, **given: Any) -> None:
    page.ask(f"import('/orders.js').then(one => one.order({json.dumps(given)}))")
    page.until("window.quiet() || !$('watching').hidden")


def _goes_on(page: Browser, enough: str, steps: int = MOST_STEPS) -> bool:
    """Take sensible steps until `enough` is true. Returns False if it never was."""
    return any(page.ask(f"{NEXT}({min(steps, AT_ONCE)}, () => {enough})") for _ in range(-(-steps // AT_ONCE)))


def _phones(sheets: Sheets, root: Path, games: Sequence[str]) -> None:
    """The page of phones: a box that is off, each game at every phase, and the evenings so far."""
    page = sheets.page
    played_out(root, *whole("birddog").record.splitlines())
    with phones.served(root) as port:
        page.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        page.until("document.getElementById('state')?.textContent")
        sheets.take("phone: box off", "phones")
        for name in (name for name in PHASES if name.partition("-")[0] in games):
            phones.shows(page, root, PHASES[name])
            for tab in ("now", "course"):
                page.ask(f"document.getElementById('show-{tab}').click()")
                sheets.take(f"phone, {name}: {tab}", "phones")
        page.ask("document.getElementById('show-past').click()")
        page.until("document.querySelectorAll('.evening').length")
        page.ask("document.querySelector('.evening').open = true")
        page.until("document.querySelectorAll('.evening .chart').length")
        sheets.take("phone: evenings", "phones")
        page.call("Page.navigate", url="about:blank")


if __name__ == "__main__":
    main()
