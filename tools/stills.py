"""Draw docs/table-GAME.webp, each game as the page shows it: `python -m tools.stills [GAME ...]`."""

from __future__ import annotations

import base64
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from companion.games.registry import GAMES
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import served
from tools.moving_picture import looks_at

DOCS = Path(__file__).parents[1] / "docs"
WIDE, HIGH, SHOWN_WIDE, QUALITY = 1280, 800, 800, 80
PACE = 40.0
SEED, FEWEST_STEPS, MOST_STEPS = 7, 9, 40
LIES = "(count('#trick .card') > 1 || count('#centre .holds')) && /^Your turn|claims/.test($('remark').textContent)"
"""A trick, a pile or drinks are on the table, and the person is asked."""


def main() -> None:
    """Draw the games that are named, or all of them."""
    for game in sys.argv[1:] or GAMES:
        with TemporaryDirectory() as place, Browser() as page, served(Path(place), PACE) as address:
            page.size(WIDE, HIGH)
            looks_at(page, address)
            play(page, game)
            save(page, DOCS / f"table-{game}.webp")
            page.call("Page.navigate", url="about:blank")


def play(page: Browser, game: str) -> None:
    """Begin a game against computers, the same cards every time, and play until something lies on the table."""
    page.click(f"input[value={game}] + .tile")
    page.ask(f"$('seed').value = '{SEED}'")
    page.click("#deal")
    page.until("$('new-game').hidden && $('where').textContent && quiet()")
    for step in range(MOST_STEPS):
        if step >= FEWEST_STEPS and page.ask(LIES):
            break
        page.ask("$('next').click()")
        page.until("quiet()")
    page.ask("document.activeElement.blur()")
    page.until("!document.getAnimations().some((moves) => moves.playState === 'running')")


def save(page: Browser, path: Path) -> None:
    """Keep what the page shows, at the width of a document."""
    shot = Image.open(BytesIO(base64.b64decode(page.call("Page.captureScreenshot", format="png")["data"])))
    small = shot.convert("RGB").resize((SHOWN_WIDE, SHOWN_WIDE * HIGH // WIDE), Image.Resampling.LANCZOS)
    small.save(path, quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
