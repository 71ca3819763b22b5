"""Settings in the menu of the box: found with four buttons, in force at once, kept in the settings file."""

from __future__ import annotations

import json
import socket
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.runtime import offered_settings, settings_in_force, systemd
from companion.runtime.settings_in_force import BoxSettings
from companion.runtime.speaking import Speaker
from companion.screens.current_screen import screen_for
from companion.settings.parser import read
from companion.settings.schema import Power, Settings, VoiceSettings, keys
from companion.settings.sent_setting import AT_BOX, UnfitLineError, clock_text, setting_in, setting_text
from companion.simulation.box import CLOCK_BEGINS
from companion.support.messages import speak
from companion.table.choices import BoxSetting, ClockTime
from companion.table.modes import GoingToSleep, Menu, SwitchedOff, TryingGains
from companion.table.settings_menu import show_list
from companion.table.state import BoxNotice
from tests.companion.table.pure_table import done
from tests.evening import Evening
from tests.slots import slots
from tests.torture import only_with_torture, so_many

MOST_PRESSES = 22
"""Presses from play to any answer of any setting and back to play, where the menu is walked the shorter way."""


class Ears:
    """What the voice is told."""

    def __init__(self) -> None:
        self.messages: list[dict[str, object]] = []

    def __call__(self, datagram: bytes) -> None:
        self.messages.append(json.loads(datagram))


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "etc" / "config.toml"


def box_of(file: Path, settings: Settings | None = None, **environ: str) -> tuple[BoxSettings, Ears]:
    ears = Ears()

    def open_voice(voice: VoiceSettings) -> Speaker | None:
        return None if voice.verbosity == "off" else Speaker(voice, ears, names_loudspeaker=True)

    return BoxSettings(settings or Settings(), file, open_voice, environ), ears


def evening_with(root: Path, box: BoxSettings, now: str = CLOCK_BEGINS) -> Evening:
    evening = Evening(root / "data")
    evening.switch_on(box.settings, box=box, wall=lambda: now)
    evening.sits_down()
    evening.does("10D")
    return evening


@pytest.fixture
def evening(tmp_path: Path, file: Path) -> Evening:
    return evening_with(tmp_path, box_of(file)[0])


def chooses(evening: Evening, *entries: str) -> int:
    """Hold BACK, and choose entry by entry, each by its beginning; returns the presses."""
    evening.does("HOLD")
    return 1 + sum(_chooses(evening, entry) for entry in entries)


def _chooses(evening: Evening, entry: str) -> int:
    question = evening.question
    place = next(place for place, choice in enumerate(question.choices) if choice.startswith(entry))
    down, up = (place - question.cursor) % len(question.choices), (question.cursor - place) % len(question.choices)
    way = ["DOWN"] * down if down <= up else ["UP"] * up
    evening.does(*way, "OK")
    return len(way) + 1


def test_a_setting_is_in_force_at_once_and_all_else_in_the_file_stays(evening: Evening, file: Path) -> None:
    file.parent.mkdir()
    file.write_text("# ours\n[panel]\nbrightness = 207 # the usual\n", "utf-8")
    chooses(evening, "settings", "brightness", "medium")
    assert evening.box.wires.panel.contrast == 90
    assert file.read_text("utf-8") == "# ours\n[panel]\nbrightness = 90 # the usual\n"
    assert "brightness: medium" in evening.question.choices
    evening.does("BACK", "BACK")
    assert evening.box.table.in_play
    chooses(evening, "settings", "computers", "think 5 s")
    chooses(evening, "settings", "advice", "on")
    assert evening.box.table.house.advises
    assert tomllib.loads(file.read_text("utf-8"))["people"] == {"think_s": 5, "advice": True}


def test_the_language_changes_on_the_very_page_where_it_is_chosen(evening: Evening, file: Path) -> None:
    chooses(evening, "settings", "language", "Deutsch")
    assert "Einstellungen" in str(slots(screen_for(evening.box.table)))
    assert read(file.read_text("utf-8")).settings.people.language == "de"


