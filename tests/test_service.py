"""The unit as systemd itself reads it: no mistake in it, and little that a break-in could reach."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.games.plugins import OF_BOX
from companion.http import tasks
from companion.runtime import service
from companion.runtime.service import CANNOT_RUN, SWITCH, power_off_by_systemd, run_table
from companion.runtime.settings_in_force import HELPER
from companion.runtime.simulated_devices import simulation_of
from companion.runtime.sticks import PLACES
from companion.storage.records import Store
from companion.tags.tag_decks import Shelf
from tests.needs import with_systemd

SYSTEMD = Path(__file__).parents[1] / "systemd"
NOT_EXECUTABLE = "is not executable: No such file or directory"
SYSUSERS = (SYSTEMD / "companion.sysusers").read_text("utf-8")
NAMES = sorted(path.name for kind in ("service", "socket") for path in SYSTEMD.glob(f"companion*.{kind}"))


def analyze(*arguments: str) -> str:
    """What systemd-analyze says; its warnings come on standard error."""
    program = shutil.which("systemd-analyze")
    assert program is not None
    ran = subprocess.run([program, *arguments], capture_output=True, check=False, encoding="utf-8", timeout=60)  # noqa: S603 - our own words
    return ran.stdout + ran.stderr


def setting(name: str, unit: str = "companion.service") -> list[str]:
    """All values of this name, in their order."""
    return re.findall(rf"^{name}=(.*)$", (SYSTEMD / unit).read_text("utf-8"), re.MULTILINE)


@with_systemd
@pytest.mark.parametrize("unit", NAMES)
def test_systemd_finds_no_fault_in_the_unit(unit: str) -> None:
    complaints = analyze("verify", str(SYSTEMD / unit)).splitlines()
    assert [line for line in complaints if NOT_EXECUTABLE not in line] == []


@with_systemd
@pytest.mark.parametrize("unit", ["companion", "companion-scoreboard", "companion-voice"])
def test_exposure_is_at_most_half_a_point(unit: str) -> None:
    assert exposure(unit) <= 0.5


def exposure(unit: str) -> float:
    told = analyze("security", "--offline=true", str(SYSTEMD / f"{unit}.service"))
    (exposure,) = re.findall(rf"Overall exposure level for {unit}.service: ([0-9.]+)", told)
    return float(exposure)


@with_systemd
def test_the_club_is_exposed_by_its_network_and_by_nothing_else() -> None:
    """A network of its own, two families of addresses and no list of addresses cost half a point and a half."""
    assert exposure("companion-club") <= 1.1


REACH = ("User", "Group", "SupplementaryGroups", "AmbientCapabilities", "CapabilityBoundingSet", "DeviceAllow")
PATHS = (
    "ReadWritePaths",
    "BindPaths",
    "BindReadOnlyPaths",
    "TemporaryFileSystem",
    "InaccessiblePaths",
    "ReadOnlyPaths",
)
OWN = ("StateDirectory", "CacheDirectory", "LogsDirectory", "ConfigurationDirectory", "RuntimeDirectory")
SHARED = "/dev/shm"  # noqa: S108 - no service has it
ISOLATED = {
    "PrivateNetwork": "yes",
    "RestrictAddressFamilies": "AF_UNIX",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "NoNewPrivileges": "yes",
    "DevicePolicy": "closed",
}


def reach(unit: str) -> dict[str, list[str]]:
    """Whatever gives this unit something that it would not have otherwise."""
    told = {name: [word for value in setting(name, unit) for word in value.split()] for name in (*REACH, *PATHS, *OWN)}
    return {name: words for name, words in told.items() if words}


def test_the_table_has_its_groups_its_devices_its_directories_and_nothing_else() -> None:
    kinds = ("spi", "i2c", "gpiochip", "ttyUSB", "ttyACM", "ttyAMA", "ttyS")
    assert reach("companion.service") == {
        "User": ["companion"],
        "SupplementaryGroups": ["gpio", "spi", "i2c", "dialout", "input"],
        "DeviceAllow": [*(word for kind in kinds for word in (f"char-{kind}", "rw")), "char-input", "r"],
        "TemporaryFileSystem": ["/run:ro"],
        "BindPaths": ["/run/companion", "/run/companion-view"],
        "BindReadOnlyPaths": ["/run/companion-sockets", "/run/systemd/notify", "-/run/systemd/timesync"],
        "ReadWritePaths": ["-/var/lib/companion-club/outbox", "-/media", "-/mnt"],
        "ReadOnlyPaths": [f"-{OF_BOX}"],
        "InaccessiblePaths": [SHARED],
        "StateDirectory": ["companion"],
        "RuntimeDirectory": ["companion"],
    }
    assert setting("StateDirectoryMode") == setting("RuntimeDirectoryMode") == ["0700"]
    assert {name: setting(name)[-1] for name in ISOLATED} == ISOLATED


def test_the_scoreboard_has_a_user_of_its_own_the_view_finished_records_and_nothing_else() -> None:
    unit = "companion-scoreboard.service"
    assert reach(unit) == {
        "User": ["companion-scoreboard"],
        "TemporaryFileSystem": ["/run:ro", "/var:ro"],
        "BindReadOnlyPaths": ["/run/companion-view", "/run/systemd/notify", "/var/lib/companion/records", f"-{OF_BOX}"],
        "InaccessiblePaths": ["/var/lib/companion/records/running", SHARED],
        "BindPaths": ["/var/cache/companion-scoreboard"],
        "CacheDirectory": ["companion-scoreboard"],
    }
    assert {name: setting(name, unit)[-1] for name in ISOLATED} == ISOLATED
    assert setting("PrivateDevices", unit) == ["yes"]


def test_the_voice_has_a_user_of_its_own_the_sound_cards_its_cache_and_nothing_else() -> None:
    unit = "companion-voice.service"
    assert reach(unit) == {
        "User": ["companion-voice"],
        "SupplementaryGroups": ["audio"],
        "DeviceAllow": ["char-alsa", "rw"],
        "TemporaryFileSystem": ["/run:ro", "/var:ro"],
        "InaccessiblePaths": [SHARED],
        "BindPaths": ["/var/cache/companion-voice"],
        "CacheDirectory": ["companion-voice"],
    }
    assert {name: setting(name, unit)[-1] for name in ISOLATED} == ISOLATED
    assert f"m companion-voice {setting('SupplementaryGroups', unit)[0]}\n" in SYSUSERS


def test_the_club_has_a_user_of_its_own_the_network_outbox_and_inbox_and_nothing_else() -> None:
    unit = "companion-club.service"
    lookups = ("systemd/resolve", "NetworkManager", "resolvconf", "avahi-daemon", "systemd/timesync")
    assert reach(unit) == {
        "User": ["companion-club"],
        "TemporaryFileSystem": ["/run:ro", "/var:ro"],
        "InaccessiblePaths": [SHARED],
        "BindReadOnlyPaths": ["/var/lib/companion-club/outbox", *(f"-/run/{place}" for place in lookups)],
        "BindPaths": ["/var/lib/companion-club/inbox"],
    }
    others = {name: ISOLATED[name] for name in ISOLATED.keys() - {"PrivateNetwork", "RestrictAddressFamilies"}}
    assert {name: setting(name, unit)[-1] for name in others} == others
    assert setting("PrivateDevices", unit) == ["yes"]
    assert setting("SocketBindDeny", unit) == ["any"]


def test_the_club_is_the_only_service_with_a_network() -> None:
    units = [name for name in NAMES if name.endswith(".service")]
    assert [unit for unit in units if setting("PrivateNetwork", unit) != ["yes"]] == ["companion-club.service"]


def test_table_and_club_each_read_what_the_other_writes() -> None:
    of = tmpfiles()
    for writes, reads, place in (("companion", "companion-club", "outbox"), ("companion-club", "companion", "inbox")):
        assert of[f"/var/lib/companion-club/{place}"] == ("2750", writes, reads)
    assert of["/var/lib/companion-club/outbox/records"] == of["/var/lib/companion-club/outbox"]
    place = "COMPANION_CLUB=/var/lib/companion-club"
    assert place in setting("Environment")
    assert place in setting("Environment", "companion-club.service")
    assert setting("UMask", "companion-club.service") == ["0027"]


def test_only_the_table_may_speak_to_the_voice() -> None:
    (place,) = setting("ListenDatagram", "companion-voice.socket")
    assert f"COMPANION_VOICE={place}" in setting("Environment")
    assert setting("SocketUser", "companion-voice.socket") == ["companion"]
    assert setting("SocketMode", "companion-voice.socket") == ["0200"]
    assert setting("StandardInput", "companion-voice.service") == ["socket"]


def test_nothing_ends_the_restarts_of_the_voice() -> None:
    """A limit would close its socket, too: then it stays silent for ever."""
    assert setting("StartLimitIntervalSec", "companion-voice.service") == ["0"]
    assert setting("Restart", "companion-voice.service") == ["on-failure"]


def tmpfiles() -> dict[str, tuple[str, str, str]]:
    """The mode, the user and the group of each directory and its files."""
    lines = (SYSTEMD / "companion.tmpfiles").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line[0] in "dz"]
    return {path: (mode, user, group) for _, path, mode, user, group in rows}


def test_the_scoreboard_is_of_a_group_that_may_not_enter_the_running_records() -> None:
    of = tmpfiles()
    for path, (mode, user, group) in of.items():
        if "club" in path:
            continue  # it has its own
        assert (user, group) in {("root", "root"), ("companion", "companion"), ("companion", "companion-scoreboard")}
        assert mode.endswith("0") or (user, group) == ("root", "root"), path
    assert of["/var/lib/companion/records"] == ("2750", "companion", "companion-scoreboard")
    assert of["/var/lib/companion/records/running"] == ("2700", "companion", "companion-scoreboard")
    assert of["/run/companion-view"] == ("2750", "companion", "companion-scoreboard")
    assert setting("UMask") == ["0027"]


@pytest.mark.parametrize("unit", [name for name in NAMES if setting("Restart", name)])
def test_no_service_can_take_the_memory_of_the_others(unit: str) -> None:
    """The smallest board has 512 MB; what leaks is ended, and started again, before the box stands still."""
    (memory,), (tasks,) = setting("MemoryMax", unit), setting("TasksMax", unit)
    assert int(memory.removesuffix("M")) <= 128
    assert int(tasks) <= 32


def test_only_the_table_may_write_to_the_switch_of_the_box() -> None:
    assert setting("ListenFIFO", "companion-poweroff.socket") == [str(SWITCH)]
    assert setting("SocketUser", "companion-poweroff.socket") == ["companion"]
    assert setting("SocketMode", "companion-poweroff.socket") == ["0200"]
    assert setting("RefuseManualStart", "companion-poweroff.service") == ["yes"]


def test_what_is_set_at_the_box_is_kept_by_a_helper_that_only_the_table_may_ask() -> None:
    (place,) = setting("ListenDatagram", "companion-settings.socket")
    assert f"{HELPER}={place}" in setting("Environment")
    assert setting("SocketUser", "companion-settings.socket") == ["companion"]
    assert setting("SocketMode", "companion-settings.socket") == ["0200"]
    unit = "companion-settings.service"
    assert reach(unit) == {
        "CapabilityBoundingSet": ["CAP_SYS_TIME"],
        "TemporaryFileSystem": ["/run:ro", "/var:ro"],
        "BindReadOnlyPaths": ["-/run/systemd/timesync"],
        "ReadWritePaths": ["-/etc/companion"],
        "InaccessiblePaths": [SHARED],
    }
    assert {name: setting(name, unit)[-1] for name in ISOLATED} == ISOLATED
    assert setting("PrivateDevices", unit) == setting("RefuseManualStart", unit) == ["yes"]


@pytest.mark.parametrize(
    ("unit", "calls"),
    [
        ("companion", "connect bind listen accept accept4 shutdown"),
        ("companion-scoreboard", "connect bind shutdown"),
        ("companion-voice", "connect bind listen accept accept4 shutdown send sendto sendmsg sendmmsg"),
        ("companion-club", "bind listen accept accept4"),
    ],
)
def test_no_service_has_more_calls_to_sockets_than_it_needs_nor_a_way_around_them(unit: str, calls: str) -> None:
    """The booted test tries what that leaves; io_uring would do the same without these calls."""
    filters = setting("SystemCallFilter", f"{unit}.service")
    assert filters == ["@system-service", "~@privileged @resources @aio", f"~{calls}"]
    assert setting("PrivateIPC", f"{unit}.service") == ["yes"]


def test_a_page_that_does_not_answer_is_started_anew() -> None:
    """It asks itself (`http/tasks.py`)."""
    unit = "companion-scoreboard.service"
    assert (setting("Type", unit), setting("NotifyAccess", unit)) == (["notify"], ["main"])
    assert int(setting("WatchdogSec", unit)[0]) > tasks.EVERY_S + tasks.ANSWER_S
    assert setting("Restart", unit) == ["on-failure"]  # a watchdog that was not fed is one


def test_the_watchdog_counts_and_nothing_ends_the_restarts() -> None:
    assert setting("Type") == ["notify"]
    assert setting("Restart") == ["always"]
    assert setting("StartLimitIntervalSec") == ["0"]
    assert int(setting("WatchdogSec")[0]) <= 10


def test_a_crash_is_followed_by_another_start_within_two_seconds() -> None:
    assert [float(value) for value in setting("RestartSec")] == [1.0]


def test_devices_are_named_as_the_kernel_names_them() -> None:
    allowed = {line.split()[0] for line in setting("DeviceAllow")}
    assert {"char-spi", "char-i2c", "char-gpiochip", "char-ttyUSB", "char-ttyACM", "char-ttyAMA"} <= allowed
    assert "char-spidev" not in allowed  # the kernel registers it as "spi", and no tool flags the wrong name


def test_the_user_of_the_service_is_made_by_its_own_file() -> None:
    (user,) = setting("User")
    assert f"u {user} " in SYSUSERS
    # What the service may use, `sudo -u companion companion doctor` may use, too.
    assert re.findall(rf"^m {user} (\w+)$", SYSUSERS, re.MULTILINE) == setting("SupplementaryGroups")[0].split()


def test_serial_readers_belong_to_a_group_of_the_service() -> None:
    rules = (SYSTEMD / "60-companion-readers.rules").read_text("utf-8")
    groups = set(re.findall(r'GROUP="(\w+)"', rules))
    assert groups <= set(setting("SupplementaryGroups")[0].split())


def test_a_stick_is_mounted_for_the_user_of_the_service_where_the_table_looks_for_it() -> None:
    rules = (SYSTEMD / "90-companion-stick.rules").read_text("utf-8")
    assert f"--owner={setting('User')[0]} " in rules
    at = Path(rules.rstrip().rpartition(" ")[2].rstrip('"'))
    assert at.parent in PLACES
    assert f"-{at.parent}" in setting("ReadWritePaths")[-1].split()


# ---------------------------------------------------------------- the end


def test_a_stop_is_done_within_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time that the program waits for: that of its wires, and what it sleeps."""
    wires, slept, asked_at = simulation_of(), [0.0], list[float]()
    monkeypatch.setattr("time.sleep", slept.append)

    def stop() -> bool:
        if wires.clock.now() > 2.0:
            asked_at.append(wires.clock.now())
        return bool(asked_at)

    assert not run_table(Store(tmp_path), Shelf(), wires.devices, stop)
    assert wires.clock.now() - asked_at[0] + sum(slept) < 1.0


@pytest.fixture
def switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pipe of the service; there is none yet, and a person may not switch the box off."""
    monkeypatch.setattr(service, "SWITCH", tmp_path / "switch")
    monkeypatch.setattr(service, "POWER_OFF", ("false",))
    return tmp_path / "switch"


def test_the_box_is_switched_off_by_a_pipe_that_the_service_manager_holds_open(switch: Path) -> None:
    os.mkfifo(switch)
    manager = os.open(switch, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert power_off_by_systemd() == 0
        assert os.read(manager, 100) == b"off\n"
    finally:
        os.close(manager)


def test_a_pipe_that_nobody_holds_open_is_no_switch(switch: Path) -> None:
    assert power_off_by_systemd() == CANNOT_RUN
    os.mkfifo(switch)
    assert power_off_by_systemd() == CANNOT_RUN
