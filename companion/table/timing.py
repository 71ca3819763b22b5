"""What happens as time passes: computers think and speak, an open set closes, the box switches itself off.

Time is an argument: seconds since the table last changed. A thought comes in steps, and its end is a
step of the table as it is by then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from companion.players.player import Thinking, finish
from companion.support.values import replace
from companion.table import apply_statements, modes, several_cards
from companion.table.computer_seats import advising, choosing, may_ask, needs_card, table_statements
from companion.table.reply import Outcome, Reply
from companion.table.state import Advising, Table, Wish

Step: TypeAlias = "Callable[[Table], Reply]"
Thought: TypeAlias = "Callable[[Table], Thinking[Step]]"

SPEAKS_AFTER_S = 1.5
"""A word of a computer is shown for this time before it counts."""

INTERRUPTS_AFTER_S = 4.0
"""Time for people to interrupt before a computer is asked."""

RESULT_S = 2.0
"""Time to look at a result: a trick, a cleared pile, a claim."""

READ_S = 5.0
"""Additional time to read an overlay."""

SET_AFTER_S = 3.0
"""Time until an open set is closed if a computer plays next, since a computer taps no card."""


def thought_due(table: Table, waited_s: float) -> Thought | None:
    """The thought that a computer begins after this time. None: it has nothing to think about."""
    if isinstance(table.overlay, Advising):
        return _advises
    due = _computers_go_on(table) and not table.open_set and may_ask(table) and waited_s >= _patience_s(table)
    return _chooses if due else None


def next_step(table: Table, waited_s: float) -> Step | None:
    """The step that is due after this time without a thought, if any."""
    if not _computers_go_on(table):
        return None
    if table.open_set:
        return several_cards.close_set if waited_s >= SET_AFTER_S and _is_before_a_computer(table) else None
    return _speaks if _is_time(table, waited_s) else None


def goes_on(table: Table, waited_s: float) -> Reply:
    """The reply to this time without an input. Takes as long as a thought does."""
    thought = thought_due(table, waited_s)
    step = finish(thought(table)) if thought else next_step(table, waited_s)
    return step(table) if step else Reply(table)


def fall_asleep(table: Table, *, now: bool) -> Reply:
    """The picture that the box switches itself off soon; `now`: it does, if that picture is still there."""
    if not isinstance(table.mode, modes.GoingToSleep):
        return Reply(replace(table, mode=modes.GoingToSleep(table.mode), overlay=None))
    return Reply(replace(table, mode=modes.SwitchedOff(table.mode.over)), Outcome.ACCEPTED) if now else Reply(table)


def _computers_go_on(table: Table) -> bool:
    """Whether computers play here, and no page, question or held button has priority."""
    if table.match is None or not table.match.header.computers:
        return False
    return table.in_play and table.mode == modes.Playing() and not table.held_eighths


def _patience_s(table: Table) -> float:
    """Time before a computer is asked."""
    if table.offered:
        return INTERRUPTS_AFTER_S
    return RESULT_S if table.playing.events else 0


def _is_before_a_computer(table: Table) -> bool:
    then = several_cards.close_set(table).table
    return then.computer is not None or then.owed is not None


def _is_time(table: Table, waited_s: float) -> bool:
    """Whether a word of a computer was shown long enough."""
    said = table.called
    if said is None or needs_card(table.playing, said):
        return False
    return waited_s >= SPEAKS_AFTER_S + (READ_S if table.overlay is not None else 0)


def _chooses(table: Table) -> Thinking[Step]:
    return partial(_wishes, wish=(yield from choosing(table)))


def _advises(table: Table) -> Thinking[Step]:
    advice = yield from advising(table)
    return lambda now: Reply(replace(now, overlay=advice))


def _wishes(table: Table, wish: Wish) -> Reply:
    """The table with what a computer wants; a word comes with a short sound, cards are called without."""
    wishing = replace(table, wish=wish)
    spoken = wishing.called is not None and not needs_card(table.playing, wishing.called)
    return Reply(wishing, Outcome.PART if spoken else Outcome.NOTHING)


def _speaks(table: Table) -> Reply:
    assert table.called is not None
    return apply_statements.say(replace(table, resumed=None), (*table_statements(table.playing), table.called))
