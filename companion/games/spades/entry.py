"""What Spades brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.spades.rules:SPADES"),
    screen=import_later("companion.games.spades.screen:screen"),
    shown=import_later("companion.games.spades.shown:SpadesShown"),
    dealer=import_later("companion.games.spades.dealer:SpadesDealer"),
    strategy=import_later("companion.games.spades.strategy:SpadesStrategy"),
    suggestions=import_later("companion.games.spades.suggestions:SpadesSuggestions"),
    pictures="companion.games.spades:pictures.svg",
    example="companion.games.spades:records/example.table",
    line=N_("Bid your tricks with a partner; spades beat everything."),
    minutes=45,
    short={"target": "100"},
    short_minutes=10,
    known=True,
)
