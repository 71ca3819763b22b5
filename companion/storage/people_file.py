"""The list of people whose names differ from those in records: `people.toml` in the data directory."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.storage.disk import DISK, in_words

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


def read_people(root: Path) -> Mapping[str, str]:
    """The names by those in records; empty if there is no list. Raises PeopleFileError."""
    file = root / PEOPLE
    try:
        written = tomllib.loads(DISK.read(file).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as fault:
        raise PeopleFileError(file, fault) from fault
    people = written.pop("people", {})
    if written or not isinstance(people, dict):
        raise PeopleFileError(file, f"found {', '.join(map(str, written)) or 'people'}; allowed: one table [people]")
    for old, new in people.items():
        if not isinstance(new, str):
            raise PeopleFileError(file, f"“{old}” is {new!r}; allowed: a name in quotation marks")
    return people


def write_people(root: Path, names: Mapping[str, str]) -> None:
    """Replace the list, whole or not at all. Raises StorageError."""
    lines = (
        f"{json.dumps(old, ensure_ascii=False)} = {json.dumps(new, ensure_ascii=False)}\n" for old, new in names.items()
    )
    file = root / PEOPLE
    with in_words("The list of people cannot be written", file):
        DISK.replace_whole(file, (HEAD + "".join(lines)).encode())
