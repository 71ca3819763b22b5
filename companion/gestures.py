"""Button edges to gestures: a press, or BACK held until the menu opens. Time is an argument.

UP, DOWN and OK act when they go down; BACK acts when it comes up again, because it may be the beginning of a
hold. A held button acts once, and an edge up without its edge down says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.table.inputs import Button, Held, Holding, Input, Pressed

HOLD_S = 0.8
"""BACK held so long opens the menu."""

SHOWN_AFTER_S = 0.25
"""The bar appears when a press is longer than a press usually is."""


@dataclass(frozen=True, slots=True)
class Gestures:
    """What is being held: `since` is when BACK went down (None: it is up), `eighths` what was told of the bar."""

    since: float | None = None
    eighths: int = 0

    def edge(self, button: str, *, down: bool, at: float) -> tuple[Gestures, tuple[Input, ...]]:
        """A button went down or came up."""
        if button != Button.BACK.value:
            return self, ((Pressed(Button(button)),) if down else ())
        if down:
            return (self if self.since is not None else Gestures(since=at)), ()
        if self.since is None:
            return Gestures(), ()
        undone = (Holding(0),) if self.eighths else ()
        return Gestures(), (*undone, Pressed(Button.BACK)) if at - self.since < HOLD_S else undone

    def passed(self, now: float) -> tuple[Gestures, tuple[Input, ...]]:
        """Time passed: the bar fills, and at last the menu opens."""
        if self.since is None:
            return self, ()
        held = now - self.since
        if held >= HOLD_S:
            return Gestures(), (Holding(0), Held())
        eighths = int(8 * held / HOLD_S) if held >= SHOWN_AFTER_S else 0
        if eighths == self.eighths:
            return self, ()
        return replace(self, eighths=eighths), (Holding(eighths),)
