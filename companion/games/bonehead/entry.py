"""The entry of Bonehead."""

from __future__ import annotations

from companion.rules.entry import GameEntry, opened

ENTRY = GameEntry(
    rules=opened("companion.games.bonehead.rules", "BONEHEAD"),
    screen=opened("companion.games.bonehead.screen", "screen"),
    strategy=opened("companion.games.bonehead.strategy"),
    sentence=opened("companion.games.bonehead.events", "sentence"),
    dealer=opened("companion.games.bonehead.dealer", "BoneheadDealer"),
    novice=opened("companion.games.bonehead.suggestions", "BoneheadNovice"),
    example=True,
)
