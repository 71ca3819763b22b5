"""What Hearts brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.hearts.rules:HEARTS"),
    screen=import_later("companion.games.hearts.screen:screen"),
    shown=import_later("companion.games.hearts.shown:HeartsShown"),
    strategy=import_later("companion.games.hearts.strategy:HeartsStrategy"),
    dealer=import_later("companion.games.hearts.dealer:HeartsDealer"),
    suggestions=import_later("companion.games.hearts.suggestions:HeartsSuggestions"),
    pictures="companion.games.hearts:pictures.svg",
    example="companion.games.hearts:records/example.table",
    line=N_("Take no hearts and no queen of spades, or all of them."),
    minutes=40,
    short={"target": "50"},
    short_minutes=15,
    known=True,
)
