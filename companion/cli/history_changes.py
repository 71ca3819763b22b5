"""`companion history people`, `rename`, `merge`, `take-back`, `put-aside` and `bring-back`: who and what it counts.

A list in the data directory says who is called otherwise than in the records, which stay as they are. Where two names
that are one person have played in one evening, that evening keeps both names.

The record of a match that was played by mistake is renamed and nothing else: not a byte of it changes. A table may be
at work, unless the match is not over.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote

from companion.cli.arguments import store_of
from companion.cli.console import WrongUseError, agrees, as_wrong_use, print_lines, print_tables
from companion.cli.history import none_yet, number_by_path, refuse_aside, rows_of
from companion.history.finished_match import FinishedMatch
from companion.history.known_people import PeopleFileError, change_aliases, load_aliases
from companion.history.people import Aliases, RefusedAliasError, people_in, together
from companion.storage.disk import StorageError
from companion.storage.records import RECORD, Store
from companion.support.names import person, place_of
from companion.support.text import listing, nearest, visible
from companion.support.text_tables import TextTable


def people(arguments: Namespace) -> int:
    """List everybody who has played."""
    store = store_of(arguments)
    aliases = _aliases(store)
    recorded = _matches(store)
    matches = list(map(aliases.in_match, recorded))
    rows = [_row(name, matches, people_in(recorded), aliases) for name in sorted(people_in(matches), key=person)]
    if not rows:
        print_lines([none_yet(store)])
        return 0
    heads = ("player", "in records", "evenings", "first", "last")
    print_tables([TextTable("People", heads, tuple(rows), words=2)])
    return 0


def _row(name: str, matches: Sequence[FinishedMatch], recorded: Sequence[str], aliases: Aliases) -> tuple[str, ...]:
    played = [match for match in matches if place_of(name, match.names) is not None]
    others = [old for old in recorded if person(aliases.name(old)) == person(name) and old != name]
    days = sorted(match.day for match in played)
    return visible(name), visible(listing(others)) if others else "", str(len(played)), days[0], days[-1]


def rename(arguments: Namespace) -> int:
    """Call a person otherwise."""
    store = store_of(arguments)
    _change(store, lambda aliases, known: aliases.rename(known, arguments.old, arguments.new))
    _print_change(f"{arguments.old} is called {arguments.new}", arguments.old)
    return 0


def merge(arguments: Namespace) -> int:
    """Count two names as one person; ask first if both have played in one evening."""
    store = store_of(arguments)
    aliases = _aliases(store)
    matches = list(map(aliases.in_match, _matches(store)))
    both = together(matches, arguments.name, arguments.into)
    if both and not arguments.yes:
        evenings = "1 evening" if both == 1 else f"{both} evenings"
        names = f"{arguments.name} and {arguments.into}"
        print_lines([f"{names} have played in {evenings} together, which will keep both names."])
        print_lines(["Are they one person all the same? y/n"])
        if not agrees():
            raise WrongUseError("they stay two people; --yes asks nothing")
    _change(store, lambda aliases, known: aliases.merge(known, arguments.name, arguments.into))
    _print_change(f"{arguments.name} is {arguments.into}", arguments.name)
    return 0


def _print_change(change: str, old: str) -> None:
    print_lines([visible(f"{change} in history; companion history take-back {quote(old)} undoes it")])


def take_back(arguments: Namespace) -> int:
    """Call a person as the records do."""
    _change(store_of(arguments), lambda aliases, _: aliases.take_back(arguments.name))
    print_lines([f"{arguments.name} is called so in history again"])
    return 0


def _change(store: Store, change: Callable[[Aliases, Sequence[str]], Aliases]) -> None:
    """Change the list of aliases. Raises WrongUseError."""
    if not store.root.is_dir():
        raise WrongUseError(none_yet(store))
    matches = _matches(store)
    with as_wrong_use(RefusedAliasError, PeopleFileError):
        change_aliases(store.root, lambda aliases: change(aliases, people_in(map(aliases.in_match, matches))))


def _aliases(store: Store) -> Aliases:
    with as_wrong_use(PeopleFileError):
        return load_aliases(store.root)


def _matches(store: Store) -> list[FinishedMatch]:
    """The matches with the names of their records."""
    return [row.result for row in rows_of(store, Aliases()) if isinstance(row.result, FinishedMatch)]


# ---------------------------------------------------------------- matches that were played by mistake


def put_aside(arguments: Namespace) -> int:
    """Put a match aside: history does not count it, and the table does not offer it any more."""
    store = store_of(arguments)
    path = _choose(store, arguments.evening, [*store.all_finished(), *store.all_running()], "counts or is on")
    _rename(store, path, store.throw_away)
    print_lines([visible(f"{path.stem} is put aside. It comes back: companion history bring-back {quote(path.stem)}")])
    return 0


def bring_back(arguments: Namespace) -> int:
    """Bring a match back that was put aside."""
    store = store_of(arguments)
    path = _choose(store, arguments.evening, store.thrown_away(), "is put aside")
    try:
        _rename(store, path, store.put_back)
    except StorageError as fault:
        if isinstance(fault.__cause__, FileExistsError):
            raise WrongUseError(f"another match is called {path.stem} here: it stays put aside") from fault
        raise
    print_lines([visible(f"{path.stem} is back")])
    return 0


def _rename(store: Store, path: Path, rename: Callable[[Path], None]) -> None:
    """Rename a record. A running one may be open at a table: raises CannotStartError while a table is at work."""
    if path.parent == store.finished_in:
        rename(path)
        return
    with store.alone():
        rename(path)


def _choose(store: Store, which: str, paths: Sequence[Path], so: str) -> Path:
    """The match of this number or name. Raises WrongUseError, which lists those put aside or without a number."""
    aside = store.thrown_away()
    counted = number_by_path(store, aside)
    name = which.removesuffix(RECORD)
    path = next((path for path in paths if name in {path.stem, str(counted.get(path, path.stem))}), None)
    if path is None:
        refuse_aside(store, name)
        ours = [path for path in counted if path in paths and path not in aside]
        many = f"; they are numbered 1 to {counted[ours[-1]]}" if ours else ""
        known = [f"{counted.get(path, ''):>4} {path.stem}" for path in sorted({*paths}.difference(ours))]
        guess, listed = nearest(name, [path.stem for path in paths]), "Others:" if ours else "These are:"
        raise WrongUseError(f"no match “{which}” {so} here{many}{guess}", *([listed, *known] if known else ()))
    return path
