"""Button edges to gestures: a press, BACK held (menu), OK held (shut down). Time is an argument.

UP, DOWN and OK act on the edge down. BACK acts on the edge up, because it may be the start of a hold. A held button
acts once. An edge up without an edge down is ignored.
"""

from __future__ import annotations

from companion.inputs.inputs import Button, Held, Holding, Input, Pressed
from companion.support.values import dataclass, replace

HOLD_S = 0.8
"""Seconds after which a button counts as held."""

BAR_AFTER_S = 0.25
"""Seconds after which the hold bar appears: longer than a usual press."""

HELD = frozenset({Button.BACK, Button.OK})
"""The buttons with a second meaning when held."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that is down: since when, and the eighths that the hold bar shows."""

    button: Button
    since: float
    eighths: int = 0

    def release(self, at: float) -> tuple[Input, ...]:
        """The button came up: too early for a hold, or after it if a long turn did not tick meanwhile."""
        if at - self.since >= HOLD_S:
            return self.tick(at)[1]
        undone = (Holding(0, self.button),) if self.eighths else ()
        return (*undone, Pressed(Button.BACK)) if self.button is Button.BACK else undone

    def tick(self, now: float) -> tuple[Hold | None, tuple[Input, ...]]:
        """Advance the bar; at its end the button is held."""
        held = now - self.since
        if held >= HOLD_S:
            return None, (Holding(0, self.button), Held(self.button))
        eighths = int(8 * held / HOLD_S) if held >= BAR_AFTER_S else 0
        if eighths == self.eighths:
            return self, ()
        return replace(self, eighths=eighths), (Holding(eighths, self.button),)


@dataclass(frozen=True, slots=True)
class Gestures:
    """The buttons that are down, in the order in which they went down."""

    holds: tuple[Hold, ...] = ()

    def edge(self, word: str, *, down: bool, at: float) -> tuple[Gestures, tuple[Input, ...]]:
        """A button went down or came up."""
        button = Button(word)
        before = next((hold for hold in self.holds if hold.button is button), None)
        if down:
            begins = (Hold(button, at),) if button in HELD and before is None else ()
            return Gestures((*self.holds, *begins)), () if button is Button.BACK else (Pressed(button),)
        others = tuple(hold for hold in self.holds if hold is not before)
        return Gestures(others), before.release(at) if before else ()

    def tick(self, now: float) -> tuple[Gestures, tuple[Input, ...]]:
        """Advance every hold."""
        if not self.holds:
            return self, ()
        ticks = [hold.tick(now) for hold in self.holds]
        return (
            Gestures(tuple(hold for hold, _ in ticks if hold is not None)),
            tuple(given for _, inputs in ticks for given in inputs),
        )
