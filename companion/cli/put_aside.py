"""`companion history put-aside` and `bring-back`: a match that was played by mistake does not count, and may again.

Its record is renamed and nothing else: not a byte of it changes. A table may be at work, unless the match is not over.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.cli.arguments import store_of
from companion.cli.console import WrongUseError, print_lines
from companion.storage.disk import StorageError
from companion.storage.evenings import numbers
from companion.storage.records import RECORD, Store
from companion.support.text import nearest


def put_aside(arguments: Namespace) -> int:
    """Put a match aside: history does not count it, and the table does not offer it any more."""
    store = store_of(arguments)
    path = _choose(store, arguments.evening, [*store.all_finished(), *store.all_running()], "counts or is on")
    _rename(store, path, store.throw_away)
    print_lines([f"{path.stem} is put aside. It comes back: companion history bring-back {path.stem}"])
    return 0


def bring_back(arguments: Namespace) -> int:
    """Bring a match back that was put aside."""
    store = store_of(arguments)
    path = _choose(store, arguments.evening, [*store.put_aside(), *store.thrown_away()], "is put aside")
    try:
        _rename(store, path, store.put_back)
    except StorageError as fault:
        if isinstance(fault.__cause__, FileExistsError):
            raise WrongUseError(f"another match is called {path.stem} here: it stays put aside") from fault
        raise
    print_lines([f"{path.stem} is back"])
    return 0


def _rename(store: Store, path: Path, rename: Callable[[Path], None]) -> None:
    """Rename a record. A running one may be open at a table: raises CannotStartError while a table is at work."""
    if path.parent == store.finished_in:
        rename(path)
        return
    with store.alone():
        rename(path)


def _choose(store: Store, which: str, paths: Sequence[Path], so: str) -> Path:
    """The match of this number or name. Raises WrongUseError."""
    counted = numbers(store, [*store.all_finished(), *store.put_aside()])
    numbered = {path: str(number) for path, number in counted.items()}
    name = which.removesuffix(RECORD)
    path = next((path for path in paths if name in {path.stem, numbered.get(path)}), None)
    if path is None:
        known = [f"{numbered.get(path, ''):>4} {path.stem}" for path in sorted(paths)]
        guess = nearest(name, [path.stem for path in paths])
        raise WrongUseError(f"no match “{which}” {so} here{guess}", *(["These are:", *known] if known else ()))
    return path
