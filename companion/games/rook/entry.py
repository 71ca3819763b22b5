"""What Rook brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.rook.rules:ROOK"),
    screen=opened("companion.games.rook.screen:screen"),
    shown=opened("companion.games.rook.shown:RookShown"),
    strategy=opened("companion.games.rook.strategy:RookStrategy"),
    pieces=opened("companion.games.rook.rules:RookPieces"),
    deck_kinds=opened("companion.games.rook.deck_kinds:deck_kinds"),
    dealer=opened("companion.games.rook.dealer:RookDealer"),
    suggestions=opened("companion.games.rook.suggestions:RookSuggestions"),
    look="colours",
    pictures="companion.games.rook:pictures.svg",
    shapes={"Rook": "bird"},
    example="companion.games.rook:records/example.table",
    line=N_("Bid with your partner for the nest, then catch the counters."),
    minutes=45,
)
