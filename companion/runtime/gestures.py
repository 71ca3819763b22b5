"""Button edges to gestures: a press, BACK held until the menu opens, OK held to shut down. Time is an argument.

UP, DOWN and OK act when they go down; BACK acts when it comes up again, because it may be the beginning of a
hold. A held button acts once, and an edge up without its edge down says nothing.
"""

from __future__ import annotations

from companion.inputs.inputs import Button, Held, Holding, Input, Pressed
from companion.support.values import dataclass, replace

HOLD_S = 0.8
"""A button held so long is held: BACK opens the menu."""

SHOWN_AFTER_S = 0.25
"""The bar appears when a press is longer than a press usually is."""

HELD = frozenset({Button.BACK, Button.OK})
"""These mean something more when they are held."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that is down: since when, and `eighths` as it was told of the bar."""

    button: Button
    since: float
    eighths: int = 0

    def let_go(self, at: float) -> tuple[Input, ...]:
        """It came up before it was held long enough."""
        undone = (Holding(0, self.button),) if self.eighths else ()
        pressed = self.button is Button.BACK and at - self.since < HOLD_S
        return (*undone, Pressed(Button.BACK)) if pressed else undone

    def passed(self, now: float) -> tuple[Hold | None, tuple[Input, ...]]:
        """Time passed: the bar fills, and at last the button was held."""
        held = now - self.since
        if held >= HOLD_S:
            return None, (Holding(0, self.button), Held(self.button))
        eighths = int(8 * held / HOLD_S) if held >= SHOWN_AFTER_S else 0
        if eighths == self.eighths:
            return self, ()
        return replace(self, eighths=eighths), (Holding(eighths, self.button),)


@dataclass(frozen=True, slots=True)
class Gestures:
    """The buttons that are being held, in the order in which they went down."""

    holds: tuple[Hold, ...] = ()

    def edge(self, word: str, *, down: bool, at: float) -> tuple[Gestures, tuple[Input, ...]]:
        """A button went down or came up."""
        button = Button(word)
        before = next((hold for hold in self.holds if hold.button is button), None)
        if down:
            begins = (Hold(button, at),) if button in HELD and before is None else ()
            return Gestures((*self.holds, *begins)), () if button is Button.BACK else (Pressed(button),)
        others = tuple(hold for hold in self.holds if hold is not before)
        return Gestures(others), before.let_go(at) if before else ()

    def passed(self, now: float) -> tuple[Gestures, tuple[Input, ...]]:
        """Time passed for each of them."""
        passed = [hold.passed(now) for hold in self.holds]
        return (
            Gestures(tuple(hold for hold, _ in passed if hold is not None)),
            tuple(given for _, told in passed for given in told),
        )
