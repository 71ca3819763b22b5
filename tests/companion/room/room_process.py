"""`companion play` on a page, as a process of its own: a simulated reader on a real pseudo-terminal, real HTTP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self, TypeAlias
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from companion.http.serving import listening
from hardware.linux import LinuxClock
from hardware.sim.faults import Faults
from hardware.sim.field import Field
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.tags import Em4100
from tests.hardware.virtual_cards import VirtualCard

PATIENCE_S = 20.0


class PluggedReader:
    """An RDM6300 with a USB plug, in real time; it can be unplugged and plugged in again at the same name."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self.settings = f'[reader]\nkind = "rdm6300"\nport = "{name}"\n'
        self.offered = (f"RDM6300, 125 kHz (EM4100): {name}",)
        self.field = Field(Faults())
        self._chip = SimRdm6300(self.field, LinuxClock())
        self._ends: tuple[int, ...] = ()
        self.sent: list[tuple[float, int]] = []
        """Since a tag was laid: when bytes left, and how many."""
        self._ended = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.unplug()

    def plug(self) -> None:
        """Plug the reader in."""
        ours, theirs = os.openpty()
        for end in (ours, theirs):
            tty.setraw(end)
        self.name.symlink_to(os.ttyname(theirs))
        self._ends = ours, theirs

    def unplug(self) -> None:
        """Pull its plug."""
        ends, self._ends = self._ends, ()
        self.name.unlink(missing_ok=True)
        for end in ends:
            os.close(end)

    def lay(self, uid: bytes) -> None:
        """Lay a tag on the reader, instead of what lies there."""
        self.lift()
        self.sent = []
        self.field.place(Em4100(uid))

    def lift(self) -> None:
        """Lift what lies there."""
        for tag in [*self.field.tags]:
            self.field.lift(tag)

    def _run(self) -> None:
        while not self._ended.wait(0.004):
            said = self._chip.speak()
            with suppress(OSError, IndexError):  # it is unplugged
                if said:
                    os.write(self._ends[0], said)
                    self.sent.append((time.monotonic(), len(said)))


class CardReader:
    """The virtual reader of the real pcscd. Its settings are the usual ones: nobody has written any."""

    settings = ""
    offered = tuple(f"13.56 MHz (NTAG, MIFARE): Virtual PCD 00 0{slot}" for slot in range(2))

    def __init__(self, port: int) -> None:
        self._port = port
        self._card: VirtualCard | None = None

    def lay(self, uid: bytes) -> None:
        """Lay a card on the reader, instead of what lies there; its number has two bytes more."""
        self.lift()
        self._card = VirtualCard(self._port, b"\x04\x11" + uid)

    def lift(self) -> None:
        """Lift what lies there."""
        if self._card is not None:
            self._card.lift()
        self._card = None


AnyReader: TypeAlias = PluggedReader | CardReader


class Page:
    """A page of a process, without a browser, and its token."""

    def __init__(self, address: str) -> None:
        self.address = address
        found = re.search(r'name="token" content="([^"]+)"', self.get(""))
        assert found
        self._token = found[1]

    def get(self, place: str) -> str:
        """The text at a place."""
        with urlopen(self.address + place, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own
            return str(answer.read().decode())

    def post(self, place: str, body: bytes) -> int:
        """Send something; the status of the answer."""
        headers = {"x-token": self._token, "origin": self.address.rstrip("/"), "content-type": "application/json"}
        with urlopen(Request(self.address + place, body, headers), timeout=PATIENCE_S) as answer:  # noqa: S310 - the same
            return int(answer.status)


class Room(Page):
    """The page in the room: the latest view, and the buttons."""

    def __init__(self, address: str, process: subprocess.Popen[str]) -> None:
        super().__init__(address)
        self.process = process
        self.views: list[dict[str, Any]] = []
        self._stream = urlopen(f"{address}events", timeout=PATIENCE_S)  # noqa: S310 - the same
        self._thread = Thread(target=self._follow, daemon=True)
        self._thread.start()
        self.until(lambda view: bool(view["asked"]))

    def _follow(self) -> None:
        with self._stream, suppress(OSError, ValueError):  # until the process has ended
            for line in self._stream:
                if line.startswith(b"data: {"):
                    self.views.append(json.loads(line[6:]))

    def join(self) -> None:
        """Wait for the end of the stream."""
        self._thread.join(PATIENCE_S)

    @property
    def view(self) -> dict[str, Any]:
        """What is shown now."""
        return self.views[-1]

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first view from now on of which this is true, this one included."""
        seen, until = max(0, len(self.views) - 1), time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            for view in self.views[seen:]:
                if wanted(view):
                    return view
            seen = max(0, len(self.views) - 1)
            time.sleep(0.003)
        raise AssertionError({key: value for key, value in self.view.items() if key != "glass"})

    def push(self, button: str, *, down: bool, number: int | None = None) -> int:
        """A button goes down or up; the status of the answer."""
        body = {"button": button, "down": down, "number": self.view["number"] if number is None else number}
        return self.post("push", json.dumps(body).encode())

    def press(self, *buttons: str) -> None:
        """Press buttons one after the other, each when the one before has changed the picture."""
        for button in buttons:
            number = self.view["number"]
            self.push(button, down=True)
            self.push(button, down=False)
            self.until(lambda view, number=number: view["number"] != number)  # type: ignore[misc]


@contextmanager
def room(root: Path, reader: AnyReader, *words: str, settings: str = "") -> Iterator[Room]:
    """`companion play` on a page, with this reader."""
    with started(
        root, reader, *words, settings=f'[panel]\nkind = "page"\npage_port = {free_port()}\n{settings}'
    ) as process:
        table = Room(address_told(process), process)
        yield table
    table.join()


@contextmanager
def real_cards(root: Path, reader: AnyReader, number: int = 0, settings: str = "") -> Iterator[Room]:
    """`companion play --simulate`, as of `make play`: on its page somebody chooses Hearts and this reader."""
    simulates = "--simulate", "--port", str(free_port())
    with started(root, reader, *simulates, settings=settings) as process:
        page = Page(address_told(process))
        offered = json.loads(page.get("readers"))["readers"]
        assert offered == [*reader.offered, "a phone as the reader"]
        wish = {"number": number, "reader": offered[number], "game": "hearts"}
        with pytest.raises(HTTPError, match="400"):  # it was another one when this was chosen
            page.post("readers", json.dumps({**wish, "reader": "another"}).encode())
        assert page.post("readers", json.dumps(wish).encode()) == 204
        table = Room(address_told(process), process)
        yield table
    table.join()


@contextmanager
def started(root: Path, reader: AnyReader, *words: str, settings: str) -> Iterator[subprocess.Popen[str]]:
    """The process `companion play` with these words and settings."""
    config = root / "config.toml"
    config.write_text(reader.settings + settings, "utf-8")
    command = [sys.executable, "-m", "companion", "play", "--config", str(config), "--data", str(root / "data"), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8")  # noqa: S603 - our own
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def address_told(process: subprocess.Popen[str]) -> str:
    """The address that a process prints, perhaps after other lines."""
    assert process.stdout
    told = []
    for line in iter(process.stdout.readline, ""):
        if found := re.search(r"http://[\d.:]+/", line):
            return found[0]
        told.append(line)
    raise AssertionError(told)


def free_port() -> int:
    """A port that nobody has."""
    with listening("127.0.0.1", 0) as listens:
        return int(listens.getsockname()[1])
