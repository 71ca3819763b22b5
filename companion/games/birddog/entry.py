"""What Bird Dog brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.birddog.rules:BIRD_DOG"),
    screen=import_later("companion.games.birddog.screen:screen"),
    shown=import_later("companion.games.birddog.shown:BirdDogShown"),
    strategy=import_later("companion.games.birddog.strategy:BirdDogStrategy"),
    seating=import_later("companion.games.birddog.seating:BirdDogSeating"),
    suggestions=import_later("companion.games.birddog.suggestions:BirdDogSuggestions"),
    pictures="companion.games.birddog:pictures.svg",
    example="companion.games.birddog:records/example.table",
    line=N_("Win pairs of jacks, queens and kings, or dare to take no trick."),
    minutes=20,
)
