"""The gallery's command, `python -m tools.gallery`: list, print, write or renew the screens."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.screens import png
from companion.screens.layouts import lines_of
from companion.support.messages import spoken_in
from tools.gallery import gallery


def main(argv: Sequence[str] | None = None) -> int:
    """List the screens, print them, or write them as pictures; returns the exit status."""
    parser = argparse.ArgumentParser("python -m tools.gallery", description="Every screen of the display.")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--list", action="store_true", help="only name the screens")
    how.add_argument("--png", metavar="DIR", type=Path, help="write one picture a screen, and a contact sheet")
    how.add_argument("--renew", action="store_true", help="draw the golden pictures and those of the documents anew")
    how.add_argument("--told", metavar="LANGUAGE", help="what each screen shows and says, as text for readers")
    arguments = parser.parse_args(argv)
    if arguments.told:
        _tell(arguments.told)
    elif arguments.list:
        sys.stdout.writelines(f"{name}\n" for name in gallery.names())
    elif arguments.png:
        _write(arguments.png)
    elif arguments.renew:
        gallery.renew(gallery.GOLDENS)
        gallery.illustrate()
    else:
        for name, picture in gallery.pictures():
            sys.stdout.write(f"{name}\n{picture.blocks(frame=True)}\n\n")
    return 0


def _tell(language: str) -> None:
    """Print the lines of each screen and the sentences that are heard, in a language."""
    with spoken_in(language):
        for name in gallery.names():
            screen = gallery.screen(name)
            shown = " / ".join(filter(None, lines_of(screen)))
            said = (f"    {sentence.text}\n" for sentence in (screen.says() if screen.says else ()))
            sys.stdout.writelines((f"{name}: {shown}\n", *said))


def _write(directory: Path) -> None:
    """Write each screen as a glowing panel, and a contact sheet."""
    directory.mkdir(parents=True, exist_ok=True)
    every = list(gallery.pictures())
    for name, picture in every:
        png.glow(picture, scale=4).save(directory / f"{name}.png", optimize=True)
    png.sheet(every, columns=4).save(directory / "contact-sheet.png", optimize=True)
    sys.stdout.write(f"{len(every)} screens in {directory}, all of them on contact-sheet.png\n")


if __name__ == "__main__":
    sys.exit(main())
