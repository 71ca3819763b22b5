"""Colours, progress and tables on a terminal; imports `rich` only there."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from rich.progress import Progress as RichProgress

    from companion.support.text import Paint
    from companion.support.text_tables import TextTable

    Progress: TypeAlias = Callable[[int, int], None]

BAR_AFTER_S = 2.0
"""Seconds before a progress bar appears."""


Item = TypeVar("Item")


def painter() -> Paint:
    """The colours of standard output: none unless it is a terminal that wants them (NO_COLOR)."""
    if not sys.stdout.isatty():
        return lambda text, _style: text
    from rich.color import ColorSystem  # noqa: PLC0415 - only a terminal pays for it
    from rich.console import Console  # noqa: PLC0415 - the same
    from rich.style import Style  # noqa: PLC0415 - the same

    console = Console()
    if console.no_color or console.color_system is None:
        return lambda text, _style: text
    return lambda text, style: Style.parse(style).render(text, color_system=ColorSystem.STANDARD)


def with_bar(
    found: Iterable[Item], total: int, doing: str = "Checking", after_s: float = BAR_AFTER_S
) -> Iterator[Item]:
    """Pass items on; a progress bar appears on a terminal after `after_s` with the next item, and vanishes at the end.

    With 0 it does not wait for the first item.
    """
    begun = time.monotonic()
    drawn: RichProgress | None = None
    with ExitStack() as ending:
        if not after_s and sys.stderr.isatty():
            drawn = ending.enter_context(_bar(total, doing))
        for place, item in enumerate(found, start=1):
            if drawn is None and sys.stderr.isatty() and time.monotonic() - begun > after_s:
                drawn = ending.enter_context(_bar(total, doing))
            if drawn is not None:
                drawn.update(drawn.task_ids[0], completed=place)
            yield item


@contextmanager
def bar(doing: str) -> Iterator[Progress]:
    """A function that is told how much is done, of how much; on a terminal it draws a progress bar."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    with _bar(1, doing) as drawn:
        yield lambda done, of: drawn.update(drawn.task_ids[0], completed=done, total=of)


def _bar(total: int, doing: str) -> RichProgress:
    from rich.console import Console  # noqa: PLC0415 - most records are answered before anybody waits
    from rich.progress import Progress  # noqa: PLC0415 - the same

    drawn = Progress(console=Console(stderr=True), transient=True)
    drawn.add_task(doing, total=total)
    return drawn


def print_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def print_tables(tables: Iterable[TextTable]) -> None:
    """Print with colours and rules on a terminal, plain otherwise."""
    if not sys.stdout.isatty():
        for place, table in enumerate(tables):
            print_lines([""] * bool(place))
            print_lines(table.plain())
        return
    from rich import box  # noqa: PLC0415 - only a terminal pays for it
    from rich.console import Console  # noqa: PLC0415 - the same
    from rich.table import Table as RichTable  # noqa: PLC0415 - the same
    from rich.text import Text  # noqa: PLC0415 - the same

    console = Console()
    for table in tables:
        drawn = RichTable(title=table.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        for place, head in enumerate(table.heads):
            drawn.add_column(head, justify="left" if place < table.words else "right", no_wrap=not place)
        for row in table.rows:
            drawn.add_row(*map(Text, row))
        console.print(drawn)
