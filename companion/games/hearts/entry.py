"""What Hearts brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.hearts.rules:HEARTS"),
    screen=opened("companion.games.hearts.screen:screen"),
    shown=opened("companion.games.hearts.shown:HeartsShown"),
    strategy=opened("companion.games.hearts.strategy:HeartsStrategy"),
    dealer=opened("companion.games.hearts.dealer:HeartsDealer"),
    suggestions=opened("companion.games.hearts.suggestions:HeartsSuggestions"),
    pieces=opened("companion.games.hearts.rules:HeartsPieces"),
    pictures="companion.games.hearts:pictures.svg",
    example="companion.games.hearts:records/example.table",
    line=N_("Take no hearts and no queen of spades, or all of them."),
    minutes=40,
    known=True,
)
