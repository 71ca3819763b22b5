"""A match: the last statement that was applied, and the match before it.

Every statement makes a new match and leaves the old one unchanged, so that undo returns to an earlier match. Rejected
statements are not part of a match.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from companion.rules.game import Expectation
from companion.rules.referee.verdicts import (
    LEGAL,
    NOTHING_TO_UNDO,
    WRONG_PHASE,
    Illegal,
    Legal,
    OnTrust,
    Unreadable,
    Verdict,
)
from companion.rules.statements import DEAL, Statement, UnreadableError
from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.match.header import Header
    from companion.rules.events import Event

DEALING_WORDS = frozenset({"deal", "hand", "dealt", "nest"})
"""Statements that are `error` at a wrong time, never `illegal`."""

NOTHING_MORE = Expectation("The evening is over", frozenset())


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on a statement, and its events. A rejected statement has no events."""

    verdict: Verdict
    events: tuple[Event, ...] = ()

    @property
    def applied(self) -> bool:
        """Whether the statement is now part of the match."""
        return isinstance(self.verdict, Legal | OnTrust)


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment. `state` belongs to the game; None: before the first deal.

    `said` is the last statement, `applied` the number of statements so far. `earlier` is the match before the deal in
    play began; None: no deal has begun.
    """

    header: Header
    state: Any = None
    said: Statement | None = None
    events: tuple[Event, ...] = ()
    before: Match | None = field(default=None, repr=False)  # a repr of all moments would be too long for error messages
    ended: bool = False
    applied: int = 0
    earlier: Match | None = field(default=None, repr=False, compare=False)
    _expects: Expectation | None = field(default=None, init=False, repr=False, compare=False)

    def say(self, statement: Statement, *, verdict: Verdict | None = None) -> tuple[Match, Answer]:
        """The match after a statement, and the answer. The match is unchanged if the statement was rejected.

        `verdict` is the verdict of an earlier judgement at this moment; None: judge now.
        """
        match statement.word:
            case "undo":
                return self._undo(int(statement.value))
            case _ if self.ended:
                return self, Answer(_no_place(statement, "the evening has ended"))
            case "end":
                return self._then(statement, self.state, (), ended=True), Answer(LEGAL)
            case _:
                return self._advance(statement, verdict)

    @property
    def expects(self) -> Expectation:
        """What the table waits for. Cached, since it is asked many times a second."""
        if self._expects is not None:
            return self._expects
        expected = NOTHING_MORE if self.ended else self.header.game.expects(self.moment)
        object.__setattr__(self, "_expects", expected)
        return expected

    @property
    def moment(self) -> Any:
        """The state of the game, also before the first deal. Raises UnreadableError if the header is incomplete."""
        return self.state if self.state is not None else self.header.game.begin(self.header.setup())

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals by seat."""
        return self.header.brought if self.state is None else self.header.game.scores(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners. Empty while there are none."""
        return () if self.state is None else self.header.game.winners(self.state)

    def story(self) -> Iterator[Match]:
        """This match and all before it, the latest first."""
        match: Match | None = self
        while match is not None:
            yield match
            match = match.before

    def this_deal(self) -> Iterator[Match]:
        """The match after each statement since the deal in play began, the latest first."""
        return takewhile(lambda one: one.said is not None and one.said.word != DEAL.name, self.story())

    def deals(self) -> Iterator[Match]:
        """This match and the one before each deal that has begun, the latest first. Skips what was said in a deal."""
        match: Match | None = self
        while match is not None:
            yield match
            match = match.earlier

    def _undo(self, statements: int) -> tuple[Match, Answer]:
        if statements > self.applied:
            return self, Answer(Illegal(NOTHING_TO_UNDO))
        return next(islice(self.story(), statements, None)), Answer(LEGAL)

    def _advance(self, statement: Statement, verdict: Verdict | None) -> tuple[Match, Answer]:
        game = self.header.game
        state = self.state
        if state is None:
            try:
                state = game.begin(self.header.setup())
            except UnreadableError as problem:
                return self, Answer(_no_place(statement, str(problem)))
        verdict = verdict or game.judge(state, statement)
        if not isinstance(verdict, Legal | OnTrust):
            return self, Answer(verdict)
        state, events = game.advance(state, statement)
        return self._then(statement, state, events), Answer(verdict, events)

    def _then(self, statement: Statement, state: Any, events: tuple[Event, ...], *, ended: bool = False) -> Match:
        return replace(
            self,
            state=state,
            said=statement,
            events=events,
            before=self,
            ended=ended,
            applied=self.applied + 1,
            earlier=self if statement.word == DEAL.name else self.earlier,
        )


def _no_place(statement: Statement, reason: str) -> Verdict:
    """The verdict on an unexpected statement: illegal, but an error for dealt cards (rules.md 0.2)."""
    return Unreadable(reason) if statement.word in DEALING_WORDS else Illegal(WRONG_PHASE)
