"""wiring.md says what the program does, and both what the boards of the Raspberry Pi say."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiBoardInfo, spi_port_device

from companion.parts.reader_kind import READERS, reader_kind
from companion.settings.parser import read
from companion.settings.schema import DEFAULTS, key_of
from hardware.default_wiring import BUTTONS, SOUNDER, Wire, gpio
from tools.wiring_drawing import DRAWING, INSTEAD, READER, WIRES, drawing

ROOT = Path(__file__).parents[1]
WIRING = (ROOT / "wiring.md").read_text(encoding="utf-8")

READERS_OF_WIRES = [READER.board, *(reader.board for reader in INSTEAD)]
BOARDS = {"Zero W": 0x9000C1, "Zero 2 W": 0x902120, "3B": 0xA02082, "4B": 0xC03111, "5": 0xC04170}

POWER = {
    **{(part, "GND"): "GND" for part in (*READERS_OF_WIRES, "OLED", "Button", "Buzzer")},
    ("LED", "COMMON"): "GND",
    ("RC522", "3.3V"): "3V3",
    ("OLED", "VCC"): "3V3",
    ("Buzzer", "+"): "5V",
    ("PN532", "VCC"): "3V3",
    ("ID-12LA", "VCC"): "3V3",
    ("RDM6300", "VCC"): "5V",
}

# Part, signal, GPIO or "-", header pin, remark.
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| (\d+|-) \| (\d+) \|[^|]*\|$", re.MULTILINE)


def written() -> list[Wire]:
    """The wires of the tables in wiring.md, in their order."""
    rows = ROW.findall(WIRING)
    return [Wire(part, signal, int(pin), None if number == "-" else int(number)) for part, signal, number, pin in rows]


def test_the_table_shows_the_wires_of_the_program() -> None:
    assert written() == list(WIRES)


def test_the_drawing_is_the_one_that_the_table_gives() -> None:
    assert (ROOT / DRAWING).read_text("utf-8") == drawing(), "python -m tools.wiring_drawing --renew"
    assert f"]({DRAWING})" in WIRING


def test_the_drawing_shows_each_wire_of_the_table_once() -> None:
    texts = ET.fromstring(drawing()).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 - our own words
    words = [word for text in texts if not (word := str(text.text)).isdecimal()]
    shown = Counter(pair for pair in pairwise(words) if ", pin " in pair[1])
    assert shown == Counter((wire.signal, f"{end_of(wire)}, pin {wire.pin}") for wire in WIRES)


def end_of(wire: Wire) -> str:
    """What the pin of the header is."""
    return POWER[wire.part, wire.signal] if wire.gpio is None else f"GPIO{wire.gpio}"


def test_what_kills_a_part_is_red_in_the_drawing_and_a_caution_on_the_page() -> None:
    red = re.findall(r'fill="#d1242f" font-weight="600">([^<]+)<', drawing())
    assert red == ["Read the print: GND first, or VCC first?", "5 V: never its TX straight to the Pi"]
    cautions = re.findall(r"^> \[!CAUTION\]\n((?:> .*\n)+)", WIRING, re.MULTILINE)
    assert ["GND-VCC" in caution or "RDM6300" in caution for caution in cautions] == [True, True]


def test_every_setting_of_the_page_is_one_that_changes_something() -> None:
    shown = re.findall(r"^```toml\n(.*?)^```$", WIRING, re.MULTILINE | re.DOTALL)
    assert len(shown) == 4
    for told in map(read, shown):
        assert (told.warnings, told.problems) == ((), ())
        assert all((key := key_of(path)) and value != key.default for path, value in told.explicit.items())
        assert told.settings != DEFAULTS


def test_the_second_reader_takes_the_free_chip_select_and_shares_the_bus() -> None:
    (told,) = re.findall(r"^\| SDA \| (\d+) \| (\d+) \| chip select, SPI0 CE1 \|$", WIRING, re.MULTILINE)
    assert told == ("7", "26")
    assert not any(wire.pin == 26 or wire.gpio == 7 for wire in WIRES)
    shared = {wire.signal: (str(wire.gpio), str(wire.pin)) for wire in WIRES if wire.part == "RC522" and wire.gpio}
    gpios, pins = zip(*(shared[signal] for signal in ("SCK", "MOSI", "MISO")), strict=True)
    assert f"| SCK, MOSI, MISO | {', '.join(gpios)} | {', '.join(pins)} |" in WIRING


@pytest.mark.parametrize("reader", READERS_OF_WIRES)
def test_no_two_wires_share_a_pin_of_the_header(reader: str) -> None:
    others = set(READERS_OF_WIRES) - {reader}
    assert Counter(wire.pin for wire in WIRES if wire.part not in others).most_common(1)[0][1] == 1


@pytest.mark.parametrize("board", BOARDS)
def test_each_pin_of_the_header_is_what_the_table_says(board: str) -> None:
    header = PiBoardInfo.from_revision(BOARDS[board]).headers["J8"]
    assert {wire: header.pins[wire.pin].name for wire in WIRES} == {wire: end_of(wire) for wire in WIRES}


def test_the_buses_are_where_the_pi_has_them() -> None:
    spi = {signal: f"GPIO{gpio}" for signal, _, gpio in READER.wires}
    assert spi_port_device(*(spi[signal] for signal in ("SCK", "MOSI", "MISO", "SDA"))) == (0, 0)
    pins = PiBoardInfo.from_revision(BOARDS["4B"]).headers["J8"].pins
    assert all("i2c" in pins[wire.pin].interfaces for wire in WIRES if wire.part == "OLED" and wire.gpio)
    lines = [wire for wire in WIRES if wire.part in READERS_OF_WIRES[1:] and wire.signal in {"TX", "RX"}]
    assert all("uart" in pins[wire.pin].interfaces for wire in lines)


def test_the_drivers_take_their_pins_from_the_table() -> None:
    assert dict(BUTTONS) == {"BACK": 5, "UP": 6, "DOWN": 16, "OK": 26}
    assert dict(SOUNDER) == {"BUZZER": 18, "RED": 17, "GREEN": 27, "BLUE": 22}
    resets = {(wire.part, wire.pin, wire.gpio) for wire in WIRES if wire.signal in {"RST", "RES"}}
    assert resets == {("RC522", 22, 25), ("ID-12LA", 22, 25)}
    assert DEFAULTS.pins.reset == 25


def test_the_serial_readers_are_those_that_the_program_knows() -> None:
    told = {name: int(baud) for name, baud in re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) \|", WIRING, re.MULTILINE)}
    assert told == {name: baud for name in READERS if (baud := reader_kind(name).baud)}


def test_the_readers_with_a_usb_plug_are_those_that_the_program_knows() -> None:
    told = re.findall(r"^\| `(\w+)` \|.*\| (\S+ kHz|\S+ MHz) \| (yes|no) \|$", WIRING, re.MULTILINE)
    kinds = {name: reader_kind(name) for name in READERS if not reader_kind(name).wires}
    assert told == [
        (name, str(kinds[name].frequencies[0]), "yes" if kinds[name].repeats else "no")
        for name in ("pcsc", "keyboard", "keys125")
    ]
    assert len(told) == len(kinds)


def test_the_port_of_the_header_is_the_one_that_is_taken_if_none_is_named() -> None:
    assert f"| the header, up to the Pi 4 | `{DEFAULTS.reader.port}` |" in WIRING


def test_a_power_wire_has_no_gpio_number() -> None:
    with pytest.raises(KeyError):
        gpio("OLED", "GND")


def test_the_script_of_the_first_beep_sounds_glows_and_asks_for_every_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (script,) = re.findall(r"^```python\n(.*?)^```$", WIRING, re.MULTILINE | re.DOTALL)
    factory = MockFactory(pin_class=MockPWMPin)
    buzzer, *leds = (factory.pin(number) for number in SOUNDER.values())
    moments: list[tuple[float, tuple[float, ...]]] = []
    pressed: list[str] = []
    awaited: list[str] = []

    def wait(button: gpiozero.Button) -> None:  # where the real one would wait for ever for a wrong pin
        assert not button.is_pressed
        factory.pin(BUTTONS[pressed[-1]]).drive_low()
        assert button.is_pressed
        awaited.append(button.pin.info.name)

    def moment(_seconds: float) -> None:
        moments.append((round(buzzer.frequency or 0), tuple(led.state for led in leds)))

    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    monkeypatch.setattr(time, "sleep", moment)
    monkeypatch.setattr(gpiozero.Button, "wait_for_press", wait)
    exec(script, {"print": lambda _press, button: pressed.append(button)})  # noqa: S102 - the script is the text under test
    assert moments == [(440, (0, 0, 0)), (0, (1, 0, 0)), (0, (0, 1, 0)), (0, (0, 0, 1))]
    assert awaited == [f"GPIO{number}" for number in BUTTONS.values()]
