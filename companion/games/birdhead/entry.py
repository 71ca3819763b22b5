"""What BirdHead brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.birdhead.rules:BIRD_HEAD"),
    screen=import_later("companion.games.birdhead.screen:screen"),
    shown=import_later("companion.games.birdhead.shown:BirdHeadShown"),
    strategy=import_later("companion.games.birdhead.strategy:BirdHeadStrategy"),
    deck_kinds=import_later("companion.games.birdhead.deck_kinds:deck_kinds"),
    suggestions=import_later("companion.games.birdhead.suggestions:BirdHeadSuggestions"),
    seating=import_later("companion.games.birdhead.seating:BirdHeadSeating"),
    pictures="companion.games.birdhead:pictures.svg",
    example="companion.games.birdhead:records/example.table",
    line=N_("Get rid of your high cards: the highest last card loses."),
    minutes=30,
)
