"""Run as root in the booted system: let the service fail and stop, put probes into its units, and report."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.rehearsal.probe import LISTENER

TOLD = Path("/sentences.json")
AGAIN = Path("/etc/rehearsal-again")
TABLE, SCOREBOARD, VOICE = "companion.service", "companion-scoreboard.service", "companion-voice.service"
CLUB = "companion-club.service"
UNITS = {"voice": VOICE, "club": CLUB, "table": TABLE, "scoreboard": SCOREBOARD}
INBOX = Path("/var/lib/companion-club/inbox")
HOME, OURS = Path("/opt/companion"), "companion"
RECORDS = Path("/var/lib/companion/records")
CONFIG, SETTER = Path("/etc/companion/config.toml"), Path("/run/companion-sockets/settings")
HELPER, SENDERS = (
    "companion-settings.service",
    (OURS, "companion-club", "companion-voice", "companion-scoreboard", "nobody"),
)
STICK = Path("/media/companion-sdz1")
HEARD = Path("/var/cache/companion-voice/heard")
MINUTE_BYTES = 60 * 44_100
"""Of what the voice says."""
CRASHES = 3
PATIENCE_S = 60.0
"""For a busy computer."""
LOOK_S = 0.02
WAITS_S = 4.0
"""A service that fails is started again after a second."""
HANGS = """\
[Service]
WatchdogSec=8
TimeoutAbortSec=1
RestartSec=1
"""
PROBE = """\
[Service]
Type=exec
Restart=no
WatchdogSec=0
ExecStart=
ExecStart=/opt/companion/.venv/bin/python -m tests.rehearsal.probe {name}
StandardOutput=append:/{name}.json
StandardError=append:/{name}.err
"""


def main() -> None:
    told: dict[str, Any] = {}
    try:
        lived(told)
        kept_by_root(told)
        at_a_stick(told)
        page = frozen_page()
        clubbed(told)
        without_its_python(told)
        until(lambda: value("MainPID", SCOREBOARD) not in {"0", page}, "a page that answers")
        told["page after it hung"] = urlopen("http://127.0.0.1:8090/", timeout=PATIENCE_S).status
        installed(told)
        updated(told)
        probed(told)
        TOLD.write_text(json.dumps(told | {"probes": {name: rounds(name) for name in UNITS}}), "utf-8")
        time.sleep(PATIENCE_S)  # the table's last act ends the machine
    except (TimeoutError, subprocess.CalledProcessError, OSError) as fault:
        told["fault"] = f"{type(fault).__name__}: {fault}"
        told["journal"] = ran("journalctl", "--no-pager", "-n", "60", check=False)
        told["journal"] += "".join(path.read_text("utf-8") for path in sorted(Path("/").glob("*.err")))
    else:
        told["fault"] = "the table did not switch the box off"
    TOLD.write_text(json.dumps(told), "utf-8")
    sys.exit(1)


def lived(told: dict[str, Any]) -> None:
    """The real program on simulated wires."""
    until(lambda: value("ActiveState") == "active", "ready")
    targets = ("multi-user.target", "sockets.target")
    told["comes with the box"] = [name for target in targets for name in value("Wants", target).split() if OURS in name]
    told["groups"] = groups(int(value("MainPID")))
    told["view"] = b'"on":true' in next(
        line for line in urlopen("http://127.0.0.1:8090/events", timeout=PATIENCE_S) if line.startswith(b"data: {")
    )
    told["scoreboard groups"] = groups(int(value("MainPID", SCOREBOARD)))
    until(lambda: HEARD.exists() and HEARD.stat().st_size > MINUTE_BYTES / 60, "the first sentences")
    told["voice groups"] = groups(int(value("MainPID", VOICE)))
    for crash in range(CRASHES):
        ran("systemctl", "kill", "--signal", signal.SIGKILL.name, TABLE)
        until(lambda crash=crash: value("NRestarts") == str(crash + 1) and value("ActiveState") == "active", "back")
    told["restarts"] = int(value("NRestarts"))


def kept_by_root(told: dict[str, Any]) -> None:
    """A setting of the menu reaches the helper that may write the settings, from the table's user and nobody else."""
    told["who may set"] = [user for user in SENDERS if sends(user, "panel.brightness = 90")]
    until(lambda: "brightness = 90" in CONFIG.read_text("utf-8"), "a setting that is kept")
    told["settings"] = CONFIG.read_text("utf-8")
    sends(OURS, 'scoreboard.on = "no"')
    until(lambda: "not kept" in ran("journalctl", "-u", HELPER, "--no-pager"), "a refusal")
    told["settings later"] = CONFIG.read_text("utf-8")
    told["helper waits"] = value("ActiveState", "companion-settings.socket")


