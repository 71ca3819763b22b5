"""`companion doctor` as people and scripts meet it."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.doctor import Terminal
from companion.doctor.checks import of_box
from companion.doctor.context import Action, Context, Request
from companion.doctor.simulated import no_place
from companion.settings.parser import read
from companion.settings.schema import DEFAULTS
from companion.storage.records import Store
from companion.support.values import replace
from companion.tags.tag_decks import TagDeck
from hardware.default_wiring import BUTTONS, SOUNDER
from hardware.drivers.buttons import GpioButtons
from hardware.sim.faults import FAULTS
from hardware.sim.pins import SimPins
from tests.companion.conftest import Companion
from tests.companion.doctor.boxes import simulated_box

LOOK = Request(Action.SEE, "picture", "Do you see it?")


def test_a_box_that_is_well_ends_with_0(companion: Companion) -> None:
    out, err = companion("doctor", "--simulate")
    assert out.endswith("\nAll is well.\n")
    assert "✓ chip               MFRC522, version register 0x92\n" in out
    assert err == ""


def test_a_long_name_leaves_what_was_found_in_its_column(tmp_path: Path, companion: Companion) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("[reader.west]\nspi_device = 1\n", "utf-8")
    lines = companion("doctor", "--simulate", "--config", settings).out.splitlines()
    named = lines.index("✓ packages: reader west")
    assert lines[named + 1].startswith(" " * 21 + "mfrc522")


def test_a_failure_ends_with_1_and_has_its_remedy_below(companion: Companion) -> None:
    out = companion("doctor", "--simulate", "--fault", "bus-off", "--fault", "disk-slow", status=1).out
    assert "✗ SPI bus            no /dev/spidev0.0\n" + " " * 21 + "→ sudo raspi-config nonint do_spi 0" in out
    assert "- chip               waits for SPI permission\n" in out
    assert out.endswith("\n1 failure, 1 warning, 9 checks skipped.\n")


def test_a_warning_ends_with_0(companion: Companion) -> None:
    out, err = companion("doctor", "--simulate", "--fault", "clone-chip", "--no-questions")
    assert "! chip" in out
    assert out.endswith("\n1 warning, 10 checks skipped.\n")
    assert err == ""


def test_json_is_one_object_a_check(companion: Companion) -> None:
    out = companion("doctor", "--simulate", "--json", "--fault", "panel-elsewhere", status=1).out
    rows = [json.loads(line) for line in out.splitlines()]
    assert all(list(row) == ["name", "state", "found", "remedy"] for row in rows)
    assert [row["name"] for row in rows] == [check.name for check in of_box(DEFAULTS)]
    assert [row for row in rows if row["state"] == "failure"] == [
        {
            "name": "display address",
            "state": "failure",
            "found": "at 0x3D, not at 0x3C",
            "remedy": "write address = 0x3D below [panel] into the settings file (wiring.md, step 11)",
        }
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--simulate", "--fault", "line-cut"],
            "line-cut does not apply: the reader here is of kind mfrc522, on /dev/spidev0.0",
        ),
        (
            ["--simulate", "--fault", "console-on-line"],
            "console-on-line does not apply: the reader here is of kind mfrc522",
        ),
        (["--simulate", "--fault", "decks-clash", "--data", "."], "decks-clash does not apply: with --data, decks"),
    ],
)
def test_wrong_use_is_told_in_a_line(words: list[str], sentence: str, companion: Companion) -> None:
    out, err = companion("doctor", *words, status=2)
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_an_unknown_fault_lists_all_below_the_device_that_has_them(companion: Companion) -> None:
    first, _, *faults = companion("doctor", "--simulate", "--fault", "miso-lo", status=2).err.splitlines()
    assert first == "companion doctor: “miso-lo” is not a fault; did you mean “miso-low”?"
    assert {name for line in faults if line.startswith("    ") for name in line.strip(" ,").split(", ")} == {*FAULTS}
    assert faults[:2] == ["  reader", "    bit-errors, no-answer, chip-reset, tag-pulled"]


@pytest.mark.parametrize(
    ("kind", "fault", "why"),
    [
        ("pn532", "miso-low", "the reader here is of kind pn532, on /dev/serial0"),
        ("rdm6300", "chip-reset", "readers of kind rdm6300 have no settings that can be lost"),
        ("pn532", "chip-reset", ""),
        ("pn532", "console-on-line", ""),
        ("pcsc", "bus-off", "the reader here is of kind pcsc"),
        ("keyboard", "bus-off", ""),
    ],
)
def test_what_a_fault_needs_is_read_from_the_settings(kind: str, fault: str, why: str) -> None:
    settings = read(f'[reader]\nkind = "{kind}"\n').settings
    assert no_place(fault, settings, as_it_is=True) == why


def test_a_simulated_box_is_looked_at_with_the_decks_and_records_of_data_and_leaves_them_as_they_are(
    tmp_path: Path, companion: Companion
) -> None:
    Store(tmp_path).decks.save(TagDeck("mine", "french", {}))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    out = companion("doctor", "--simulate", "--json", "--data", tmp_path).out
    rows = {row["name"]: row for row in map(json.loads, out.splitlines())}
    assert rows["decks"]["found"].startswith("mine: cards without a tag: ")
    assert rows["data directory"]["found"] == str(tmp_path)
    assert rows["records"]["found"] == "0 running or parked"
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_data_directory_that_is_not_there_is_told_and_not_made(tmp_path: Path, companion: Companion) -> None:
    absent = tmp_path / "absent"
    rows = map(json.loads, companion("doctor", "--simulate", "--json", "--data", absent).out.splitlines())
    found = {row["name"]: (row["state"], row["found"]) for row in rows}
    assert found["data directory"] == ("warning", f"{absent} is not there")
    assert found["sync time"][0] == "skipped"
    assert not absent.exists()


def test_a_data_directory_in_use_is_told_by_the_simulated_box_too(tmp_path: Path, companion: Companion) -> None:
    with Store(tmp_path).alone():
        out = companion("doctor", "--simulate", "--data", tmp_path, status=1).out
    assert "✗ companions         another companion is at work in" in out


def test_on_a_computer_without_wires_it_says_so(tmp_path: Path, companion: Companion) -> None:
    if Path("/proc/device-tree/model").exists():
        pytest.skip("this is a board")
    out = companion("doctor", "--data", tmp_path, status=1).out
    assert "✗ board              no Raspberry Pi\n" in out
    assert "- chip               waits for" in out
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- who answers


class Silent:
    """Somebody who does nothing."""

    def ask(self, request: Request) -> None:
        """Hear it."""

    def answer(self) -> bool | None:
        """Say nothing."""
        return None


@pytest.fixture
def context(tmp_path: Path) -> Context:
    context = simulated_box(tmp_path)
    context.person = Silent()
    return context


@pytest.mark.parametrize(("button", "said"), [("OK", True), ("BACK", False), ("UP", None)])
def test_a_question_is_answered_with_the_buttons_of_the_box(
    context: Context, button: str, *, said: bool | None
) -> None:
    pins = SimPins(context.clock, BUTTONS | SOUNDER)
    buttons = GpioButtons(context.clock, pins)
    context.wires = replace(context.wires, devices=replace(context.wires.devices, buttons=buttons))

    class Presses(Silent):
        def ask(self, request: Request) -> None:
            super().ask(request)
            pins.press(button)

    assert context.buttons.edges() == []
    context.person = Presses()
    assert context.ask(LOOK) is said


def test_who_does_not_answer_within_a_minute_is_not_waited_for(context: Context) -> None:
    begun = context.clock.now()
    assert context.ask(LOOK) is None
    assert 60 <= context.clock.now() - begun < 61
    found = {
        check.name: check.look(context)
        for check in of_box(DEFAULTS)
        if check.name in {"test picture", "colours", "tone"}
    }
    assert {finding.found for finding in found.values()} == {"nobody answered"}


def test_who_says_no_is_not_waited_for(context: Context) -> None:
    class Refuses(Silent):
        def answer(self) -> bool | None:
            return False

    context.person = Refuses()
    (up,) = (check for check in of_box(DEFAULTS) if check.name == "button UP")
    assert up.look(context).found == "no press arrived"
    assert context.clock.now() < 1


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """What is typed is written into this descriptor."""
    out, into = os.pipe()
    with os.fdopen(out, encoding="utf-8") as typed:
        monkeypatch.setattr("sys.stdin", typed)
        yield into
    os.close(into)


@pytest.mark.parametrize(
    ("typed", "said"), [(b"y\n", True), (b"Yes\n", True), (b"n\n", False), (b"what\n", None), (b"\n", None)]
)
def test_a_line_at_the_keyboard_is_an_answer(
    keyboard: int, typed: bytes, capsys: pytest.CaptureFixture[str], *, said: bool | None
) -> None:
    person = Terminal()
    os.write(keyboard, b"n\n")
    person.ask(LOOK)
    assert capsys.readouterr().err == "  ? Do you see it?\n"
    assert person.answer() is None
    os.write(keyboard, typed)
    assert person.answer() is said


def test_nobody_is_asked_where_standard_input_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert doctor._person(asks=True) is None
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert isinstance(doctor._person(asks=True), Terminal)
    assert doctor._person(asks=False) is None
