"""What the settings do at the table: parts, pins, panel, people and house rules, and a table that does not start."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.play import play
from companion.games.registry import GAMES
from companion.parts.display_kind import DISPLAYS
from companion.parts.reader_kind import ReaderSettings
from companion.runtime.devices import leave_on_panel
from companion.runtime.loop import Loop
from companion.runtime.panel import DIM
from companion.runtime.service import BOX, run_table, wires_of
from companion.runtime.simulated_devices import simulation_of
from companion.screens.layouts import draw
from companion.screens.notices import wrong_settings
from companion.screens.picture import Picture
from companion.settings.parser import read
from companion.settings.schema import DEFAULTS, Light, Panel, PinSettings, Settings, SoundSettings, keys, toml_key
from companion.settings.search_path import EX_CONFIG
from companion.simulation.box import SimulatedBox, deck_for
from companion.storage.records import Store
from companion.support.names import each_once
from companion.table import words
from companion.table.state import Table
from companion.tags.tag_decks import Shelf
from companion.testing.screens import canvas_of
from hardware.sim.faults import Faults
from hardware.sim.i2c import SimI2c
from hardware.sim.oled import SimSsd1306
from tests.cases import for_each
from tests.evening import BIRD_DOG_ONLY, DEAL_GESTURES, Evening
from tests.slots import slots

ONE, OTHER = bytes(range(7)), bytes(range(1, 8))
DARK = Picture()
PENALTY = read('rules.birddog.renege = "penalty"').settings
WRONG = draw(wrong_settings(1, "panel.kind", '"x"', '"y"')).pages


# ---------------------------------------------------------------- parts


def test_panel_address_and_rotation_reach_the_glass() -> None:
    upright = simulation_of(Settings(panel=Panel(kind="sh1106", address=0x3D)))
    turned = simulation_of(Settings(panel=Panel(kind="ssd1309", rotation=180)))
    for wires in (upright, turned):
        wires.devices.display.show(WRONG)
    assert upright.panel.picture() == WRONG
    assert Picture(turned.panel.picture()).rows() == [row[::-1] for row in reversed(Picture(WRONG).rows())]


@pytest.mark.parametrize("column", [0, 2])
@pytest.mark.parametrize("kind", DISPLAYS)
def test_the_first_column_of_the_glass_reaches_the_panel_and_another_shows_another_picture(
    kind: str, column: int
) -> None:
    told = read(f'[panel]\nkind = "{kind}"\ncolumn_offset = {column}\n').settings
    wires = simulation_of(told)
    wires.devices.display.show(WRONG)
    assert wires.panel.picture() == WRONG
    other = simulation_of(told)
    other.faults.switch_on("panel-shifted")
    other.devices.display.show(WRONG)
    assert other.panel.lit
    assert other.panel.picture() != WRONG


def test_the_gain_of_the_settings_reaches_the_receiver() -> None:
    for gain, seen in ((38, {ONE}), (48, set())):
        wires = simulation_of(read(f"reader.gain = {gain}").settings)
        wires.faults.switch_on("field-strong")
        wires.lay(ONE)
        wires.devices.stations[0].reader.poll()
        assert wires.devices.stations[0].reader.poll().uids == seen


@pytest.mark.parametrize("kind", ["mfrc522", "pn532"])
def test_a_reader_looks_for_several_tags_unless_the_settings_say_no(kind: str) -> None:
    most = []
    for several in ("true", "false"):
        wires = simulation_of(read(f'[reader]\nkind = "{kind}"\nseveral = {several}\n').settings)
        for uid in (ONE, OTHER):
            wires.lay(uid)
        most.append(max(len(wires.devices.stations[0].reader.poll().uids) for _ in range(20)))
    assert most == [2, 1 if kind == "pn532" else 0]


def test_pins_and_the_kind_of_light_reach_the_box() -> None:
    wires = simulation_of(Settings(pins=PinSettings(ok=12, red=13), light=Light(common_anode=True)))
    wires.devices.sounder.light((1, 0, 0), 0)
    assert wires.pins.light == (1, 0, 0)
    assert wires.devices.buttons.edges() == []
    wires.pins.press("OK")
    assert [edge.button for edge in wires.devices.buttons.edges()] == ["OK"]


def test_the_reader_sees_cards_with_and_without_bursts_which_cost_fewer_transfers() -> None:
    transfers = []
    for burst in (True, False):
        wires = simulation_of(Settings(reader=ReaderSettings(burst=burst)))
        wires.lay(bytes(range(7)))
        wires.devices.stations[0].reader.poll()
        assert wires.devices.stations[0].reader.poll().uids == {bytes(range(7))}
        transfers.append(wires.reader_wire.traffic.transfers)
    assert transfers[0] < transfers[1]


@pytest.mark.parametrize(
    ("settings", "nodes"),
    [
        (DEFAULTS, "/dev/spidev0.0 /dev/i2c-1"),
        (Settings(ReaderSettings(spi_bus=1, spi_device=2), Panel(i2c_bus=3)), "/dev/spidev1.2 /dev/i2c-3"),
        (Settings(ReaderSettings(kind="rdm6300", port="/dev/ttyUSB0")), "/dev/ttyUSB0 /dev/i2c-1"),
    ],
)
def test_the_wires_that_must_be_there_are_those_of_the_settings(settings: Settings, nodes: str) -> None:
    assert " ".join(map(str, wires_of(settings))) == nodes


# ---------------------------------------------------------------- panel and sounds


def playing_with(root: Path, settings: Settings) -> Evening:
    """The first trick is complete, and the box was switched on again with these settings."""
    evening = Evening(root)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    evening.box.pull_the_plug()
    evening.switch_on(settings=settings)
    return evening


def test_the_panel_is_as_bright_and_rests_as_early_as_the_settings_say(tmp_path: Path) -> None:
    box = playing_with(tmp_path, Settings(panel=Panel(brightness=90, dim_after_s=5, dark_after_s=20))).box
    assert box.wires.panel.contrast == 90
    box.turn(6)
    assert box.wires.panel.contrast == DIM
    box.turn(15)
    assert box.glass == DARK


def test_zero_seconds_are_never_and_dim_is_never_brighter_than_bright(tmp_path: Path) -> None:
    box = playing_with(tmp_path, Settings(panel=Panel(brightness=3, dim_after_s=1, dark_after_s=0))).box
    box.turn(400)
    assert box.wires.panel.contrast == 3
    assert box.glass != DARK


@pytest.mark.parametrize("on", [True, False])
def test_without_sounds_the_box_starts_muted(tmp_path: Path, on: bool) -> None:  # noqa: FBT001 - a case
    assert playing_with(tmp_path, Settings(sounds=SoundSettings(on=on))).box.table.house.muted is not on


# ---------------------------------------------------------------- people and house rules


def choices(table: Table) -> tuple[str, ...]:
    assert table.question is not None
    return table.question.choices


def test_the_set_up_begins_with_the_house_rules_and_the_record_says_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.switch_on(settings=PENALTY)
    evening.does("OK", "OK", "OK")
    assert choices(evening.box.table)[0] == "as usual here"
    assert "revoke: 3 points less" in choices(evening.box.table)
    evening.does("OK", "OK", "OK")
    assert evening.saved()[2:] == ["option renege penalty", "dealer Ann"]


def test_the_house_rules_can_be_changed_back_to_the_book_for_one_evening(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.switch_on(settings=PENALTY)
    evening.does("OK", "OK", "OK", "UP", "UP", "UP", "OK")
    assert choices(evening.box.table)[0] == "as in the book"
    evening.does("UP", "UP", "OK")
    assert choices(evening.box.table)[0] == "with these"


def test_a_game_without_house_rules_of_its_own_is_played_as_in_the_book(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games={name: GAMES[name] for name in ("rook", "birddog")}, regulars=())
    evening.switch_on(settings=PENALTY)
    evening.does("OK")
    while evening.asks != "rules":
        evening.does("OK")
    assert choices(evening.box.table)[0] == "as in the book"


def chooses(evening: Evening, answer: str) -> None:
    """Walk to an answer that begins so, and take it."""
    question = evening.question
    for _ in question.choices:
        if evening.box.table.question.chosen.startswith(answer):  # type: ignore[union-attr] # it is still open
            break
        evening.does("UP")
    else:
        pytest.fail(f"no answer begins with {answer!r}")
    evening.does("OK")


def test_the_next_set_up_begins_with_the_house_rules_again_even_after_parking_and_going_on(tmp_path: Path) -> None:
    evening = playing_with(tmp_path, PENALTY)
    evening.does("HOLD")
    chooses(evening, "park")
    assert evening.box.table.house.rules == PENALTY.rules
    (parked,) = evening.box.table.house.parked
    chooses(evening, words.parked_label(parked.record, parked.title))
    assert evening.box.table.house.rules == PENALTY.rules
    evening.does("HOLD")
    chooses(evening, "park")
    chooses(evening, "Bird Dog")
    evening.does("OK", "OK", "OK")
    assert choices(evening.box.table)[0] == "as usual here"
    evening.does("OK", "OK", "OK")
    assert evening.box.table.match is not None
    assert evening.box.table.house.rules == PENALTY.rules


def test_people_are_offered_once_those_of_the_settings_first() -> None:
    assert each_once(("Ann", "Zoë", "ZOË", "Bob", "ann")) == ("Ann", "Zoë", "Bob")


def test_the_real_table_offers_regulars_and_people_with_a_tag_and_keeps_all_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = read('people.regulars = ["Zoë", "Ann"]\nsounds.on = false\nrules.birddog.renege = "penalty"').settings
    looped: list[Loop] = []

    def noted(loop: Loop, *_: object) -> None:
        looped.append(loop)

    monkeypatch.setattr(Loop, "run", noted)
    shelf = Shelf((deck_for(GAMES["birddog"], ("Bob", "ANN")),))
    equipment = replace(BOX, games=BIRD_DOG_ONLY, settings=settings)
    run_table(Store(tmp_path), shelf, simulation_of().devices, lambda: True, equipment=equipment)
    table = looped[0].table
    assert table.house.regulars == ("Zoë", "Ann", "Bob")
    assert choices(table)[:3] == ("Zoë", "Ann", "Bob")
    assert (table.house.muted, table.house.rules) == (True, settings.rules)


# ---------------------------------------------------------------- a table that does not start


def arguments(file: Path, **given: object) -> Namespace:
    settings = {"config": str(file), "data": None, "panel": None, "upside_down": False, "common_anode": False}
    return Namespace(
        **{
            **settings,
            "simulate": False,
            "terminal": True,
            "port": None,
            "scores": None,
            "game": None,
            "deck": None,
            "seed": None,
            **given,
        }
    )


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, Settings]]:
    """What is left on the real panel, and with which settings."""
    pictures: list[tuple[bytes, Settings]] = []
    monkeypatch.setattr(
        "companion.runtime.last_words.leave_on_panel", lambda picture, settings: pictures.append((picture, settings))
    )
    return pictures


def test_a_wrong_value_ends_with_78_and_is_told_in_full_and_on_the_panel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], left: list[tuple[bytes, Settings]]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[panel]\nkind = "sh1106"\nrotation = 90\nbrightnes = 3\n', "utf-8")
    assert play(arguments(file)) == EX_CONFIG
    assert capsys.readouterr().err.splitlines() == [
        f"companion: {file}:4: warning: unknown key panel.brightnes, ignored; did you mean “panel.brightness”?",
        f"companion: {file}:3: panel.rotation: found 90; allowed: 0 or 180",
    ]
    picture = draw(wrong_settings(3, "panel.rotation", "90", "0 or 180")).pages
    assert left == [(picture, Settings(panel=Panel(kind="sh1106")))]


def test_the_simulated_table_does_not_start_either_and_shows_its_panel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text("pins.up = 5", "utf-8")
    assert play(arguments(file, simulate=True)) == EX_CONFIG
    out, err = capsys.readouterr()
    assert out.startswith("╭")
    assert err == f"companion: {file}:1: pins.up: found GPIO5, which pins.back has, too; allowed: a pin of its own\n"


def test_a_table_in_the_terminal_has_the_regulars_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('people.regulars = ["Xaver", "Yves"]\nrules.birddog.renege = "penalty"', "utf-8")
    typed = iter([*["o"] * 6, "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert play(arguments(file, simulate=True, game="birddog", data=str(tmp_path))) == 0
    capsys.readouterr()
    record = Store(tmp_path).all_running()[0].read_text("utf-8")
    assert "players Xaver Yves P3" in record
    assert "option renege penalty" in record


def test_what_is_left_on_the_panel_stays_there_and_a_missing_panel_is_no_matter() -> None:
    panel, faults = SimSsd1306(), Faults()
    wire = SimI2c({0x3C: panel}, faults=faults)
    leave_on_panel(WRONG, DEFAULTS, wire)
    assert panel.picture() == WRONG
    faults.switch_on("panel-absent")
    leave_on_panel(bytes(1024), DEFAULTS, wire)
    assert panel.picture() == WRONG


@for_each("path", keys())
def test_what_is_wrong_with_any_key_fits_the_panel_and_nothing_allowed_is_cut(path: tuple[str, ...]) -> None:
    screen = wrong_settings(999, toml_key(path), '"ssd1307"', str(keys()[path].allowed))
    assert not canvas_of(screen).overflow
    told = " ".join(filter(None, slots(screen).lines[2:])).removesuffix(" Owner: mend it, restart")
    assert told == f"allowed: {keys()[path].allowed}"


def test_a_simulated_table_has_the_defaults_without_any_settings(tmp_path: Path) -> None:
    assert SimulatedBox(Store(tmp_path)).table.house.rules == {}
