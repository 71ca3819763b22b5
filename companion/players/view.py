"""What one seat knows of a match, and nothing else: its own cards, what lies open, and what was said.

A view is the game's state after the story as this seat heard it. Cards that went into another hand, the hands of
others that were scanned, bones and stack never enter it, so that a player who is given a view cannot look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards.seats import Seat
    from companion.match.match import Match
    from companion.rules.game import Expectation, Game
    from companion.rules.statements import Statement


@dataclass(frozen=True, slots=True)
class View:
    """The game as `seat` knows it; `state` belongs to the game, as in a `Match` where only this hand was scanned."""

    game: Game
    seat: Seat
    state: Any

    @classmethod
    def of(cls, match: Match, seat: Seat) -> View:
        """What this seat knows of a match now."""
        *said, first = match.story()
        view = cls(match.header.game, seat, first.moment)
        for moment in reversed(said):
            assert moment.said is not None, "a moment before the first statement"
            secret = view.game.learnt(seat, match.state, moment.said)
            view = view.knowing(moment.said) if secret else view.hears(moment.said, moment.state)
        return view

    def hears(self, statement: Statement, after: Any) -> View:
        """The view after a right statement that led the game to the state `after`."""
        heard = self.game.heard_by(self.seat, after, statement)
        return self if heard is None else self.knowing(heard)

    def knowing(self, statement: Statement) -> View:
        """The view after a statement of which nothing is hidden from this seat."""
        return replace(self, state=self.game.advance(self.state, statement)[0])

    @property
    def expects(self) -> Expectation:
        """What the table waits for."""
        return self.game.expects(self.state)
