"""Set one key in the text of a settings file and leave the rest of the text as it is. Pure."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.settings.parser import Problem, read
from companion.settings.schema import KeyPath, key_of, toml_key
from companion.support.messages import msg

COMMENT = re.compile(r"\s*#[^\"'\]]*$")


class CannotChangeError(ValueError):
    """The text cannot be changed; the message says why."""


def set_value(text: str, path: KeyPath, value: Any) -> str:
    """Return the text with this value for a key. Raises CannotChangeError."""
    key, before = key_of(path), read(text)
    assert key is not None, f"{toml_key(path)} is no key"
    if not key.allowed.fits(value):
        problem = Problem(0, toml_key(path), key.to_toml(value), key.allowed.words)
        raise CannotChangeError(problem.message)
    if before.problems:
        first = before.problems[0]
        raise CannotChangeError(msg("line {n} is wrong: {problem}", n=first.line, problem=first.message))
    lines = text.split("\n") if text else []
    if path in before.lines:
        _put_instead(lines, before.lines[path] - 1, key.to_toml(value))
    else:
        _put_new(lines, path, key.to_toml(value))
    after = "\n".join(lines)
    parsed = read(after)
    if parsed.problems or parsed.values != {**before.values, path: value}:
        raise CannotChangeError(
            msg("{key} is set in a way that only a person can change: edit the file", key=toml_key(path))
        )
    return after


def _put_instead(lines: list[str], at: int, value: str) -> None:
    """Replace the statement at this line; its key and its comment stay."""
    end = next(end for end in range(at + 1, len(lines) + 1) if _is_whole("\n".join(lines[at:end])))
    comment = COMMENT.search(lines[end - 1])
    lines[at:end] = [f"{lines[at].partition('=')[0].rstrip()} = {value}{comment[0] if comment else ''}"]


def _is_whole(statement: str) -> bool:
    try:
        tomllib.loads(statement)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _put_new(lines: list[str], path: KeyPath, value: str) -> None:
    """Insert below the header of its table; append the table if it is missing."""
    header = f"[{toml_key(path[:-1])}]"
    if header not in map(str.strip, lines):
        lines += [*([""] if lines and lines[-1] else []), header, ""]
    at = [line.strip() for line in lines].index(header)
    lines.insert(at + 1, f"{toml_key(path[-1:])} = {value}")
