"""What Oh Hell brings."""

from companion import api

ENTRY = api.GameEntry(
    rules=api.opened("ohhell.rules:OH_HELL"),
    screen=api.opened("ohhell.screen:screen"),
    shown=api.opened("ohhell.screen:OhHellShown"),
    strategy=api.opened("ohhell.strategy:Strategy"),
    example="ohhell:records/example.table",
    line="Say how many tricks you take, and take no more.",
    api=3,
)
