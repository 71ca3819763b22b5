"""Tables of texts, printed plainly; `cli/console.py` draws them for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTHING = "–"
"""What stands in a cell without a value."""


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the heads of the columns, and rows of as many texts; the first `words` columns are flush left."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1

    def plain(self) -> Iterator[str]:
        """The lines of the table, columns two blanks apart."""
        whole = (self.heads, *self.rows)
        widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
        yield self.title
        for row in whole:
            cells = (
                cell.ljust(width) if place < self.words else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield "  ".join(cells).rstrip()
