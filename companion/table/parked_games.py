"""Games that are on beside the one that is played."""

from __future__ import annotations

from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Parked:
    """Another game that is on: the name of its record, what people call it, and who plays and how it stands."""

    record: str
    title: str
    detail: str = ""
