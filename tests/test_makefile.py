"""What make does with an environment whose Python is gone or another, without a network, and with a clone's command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SAYS = '#!/bin/sh\n[ "$1" = -m ] && [ "$2" = pip ] || exit 0\necho "{told}" >&2\nexit 1\n'
"""A Python that finds its packages, and whose pip fails."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/.made").touch()
    return tmp_path


def make(clone: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own words
        ["make", "--no-print-directory", *words],  # noqa: S607 - whichever make there is
        cwd=clone,
        env={**os.environ, "HOME": str(clone), "MAKEFLAGS": ""},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def python_of(clone: Path, script: str) -> None:
    python = clone / ".venv/bin/python"
    python.write_text(script, "utf-8")
    python.chmod(0o755)


@pytest.mark.parametrize("python", ["gone", "another"])
def test_an_environment_whose_python_is_gone_or_another_is_made_anew(clone: Path, python: str) -> None:
    if python == "another":  # as after an upgrade: it runs, and looks for its packages elsewhere
        python_of(clone, "#!/bin/sh\nexit 1\n")
    told = make(clone, "--dry-run", "play").stdout
    assert told.startswith("The Python of .venv/ was upgraded or is gone: what lies there is made anew.\n")
    assert "python3 -m venv" in told
    assert not (clone / ".venv").exists()


def test_an_environment_that_is_well_stays(clone: Path) -> None:
    python_of(clone, "#!/bin/sh\nexit 0\n")
    told = make(clone, "--dry-run", "play").stdout
    assert "anew" not in told
    assert (clone / ".venv/.made").exists()


@pytest.mark.parametrize("there", ["smartcard", "segno", ""])
def test_where_debian_has_what_a_reader_wants_an_environment_of_before_sees_it(clone: Path, there: str) -> None:
    python_of(clone, "#!/bin/sh\nexit 0\n")
    config = clone / ".venv/pyvenv.cfg"
    config.write_text("home = /usr/bin\ninclude-system-site-packages = false\n", "utf-8")
    if there:
        (clone / "debian" / there).mkdir(parents=True)
    assert make(clone, "play", "DEBIAN=debian").returncode == 0
    assert ("include-system-site-packages = true" in config.read_text("utf-8")) is bool(there)


def test_without_a_network_one_sentence_is_told(clone: Path) -> None:
    python_of(clone, SAYS.format(told="WARNING: Retrying after connection broken by 'NewConnectionError'"))
    ran = make(clone, "play")
    assert ran.returncode
    assert ran.stdout == "No package can be had: the first time this needs a network. Then say it once more.\n"


def test_another_fault_of_pip_is_shown_as_it_is(clone: Path) -> None:
    python_of(clone, SAYS.format(told="ERROR: the card is full"))
    assert make(clone, "play").stdout == "ERROR: the card is full\n"


def test_the_command_of_a_clone_is_found_by_a_new_terminal_and_goes_with_it(clone: Path) -> None:
    python_of(clone, "#!/bin/sh\nexit 0\n")
    assert "~/.profile" in make(clone, "command").stdout
    link = clone / ".local/bin/companion"
    assert link.readlink() == clone / ".venv/bin/companion"
    make(clone, "clean")
    assert not link.is_symlink()
    link.symlink_to("/usr/bin/true")  # somebody else's
    make(clone, "clean")
    assert link.is_symlink()


def test_torture_runs_the_files_that_leave_something_to_it(clone: Path) -> None:
    (clone / "tests").mkdir()
    (clone / "tests/test_long.py").write_text("from tests.torture import TORTURE\n", "utf-8")
    (clone / "tests/test_short.py").write_text("import pytest\n", "utf-8")
    told = make(clone, "--dry-run", "torture").stdout
    assert "--timeout=0 tests/test_long.py\n" in told


def test_whatever_is_left_to_torture_is_found_by_make() -> None:
    asking = {
        path for path in ROOT.glob("tests/**/*.py") if re.search(r"tests[. ](import )?torture", path.read_text("utf-8"))
    }
    elsewhere = {ROOT / "tests" / name for name in ("conftest.py", "test_makefile.py")}
    for path in asking - elsewhere:
        assert path.name.startswith("test_"), path
        assert re.search("^from tests.torture import", path.read_text("utf-8"), re.MULTILINE), path
