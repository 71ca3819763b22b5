"""The sounds and lights of the table, and which of them each outcome of an input has."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from companion.support.values import dataclass
from companion.table.reply import Accepted, Meaningless, Nothing, Outcome, Progress, Rejected


@dataclass(frozen=True, slots=True)
class Tune:
    """Notes as (Hz, ms), 0 Hz for silence; a colour as red, green, blue from 0 to 1, and its duration."""

    notes: tuple[tuple[int, int], ...] = ()
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shines_ms: int = 0


class Cue(Enum):
    """What is heard and seen, by its meaning."""

    NONE = Tune()
    ACCEPTED = Tune(((1760, 60),), (0.0, 1.0, 0.0), 400)
    PART = Tune(((1320, 20),), (0.0, 0.4, 0.0), 150)
    TRICK = Tune(((1320, 80), (0, 30), (1760, 120)), (0.0, 1.0, 0.0), 600)
    SCORE = Tune(((1047, 90), (1319, 90), (1568, 160)), (0.0, 0.4, 1.0), 1500)
    OVER = Tune(((1047, 90), (1319, 90), (1568, 90), (2093, 300)), (1.0, 1.0, 1.0), 3000)
    REFUSED = Tune(((440, 600),), (1.0, 0.0, 0.0), 1500)
    REVOKE = Tune(((660, 150), (0, 50), (440, 500)), (1.0, 0.3, 0.0), 3000)
    STALE = Tune(((220, 40),))


CUES = {
    Progress.PART: Cue.PART,
    Progress.WHOLE: Cue.ACCEPTED,
    Progress.TRICK: Cue.TRICK,
    Progress.DONE: Cue.SCORE,
    Progress.REVOKE: Cue.REVOKE,
    Progress.OVER: Cue.OVER,
}


def cue_of(outcome: Outcome) -> Cue:
    """The sound and light of an outcome."""
    match outcome:
        case Accepted(progress=progress):
            return CUES[progress]
        case Rejected():
            return Cue.REFUSED
        case Meaningless():
            return Cue.STALE
        case Nothing():
            return Cue.NONE
    assert_never(outcome)
