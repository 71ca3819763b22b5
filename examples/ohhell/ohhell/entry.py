"""What Oh Hell brings."""

from companion import api

ENTRY = api.GameEntry(
    rules=api.import_later("ohhell.rules:OH_HELL"),
    screen=api.import_later("ohhell.screen:screen"),
    shown=api.import_later("ohhell.screen:OhHellShown"),
    strategy=api.import_later("ohhell.strategy:Strategy"),
    example="ohhell:records/example.table",
    line="Say how many tricks you take, and take no more.",
    api=3,
)
