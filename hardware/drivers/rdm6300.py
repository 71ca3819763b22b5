"""The 125 kHz reader: an RDM6300 or ID-12LA board, which only sends.

Wiring: TX through a divider to GPIO15 (an RDM6300 uses 5 V), 5 V, ground; RES of an ID-12LA to GPIO25. An RDM6300
repeats the number of a tag while it lies there; an ID-12LA sends it once, and again after a reset. Silence is an empty
field or a dead board, which the wire cannot tell apart: only a missing port is reported as a fault. Two tags at once
spoil each other: neither is read.
"""

from __future__ import annotations

from collections import deque

from hardware.bus import Clock, DeviceError, OutputPin, Sighting
from hardware.drivers.retried import SerialLine
from hardware.frames.rdm6300 import Rdm6300Numbers

KEPT_BYTES = 32
MOST_FRAMES = 100
"""Frames that wait for a poll: several seconds of a tag that lies there."""
PROOF = 2
"""Equal frames in a row before a number is accepted."""
HOLD_S = 0.25
"""Seconds that a tag stays present after its last frame: frames come every 50 to 65 ms, and one or two may be lost."""
PAIR_S = 3.0
"""Maximum seconds between the two frames of a board that does not repeat: by a reset, or by a second tap."""
RESET_S = 5e-3


class Rdm6300:
    """A `hardware.bus.Reader` of five-byte numbers, one tag at a time.

    A number is accepted after PROOF equal frames, each at most HOLD_S after the one before: the check sum misses some
    pairs of wrong bits. Without `repeats`, as an ID-12LA, a board sends one frame for each tag laid down: its `reset`
    line makes it send another (None: the card must be tapped again within PAIR_S), and a resting tag is present for
    HOLD_S only.
    """

    def __init__(self, line: SerialLine, clock: Clock, *, repeats: bool = True, reset: OutputPin | None = None) -> None:
        self._line = line
        self._clock = clock
        self._reset = reset
        self._runs = reset is None  # the board; the pins of a Pi are low until they are driven
        self._together_s = HOLD_S if repeats else PAIR_S
        self._frames = Rdm6300Numbers()
        self._heard: deque[bytes | None] = deque(maxlen=MOST_FRAMES)  # what waits for a poll
        self._latest: bytes | None = None
        self._equal = 0  # equal frames in a row of `_latest`
        self._heard_at = 0.0
        self._present: bytes | None = None  # the accepted number
        self._sure_at = 0.0
        self.received = b""
        """The last bytes received, frames or not; at most KEPT_BYTES."""

    def poll(self) -> Sighting:
        """Read what arrived since the last poll; unclear while a number is unproven, or after a bad frame.

        Pending after the first frame of a tag. One tag a poll: what came after it waits for the next. Raises
        DeviceError while the port or the pin of the reset line is missing; discards half a frame then.
        """
        try:
            self._run()
            received = self._line.read()
        except DeviceError:
            self._forget()
            raise
        self.received = (self.received + received)[-KEPT_BYTES:]
        now = self._clock.now()
        if now - self._heard_at > self._together_s:
            self._equal = 0
        if now - self._sure_at > HOLD_S:
            self._present = None
        silent, before, unclear = self._equal == 0, self._present, False
        self._heard += self._frames.feed(received)
        while self._heard and self._present == before:
            unclear = self._doubts(self._heard.popleft(), now)
        present = frozenset({self._present} if self._present else ())
        if unclear:
            self._restart()
        return Sighting(present, unclear, pending=unclear and silent and self._equal == 1, alone=bool(present))

    def close(self) -> None:
        """Release the port. The reader's field stays on: it has no switch."""
        self._forget()
        self._line.close()

    def _run(self) -> None:
        """Start the board, if the reset line holds it. Raises DeviceError; the next poll starts it then."""
        if not self._runs and self._reset is not None:
            self._reset.set(True)
            self._runs = True

    def _restart(self) -> None:
        """Reset the board, so that it repeats the number of the tag."""
        if self._reset is not None:
            self._runs = False
            self._reset.set(False)
            self._clock.sleep(RESET_S)
            self._run()

    def _forget(self) -> None:
        self._frames = Rdm6300Numbers()
        self._heard.clear()
        self._equal = 0
        self._present = None

    def _doubts(self, number: bytes | None, now: float) -> bool:
        """Handle one frame; returns whether it leaves the tag uncertain."""
        if number is None:
            return True
        self._equal = self._equal + 1 if number == self._latest else 1
        self._latest, self._heard_at = number, now
        if number != self._present and self._equal < PROOF:
            return True
        self._present, self._sure_at = number, now
        return False
