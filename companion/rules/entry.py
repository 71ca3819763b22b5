"""The description of a game for the other rooms: its parts, each imported when needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from companion.support.values import dataclass

Opener: TypeAlias = Callable[[], Any]
"""Imports a part of a game. The room that uses the part defines its protocol."""


def opened(module: str, name: str = "") -> Opener:
    """An opener of this module, or of `name` in it. A table imports only the parts of the game that it plays."""
    return partial(_open, module, name)


def _open(module: str, name: str) -> Any:
    found = import_module(module)
    return getattr(found, name) if name else found


def nothing() -> None:
    """The opener of a part that the game does not have."""


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """Everything that other rooms know of a game: `ENTRY` in `companion/games/NAME/entry.py`.

    `rules` opens its `Game`. The others may open None:

    - `screen` its own screens (`screens/current_screen.py`)
    - `strategy` what a computer player knows of it (`players/strategy.py`)
    - `sentence` texts for its own events (`cli/check_report.py`)
    - `deck_kinds` its kinds of decks of tags (`enrolment/deck_kinds.py`)
    - `dealer` its dealer (`rules/dealer.py`; None: the common dealer)
    - `novice` the source of its hints (`rules/suggestions.py`; None: the common novice)
    - `at_home` the game with a house's own pieces (`games/registry.py`)

    `look` is how pages draw a card: "suits" (French suits, or none), "colours" (suits are colours), "drinks" (ranks are
    shapes).
    `example` says whether `records/example.table` in its folder is an example match.
    """

    rules: Opener = nothing
    screen: Opener = nothing
    strategy: Opener = nothing
    sentence: Opener = nothing
    deck_kinds: Opener = nothing
    dealer: Opener = nothing
    novice: Opener = nothing
    at_home: Opener = nothing
    look: str = "suits"
    example: bool = False


NO_ENTRY = GameEntry()
"""The entry of a game without a folder. Screens and dealing then derive from its expectations."""
