"""`companion config set`, and `take`, which keeps what the menu of the box sends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import config_change
from companion.cli.main import main
from companion.settings.parser import read
from companion.settings.settings_file import SettingsFile


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "etc" / "config.toml"


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("voice.volume", "80", "volume = 80"),
        ("people.language", "de", 'language = "de"'),
        ("people.language", '"de"', 'language = "de"'),
        ("people.regulars", '["Ann", "Bob"]', 'regulars = ["Ann", "Bob"]'),
        ("sounds.on", "false", "on = false"),
        ("reader.port", "/dev/ttyUSB0", 'port = "/dev/ttyUSB0"'),
        ("power.off_after_min", "30", "off_after_min = 30"),
    ],
)
def test_a_setting_is_written_as_toml_or_as_a_plain_word(file: Path, key: str, value: str, line: str) -> None:
    assert main(["config", "set", key, value, "--config", str(file)]) == 0
    assert file.read_text("utf-8") == f"[{key.partition('.')[0]}]\n{line}\n"


@pytest.mark.parametrize(("key", "value", "in_menu"), [("voice.volume", "80", 1), ("voice.rate", "150", 0)])
def test_the_menu_is_named_only_for_a_setting_that_it_has(
    file: Path, key: str, value: str, in_menu: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "set", key, value, "--config", str(file)]) == 0
    assert capsys.readouterr().out.count("its menu") == in_menu


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ('[club]\nbox = "table-4"\nbroker = "club.local"\n', "club.on", "true"),
        ("[reader.west]\nspi_device = 1\n", "reader.west.gain", "43"),
        ("[pins]\nback = 12\n", "pins.ok", "5"),
        ("[pins]\nok = 5\nback = 5\n", "pins.ok", "12"),
        ("[club]\non = true\nbroker = 'club.local'\n", "club.box", "table-4"),
    ],
)
def test_a_setting_is_judged_beside_the_others_of_the_file(file: Path, text: str, key: str, value: str) -> None:
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    assert main(["config", "set", key, value, "--config", str(file)]) == 0
    parsed = read(file.read_text("utf-8"))
    assert (str(parsed.values[tuple(key.split("."))]).lower(), parsed.problems) == (value, ())


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        ("[pins]\nok = 5\nback = 12\n", "pins.back 5", "pins.back: found GPIO5, which pins.ok has, too"),
        ("[pins]\nup = 5\nback = 5\n", "pins.ok 12", "line 3 is wrong: pins.back: found GPIO5, which pins.up has"),
        ("", "club.on true", 'club.box: found "" while club.on is true'),
    ],
)
def test_a_setting_that_clashes_with_another_of_the_file_names_both(
    file: Path, text: str, said: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    assert main(["config", "set", *said.split(), "--config", str(file)]) == 1
    assert why in capsys.readouterr().err
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("voice.volumn", "80", "did you mean “voice.volume”"),
        ("voice.volume", "loud", "allowed: a whole number from 0 to 200"),
        ("voice.volume", "201", "found 201"),
        ("nonsense", "1", "is no setting"),
        ("a\nb", "1", "is no setting"),
        ("reader.by the window.seat", "Ann", "“reader.by the window.seat” is no setting"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    file: Path, key: str, value: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "set", key, value, "--config", str(file)]) == 2
    assert why in capsys.readouterr().err
    assert not file.exists()


def test_a_file_with_a_mistake_is_left_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.parent.mkdir()
    file.write_text("[voice]\nvolume = loud\n", "utf-8")
    assert main(["config", "set", "sounds.on", "false", "--config", str(file)]) == 1
    assert f"{file}: line 2 is wrong: found no TOML" in capsys.readouterr().err
    assert file.read_text("utf-8") == "[voice]\nvolume = loud\n"


@pytest.mark.parametrize("place", [".", "/", "taken"])
def test_a_directory_is_no_settings_file_and_gets_no_lock_beside_it(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["config", "set", "sounds.on", "false", "--config", place]) == 1
    assert capsys.readouterr().err == f"companion config: {place} cannot be read: it is a directory\n"
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_name_that_is_no_text_is_not_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "set", "data.directory", "/data/\udcff", "--config", str(file)]) == 1
    assert "cannot be written: not UTF-8" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_change_keeps_a_link_and_the_mode_and_takes_a_byte_order_mark(file: Path, mode: int) -> None:
    file.parent.mkdir()
    file.write_bytes(b"\xef\xbb\xbf[voice]\nvolume = 100\n")
    file.chmod(mode)
    link = file.with_name("link.toml")
    link.symlink_to(file.name)
    assert main(["config", "set", "voice.volume", "80", "--config", str(link)]) == 0
    assert link.is_symlink()
    assert file.read_bytes() == b"[voice]\nvolume = 80\n"
    assert file.stat().st_mode & 0o777 == mode


def taken(file: Path, *lines: bytes) -> tuple[int, str]:
    """Its exit status and its complaints, after it was given these datagrams."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with ours, its:
        for line in lines:
            ours.send(line)
        ran = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", "companion", "config", "take", "--config", str(file)],
            stdin=its.fileno(),
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=60,
        )
    return ran.returncode, ran.stderr


def test_the_helper_keeps_what_the_menu_sends_and_refuses_all_else(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("# ours\n[voice]\nvolume = 100\n", "utf-8")
    status, said = taken(file, b"voice.volume = 80", b'data.directory = "/etc"', b"\xff", b"", b"sounds.on = false")
    assert status == 1
    assert said.count("not kept") == 3
    assert file.read_text("utf-8") == "# ours\n[voice]\nvolume = 80\n\n[sounds]\non = false\n"
    if not os.geteuid():
        assert file.stat().st_mode & 0o777 == 0o644, "the service reads it"
    assert taken(file) == (0, "")


def test_the_helper_sets_the_clock_only_where_no_network_has(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[float] = []
    monkeypatch.setattr(config_change, "CLOCK_IS_SET", tmp_path / "synchronized")
    monkeypatch.setattr("time.clock_settime", lambda _, now: times.append(now))
    settings = SettingsFile(file)
    config_change._keep(settings, b'clock = "2027-02-28T20:15"')
    assert len(times) == 1
    with pytest.raises(ValueError, match="month must be in"):
        config_change._keep(settings, b'clock = "2026-13-45T99:99"')
    (tmp_path / "synchronized").touch()
    with pytest.raises(ValueError, match="the network has set the clock"):
        config_change._keep(settings, b'clock = "2027-02-28T20:15"')
    assert len(times) == 1
