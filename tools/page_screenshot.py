"""Draw docs/table.png, the picture of the README: `python -m tools.page_screenshot`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import served

PICTURE = Path(__file__).parents[1] / "docs" / "table.png"
QUIET = "document.getElementById('felt').getAttribute('aria-busy') === 'false'"
STEPS = 10


def main() -> None:
    """Draw a trick of Bird Dog with a hint."""
    with TemporaryDirectory() as place, served(Path(place) / "table") as address, Browser(Path(place) / "b") as page:
        page.size(1180, 800, 1.25)
        page.call("Page.navigate", url=address)
        page.until("document.querySelectorAll('#games .game').length")
        page.click("input[value=birddog] + span")
        page.ask("who.value = 'me'; who.dispatchEvent(new Event('change'))")
        page.ask("document.getElementById('seed').value = '4'")
        page.click("#new-game .main")
        page.until(f"document.querySelectorAll('.seat').length === 3 && {QUIET}")
        for _ in range(STEPS):
            page.ask("document.getElementById('next').click()")
            page.until(QUIET)
        page.click("#hint")
        page.until(
            "document.querySelectorAll('.right').length && document.getElementById('lamp').dataset.colour === 'off'"
        )
        page.ask("document.activeElement.blur()")
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        page.picture(PICTURE)
    # Median cut would lose the green ring of the hint, which has few pixels.
    Image.open(PICTURE).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
