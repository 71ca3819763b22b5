"""Try a plug-in game in a process of its own, before anything else imports it.

It is one process without threads, with bounded time and memory. The kernel kills it when its parent dies
(PR_SET_PDEATHSIG). A closed pipe would not do: a game in an endless loop never notices it. Where root installs games,
the process has another user, no network and no privileges. It is in a namespace of processes whose first one no game
can reach (util-linux: unshare, setpriv; coreutils: timeout). So a package gains no rights by being tried.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO, Any

import companion
from companion.games.plugin_form import NAME, OTHER_NAME, unknown_kind
from companion.games.plugins import PlugIn
from companion.games.registry import DECK_KINDS
from companion.plugins.install import Candidate
from companion.plugins.wheel import UnfitWheelError
from companion.support.text import visible

MOST_S = 1200
"""Maximum seconds of a trial. A part of the kit takes ten seconds on a desktop, some ten times as long on a small
Pi."""
MOST_MEMORY = 768 << 20
"""Bytes of address space (RLIMIT_AS), not of memory: the service itself may use 128 MB."""
MOST_LINE = 1 << 16

NOBODY = "65534"
DIES_WITH_US = ("setpriv", "--pdeathsig=KILL")
"""Needs no rights. The kernel forgets this when the user changes, so AS_NOBODY asks for it again."""
ALONE = ("unshare", "--net", "--ipc", "--pid", "--fork", "--kill-child")
UNSEEN = ("--mount-proc", "sh", "-c", 'mount -t tmpfs -o mode=755,ro tmpfs /run && exec "$@"', "sh")
"""Further words of unshare: only own processes in /proc, and no sockets in /run, where D-Bus and avahi listen."""
AS_NOBODY = (
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs"),
    *("--inh-caps=-all", "--bounding-set=-all", "--pdeathsig=KILL"),
)
IN_TIME = ("timeout", "--signal=KILL", str(MOST_S + 60))
"""The first process of the namespace: root's, so that no game ends it, and with it everything ends."""
PROGRAM = Path(companion.__file__).parents[1]

TOO_SLOW = "its trial was stopped after {minutes} minutes: some part of it never ends, or is too slow"
UNGUARDED = "root cannot give up its rights for the trial (setpriv is missing): install the game as another user"
BROKE_OFF = "its trial broke off ({how}): some part of it ends the program, or needs more than {megabytes} MB of memory"


def describe_by_trial(
    candidate: Candidate, module: str, *, plays: bool, progress: Callable[[int, int], None], most_s: float = MOST_S
) -> PlugIn:
    """Run `module` on a game, and return its description. Raises UnfitWheelError.

    `plays`: the game is also played, not only opened. `progress` is called with the steps done and all steps.
    """
    with _readable(candidate) as path:
        asked = {"path": path, "name": candidate.name, "entry": candidate.entry, "plays": plays}
        asked |= {"memory": MOST_MEMORY, "processor_s": MOST_S}
        answer = _answer(module, asked, progress, most_s)
    if reasons := answer.get("refused"):
        raise UnfitWheelError(*map(str, reasons))
    return _describe(candidate, answer)


def _describe(candidate: Candidate, answer: Mapping[str, Any]) -> PlugIn:
    """The game as the process has described it. Believes nothing that is not of the right form."""
    try:
        title, kind, kinds = str(answer["title"]), str(answer["deck_kind"]), tuple(map(str, answer["deck_kinds"]))
        name, api, players = str(answer["name"]), int(answer["api"]), tuple(map(int, answer["players"]))
    except (KeyError, TypeError, ValueError) as fault:
        raise UnfitWheelError("its trial gave no answer: some part of it writes where it should not") from fault
    if name != candidate.name:
        raise UnfitWheelError(OTHER_NAME.format(point=candidate.name, name=name))
    for own in kinds:
        if own in DECK_KINDS or not NAME.fullmatch(own):
            raise UnfitWheelError(f"it brings the deck kind “{own}”, which is ours: give it another name")
    if why := unknown_kind(kind, kinds, DECK_KINDS):
        raise UnfitWheelError(why)
    package, version, _, entry, path = candidate
    at_home = bool(answer.get("at_home"))
    return PlugIn(name, visible(title), package, version, api, entry, path, players, kinds, at_home=at_home)


# ---------------------------------------------------------------- the process


@cache
def shut_in() -> tuple[str, ...]:
    """The words to put before a command, so that it ends with this process and loses the rights of root.

    Empty if setpriv is missing and this is not root. Root goes without the mount, or without the namespaces, where the
    kernel forbids them. Raises UnfitWheelError if root cannot be protected.
    """
    alone = ((*ALONE, *UNSEEN, *IN_TIME, *AS_NOBODY), (*ALONE, *IN_TIME, *AS_NOBODY), AS_NOBODY)
    for way in alone if os.geteuid() == 0 else ((),):
        words = (*DIES_WITH_US, *way)
        with suppress(FileNotFoundError):
            if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:  # noqa: S603 - our own words
                return words
    if os.geteuid() == 0:
        raise UnfitWheelError(UNGUARDED)
    return ()


def _answer(
    module: str, asked: Mapping[str, Any], progress: Callable[[int, int], None], most_s: float
) -> Mapping[str, Any]:
    """The last line that the process writes; the others are its progress. Raises UnfitWheelError."""
    command = [*shut_in(), sys.executable, "-P", "-m", module, json.dumps(asked)]
    answer: Mapping[str, Any] = {}
    with subprocess.Popen(  # noqa: S603 - our own words
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        cwd="/",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        too_slow = Timer(most_s, _end, (process.pid,))
        too_slow.start()
        try:
            for line in _lines(process.stdout):
                if "done" in line:
                    progress(int(line["done"]), int(line["of"]))
                else:
                    answer = line
        except (ValueError, TypeError, KeyError, RecursionError):
            answer = {}
        finally:
            in_time = too_slow.is_alive()
            too_slow.cancel()
            _end(process.pid)
    if not in_time:
        raise UnfitWheelError(TOO_SLOW.format(minutes=round(most_s / 60)))
    if not answer:
        status = process.returncode
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        raise UnfitWheelError(BROKE_OFF.format(how=how, megabytes=MOST_MEMORY >> 20))
    return answer


def _lines(written: IO[bytes]) -> Iterator[dict[str, Any]]:
    """The lines of the process, up to its answer."""
    while line := written.readline(MOST_LINE):
        said = dict(json.loads(line))
        yield said
        if "done" not in said:
            return


def _end(process: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """An environment without anything of the installing user's."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": "/nonexistent",
        "PYTHONPATH": str(PROGRAM),
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "COMPANION_GAMES": "/nonexistent",
        "COMPANION_CONFIG": "",
    }


@contextmanager
def _readable(candidate: Candidate) -> Iterator[str]:
    """The directory of the package, copied where any user can read it if root's cannot be read."""
    package = Path(candidate.path, candidate.module)
    if os.geteuid() != 0 or not package.is_dir():
        yield candidate.path
        return
    with tempfile.TemporaryDirectory(prefix="companion-games-") as directory:
        Path(directory).chmod(0o755)
        shutil.copytree(package, Path(directory, candidate.module))
        yield directory
