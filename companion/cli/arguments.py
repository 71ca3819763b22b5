"""What arguments mean that several commands take."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.rules.game import Game


def asked_for(name: str | None, running: Path | None, house: Mapping[str, Game]) -> Mapping[str, Game]:
    """The game that was asked for, or all; a game that is on goes on, whatever was asked for."""
    return house if name is None or running is not None else {name: house[name]}
