"""A port that vanishes is looked for again, neither too often nor too late."""

from __future__ import annotations

import pytest

from hardware.bus import DeviceError
from hardware.drivers.serial_line import RETRY_S
from tests.hardware.serial_bench import GONE, ScriptedPort, line_on


def test_nothing_is_opened_before_the_first_use() -> None:
    line, opener, _ = line_on(ScriptedPort(b"a"))
    assert opener.asked == 0
    assert line.read() == b"a"


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
    with pytest.raises(DeviceError, match="the port is gone"):
        line.read()
    assert first.closed == 1
    clock.sleep(RETRY_S)
    assert line.read() == b"b"
    assert opener.asked == 2


def test_a_port_that_is_away_is_looked_for_once_an_interval_and_every_use_says_why() -> None:
    line, opener, clock = line_on()
    for _ in range(100):
        with pytest.raises(DeviceError, match="no such port"):
            line.read()
        clock.sleep(RETRY_S / 10)
    assert opener.asked in {10, 11}


def test_telling_a_fault_again_and_again_takes_no_memory() -> None:
    line, _, _ = line_on()
    depths = set()
    for _ in range(5):
        with pytest.raises(DeviceError) as caught:
            line.write(b"x")
        depths.add(len(caught.traceback))
    assert len(depths) <= 2  # the first time from the port, then from memory


def test_a_closed_line_opens_again_when_it_is_used() -> None:
    first = ScriptedPort(b"a")
    line, _, _ = line_on(first, ScriptedPort(b"b"))
    line.close()
    line.read()
    line.close()
    assert first.closed == 1
    assert line.read() == b"b"
