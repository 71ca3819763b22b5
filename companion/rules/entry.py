"""The entry of a game: its parts, each imported when a room asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.support.lazy_import import Opener, import_later, nothing
from companion.support.values import dataclass, field

API = 3
"""The version of what a game of another package may rely on: the names of `companion.api`.

It rises when a game that was right is no longer.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEntry:
    """All that other rooms know of a game, for the price of a small import. Its parts may lie anywhere.

    - `rules` opens its `Game`; all other parts may be left out
    - `screen` its own screens: a function of the table (`screens/current_screen.py`)
    - `shown` what is said of it in its own words: a subclass of `Shown` (`rules/game.py`, `rules/trick_shown.py`)
    - `strategy` what a computer player knows of it, with its playouts: a `Strategy` (`players/strategy.py`)
    - `deck_kinds` its kinds of decks of tags: a function of the game (`enrolment/deck_kinds.py`)
    - `dealer` what it deals besides hands: a `Dealer` (`rules/dealer.py`)
    - `seating` what it allows while people come and go: `Seating` (`rules/seating.py`)
    - `suggestions` what its hints propose: `Suggestions` (`rules/suggestions.py`)
    - `pieces` what depends on house rules, or is noted in a record: a subclass of `Pieces` (`rules/game.py`)
    - `at_home` the game with a house's own pieces: a function of the data directory (`games/registry.py`)

    `look` is how pages draw a card: "suits" (French suits, or none), "colours" (suits are colours), "drinks" (ranks are
    shapes). `pictures` is a sprite as "package:path", flat shapes only: its symbol `tile` illustrates the game, and
    `shapes` names the symbol of each rank that has a shape of its own. `example` is the record of an example match, if
    any, as "package:path". `line` says in at most 60 letters what the game is about, `minutes` how long it takes; both
    may be left out. `short` are the house rules of a short game, which takes `short_minutes`; empty: there is none.
    `known`: most people know the game, so it is offered first. `languages` is its directory of catalogues as
    "package:path" (docs/languages.md); without one it speaks English. Words and rules are fields of the `Game`, and its
    events have sentences of their own.

    A game of another package states the `api` that it was written for: 3 as a number, not `API`, which is always that
    of the companion. `package` is for the registry, which fills in name and version of that package.
    """

    rules: Opener = nothing
    screen: Opener = nothing
    shown: Opener = nothing
    strategy: Opener = nothing
    deck_kinds: Opener = nothing
    dealer: Opener = import_later("companion.rules.dealer:Dealer")
    suggestions: Opener = import_later("companion.rules.suggestions:Suggestions")
    seating: Opener = import_later("companion.rules.seating:Seating")
    pieces: Opener = import_later("companion.rules.game:Pieces")
    at_home: Opener = nothing
    look: str = "suits"
    pictures: str = "companion.games:pictures.svg"
    shapes: Mapping[str, str] = field(default_factory=dict)
    example: str = ""
    line: str = ""
    minutes: int = 0
    short: Mapping[str, str] = field(default_factory=dict)
    short_minutes: int = 0
    known: bool = False
    languages: str = ""
    api: int = 0
    package: str = ""
