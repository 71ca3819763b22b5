"""What BirdHead brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.birdhead.rules:BIRD_HEAD"),
    screen=opened("companion.games.birdhead.screen:screen"),
    shown=opened("companion.games.birdhead.shown:BirdHeadShown"),
    strategy=opened("companion.games.birdhead.strategy:BirdHeadStrategy"),
    deck_kinds=opened("companion.games.birdhead.deck_kinds:deck_kinds"),
    suggestions=opened("companion.games.birdhead.suggestions:BirdHeadSuggestions"),
    seating=opened("companion.games.birdhead.seating:BirdHeadSeating"),
    pictures="companion.games.birdhead:pictures.svg",
    example="companion.games.birdhead:records/example.table",
    line=N_("Match every card that was led, or give up your lowest."),
    minutes=30,
)
