"""Draw docs/table.png, the picture of the page: `python -m tools.page_screenshot`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import READY, served

DOCS = Path(__file__).parents[1] / "docs"
PICTURE = DOCS / "table.png"
WIDE, HIGH = 1180, 800
STEPS = 8


def looks_at(page: Browser, address: str, there: str = "count('#games .game')") -> None:
    """Open the page, and wait until this is there."""
    page.call("Page.navigate", url=address)
    page.until(f"(() => {{ {READY} }})() || {there}")


def begins_bird_dog(page: Browser, steps: int) -> None:
    """Deal Bird Dog, the same cards every time, and do so many sensible things."""
    page.click("input[value=birddog] + span")
    page.ask("$('who').value = 'me'; $('who').dispatchEvent(new Event('change')); $('seed').value = '4'")
    page.click("#new-game .main")
    page.until("count('.seat') === 3 && quiet()")
    for _ in range(steps):
        page.ask("$('next').click()")
        page.until("quiet()")


def main() -> None:
    """Draw a trick of Bird Dog with a hint."""
    with TemporaryDirectory() as place, served(Path(place) / "table") as address, Browser(Path(place) / "b") as page:
        page.size(WIDE, HIGH, 1.25)
        looks_at(page, address)
        begins_bird_dog(page, STEPS)
        page.click("#hint")
        page.until("count('.right') && $('lamp').dataset.colour === 'off' && !count('.flights > *')")
        page.ask("document.activeElement.blur()")
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        page.picture(PICTURE)
    # Median cut would lose the green ring of the hint, which has few pixels.
    Image.open(PICTURE).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
