"""An update that is cut off anywhere, or does not come up, leaves a whole version that runs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SWITCH = Path(__file__).parents[1] / "systemd" / "switch.sh"
OLD, NEW = "environment-1", "environment-2"
TOOLS = ("ln", "mv", "rm", "systemctl")
STEPS = 5
"""So many commands change something in an update that goes well: ln, mv, restart, rm, and one spare."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """What lies in /opt/companion once the new environment is made; `tools` stand before those of the system."""
    for name in (OLD, NEW):
        (tmp_path / name).mkdir()
    (tmp_path / ".venv").symlink_to(tmp_path / OLD)
    (tmp_path / "tools").mkdir()
    for name in TOOLS:
        tool = tmp_path / "tools" / name
        tool.write_text(f'#!/bin/sh\n. "{tmp_path}/each"\n' + (MANAGER if name == "systemctl" else CALLED), "utf-8")
        tool.chmod(0o755)
    (tmp_path / "each").write_text("", "utf-8")
    return tmp_path


CALLED = 'PATH=/usr/bin:/bin exec "$(basename "$0")" "$@"\n'
MANAGER = """home=$(dirname "$0")/..
case "$*" in
    is-active*) cat "$home/state"; exit ;;
    restart*) readlink "$home/.venv" >>"$home/started" ;;
esac
! grep -qs "$(readlink "$home/.venv")" "$home/broken"
"""
"""A service manager: `state` says how the service was, `broken` with which environment it does not come up."""


def switched(home: Path, *, was: str = "active", broken: str = "", cut_after: int = 99) -> int:
    """The exit status of an update; it is killed in the step after so many that change something."""
    (home / "state").write_text(f"{was}\n", "utf-8")
    (home / "broken").write_text(f"{home / broken}\n" if broken else "", "utf-8")
    (home / "steps").write_text("", "utf-8")
    (home / "each").write_text(
        f'case "$*" in is-active*) ;; *) echo . >>"{home}/steps"\n'
        f'[ "$(wc -l <"{home}/steps")" -le {cut_after} ] || kill -9 $PPID $$ ;; esac\n',
        "utf-8",
    )
    path = f"{home / 'tools'}:/usr/bin:/bin"
    shell = shutil.which("sh") or "/bin/sh"
    done = subprocess.run([shell, SWITCH, home, home / NEW], env={"PATH": path}, check=False, capture_output=True)  # noqa: S603 - our own words
    return done.returncode


def in_use(home: Path) -> str:
    """The environment that a start would take; there must be one."""
    assert (home / ".venv").resolve(strict=True).is_dir()
    return (home / ".venv").resolve().name


def test_the_old_version_goes_when_the_new_one_runs(home: Path) -> None:
    assert switched(home) == 0
    assert in_use(home) == NEW
    assert not (home / OLD).exists()


def test_a_new_version_that_does_not_come_up_gives_way_to_the_old_one(home: Path) -> None:
    assert switched(home, broken=NEW) == 1
    assert in_use(home) == OLD
    assert not (home / NEW).exists()
    assert [Path(line).name for line in (home / "started").read_text("utf-8").split()] == [NEW, OLD]


def test_a_table_that_did_not_run_before_is_no_proof_against_the_new_version(home: Path) -> None:
    assert switched(home, was="failed", broken=NEW) == 0
    assert in_use(home) == NEW


@pytest.mark.parametrize("broken", ["", NEW], ids=["good", "bad"])
@pytest.mark.parametrize("steps", range(STEPS + 3))
def test_wherever_it_is_cut_off_a_whole_version_is_there_and_the_next_update_goes_well(
    home: Path, steps: int, broken: str
) -> None:
    status = switched(home, broken=broken, cut_after=steps)
    assert status == -9 or steps >= STEPS - 1
    assert in_use(home) in {OLD, NEW}
    (home / NEW).mkdir(exist_ok=True)  # the next update makes it anew
    assert switched(home) == 0
    assert in_use(home) == NEW
