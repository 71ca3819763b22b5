"""The process in which a game of a stranger is tried: it ends with who started it, and stays one process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from companion.cli.games import TRIAL
from companion.plugins import trial
from companion.plugins.install import Candidate
from companion.plugins.trial import describe_by_trial
from companion.plugins.wheel import UnfitWheelError
from tests.patience import until
from tests.plugins import MODULES, unpacked, wheel
from tests.promises import ROOT
from tests.torture import every_so_many, only_with_torture

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

SOON_S = 30
SLEEPS = "import time\ntime.sleep(3600)\n"
SPINS = "while True: pass\n"
STAYS = f"import ctypes, signal\nctypes.CDLL(None).prctl(1, 0)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n{SLEEPS}"
"""It asks the kernel not to end it when its parent dies (PR_SET_PDEATHSIG)."""


def processes() -> Iterator[tuple[int, int, str]]:
    """Every living process: its number, that of its parent, its command."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found = re.match(r"\d+ \(.*\) (\w) (\d+)", (place / "stat").read_text("utf-8", "replace"), re.DOTALL)
            assert found is not None
            if found[1] not in "ZX":
                yield int(place.name), int(found[2]), (place / "cmdline").read_text("utf-8", "replace")


def below(parent: int) -> dict[int, str]:
    """The processes that this one has started, and those that they have started, with their commands."""
    of: dict[int, list[tuple[int, str]]] = {}
    for number, above, command in processes():
        of.setdefault(above, []).append((number, command))
    found: dict[int, str] = {}
    waiting = [parent]
    while waiting:
        for number, command in of.get(waiting.pop(), []):
            found[number] = command
            waiting.append(number)
    return found


def is_tried(command: str) -> bool:
    return command.startswith(sys.executable) and TRIAL in command


AS_MODULE = ("-m", "companion")
AS_NO_ROOT = (
    "-c",
    "import os, sys; os.geteuid = lambda: 1000; from companion.cli.main import main; sys.exit(main(sys.argv[1:]))",
)
"""The program, which takes itself for that of a user who is not root."""


