"""The chip's timer, seen from its registers."""

from __future__ import annotations

import pytest

from tests.hardware.chip_bench import RX, TIMER, TX, Bench

CARD = bytes.fromhex("de ad be ef")


def test_without_an_answer_the_timer_ends_the_waiting() -> None:
    bench = Bench()
    bench.send(b"\x26", 0x07)
    started = bench.clock.now()
    while not (irq := bench.read(0x04)) & (RX | TIMER):
        pass
    assert irq & 0x71 == TX | TIMER
    assert bench.clock.now() - started == pytest.approx(201 * 25e-6 + 85e-6, abs=30e-6)
    assert bench.read(0x0A) == 0


def test_the_timer_runs_on_through_a_new_command() -> None:
    bench = Bench()
    bench.send(b"\x26", 0x07)
    bench.clock.sleep(0.001)
    assert not bench.read(0x04) & TIMER
    bench.write(0x01, 0x00)
    bench.clock.sleep(0.005)
    assert bench.read(0x04) & TIMER


def test_the_timer_takes_one_tick_more_than_its_reload_value() -> None:
    # (2 * 0xD3E + 1) * (30 + 1) / 13.56 MHz = 15.5 ms
    bench = Bench()
    for address, value in ((0x2A, 0x8D), (0x2B, 0x3E), (0x2C, 0), (0x2D, 30)):
        bench.write(address, value)
    bench.send(b"\x26", 0x07)
    bench.clock.sleep(0.0154)
    assert not bench.read(0x04) & TIMER
    bench.clock.sleep(0.0002)
    assert bench.read(0x04) & TIMER
