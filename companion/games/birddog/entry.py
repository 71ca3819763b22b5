"""The entry of Bird Dog."""

from __future__ import annotations

from companion.rules.entry import GameEntry, opened

ENTRY = GameEntry(
    rules=opened("companion.games.birddog.rules", "BIRD_DOG"),
    screen=opened("companion.games.birddog.screen", "screen"),
    strategy=opened("companion.games.birddog.strategy"),
    sentence=opened("companion.games.birddog.events", "sentence"),
    example=True,
)
