"""The doctor at a box with several readers: each is looked at, and the one that is silent is named."""

from __future__ import annotations

import fcntl
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from companion.doctor.context import Context
from companion.doctor.findings import PartState
from companion.runtime.devices import own_wires
from companion.settings.schema import Panel, Settings
from hardware import locks
from hardware.bus import DeviceError, Sighting
from hardware.locks import InUseError
from tests.companion.doctor.boxes import findings, simulated_box

SEVERAL = '[reader.west]\nspi_device = 1\nseat = "Ann"\n[reader.east]\nkind = "rdm6300"\n'


@dataclass
class Gone:
    """A reader that does not answer."""

    name: str

    def poll(self) -> Sighting:
        raise DeviceError("not found", bus=self.name)

    def close(self) -> None:
        """Nothing to release."""


def told(box: Context) -> dict[str, tuple[PartState, str]]:
    return {name: (finding.state, finding.found) for name, finding in findings(box).items()}


def test_each_further_reader_is_polled_and_sees_a_card(tmp_path: Path) -> None:
    found = told(simulated_box(tmp_path, settings=SEVERAL))
    assert found["reader west"] == (PartState.OK, "mfrc522 on /dev/spidev0.1, of Ann")
    assert found["card at west"] == (PartState.OK, "tag 04000000000001, 7 bytes")
    assert found["reader east"] == (
        PartState.OK,
        "rdm6300 on /dev/serial0; only a tag can show whether a board is there",
    )
    assert found["card at east"][0] is PartState.OK


def test_a_silent_one_is_a_failure_of_its_own(tmp_path: Path) -> None:
    context = simulated_box(tmp_path, settings=SEVERAL)
    (first, *further), devices = context.wires.devices.stations, context.wires.devices
    silent = tuple(replace(fault, reader=Gone(fault.name)) for fault in further)
    found = told(replace(context, wires=replace(context.wires, devices=replace(devices, stations=(first, *silent)))))
    assert {name for name, (state, _) in found.items() if state is PartState.FAILURE} == {"reader west", "reader east"}
    assert found["reader west"][1] == "west: not found"
    assert found["card at west"] == (PartState.SKIPPED, "waits for reader west")
    assert found["reader"][0] is PartState.OK


def test_each_needs_the_packages_of_its_own_kind(tmp_path: Path) -> None:
    context = simulated_box(tmp_path, settings=SEVERAL)
    packages = {name: version for name, version in context.machine.packages.items() if name != "pyserial"}
    found = told(replace(context, machine=replace(context.machine, packages=packages)))
    assert found["packages: reader"][0] is found["packages: reader west"][0] is PartState.OK
    assert found["packages: reader east"] == (PartState.FAILURE, "pyserial is missing")
    assert found["reader east"] == (PartState.SKIPPED, "waits for packages: reader east")
    assert found["reader west"][0] is PartState.OK


def test_a_console_on_the_line_of_a_further_reader_is_named(tmp_path: Path) -> None:
    found = told(simulated_box(tmp_path, "console-on-line", settings=SEVERAL))
    assert found["serial console east"] == (PartState.FAILURE, "a console uses /dev/serial0")
    assert found["reader east"] == (PartState.SKIPPED, "waits for serial console east")
    assert found["reader west"][0] is PartState.OK


@pytest.mark.parametrize(
    ("plugged", "found"),
    [
        (("ACS A 00", "ACS B 01", "SCM B 00"), (PartState.OK, "no two find the same one")),
        (("ACS A 00",), (PartState.OK, "no two find the same one")),
        (("ACS B 00", "ACS A 01"), (PartState.FAILURE, "[reader] and [reader.west] both find ACS B 00")),
    ],
)
def test_two_names_that_find_the_same_reader_of_pcsc_are_told(
    plugged: tuple[str, ...], found: tuple[PartState, str], tmp_path: Path
) -> None:
    settings = '[reader]\nkind = "pcsc"\nname = "ACS*"\n[reader.west]\nkind = "pcsc"\nname = "* B 0?"\n'
    box = simulated_box(tmp_path, settings=settings)
    box.machine = replace(box.machine, card_readers=plugged)
    assert told(box)["PC/SC readers"] == found


PCSC_AND_A_PHONE = """
[panel]
kind = "page"
phone = true
[reader]
kind = "pcsc"
[reader.west]
kind = "pcsc"
"""


def test_a_wire_of_a_reader_that_a_phone_replaces_is_left_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "ROOT", tmp_path)
    node = tmp_path / "dev/spidev0.0"
    node.parent.mkdir()
    with node.open("w+b") as others:
        fcntl.flock(others, fcntl.LOCK_EX)
        own_wires(Settings(panel=Panel(kind="page", phone=True)))
        with pytest.raises(InUseError):
            own_wires(Settings(panel=Panel(kind="page")))


@pytest.mark.parametrize(("more", "told_of"), [("", None), ('[reader.east]\nkind = "pcsc"', "[reader.west]")])
def test_a_first_reader_of_pcsc_that_a_phone_replaces_finds_nothing(
    more: str, told_of: str | None, tmp_path: Path
) -> None:
    found = told(simulated_box(tmp_path, settings=PCSC_AND_A_PHONE + more)).get("PC/SC readers")
    assert (found and found[1].split(" and ")[0]) == told_of


@dataclass
class Floating:
    """An SPI bus with nobody at its other end: what is read is what the open line catches."""

    octets: Sequence[int]
    chance: Random = field(default_factory=lambda: Random(1))

    def transfer(self, sent: bytes) -> bytes:
        return bytes(self.chance.choices(self.octets, k=len(sent)))


LINES = {"noise": range(256), "high or low": (0x00, 0xFF), "mostly high": (*(0xFF,) * 8, 0xFE, 0x7F)}


@pytest.mark.parametrize("line", LINES)
def test_where_no_chip_is_connected_none_is_said_to_be_garbled(tmp_path: Path, line: str) -> None:
    context = simulated_box(tmp_path)
    wires = replace(context.wires, spi=lambda _: Floating(LINES[line]))
    state, found = told(replace(context, wires=wires))["chip"]
    assert state is PartState.FAILURE
    assert found.endswith(": no chip answers")
    assert len(found) < 80
