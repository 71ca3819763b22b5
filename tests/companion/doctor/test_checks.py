"""The doctor on the simulated box: each planted fault is named by its own line, and no other line complains."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.doctor import mfrc522_checks, storage_checks
from companion.doctor.checks import WIRED, checks_of, of_box
from companion.doctor.computer_facts import WANTED
from companion.doctor.context import ANSWER_S, Context
from companion.doctor.findings import Finding, PartState, ok, warning
from companion.doctor.usb_checks import pcsc_service, plugged_in
from companion.games.plugins import PlugIn, save_index
from companion.games.registry import NAMES
from companion.parts.reader_kind import READERS, TYPING
from companion.settings.parser import read
from companion.settings.schema import DEFAULTS, Panel, Settings
from companion.storage.journal import seal
from companion.tags.tag_decks import CardCopy, Person, TagDeck
from hardware.bus import Sighting
from hardware.sim.faults import FAULTS, FaultPlace
from tests.companion.doctor.boxes import findings, simulated_box
from tests.torture import every_so_many

ROOT = Path(__file__).parents[3]
WIRING, DOCTOR = (ROOT / "wiring.md").read_text("utf-8"), ROOT / "companion" / "doctor"
WARNING, FAILURE = PartState.WARNING, PartState.FAILURE
WRONG = {WARNING, FAILURE}


@dataclass(frozen=True)
class Case:
    """A fault, the one line that names it, how bad it is, and words of what was found and of what mends it."""

    fault: str
    line: str
    state: PartState
    found: str
    remedy: str
    settings: str = ""


PCSC, KEYS = '[reader]\nkind = "pcsc"\n', '[reader]\nkind = "keyboard"\n'
PN532, RDM6300 = '[reader]\nkind = "pn532"\n', '[reader]\nkind = "rdm6300"\n'

TABLE = (
    Case("python-old", "Python", FAILURE, "3.9.2", "3.11 or newer"),
    Case("package-missing", "packages: display", FAILURE, "smbus2 is missing", "pip install 'smbus2>=0.4'"),
    Case("package-old", "packages: pins", FAILURE, "gpiod 1.6.3", "pip install 'gpiod>=2.1'"),
    Case("no-pi", "board", FAILURE, "no Raspberry Pi", "--simulate"),
    Case("undervoltage", "power supply", WARNING, "too low since the start", "official power supply"),
    Case("settings-wrong", "settings", FAILURE, 'config.toml:2: panel.kind: found "sh1107"', "config example"),
    Case("setting-unknown", "settings", WARNING, "unknown key panel.contrast", "correct or delete"),
    Case("in-use", "companions", FAILURE, "another companion is at work", "systemctl stop companion"),
    Case("wires-in-use", "companions", FAILURE, "/dev/i2c-1: in use by companion play", "systemctl stop companion"),
    Case("disk-full", "disk space", FAILURE, "0 MB free", "delete"),
    Case("disk-read-only", "data directory", FAILURE, "Read-only file system", "check or replace the card"),
    Case("disk-slow", "sync time", WARNING, "300 ms", "step 1"),
    Case("kept-in-ram", "data directory", WARNING, "in RAM: it is empty after each start", "data.directory"),
    Case("kept-on-overlay", "data directory", WARNING, "on an overlay", "do_overlayfs 1"),
    Case("deck-damaged", "decks", FAILURE, "sim-birdhead.json", "enrol it anew"),
    Case("deck-unfinished", "decks", WARNING, "sim-birdhead: cards without a tag: 1, the first is 2", "enrol"),
    Case("decks-clash", "decks", FAILURE, "is 11/5 of the-other and 2/5 of sim-birdhead; and 45 more", "replace a tag"),
    Case("record-damaged", "records", FAILURE, "line 2", "press OK at the table"),
    Case("bus-off", "SPI bus", FAILURE, "no /dev/spidev0.0", "raspi-config nonint do_spi 0"),
    Case("bus-off", "serial port", FAILURE, "no /dev/serial0", "raspi-config nonint do_serial_hw 0", PN532),
    Case("bus-forbidden", "SPI permission", FAILURE, "may not use /dev/spidev0.0", "usermod -aG spi companion"),
    Case("bus-forbidden", "serial permission", FAILURE, "may not use /dev/serial0", "usermod -aG dialout", RDM6300),
    Case("console-on-line", "serial console", FAILURE, "a console uses /dev/serial0", "do_serial_cons 1", PN532),
    Case("i2c-off", "I2C bus", FAILURE, "no /dev/i2c-1", "raspi-config nonint do_i2c 0"),
    Case("i2c-module-missing", "I2C bus", FAILURE, "the module i2c-dev is not loaded", "sudo modprobe i2c-dev"),
    Case("i2c-forbidden", "I2C permission", FAILURE, "may not use /dev/i2c-1", "usermod -aG i2c companion"),
    Case("i2c-slow", "I2C speed", WARNING, "100000 Hz: a full picture takes 93 ms", "i2c_arm_baudrate=400000"),
    Case("gpio-forbidden", "pins permission", FAILURE, "may not use /dev/gpiochip0", "usermod -aG gpio companion"),
    Case("header-missing", "pins permission", FAILURE, "/dev/gpiochip0 is gpio-brcmstb", "update Raspberry Pi OS"),
    Case("pin-taken", "buzzer and light", FAILURE, "gpio18: in use", "steps 4 and 7"),
    Case("miso-low", "chip", FAILURE, "0x00: no chip answers", "MISO"),
    Case("miso-high", "chip", FAILURE, "0xFF: no chip answers", "MISO"),
    Case("miso-loose", "chip", FAILURE, "0x92, 0x9A: a chip answers, but its bytes are wrong", "loose"),
    Case("spi-error", "chip", FAILURE, "the SPI transfer was refused", "no wire is to blame: restart the Pi"),
    Case("clone-chip", "chip", WARNING, "a clone, version register 0xB2", "burst = false"),
    Case("no-reset-wire", "RST wire", WARNING, "does not reach the chip", "connect RST to GPIO25"),
    Case("long-wires", "SPI speed", FAILURE, "wrong at 1000000 Hz", "spi_hz = 500000"),
    Case("burst-broken", "burst reads", FAILURE, "differ from single reads", "burst = false"),
    Case("overheated", "reader", FAILURE, "the chip is too hot and has switched its antenna off: let it cool", ""),
    Case("line-cut", "reader", FAILURE, "the plug is pulled", "steps 4 and 12", PN532),
    Case("line-cut", "reader", FAILURE, "the plug is pulled", "steps 4 and 12", RDM6300),
    Case("line-garbled", "reader", FAILURE, "a board answers, but its bytes are wrong: ", "mode and speed", PN532),
    Case("line-garbled", "one card", FAILURE, "a board answers, but its bytes are wrong: ", "mode and speed", RDM6300),
    Case("no-answer", "gain", FAILURE, "no card was seen at any gain", "step 9"),
    Case("field-strong", "gain", FAILURE, "the card was seen in 0 of 10 looks; always seen at 33", "gain = 38 "),
    Case("field-weak", "gain", FAILURE, "at 43 and 48 dB", "gain = 48 below [reader]", "[reader]\ngain = 38\n"),
    Case("no-answer", "one card", FAILURE, "no card was seen", "step 9", PN532),
    Case("no-answer", "one card", FAILURE, "no card was seen", "step 9", RDM6300),
    Case("pcsc-cut", "reader", FAILURE, "no reader is plugged in", "step 14", PCSC),
    Case("keys-cut", "reader", FAILURE, "the plug is pulled", "step 14", KEYS),
    Case("keys-lost", "one card", FAILURE, "typed what is no number of a tag: a part", "step 14", KEYS),
    Case("bus-off", "input device", FAILURE, "no device has the name of a reader; plugged in: none", "plug", KEYS),
    Case("bus-forbidden", "input permission", FAILURE, "may not use /dev/input/event0", "usermod -aG input", KEYS),
    Case("pcscd-missing", "PC/SC service", FAILURE, "pcscd is not installed", "apt install pcscd", PCSC),
    Case("pcscd-blocked", "PC/SC service", FAILURE, "module pn533_usb holds the reader", "blacklist pn533_usb", PCSC),
    Case("no-answer", "one card", FAILURE, "no card was seen", "of 13.56 MHz", PCSC),
    Case("panel-absent", "display address", FAILURE, "nobody acknowledges", "SDA and SCL"),
    Case("panel-loose", "display address", FAILURE, "0x3C acknowledges only 8 of 12 messages", "loose"),
    Case("panel-elsewhere", "display address", FAILURE, "at 0x3D, not at 0x3C", "address = 0x3D below [panel]"),
    Case("panel-shifted", "test picture", FAILURE, "somebody said no", "column_offset = 0 or 2"),
    Case("i2c-nack", "display address", FAILURE, "nobody acknowledges", "SDA and SCL"),
    Case("stuck", "buttons", FAILURE, "UP: down, although nobody presses", "turned by 90 degrees"),
    Case("buzzer-silent", "tone", FAILURE, "somebody said no", "transistor"),
    Case("red-dark", "colours", FAILURE, "not red", "wires at GPIO17 (wiring.md, steps 5 and 7)"),
)

MOMENTS = {
    "bit-errors",
    "chip-reset",
    "chip-deaf",
    "busy-computer",
    "panel-unreadable",
    "panel-lies",
    "tag-pulled",
    "line-noise",
    "pcsc-lost",
    "panel-reset",
    "bounce",
}
"""What passes by itself while people play; the drivers bear it."""


A_TAG = Sighting(frozenset({bytes(7)}))


class Scripted:
    """A reader that sees what it was told to, then nothing."""

    def __init__(self, sightings: list[Sighting]) -> None:
        self._left = list(sightings)

    def poll(self) -> Sighting:
        return self._left.pop(0) if self._left else Sighting()

    def close(self) -> None:
        """Nothing to release."""


def wrong(found: dict[str, Finding]) -> dict[str, PartState]:
    return {name: finding.state for name, finding in found.items() if finding.state in WRONG}


@pytest.mark.parametrize("kind", READERS)
def test_a_box_that_is_well_has_nothing_but_ok(tmp_path: Path, kind: str) -> None:
    found = findings(simulated_box(tmp_path, settings=f'[reader]\nkind = "{kind}"\n'))
    assert {finding.state for finding in found.values()} == {PartState.OK}
    assert all(finding.found and not finding.remedy for finding in found.values())


@pytest.mark.parametrize(
    "case", every_so_many(3, TABLE), ids=lambda case: f"{case.fault}-{case.line.replace(' ', '-')}"
)
def test_a_planted_fault_is_named_by_its_own_line_and_only_what_waits_for_it_is_skipped(
    tmp_path: Path, case: Case
) -> None:
    found = findings(simulated_box(tmp_path, case.fault, settings=case.settings))
    assert wrong(found) == {case.line: case.state}
    assert case.found in found[case.line].found
    assert case.remedy in found[case.line].remedy
    assert bool(case.remedy) == bool(found[case.line].remedy)
    followed_from = {case.line}
    for name, finding in found.items():
        if finding.state is PartState.SKIPPED:
            assert set(finding.found.removeprefix("waits for ").split(", ")) <= followed_from
            followed_from.add(name)


def test_the_table_has_every_fault_that_stays() -> None:
    assert {case.fault for case in TABLE} == set(FAULTS) - MOMENTS - {"button-dead"}
    assert len({case.fault for case in TABLE}) >= 20


def test_a_dead_button_is_told_by_its_name(tmp_path: Path) -> None:
    found = findings(simulated_box(tmp_path, "button-dead"))
    assert wrong(found) == {f"button {name}": FAILURE for name in ("BACK", "UP", "DOWN", "OK")}
    assert "GPIO6" in found["button UP"].remedy


def test_swapped_buttons_are_told_by_both_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box, swapped = simulated_box(tmp_path), {"UP": "DOWN", "DOWN": "UP"}
    assert box.person is not None
    ask = box.person.ask
    monkeypatch.setattr(box.person, "ask", lambda asked: ask(replace(asked, what=swapped.get(asked.what, asked.what))))
    found = findings(box)
    assert found["button UP"].found == "DOWN answered"
    assert found["button UP"].remedy == "swap UP and DOWN"


def test_two_faults_are_two_lines(tmp_path: Path) -> None:
    assert wrong(findings(simulated_box(tmp_path, "miso-low", "panel-absent"))) == {
        "chip": FAILURE,
        "display address": FAILURE,
    }


@pytest.mark.parametrize(
    ("faults", "settings", "line", "said"),
    [
        (["burst-broken"], "[reader]\nburst = false\n", "burst reads", "switched off"),
        (["long-wires"], "[reader]\nspi_hz = 500000\n", "SPI speed", "right up to 500000 Hz"),
        (["field-strong"], "[reader]\ngain = 33\n", "gain", "always seen at 33 and 38 dB; gain = 38 is in the middle"),
        ([], "[reader]\nseveral = false\n", "two cards", "one card at a time, as set"),
        ([], "[panel]\naddress = 0x3D\n", "display address", "0x3D"),
    ],
    ids=["burst", "speed", "gain", "several", "address"],
)
def test_all_is_well_once_the_settings_say_what_was_advised(
    tmp_path: Path, faults: list[str], settings: str, line: str, said: str
) -> None:
    found = findings(simulated_box(tmp_path, *faults, settings=settings))
    assert wrong(found) == {}
    assert said in found[line].found


@pytest.mark.parametrize("kind", ["sh1106", "ssd1309"])
def test_every_panel_shows_the_frame_of_the_test_picture(tmp_path: Path, kind: str) -> None:
    assert (
        findings(simulated_box(tmp_path, settings=f'[panel]\nkind = "{kind}"\n'))["test picture"].state is PartState.OK
    )


def test_without_people_their_lines_are_skipped_and_say_so(tmp_path: Path) -> None:
    found = findings(simulated_box(tmp_path, asks=False))
    asking = {check.name for check in of_box(DEFAULTS) if check.asks}
    assert {name for name, finding in found.items() if finding.state is PartState.SKIPPED} == asking
    assert all(found[name].found == "asks questions, which needs a terminal" for name in asking)
    assert {finding.state for name, finding in found.items() if name not in asking} == {PartState.OK}


def test_drinks_of_the_house_that_cannot_be_read_are_told_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "drinks.txt").write_text("mint-glass\nmint\n", "utf-8")
    found = findings(simulated_box(tmp_path))
    assert wrong(found) == {"decks": FAILURE}
    assert found["decks"].found == f"no drinks to play with: {tmp_path}/drinks.txt"
    assert found["decks"].remedy.startswith("Line 2: found “mint”; allowed: one drink as colour-shape")


def test_a_deck_that_no_game_knows_and_a_house_without_any_deck_are_warnings(tmp_path: Path) -> None:
    box = simulated_box(tmp_path)
    box.store.decks.save(TagDeck("names", "persons", {bytes([4, 1, 1, 1]): Person("Ann")}))
    assert storage_checks.decks(box).found.startswith("names: 1 tags, ")
    tag_of_french = next(iter(box.store.decks.load("sim-french").pieces))
    box.store.decks.save(TagDeck("uno", "uno", {tag_of_french: CardCopy("7")}))
    assert storage_checks.decks(box) == warning("uno: no game is played with “uno”", "enrol the missing tags")
    box.store.decks.save(TagDeck("low", "french", {b"\x01\x00\x63\xe9\xae": CardCopy("2S")}))
    assert "low: This deck has 5-byte numbers of 125 kHz tags" in storage_checks.decks(box).found
    for path in box.store.decks.directory.iterdir():
        path.unlink()
    assert storage_checks.decks(box).found.startswith("none in")


@pytest.mark.parametrize(("free", "state"), [(0, FAILURE), (1 << 20, WARNING), (64 << 20, PartState.OK)])
def test_little_room_is_a_warning_and_none_a_failure(tmp_path: Path, free: int, state: PartState) -> None:
    box = simulated_box(tmp_path)
    box.machine = replace(box.machine, free_bytes=free)
    assert findings(box)["disk space"].state is state


def test_nothing_is_left_in_the_data_directory(tmp_path: Path) -> None:
    findings(simulated_box(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["decks", "records"]


class SeesByGain(Scripted):
    """A reader that sees what it was told to at each gain, in turns."""

    def __init__(self, seeing: dict[int, list[Sighting]]) -> None:
        self._seeing = seeing
        super().__init__([])

    def tune(self, gain_db: int) -> None:
        self.gain_db, self._left = gain_db, self._seeing.get(gain_db, []) * 20


def test_a_gain_that_sees_the_card_now_and_then_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = simulated_box(tmp_path)
    reader = SeesByGain({18: [], 33: [A_TAG], 38: [A_TAG], 43: [A_TAG], 48: [A_TAG, Sighting()]})
    monkeypatch.setattr(Context, "reader", lambda _: reader)
    assert mfrc522_checks.gain(box) == warning(
        "48 dB, as set: the card was seen in 5 of 10 looks; always seen at 33, 38 and 43 dB",
        "write gain = 38 below [reader] into the settings file (wiring.md, step 11)",
    )
    assert reader.gain_db == DEFAULTS.reader.gain


def test_a_card_that_comes_late_is_tried_at_every_gain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = simulated_box(tmp_path)
    comes = box.clock.now() + ANSWER_S - 1
    late = SimpleNamespace(tune=lambda _: None, poll=lambda: A_TAG if box.clock.now() > comes else Sighting())
    monkeypatch.setattr(Context, "reader", lambda _: late)
    assert mfrc522_checks.gain(box).state is PartState.OK


def test_every_step_of_the_wiring_that_is_named_is_there() -> None:
    steps = set(re.findall(r"^## (\d+)\.", WIRING, re.MULTILINE))
    told = " ".join(path.read_text("utf-8") for path in DOCTOR.glob("*.py"))
    named = {number for pair in re.findall(r"\bsteps? (\d+)(?: and (\d+))?", told) for number in pair if number}
    assert len(named) > 5
    assert named <= steps


def test_faults_of_computer_and_card_are_the_doctors_alone() -> None:
    assert {FAULTS[case.fault].place for case in TABLE} >= {
        FaultPlace.MACHINE,
        FaultPlace.CARD,
        FaultPlace.SPI,
        FaultPlace.SOUNDER,
    }


def test_games_of_other_packages_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = simulated_box(tmp_path)
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path / "games"))
    assert storage_checks.games(box) == ok(f"{len(NAMES)} of the companion")
    (tmp_path / "games").mkdir()
    (tmp_path / "games/index").write_bytes(b"x")
    assert storage_checks.games(box).state is FAILURE
    assert storage_checks.games(box).remedy == "companion games refresh writes a new one"


def test_a_game_that_is_set_aside_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = simulated_box(tmp_path)
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path))
    save_index(tmp_path, [PlugIn("chess", "Chess", "some-chess", "1.0", 7, "chess:ENTRY", "some_chess-1.0-1")])
    found = storage_checks.games(box)
    assert found.state is WARNING
    assert found.found.startswith("chess of some-chess 1.0 is set aside: it is written for version 7")


def test_a_match_that_waits_for_its_game_is_told(tmp_path: Path) -> None:
    box = simulated_box(tmp_path)
    record = box.store.begin("2026-01-01-201503-chess")
    record.append(seal("game chess", 1, "2026-01-01T20:15:03", 0)[0])
    record.close()
    assert storage_checks.records(box) == warning(
        "2026-01-01-201503-chess.table waits for the game chess", "install it again: companion games install FILE"
    )


def test_where_a_phone_is_the_reader_its_packages_are_looked_for_and_no_other_first_reader(tmp_path: Path) -> None:
    text = f'{PCSC}[reader.west]\nkind = "keyboard"\n[panel]\nkind = "page"\nphone = true\n'
    settings = simulated_box(tmp_path, settings=text).settings
    names = {check.name for check in checks_of(settings)}
    assert {"packages: phone", "reader west", "decks"} <= names
    assert not names & {"packages: reader", "PC/SC service", "reader", "one card"}
    assert "packages: phone" not in {check.name for check in checks_of(Settings(panel=Panel(kind="page")))}


@pytest.mark.parametrize(
    ("faults", "told", "remedy"),
    [
        ((), 'ACS ACR122U 00 00 (kind = "pcsc")', ""),
        (("pcsc-cut", "bus-off"), "none is seen", "plug one in"),
        (("pcsc-cut", "bus-off", "pcscd-missing"), "none is seen; pcscd is not installed", "apt install pcscd"),
    ],
)
def test_at_a_page_the_readers_with_a_usb_plug_are_told_with_what_hides_them(
    tmp_path: Path, faults: tuple[str, ...], told: str, remedy: str
) -> None:
    found = plugged_in(simulated_box(tmp_path, *faults, settings=f'{PCSC}[panel]\nkind = "page"\n'))
    assert told in found.found
    assert remedy in found.remedy
    assert (found.state is WARNING) is bool(remedy)


def test_a_module_of_the_kernel_that_leaves_pcscd_its_reader_is_no_fault(tmp_path: Path) -> None:
    context = simulated_box(tmp_path, settings=PCSC)
    context.machine = replace(context.machine, holder="nfc")
    assert pcsc_service(context).state is PartState.OK


def test_of_a_plugged_reader_that_types_each_kind_on_its_bus_is_told(tmp_path: Path) -> None:
    found = plugged_in(simulated_box(tmp_path, settings='[reader]\nkind = "keyboard"\n[panel]\nkind = "page"\n'))
    assert found.found.endswith('(kind = "keyboard", or "keys125" for 125 kHz)')
    assert all(f'"{kind}"' in found.found for kind in TYPING)


def test_of_a_reader_that_types_it_is_told_how_each_form_reads_the_tag_or_which_one_a_deck_knows(
    tmp_path: Path,
) -> None:
    assert findings(simulated_box(tmp_path, settings=KEYS))["one card"].found == (
        'typed 04000000000001: 04000000000001 with form = "hex"; 01000000000004 with form = "hex-rev". '
        "The right one is what the card or the NFC app of a phone says"
    )
    box = simulated_box(tmp_path, settings=KEYS)
    box.store.decks.save(TagDeck("ours", "french", {bytes.fromhex("01000000000004"): CardCopy("AC")}))
    assert findings(box)["one card"].found == (
        'typed 04000000000001; a deck has this tag, and it reads so with form = "hex-rev"'
    )
    as_set = f'{KEYS}form = "hex"\n'
    told = findings(simulated_box(tmp_path / "no deck", settings=as_set))["one card"]
    assert told == ok("typed 04000000000001, hex as set")
    assert findings(simulated_box(tmp_path, settings=as_set))["one card"] == warning(
        'typed 04000000000001; a deck has this tag, and it reads so with form = "hex-rev"',
        'write form = "hex-rev" below [reader] into the settings file (wiring.md, step 11)',
    )


@pytest.mark.parametrize(
    ("settings", "part", "package"),
    [
        ('[panel]\nkind = "page"\n', "pages", "uvicorn"),
        ("[scoreboard]\non = true\n", "pages", "starlette"),
        ("[club]\non = true\n", "club", "paho-mqtt"),
    ],
)
def test_what_pages_and_club_import_is_looked_for_where_they_are_on(settings: str, part: str, package: str) -> None:
    (check,) = (check for check in checks_of(read(settings).settings) if check.name == f"packages: {part}")
    machine = SimpleNamespace(packages={name: "" for name in WANTED if name != package})
    assert f"{package} is missing" in check.look(cast("Context", SimpleNamespace(machine=machine))).found
    assert check.name not in {check.name for check in checks_of(Settings())}


def test_on_a_page_nothing_is_asked_of_wires_that_a_page_stands_for() -> None:
    wired = [check.name for check in checks_of(Settings())]
    on_page = [check.name for check in checks_of(Settings(panel=Panel(kind="page")))]
    assert set(wired) - set(on_page) == {*WIRED} - {"button SAY"}
    assert {"reader", "packages: reader", "one card", "decks"} <= set(on_page)
