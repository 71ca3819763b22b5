"""`make sabotage`: break a promise at one place; do its tests fail?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("sabotage.toml")
NO_PART_OF_THE_TREE = shutil.ignore_patterns(
    ".git", ".venv*", "*.egg-info", "build", "__pycache__", ".*_cache", ".hyp*"
)
PYTEST = "-m pytest -q -p no:cacheprovider -o junit_family=xunit1".split()
NO_KILL = ("ImportError", "ModuleNotFoundError", "NameError")
"""The failure of a program that does not run at all: the test says nothing about the promise."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """In `file`, `stands` becomes `breaks`; then each of `tests`, named as `path::test`, must fail."""

    promise: str
    what: str
    file: str
    stands: str
    breaks: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.promise} {self.what}"

    def broken(self, root: Path) -> str:
        """The file with its one place changed. Raises ValueError if the list is stale or breaks nothing."""
        text = (root / self.file).read_text("utf-8")
        if (count := text.count(self.stands)) != 1:
            raise ValueError(f"{self}: stands {count} times in {self.file}: {self.stands!r}")
        if self.stands == self.breaks:
            raise ValueError(f"{self}: breaks nothing")
        broken = text.replace(self.stands, self.breaks)
        if self.file.endswith(".py"):
            _compiled(self, broken)
        return broken


def _compiled(breakage: Breakage, text: str) -> None:
    try:
        compile(text, breakage.file, "exec", dont_inherit=True)
    except SyntaxError as fault:
        raise ValueError(f"{breakage}: {breakage.file} does not compile: {fault}") from fault


class Outcome(Enum):
    """The result of a test; one with several parameters fails if one of them does."""

    PASSED = "passed"
    FAILED = "failed"
    NO_TEST = "did not run"


def read(path: Path = LIST) -> list[Breakage]:
    """The list of breakages."""
    told = tomllib.loads(path.read_text("utf-8"))["breakage"]
    return [Breakage(**{**entry, "tests": tuple(entry["tests"])}) for entry in told]


def outcomes(root: Path, tests: Iterable[str]) -> Mapping[str, Outcome]:
    """The outcome of each of these tests in this tree."""
    wanted = sorted(set(tests))
    report = root / "sabotage.xml"
    arguments = [*PYTEST, f"--junitxml={report}", *profile(root), *wanted]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run([sys.executable, *arguments], cwd=root, env=environment, check=False, capture_output=True)  # noqa: S603
    if not report.exists():
        raise ChildProcessError(run.stderr.decode("utf-8", "replace"))
    cases = list(ET.parse(report).iter("testcase"))  # noqa: S314 - our own report
    return {name: _outcome([case for case in cases if _name(case) == name]) for name in wanted}


def profile(root: Path) -> list[str]:
    """Without shrinking: `conftest.py` has a profile for that."""
    return ["--hypothesis-profile=sabotage"] if (root / "tests/conftest.py").is_file() else []


def _name(case: ET.Element) -> str:
    return f"{case.get('file')}::{case.get('name', '').partition('[')[0]}"


def _outcome(cases: list[ET.Element]) -> Outcome:
    failures = [failure.get("message", "") for case in cases for failure in case.iter("failure")]
    if any(not message.startswith(NO_KILL) for message in failures):
        return Outcome.FAILED
    if failures or any(case.find("error") is not None for case in cases):
        return Outcome.NO_TEST
    return Outcome.PASSED if any(case.find("skipped") is None for case in cases) else Outcome.NO_TEST


def alive(root: Path, breakage: Breakage, unbroken: Mapping[str, Outcome]) -> str:
    """Why this breakage may go unnoticed; empty: each of its tests fails."""
    if red := [test for test in breakage.tests if unbroken[test] is not Outcome.PASSED]:
        return f"without it, {_told(red, unbroken)}"
    with TemporaryDirectory() as place:
        copy = copied(root, Path(place))
        (copy / breakage.file).write_text(breakage.broken(copy), "utf-8")
        broken = outcomes(copy, breakage.tests)
    return _told([test for test in breakage.tests if broken[test] is not Outcome.FAILED], broken)


def _told(tests: Iterable[str], ended: Mapping[str, Outcome]) -> str:
    return ", ".join(f"{test} {ended[test].value}" for test in tests)


def copied(root: Path, place: Path) -> Path:
    """A copy of the tree without build products."""
    place.chmod(0o755)  # some tests run as another user
    return Path(shutil.copytree(root, place / "tree", ignore=NO_PART_OF_THE_TREE))


def try_all(root: Path, breakages: list[Breakage]) -> dict[Breakage, str]:
    """The unnoticed breakages, each with the reason. Raises ValueError before any run if the list is stale."""
    for breakage in breakages:
        breakage.broken(root)
    with TemporaryDirectory() as place:
        unbroken = outcomes(copied(root, Path(place)), (test for breakage in breakages for test in breakage.tests))
    with ThreadPoolExecutor(os.cpu_count()) as several:
        reasons = several.map(lambda breakage: _tried(root, breakage, unbroken), breakages)
        return {breakage: why for breakage, why in zip(breakages, reasons, strict=True) if why}


def _tried(root: Path, breakage: Breakage, unbroken: Mapping[str, Outcome]) -> str:
    why = alive(root, breakage, unbroken)
    sys.stdout.write(f"{'ALIVE ' if why else 'killed'} {breakage}{f': {why}' if why else ''}\n")
    return why


def main(words: list[str]) -> int:
    """0: all were noticed."""
    chosen = [breakage for breakage in read() if not words or any(word in str(breakage).split() for word in words)]
    left = try_all(ROOT, chosen)
    print(f"{len(chosen)} breakages, {len(chosen) - len(left)} killed, {len(left)} alive")  # noqa: T201
    return bool(left) or not chosen


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
