"""An update that is cut off anywhere, or does not come up, leaves a whole version that runs, with its own units."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.needs import FILE_SYSTEM
from tests.promises import INCAPABLE
from tests.torture import so_many

SWITCH = Path(__file__).parents[1] / "systemd" / "switch.sh"
FIRST, OLD, NEW = "environment-1", "environment-2", "environment-3"
TOOLS = ("ln", "mv", "rm", "sync", "systemctl")
UNITS = ("companion.service", "companion-scoreboard.socket")
STEPS = 25
"""More commands than an update has that change something."""
FILES = so_many(5, 487)
"""Of a version; an environment with everything in it has 487 and more."""

SHELL = shutil.which("sh") or "/bin/sh"
CALLED = 'PATH=/usr/bin:/bin exec "$(basename "$0")" "$@"\n'
MANAGER = """tools=$(dirname "$0")
case "$*" in
    is-system-running) cat "$tools/system"; exit ;;
    is-active*) cat "$tools/state"; exit ;;
    restart*) ;;
    *) exit ;;
esac
unit=$tools/run/companion.service
[ -e "$unit" ] || unit=$(cat "$tools/home")/.venv/units/companion.service
cat "$unit" >>"$tools/started"
! grep -qsxf "$unit" "$tools/broken" || { echo failed >"$tools/state"; exit 1; }
echo active >"$tools/state"
"""
"""A service manager: units in `run` win over the installed ones, `state` says how the service is, `broken` names the
versions that do not come up."""


@dataclass
class Box:
    """What an update sees: its home, and the tools that stand before those of the system."""

    home: Path
    tools: Path
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        (self.tools / "home").write_text(str(self.home), "utf-8")
        (self.tools / "run").mkdir()
        for name in TOOLS:
            tool = self.tools / name
            tool.write_text(
                f'#!/bin/sh\n. "{self.tools}/each"\n' + (MANAGER if name == "systemctl" else CALLED), "utf-8"
            )
            tool.chmod(0o755)

    def makes(self, version: str) -> None:
        """What the installer leaves for the switch: whole, and nothing of it synced."""
        shutil.rmtree(self.home / version, ignore_errors=True)
        (self.home / version / "units").mkdir(parents=True)
        for unit in UNITS:
            (self.home / version / "units" / unit).write_text(f"{version}\n", "utf-8")
        for number in range(FILES):
            (self.home / version / f"file-{number}.py").write_text(version * 100, "utf-8")

    def in_use(self, version: str, *, ready: bool = True, proven: bool = True) -> None:
        """This version is installed."""
        self.makes(version)
        (self.home / version / "installed-in").write_text("an earlier boot\n" if proven else BOOT, "utf-8")
        (self.home / ".venv").symlink_to(self.home / version)
        if ready:
            (self.home / ".ready").symlink_to(self.home / version)

    def switched(
        self, *, was: str = "active", broken: tuple[str, ...] = (), each: str = "", system: str = "running"
    ) -> int:
        """The exit status of an update to NEW; `each` is done before every step that changes something."""
        for name, text in {
            "state": f"{was}\n",
            "system": f"{system}\n",
            "broken": "\n".join((*broken, "")),
            "started": "",
        }.items():
            (self.tools / name).write_text(text, "utf-8")
        (self.tools / "each").write_text(f'case "$*" in is-*) ;; *) {each or ":"}\n;; esac\n', "utf-8")
        done = subprocess.run(  # noqa: S603 - our own words
            [SHELL, SWITCH, self.home, self.home / NEW],
            env={"PATH": f"{self.tools}:/usr/bin:/bin", "TRIAL": str(self.tools / "run")},
            check=False,
            capture_output=True,
        )
        return done.returncode

    def cut_after(self, steps: int) -> str:
        """The shell's words for a power cut in this step."""
        (self.tools / "steps").write_text("", "utf-8")
        return f'echo . >>"{self.tools}/steps"; [ "$(wc -l <"{self.tools}/steps")" -le {steps} ] || kill -9 $PPID $$'

    @property
    def started(self) -> list[str]:
        """The versions that the service manager has started, in order."""
        return (self.tools / "started").read_text("utf-8").split()

    @property
    def versions(self) -> set[str]:
        return {path.name for path in self.home.glob("environment-*")}


