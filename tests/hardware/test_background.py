"""A reader in a thread of its own: no tap is lost, no poll blocks, and a thread that hangs is said."""

from __future__ import annotations

import threading

import pytest

from hardware.background import HANGS, HANGS_S, BackgroundReader
from hardware.bus import DeviceError, Sighting
from hardware.sim.clock import SimClock
from tests.patience import until

EMPTY, TAG = Sighting(), Sighting(frozenset({b"\x04tag"}))
SURELY_S = 5.0


class Scripted:
    """Sees what it is told to, then the last thing again; a fault is raised, a gate waited for."""

    def __init__(self, *seen: Sighting | Exception | threading.Event) -> None:
        self._left = list(seen)
        self.closed = threading.Event()

    def poll(self) -> Sighting:
        seen = self._left.pop(0) if len(self._left) > 1 else self._left[0]
        if isinstance(seen, threading.Event):
            seen.wait(SURELY_S)
            return EMPTY
        if isinstance(seen, Exception):
            raise seen
        return seen

    def close(self) -> None:
        self.closed.set()


def test_a_tap_between_two_polls_is_told_at_the_next() -> None:
    script = Scripted(EMPTY, TAG, EMPTY)
    reader = BackgroundReader(script, SimClock())
    assert reader.poll().pending
    until(lambda: len(reader._seen) == 4)
    seen = [reader.poll() for _ in range(5)]
    assert seen.index(TAG) < len(seen) - 1
    assert seen[-1] == EMPTY
    reader.close()
    assert script.closed.is_set()


def test_a_fault_is_raised_until_it_is_over() -> None:
    script = Scripted(*[DeviceError("gone", bus="usb")] * 2, *[KeyError("a library's fault")] * 2, EMPTY)
    reader = BackgroundReader(script, SimClock())
    told: list[str] = []

    def works() -> bool:
        try:
            return not reader.poll().unclear
        except DeviceError as fault:
            told.append(fault.what)
            return False

    until(works)
    assert set(told) == {"gone", """KeyError: "a library's fault\""""}
    reader.close()


def test_a_call_that_hangs_is_said_and_the_end_does_not_wait_for_ever() -> None:
    gate, clock = threading.Event(), SimClock()
    reader = BackgroundReader(Scripted(gate), clock)
    assert reader.poll().pending
    clock.sleep(HANGS_S + 1)
    with pytest.raises(DeviceError, match=HANGS):
        reader.poll()
    gate.set()
    reader.close()


def test_it_can_be_closed_before_its_first_poll_and_twice() -> None:
    reader = BackgroundReader(Scripted(EMPTY), SimClock())
    reader.close()
    reader.close()
