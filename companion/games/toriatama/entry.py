"""What Toriatama brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.toriatama.rules:TORIATAMA"),
    screen=import_later("companion.games.toriatama.screen:screen"),
    shown=import_later("companion.games.toriatama.shown:ToriatamaShown"),
    strategy=import_later("companion.games.toriatama.strategy:ToriatamaStrategy"),
    pieces=import_later("companion.games.toriatama.rules:ToriatamaPieces"),
    deck_kinds=import_later("companion.games.toriatama.deck_kinds:deck_kinds"),
    suggestions=import_later("companion.games.toriatama.suggestions:ToriatamaSuggestions"),
    at_home=import_later("companion.games.toriatama.at_home:at_home"),
    look="drinks",
    pictures="companion.games.toriatama:pictures.svg",
    shapes={shape: shape for shape in ("can", "tall", "small", "bottle", "high", "tallest")},
    example="companion.games.toriatama:records/example.table",
    line=N_("Fill a crate with many colours and shapes; your fists stay closed."),
    minutes=15,
)
