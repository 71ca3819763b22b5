"""Positions with the plays that nobody laughs at: what was said so far, and what is accepted from who is asked."""

from __future__ import annotations

from dataclasses import dataclass

from tests.companion.players.seats import match_of, says


@dataclass(frozen=True)
class Position:
    """`told`: lines of a record, divided by commas or line ends. `accepted`: lines that are right, the first names who.

    `source`: where people complained of another player (companion/players/README.md); empty: found at this table.
    """

    name: str
    told: str
    accepted: tuple[str, ...]
    source: str = ""

    def said_by(self, game: str, level: str, playouts: int = 60, seed: int = 1) -> str:
        """What who is asked says at this level."""
        lines = (line.strip() for line in self.told.replace("\n", ",").split(","))
        match = match_of(game, *filter(None, lines))
        return says(match, self.accepted[0].split()[0], level, playouts, seed)
