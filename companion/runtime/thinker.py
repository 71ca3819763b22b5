"""Thinks for computer seats, a slice a turn, so that no reader and no button waits for a thought."""

from __future__ import annotations

from companion.match.match import Match
from companion.players.player import HurriedError, Thinking
from companion.support.messages import N_
from companion.support.values import dataclass, replace
from companion.table.effects import AddLine
from companion.table.reply import Reply
from companion.table.state import Table
from companion.table.timing import Step, Thought

SLICE = 40
"""Playouts of a computer's choice in one turn: about a millisecond on a desk's machine, 5 ms at most."""

HURRIED = N_("; hurried")
"""Notes in the record that a choice was not thought to its end, so that the same moment may give another one."""

THINKING_S = 0.5
"""Seconds after which the panel says that a computer thinks."""


@dataclass(frozen=True, slots=True)
class Thinks:
    """A thought at this moment of a match, begun at a clock time, with the steps that are left."""

    thought: Thought
    match: Match | None
    steps: Thinking[Step]
    since: float


class Thinker:
    """The thought of one table that is not finished, if any."""

    def __init__(self) -> None:
        self._thinks: Thinks | None = None

    @property
    def thinks(self) -> bool:
        """Whether a thought is not finished."""
        return self._thinks is not None

    def takes_long(self, now: float) -> bool:
        """Whether people wait for a thought."""
        return self._thinks is not None and now - self._thinks.since >= THINKING_S

    def drop(self) -> None:
        """Think no further."""
        self._thinks = None

    def think(self, thought: Thought, table: Table, now: float, at_most_s: float) -> Reply | None:
        """A slice of this thought, begun anew if it is another one; returns the reply at its end.

        After `at_most_s` seconds it ends with the best so far, which the record notes; 0: it takes its time.
        """
        thinks = self._thinks
        if thinks is None or thinks.thought is not thought or thinks.match is not table.match:
            thinks = self._thinks = Thinks(thought, table.match, thought(table), now)
        hurries = bool(at_most_s) and now - thinks.since >= at_most_s
        try:
            if hurries:
                thinks.steps.throw(HurriedError)
            cost = 0
            while cost < SLICE:
                cost += next(thinks.steps)
        except StopIteration as end:
            self._thinks = None
            reply: Reply = end.value(table)
            notes = (AddLine(HURRIED),) if hurries and reply.table.wish is not table.wish else ()  # advice has none
            return replace(reply, effects=(*reply.effects, *notes))
        return None
