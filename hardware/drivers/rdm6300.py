"""The 125 kHz reader: an RDM6300 or ID-12LA board, which only ever speaks.

Wiring: TX through a divider to GPIO15 (an RDM6300 speaks with 5 V), 5 V, ground; RES of an ID-12LA to GPIO25. An
RDM6300 sends the number of the tag again and again while it lies there, an ID-12LA once and again after a reset, and
nothing else: silence is an empty field or a dead board, and no wire can tell which. Only a port that is gone is known
to be at fault. Two tags at once spoil each other: neither is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.bus import DeviceError, Sighting
from hardware.frames.rdm6300 import Frames

if TYPE_CHECKING:
    from hardware.bus import Clock, OutputPin
    from hardware.drivers.serial_line import SerialLine

AS_FAR_BACK = 32
PROOF = 2
"""So many equal frames in a row are believed."""
HOLD_S = 0.25
"""A tag counts as present so long after its last frame: frames come every 50 to 65 ms, and one or two may be lost."""
AGAIN_S = 3.0
"""A board that says a number once says it again after a reset, or when somebody taps again: within so long."""
RESET_S = 5e-3


class Rdm6300:
    """A `hardware.bus.Reader` of five-byte numbers, one tag at a time.

    A number is believed after PROOF equal frames, none of them longer than HOLD_S after the one before: their
    check sum overlooks some pairs of wrong bits. Without `repeats`, as an ID-12LA, a board sends one frame for each tag
    laid down: it is restarted by its `reset` line and sends another (None: the card must be tapped again, within
    AGAIN_S), and a tag that rests on it is seen for HOLD_S only.
    """

    def __init__(self, line: SerialLine, clock: Clock, *, repeats: bool = True, reset: OutputPin | None = None) -> None:
        self._line = line
        self._clock = clock
        self._reset = reset
        self._runs = reset is None  # the board; the pins of a Pi are low until they are driven
        self._together_s = HOLD_S if repeats else AGAIN_S
        self._frames = Frames()
        self._latest: bytes | None = None
        self._equal = 0  # so many frames in a row said `_latest`
        self._heard_at = 0.0
        self._present: bytes | None = None  # the number that is believed
        self._sure_at = 0.0
        self.heard = b""
        """The last bytes that arrived, frames or not; at most AS_FAR_BACK."""

    def poll(self) -> Sighting:
        """Take in what was sent since the last poll; unclear while a number still wants proof, or did not hold.

        Pending when it is the first frame of a tag that wants proof.

        Raises DeviceError while the port is away, or the pin of the reset line; half a frame heard before that is
        thrown away.
        """
        try:
            self._run()
            heard = self._line.read()
        except DeviceError:
            self._forget()
            raise
        self.heard = (self.heard + heard)[-AS_FAR_BACK:]
        now = self._clock.now()
        if now - self._heard_at > self._together_s:
            self._equal = 0
        if now - self._sure_at > HOLD_S:
            self._present = None
        silent = self._equal == 0
        doubts = [self._doubts(number, now) for number in self._frames.feed(heard)]
        present, unclear = frozenset({self._present} if self._present else ()), any(doubts[-1:])
        if unclear:
            self._restart()
        return Sighting(present, unclear, pending=unclear and silent and self._equal == 1)

    def close(self) -> None:
        """Release the port. The reader's field stays on: it has no switch."""
        self._forget()
        self._line.close()

    def _run(self) -> None:
        """Let the board run, which its reset line may have stopped until now."""
        if not self._runs and self._reset is not None:
            self._reset.set(True)
            self._runs = True

    def _restart(self) -> None:
        """Let the board say once more what lies there."""
        if self._reset is not None:
            self._reset.set(False)
            self._clock.sleep(RESET_S)
            self._reset.set(True)

    def _forget(self) -> None:
        self._frames = Frames()
        self._equal = 0
        self._present = None

    def _doubts(self, number: bytes | None, now: float) -> bool:
        """Take in one frame; whether it leaves open which tag lies there."""
        if number is None:
            return True
        self._equal = self._equal + 1 if number == self._latest else 1
        self._latest, self._heard_at = number, now
        if number != self._present and self._equal < PROOF:
            return True
        self._present, self._sure_at = number, now
        return False
