"""The list of people who are called otherwise than in records: `people.toml` in the data directory."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from companion.history.people import Aliases, RefusedAliasError, aliases_of
from companion.storage.disk import DISK, in_words
from companion.support.text import visible

PEOPLE = "people.toml"

HEAD = """\
# Who is called otherwise than in the records: "name in records" = "name in history".
# companion history rename, merge and take-back write this file. The records stay as they are.
[people]
"""


class PeopleFileError(ValueError):
    """The list cannot be read. Says where, why, and what to do."""

    def __init__(self, file: Path, why: object) -> None:
        super().__init__(f"{file} cannot be used: {why}. Mend it or move it away; nothing in it was changed")


def aliases_in(root: Path) -> Aliases:
    """The aliases of this data directory. Reports a list that cannot be used; then there are no aliases."""
    try:
        return load_aliases(root)
    except PeopleFileError as problem:
        sys.stderr.write(f"companion: people are called as in the records: {visible(str(problem))}\n")
        return Aliases()


def load_aliases(root: Path) -> Aliases:
    """The aliases of this data directory; none if there is no list. Raises PeopleFileError."""
    file = root / PEOPLE
    try:
        written = tomllib.loads(DISK.read(file).decode("utf-8"))
    except FileNotFoundError:
        return Aliases()
    except (UnicodeDecodeError, RecursionError) as fault:
        wrong = "bytes that are no UTF-8 text" if isinstance(fault, ValueError) else "brackets in brackets without end"
        raise PeopleFileError(file, f'found {wrong}; allowed: lines like Bobby = "Bob"') from fault
    except (OSError, ValueError) as fault:
        raise PeopleFileError(file, fault) from fault
    people = written.pop("people", {})
    if written or not isinstance(people, dict):
        raise PeopleFileError(file, f"found {', '.join(map(str, written)) or 'people'}; allowed: one table [people]")
    for old, new in people.items():
        if not isinstance(new, str):
            raise PeopleFileError(file, f"“{old}” is {new!r}; allowed: a name in quotation marks")
    try:
        return aliases_of(people)
    except RefusedAliasError as problem:
        raise PeopleFileError(file, problem) from problem


def change_aliases(root: Path, change: Callable[[Aliases], Aliases]) -> None:
    """Change the list. It is replaced atomically, and concurrent changes queue up.

    Raises PeopleFileError, StorageError, and what `change` raises.
    """
    file = root / PEOPLE
    with in_words("The list of people cannot be written", file), DISK.in_turn(file):
        pairs = change(load_aliases(root)).names.items()
        lines = ("{} = {}\n".format(*(json.dumps(name, ensure_ascii=False) for name in pair)) for pair in pairs)
        DISK.replace_whole(file, (HEAD + "".join(lines)).encode())
