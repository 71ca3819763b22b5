"""The text of a settings file: values, the lines they stand on, and what is said about wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.parts.reader_kind import reader_kind
from companion.settings.parser import Problem, SettingsWarning, read
from companion.settings.schema import DEFAULTS, Panel, PinSettings, keys, toml_key
from companion.support.allowed import one_of, toml_value
from hardware.default_wiring import BUTTONS, SOUNDER, gpio
from tests.cases import for_each

MESSAGES = (Path(__file__).parent / "settings_messages.txt").read_text("utf-8").splitlines()
"""For every key a wrong type, a value out of range and a typing error; what is said about each stands below it."""

CASES = list(zip(MESSAGES[::2], MESSAGES[1::2], strict=True))


def complaints(text: str) -> list[str]:
    """Everything that is said about a text, each with its line."""
    told = read(text)
    said: list[SettingsWarning | Problem] = [*told.warnings, *told.problems]
    return [f"{problem.line} {problem}" for problem in said]


@for_each(("line", "said"), CASES)
def test_a_wrong_line_is_told_in_these_words_and_the_default_stays_in_force(line: str, said: str) -> None:
    assert complaints(f"\n{line}\n") == [f"2 {said.strip()}"]
    assert read(line).settings == DEFAULTS


def test_every_key_has_its_wrong_type_its_wrong_value_and_its_typing_error() -> None:
    told = [said.strip() for _, said in CASES]
    for name in map(toml_key, keys()):
        assert sum(said.startswith(f"{name}: found ") for said in told) == 2
        assert sum(said.endswith(f"did you mean “{name}”?") for said in told) == 1


def test_no_box_is_called_as_the_director() -> None:
    (said,) = complaints('club.box = "director"')
    assert said.startswith('1 club.box: found "director"; allowed: ')


@for_each("path", keys())
def test_a_key_that_is_missing_has_its_default(path: tuple[str, ...]) -> None:
    others = [f"{toml_key(other)} = {key.to_toml(key.default)}" for other, key in keys().items() if other != path]
    told = read("\n".join(others))
    assert told.settings == DEFAULTS
    assert (path in told.lines, told.warnings, told.problems) == (False, (), ())


@for_each("path", keys())
def test_every_default_is_allowed(path: tuple[str, ...]) -> None:
    default = keys()[path].default
    assert keys()[path].allowed.fits(list(default) if isinstance(default, tuple) else default)


def test_nothing_at_all_is_the_defaults() -> None:
    assert read("").settings == DEFAULTS


def test_a_house_rule_as_in_the_book_is_none() -> None:
    assert read('rules.birddog = {renege = "penalty", overtime = "highest-of-all"}').settings.rules == {
        "birddog": {"renege": "penalty"}
    }


def test_options_win_over_the_text() -> None:
    told = read('panel.kind = "sh1106"\npanel.brightness = 3', {("panel", "kind"): "ssd1309"})
    assert told.settings.panel == Panel(kind="ssd1309", brightness=3)


def test_the_pins_are_those_of_the_wiring() -> None:
    pins = PinSettings()
    assert pins.buttons == dict(BUTTONS)
    assert pins.sounder == dict(SOUNDER)
    assert [(pin, gpio) for signal, pin, gpio in reader_kind("mfrc522").wires if signal == "RST"] == [(22, pins.reset)]


# ---------------------------------------------------------------- lines

LINES = '''
# kind = "in a comment"
"panel".kind = "sh1106"  # kind = "behind"

[ people ]
regulars = [  # up = 3
    "Ann",
    # "Bob",
    "up = 4",
]
[pins]
"up" = 7
'down'=8
[data]
directory = """
/the/
kind = 3"""
[rules.birddog] # the one with the dog
renege = "penalty"
[rules]
rook = {nest = "no-counters", "rook-rank" = "low"}
'''


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_key_stands_on_the_line_where_it_begins_however_it_is_written(line_end: str) -> None:
    told = read(LINES.replace("\n", line_end))
    assert {toml_key(path): line for path, line in told.lines.items()} == {
        "panel.kind": 3,
        "people.regulars": 6,
        "pins.up": 12,
        "pins.down": 13,
        "data.directory": 15,
        "rules.birddog.renege": 19,
        "rules.rook.nest": 21,
        "rules.rook.rook-rank": 21,
    }
    assert told.settings.people.regulars == ("Ann", "up = 4")


# ---------------------------------------------------------------- pins


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[pins]\nup = 5", "2 pins.up: found GPIO5, which pins.back has, too; allowed: a pin of its own"),
        ("[pins]\nback = 6", "2 pins.back: found GPIO6, which pins.up has, too; allowed: a pin of its own"),
        ("pins.red = 4\npins.blue = 4", "2 pins.blue: found GPIO4, which pins.red has, too; allowed: a pin of its own"),
        ("pins.red = 8", "1 pins.red: found GPIO8, which reader.spi_bus has, too; allowed: a pin of its own"),
        ("pins.red = 3", "1 pins.red: found GPIO3, which panel.i2c_bus has, too; allowed: a pin of its own"),
        (
            "reader.spi_bus = 1",
            "1 reader.spi_bus: found GPIO18, which pins.buzzer has, too; allowed: a pin of its own",
        ),
        (
            'reader.kind = "id12la"\npins.red = 25',
            "2 pins.red: found GPIO25, which pins.reset has, too; allowed: a pin of its own",
        ),
        (
            'reader.kind = "rdm6300"\npins.red = 15',
            "2 pins.red: found GPIO15, which reader.port has, too; allowed: a pin of its own",
        ),
    ],
)
def test_two_that_want_one_pin_are_both_named(text: str, said: str) -> None:
    assert complaints(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "pins = {back = 6, up = 5}",
        'reader.kind = "rdm6300"\npins.red = 9',
        'reader.kind = "rdm6300"\npins.red = 25',
        'reader = {kind = "rdm6300", port = "/dev/ttyUSB0"}\npins.red = 15',
        "panel.i2c_bus = 3\npins.red = 2",
        "pins.red = 24",
    ],
)
def test_a_pin_that_nobody_else_wants_is_free(text: str) -> None:
    assert complaints(text) == []


def test_the_buses_take_the_pins_that_the_wires_show() -> None:
    by_spi = [gpio for signal, _, gpio in reader_kind("mfrc522").wires if signal in {"SDA", "SCK", "MOSI", "MISO"}]
    by_i2c = [gpio("OLED", signal) for signal in ("SDA", "SCL")]
    assert all("reader.spi_bus" in complaints(f"pins.red = {pin}")[0] for pin in by_spi)
    assert all("panel.i2c_bus" in complaints(f"pins.red = {pin}")[0] for pin in by_i2c)


# ---------------------------------------------------------------- not what it should be


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("panel = 3", "1 panel: found 3; allowed: a table, [panel]"),
        ("rules.birddog = 3", "1 rules.birddog: found 3; allowed: a table, [rules.birddog]"),
        (
            '[[reader]] # west\nkind = "pn532"',
            '2 unknown key "[[reader]]".kind, ignored; did you mean “reader.kind”?',
        ),
        ("panel.kind.x = 1", "1 unknown key panel.kind.x, ignored; did you mean “panel.kind”?"),
        ('"panel.kind" = 1', '1 unknown key "panel.kind", ignored; did you mean “panel.kind”?'),
        ("xyzzy = 1", "1 unknown key xyzzy, ignored"),
        ("brightness = 9", "1 unknown key brightness, ignored; it belongs below [panel]"),
        ('kind = "sh1106"', "1 unknown key kind, ignored; it belongs below [reader] or [panel]"),
        (
            "[reader.West]\nspi_device = 1",
            "2 unknown key reader.West.spi_device, ignored; a reader is called by 1 to 8 small letters, as west",
        ),
        ("panel.address = 0x78", "1 panel.address: found 0x78; allowed: 0x3C or 0x3D"),
        ("sounds.on = 1979-05-27", "1 sounds.on: found 1979-05-27; allowed: true or false"),
    ],
)
def test_a_value_in_the_wrong_place_is_told(text: str, said: str) -> None:
    assert complaints(text) == [said]


def test_a_long_wrong_value_is_cut() -> None:
    (said,) = complaints(f'data.directory = "{"x" * 500}"')
    assert len(said) < 200


def test_all_complaints_are_told_in_the_order_of_the_lines() -> None:
    text = "panel.kind = 1\npins.up = 5\nreader.burst = 0"
    assert [said.split()[0] for said in complaints(text)] == ["1", "2", "3"]


@pytest.mark.parametrize("text", ["[people]", "[rules]\n[rules.birddog]\n", "panel = {}", "# nothing\n\n"])
def test_empty_tables_are_no_matter(text: str) -> None:
    assert complaints(text) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[panel]\nkind = ssd1306", 2),
        ("[panel]\nkind: 1", 2),
        ("panel.kind = 1\npanel.kind = 2", 2),
        ('[panel]\nkind = """\n\n', 3),
        ("x = 2020-13-01", 1),
        ("x = " + "1" * 5000, 0),
        ("x = " + "[" * 100_000, 0),
    ],
)
def test_what_is_no_toml_is_told_with_its_line_and_changes_nothing(text: str, line: int) -> None:
    told = read(text, {("panel", "rotation"): 180})
    (problem,) = told.problems
    assert problem.line == line
    assert "found no TOML (" in str(problem)
    assert told.settings.panel == Panel(rotation=180)


def test_a_value_is_written_so_that_it_reads_the_same() -> None:
    for name in ('"Ann"\\', "Zoë", "李"):
        assert read(f"data.directory = {toml_value('/' + name)}").settings.data.directory == f"/{name}"


def test_choices_are_told_as_people_say_them() -> None:
    assert str(one_of(0, 180)) == "0 or 180"


# ---------------------------------------------------------------- a club


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[club]\non = true\nbroker = "club.local"',
            '2 club.box: found "" while club.on is true; allowed: a name, as "table-4"',
        ),
        (
            '[club]\non = true\nbox = "table-4"\nbroker = ""',
            '4 club.broker: found "" while club.on is true; allowed: a host, as "club.local"',
        ),
    ],
)
def test_a_box_of_a_club_has_a_name_and_a_broker(text: str, said: str) -> None:
    assert complaints(text) == [said]


def test_a_box_without_a_club_needs_neither() -> None:
    assert complaints('[club]\non = false\nbox = ""') == []
