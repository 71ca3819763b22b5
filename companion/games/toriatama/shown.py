"""How Toriatama is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.games.toriatama.drinks import PLACES, DrinksState
from companion.games.toriatama.rules import ClaimMade, Toriatama, claims
from companion.rules.events import Event
from companion.rules.game import Shown
from companion.rules.statements import Statement
from companion.support.messages import N_, msg


class ToriatamaShown(Shown[Toriatama]):
    """The words of Toriatama."""

    said_aloud: ClassVar[frozenset[str]] = frozenset({"takes"})
    to_you: ClassVar[Mapping[str, str]] = {
        "{who} takes {cards}": N_("You take {cards}"),
        "{who} moves the drinks on": N_("You move the drinks on"),
        "{who} claims: {value} hand": N_("You claim: {value} hand"),
        "{who} gives back the drink of the {value} hand": N_("You give back the drink of the {value} hand"),
        "{who} is right: the new drink goes back, and {who}'s moves on": N_(
            "You are right: the new drink goes back, and yours moves on"
        ),
        "{who} is wrong: what that hand held goes back": N_("You are wrong: what that hand held goes back"),
        "{who} filled a crate, which ends the game; most colours and shapes in a crate win": N_(
            "You filled a crate, which ends the game; most colours and shapes in a crate win"
        ),
        "{who} is right": N_("You are right"),
        "{who} is wrong": N_("You are wrong"),
    }

    def begins(self, state: DrinksState) -> str:
        """What a crate is for, and how one is filled."""
        return msg(
            "Each turn moves your drinks on: right hand, left hand, crate. A crate of {n} ends the game: a point for"
            " each of its colours and shapes.",
            n=PLACES,
        )

    def moments(
        self, state: DrinksState, said: Statement, events: Sequence[Event], names: Sequence[str]
    ) -> Iterator[str]:
        """Whether a claim is right."""
        for event in events:
            if isinstance(event, ClaimMade):
                who = names[event.player]
                yield msg("{who} is right", who=who) if event.correct else msg("{who} is wrong", who=who)

    def remark(self, state: DrinksState, names: Sequence[str]) -> tuple[str, str]:
        """What ends the game, and wins it."""
        if not state.over:
            return "", ""
        who = names[state.turn if state.moved else state.new.claimants[-1]]
        return msg("A crate is full"), msg(
            "{who} filled a crate, which ends the game; most colours and shapes in a crate win", who=who
        )

    def standing(self, state: DrinksState) -> tuple[int, ...]:
        """The points of the crates now, which are public."""
        return tuple(player.points for player in state.players) or state.setup.scores

    def results(self, state: DrinksState) -> Sequence[tuple[int, ...]]:
        """By points; a tie goes to more drinks."""
        return self.game.results(state)

    def headline(self, state: DrinksState) -> str:
        """The number of the turn, which lasts while its new drink may be claimed."""
        number = state.turns + (not claims(state))
        return msg("turn {n}", n=number) if state.players and not state.over else ""

    def second_line(self, state: DrinksState) -> str:
        """How full the crates are, clockwise."""
        full = " ".join(str(len(player.crate)) for player in state.players)
        return msg("Drinks in crates: {full}", full=full) if full else ""
