"""Boot the system of the tests with the service installed, as a copy in memory."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.simulation.box import deck_for
from companion.storage.records import Store
from tests.evening import REGULARS
from tests.needs import BOOTS, program
from tests.promises import INCAPABLE

ROOT = Path(__file__).parents[2]
WANTED = "systemd-nspawn systemd-sysusers dbus-daemon runuser mount umount espeak-ng aplay mosquitto".split()
BOOT_S = 300
NOTHING_S = 60
"""Measured: 15 and 1, on an idle computer."""
OURS = "companion.service companion-scoreboard.socket companion-voice.socket"
SETTINGS = """\
[scoreboard]
on = true
[voice]
verbosity = "all"
[club]
on = true
box = "heron"
broker = "127.0.0.1"
port = 1883
tls = false
"""
LOUDSPEAKER = """\
pcm.nothing { type null }
pcm.!default { type file; slave.pcm nothing; file /var/cache/companion-voice/heard; format raw }
"""
TARGET = f"""\
[Unit]
Requires=basic.target
After=basic.target
Wants={OURS} rehearsal.service
AllowIsolate=yes
"""
INSIDE = """\
[Unit]
After=companion.service
FailureAction=exit
FailureActionExitStatus=1
SuccessAction=exit
[Service]
Type=oneshot
ExecStart={command}
StandardError=append:/inside.err
"""
PYTHON = """\
#!/bin/sh
LD_LIBRARY_PATH=/opt/python/lib PYTHONPATH=/clone:/opt/site-packages exec /opt/python/bin/{python} "$@"
"""
COMPANION = """\
#!/bin/sh
case $1 in
    play) exec "${0%/*}/python" -m tests.service_process /var/lib/companion /var/lib/companion/glass reader ;;
    *) exec "${0%/*}/python" -m companion "$@" ;;
