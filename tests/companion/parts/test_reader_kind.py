"""What an entry of a reader kind must be, and a kind without wires of ours at a whole table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.doctor.findings import PartState, ReaderChecks
from companion.doctor.simulated import simulated_context
from companion.parts.reader_kind import HIGH, READERS, Bus, ReaderKind, ReaderSettings, plugged_in, reader_kind
from companion.settings.parser import read
from companion.settings.schema import Settings
from companion.settings.search_path import Configuration
from companion.support.lazy_import import import_later
from companion.support.values import replace
from hardware.bus import Clock, Reader, Sighting, Traffic
from hardware.sim.field import Field
from tests.companion.doctor.boxes import findings
from tests.test_several_readers import said, table_of

FOLDER = Path(__file__).parents[3] / "companion/parts/readers"
SHARED = {"__init__", "buses", "usb_buses", "typed_numbers"}


class Keys:
    """A reader that types the numbers of tags, as those for a USB socket do: here, those of a simulated field."""

    def __init__(self, field: Field) -> None:
        self._field = field

    def poll(self) -> Sighting:
        return Sighting(frozenset(tag.uid for tag in self._field.tags), unclear=False)

    def close(self) -> None:
        """Let the device go."""


def driver(field: Field, _clock: Clock, _settings: ReaderSettings, _reset: object) -> Reader:
    return Keys(field)


USB = Bus(
    connect=lambda _settings, _clock: None,
    simulate=lambda _settings, chip, _clock, _faults: (chip, SimpleNamespace(traffic=Traffic())),
)
KEYS = ReaderKind(
    bus=USB, frequencies=(HIGH,), answers=False, repeats=False, driver=driver, chip=lambda field, *_: field
)


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a box with a reader of a kind that only this test has."""
    module: Any = ModuleType("companion.parts.readers.keys")
    module.KIND = KEYS
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return Settings(reader=ReaderSettings(kind="keys"))


def test_each_file_is_the_entry_of_a_kind() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - SHARED == set(READERS)
    kinds = [reader_kind(name) for name in READERS]
    assert all(isinstance(import_later(kind.checks)(), ReaderChecks) for kind in kinds)
    assert len({kind.board for kind in kinds if kind.board}) == len([kind for kind in kinds if kind.wires])


def test_a_box_loads_the_entry_of_its_own_reader_alone() -> None:
    program = (
        "import sys; from companion.runtime.simulated_devices import simulation_of; simulation_of();"
        "print(*(name for name in sys.modules if name.startswith('companion.parts.readers.')))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own words
    assert set(told.stdout.split()) == {"companion.parts.readers.mfrc522", "companion.parts.readers.buses"}


@pytest.mark.parametrize("port", ["ttyUSB0", "ttyUSB*"])
def test_a_plugged_reader_of_the_settings_comes_first_also_by_a_pattern(port: str, tmp_path: Path) -> None:
    own = ReaderSettings(kind="rdm6300", port=str(tmp_path / port))
    assert own not in [reader for _, reader in plugged_in(own)]
    (tmp_path / "ttyUSB0").touch()
    assert next(plugged_in(own))[1] == own


def test_a_reader_without_a_wire_of_ours_plays_at_a_whole_table(keys: Settings, tmp_path: Path) -> None:
    table = table_of(tmp_path, keys)
    table.tap("AC")
    assert said(table) == "Ann AC"
    assert "miso-low" not in table.wires.known_faults


def test_the_doctor_tries_of_it_what_it_tries_of_any_reader(keys: Settings, tmp_path: Path) -> None:
    found = findings(simulated_context(Configuration(None, replace(read(""), settings=keys), {}), tmp_path))
    assert {finding.state for finding in found.values()} == {PartState.OK}
    assert found["reader"].found == "keys; only a tag can show whether a board is there"
    assert not {"SPI bus", "serial port", "gain"} & found.keys()