def hears_interrupts() -> None:
    """Before the program begins: whoever starts the tests in the background may have made them deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def installs(tmp_path: Path, entry: str, program: tuple[str, ...]) -> tuple[subprocess.Popen[bytes], dict[int, str]]:
    """`companion games install` of a game whose trial never ends, at that moment, with the processes below it."""
    path = wheel(tmp_path, {**MODULES, "highcard/entry.py": entry})
    command = [sys.executable, "-P", *program, "games", "install", str(path)]
    known = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "COMPANION_GAMES": str(tmp_path / "games")}
    started = subprocess.Popen(  # noqa: S603 - our own words
        command,
        env=known,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=hears_interrupts,  # noqa: PLW1509 - no thread of the tests runs here
    )
    assert until(lambda: any(map(is_tried, below(started.pid).values())))
    sleep(0.5)  # the package is imported meanwhile
    return started, below(started.pid)


def left(known: dict[int, str]) -> set[int]:
    return {number for number, _, command in processes() if known.get(number) == command}


def ends_with(started: subprocess.Popen[bytes], known: dict[int, str], how: signal.Signals) -> bool:
    """Whether nothing is left of a trial soon after the end of who began it."""
    started.send_signal(how)
    started.wait()
    try:
        return until(lambda: not left(known))
    finally:
        for number in left(known):
            os.kill(number, signal.SIGKILL)


@pytest.mark.parametrize("program", [AS_MODULE, AS_NO_ROOT], ids=["as it is", "not as root"])
@pytest.mark.parametrize(
    ("how", "entry"),
    every_so_many(
        2, [(signal.SIGKILL, SLEEPS), (signal.SIGKILL, SPINS), (signal.SIGINT, SPINS), (signal.SIGTERM, SLEEPS)]
    ),
)
def test_a_trial_ends_with_who_began_it(
    tmp_path: Path, how: signal.Signals, entry: str, program: tuple[str, ...]
) -> None:
    assert ends_with(*installs(tmp_path, entry, program), how)


@pytest.mark.skipif(
    os.geteuid() != 0 or trial.ALONE[0] not in trial.shut_in(), reason="this computer cannot shut a process in"
)
def test_a_game_that_wants_to_outlive_its_trial_cannot_where_root_installs(tmp_path: Path) -> None:
    assert ends_with(*installs(tmp_path, STAYS, AS_MODULE), signal.SIGKILL)


LOOKS_ROUND = """\
import os
seen = [one for one in os.listdir("/proc") if one.isdecimal() and int(one) != os.getpid()]
commands = [open(f"/proc/{one}/cmdline").read().replace(chr(0), " ") for one in seen]
raise OSError(f"sees {os.listdir('/run')} {[one for one in commands if 'unseen' in one or 'pytest' in one]}.")
"""


@pytest.mark.skipif(
    os.geteuid() != 0 or trial.ALONE[0] not in trial.shut_in(), reason="this computer cannot shut a process in"
)
def test_a_trial_sees_no_command_line_of_others_and_no_socket_of_the_system(tmp_path: Path) -> None:
    """D-Bus and avahi listen in /run."""
    with subprocess.Popen([sys.executable, "-c", SLEEPS, "--password=unseen"]) as other:  # noqa: S603 - our own words
        try:
            assert "sees [] []." in refusal(tmp_path, LOOKS_ROUND)
        finally:
            other.kill()


# ---------------------------------------------------------------- one process


def refusal(tmp_path: Path, entry: str) -> str:
    unpacked(tmp_path / "p", {**MODULES, "highcard/entry.py": entry})
    candidate = Candidate("highcard", "1.0", "highcard", "highcard.entry:ENTRY", str(tmp_path / "p"))
    with pytest.raises(UnfitWheelError) as refused:
        describe_by_trial(candidate, TRIAL, plays=False, progress=lambda _done, _of: None)
    return str(refused.value)


MORE = {
    "a process": ("import os\nos.fork()\n", "BlockingIOError"),
    "a program": ("import subprocess\nsubprocess.run(['/bin/sleep', '0'])\n", "BlockingIOError"),
    "a session of its own": ("import os\nos.setsid() if os.getpid() != os.getsid(0) else 0\nos.fork()\n", "Error"),
    "a thread": ("import threading\nthreading.Thread(target=print).start()\n", "can't start new thread"),
    "memory that is a file": ("import os\nos.write(os.memfd_create('x'), b'x')\n", "File too large"),
}


@pytest.mark.parametrize("what", MORE)
def test_a_trial_is_one_process_so_that_its_bounds_hold_for_the_whole(tmp_path: Path, what: str) -> None:
    entry, why = MORE[what]
    assert why in refusal(tmp_path, entry)


ANSWERS_ITSELF = """\
import contextlib, os
for answer in range(3, 20):
    with contextlib.suppress(OSError):
        os.write(answer, b"[" * 60_000 + b"\\n")
os._exit(0)
"""


def test_an_answer_that_is_deeper_than_any_is_none(tmp_path: Path) -> None:
    assert "its trial broke off" in refusal(tmp_path, ANSWERS_ITSELF)


@only_with_torture
@pytest.mark.parametrize("entry", [SPINS, f"import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n{SPINS}"])
def test_a_trial_has_its_processor_time_whoever_waits_for_it(tmp_path: Path, entry: str) -> None:
    path = unpacked(tmp_path, {**MODULES, "highcard/entry.py": entry})
    asked = {"path": str(path), "entry": "highcard.entry:ENTRY", "plays": False, "memory": 1 << 30, "processor_s": 1}
    ended = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-P", "-m", TRIAL, json.dumps(asked)],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        timeout=SOON_S,
    )
    assert ended.returncode == -signal.SIGKILL
