"""Debian's pcscd with the virtual reader of vsmartcard-vpcd, and cards of our own in it.

The daemon runs in a mount namespace of its own, so that its socket lies in a directory of the tests. A card is a client
of the reader (vsmartcard, vpcd: each message has its length in two bytes; one byte is a command, and 04 asks for the
ATR).
"""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.needs import CARD_SERVICE, SBIN, program
from tests.patience import until

T = TypeVar("T")

LIBRARY = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
IS_HERE = bool(not os.geteuid() and program("pcscd") and LIBRARY.exists() and find_spec("smartcard"))
SURELY_S = 10.0
"""Real seconds; reached only by a fault."""

PORTS = range(20_000, 30_000)
"""Below those that the system gives to callers: who calls one of these in vain may meet himself there."""

ATR_OF = {
    "NTAG213": bytes.fromhex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68"),
    "bank card": bytes.fromhex("3B 80 80 01 01"),
}
GET_UID = bytes.fromhex("FF CA 00 00 00")


def free_ports() -> int:
    """The first of two ports in a row that nobody has: the virtual reader has two slots."""
    while True:
        port = Random().choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            socket.create_server(("127.0.0.1", port + 1)).close()
            return port


class Daemon:
    """The service, started and ended as often as a test wants."""

    def __init__(self) -> None:
        self.port = free_ports()
        self._process: subprocess.Popen[bytes] | None = None
        self._run = CARD_SERVICE.parent
        self._config = self._run.with_name("config")
        for made in (self._run, self._config, Path("/run/pcscd")):
            made.mkdir(parents=True, exist_ok=True)
        atexit.register(shutil.rmtree, self._run.parent, ignore_errors=True)

    def start(self, *, plugged: bool = True) -> None:
        """Start it, with the virtual reader or without any."""
        for file in (*self._config.iterdir(), *self._run.iterdir()):
            file.unlink()
        if plugged:
            lines = {
                "FRIENDLYNAME": '"Virtual PCD"', "DEVICENAME": f"/dev/null:{self.port:#x}", "LIBPATH": LIBRARY,
                "CHANNELID": f"{self.port:#x}",
            }  # fmt: skip
            (self._config / "vpcd").write_text("".join(f"{key} {value}\n" for key, value in lines.items()), "ascii")
        script = 'mount --bind "$1" /run/pcscd && exec pcscd --foreground --config "$2"'
        self._process = subprocess.Popen(  # noqa: S603 - our own words
            ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh", str(self._run), str(self._config)],
            env={"PATH": SBIN},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(_is_heard)

    def end(self) -> None:
        """End it as a crash does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = None


def _is_heard() -> bool:
    """Whether the service takes calls: its socket is there a moment before."""
    with socket.socket(socket.AF_UNIX) as line:
        return not line.connect_ex(str(CARD_SERVICE))


class VirtualCard:
    """A card in the reader behind a port, until it is lifted. `number` None: it tells none."""

    def __init__(self, port: int, number: bytes | None, kind: str = "NTAG213") -> None:
        self._number = number
        self._atr = ATR_OF[kind]
        self.heard: list[bytes] = []
        self._line = until(lambda: _called(port))
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def lift(self) -> None:
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join(SURELY_S)
        self._line.close()

    def _answer(self) -> None:
        with suppress(OSError):
            while message := self._message():
                if len(message) > 1:
                    self.heard.append(message)
                    told = self._number if message == GET_UID else None
                    self._say(b"\x6a\x81" if told is None else told + b"\x90\x00")
                elif message == b"\x04":
                    self._say(self._atr)

    def _message(self) -> bytes:
        length = int.from_bytes(self._line.recv(2, socket.MSG_WAITALL), "big")
        return self._line.recv(length, socket.MSG_WAITALL) if length else b""

    def _say(self, answer: bytes) -> None:
        self._line.sendall(len(answer).to_bytes(2, "big") + answer)


def _called(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port))
    except ConnectionRefusedError:
        return None
