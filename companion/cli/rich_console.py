"""Colours, progress and tables as `rich` draws them; imported only on a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.color import ColorSystem
from rich.console import Console
from rich.progress import Progress
from rich.style import Style
from rich.table import Table
from rich.text import Text

from companion.support.text import Paint
from companion.support.text_tables import TextTable


def painter() -> Paint:
    """The colours of this terminal: none if it wants none (NO_COLOR)."""
    console = Console()
    if console.no_color or console.color_system is None:
        return lambda text, _style: text
    return lambda text, style: Style.parse(style).render(text, color_system=ColorSystem.STANDARD)


def bar(total: int, doing: str) -> Progress:
    """A progress bar on standard error that vanishes at its end."""
    drawn = Progress(console=Console(stderr=True), transient=True)
    drawn.add_task(doing, total=total)
    return drawn


def print_tables(tables: Iterable[TextTable]) -> None:
    """Print with colours and rules."""
    console = Console()
    for table in tables:
        drawn = Table(title=table.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        for place, head in enumerate(table.heads):
            drawn.add_column(head, justify="left" if place < table.words else "right", no_wrap=not place)
        for row in table.rows:
            drawn.add_row(*map(Text, row))
        console.print(drawn)
