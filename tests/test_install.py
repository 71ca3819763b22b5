"""`make install` below a directory that stands for a Pi: what it writes, a second time, and what it gives back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from argparse import Namespace
from itertools import chain
from pathlib import Path

import pytest

from companion.settings.schema import ScoreboardSettings
from companion.settings.search_path import load_settings
from tests.cases import for_each
from tests.needs import with_shellcheck
from tests.torture import every_so_many, only_with_torture

ROOT = Path(__file__).parents[1]
SHIPPED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["data-files"]
SCRIPTS = sorted((ROOT / "systemd").glob("*.sh"))
FROM_THE_FACTORY = "# For more options see the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[all]\n"
DOCUMENTS = {
    f"opt/companion/{path.relative_to(ROOT)}": path
    for path in (*ROOT.glob("*.md"), ROOT / "wiring.svg", *ROOT.glob("docs/*"))
}
"""Where each lies on the box, and in the clone."""
UNITS = {path.name for kind in ("service", "socket") for path in (ROOT / "systemd").glob(f"companion*.{kind}")}
PATH = f"{sys.base_prefix}/bin:{os.environ['PATH']}"
"""The Python of the tests comes first: what stands for it elsewhere may take long to find it."""
UNITS_IN = "usr/local/lib/systemd/system"
BUSES = ["[all]", "dtparam=spi=on", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"]


def from_the_factory(place: Path) -> Path:
    """As Raspberry Pi OS comes: Bookworm and later."""
    (place / "boot/firmware").mkdir(parents=True)
    config_of(place).write_text(FROM_THE_FACTORY, "utf-8")
    (place / "etc").mkdir()
    (place / "etc/group").write_text("root:x:0:\ndialout:x:20:\ngpio:x:986:\nspi:x:989:\n", "utf-8")
    return place


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return from_the_factory(tmp_path)


@pytest.fixture(scope="module")
def installed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = from_the_factory(tmp_path_factory.mktemp("installed"))
    install(place)
    return place


@pytest.fixture
def installed(installed_once: Path, tmp_path: Path) -> Path:
    """A Pi on which the table was installed without settings: a copy, as an installation takes a second."""
    return Path(shutil.copytree(installed_once, tmp_path / "installed", symlinks=True))


def config_of(pi: Path) -> Path:
    return pi / "boot/firmware/config.txt"


def install(
    pi: Path,
    *arguments: str,
    dry: bool = False,
    script: Path = ROOT / "systemd/install.sh",
    path: str = PATH,
) -> str:
    ran = subprocess.run(  # noqa: S603 - our own words
        ["/bin/sh", str(script), *arguments],
        env={**os.environ, "ROOT": str(pi), "DRY_RUN": "1" if dry else "", "PATH": path},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert ran.stderr == ""
    return ran.stdout


def tree(pi: Path) -> dict[str, tuple[bytes, int]]:
    """All files with what is in them and when they were written, but for the versions; all links with their targets."""
    found = (path for path in pi.rglob("*") if path.is_symlink() or path.is_file())
    kept = (
        path
        for path in found
        if not path.is_relative_to(pi / "opt/companion") or str(path.relative_to(pi)) in DOCUMENTS
    )
    return {str(path.relative_to(pi)): (content_of(path), path.lstat().st_mtime_ns) for path in kept}


def content_of(path: Path) -> bytes:
    return os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()


def units_of(pi: Path) -> dict[str, str]:
    """The units of the version that was installed last."""
    latest = max((pi / "opt/companion").glob("environment-*"))
    return {path.name: path.read_text("utf-8") for path in (latest / "units").iterdir()}


def ours(pi: Path) -> list[str]:
    """The lines between the markers, which stand there once."""
    lines = config_of(pi).read_text("utf-8").splitlines()
    (begin,) = [i for i, line in enumerate(lines) if line.startswith("# companion: begin")]
    (end,) = [i for i, line in enumerate(lines) if line.startswith("# companion: end")]
    return lines[begin + 1 : end]


def test_everything_finds_its_place(installed: Path) -> None:
    assert sorted(set(tree(installed)) - {"etc/group", "boot/firmware/config.txt"}) == [
        "boot/firmware/config.txt.before-companion",
        "etc/modules-load.d/companion.conf",
        "etc/sysusers.d/companion.conf",
        "etc/tmpfiles.d/companion.conf",
        "etc/udev/rules.d/60-companion-readers.rules",
        "etc/udev/rules.d/90-companion-stick.rules",
        *sorted(DOCUMENTS),
        "usr/local/lib/systemd/system/companion-club.service",
        "usr/local/lib/systemd/system/companion-poweroff.service",
        "usr/local/lib/systemd/system/companion-poweroff.socket",
        "usr/local/lib/systemd/system/companion-scoreboard.service",
        "usr/local/lib/systemd/system/companion-scoreboard.socket",
        "usr/local/lib/systemd/system/companion-settings.service",
        "usr/local/lib/systemd/system/companion-settings.socket",
        "usr/local/lib/systemd/system/companion-voice.service",
        "usr/local/lib/systemd/system/companion-voice.socket",
        "usr/local/lib/systemd/system/companion.service",
        "usr/local/lib/systemd/system/multi-user.target.wants/companion.service",
    ]
    assert ours(installed) == BUSES
    assert config_of(installed).read_text("utf-8").startswith(FROM_THE_FACTORY)


def test_a_version_has_its_own_units_and_the_manager_finds_those_of_the_version_in_use(installed: Path) -> None:
    (version,) = (installed / "opt/companion").glob("environment-*")
    assert set(units_of(installed)) == UNITS
    for name, text in units_of(installed).items():
        assert (installed / UNITS_IN / name).readlink() == Path("/opt/companion/.venv/units") / name
        assert all(line.startswith(f"/opt/companion/{version.name}/") for line in re.findall("=(/opt/.*/bin/.*)", text))
    assert f"ExecStart=/opt/companion/{version.name}/start play" in units_of(installed)["companion.service"]


def test_the_units_of_an_earlier_version_move_to_its_environment(pi: Path) -> None:
    units, version = pi / "etc/systemd/system", pi / "opt/companion/environment-0"
    (units / "multi-user.target.wants").mkdir(parents=True)
    for name in ("companion.service", "companion-scoreboard.socket"):
        (units / name).write_text(f"an earlier {name}", "utf-8")
    (units / "multi-user.target.wants/companion.service").symlink_to("/etc/systemd/system/companion.service")
    (version / "units.new").mkdir(parents=True)  # an installation was cut off
    (version.parent / ".venv").symlink_to("/opt/companion/environment-0")
    install(pi)
    assert not [path for path in units.rglob("*") if path.is_symlink() or path.is_file()]
    assert {path.name: path.read_text("utf-8") for path in (version / "units").iterdir()} == {
        name: f"an earlier {name}" for name in ("companion.service", "companion-scoreboard.socket")
    }


@pytest.fixture
def bare(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a computer where nothing is installed, and everything can be had."""
    tools = tmp_path_factory.mktemp("bare")
    for tool, status in (("dpkg-query", 1), ("apt-cache", 0)):
        (tools / tool).write_text(f"#!/bin/sh\nexit {status}\n", "utf-8")
        (tools / tool).chmod(0o755)
    return f"{tools}:{PATH}"


