"""What Rook brings."""

from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=import_later("companion.games.rook.rules:ROOK"),
    screen=import_later("companion.games.rook.screen:screen"),
    shown=import_later("companion.games.rook.shown:RookShown"),
    strategy=import_later("companion.games.rook.strategy:RookStrategy"),
    pieces=import_later("companion.games.rook.rules:RookPieces"),
    deck_kinds=import_later("companion.games.rook.deck_kinds:deck_kinds"),
    dealer=import_later("companion.games.rook.dealer:RookDealer"),
    suggestions=import_later("companion.games.rook.suggestions:RookSuggestions"),
    look="colours",
    pictures="companion.games.rook:pictures.svg",
    shapes={"Rook": "bird"},
    example="companion.games.rook:records/example.table",
    line=N_("With your partner, win the cards that count: as much as you bid."),
    minutes=45,
)
