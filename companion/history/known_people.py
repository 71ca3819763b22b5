"""The aliases of people in a data directory, for everything that counts its matches."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.history.people import Aliases, RefusedAliasError, aliases_of
from companion.storage.people_file import PEOPLE, PeopleFileError, read_people
from companion.support.text import visible


def aliases_in(root: Path) -> Aliases:
    """The aliases of this data directory. Reports a list that cannot be used; then there are no aliases."""
    try:
        return load_aliases(root)
    except PeopleFileError as problem:
        sys.stderr.write(f"companion: people are called as in the records: {visible(str(problem))}\n")
        return Aliases()


def load_aliases(root: Path) -> Aliases:
    """The aliases of this data directory. Raises PeopleFileError."""
    try:
        return aliases_of(read_people(root))
    except RefusedAliasError as problem:
        raise PeopleFileError(root / PEOPLE, problem) from problem
