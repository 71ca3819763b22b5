"""The entry of BirdHead."""

from __future__ import annotations

from companion.rules.entry import GameEntry, opened

ENTRY = GameEntry(
    rules=opened("companion.games.birdhead.rules", "BIRD_HEAD"),
    screen=opened("companion.games.birdhead.screen", "screen"),
    strategy=opened("companion.games.birdhead.strategy"),
    deck_kinds=opened("companion.games.birdhead.deck_kinds", "deck_kinds"),
    novice=opened("companion.games.birdhead.suggestions", "BirdHeadNovice"),
    example=True,
)
