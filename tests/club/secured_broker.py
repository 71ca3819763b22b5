"""Debian's Mosquitto with the files that `companion club` makes, in a temporary directory on a port of its own."""

from __future__ import annotations

import getpass
import queue
import signal
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.evening_processes import companion
from companion.club.authority import Authority, Signed, current_time
from companion.club.link import BrokerAddress, TlsFiles
from companion.club.office import CLIENTS, Office
from companion.club.register import Register
from companion.club.topics import DIRECTOR
from tests.club.mosquitto import free_port
from tests.club.mqtt import HOST, PATIENCE_S, Client, Message
from tests.needs import program

MOSQUITTO = program("mosquitto")


class SecuredBroker:
    """A running broker, whose log says everything."""

    def __init__(self, place: Path, process: subprocess.Popen[str], port: int) -> None:
        self.port = port
        self.place = place
        self._process = process
        self._log: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        self.told(" running")

    def told(self, words: str) -> None:
        """Wait for a line of the log with these words; those before it are dropped."""
        end = time.monotonic() + PATIENCE_S
        while words not in self._log.get(timeout=PATIENCE_S):
            assert time.monotonic() < end, f"the broker never says “{words}”"

    @contextmanager
    def office(self) -> Iterator[Office]:
        """The organiser's directory, for one command."""
        with Office.open(self.place) as office:
            yield office

    def shuts_out(self, name: str) -> None:
        """Revoke the certificates of a box, and let the broker know."""
        with self.office() as office:
            office.shut_out(name, current_time())
        self.reload()

    def reload(self) -> None:
        """Tell it that its files have changed."""
        self._process.send_signal(signal.SIGHUP)
        self.told("Reloading config")

    def ran(self, *words: str) -> str:
        """What a command of the organiser says, in a process of its own."""
        line = (*companion("club", *words), "--club", str(self.place))
        return subprocess.run(line, capture_output=True, check=True, encoding="utf-8").stdout  # noqa: S603 - our own words

    def client(self, name: str, will: Message | None = None) -> Client:
        """A connection of a box that gets a bundle, or of one of those that are no box."""
        return Client(self.port, self.tls(name), name, will=will)

    @property
    def for_director(self) -> BrokerAddress:
        """What the director's link connects to, and by which files."""
        own = self.place / DIRECTOR
        return BrokerAddress(HOST, self.port, TlsFiles(own / "ca.pem", own / "director.pem", own / "director.key"))

    def tls(self, name: str) -> ssl.SSLContext:
        """What a box with a new bundle, or one of those that are no box, connects by."""
        if name in CLIENTS:
            own = self.place / name / name
            return self.presenting(*(own.with_suffix(end).read_text("utf-8") for end in (".pem", ".key")))
        with self.office() as office:
            bundle = office.add(name, current_time())
        return self.presenting(bundle.certificate, bundle.key)

    def signed(self, signed: Signed) -> ssl.SSLContext:
        """What connects by a certificate that no bundle has."""
        return self.presenting(signed.certificate, signed.key)

    def presenting(self, *pem: str) -> ssl.SSLContext:
        """What connects by a certificate and a key, or by none."""
        context = ssl.create_default_context(cafile=self.place / "broker/ca.pem")
        if pem:
            both = self.place / "both.pem"
            both.write_text("".join(pem), "utf-8")
            context.load_cert_chain(both)
        return context

    @property
    def authority(self) -> Authority:
        """The club's own authority, for what the office would not make."""
        place = self.place / "authority"
        return Authority.load((place / "ca.pem").read_bytes(), (place / "ca.key").read_bytes())

    @property
    def memory_kb(self) -> int:
        """The most memory that the broker has had."""
        with open(f"/proc/{self._process.pid}/status", encoding="utf-8") as file:  # noqa: PTH123 - no path of ours
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._listener.join()

    def _listen(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._log.put(line)


def mosquitto(config: Path) -> subprocess.Popen[str]:
    """Mosquitto with this configuration, logging everything."""
    assert MOSQUITTO is not None
    command = [MOSQUITTO, "-v", "-c", str(config)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")  # noqa: S603 - Debian's


@contextmanager
def secured_broker(place: Path) -> Iterator[SecuredBroker]:
    """A club in this directory, and its broker."""
    port = free_port()
    Office.create(place, "Club", Register((HOST,), port, getpass.getuser()), current_time())
    with mosquitto(place / "broker/mosquitto.conf") as process:
        broker = SecuredBroker(place, process, port)
        try:
            yield broker
        finally:
            broker.close()
