"""The gallery's command, `python -m tools.gallery`: list, print, write or renew the screens."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.screens import png
from tools.gallery import gallery

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """List the screens, print them, or write them as pictures; returns the exit status."""
    parser = argparse.ArgumentParser("python -m tools.gallery", description="Every screen of the display.")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--list", action="store_true", help="only name the screens")
    how.add_argument("--png", metavar="DIR", type=Path, help="write one picture a screen, and a contact sheet")
    how.add_argument("--renew", action="store_true", help="draw the golden pictures and those of the documents anew")
    arguments = parser.parse_args(argv)
    if arguments.list:
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
