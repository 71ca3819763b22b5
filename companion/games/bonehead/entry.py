"""What Bonehead brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.bonehead.rules:BONEHEAD"),
    screen=opened("companion.games.bonehead.screen:screen"),
    shown=opened("companion.games.bonehead.shown:BoneheadShown"),
    strategy=opened("companion.games.bonehead.strategy:BoneheadStrategy"),
    dealer=opened("companion.games.bonehead.dealer:BoneheadDealer"),
    suggestions=opened("companion.games.bonehead.suggestions:BoneheadSuggestions"),
    pictures="companion.games.bonehead:pictures.svg",
    example="companion.games.bonehead:records/example.table",
    line=N_("Beat the pile or take it; be rid of all, bones too."),
    minutes=15,
)
