"""Draw docs/director.webp, the organiser's page while a round is played: `python -m tools.director_picture`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.companion.director.browsing import enters
from tests.companion.director.evenings import NAMES
from tests.companion.director.served import served
from tests.companion.director.states import seated
from tests.companion.web.browser import Browser

PICTURE = Path(__file__).parents[1] / "docs" / "director.webp"
WIDE, HIGH = 1280, 650
QUALITY = 80


def main() -> None:
    """Four tables: one waits for a name tag, one plays, one has finished, one has lost its box."""
    with TemporaryDirectory() as place, served(Path(place) / "club") as club, Browser() as page:
        seated(club, NAMES)
        enters(page, club)
        media = {"prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce"}
        page.call(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in media.items()]
        )
        page.until("document.querySelectorAll('.table.done').length === 1")
        page.ask("document.querySelectorAll('details').forEach((one) => (one.open = false))")
        page.ask("document.activeElement.blur()")
        page.size(WIDE, HIGH)
        shot = Path(place) / "shot.png"
        page.picture(shot)
        Image.open(shot).convert("RGB").save(PICTURE, quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
