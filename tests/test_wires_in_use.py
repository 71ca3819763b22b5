"""A second program that wants the wires of a running table: refused by name, and nothing of the first is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.runtime import splash
from companion.settings.schema import DEFAULTS
from tests.wire_process import made

ROOT = Path(__file__).parents[1]
LONG_S = 60.0
WRONG = '[panel]\nkind = "sh1107"\n'


@dataclass(frozen=True)
class Ended:
    """How a program ended: its exit status, what it said, and what it told the wires."""

    status: int
    said: str
    wires: list[str]


@dataclass(frozen=True)
class Pi:
    """A computer with the nodes of a Pi below a directory."""

    root: Path

    @property
    def log(self) -> Path:
        return self.root / "log"

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """`companion` with these words."""
        return subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, str(self.root / "companion"), str(self.root), str(self.log), *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_CONFIG": "", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def ended(self, *words: str) -> Ended:
        """`companion` with these words, run to its end."""
        with self.start(*words) as program:
            try:
                out, err = program.communicate(timeout=LONG_S)
            finally:
                program.kill()
        return Ended(program.returncode, out + err, self.told(program))

    def told(self, program: subprocess.Popen[str]) -> list[str]:
        """What the wires were told by this program."""
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [line.partition(" ")[2] for line in lines if line.startswith(f"{program.pid} ")]


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    return Pi(made(tmp_path_factory.mktemp("pi")))


@pytest.fixture(scope="module")
def table(pi: Pi) -> Iterator[subprocess.Popen[str]]:
    yield from running(pi)


@pytest.fixture
def short(tmp_path: Path) -> Iterator[tuple[Pi, subprocess.Popen[str]]]:
    """A computer of its own, and its table."""
    pi = Pi(made(tmp_path))
    for table in running(pi):
        yield pi, table


def running(pi: Pi) -> Iterator[subprocess.Popen[str]]:
    """A table whose panel, reader and pins have been used."""
    table = pi.start("play", "--data", str(pi.root / "first"))
    until = time.monotonic() + LONG_S
    try:
        while not {"i2c-1", "spidev0.0", "gpiochip0"} <= {line.split()[0] for line in pi.told(table)}:
            assert table.poll() is None, table.communicate()
            assert time.monotonic() < until, pi.told(table)
            time.sleep(0.05)
        yield table
    finally:
        table.kill()
        table.communicate()


def refusal(pi: Pi, table: subprocess.Popen[str]) -> str:
    words = f"{pi.root} {pi.log} play --data {pi.root / 'first'}"
    return f"/dev/i2c-1: in use by companion {words} (pid {table.pid})"


@pytest.mark.parametrize("words", [("play",), ("enrol", "french")], ids="-".join)
def test_a_second_table_is_refused_with_the_name_of_the_first_and_touches_nothing(
    pi: Pi, table: subprocess.Popen[str], words: tuple[str, ...]
) -> None:
    second = pi.ended(*words, "--data", str(pi.root / "second"))
    assert second.status == 69
    assert refusal(pi, table) in second.said
    assert "sudo systemctl stop companion" in second.said
    assert second.wires == []
    assert table.poll() is None


def test_the_doctor_of_another_directory_names_the_table_and_asks_no_wire(pi: Pi, table: subprocess.Popen[str]) -> None:
    visit = pi.ended("doctor", "--no-questions", "--json", "--data", str(pi.root / "second"))
    assert visit.status == 1
    assert refusal(pi, table) in visit.said
    assert visit.wires == []


@pytest.mark.parametrize(
    ("words", "settings", "status"),
    [
        (("play",), WRONG, 78),
        (("enrol", "french"), WRONG, 78),
        (("decks",), WRONG, 78),
        (("play",), "data.directory = '{root}/first'\n", 2),
    ],
    ids=["play", "enrol", "decks", "the-same-directory"],
)
def test_why_a_program_cannot_start_is_not_written_over_the_picture_of_a_running_table(
    pi: Pi, table: subprocess.Popen[str], words: tuple[str, ...], settings: str, status: int
) -> None:
    file = pi.root / "config.toml"
    file.write_text(settings.format(root=pi.root), "utf-8")
    second = pi.ended(*words, "--config", str(file))
    assert (second.status, second.wires) == (status, [])
    assert table.poll() is None


@pytest.mark.parametrize("data", ["first", "second"])
def test_a_service_that_is_refused_neither_lights_its_splash_nor_says_so_on_the_panel(
    pi: Pi, table: subprocess.Popen[str], data: str
) -> None:
    (pi.root / data).mkdir(exist_ok=True)
    splash.save(pi.root / data, DEFAULTS.panel, [b"\x00\xae"])
    with pi.start("play", "--data", str(pi.root / data), NOTIFY_SOCKET=str(pi.root / "nowhere")) as service:
        _, said = service.communicate(timeout=LONG_S)
    assert table.poll() is None
    assert ("in use by" if data == "second" else "another companion is at work") in said
    assert pi.told(service) == []


def test_the_first_goes_on_and_is_the_last_on_its_panel(short: tuple[Pi, subprocess.Popen[str]]) -> None:
    pi, table = short
    pi.ended("play", "--data", str(pi.root / "second"))
    before = len(pi.told(table))
    table.send_signal(signal.SIGTERM)
    table.communicate(timeout=LONG_S)
    assert table.returncode == 0
    assert any(line.startswith("i2c-1") for line in pi.told(table)[before:])


def test_once_the_first_is_gone_even_by_a_kill_the_wires_are_free(short: tuple[Pi, subprocess.Popen[str]]) -> None:
    pi, table = short
    table.kill()
    table.communicate()
    visit = pi.ended("doctor", "--no-questions", "--data", str(pi.root / "second"))
    assert "✓ companions" in visit.said
    assert any(line.startswith("i2c-1") for line in visit.wires)
