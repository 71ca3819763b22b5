"""What Bonehead brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.bonehead.rules:BONEHEAD"),
    screen=import_later("companion.games.bonehead.screen:screen"),
    shown=import_later("companion.games.bonehead.shown:BoneheadShown"),
    strategy=import_later("companion.games.bonehead.strategy:BoneheadStrategy"),
    dealer=import_later("companion.games.bonehead.dealer:BoneheadDealer"),
    suggestions=import_later("companion.games.bonehead.suggestions:BoneheadSuggestions"),
    pictures="companion.games.bonehead:pictures.svg",
    example="companion.games.bonehead:records/example.table",
    line=N_("Beat the pile or take it; get rid of every card, bones too."),
    minutes=15,
)