def sends(user: str, line: str) -> bool:
    """Whether this user may send this line to the helper."""
    words = f"from companion.runtime.settings_helper import send; send({line!r}, {str(SETTER)!r})"
    command = ("runuser", "-u", user, "--", str(HOME / ".venv/bin/python"), "-c", words)
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603 - our own words


def at_a_stick(told: dict[str, Any]) -> None:
    """A stick is mounted while the table runs: its unit sees it, writes a backup there, and finds it again."""
    STICK.mkdir(parents=True)
    ran("mount", "-t", "tmpfs", "-o", "nosuid,nodev,noexec,mode=700,uid=companion", "/dev/stick", str(STICK))
    told["stick"] = [works_at_stick(what) for what in ("look", "back-up", "look", "read")]
    told["on stick"] = [path.name for path in STICK.iterdir()]
    ran("umount", str(STICK))
    told["stick"].append(works_at_stick("back-up"))


def works_at_stick(what: str) -> str:
    """What the process of the table says that works at a stick, in the table's own view of the files."""
    table = value("MainPID")
    own = (str(HOME / ".venv/bin/python"), "-m", "companion.runtime.stick_process", str(RECORDS.parent), what)
    return ran("nsenter", "--target", table, "--mount", "--", "runuser", "-u", OURS, "--", *own)


def frozen_page() -> str:
    """The number of the process of the page, which does not answer from here on; the manager waits for seconds only."""
    drop_in = Path(f"/run/systemd/system/{SCOREBOARD}.d/hangs.conf")
    drop_in.parent.mkdir(parents=True)
    drop_in.write_text(HANGS, "utf-8")
    ran("systemctl", "daemon-reload")
    ran("systemctl", "restart", SCOREBOARD)
    page = value("MainPID", SCOREBOARD)
    ran("systemctl", "kill", "--signal", signal.SIGSTOP.name, SCOREBOARD)
    return page


def clubbed(told: dict[str, Any]) -> None:
    """The box in its club, and what its process, broken into, could leave for table and doctor."""
    ran("systemd-run", "--unit=broker", "mosquitto", "-p", "1883")
    ran("systemctl", "start", CLUB)
    until(lambda: (INBOX / "said").exists() and not said(), "the club")
    told["said"] = said()
    told["club groups"] = groups(int(value("MainPID", CLUB)))
    before = value("NRestarts")
    for plant in ("ln -sf /dev/zero order.json", "rm order.json; mkfifo order.json", "rm order.json"):
        ran("runuser", "-u", "companion-club", "--", "sh", "-c", f"cd {INBOX}; {plant}")
        time.sleep(WAITS_S)
    told["restarts by a link in its inbox"] = int(value("NRestarts")) - int(before)
    told["told of it"] = ran("journalctl", "-u", TABLE, "--no-pager").count("the order of the club is none")


def said() -> str:
    return (INBOX / "said").read_text("utf-8")


def without_its_python(told: dict[str, Any]) -> None:
    """Python is another one underneath, for a while: the table is not started again and again, and is back after it."""
    python, before_it = HOME / ".venv/bin/python", (HOME / ".venv/bin/python").readlink()
    python.unlink()
    python.symlink_to("/bin/false")
    before = int(value("NRestarts"))
    ran("systemctl", "kill", "--signal", signal.SIGKILL.name, TABLE)
    until(lambda: "run sudo make install" in ran("journalctl", "-u", TABLE, "--no-pager"), "told")
    time.sleep(WAITS_S)
    told["restarts without its Python"] = int(value("NRestarts")) - before
    python.unlink()
    python.symlink_to(before_it)
    ran("systemctl", "restart", TABLE)
    until(lambda: value("ActiveState") == "active", "ready")


