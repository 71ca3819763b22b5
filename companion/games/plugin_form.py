"""The form of a game from elsewhere, before anything is asked of it: what it is made of, and of which types."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.cards import Deck
from companion.games.plugins import other_api
from companion.rules.entry import API, GameEntry
from companion.rules.game import Game, Option
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Word
from companion.rules.tricks import TrickGame

NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
MOST_TITLE = 20
MOST_PLAYERS = 12

OTHER_NAME = "its entry point is called “{point}”, but its game “{name}”: give both one name"
UNKNOWN_KIND = (
    "its deck kind “{kind}” cannot be enrolled: use one of {kinds}, or bring it as a part of the GameEntry (deck_kinds)"
)
INSTALL_FIRST = (
    "{place} is not installed, and its name is wanted here: in the directory of its pyproject.toml say"
    " pip install --editable . and companion games refresh, then give the name of the game"
)
"""What is said to a "module:ENTRY" where only installed games are known."""

OF_OTHERS = {"companion", *sys.stdlib_module_names}
"""The top modules that do not belong to a game of another package."""


def why_not_opened(place: str, fault: BaseException) -> str:
    """Why the game at "module:name" cannot be opened: what was raised, where in its files, and what helps."""
    module, _, name = place.partition(":")
    if module.endswith(".py"):
        return f"{place}: {module} is a file, and a module is wanted: {Path(module).stem}:{name}, where it lies"
    if isinstance(fault, ModuleNotFoundError) and fault.name == module.partition(".")[0]:
        return f"{place}: there is no module “{fault.name}” here: go to the directory where it lies, or install it"
    own = isinstance(fault, ImportError) or type(fault) is TypeError
    return f"{place}: {'' if own else f'{type(fault).__name__}: '}{describe_fault(fault)}"


def describe_fault(fault: BaseException) -> str:
    """What a game's fault says, and where in its files it was raised."""
    theirs, at = [], fault.__traceback__
    while at is not None:
        if at.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in OF_OTHERS:
            theirs.append((Path(at.tb_frame.f_code.co_filename).name, at.tb_lineno))
        at = at.tb_next
    where = " ({}, line {})".format(*theirs[-1]) if theirs else ""
    return f"{fault}{where}"


def unknown_kind(kind: str, own: Collection[str], ours: Sequence[str]) -> str:
    """Why no deck of tags of this kind can be enrolled, where a game brings its `own` kinds. Empty: one can."""
    return "" if kind in {*own, *ours} else UNKNOWN_KIND.format(kind=kind, kinds=", ".join(ours[:-2]))


def misfit(entry: Any, kinds: Sequence[str] = ()) -> str:
    """Why this entry, or what its `rules` open, cannot be a game here, in words for its author. Empty if it can.

    `kinds` are the deck kinds that can be enrolled besides its own; empty: its kind does not matter.
    """
    if not isinstance(entry, GameEntry):
        return f"its entry point gives a {type(entry).__name__}, and a GameEntry is wanted"
    if type(entry.api) is not int or not entry.api:
        return f"its GameEntry does not say for which version of the companion's games it is: api={API}"
    if entry.api != API:
        return other_api(entry.api)
    game = entry.rules()
    if not isinstance(game, Game):
        return f"the `rules` of its GameEntry open {game!r:.60}, and an instance of a Game is wanted"
    return _wrong_field(game) or _large_letters(game) or missing_method(game) or _wrong_kind(entry, game, kinds)


def _wrong_kind(entry: GameEntry, game: Game, kinds: Sequence[str]) -> str:
    own = entry.deck_kinds() if kinds else None
    return unknown_kind(game.deck_kind, [kind.name for kind in own(game)] if own else (), kinds) if kinds else ""


def missing_method(game: Game) -> str:
    """What a trick game does not say and no type asks for, in words for its author. Empty: nothing."""
    own: Any = type(game)
    if not isinstance(game, TrickGame) or (own.strength, own.winner) != (TrickGame.strength, TrickGame.winner):
        return ""
    return f"{own.__name__} does not say who takes a trick: it needs `strength`, or a `winner` of its own"


def _large_letters(game: Game) -> str:
    """The first word of a game that has large letters: lines are read in small ones. Empty: none."""
    for word in game.words:
        for text in (word.name, *word.values, *word.then):
            if text != text.lower():
                return f"“{text}” of the word “{word.name}” must be in small letters"
    return ""


def text_like(pattern: str) -> Callable[[Any], bool]:
    """Tells whether a value is such a text."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None


def tuple_of(kind: type) -> Callable[[Any], bool]:
    """Tells whether a value is a tuple of this type."""
    return lambda values: isinstance(values, tuple) and all(isinstance(value, kind) for value in values)


def are_numbers(players: Any) -> bool:
    """Whether these are numbers of players."""
    numbers = isinstance(players, tuple) and all(type(number) is int for number in players)
    return numbers and bool(players) and 0 < min(players) <= max(players) <= MOST_PLAYERS


FIELDS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ("at most 24 small letters, digits and hyphens", text_like(NAME.pattern)),
    "title": (f"text of at most {MOST_TITLE} letters", text_like(f".{{1,{MOST_TITLE}}}")),
    "deck": ("an api.Deck", lambda deck: isinstance(deck, Deck)),
    "deck_kind": ("the name of a kind of decks, such as “french”", text_like(".+")),
    "players": (f"a tuple of numbers from 1 to {MOST_PLAYERS}, such as (4,)", are_numbers),
    "words": ("a tuple of api.Word", tuple_of(Word)),
    "rules": ("a tuple of api.Rule", tuple_of(Rule)),
    "pages": ("a tuple of texts, such as (text,)", tuple_of(str)),
    "options": ("a tuple of api.Option", tuple_of(Option)),
    "opener": ("“dealer” or “start”", text_like("dealer|start")),
    "opener_asked": ("text", text_like(".*")),
}
"""What each field of a game must be, for its author, and whether it is."""


def _wrong_field(game: Game) -> str:
    """The first field of a game that is not what it must be. Empty: none."""
    for name, (wanted, fits) in FIELDS.items():
        if not fits(value := getattr(game, name)):
            return f"the field `{name}` of its Game is {value!r:.60}, and {wanted} is wanted"
    return ""
