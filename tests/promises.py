"""The promises of README.md and their tests."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"\| (P\d+) \| (.+) \| (.+) \| (.+) \|")


def rows(text: str) -> dict[str, str]:
    """The last column of the table, by the number of the row."""
    return {found[1]: found[4] for found in map(ROW.fullmatch, text.splitlines()) if found}


def named(row: str) -> list[str]:
    """The tests of a row, as `path::test`."""
    return re.findall(r"`(.+?)`", row)


TABLE = rows((ROOT / "tests" / "README.md").read_text("utf-8"))
PROMISED = {test for row in TABLE.values() for test in named(row)}

INCAPABLE = "this computer cannot "
"""The first words of a skip reason for what a kernel or a container does not allow."""