BOOT = Path("/proc/sys/kernel/random/boot_id").read_text("utf-8")


def boots(home: Path) -> str:
    """The version that the next boot takes; all of it is there, and its units."""
    version = home / (home / ".venv").readlink().name
    whole(version)
    return version.name


def whole(version: Path) -> None:
    for unit in UNITS:
        assert (version / "units" / unit).read_text("utf-8") == f"{version.name}\n"
    for number in range(FILES):
        assert (version / f"file-{number}.py").read_text("utf-8") == version.name * 100


@pytest.fixture
def box(tmp_path: Path) -> Box:
    (tmp_path / "home").mkdir()
    (tmp_path / "tools").mkdir()
    box = Box(tmp_path / "home", tmp_path / "tools")
    box.in_use(OLD)
    box.makes(NEW)
    return box


def test_the_old_version_stays_until_the_new_one_was_ready_after_a_boot(box: Box) -> None:
    box.makes(FIRST)
    assert box.switched() == 0
    assert (boots(box.home), box.versions) == (NEW, {OLD, NEW})
    again = box.home / "environment-4"
    (box.home / NEW).rename(again)
    for link in (".venv", ".ready"):
        (box.home / link).unlink()
        (box.home / link).symlink_to(again)
    box.makes(NEW)
    assert box.switched() == 0  # in the same boot: OLD is the last that came up by itself
    assert box.versions == {OLD, "environment-4", NEW}
    (box.home / NEW / "installed-in").write_text("an earlier boot\n", "utf-8")
    (box.home / NEW).rename(box.home / "environment-5")
    for link in (".venv", ".ready"):
        (box.home / link).unlink()
        (box.home / link).symlink_to(box.home / "environment-5")
    box.makes(NEW)
    assert box.switched() == 0
    assert box.versions == {"environment-5", NEW}


def test_a_new_version_that_does_not_come_up_gives_way_to_the_old_one_and_its_units(box: Box) -> None:
    assert box.switched(broken=(NEW,)) == 1
    assert (boots(box.home), box.versions) == (OLD, {OLD})
    assert box.started == [NEW, OLD]
    assert not list((box.tools / "run").iterdir())


@pytest.mark.parametrize("was", ["inactive", "failed", "activating"])
def test_while_the_table_does_not_run_nothing_is_deleted(box: Box, was: str) -> None:
    box.makes(FIRST)
    assert box.switched(was=was) == 0
    assert (boots(box.home), box.versions) == (NEW, {FIRST, OLD, NEW})


@pytest.mark.parametrize("was", ["inactive", "failed", "activating"])
def test_the_version_that_was_ready_last_stays_also_where_it_does_not_run_now(box: Box, was: str) -> None:
    box.makes(FIRST)
    assert box.switched(was=was, broken=(NEW,)) == 1
    assert (boots(box.home), box.versions) == (OLD, {FIRST, OLD, NEW})


def test_a_table_that_was_never_ready_is_no_proof_against_the_new_version(box: Box) -> None:
    (box.home / ".ready").unlink()
    assert box.switched(was="activating", broken=(NEW,)) == 0
    assert (boots(box.home), box.versions) == (NEW, {OLD, NEW})


def test_in_an_image_no_service_manager_is_asked(box: Box) -> None:
    assert box.switched(was="inactive", broken=(NEW,), system="offline") == 0
    assert (boots(box.home), box.started) == (NEW, [])


