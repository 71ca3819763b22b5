"""The processes of a club on this computer: its broker, its director, and two for each of its boxes."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.club.records import FINISHED, RUNNING
from companion.storage.journal import compact, unseal, unseal_running
from companion.support.allowed import toml_value

HOST = "localhost"
LOOPBACK = "127.0.0.1"
SOME_LINES = 16
"""Lines in the record of a match that is well under way."""
STOP_S = 5.0
"""Seconds in which a process ends by itself."""


class EveningError(Exception):
    """The evening cannot go on; its text says why."""


def mosquitto_path() -> str | None:
    """Where Mosquitto is. None: it is not installed. Debian keeps it where only root looks."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def free_port(wanted: int = 0) -> int:
    """This port if it is free, else any free one."""
    with suppress(OSError), socket.create_server((LOOPBACK, wanted)) as line:
        return int(line.getsockname()[1])
    with socket.create_server((LOOPBACK, 0)) as line:
        return int(line.getsockname()[1])


def companion(*words: str) -> tuple[str, ...]:
    """The command line of a command of this program."""
    return (sys.executable, "-m", "companion", *words)


def run(*words: str) -> None:
    """Run a command of this program to its end. Raises EveningError."""
    done = subprocess.run(companion(*words), capture_output=True, check=False)  # noqa: S603 - our own words
    if done.returncode:
        raise EveningError(f"companion {' '.join(words)}: {done.stderr.decode('utf-8', 'replace').strip()}")


class Process:
    """A process that can be killed and started again. What it says goes to a file."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        self._words, self.log = words, log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *more: str) -> None:
        """Start it, with further words. A session of its own keeps Ctrl-C from it."""
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("ab") as log:
            words = (*self._words, *more)
            self._process = subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True)  # noqa: S603 - our own words

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def ask_to_end(self) -> None:
        """Ask it to end; `stop` waits for it."""
        if self._process is not None:
            self._process.terminate()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, or kill it as a power cut would (SIGKILL), and wait."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def last_words(self) -> str:
        """The end of what it said."""
        with suppress(OSError):
            return self.log.read_bytes()[-400:].decode("utf-8", "replace").strip()
        return ""


class BrokerProcess(Process):
    """Mosquitto with the configuration of the club."""

    def __init__(self, program: str, club: Path, port: int, log: Path) -> None:
        super().__init__((program, "-c", str(club / "broker/mosquitto.conf")), log)
        self._port = port

    def listens(self) -> bool:
        """Whether it takes connections."""
        with suppress(OSError), socket.create_connection((LOOPBACK, self._port), 1.0):
            return True
        return False


class BoxProcesses:
    """One box: its table, the process of its club, and its card, a directory."""

    def __init__(self, name: str, place: Path, pace_s: float, logs: Path) -> None:
        self.name, self.card = name, place / "card"
        self.settings = place / "config.toml"
        files = ("--config", str(self.settings), "--data", str(self.card))
        pace = ("--pace", str(pace_s))
        self._table = Process(companion("club", "table", *files, *pace), logs / f"{name}.table.log")
        self._run = Process(companion("club", "run", *files), logs / f"{name}.run.log")
        self.is_on = False

    def join(self, bundle: Path, people: Sequence[str]) -> None:
        """Join the club by its bundle, as a box does. Name tags of all people are known here."""
        self.card.mkdir(parents=True, exist_ok=True)
        certificates = toml_value(str(self.settings.with_name("bundle")))
        text = f"[people]\nregulars = {toml_value(list(people))}\n\n[club]\nbundle = {certificates}\n"
        self.settings.write_text(text, "utf-8")
        run("club", "join", str(bundle), "--config", str(self.settings))

    def plug_in(self, come: Sequence[str] = ()) -> None:
        """Switch it on; these people come in at once."""
        self._table.start(*(word for name in come for word in ("--person", name)))
        self._run.start()
        self.is_on = True

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it in good order, or cut its power (SIGKILL)."""
        self.is_on = False
        for process in self.processes:
            process.stop(how)

    @property
    def processes(self) -> tuple[Process, Process]:
        """The table, and the process of the club."""
        return self._table, self._run

    @property
    def plays(self) -> bool:
        """Whether some of a deal was played, and the match is not over, as its card says."""
        with suppress(OSError, ValueError):
            latest = max((self.card / RUNNING).glob("*.table"), key=lambda path: path.stem)
            lines = unseal_running(latest.read_bytes()).lines
            return len(lines) >= SOME_LINES and lines[-1].text != "end"
        return False

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Name and lines of all matches on its card."""
        for place, read in ((FINISHED, unseal), (RUNNING, unseal_running)):
            for path in sorted((self.card / place).glob("*.table")):
                yield path.stem, compact(read(path.read_bytes()).lines)


def wait_for(done: Callable[[], bool], patience_s: float) -> bool:
    """Wait until this is true. Returns False if it was not in time."""
    end = time.monotonic() + patience_s
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