def test_beeps_are_off_now_and_at_the_next_start(evening: Evening, file: Path) -> None:
    chooses(evening, "settings", "beeps", "off")
    assert evening.box.table.house.muted
    assert not read(file.read_text("utf-8")).settings.sounds.on


def test_a_voice_that_is_switched_on_speaks_at_once_as_loud_as_it_is_set(tmp_path: Path, file: Path) -> None:
    box, ears = box_of(file)
    evening = evening_with(tmp_path, box)
    chooses(evening, "settings", "voice", "everything")
    assert ears.messages[-1]["say"][0] == ["turn", "This is the voice of the table."]  # type: ignore[index]
    chooses(evening, "settings", "volume", "50")
    assert (ears.messages[-1]["volume"], ears.messages[-1]["device"]) == (50, "default")
    chooses(evening, "settings", "voice", "off")
    said = len(ears.messages)
    evening.does("BACK", "BACK")
    assert len(ears.messages) == said
    assert not evening.box.table.house.speaks


def test_sound_cards_are_offered_by_their_names_and_hdmi_by_what_it_takes(tmp_path: Path) -> None:
    cards, pcms = tmp_path / "cards", tmp_path / "pcm"
    cards.write_text(
        " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi\n"
        " 1 [Device         ]: USB-Audio - USB Audio Device\n                      at usb-1\n"
        " 2 [Webcam         ]: USB-Audio - A camera\n                      at usb-2\n",
        "utf-8",
    )
    pcms.write_text(
        "00-00: HDMI : : playback 1\n01-00: USB : : playback 1 : capture 1\n02-00: USB : : capture 1\n", "utf-8"
    )
    assert offered_settings.sound_devices(cards, pcms) == {
        "default:CARD=vc4hdmi": "vc4-hdmi",
        "plughw:CARD=Device": "USB Audio Device",
    }
    assert offered_settings.sound_devices(tmp_path / "none", pcms) == {}


def test_a_file_that_cannot_be_written_is_told_and_the_setting_is_in_force(tmp_path: Path, file: Path) -> None:
    file.parent.mkdir()
    file.write_text("[panel]\nbrightness = nonsense\n", "utf-8")
    box, _ = box_of(file)
    evening = evening_with(tmp_path, box)
    chooses(evening, "settings", "brightness", "dim")
    assert isinstance(evening.overlay, BoxNotice)
    assert "These hold until the box is off" in evening.overlay.text
    assert evening.box.wires.panel.contrast == 20
    assert file.read_text("utf-8") == "[panel]\nbrightness = nonsense\n"


def test_every_answer_of_every_page_fits_the_schema_and_is_one_that_the_helper_takes() -> None:
    loud = Settings(voice=VoiceSettings(verbosity="all", volume=33, device='odd "name"'), power=Power(7))
    pages = [page for page in offered_settings.pages(loud) if isinstance(page, BoxSetting)]
    assert {page.key for page in pages} | {("reader", "gain")} == AT_BOX
    for page in pages:
        for answer in page.answers:
            assert keys()[page.key].allowed.fits(answer.value), (page.key, answer)
            assert setting_in(setting_text(page.key, answer.value).encode()) == (page.key, answer.value)


def test_any_setting_is_changed_within_the_budget_of_presses(evening: Evening) -> None:
    for title in [page.title for page in offered_settings.pages(Settings()) if isinstance(page, BoxSetting)]:
        for answer in range(8):
            presses = chooses(evening, "settings", str(title))
            evening.does(*["DOWN"] * min(answer, 4), "OK")
            assert presses + min(answer, 4) + 1 <= MOST_PRESSES, title
            if evening.overlay:
                evening.does("OK")
            speak("en")
            evening.does("BACK", "BACK")
            assert evening.box.table.in_play
            assert not isinstance(evening.box.table.mode, Menu)