@pytest.mark.parametrize("broken", [(), (NEW,)], ids=["good", "bad"])
@pytest.mark.parametrize("was", so_many(["active"], ["active", "failed"]))
def test_wherever_it_is_cut_off_a_whole_version_is_there_and_the_next_update_goes_well(
    tmp_path: Path, was: str, broken: tuple[str, ...]
) -> None:
    for steps in range(STEPS):
        place = tmp_path / str(steps)
        (place / "home").mkdir(parents=True)
        (place / "tools").mkdir()
        box = Box(place / "home", place / "tools")
        box.in_use(OLD)
        box.makes(NEW)
        status = box.switched(was=was, broken=broken, each=box.cut_after(steps))
        assert boots(box.home) in ({OLD} if broken else {OLD, NEW})
        shutil.rmtree(box.tools / "run")  # it lies in memory
        (box.tools / "run").mkdir()
        if status != -9:
            assert status == len(broken)
            return
        if boots(box.home) == OLD:
            box.makes(NEW)  # the next update makes it anew
            assert box.switched() == 0
            assert boots(box.home) == NEW
    pytest.fail(f"an update has more than {STEPS} steps")


# ---------------------------------------------------------------- on a card that has what was synced


MKFS, MOUNT, UMOUNT = (
    shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin") or "" for name in ("mkfs.ext4", "mount", "umount")
)


def run(*words: str) -> bool:
    return subprocess.run(words, capture_output=True, check=False).returncode == 0  # noqa: S603 - our own words


@dataclass
class Card:
    """A file system in a file, and the copies of it that were made: each is what a power cut would have left."""

    image: Path
    mounted: Path
    copies: Path

    @contextmanager
    def after_the_boot(self, copy: Path) -> Iterator[Path]:
        """A copy as the boot finds it that follows the cut."""
        at = self.copies / "mounted"
        at.mkdir(exist_ok=True)
        assert run(MOUNT, "-o", "loop", str(copy), str(at))
        try:
            yield at
        finally:
            assert run(UMOUNT, str(at))

    @property
    def each(self) -> str:
        """The shell's words for: names go to the card, as they do every five seconds; then the power is cut."""
        return (
            f'date >"{self.mounted}/other"; /bin/sync "{self.mounted}/other"; '
            f'cp --sparse=always "{self.image}" "{self.copies}/$(date +%s%N).card"'
        )


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    if not (MKFS and MOUNT and UMOUNT) or os.geteuid() != 0:
        pytest.skip(FILE_SYSTEM)
    card = Card(tmp_path / "card", tmp_path / "mounted", tmp_path / "copies")
    card.mounted.mkdir()
    card.copies.mkdir()
    with card.image.open("wb") as image:
        image.truncate(16 << 20)
    assert run(MKFS, "-q", "-O", "^resize_inode", str(card.image))
    if not run(MOUNT, "-o", "loop", str(card.image), str(card.mounted)):
        pytest.skip(f"{INCAPABLE}mount a file as a file system (mount -o loop)")
    yield card
    assert run(UMOUNT, str(card.mounted))


@pytest.mark.parametrize("broken", [(), (NEW,)], ids=["good", "bad"])
@pytest.mark.parametrize("was", so_many(["active", "failed"], ["active", "inactive", "activating", "failed"]))
def test_after_a_power_cut_at_any_step_a_whole_version_is_on_the_card(
    card: Card, tmp_path: Path, was: str, broken: tuple[str, ...]
) -> None:
    home, tools = card.mounted / "home", tmp_path / "tools"
    home.mkdir()
    tools.mkdir()
    box = Box(home, tools)
    box.in_use(OLD)
    box.makes(FIRST)
    assert run("/bin/sync", "-f", str(home))
    box.makes(NEW)
    box.switched(was=was, broken=broken, each=card.each)
    assert run("/bin/sh", "-c", card.each)
    seen = []
    for copy in sorted(card.copies.glob("*.card")):
        with card.after_the_boot(copy) as mounted:
            seen.append(boots(mounted / "home"))
            whole(mounted / "home" / OLD)  # it was ready; the new one has seen no boot
    assert len(seen) > 5
    assert seen == sorted(seen)
    assert seen[-1] == (OLD if broken else NEW)