def packages_in(told: str) -> set[str]:
    return {line.split()[-1] for line in told.splitlines() if line.startswith("+ apt-get install")}


def test_no_compiler_is_among_the_packages(pi: Path, bare: str) -> None:
    told = install(pi, path=bare)
    assert packages_in(told) - {"python3-pil", "python3-libgpiod"} == {"python3-venv", "python3-spidev"}
    fetched = [line for line in told.splitlines() if "-m pip " in line and " install " in line]
    assert len(fetched) == 2
    assert all("--only-binary :all:" in line for line in fetched)


def test_documents_lie_there_after_an_installation_from_clone_and_wheel(
    installed: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("wheel")
    for place, patterns in SHIPPED.items():
        (data / place).mkdir(parents=True)
        for file in chain.from_iterable(map(ROOT.glob, patterns)):
            shutil.copy(file, data / place)
    unpacked = data / "share/companion"
    wheel = unpacked / "tabletop_companion-0.1.0-py3-none-any.whl"
    wheel.touch()
    for _ in ("from the clone", "from the wheel"):
        for place, document in DOCUMENTS.items():
            assert (installed / place).read_bytes() == document.read_bytes()
            (installed / place).unlink()
        install(installed, str(wheel), script=unpacked / "install.sh")


def test_the_second_time_changes_nothing(installed: Path) -> None:
    before = tree(installed)
    install(installed)
    assert tree(installed) == before


def test_a_dry_run_names_every_step_and_changes_nothing(pi: Path) -> None:
    before = tree(pi)
    told = install(pi, dry=True)
    assert tree(pi) == before
    for step in (
        "python3 -m venv --system-site-packages",
        "multi-user.target.wants",
        "config.txt",
        "groupadd --system i2c",
    ):
        assert step in told
    assert "groupadd --system spi" not in told  # it is there
    for steps in (told, install(pi, "--uninstall", dry=True)):
        assert steps.endswith("These are the steps. Nothing was changed.\n")


@pytest.mark.parametrize("named", ["nowhere.whl", "README.md", "."])
def test_what_is_no_wheel_is_refused_before_anything_is_done(pi: Path, named: str) -> None:
    before = tree(pi)
    with pytest.raises(subprocess.CalledProcessError) as refusal:
        install(pi, named)
    assert (refusal.value.returncode, refusal.value.stdout) == (2, "")
    assert f"{named} is no wheel" in refusal.value.stderr
    assert tree(pi) == before


@pytest.mark.parametrize(
    "factory", every_so_many(4, [FROM_THE_FACTORY.rstrip("\n"), FROM_THE_FACTORY, "arm_64bit=1\n\n\n", ""])
)
def test_uninstalling_gives_config_txt_back_as_it_was(pi: Path, factory: str) -> None:
    config_of(pi).write_text(factory, "utf-8")
    before = {name: content for name, (content, _) in tree(pi).items()}
    install(pi)
    install(pi, "--uninstall")
    assert {name: content for name, (content, _) in tree(pi).items()} == before


def test_uninstalling_keeps_what_people_wrote_and_says_where_it_lies(installed: Path) -> None:
    record = installed / "var/lib/companion/records/finished/evening.table"
    record.parent.mkdir(parents=True)
    record.write_text("game birddog\n", "utf-8")
    with config_of(installed).open("a", encoding="utf-8") as config:
        config.write("hdmi_blanking=1\n")
    (installed / "etc/passwd").write_text(
        "root:x:0:\ncompanion:x:990:\ncompanion-scoreboard:x:991:\ncompanion-voice:x:992:\ncompanion-club:x:993:\n",
        "utf-8",
    )
    told = install(installed, "--uninstall")
    assert record.read_text("utf-8") == "game birddog\n"
    assert "/var/lib/companion" in told
    assert "+ systemctl stop companion.service companion-scoreboard.service" in told
    assert [line for line in told.splitlines() if "userdel" in line] == [
        "+ userdel companion",
        "+ userdel companion-scoreboard",
        "+ userdel companion-voice",
        "+ userdel companion-club",
    ]
    assert config_of(installed).read_text("utf-8") == f"{FROM_THE_FACTORY}hdmi_blanking=1\n"


@only_with_torture
@pytest.mark.parametrize(
    ("text", "wired"),
    every_so_many(
        6,
        [
            ('[reader]\nkind = "rdm6300"\nport = "/dev/companion-reader"\n', False),
            ('[reader]\n["reader"."west"]\nkind = """id12la"""\nport="/dev/ttyAMA0"\n', True),
            ("reader = {kind='rdm6300'}\n", True),
            ('[reader]\nkind = "pn532"\n', True),
            ('[reader]\nkind = "pn532"\nport = "/dev/serial/by-id/usb-*"\n', False),
            ('[reader]\n#kind = "pn532"\n', False),
        ],
    ),
)
def test_a_reader_on_the_serial_port_of_the_header_brings_the_uart(pi: Path, text: str, *, wired: bool) -> None:
    settings_of(pi, text)
    install(pi)
    assert ours(pi) == [*BUSES, *(["enable_uart=1"] if wired else [])]


def test_the_uart_of_a_pi_5_has_another_name_and_goes_with_the_rest(installed: Path) -> None:
    settings_of(installed, '[reader]\nkind = "pn532"\n')
    (installed / "proc/device-tree").mkdir(parents=True)
    (installed / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0", "utf-8")
    install(installed)
    assert ours(installed) == [*BUSES, "dtparam=uart0=on"]
    install(installed, "--uninstall")
    assert config_of(installed).read_text("utf-8") == FROM_THE_FACTORY


RULE = "etc/polkit-1/rules.d/60-companion-pcsc.rules"
TO_PCSCD = ["Wants=pcscd.socket", "BindReadOnlyPaths=-/run/pcscd", "SystemCallFilter=connect"]


@only_with_torture
def test_a_reader_of_pcsc_brings_its_packages_and_opens_the_way_to_pcscd_alone_which_goes_with_it(
    pi: Path, bare: str
) -> None:
    settings_of(pi, '[reader.ann]\nkind = "pcsc"\n')
    assert {"pcscd", "python3-pyscard"} <= packages_in(install(pi, path=bare))
    assert set(TO_PCSCD) <= set(units_of(pi)["companion.service"].splitlines())
    rule = (pi / RULE).read_text("utf-8")
    assert 'subject.user == "companion"' in rule
    others = [name for name in UNITS - {"companion.service"} if "pcscd" in units_of(pi)[name]]
    assert others == []
    settings_of(pi, '[reader]\nkind = "keyboard"\n')
    assert "pcscd" not in install(pi)
    assert "pcscd" not in units_of(pi)["companion.service"]
    assert not (pi / RULE).exists()
    (pi / RULE).write_text(rule, "utf-8")
    install(pi, "--uninstall")
    assert not (pi / RULE).exists()


def settings_of(pi: Path, text: str) -> None:
    (pi / "etc/companion").mkdir(parents=True, exist_ok=True)
    (pi / "etc/companion/config.toml").write_text(text, "utf-8")


def listens(pi: Path) -> list[str]:
    socket = units_of(pi)["companion-scoreboard.socket"]
    return [line for line in socket.splitlines() if line.startswith("Listen")]


STARTS = {
    "scoreboard": "sockets.target.wants/companion-scoreboard.socket",
    "voice": "sockets.target.wants/companion-voice.socket",
    "club": "multi-user.target.wants/companion-club.service",
}


def starts_with_the_box(pi: Path) -> set[str]:
    return {part for part, link in STARTS.items() if (pi / UNITS_IN / link).is_symlink()}


SCOREBOARD = '[scoreboard]\non = true # for phones\naddress = "0.0.0.0"\nport = 8099\n[sounds]\non = false\n'
VOICE = '[voice]\nverbosity = "turns"\n'
CLUB = '[club]\non = true\nbox = "heron"\nbroker = "club.local"\n'
OFF = '[sounds]\non = true\n[scoreboard]\naddress = "0.0.0.0"\n[voice]\nverbosity = "off"\n[club]\non = false\n'


def test_scoreboard_voice_and_club_come_with_their_packages_if_the_settings_say_so_and_go_again(
    installed: Path, bare: str
) -> None:
    assert listens(installed) == ["ListenStream=127.0.0.1:8090"]
    assert starts_with_the_box(installed) == set()

    settings_of(installed, SCOREBOARD + VOICE)
    told = install(installed, path=bare)
    assert listens(installed) == ["ListenStream=0.0.0.0:8099"]
    assert starts_with_the_box(installed) == {"scoreboard", "voice"}
    assert "/source[web]" in told
    assert {"espeak-ng", "alsa-utils"} <= packages_in(told)
    assert "+ systemctl start companion-voice.socket" in told
    before = tree(installed)
    install(installed, path=bare)
    assert tree(installed) == before

    settings_of(installed, VOICE + CLUB)
    told = install(installed, path=bare)
    assert starts_with_the_box(installed) == {"voice", "club"}
    assert "/source[club]" in told
    assert "+ systemctl start companion-club.service" in told

    settings_of(installed, OFF)
    told = install(installed, path=bare)
    assert starts_with_the_box(installed) == set()
    assert "/source[" not in told
    assert "espeak-ng" not in told
    assert "start companion-club.service" not in told


SPELLINGS = [
    '\ufeff[scoreboard]\non = true\naddress = "10.0.0.2"\nport = 8099\n',
    '[scoreboard]\non = true\naddress = "10.0.0.2"\nport = 8099\n',
    "[scoreboard]\non=true\naddress='10.0.0.2'\nport=8_099\n",
    '[scoreboard] # for phones\n\ton\t=\ttrue\n  address = "10.0.0.2" # here\nport = +8099\n',
    '[ scoreboard ]\non = true\naddress = "10.0.0.2"\nport = 0x1FA3\n',
    '["scoreboard"]\n"on" = true\n\'address\' = "10.0.0.2"\nport = 8099\n',
    'scoreboard.on = true\nscoreboard.address = "10.0.0.2"\nscoreboard.port = 8099\n',
    'scoreboard = {on = true, address = "10.0.0.2", port = 8099}\n',
    '[scoreboard]\r\non = true\r\naddress = "10.0.0.2"\r\nport = 8099\r\n',
    '[scoreboard]\non = true\naddress = """10.0.0.2"""\nport = 8099\n',
    '[scoreboard]\non = true\naddress = "10.\\u0030.0.2"\nport = 8099',
    '[people]\nregulars = [\n"[scoreboard]"]\n[scoreboard]\non = true\naddress = "10.0.0.2"\nport = 8099\n',
    '[scoreboard]\nname = "on.local"\nport = 8099\naddress = "10.0.0.2"\non = true\n[sounds]\non = false\n',
    '  [scoreboard]\n#on = false\non = true\n#address = "10.9.9.9"\naddress = "10.0.0.2"\n#port = 1\nport = 8099\n',
    '[sounds]\non = false\n\n[scoreboard]\nport = 0o17643\naddress = "10.0.0.2"\non = true\n',
    '[reader]\nport = "/dev/ttyUSB0"\n[scoreboard]\non = true\naddress = "10.0.0.2"\nport = 0b1111110100011\n',
]
"""One meaning, as people may write it."""


@for_each("text", SPELLINGS)
def test_the_program_reads_every_spelling(pi: Path, text: str) -> None:
    settings_of(pi, text)
    found = load_settings(Namespace(config=str(pi / "etc/companion/config.toml")))
    assert found.problem is None
    assert found.settings.scoreboard == ScoreboardSettings(
        on=True, address="10.0.0.2", port=8099, name=found.settings.scoreboard.name
    )


@pytest.mark.parametrize("text", every_so_many(16, SPELLINGS))
def test_the_installer_reads_the_settings_as_the_program_does(pi: Path, text: str) -> None:
    settings_of(pi, text)
    install(pi)
    assert listens(pi) == ["ListenStream=10.0.0.2:8099"]
    assert starts_with_the_box(pi) == {"scoreboard"}


def test_a_wrong_setting_ends_the_installation_with_its_line_before_anything_is_written(pi: Path) -> None:
    settings_of(pi, "[scoreboard]\non = ture\n")
    before = tree(pi)
    with pytest.raises(subprocess.CalledProcessError) as refusal:
        install(pi)
    assert refusal.value.returncode == 78
    assert f"{pi}/etc/companion/config.toml:2: " in refusal.value.stderr
    assert tree(pi) == before


def test_an_older_system_has_its_config_txt_elsewhere(pi: Path) -> None:
    shutil.move(config_of(pi), pi / "boot/config.txt")
    (pi / "boot/firmware").rmdir()
    install(pi)
    assert BUSES[1] in (pi / "boot/config.txt").read_text("utf-8")


def test_a_computer_that_is_no_pi_keeps_its_buses(pi: Path) -> None:
    config_of(pi).unlink()
    assert "no Raspberry Pi" in install(pi)


@with_shellcheck
@pytest.mark.parametrize(
    "script",
    [*SCRIPTS, ROOT / ".ci/run", ROOT / "tests/rehearsal/typing_readers.sh"],
    ids=lambda script: script.name,
)
def test_shellcheck_finds_no_fault_in_a_script(script: Path) -> None:
    command = ["shellcheck", "--external-sources", "--source-path=SCRIPTDIR", str(script)]
    ran = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")  # noqa: S603 - our own words
    assert ran.stdout == ""
