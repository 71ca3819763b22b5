"""A simulated box that records its light and its buzzer in every turn of its loop."""

from __future__ import annotations

from math import inf

from companion.simulation.box import SimulatedBox

SHORT_TURNS = 3
"""Maximum turns of the loop in a short beep."""

MOST_TURNS = 60
"""Maximum turns to wait until light and sound of the last input end."""

COLOURS = {
    (1.0, 0.0, 0.0): "red",
    (1.0, 0.3, 0.0): "orange",
    (0.0, 1.0, 0.0): "green",
    (0.0, 0.4, 0.0): "dim green",
    (0.0, 0.4, 1.0): "blue",
    (1.0, 1.0, 1.0): "white",
}
HOW_MANY = {2: "two", 3: "three", 4: "four"}


class ObservedBox(SimulatedBox):
    """Records colours and tones from the pins of light and buzzer, one of each a turn."""

    _lights: tuple[tuple[float, float, float], ...] = ()
    _tones: tuple[float, ...] = ()

    def tick(self, slices: float = inf, *, stands: bool = True) -> None:
        """One turn, whose light and tone are noted."""
        super().tick(slices, stands=stands)
        self._lights += (self.wires.pins.light,)
        self._tones += (self.wires.pins.tone_hz,)

    def think(self) -> None:
        """Wait until the last signals end, and forget them."""
        for _ in range(MOST_TURNS):
            if not any(self.wires.pins.light) and not self.wires.pins.tone_hz:
                break
            self.turn()
        self.forget()

    def forget(self) -> None:
        """Forget all signals up to now."""
        self._lights, self._tones = (), ()

    @property
    def signals(self) -> str:
        """Light and sound since the last `forget`, say `green light, short beep`; empty for neither."""
        light = next((colour for colour in self._lights if any(colour)), None)
        glow = f"{colour_name(light)} light" if light else ""
        return ", ".join(part for part in (glow, beeps(self._tones)) if part)


def colour_name(colour: tuple[float, float, float]) -> str:
    """The nearest colour with a name."""
    return COLOURS[min(COLOURS, key=lambda known: sum((a - b) ** 2 for a, b in zip(known, colour, strict=True)))]


def beeps(tones_hz: tuple[float, ...]) -> str:
    """What a sequence of tones sounds like, one a turn, 0 for silence.

    >>> beeps((1760.0, 0.0)), beeps((440.0,) * 9), beeps((660.0, 440.0, 440.0))
    ('short beep', 'long beep', 'two notes down')
    """
    heard = [tone for tone in tones_hz if tone]
    notes = [tone for place, tone in enumerate(heard) if place == 0 or tone != heard[place - 1]]
    if not notes:
        return ""
    if len(notes) == 1:
        return "short beep" if len(heard) <= SHORT_TURNS else "long beep"
    return f"{HOW_MANY.get(len(notes), 'many')} notes {'up' if notes[-1] > notes[0] else 'down'}"
