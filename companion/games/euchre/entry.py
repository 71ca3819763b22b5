"""What Euchre brings."""

from __future__ import annotations

from companion.rules.entry import GameEntry
from companion.support.lazy_import import opened
from companion.support.messages import N_

ENTRY = GameEntry(
    rules=opened("companion.games.euchre.rules:EUCHRE"),
    screen=opened("companion.games.euchre.screen:screen"),
    shown=opened("companion.games.euchre.shown:EuchreShown"),
    strategy=opened("companion.games.euchre.strategy:EuchreStrategy"),
    dealer=opened("companion.games.euchre.dealer:EuchreDealer"),
    suggestions=opened("companion.games.euchre.suggestions:EuchreSuggestions"),
    pieces=opened("companion.games.euchre.rules:EuchrePieces"),
    pictures="companion.games.euchre:pictures.svg",
    example="companion.games.euchre:records/example.table",
    line=N_("Five cards, five tricks: name a trump and win three."),
    minutes=30,
    known=True,
)
