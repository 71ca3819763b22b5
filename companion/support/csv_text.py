"""Tables as CSV for spreadsheets, as in RFC 4180."""

from __future__ import annotations

import csv
from collections.abc import Iterable

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters that begin a formula in a spreadsheet."""


class _Lines(list[str]):
    """A file of lines in memory; the core does without `io`."""

    write = list.append


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """These rows. A text that a spreadsheet could take for a formula has an apostrophe before it; None is empty."""
    lines = _Lines()
    csv.writer(lines).writerows(map(_cell, row) for row in rows)
    return "".join(lines)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
