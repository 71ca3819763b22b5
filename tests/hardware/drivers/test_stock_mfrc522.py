from __future__ import annotations

import importlib.machinery
import logging
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from hardware.bus import DeviceError
from hardware.drivers.stock_mfrc522 import LOGGER, silently, stock_package
from tests.hardware.stock_reader import stock_reader


def stock_chip(wire: Wire, reset: Pin | None = None) -> Any:
    return silently(stock_package(wire, reset).MFRC522)


class Wire:
    """Remembers what was sent; answers zeros."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def transfer(self, sent: bytes) -> bytes:
        self.sent.append(sent)
        return bytes(len(sent))


class Pin:
    def __init__(self) -> None:
        self.levels: list[bool] = []

    def set(self, high: bool) -> None:  # noqa: FBT001 - the protocol's signature
        self.levels.append(high)


class NoSuchPackage:
    """A finder that finds nothing of the name: as if mfrc522 were not installed."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        del path, target
        if name.startswith("mfrc522"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def test_the_package_talks_over_the_injected_wire() -> None:
    wire = Wire()
    chip = stock_chip(wire)
    assert wire.sent[0] == bytes([0x01 << 1, 0x0F])  # CommandReg, SoftReset
    wire.sent.clear()
    chip.Read_MFRC522(0x37)
    assert wire.sent == [bytes([0x37 << 1 | 0x80, 0])]


def test_two_readers_keep_to_their_own_wires() -> None:
    left, right = Wire(), Wire()
    chip, _other = stock_chip(left), stock_chip(right)
    right.sent.clear()
    chip.Write_MFRC522(0x26, 0x70)
    assert left.sent[-1] == bytes([0x4C, 0x70])
    assert right.sent == []


def test_the_reset_line_is_released() -> None:
    pin = Pin()
    stock_chip(Wire(), pin)
    assert pin.levels == [True]


def test_closing_the_stock_object_disturbs_nobody() -> None:
    wire = Wire()
    chip = stock_chip(wire)
    chip.Close_MFRC522()
    chip.Write_MFRC522(0x26, 0x70)
    assert wire.sent[-1] == bytes([0x4C, 0x70])


def test_the_common_example_class_is_to_be_had() -> None:
    wire = Wire()
    reader = stock_reader(wire)
    assert reader.READER.spi.xfer2([0x80, 0]) == [0, 0]


def test_nothing_of_the_import_is_left_behind() -> None:
    before = dict(sys.modules)
    stock_package(Wire())
    leaked = {name.partition(".")[0] for name in set(sys.modules) - set(before)}
    assert leaked.isdisjoint({"mfrc522", "spidev", "RPi"})


def test_real_modules_are_hidden_for_the_import_and_back_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    real = {name: ModuleType(name) for name in ("spidev", "RPi", "RPi.GPIO", "mfrc522")}
    for name, module in real.items():
        monkeypatch.setitem(sys.modules, name, module)
    wire = Wire()
    stock_chip(wire)
    assert wire.sent
    assert {name: sys.modules[name] for name in real} == real


def test_a_missing_package_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.modules.get("spidev")
    monkeypatch.setattr(sys, "meta_path", [NoSuchPackage(), *sys.meta_path])
    with pytest.raises(ImportError, match="make install") as caught:
        stock_package(Wire())
    assert caught.value.name == "mfrc522"
    assert sys.modules.get("spidev") is before


def test_many_readers_do_not_multiply_the_lines_of_the_log() -> None:
    def dead() -> None:
        logging.getLogger(LOGGER).addHandler(logging.StreamHandler())
        raise DeviceError("no such wire", bus="spi0.0")

    for _ in range(3):
        stock_chip(Wire())
        with pytest.raises(DeviceError):
            silently(dead)
    assert [type(handler) for handler in logging.getLogger(LOGGER).handlers] == [logging.NullHandler]
