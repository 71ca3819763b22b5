"""Parts by their names: "module:name" is imported when the part is wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, TypeAlias

Opener: TypeAlias = Callable[[], Any]
"""Imports a part, of a game or of a reader, and returns it. The room that uses the part says what it must be."""


def import_later(place: str) -> Opener:
    """The opener of "module:name", written like an entry point of a package. Raises TypeError for anything else."""
    module, _, name = place.partition(":")
    if not name:
        raise TypeError(f"“{place}” names no part: write module:name")
    return partial(_open, module, name)


def lazy_call(place: str) -> Callable[..., Any]:
    """The function or class "module:name", imported at its first call. Bound to a name in capitals, as PLOT."""
    return lambda *arguments, **named: import_later(place)()(*arguments, **named)  # noqa: PLW0108 - not before the call


@cache
def _open(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def nothing() -> None:
    """The opener of a missing part: gives None."""
