from __future__ import annotations

import errno
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from hardware import hung_wires, linux
from hardware.bus import DeviceError, HangsError
from hardware.hung_wires import FIRST_PAUSE_S, LONGEST_PAUSE_S, HungWire
from hardware.linux import HANGS_S, LinuxI2c

HANG_S = 1.0


class Time:
    """The system's clock, and threads that run at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("hardware.linux.time.monotonic", lambda: self.now)
        monkeypatch.setattr(hung_wires, "monotonic", lambda: self.now)
        monkeypatch.setattr(hung_wires, "Thread", self._thread)
        monkeypatch.setattr(linux, "_hung", {})

    def _thread(self, *, target: Callable[[], None], daemon: bool) -> Time:
        assert daemon
        self._target = target
        return self

    def start(self) -> None:
        self._target()


class Bus:
    """An SMBus whose calls take `lasts_s` and fail with ETIMEDOUT."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.lasts_s = HANG_S
        self.calls: list[float] = []

    def i2c_rdwr(self, *_messages: Any) -> None:
        self.calls.append(self._time.now)
        self._time.now += self.lasts_s
        if self.lasts_s:
            raise OSError(errno.ETIMEDOUT, "timed out")

    def close(self) -> None:
        """Nothing."""


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def bus(time: Time, monkeypatch: pytest.MonkeyPatch) -> Bus:
    hung = Bus(time)
    monkeypatch.setattr(LinuxI2c, "_open_node", lambda _: hung)
    monkeypatch.setattr(linux, "own", lambda _: None)
    return hung


def refused(wire: LinuxI2c) -> DeviceError:
    with pytest.raises(DeviceError) as fault:
        wire.write(0x3C, b"\x00\xe3")
    return fault.value


def test_a_call_that_hangs_is_the_last_for_ten_seconds_whoever_uses_the_bus(time: Time, bus: Bus) -> None:
    first = LinuxI2c(7)
    assert isinstance(refused(first), HangsError)
    for _ in range(99):
        time.now += 0.1
        assert isinstance(refused(LinuxI2c(7)), HangsError)
    assert len(bus.calls) == 1
    assert not refused(first).sent


def test_it_is_tried_ever_more_rarely_and_at_last_once_a_minute(time: Time, bus: Bus) -> None:
    wire = LinuxI2c(7)
    for _ in range(4000):
        refused(wire)
        time.now += 0.1
    pauses = [after - before - HANG_S for before, after in zip(bus.calls, bus.calls[1:], strict=False)]
    assert pauses[:4] == pytest.approx([FIRST_PAUSE_S, 20.0, 40.0, LONGEST_PAUSE_S], abs=0.2)
    assert max(pauses) <= LONGEST_PAUSE_S + 0.2


def test_a_bus_whose_call_returns_in_time_is_used_again(time: Time, bus: Bus) -> None:
    wire = LinuxI2c(7)
    refused(wire)
    bus.lasts_s = 0.0
    time.now += FIRST_PAUSE_S
    wire.write(0x3C, b"\x00\xe3")
    assert len(bus.calls) == 3
    assert linux._hung == {}


def test_a_call_that_is_refused_at_once_is_no_hang(bus: Bus) -> None:
    bus.lasts_s = HANGS_S / 2
    assert not isinstance(refused(LinuxI2c(7)), HangsError)
    assert not isinstance(refused(LinuxI2c(7)), HangsError)
    assert len(bus.calls) == 2


def test_another_bus_is_none_the_worse(bus: Bus) -> None:
    refused(LinuxI2c(7))
    bus.lasts_s = 0.0
    LinuxI2c(8).write(0x3C, b"\x00\xe3")
    assert len(bus.calls) == 2


def test_a_try_lasts_in_its_own_thread_while_the_caller_goes_on() -> None:
    answers, asked, answered = Event(), Event(), Event()

    def call() -> None:
        asked.set()
        answers.wait(2.0)
        answered.set()

    wire = HungWire(call)
    wire._again_at = 0.0
    assert wire.hangs()
    assert asked.wait(10.0)
    assert wire.hangs()
    assert not answered.is_set()
    answers.set()
