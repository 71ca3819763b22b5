"""What Toriatama brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.toriatama.rules:TORIATAMA"),
    screen=opened("companion.games.toriatama.screen:screen"),
    shown=opened("companion.games.toriatama.shown:ToriatamaShown"),
    strategy=opened("companion.games.toriatama.strategy:ToriatamaStrategy"),
    pieces=opened("companion.games.toriatama.rules:ToriatamaPieces"),
    deck_kinds=opened("companion.games.toriatama.deck_kinds:deck_kinds"),
    suggestions=opened("companion.games.toriatama.suggestions:ToriatamaSuggestions"),
    at_home=opened("companion.games.toriatama.at_home:at_home"),
    look="drinks",
    pictures="companion.games.toriatama:pictures.svg",
    shapes={shape: shape for shape in ("can", "tall", "small", "bottle", "high", "tallest")},
    example="companion.games.toriatama:records/example.table",
    line=N_("Remember what hides in whose fist, and claim it."),
    minutes=15,
)
