"""What one seat knows of a match: its own cards, open cards, and statements.

A view is the game's state after the statements that this seat could hear. It never contains cards that went into other
hands, scanned hands of others, bones or stack. So a player with a view cannot cheat.
"""

from __future__ import annotations

from operator import sub
from typing import Any

from companion.cards import Seat
from companion.match.match import Match
from companion.rules.deal import with_changed_totals
from companion.rules.game import Expectation, Game
from companion.rules.statements import CORRECT, DEAL, SEAT, SEATING_WORDS, Statement
from companion.support.lazy_import import lazy_call
from companion.support.values import dataclass, field, replace

seating_of = lazy_call("companion.rules.seating:seating_of")  # most evenings end with those who began them


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as `seat` knows it. `state` is the state of a match in which only this hand was scanned.

    `moment` is the match of which this is the view; None: it was made by `hears` or `knowing`.
    """

    game: Game
    seat: Seat
    state: Any
    moment: Match | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, match: Match, seat: Seat, known: SeatView | None = None) -> SeatView:
        """The view of this seat at this moment of a match.

        Tells only what was said since `known`, an earlier view of this seat; without one, or after an undo, this deal.
        The deals before it are over: what they hid is of no use any more.
        """
        game = match.header.game
        learned = game.known_secrets(seat, match.moment)
        since: list[Match] = []
        for moment in match.story():
            if known is not None and known.moment is moment and game.known_secrets(seat, moment.moment) == learned:
                view = known
                break
            if moment.said is None or moment.said.word == DEAL.name:
                view = cls(game, seat, moment.moment)
                break
            since.append(moment)
        for moment in reversed(since):
            said = moment.statement
            if said.word in SEATING_WORDS:
                view = view.takes_over(moment)
            elif said.word == CORRECT.name:
                view = view.corrects(moment)
            else:
                view = view.knowing(said) if (said.word, said.seat) in learned else view.hears(said, moment.state)
        return replace(view, moment=match)

    def hears(self, statement: Statement, after: Any) -> SeatView:
        """The view after a right statement that led the game to the state `after`."""
        public = self.game.seen_by(self.seat, after, statement)
        return self if public is None else self.knowing(public)

    def takes_over(self, moment: Match) -> SeatView:
        """The view after somebody took a seat at this moment of a deal; between deals nothing is left to know."""
        said, before = moment.said, moment.before
        if said is None or said.word != SEAT.name or before is None:
            return SeatView(self.game, self.seat, moment.moment)
        racked = said.by in moment.header.computers
        if racked and said.by in before.header.computers:
            return self
        return SeatView(self.game, self.seat, seating_of(self.game).take_over(self.state, said.by, racked=racked))

    def corrects(self, moment: Match) -> SeatView:
        """The view after a score was corrected by hand at this moment, which everybody sees."""
        assert moment.before is not None, "a score is corrected after a deal has begun"
        changes = tuple(map(sub, moment.scores, moment.before.scores))
        return SeatView(self.game, self.seat, with_changed_totals(self.game, self.state, changes))

    def knowing(self, statement: Statement) -> SeatView:
        """The view after a statement that this seat knows completely."""
        return SeatView(self.game, self.seat, self.game.advance(self.state, statement)[0])

    @property
    def expects(self) -> Expectation:
        """What the table waits for."""
        return self.game.expects(self.state)
