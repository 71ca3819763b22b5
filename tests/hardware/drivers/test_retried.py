"""Pins that are refused, and ports that vanish: told each time, asked for each second, taken when they are there."""

from __future__ import annotations

from gc import collect
from itertools import pairwise
from traceback import walk_tb
from weakref import ref

import pytest

from hardware.bus import DeviceError, Edge
from hardware.drivers.retried import AGAIN_S, Retried
from hardware.sim.clock import SimClock
from tests.hardware.serial_bench import GONE, ScriptedPort, line_on


class Held:
    """A part whose pin another program holds until a moment of the clock."""

    def __init__(self, clock: SimClock, until: float) -> None:
        self.clock = clock
        self.until = until
        self.asked: list[float] = []
        self.closed = self.fails = False

    def claim(self) -> Held:
        self.asked.append(self.clock.now())
        if self.clock.now() < self.until:
            raise DeviceError("pin refused", bus="gpio5")
        return self

    def edges(self) -> list[Edge]:
        if self.fails:
            raise DeviceError("gone", bus="gpio5")
        return [Edge("OK", True, 0.0)]

    def close(self) -> None:
        self.closed = True


def test_nothing_is_claimed_before_it_is_wanted() -> None:
    held = Held(SimClock(), until=0)
    buttons = Retried(held.claim, held.clock)
    assert held.asked == []
    assert buttons.use(Held.edges) == [Edge("OK", True, 0.0)]
    buttons.use(Held.edges)
    assert len(held.asked) == 1
    buttons.close()
    assert held.closed


def test_refused_pins_are_asked_for_each_second_and_had_within_two_of_their_return() -> None:
    held = Held(SimClock(), until=600)
    buttons = Retried(held.claim, held.clock)
    while held.clock.now() < 600:
        with pytest.raises(DeviceError, match="pin refused"):
            buttons.use(Held.edges)
        held.clock.sleep(0.3)
    assert {round(later - at, 1) for at, later in pairwise(held.asked)} == {1.2}
    held.clock.sleep(1)
    assert buttons.use(Held.edges)


def test_a_refusal_that_lasts_holds_nothing_that_was_half_built_and_does_not_grow() -> None:
    clock, halves = SimClock(), []

    class Half:
        """Part of a part, as long as somebody holds it."""

    def build() -> None:
        half = Half()
        halves.append(ref(half))
        raise RuntimeError("GPIO busy")

    def claim() -> Held:
        try:
            build()
        except RuntimeError as error:
            raise DeviceError("pin refused", bus="gpio5") from error
        raise AssertionError

    buttons = Retried(claim, clock)
    for _ in range(5):
        try:
            buttons.use(Held.edges)
        except DeviceError as refusal:
            length = len(list(walk_tb(refusal.__traceback__)))
    collect()
    assert halves[0]() is None
    assert length < 8


def test_pins_that_fail_in_use_are_given_up_and_taken_anew() -> None:
    held = Held(SimClock(), until=0)
    buttons = Retried(held.claim, held.clock)
    buttons.use(Held.edges)
    held.fails = True
    with pytest.raises(DeviceError, match="gone"):
        buttons.use(Held.edges)
    assert held.closed
    held.fails = False
    held.clock.sleep(AGAIN_S)
    assert buttons.use(Held.edges)
    assert len(held.asked) == 2


def test_what_was_never_had_is_closed_without_trouble() -> None:
    held = Held(SimClock(), until=9)
    Retried(held.claim, held.clock).close()
    assert not held.closed


def test_bytes_pass_both_ways_through_one_port() -> None:
    port = ScriptedPort(b"ab", b"", b"c")
    line, opener, _ = line_on(port)
    assert [line.read(), line.read(), line.read()] == [b"ab", b"", b"c"]
    line.write(b"xyz")
    assert (port.written, opener.asked) == ([b"xyz"], 1)


def test_a_port_that_fails_is_closed_and_another_one_opened_after_a_while() -> None:
    first = ScriptedPort(b"a", GONE)
    line, opener, clock = line_on(first, ScriptedPort(b"b"))
    line.read()
    for _ in range(2):
        with pytest.raises(DeviceError, match="the port is gone"):
            line.read()
    assert first.closed == 1
    clock.sleep(AGAIN_S)
    assert line.read() == b"b"
    assert opener.asked == 2


def test_a_closed_line_opens_again_when_it_is_used() -> None:
    first = ScriptedPort(b"a")
    line, _, _ = line_on(first, ScriptedPort(b"b"))
    line.close()
    line.read()
    line.close()
    assert first.closed == 1
    assert line.read() == b"b"
