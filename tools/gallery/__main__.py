"""The gallery's command, `python -m tools.gallery`: renew the pictures of all screens, or tell what they say."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from companion.screens.layouts import lines_of
from companion.support.messages import spoken_in
from tools.gallery import gallery


def main(argv: Sequence[str] | None = None) -> int:
    """Renew the pictures, or tell what the screens say; returns the exit status."""
    parser = argparse.ArgumentParser("python -m tools.gallery", description="Every screen of the display.")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--renew", action="store_true", help="draw the golden pictures and those of the documents anew")
    how.add_argument("--told", metavar="LANGUAGE", help="what each screen shows and says, as text for readers")
    arguments = parser.parse_args(argv)
    if arguments.told:
        _tell(arguments.told)
    else:
        gallery.renew(gallery.GOLDENS)
        gallery.illustrate()
    return 0


def _tell(language: str) -> None:
    """Print the lines of each screen and the sentences that are heard, in a language."""
    with spoken_in(language):
        for name in gallery.names():
            screen = gallery.screen(name)
            shown = " / ".join(filter(None, lines_of(screen)))
            said = (f"    {sentence.text}\n" for sentence in (screen.says() if screen.says else ()))
            sys.stdout.writelines((f"{name}: {shown}\n", *said))


if __name__ == "__main__":
    sys.exit(main())