def test_no_page_of_the_settings_says_a_word_of_the_cards(evening: Evening) -> None:
    """The pages are the same over any match: what is hidden cannot show through."""
    pages = offered_settings.pages(Settings(), (2026, 11, 27, 20, 15))
    seen = []
    for plays in ((), ("DOWN", "DOWN", "OK", "OK", "AC", "10C")):
        evening.does(*plays)
        chooses(evening, "settings")
        listed = show_list(evening.box.table, pages)
        opened = [listed, *(done(listed, "DOWN " * at + "OK").table for at in range(len(pages)))]
        seen.append([(slots(screen_for(table)), screen_for(table).says()) for table in opened])  # type: ignore[misc]
        evening.does("BACK", "BACK")
    assert seen[0] == seen[1]


# ---------------------------------------------------------------- what needs root


def test_on_the_service_the_helper_gets_the_setting_and_a_file_that_stays_as_it_was_is_told(
    tmp_path: Path, file: Path
) -> None:
    place = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as helper:
        helper.bind(place)
        box, _ = box_of(file, COMPANION_SETTINGS=place)
        evening = evening_with(tmp_path, box)
        chooses(evening, "settings", "display off", "never")
        assert helper.recv(1000) == b"panel.dark_after_s = 0"
        assert evening.overlay is None
        evening.box.turn(settings_in_force.KEPT_BY_S + 1)
        assert isinstance(evening.overlay, BoxNotice)
        evening.does("OK", "BACK", "BACK")
        chooses(evening, "settings", "display off", "after 1 min")
        file.parent.mkdir()
        file.write_text("[panel]\ndark_after_s = 60\n", "utf-8")
        evening.box.turn(settings_in_force.KEPT_BY_S + 1)
        assert evening.overlay is None
    box, _ = box_of(file, COMPANION_SETTINGS=str(tmp_path / "none"))
    notice = box.keep(("sounds", "on"), False, 0.0)
    assert notice is not None
    assert notice.fact == settings_in_force.NEEDS_ROOT


@pytest.mark.parametrize("now", [CLOCK_BEGINS, "2036-01-01T00:00:00"], ids=["behind", "too far ahead"])
def test_the_clock_is_set_where_no_network_has_set_it(
    now: str, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_in_force, "CLOCK_IS_SET", tmp_path / "synchronized")
    place = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as helper:
        helper.bind(place)
        box, _ = box_of(file, COMPANION_SETTINGS=place)
        evening = evening_with(tmp_path, box, now)
        chooses(evening, "settings", "date", "2027", "Feb", "28", "20", "15")
        assert helper.recv(1000) == b'clock = "2027-02-28T20:15"'
        assert evening.question.choices[-1] == "date and time"
        (tmp_path / "synchronized").touch()
        assert not any(isinstance(offer, ClockTime) for offer in box.offers((2026, 1, 1, 0, 0)))


NO_SETTINGS = [
    b"",
    b"\xff",
    b"x" * 500,
    b"voice.volume = 201",
    b"voice.volume = 80\nsounds.on = false",
    b'data.directory = "/etc"',
    b'club.broker = "evil"',
    b"scoreboard.on = true",
    b"nonsense.key = 1",
    b'clock = "2026-13-45"',
    b"reader.west.gain = 48",
]


@pytest.mark.parametrize("line", NO_SETTINGS)
def test_the_helper_takes_nothing_else(line: bytes) -> None:
    with pytest.raises(UnfitLineError):
        setting_in(line)


def test_a_time_comes_back_as_it_was_sent() -> None:
    assert setting_in(clock_text((2027, 2, 28, 20, 15)).encode()) == (2027, 2, 28, 20, 15)


# ---------------------------------------------------------------- the gain of the reader


