"""The command `companion`, also as `python -m companion`: the first light, the first picture, then the program."""

import gc
import sys

from companion.runtime.splash import show as show_splash

RARELY = 50_000
"""A start makes 30,000 objects and hardly any garbage: none is looked for before the box is ready."""


def main() -> int:
    """Run the command line of this process; gives the exit status. Ctrl-C ends it at any time."""
    gc.set_threshold(RARELY)
    try:
        return _run()
    except KeyboardInterrupt:
        return 130


def _run() -> int:
    if show_splash(sys.argv[1:]):
        from companion.runtime.first_picture import show as show_first_picture  # noqa: PLC0415 - only a service has one

        show_first_picture(sys.argv[1:])
    from companion.cli.main import main as command  # noqa: PLC0415 - loading it takes long, the panel is lit before

    return command()


if __name__ == "__main__":
    sys.exit(main())
