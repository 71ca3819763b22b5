"""`make install` below a directory that stands for a Pi: what it writes, a second time, and what it gives back."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.screens.pages import HELP

ROOT = Path(__file__).parents[1]
SHIPPED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["data-files"][
    "share/companion"
]
SCRIPTS = sorted((ROOT / "systemd").glob("*.sh"))
FROM_THE_FACTORY = "# For more options see the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[all]\n"
BUSES = ["[all]", "dtparam=spi=on", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"]


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """As Raspberry Pi OS comes: Bookworm and later."""
    (tmp_path / "boot/firmware").mkdir(parents=True)
    config_of(tmp_path).write_text(FROM_THE_FACTORY, "utf-8")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("root:x:0:\ndialout:x:20:\ngpio:x:986:\nspi:x:989:\n", "utf-8")
    return tmp_path


def config_of(pi: Path) -> Path:
    return pi / "boot/firmware/config.txt"


def install(pi: Path, *arguments: str, dry: bool = False, script: Path = ROOT / "systemd/install.sh") -> str:
    ran = subprocess.run(  # noqa: S603 - our own words
        ["/bin/sh", str(script), *arguments],
        env={**os.environ, "ROOT": str(pi), "DRY_RUN": "1" if dry else ""},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert ran.stderr == ""
    return ran.stdout


def tree(pi: Path) -> dict[str, tuple[bytes, int]]:
    """All files with what is in them and when they were written."""
    files = (path for path in pi.rglob("*") if path.is_file())
    return {str(path.relative_to(pi)): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def ours(pi: Path) -> list[str]:
    """The lines between the markers, which stand there once."""
    lines = config_of(pi).read_text("utf-8").splitlines()
    (begin,) = [i for i, line in enumerate(lines) if line.startswith("# companion: begin")]
    (end,) = [i for i, line in enumerate(lines) if line.startswith("# companion: end")]
    return lines[begin + 1 : end]


def test_everything_finds_its_place(pi: Path) -> None:
    install(pi)
    assert sorted(set(tree(pi)) - {"etc/group", "boot/firmware/config.txt"}) == [
        "boot/firmware/config.txt.before-companion",
        "etc/modules-load.d/companion.conf",
        "etc/polkit-1/rules.d/50-companion-poweroff.rules",
        "etc/systemd/system/companion-scoreboard.service",
        "etc/systemd/system/companion-scoreboard.socket",
        "etc/systemd/system/companion.service",
        "etc/sysusers.d/companion.conf",
        "etc/udev/rules.d/60-companion-readers.rules",
        "opt/companion/README.md",
        "opt/companion/wiring.md",
        "opt/companion/wiring.svg",
    ]
    assert ours(pi) == BUSES
    assert config_of(pi).read_text("utf-8").startswith(FROM_THE_FACTORY)


def test_the_help_that_the_panel_names_lies_there_after_an_installation_from_clone_and_wheel(
    pi: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    unpacked = tmp_path_factory.mktemp("wheel") / "share/companion"
    unpacked.mkdir(parents=True)
    for pattern in SHIPPED:
        for file in ROOT.glob(pattern):
            shutil.copy(file, unpacked)
    wheel = unpacked / "tabletop_companion-0.1.0-py3-none-any.whl"
    wheel.touch()
    named = pi / HELP[1].lstrip("/")
    for arguments, script in (([], ROOT / "systemd/install.sh"), ([str(wheel)], unpacked / "install.sh")):
        install(pi, *arguments, script=script)
        assert named.read_bytes() == (ROOT / "README.md").read_bytes()
        assert named.with_name("wiring.svg").exists()
        named.unlink()


def test_the_second_time_changes_nothing(pi: Path) -> None:
    install(pi)
    before = tree(pi)
    install(pi)
    assert tree(pi) == before


def test_a_dry_run_names_every_step_and_changes_nothing(pi: Path) -> None:
    before = tree(pi)
    told = install(pi, dry=True)
    assert tree(pi) == before
    for step in ("python3 -m venv --system-site-packages", "systemctl enable", "config.txt", "groupadd --system i2c"):
        assert step in told
    assert "groupadd --system spi" not in told  # it is there


@pytest.mark.parametrize("named", ["nowhere.whl", "README.md", "."])
def test_what_is_no_wheel_is_refused_before_anything_is_done(pi: Path, named: str) -> None:
    before = tree(pi)
    with pytest.raises(subprocess.CalledProcessError) as refusal:
        install(pi, named)
    assert (refusal.value.returncode, refusal.value.stdout) == (2, "")
    assert f"{named} is no wheel" in refusal.value.stderr
    assert tree(pi) == before


@pytest.mark.parametrize("factory", [FROM_THE_FACTORY, FROM_THE_FACTORY.rstrip("\n"), "", "arm_64bit=1\n\n\n"])
def test_uninstalling_gives_config_txt_back_as_it_was(pi: Path, factory: str) -> None:
    config_of(pi).write_text(factory, "utf-8")
    before = {name: content for name, (content, _) in tree(pi).items()}
    install(pi)
    install(pi, "--uninstall")
    assert {name: content for name, (content, _) in tree(pi).items()} == before


def test_uninstalling_keeps_what_people_wrote_and_says_where_it_lies(pi: Path) -> None:
    install(pi)
    record = pi / "var/lib/companion/records/finished/evening.table"
    record.parent.mkdir(parents=True)
    record.write_text("game birddog\n", "utf-8")
    with config_of(pi).open("a", encoding="utf-8") as config:
        config.write("hdmi_blanking=1\n")
    told = install(pi, "--uninstall")
    assert record.read_text("utf-8") == "game birddog\n"
    assert "/var/lib/companion" in told
    assert config_of(pi).read_text("utf-8") == f"{FROM_THE_FACTORY}hdmi_blanking=1\n"


@pytest.mark.parametrize(
    ("model", "line"), [("Raspberry Pi Zero 2 W", "enable_uart=1"), ("Raspberry Pi 5", "dtparam=uart0=on")]
)
def test_a_serial_reader_in_the_settings_brings_the_uart(pi: Path, model: str, line: str) -> None:
    install(pi)
    for file, text in {
        "etc/companion/config.toml": '[reader]\nkind = "pn532"\n',
        "proc/device-tree/model": model,
    }.items():
        (pi / file).parent.mkdir(parents=True)
        (pi / file).write_text(text, "utf-8")
    install(pi)
    assert ours(pi) == [*BUSES, line]
    install(pi, "--uninstall")
    assert config_of(pi).read_text("utf-8") == FROM_THE_FACTORY


def settings_of(pi: Path, text: str) -> None:
    (pi / "etc/companion").mkdir(parents=True, exist_ok=True)
    (pi / "etc/companion/config.toml").write_text(text, "utf-8")


def listens(pi: Path) -> list[str]:
    socket = (pi / "etc/systemd/system/companion-scoreboard.socket").read_text("utf-8")
    return [line for line in socket.splitlines() if line.startswith("Listen")]


def test_the_scoreboard_is_off_until_the_settings_say_otherwise(pi: Path) -> None:
    settings_of(pi, '[sounds]\non = true\n[scoreboard]\naddress = "0.0.0.0"\n[people]\n')
    told = install(pi)
    assert "+ systemctl disable companion-scoreboard.socket" in told
    assert "[web]" not in told


def test_a_scoreboard_listens_where_the_settings_say(pi: Path) -> None:
    install(pi)
    assert listens(pi) == ["ListenStream=127.0.0.1:8090"]
    settings_of(pi, '[scoreboard]\non = true # for phones\naddress = "0.0.0.0"\nport = 8099\n[sounds]\non = false\n')
    told = install(pi)
    assert listens(pi) == ["ListenStream=0.0.0.0:8099"]
    assert "+ systemctl enable companion-scoreboard.socket" in told
    assert "[web]" in told
    before = tree(pi)
    install(pi)
    assert tree(pi) == before


def test_an_older_system_has_its_config_txt_elsewhere(pi: Path) -> None:
    shutil.move(config_of(pi), pi / "boot/config.txt")
    (pi / "boot/firmware").rmdir()
    install(pi)
    assert BUSES[1] in (pi / "boot/config.txt").read_text("utf-8")


def test_a_computer_that_is_no_pi_keeps_its_buses(pi: Path) -> None:
    config_of(pi).unlink()
    assert "no Raspberry Pi" in install(pi)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
@pytest.mark.parametrize("script", [*SCRIPTS, ROOT / ".ci/run"], ids=lambda script: script.name)
def test_shellcheck_finds_no_fault_in_a_script(script: Path) -> None:
    command = ["shellcheck", "--external-sources", "--source-path=SCRIPTDIR", str(script)]
    ran = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")  # noqa: S603 - our own words
    assert ran.stdout == ""