esac
"""
"""The program with simulated wires."""


def rehearsed(place: Path, readers: str = "") -> dict[str, Any]:
    """The report of `inside.py` and the probes. Skips the test if no system can be booted.

    `readers` are settings of the box besides.
    """
    if os.geteuid() != 0 or not all(map(program, WANTED)):
        pytest.skip(BOOTS)
    with alone(), written_to_memory(place) as tree:
        boots(tree)
        installed(tree, SETTINGS + readers)
        status, said = booted(tree, "rehearsal.target")
        assert (tree / "sentences.json").exists(), said
        told: dict[str, Any] = json.loads((tree / "sentences.json").read_text("utf-8"))
        return told | {"status": status}


@contextmanager
def alone() -> Iterator[None]:
    """Two systems booted at once would share their control groups and end each other's services."""
    with (Path(gettempdir()) / "companion-rehearsal.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def written_to_memory(place: Path) -> Iterator[Path]:
    """The system's own files below a directory; writes stay in memory."""
    memory = place / "memory"
    memory.mkdir()
    if not ran("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", memory):
        pytest.skip(f"{INCAPABLE}mount a file system in memory")
    try:
        tree, upper, work = (memory / name for name in ("tree", "upper", "work"))
        for directory in (tree, upper, work):
            directory.mkdir()
        if not ran("mount", "-t", "overlay", "overlay", "-o", f"lowerdir=/,upperdir={upper},workdir={work}", tree):
            pytest.skip(f"{INCAPABLE}mount an overlay")
        try:
            yield tree
        finally:
            run("umount", tree)
    finally:
        run("umount", memory)


def boots(tree: Path) -> None:
    """Whether an empty system boots and ends here."""
    units = tree / "etc/systemd/system"
    (units / "nothing.target").write_text(TARGET.replace(f"{OURS} ", ""), "utf-8")
    (units / "rehearsal.service").write_text(INSIDE.format(command="/bin/true"), "utf-8")
    try:
        status, said = booted(tree, "nothing.target", NOTHING_S)
    except subprocess.TimeoutExpired:
        status, said = 1, "it does not end"
    if status != 0:
        pytest.skip(f"{INCAPABLE}boot a system by systemd-nspawn: {said}")


def installed(tree: Path, settings: str) -> None:
    (tree / "etc/companion").mkdir(exist_ok=True)
    (tree / "etc/companion/config.toml").write_text(settings, "utf-8")
    (tree / "etc/companion/club").mkdir(exist_ok=True)
    (tree / "etc/companion/club/box.key").write_text("secret", "utf-8")
    (tree / "etc/companion/club/box.key").chmod(0o640)
    (tree / "etc/asound.conf").write_text(LOUDSPEAKER, "utf-8")
    run("sh", ROOT / "systemd/install.sh", root=str(tree))
    (version,) = (tree / "opt/companion").glob("environment-*")
    (version / "bin").mkdir()
    for name, text in (("python", PYTHON.format(python=f"python3.{sys.version_info.minor}")), ("companion", COMPANION)):
        (version / "bin" / name).write_text(text, "utf-8")
        (version / "bin" / name).chmod(0o755)
    (version / "bin/python").rename(tree / "opt/companion/python")
    (version / "bin/python").symlink_to("/opt/companion/python")
    (version / "made-for").write_text("3 /opt/companion/python\n", "utf-8")
    (tree / "opt/companion/.venv").symlink_to(Path("/opt/companion") / version.name)
    run("systemd-sysusers", f"--root={tree}", "companion.conf")
    Store(tree / "var/lib/companion").decks.save(deck_for(BIRD_DOG, REGULARS))
    earlier = tree / "var/lib/companion/records/before.table"
    earlier.parent.mkdir()
    earlier.write_text("played", "utf-8")
    earlier.chmod(0o600)  # as earlier versions left it
    run("chroot", tree, "chown", "-R", "companion:", "/var/lib/companion")
    run("chroot", tree, "chown", ":companion-club", "/etc/companion/club/box.key")
    with_the_code(tree)
    units = tree / "etc/systemd/system"
    (units / "rehearsal.target").write_text(TARGET, "utf-8")
    command = "/opt/companion/.venv/bin/python -m tests.rehearsal.inside"
    (units / "rehearsal.service").write_text(INSIDE.format(command=command), "utf-8")


def with_the_code(tree: Path) -> None:
    """Make it readable for everybody; keep compiled modules."""
    (tree / "clone").mkdir()
    for part in ("companion", "hardware", "systemd"):
        shutil.copytree(ROOT / part, tree / "clone" / part)
    (tree / "clone/tests/rehearsal").mkdir(parents=True)
    for file in ROOT.glob("tests/*.py"):
        shutil.copy(file, tree / "clone/tests")
    for file in ROOT.glob("tests/rehearsal/*.py"):
        shutil.copy(file, tree / "clone/tests/rehearsal")
    run("chmod", "-R", "a+rX", tree / "clone")


def booted(tree: Path, target: str, within_s: float = BOOT_S) -> tuple[int, str]:
    """The exit status of a system that boots this target and ends by itself, and its complaints."""
    python, packages = Path(sys.base_prefix), Path(sysconfig.get_path("purelib"))
    binds = [f"--bind-ro={python}:/opt/python", f"--bind-ro={packages}:/opt/site-packages"]
    words = ["systemd-nspawn", "--quiet", f"--directory={tree}", "--register=no", "--keep-unit", "--private-network"]
    words.append(f"--machine=companion-{os.getpid()}")
    done = subprocess.run(  # noqa: S603 - our own words
        [*words, *binds, "--console=pipe", "--boot", f"systemd.unit={target}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="replace",
        timeout=within_s,
    )
    inside = tree / "inside.err"
    return done.returncode, done.stderr + (inside.read_text("utf-8") if inside.exists() else "")


def ran(*words: str | Path) -> bool:
    """Whether a command succeeds."""
    return subprocess.run(words, capture_output=True, check=False).returncode == 0  # noqa: S603 - our own words


def run(*words: str | Path, root: str = "") -> None:
    """Run a command that must succeed."""
    done = subprocess.run(  # noqa: S603 - our own words
        words, capture_output=True, check=False, encoding="utf-8", env={**os.environ, "ROOT": root}
    )
    assert done.returncode == 0, done.stderr
