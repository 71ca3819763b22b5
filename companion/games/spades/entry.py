"""What Spades brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.spades.rules:SPADES"),
    screen=opened("companion.games.spades.screen:screen"),
    shown=opened("companion.games.spades.shown:SpadesShown"),
    dealer=opened("companion.games.spades.dealer:SpadesDealer"),
    strategy=opened("companion.games.spades.strategy:SpadesStrategy"),
    suggestions=opened("companion.games.spades.suggestions:SpadesSuggestions"),
    pieces=opened("companion.games.spades.rules:SpadesPieces"),
    pictures="companion.games.spades:pictures.svg",
    example="companion.games.spades:records/example.table",
    line=N_("Bid your tricks with a partner; spades beat everything."),
    minutes=45,
    known=True,
)
