"""`companion history people`, `rename`, `merge` and `take-back`: who is who in history.

A list in the data directory says who is called otherwise than in the records, which stay as they are. Where two names
that are one person have played in one evening, that evening keeps both names.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence

from companion.cli.arguments import store_of
from companion.cli.console import WrongUseError, agrees, print_lines, print_tables
from companion.cli.history import NONE_YET, rows_of
from companion.history.finished_match import FinishedMatch
from companion.history.known_people import load_aliases
from companion.history.people import Aliases, RefusedAliasError, people_in, together
from companion.storage.people_file import PeopleFileError, write_people
from companion.storage.records import Store
from companion.support.names import person, place_of
from companion.support.text import listing, visible
from companion.support.text_tables import TextTable


def people(arguments: Namespace) -> int:
    """List everybody who has played."""
    store = store_of(arguments)
    aliases = _aliases(store)
    recorded = _matches(store)
    matches = list(map(aliases.in_match, recorded))
    rows = [_row(name, matches, people_in(recorded), aliases) for name in sorted(people_in(matches), key=person)]
    if not rows:
        print_lines([NONE_YET.format(place=store.finished_in)])
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
    print_lines([f"{arguments.old} is called {arguments.new} in history; companion history take-back undoes it"])
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
    print_lines([f"{arguments.name} is {arguments.into} in history; companion history take-back undoes it"])
    return 0


def take_back(arguments: Namespace) -> int:
    """Call a person as the records do."""
    store = store_of(arguments)
    _change(store, lambda aliases, _: aliases.take_back(arguments.name))
    print_lines([f"{arguments.name} is called so in history again"])
    return 0


def _change(store: Store, change: Callable[[Aliases, Sequence[str]], Aliases]) -> None:
    """Change the list of aliases, and write it. Raises WrongUseError."""
    aliases = _aliases(store)
    known = people_in(map(aliases.in_match, _matches(store)))
    try:
        write_people(store.root, change(aliases, known).names)
    except RefusedAliasError as reason:
        raise WrongUseError(str(reason)) from reason


def _aliases(store: Store) -> Aliases:
    try:
        return load_aliases(store.root)
    except PeopleFileError as problem:
        raise WrongUseError(str(problem)) from problem


def _matches(store: Store) -> list[FinishedMatch]:
    """The matches with the names of their records."""
    return [row.result for row in rows_of(store, Aliases()) if isinstance(row.result, FinishedMatch)]
