"""How Toriatama is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.games.toriatama.drinks import DrinksState
from companion.games.toriatama.rules import ClaimMade, Toriatama
from companion.rules.events import Event
from companion.rules.game import Shown
from companion.rules.statements import Statement
from companion.support.messages import N_, msg


class ToriatamaShown(Shown[Toriatama]):
    """The words of Toriatama."""

    to_you: ClassVar[Mapping[str, str]] = {
        "{who} takes {cards}": N_("You take {cards}"),
        "{who} moves the drinks on": N_("You move the drinks on"),
        "{who} claims: {value} hand": N_("You claim: {value} hand"),
        "{who} gives back the drink of the {value} hand": N_("You give back the drink of the {value} hand"),
        "{who}'s claim is right": N_("Your claim is right"),
        "{who}'s claim is wrong": N_("Your claim is wrong"),
    }

    def moments(
        self, state: DrinksState, said: Statement, events: Sequence[Event], names: Sequence[str]
    ) -> Iterator[str]:
        """Whether a claim is right."""
        yield from (event.sentence(tuple(names)) for event in events if isinstance(event, ClaimMade))

    def remark(self, state: DrinksState, names: Sequence[str]) -> tuple[str, str]:
        """What ends the game, and wins it."""
        if not state.over:
            return "", ""
        return msg("A crate is full"), msg("A full crate ends the game; most colours and shapes in a crate win")

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
