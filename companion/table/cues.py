"""The sound and light of each outcome of an input."""

from __future__ import annotations

from companion.support.values import dataclass
from companion.table.reply import Outcome


@dataclass(frozen=True, slots=True)
class Cue:
    """Notes as (Hz, ms), 0 Hz for silence; a colour as red, green, blue from 0 to 1, and its duration."""

    notes: tuple[tuple[int, int], ...] = ()
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shines_ms: int = 0


CUES = {
    Outcome.MEANINGLESS: Cue(((220, 40),)),
    Outcome.NOTHING: Cue(),
    Outcome.PART: Cue(((1320, 20),), (0.0, 0.4, 0.0), 150),
    Outcome.ACCEPTED: Cue(((1760, 60),), (0.0, 1.0, 0.0), 400),
    Outcome.TRICK: Cue(((1320, 80), (0, 30), (1760, 120)), (0.0, 1.0, 0.0), 600),
    Outcome.DONE: Cue(((1047, 90), (1319, 90), (1568, 160)), (0.0, 0.4, 1.0), 1500),
    Outcome.REVOKE: Cue(((660, 150), (0, 50), (440, 500)), (1.0, 0.3, 0.0), 3000),
    Outcome.OVER: Cue(((1047, 90), (1319, 90), (1568, 90), (2093, 300)), (1.0, 1.0, 1.0), 3000),
    Outcome.REJECTED: Cue(((440, 600),), (1.0, 0.0, 0.0), 1500),
}
