"""Tables of text, printed plainly. `cli/console.py` draws them for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from companion.support.values import dataclass

NOTHING = "–"
"""The text of a cell without a value."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A title, column heads and rows. The first `words` columns are left-aligned, the others right-aligned."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1

    def plain(self) -> Iterator[str]:
        """The lines of the table, with two blanks between columns."""
        whole = (self.heads, *self.rows)
        widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
        yield self.title
        for row in whole:
            cells = (
                cell.ljust(width) if place < self.words else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield "  ".join(cells).rstrip()
