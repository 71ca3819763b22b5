"""How Toriatama is shown."""

from __future__ import annotations

from companion.games.toriatama.drinks import DrinksState
from companion.games.toriatama.rules import Toriatama
from companion.rules.game import Shown
from companion.support.messages import msg


class ToriatamaShown(Shown[Toriatama]):
    """The words of Toriatama."""

    def standing(self, state: DrinksState) -> tuple[int, ...]:
        """The points of the crates now, which are public."""
        return tuple(player.points for player in state.players) or state.setup.scores

    def headline(self, state: DrinksState) -> str:
        """The number of the turn."""
        return msg("turn {n}", n=state.turns + 1) if state.players and not state.over else ""

    def second_line(self, state: DrinksState) -> str:
        """How full the crates are, clockwise."""
        full = " ".join(str(len(player.crate)) for player in state.players)
        return msg("Crates {full}", full=full) if full else ""
