"""The table of the promises in README.md: which tests hold which promise."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"\| (P\d+) \| (.+) \| (.+) \| (.+) \|")


def rows(text: str) -> dict[str, str]:
    """What stands in the last column, by the row's number."""
    return {found[1]: found[4] for found in map(ROW.fullmatch, text.splitlines()) if found}


def named(row: str) -> list[str]:
    """The tests of a row, as `path::test`."""
    return re.findall(r"`(.+?)`", row)


TABLE = rows((ROOT / "tests" / "README.md").read_text("utf-8"))
PROMISED = {test for row in TABLE.values() for test in named(row)}

INCAPABLE = "this computer cannot "
"""So begins the reason of a test that is skipped for what a kernel or a container does not allow."""
