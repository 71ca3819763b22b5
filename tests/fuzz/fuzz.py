"""`make fuzz`: bytes that reach ever more branches of one target, until the time is over or something is found.

python -m tests.fuzz.fuzz --list
python -m tests.fuzz.fuzz TARGET CORPUS -max_total_time=60
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str]) -> None:
    """Fuzz one target; its right examples are in the corpus from the beginning."""
    import atheris  # noqa: PLC0415 - only here

    with atheris.instrument_imports(include=["companion", "hardware"]):
        from tests.fuzz.targets import LONGEST, TARGETS  # noqa: PLC0415 - from here on each branch is counted

    if arguments == ["--list"]:
        sys.stdout.writelines(f"{name}\n" for name in TARGETS)
        return
    name, corpus, *options = arguments
    Path(corpus).mkdir(parents=True, exist_ok=True)
    for number, right in enumerate(TARGETS[name].right):
        (Path(corpus) / f"right-{number}").write_bytes(right)
    atheris.Setup([sys.argv[0], corpus, f"-max_len={LONGEST}", *options], TARGETS[name].takes)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
