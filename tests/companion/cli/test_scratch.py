"""The directory of a command is gone at its end, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli.scratch import scratch

PATIENCE_S = 60


@pytest.mark.parametrize(
    ("how", "number"),
    [
        (("--terminal",), signal.SIGTERM),
        (("--terminal",), signal.SIGHUP),
        ((), signal.SIGINT),
    ],
)
def test_a_table_that_is_ended_by_a_signal_leaves_no_directory(
    tmp_path: Path, how: tuple[str, ...], number: signal.Signals
) -> None:
    # a shell's job in the background begins without SIGINT
    words = ["env", "--default-signal=INT", sys.executable, "-m", "companion", "play", "--simulate", *how]
    with subprocess.Popen(  # noqa: S603 - our own words
        words,
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as table:
        assert table.stdout is not None
        assert table.stdout.readline()
        assert len(list(tmp_path.iterdir())) == 1
        table.send_signal(number)
        assert table.wait(PATIENCE_S) in {0, 128 + signal.SIGINT, 128 + signal.SIGTERM}
    assert list(tmp_path.iterdir()) == []


def ticks_of(process: str) -> int:
    """The processor time of a process that this one did not start."""
    return sum(map(int, Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[11:13]))


def test_an_arena_that_is_ended_by_a_signal_ends_its_processes_without_a_word() -> None:
    words = [sys.executable, "-m", "companion", "arena", "birddog", "--players", "easy", "--jobs", "2"]
    with subprocess.Popen([*words, "--deals", "100000"], stderr=subprocess.PIPE) as arena:  # noqa: S603 - our own words
        children = Path(f"/proc/{arena.pid}/task/{arena.pid}/children")
        deadline = time.monotonic() + PATIENCE_S
        try:
            while sum(map(ticks_of, children.read_text("ascii").split())) < 2 * os.sysconf("SC_CLK_TCK"):  # both play
                assert time.monotonic() < deadline
                time.sleep(0.05)
        finally:
            arena.terminate()
        told = arena.communicate(timeout=PATIENCE_S)[1]  # as long as any of them has it open
    assert (arena.returncode, told) == (128 + signal.SIGTERM, b"")


def test_a_directory_that_was_named_stays(tmp_path: Path) -> None:
    with scratch(str(tmp_path)) as place:
        assert place == tmp_path
    assert tmp_path.exists()
