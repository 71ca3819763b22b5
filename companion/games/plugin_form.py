"""The form of a game from elsewhere, before anything is asked of it: what it is made of, and of which types."""

from __future__ import annotations

import re
from typing import Any

from companion.cards import Deck
from companion.games.plugins import other_api
from companion.rules.entry import API, GameEntry
from companion.rules.game import Game, Option
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Word

NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
MOST_TITLE = 20
MOST_PLAYERS = 12


def misfit(entry: Any) -> str:
    """Why this entry, or what its `rules` open, cannot be a game here, in words for its author. Empty if it can."""
    if not isinstance(entry, GameEntry):
        return f"its entry point gives a {type(entry).__name__}, and a GameEntry is wanted"
    if not entry.api:
        return f"its GameEntry does not say for which version of the companion's games it is: api={API}"
    if entry.api != API:
        return other_api(entry.api)
    game = entry.rules()
    if not isinstance(game, Game):
        return f"the `rules` of its GameEntry open a {type(game).__name__}, and a Game is wanted"
    return _wrong_field(game)


def _wrong_field(game: Game) -> str:
    """The first field of a game that is not what it must be."""
    players = game.players
    several = isinstance(players, tuple) and all(
        type(player) is int and 0 < player <= MOST_PLAYERS for player in players
    )
    right = {
        "name": isinstance(game.name, str) and NAME.fullmatch(game.name) is not None,
        "title": isinstance(game.title, str) and 0 < len(game.title) <= MOST_TITLE,
        "deck": isinstance(game.deck, Deck),
        "deck_kind": isinstance(game.deck_kind, str) and bool(game.deck_kind),
        "players": several and bool(players),
        "words": _all(game.words, Word),
        "rules": _all(game.rules, Rule),
        "pages": _all(game.pages, str),
        "options": _all(game.options, Option),
        "opener": isinstance(game.opener, str) and game.opener in {"dealer", "start"},
        "opener_asked": isinstance(game.opener_asked, str),
    }
    wrong = next((name for name, fits in right.items() if not fits), "")
    return f"the field `{wrong}` of its Game is {getattr(game, wrong)!r:.60}" if wrong else ""


def _all(values: Any, kind: type) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, kind) for value in values)
