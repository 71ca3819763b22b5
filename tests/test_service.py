"""The unit as systemd itself reads it: no mistake in it, and little that a break-in could reach."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[1] / "systemd"
UNIT = (SYSTEMD / "companion.service").read_text("utf-8")
NOT_EXECUTABLE = "is not executable: No such file or directory"

has_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def analyze(*arguments: str) -> str:
    """What systemd-analyze says; its warnings come on standard error."""
    program = shutil.which("systemd-analyze")
    assert program is not None
    ran = subprocess.run([program, *arguments], capture_output=True, check=False, encoding="utf-8", timeout=60)  # noqa: S603 - our own words
    return ran.stdout + ran.stderr


def setting(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


@has_systemd
@pytest.mark.parametrize("unit", ["companion.service", "companion-scoreboard.socket"])
def test_systemd_finds_no_fault_in_the_unit(unit: str) -> None:
    complaints = analyze("verify", str(SYSTEMD / unit)).splitlines()
    assert [line for line in complaints if NOT_EXECUTABLE not in line] == []


@has_systemd
@pytest.mark.parametrize("unit", ["companion", "companion-scoreboard"])
def test_exposure_is_at_most_half_a_point(unit: str) -> None:
    told = analyze("security", "--offline=true", str(SYSTEMD / f"{unit}.service"))
    (exposure,) = re.findall(rf"Overall exposure level for {unit}.service: ([0-9.]+)", told)
    assert float(exposure) <= 0.5


def test_the_scoreboard_has_no_network_no_device_and_no_hidden_card() -> None:
    unit = (SYSTEMD / "companion-scoreboard.service").read_text("utf-8")
    for line in ("PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX", "PrivateDevices=yes", "ProtectSystem=strict"):
        assert f"\n{line}\n" in unit
    assert re.findall(r"^InaccessiblePaths=(.*)$", unit, re.MULTILINE) == [
        "-/var/lib/companion/records/running -/var/lib/companion/decks"
    ]


def test_the_watchdog_counts_and_nothing_ends_the_restarts() -> None:
    assert setting("Type") == ["notify"]
    assert setting("Restart") == ["always"]
    assert setting("StartLimitIntervalSec") == ["0"]
    assert int(setting("WatchdogSec")[0]) <= 10


def test_devices_are_named_as_the_kernel_names_them() -> None:
    allowed = {line.split()[0] for line in setting("DeviceAllow")}
    assert {"char-spi", "char-i2c", "char-gpiochip", "char-ttyUSB", "char-ttyACM", "char-ttyAMA"} <= allowed
    assert "char-spidev" not in allowed  # the kernel registers it as "spi", and no tool flags the wrong name


def test_the_user_of_the_service_is_made_by_its_own_file() -> None:
    (user,) = setting("User")
    told = (SYSTEMD / "companion.sysusers").read_text("utf-8")
    assert f"u {user} " in told
    # What the service may use, `sudo -u companion companion doctor` may use, too.
    assert re.findall(rf"^m {user} (\w+)$", told, re.MULTILINE) == setting("SupplementaryGroups")[0].split()


def test_serial_readers_belong_to_a_group_of_the_service() -> None:
    rules = (SYSTEMD / "60-companion-readers.rules").read_text("utf-8")
    groups = set(re.findall(r'GROUP="(\w+)"', rules))
    assert groups <= set(setting("SupplementaryGroups")[0].split())
