"""What Euchre brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.euchre.rules:EUCHRE"),
    screen=import_later("companion.games.euchre.screen:screen"),
    shown=import_later("companion.games.euchre.shown:EuchreShown"),
    strategy=import_later("companion.games.euchre.strategy:EuchreStrategy"),
    dealer=import_later("companion.games.euchre.dealer:EuchreDealer"),
    suggestions=import_later("companion.games.euchre.suggestions:EuchreSuggestions"),
    pictures="companion.games.euchre:pictures.svg",
    example="companion.games.euchre:records/example.table",
    line=N_("Five cards, five tricks: name a trump and win three."),
    minutes=30,
    known=True,
)
