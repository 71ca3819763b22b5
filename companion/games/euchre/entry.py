"""What Euchre brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry, opened

ENTRY = GameEntry(
    rules=opened("companion.games.euchre.rules:EUCHRE"),
    dealer=opened("companion.games.euchre.dealer:Dealer"),
    suggestions=opened("companion.games.euchre.suggestions:Suggestions"),
)
