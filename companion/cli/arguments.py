"""Arguments that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.rules.game import Game


def requested_games(name: str | None, running: Path | None, house: Mapping[str, Game]) -> Mapping[str, Game]:
    """The game asked for, or all; a running game is resumed, whatever was asked for."""
    return house if name is None or running is not None else {name: house[name]}
