"""The entry of Rook."""

from __future__ import annotations

from companion.rules.entry import GameEntry, opened

ENTRY = GameEntry(
    rules=opened("companion.games.rook.rules", "ROOK"),
    screen=opened("companion.games.rook.screen", "screen"),
    strategy=opened("companion.games.rook.strategy"),
    sentence=opened("companion.games.rook.events", "sentence"),
    deck_kinds=opened("companion.games.rook.deck_kinds", "deck_kinds"),
    dealer=opened("companion.games.rook.dealer", "RookDealer"),
    look="colours",
    novice=opened("companion.games.rook.suggestions", "RookNovice"),
    example=True,
)
