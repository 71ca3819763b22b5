"""Where the settings come from, and what `companion config` tells."""

from __future__ import annotations

import re
import tomllib
from argparse import Namespace
from pathlib import Path

import pytest

from companion.settings.parser import read
from companion.settings.schema import DEFAULTS, keys, toml_key
from companion.settings.search_path import EX_CONFIG, candidates, load_settings, settings_file
from tests.companion.conftest import Companion

USUAL = Path("/etc/companion/config.toml")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of this computer, not there yet."""
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "config.toml"


def arguments(**given: object) -> Namespace:
    nothing = {"config": None, "data": None, "panel": None, "upside_down": False, "common_anode": False}
    return Namespace(**{**nothing, **given})


# ---------------------------------------------------------------- where it is looked for


@pytest.mark.parametrize(
    ("asked", "environ", "found"),
    [
        ("mine.toml", {"COMPANION_CONFIG": "/c.toml"}, ("mine.toml",)),
        (None, {"COMPANION_CONFIG": "/c.toml", "HOME": "/home/ann"}, ("/c.toml",)),
        (None, {"COMPANION_CONFIG": "", "XDG_CONFIG_HOME": "/x", "HOME": "/h"}, ("/x/companion/config.toml", USUAL)),
        (None, {"XDG_CONFIG_HOME": "x", "HOME": "/home/ann"}, ("/home/ann/.config/companion/config.toml", USUAL)),
        (None, {"HOME": "/home/ann"}, ("/home/ann/.config/companion/config.toml", USUAL)),
        (None, {}, (USUAL,)),
    ],
)
def test_the_places_are_searched_in_their_order(
    asked: str | None, environ: dict[str, str], found: tuple[str, ...]
) -> None:
    assert candidates(asked, environ) == tuple(map(Path, found))


def test_the_file_at_home_is_used_when_it_is_there(tmp_path: Path) -> None:
    at_home = tmp_path / "companion" / "config.toml"
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert load_settings(arguments(), environ).file in {None, USUAL}
    at_home.parent.mkdir()
    at_home.write_text('panel.kind = "sh1106"', "utf-8")
    found = load_settings(arguments(), environ)
    assert (found.file, found.settings.panel.kind) == (at_home, "sh1106")


def test_a_new_file_is_that_of_the_service_for_whoever_may_write_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environ = {"HOME": str(tmp_path)}
    monkeypatch.setattr("companion.settings.search_path.os.path.lexists", lambda _: False)
    monkeypatch.setattr("companion.settings.search_path.SERVICE_DATA", tmp_path)
    assert settings_file(arguments(), environ) == USUAL
    assert settings_file(arguments(config="mine.toml"), environ) == Path("mine.toml")
    monkeypatch.setattr("companion.settings.search_path.SERVICE_DATA", tmp_path / "no service")
    assert settings_file(arguments(), environ) == tmp_path / ".config/companion/config.toml"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            None,
            (
                "companion: {0}: found no such file; allowed: one that is there: unset COMPANION_CONFIG, which names"
                " it, or write it: companion config example > {0}\n"
            ),
        ),
        ("directory", "companion: {}: found a directory; allowed: a file"),
        (b"[panel]\nkind = '\xff'", "companion: {}:2: found byte 0xFF; allowed: UTF-8 text"),
        (
            b"\n[panel\n",
            "companion: {}:2: found no TOML (Expected ']' at the end of a table declaration); allowed: lines like ",
        ),
        (b"[reader.west]\n[reader.west]\n", "companion: {}:2: found no TOML (Cannot declare reader.west twice); "),
        (b"[voice]\nvolume = 3\nvolume = 4\n", "companion: {}:3: volume: found no TOML (Cannot overwrite a value); "),
        (b"\xef\xbb\xbf[panel]\r\nkind = 3\r\n", "companion: {}:2: panel.kind: found 3; allowed: "),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_its_place(
    content: bytes | str | None, said: str, file: Path, companion: Companion
) -> None:
    if content == "directory":
        file.mkdir()
    elif isinstance(content, bytes):
        file.write_bytes(content)
    out, err = companion("config", status=78)
    assert err.startswith(said.format(file))
    assert len(err.splitlines()) == 1
    assert 'panel.kind = "ssd1306"' in out


def test_a_file_that_may_not_be_read_names_the_remedy(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Path, _mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    problem = load_settings(arguments(), {"COMPANION_CONFIG": str(file)}).problem
    assert str(problem) == f"found Permission denied; allowed: a file that this user can read: sudo chmod a+r {file}"


def test_a_name_that_no_file_can_have_is_told() -> None:
    assert "null" in str(load_settings(arguments(config="a\0b"), {}).problem)


# ---------------------------------------------------------------- companion config


def test_show_tells_every_value_and_who_set_it(file: Path, companion: Companion) -> None:
    file.write_text('[panel]\nkind = "sh1106"\nbrightness = 3\n[people]\nregulars = ["Ann"]\n', "utf-8")
    out, err = companion("config", "show", "--panel", "ssd1309", "--upside-down")
    assert err == ""
    lines = [re.sub(" +# ", "  # ", line) for line in out.splitlines()]
    assert lines[0] == f"# {file}"
    assert {toml_key(path) for path in keys()} == {line.split(" = ")[0] for line in lines[1:]}
    assert 'panel.kind = "ssd1309"  # option --panel' in lines
    assert "panel.rotation = 180  # option --upside-down" in lines
    assert f"panel.brightness = 3  # {file}:3" in lines
    assert f'people.regulars = ["Ann"]  # {file}:5' in lines
    assert "panel.address = 0x3C  # default" in lines
    assert tomllib.loads(out)["panel"]["brightness"] == 3


def test_show_tells_one_setting_or_one_table(file: Path, companion: Companion) -> None:
    file.write_text("[panel]\nbrightness = 3\n", "utf-8")
    assert companion("config", "show", "panel.brightness").out == f"panel.brightness = 3  # {file}:2\n"
    every = companion("config").out.splitlines()[1:]
    table = companion("config", "show", "panel").out.splitlines()
    assert [line.split()[0] for line in table] == [line.split()[0] for line in every if line.startswith("panel.")]
    err = companion("config", "show", "panel.brightnes", status=2).err
    assert "“panel.brightnes” is no setting; did you mean “panel.brightness”?" in err


def test_a_default_in_place_of_a_wrong_line_is_not_told_as_if_that_line_had_set_it(
    file: Path, companion: Companion
) -> None:
    file.write_text("[panel]\nbrightness = 300\n", "utf-8")
    out = companion("config", "show", "panel.brightness", status=EX_CONFIG).out
    assert out == f"panel.brightness = 207  # default: {file}:2 is wrong\n"


def test_a_warning_is_told_and_is_no_failure(file: Path, companion: Companion) -> None:
    file.write_text("[panel]\nbrightnes = 3\n", "utf-8")
    said = f"companion: {file}:2: warning: unknown key panel.brightnes, ignored; did you mean “panel.brightness”?\n"
    assert companion("config").err == said


def test_path_names_the_file_that_is_used(file: Path, companion: Companion) -> None:
    file.touch()
    assert companion("config", "path") == (f"{file}\n", "")


def test_path_says_where_it_looked_when_there_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("companion.settings.search_path.os.path.lexists", lambda _: False)
    out, err = companion("config", "path", "--config", "not/there", status=1)
    assert (out, "name another one, or write it: companion config example > not/there" in err) == ("", True)
    out, err = companion("config", "path", status=1)
    assert out == ""
    assert [line.strip() for line in err.splitlines()[1:3]] == [str(tmp_path / "companion/config.toml"), str(USUAL)]
    assert companion("config", "show").out.startswith("# no settings file\n")


def test_the_installer_is_told_where_to_listen_and_which_ports_are_used(file: Path, companion: Companion) -> None:
    file.write_text("[scoreboard]\nport = 8099\n", "utf-8")
    assert companion("config", "socket") == companion("config", "ports") == ("", "")
    file.write_text(
        '[scoreboard]\non = true\n[reader]\nkind = "pn532"\n[reader.west]\nspi_device = 1\n'
        '[reader.east]\nkind = "id12la"\nport = "/dev/ttyUSB0"\n',
        "utf-8",
    )
    assert companion("config", "socket") == ("127.0.0.1:8090\n", "")
    assert companion("config", "ports") == ("/dev/serial0\n/dev/ttyUSB0\n", "")
    assert companion("config", "debian") == ("", "")
    file.write_text('[reader]\nkind = "pcsc"\n', "utf-8")
    assert companion("config", "debian") == ("pcscd\npython3-pyscard\n", "")
    file.write_text("[scoreboard]\non = 1\n", "utf-8")
    companion("config", "socket", status=EX_CONFIG)


def test_the_example_has_every_key_and_reads_back_as_the_defaults(companion: Companion) -> None:
    out = companion("config", "example").out
    told = read(out)
    assert told.settings == DEFAULTS
    assert set(told.lines) == set(keys())
    assert (told.warnings, told.problems) == ((), ())
    assert all(f"# {key.meaning} ({key.allowed})" in out for key in keys().values())
