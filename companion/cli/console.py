"""Colours, progress and tables on a terminal; imports `rich` only there."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.support.paint import Paint
    from companion.support.text_tables import Table

BAR_AFTER_S = 2.0
"""Seconds before a progress bar appears."""


def painter(stream: TextIO) -> Paint:
    """The colours for this stream: none unless it is a terminal that wants them (NO_COLOR)."""
    if not stream.isatty():
        return _plain
    from rich.color import ColorSystem  # noqa: PLC0415 - only a terminal pays for it
    from rich.console import Console  # noqa: PLC0415 - the same
    from rich.style import Style  # noqa: PLC0415 - the same

    console = Console(file=stream)
    if console.no_color or console.color_system is None:
        return _plain
    return lambda text, style: Style.parse(style).render(text, color_system=ColorSystem.STANDARD)


class HasLine(Protocol):
    """An item that knows its line number."""

    @property
    def line(self) -> int:
        """The line number, from 1."""


Found = TypeVar("Found", bound=HasLine)


def with_bar(
    found: Iterable[Found], lines: int, stream: TextIO, now_s: Callable[[], float], *, doing: str = "Checking"
) -> Iterator[Found]:
    """Pass items on; on a terminal a progress bar appears after BAR_AFTER_S and vanishes at the end."""
    begun = now_s()
    tell: Callable[[int], None] | None = None
    with ExitStack() as shown:
        for answer in found:
            if tell is None and stream.isatty() and now_s() - begun > BAR_AFTER_S:
                tell = shown.enter_context(_bar(doing, lines, stream))
            if tell is not None:
                tell(answer.line)
            yield answer


@contextmanager
def _bar(doing: str, lines: int, stream: TextIO) -> Iterator[Callable[[int], None]]:
    from rich.console import Console  # noqa: PLC0415 - most records are answered before anybody waits
    from rich.progress import Progress  # noqa: PLC0415 - the same

    with Progress(console=Console(file=stream), transient=True) as progress:
        task = progress.add_task(doing, total=lines)
        yield lambda line: progress.update(task, completed=line)


def print_tables(tables: Iterable[Table], stream: TextIO) -> None:
    """Print with colours and rules on a terminal, plain otherwise."""
    if stream.isatty():
        _print_rich(tables, stream)
        return
    for place, table in enumerate(tables):
        stream.writelines(f"{line}\n" for line in ([""] if place else []))
        stream.writelines(f"{line}\n" for line in table.plain())


def _print_rich(tables: Iterable[Table], stream: TextIO) -> None:
    from rich import box  # noqa: PLC0415 - only a terminal pays for it
    from rich.console import Console  # noqa: PLC0415 - the same
    from rich.table import Table as RichTable  # noqa: PLC0415 - the same
    from rich.text import Text  # noqa: PLC0415 - the same

    console = Console(file=stream)
    for table in tables:
        drawn = RichTable(title=table.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        for place, head in enumerate(table.heads):
            drawn.add_column(head, justify="left" if place < table.words else "right", no_wrap=not place)
        for row in table.rows:
            drawn.add_row(*map(Text, row))
        console.print(drawn)


def _plain(text: str, style: str) -> str:
    del style
    return text
