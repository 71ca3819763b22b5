"""Python is another one underneath: the panel says what to do, and commands need no home directory."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.runtime import splash
from companion.runtime.service import run_table
from companion.runtime.simulated_devices import simulation_of
from companion.screens.layouts import draw
from companion.screens.picture import Picture
from companion.screens.templates import fill
from companion.screens.words import OUTDATED
from companion.settings.schema import DEFAULTS
from companion.storage.records import Store
from companion.tags.tag_decks import Shelf
from tests.needs import needs_another_user
from tests.storage.straced import strace
from tests.test_install import install
from tests.torture import every_so_many

SYSTEM = (
    "mount -t tmpfs none /dev && mknod -m 666 /dev/null c 1 3 && : >/dev/i2c-1 && cd {root} && exec {traced} {start}"
)
"""The panel's bus is a file here, which takes what is written, and the call that names the chip is let through."""
WRITTEN = re.compile(r'write\(\d+, "((?:\\x[0-9a-f]{2})*)", \d+\)')


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("installed")
    (place / "etc").mkdir()
    install(place)
    return place


@pytest.fixture
def box(installed: Path, tmp_path: Path) -> Path:
    """A version as the installer leaves it, with a program, and data as a table leaves them."""
    shutil.copytree(installed, tmp_path, symlinks=True, dirs_exist_ok=True)
    (version,) = (tmp_path / "opt/companion").glob("environment-*")
    (version / "bin").mkdir()
    _, python = (version / "made-for").read_text("utf-8").split()
    (version / "bin/python").symlink_to(python)
    (version / "bin/companion").write_text('#!/bin/sh\necho "runs $*"\n', "utf-8")
    (version / "bin/companion").chmod(0o755)
    (tmp_path / "data").mkdir()
    run_table(Store(tmp_path / "data"), Shelf(), simulation_of().devices, lambda: True)
    return version


def gone(python: Path) -> None:
    python.unlink()


def another(python: Path) -> None:
    python.unlink()
    python.symlink_to("/bin/false")


def leads_nowhere(python: Path) -> None:
    python.unlink()
    python.symlink_to("/usr/bin/python3.1")


def started(version: Path) -> tuple[str, list[bytes]]:
    """What the unit's start says, and what the panel is sent; it is ended when it waits."""
    data, log = version.parents[2] / "data", version / "log"
    calls = "-P /dev/i2c-1 -e inject=ioctl:retval=0 -e trace=write,ioctl"
    traced = f"{strace()} -f -qq -X raw -xx -s 4096 -o {log} {calls}"
    words = SYSTEM.format(root=version, traced=traced, start=f"{version}/start play --data {data}")
    ran = subprocess.run(  # noqa: S603 - our own words
        ("/usr/bin/unshare", "-m", "timeout", "2", "sh", "-c", words),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if "mount" in ran.stderr:
        pytest.skip(f"a mount wants root: {ran.stderr}")
    told = log.read_text("ascii") if log.exists() else ""
    assert ("0x703, 0x3c" in told) == bool(WRITTEN.search(told))
    sent = [bytes.fromhex(raw.replace(r"\x", "")) for raw in WRITTEN.findall(told)]
    return ran.stdout + ran.stderr, sent


def test_with_its_python_the_program_is_started_with_its_words(box: Path) -> None:
    said, sent = started(box)
    assert (said, sent) == (f"runs play --data {box.parents[2] / 'data'}\n", [])


@pytest.mark.parametrize("replaced", every_so_many(2, (another, gone, leads_nowhere)), ids=lambda way: way.__name__)
def test_without_its_python_the_panel_says_that_the_companion_is_to_be_installed(
    box: Path, replaced: Callable[[Path], None]
) -> None:
    replaced(box / "bin/python")
    said, sent = started(box)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert said.startswith(f"companion: it was installed for Python {version}, ")
    assert said.endswith("run sudo make install\n")
    assert seen(sent) == draw(fill(OUTDATED, version=version))


def seen(sent: list[bytes]) -> Picture:
    wires = simulation_of()
    for message in sent:
        wires.i2c.write(DEFAULTS.panel.address, message)
    return Picture(wires.panel.picture())


def test_a_spoilt_picture_is_not_sent(box: Path) -> None:
    gone(box / "bin/python")
    file = box.parents[2] / "data" / splash.OUTDATED
    content = file.read_bytes()
    file.write_bytes(content.replace(b"1 3c", b"1 68", 1))
    said, sent = started(box)
    assert ("run sudo make install" in said, sent) == (True, [])


# ---------------------------------------------------------------- without a home


WITHOUT_HOME = (("config", "show"), ("decks", "list"), ("history",), ("games",), ("rules", "birddog"))
AS_USER = """
import os, sys
from importlib import import_module
from companion.cli.main import main
for name in ("cli.config", "cli.decks", "cli.history", "cli.games", "cli.rules", "parts.readers.mfrc522"):
    import_module(f"companion.{name}")  # this user may not read Python itself
os.setgroups([])
os.setgid(54321)
os.setuid(54321)
sys.exit(main(sys.argv[1:]))
"""


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env={}, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own words


@pytest.mark.parametrize("words", WITHOUT_HOME, ids=lambda words: words[0])
def test_commands_need_no_home_in_the_environment(tmp_path: Path, words: tuple[str, ...]) -> None:
    data = ("--data", str(tmp_path)) if words[0] in {"decks", "history"} else ()
    ran = asked(sys.executable, "-m", "companion", *words, *data)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("words", WITHOUT_HOME, ids=lambda words: words[0])
def test_a_user_of_no_name_and_no_home_names_the_place(words: tuple[str, ...]) -> None:
    needs_another_user()
    ran = asked(sys.executable, "-c", AS_USER, *words)
    if words[0] in {"decks", "history"}:
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.endswith("this user has no home directory. Name the place: --data DIR\n")
    else:
        assert (ran.returncode, ran.stderr) == (0, "")
