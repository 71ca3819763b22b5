"""What one seat knows of a match: its own cards, open cards, and statements.

A view is the game's state after the statements that this seat could hear. It never contains cards that went into other
hands, scanned hands of others, bones or stack. So a player with a view cannot cheat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.match.match import Match
    from companion.rules.game import Expectation, Game
    from companion.rules.statements import Statement


@dataclass(frozen=True, slots=True)
class View:
    """The game as `seat` knows it. `state` is the state of a match in which only this hand was scanned."""

    game: Game
    seat: Seat
    state: Any

    @classmethod
    def of(cls, match: Match, seat: Seat) -> View:
        """The view of this seat at this moment of a match."""
        *said, first = match.story()
        view = cls(match.header.game, seat, first.moment)
        for moment in reversed(said):
            assert moment.said is not None, "a moment before the first statement"
            secret = view.game.learnt(seat, match.state, moment.said)
            view = view.knowing(moment.said) if secret else view.hears(moment.said, moment.state)
        return view

    def hears(self, statement: Statement, after: Any) -> View:
        """The view after a right statement that led the game to the state `after`."""
        public = self.game.heard_by(self.seat, after, statement)
        return self if public is None else self.knowing(public)

    def knowing(self, statement: Statement) -> View:
        """The view after a statement that this seat knows completely."""
        return replace(self, state=self.game.advance(self.state, statement)[0])

    @property
    def expects(self) -> Expectation:
        """What the table waits for."""
        return self.game.expects(self.state)
