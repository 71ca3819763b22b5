"""What a game brings to the house: its parts, each opened when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from companion.support.values import dataclass

Opener: TypeAlias = Callable[[], Any]
"""Gives a part of a game. A room that uses the part says in a protocol of its own what it must be."""


def opened(module: str, name: str = "") -> Opener:
    """Opens this module, or what has this name in it, when it is called: a table plays one game and loads no other."""
    return partial(_open, module, name)


def _open(module: str, name: str) -> Any:
    found = import_module(module)
    return getattr(found, name) if name else found


def nothing() -> None:
    """A part that the game does without."""


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """All that the rest of the house knows of a game, as `ENTRY` in `companion/games/NAME/entry.py`.

    `rules` gives its `Game`. The others give None where the house does without:

    - `screen` its own screens (`screens/choice.py`)
    - `strategy` what a computer player knows of it (`players/strategy.py`)
    - `sentence` how people are told of its own events (`cli/check_report.py`)
    - `deck_kinds` its kinds of decks of tags (`enrolment/deck_kinds.py`)
    - `dealer` who deals it (`rules/dealer.py`; None: the common dealer)
    - `novice` what its hints propose (`rules/novice.py`; None: the common novice)
    - `at_home` the game as a house plays it (`games/registry.py`)

    `look` is how pages draw a card: "suits" (French ones, or none), "colours" (suits are colours), "drinks" (ranks are
    shapes).
    `example` says whether `records/example.table` in its folder is a match to be shown.
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
"""Of a game without a folder: rules alone are a whole game, everything else is drawn and dealt from what it expects."""
