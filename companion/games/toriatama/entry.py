"""The entry of Toriatama."""

from __future__ import annotations

from companion.rules.entry import GameEntry, opened

ENTRY = GameEntry(
    rules=opened("companion.games.toriatama.rules", "TORIATAMA"),
    screen=opened("companion.games.toriatama.screen", "screen"),
    strategy=opened("companion.games.toriatama.strategy"),
    sentence=opened("companion.games.toriatama.events", "sentence"),
    deck_kinds=opened("companion.games.toriatama.deck_kinds", "deck_kinds"),
    at_home=opened("companion.games.toriatama.drinks_file", "at_home"),
    look="drinks",
    novice=opened("companion.games.toriatama.suggestions", "ToriatamaNovice"),
    example=True,
)
