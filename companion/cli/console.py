"""What a command writes: complaints, colours, progress and tables. Imports `rich` only on a terminal."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from companion.support.lazy_import import lazy_call
from companion.support.text import Paint, visible

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

    from companion.support.text_tables import TextTable


Progress: TypeAlias = "Callable[[int, int], None]"
Item = TypeVar("Item")

WHY_NOT_OPENED: Callable[[Path, OSError], str] = lazy_call("companion.storage.named_file:why_not_opened")

BAR_AFTER_S = 2.0
"""Seconds before a progress bar appears."""


DISK_FAILED = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}


class WrongUseError(ValueError):
    """What was asked for cannot be done; its lines say why, and what is allowed. Ends a command with status 2."""


class NotWrittenError(Exception):
    """The disk of a file that was named is full, read-only or spoilt. Ends a command with status 75."""


def complain(command: str, first: object, *others: str) -> None:
    """Write these lines of a command to standard error."""
    sys.stderr.writelines(f"{visible(line)}\n" for line in (f"companion {command}: {first}", *others))


def painter() -> Paint:
    """The colours of standard output: none unless it is a terminal that wants them (NO_COLOR)."""
    if not sys.stdout.isatty():
        return lambda text, _style: text
    from companion.cli import rich_console  # noqa: PLC0415 - only a terminal pays for it

    return rich_console.painter()


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
    """A function to call with the steps done and all steps; on a terminal it draws a progress bar."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    with _bar(1, doing) as drawn:
        yield lambda done, of: drawn.update(drawn.task_ids[0], completed=done, total=of)


def _bar(total: int, doing: str) -> RichProgress:
    from companion.cli import rich_console  # noqa: PLC0415 - most records are answered before anybody waits

    return rich_console.bar(total, doing)


def change_error(file: Path, refusal: Exception) -> WrongUseError | NotWrittenError:
    """The error for a settings file that was not changed, which names it: NotWrittenError if its disk has failed."""
    said = str(refusal) if str(file) in str(refusal) else f"{file}: {refusal}"
    return _kind_of(refusal.__cause__)(said)


def _kind_of(fault: BaseException | None) -> type[WrongUseError | NotWrittenError]:
    return NotWrittenError if isinstance(fault, OSError) and fault.errno in DISK_FAILED else WrongUseError


@contextmanager
def refusing(file: object) -> Iterator[None]:
    """Raise WrongUseError, which names the file, for an error of the system, also for a file that is there already.

    Raises NotWrittenError if its disk has failed.
    """
    try:
        yield
    except FileExistsError as there:
        raise WrongUseError(f"{file} already exists, and is not overwritten: choose another name") from there
    except OSError as fault:
        raise _kind_of(fault)(f"{file}: {WHY_NOT_OPENED(Path(str(file)), fault)}") from fault


@contextmanager
def as_wrong_use(*kinds: type[Exception]) -> Iterator[None]:
    """Raise WrongUseError in the words of an error of these kinds."""
    try:
        yield
    except kinds as refusal:
        raise WrongUseError(str(refusal)) from refusal


def agrees() -> bool:
    """Whether the next line of standard input is a yes."""
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def print_bytes(content: bytes) -> None:
    """Write to standard output as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


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
    from companion.cli import rich_console  # noqa: PLC0415 - only a terminal pays for it

    rich_console.print_tables(tables)
