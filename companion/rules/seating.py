"""What a game allows while people come and go (rules/RULES.md 5). Most games keep to this; a game may have its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Seat, clockwise
from companion.rules.deal import TrickState
from companion.rules.game import Game
from companion.rules.statements import DEAL
from companion.rules.tricks import TrickGame
from companion.support.values import replace


class Seating:
    """How the state of a game follows its players. Changes nothing itself."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def take_over(self, state: Any, seat: Seat, *, racked: bool) -> Any:
        """The state after somebody else took this seat. None: not at this moment.

        `racked`: a computer took it from a person, so every card of the hand is tapped into its rack, also those that
        were seen; a further computer goes on with that rack, and is not asked for. In a trick game one may come before
        the first word and after the first lead, while nobody claims the rest; in other games between two deals.
        """
        if not isinstance(state, TrickState) or not isinstance(self.game, TrickGame):
            return None if racked and DEAL.name not in self.game.expects(state).words else state
        deal = state.deal
        if deal is None or self.game.settlement(state) is not None:
            return state
        if not racked:
            return replace(state, deal=deal.with_rack(seat, None))
        if deal.claim is not None or not (deal.dealing or deal.tricks[0].plays):
            return None
        return replace(state, deal=deal.with_rack(seat, 0))

    def regroup(self, state: Any, seats: Sequence[Seat | None], points: int) -> Any:
        """The state between two deals with these seats in place of the present ones. None: the game does not allow it.

        A seat takes over from the present seat of that number. None is a newcomer, who begins with `points`. The same
        chair deals next; if its player leaves, the next one who stays. Raises UnreadableError if these points end the
        match.
        """
        if not isinstance(state, TrickState) or not isinstance(self.game, TrickGame):
            return None
        deal, old = self.game.with_deal(state).now, state.setup
        dealer = chair_of(deal.dealer, old.seats, seats)
        scores = self.game.scores(state)
        totals = tuple(points if seat is None else scores[seat] for seat in seats)
        begun = tuple(points if seat is None else old.scores[seat] for seat in seats)
        markers = tuple(() if seat is None or not old.markers else old.markers[seat] for seat in seats)
        setup = replace(old, seats=len(seats), opener=dealer, scores=begun, markers=markers)
        if None in seats:
            self.game.begin(replace(setup, scores=totals))  # which refuses scores that end the match
        carried = state.carried if state.deal is None else self.game.carry_on(state)
        return TrickState(setup, totals, self.carry(carried, seats), past=deal.number - 1)

    def carry(self, carried: Any, seats: Sequence[Seat | None]) -> Any:
        """What is carried into the next deal (`TrickGame.carry_on`), by these seats instead of the present ones."""
        return carried


def chair_of(chair: Seat, chairs: int, seats: Sequence[Seat | None]) -> Seat:
    """The number of this chair among these seats; if its player leaves, that of the next one who stays.

    >>> chair_of(1, 4, (0, 1, 3)), chair_of(2, 4, (0, 1, 3)), chair_of(3, 4, (0, 1, 2)), chair_of(0, 2, (1, 0))
    (1, 2, 0, 0)
    """
    if len(seats) >= chairs:
        return chair
    return next(seats.index(seat) for seat in clockwise(chair, chairs) if seat in seats)


def seating_of(game: Game) -> Seating:
    """The game's own seating, or the common one."""
    own: type[Seating] = game.entry.seating()
    return own(game)