def test_the_gains_are_tried_with_a_card_and_the_chosen_one_is_kept(evening: Evening, file: Path) -> None:
    said = evening.match.said
    chooses(evening, "settings", "reader")
    assert isinstance(evening.box.table.mode, TryingGains)
    uid = next(iter(evening.box.shelf.decks[0].pieces))
    evening.box.wires.lay(uid)
    evening.box.turn(10)
    evening.box.wires.lift(uid)
    evening.box.turn(1)
    assert [choice.partition(" ")[0] for choice in evening.question.choices] == ["18", "23", "33", "38", "43", "48"]
    chosen = int(evening.question.chosen.split()[0])
    reads = [choice.partition(": ")[2] for choice in evening.question.choices]
    best = [below.startswith("Reads best") for below in evening.question.below]
    assert best == [read == max(reads, key=lambda read: int(read.split()[1])) for read in reads]
    evening.does("OK")
    assert read(file.read_text("utf-8")).settings.reader.gain == chosen
    assert f"reader: {chosen} dB" in evening.question.choices
    assert evening.match.said == said


def test_without_a_card_the_trial_ends_and_back_leaves_it(evening: Evening, file: Path) -> None:
    chooses(evening, "settings", "reader")
    evening.box.turn(60)
    assert isinstance(evening.overlay, BoxNotice)
    evening.does("OK", "OK", "BACK")
    assert isinstance(evening.box.table.mode, Menu)
    evening.does("BACK", "BACK", "AC")
    assert evening.box.loop._readers._trial is None
    assert not file.exists()


# ---------------------------------------------------------------- good night


def untouched(root: Path, minutes: int, **more: object) -> Evening:
    settings = replace(Settings(power=Power(minutes)), **more)  # type: ignore[arg-type]
    evening = Evening(root)
    evening.switch_on(settings)
    evening.sits_down()
    evening.does("10D")
    return evening


def test_a_box_that_nobody_touches_says_good_night_and_switches_itself_off_saved(tmp_path: Path) -> None:
    evening = untouched(tmp_path, 10)
    said = evening.match.said
    evening.box.turn(598)
    assert not isinstance(evening.box.table.mode, GoingToSleep)
    evening.box.turn(3)
    assert isinstance(evening.box.table.mode, GoingToSleep)
    evening.box.turn(50)
    assert isinstance(evening.box.table.mode, GoingToSleep)
    evening.box.turn(12)
    assert isinstance(evening.box.table.mode, SwitchedOff)
    assert evening.box.loop.shut_down
    evening.again()
    assert evening.match.said == said


@pytest.mark.parametrize("gesture", ["OK", "HOLD", "AC"])
def test_a_press_only_keeps_it_awake_and_a_tap_counts(tmp_path: Path, gesture: str) -> None:
    evening = untouched(tmp_path, 2)
    evening.does("DOWN", "DOWN", "OK", "OK")
    before = evening.match.said
    evening.box.turn(150)
    assert isinstance(evening.box.table.mode, GoingToSleep)
    evening.does(gesture)
    assert not isinstance(evening.box.table.mode, GoingToSleep | Menu)
    assert (evening.match.said != before) == (gesture == "AC")
    evening.box.turn(90)
    assert not evening.box.loop.shut_down


@only_with_torture
def test_it_never_sleeps_in_a_club_nor_while_something_must_not_be_cut_nor_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = tmp_path / "stays-on"
    monkeypatch.setattr(systemd, "STAYS_ON", works)
    evening = untouched(tmp_path / "data", 2)
    evening.box.turn(130)
    assert isinstance(evening.box.table.mode, GoingToSleep)
    works.mkdir()
    (works / "update").touch()
    evening.box.turn(240)
    assert not isinstance(evening.box.table.mode, GoingToSleep | SwitchedOff)
    (works / "update").unlink()
    evening.box.turn(190)
    assert isinstance(evening.box.table.mode, SwitchedOff)
    by_default = untouched(tmp_path / "default", 0)
    by_default.box.turn(so_many(15 * 60, 3 * 3600))
    assert not isinstance(by_default.box.table.mode, GoingToSleep | SwitchedOff)
