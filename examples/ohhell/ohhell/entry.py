"""What Oh Hell brings."""

from companion import api

ENTRY = api.GameEntry(
    rules=api.opened("ohhell.rules:OH_HELL"),
    api=1,
)