def installed(told: dict[str, Any]) -> None:
    """A game of another package, by root; the user of the service sees it, and cannot remove it."""
    from tests.plugins import wheel  # noqa: PLC0415 - it reads files of the suite

    program = str(HOME / ".venv/bin/companion")
    as_service = ("runuser", "-u", "companion", "--", program, "games")
    ran(program, "games", "install", str(wheel(Path("/tmp"))))  # noqa: S108 - of a system that lives for this test
    told["games"] = ran(*as_service).splitlines()[-1].split()
    told["removed by the service"] = subprocess.run([*as_service, "remove", "highcard"], check=False).returncode  # noqa: S603 - our own words


def updated(told: dict[str, Any]) -> None:
    """Update to a version that starts and to one that does not; then stop."""
    told["versions"] = [in_use()]
    for name, program in (("environment-good", None), ("environment-bad", "#!/bin/sh\nexit 1\n")):
        version = HOME / name
        shutil.copytree(HOME / ".venv", version, symlinks=True)
        for unit in (version / "units").iterdir():
            unit.write_text(unit.read_text("utf-8").replace(str((HOME / ".venv").resolve()), str(version)), "utf-8")
        if program:
            (version / "bin/companion").write_text(program, "utf-8")
        ran("sh", "/clone/systemd/switch.sh", str(HOME), str(version), check=False)
        until(lambda: value("ActiveState") == "active", "ready")
        told["versions"].append(in_use())
    ran("systemctl", "stop", TABLE)
    told["stop"] = value("Result")


def in_use() -> list[str]:
    """The version of the next boot, the running one, the one of the loaded unit, and all stored ones."""
    runs = re.findall(r"argv\[\]=/opt/companion/([^/]*)/", value("ExecStart"))
    loaded = Path(value("FragmentPath")).resolve().parents[1].name
    return [(HOME / ".venv").resolve().name, *runs, loaded, *sorted(path.name for path in HOME.glob("environment-*"))]


def probed(told: dict[str, Any]) -> None:
    """All units with the probes; the scoreboard's before the table's, so that it cannot see what comes later."""
    ran("systemctl", "stop", SCOREBOARD, VOICE, CLUB)
    called = socket.create_server(LISTENER)
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind("\0rehearsal")
    for name, unit in UNITS.items():
        drop_in = Path(f"/run/systemd/system/{unit}.d/probe.conf")
        drop_in.parent.mkdir(parents=True, exist_ok=True)
        drop_in.write_text(PROBE.format(name=name), "utf-8")
    ran("systemctl", "daemon-reload")
    for file in (RECORDS / "running/before.table", RECORDS / "../decks/kept.json"):
        ran("runuser", "-u", "companion", "--", "sh", "-c", f"umask 027; echo hidden >{file}")
    for name, unit in reversed(UNITS.items()):
        ran("systemctl", "start", unit)
        until(lambda name=name: len(rounds(name)) == 1, f"the first round of the {name}")
    others = {"init": 1} | {name: int(value("MainPID", unit)) for name, unit in UNITS.items()}
    told["others"] = sorted(others)
    new = AGAIN.with_suffix(".new")
    new.write_text(json.dumps(others), "utf-8")
    new.rename(AGAIN)
    until(lambda: all(len(rounds(name)) == 2 for name in UNITS), "the second rounds")
    told["page listens"] = can_be_called(("127.0.0.1", 8090))
    for line in (called, heard):
        line.close()


def can_be_called(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, 5).close()
    except OSError:
        return False
    return True


def rounds(name: str) -> list[dict[str, list[str]]]:
    """The report of a probe."""
    file = Path(f"/{name}.json")
    text = file.read_text("utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def groups(pid: int) -> list[str]:
    """The names of a process's groups, as seen from outside its unit."""
    (line,) = (
        line for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines() if line.startswith("Groups:")
    )
    names = {
        fields[2]: fields[0]
        for fields in (line.split(":") for line in Path("/etc/group").read_text("utf-8").splitlines())
    }
    return sorted(names[number] for number in line.split()[1:])


def value(name: str, unit: str = TABLE) -> str:
    return ran("systemctl", "show", "--value", "--property", name, unit).strip()


def until(true: Any, what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(LOOK_S)


def ran(*words: str, check: bool = True) -> str:
    return subprocess.run(words, capture_output=True, check=check, encoding="utf-8").stdout  # noqa: S603 - our own words


if __name__ == "__main__":
    main()
