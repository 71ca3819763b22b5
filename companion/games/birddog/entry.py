"""What Bird Dog brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.birddog.rules:BIRD_DOG"),
    screen=opened("companion.games.birddog.screen:screen"),
    shown=opened("companion.games.birddog.shown:BirdDogShown"),
    strategy=opened("companion.games.birddog.strategy:BirdDogStrategy"),
    seating=opened("companion.games.birddog.seating:BirdDogSeating"),
    suggestions=opened("companion.games.birddog.suggestions:BirdDogSuggestions"),
    pictures="companion.games.birddog:pictures.svg",
    example="companion.games.birddog:records/example.table",
    line=N_("Seven tricks and one trump; or dare to take none at all."),
    minutes=20,
)
