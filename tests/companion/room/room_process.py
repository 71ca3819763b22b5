"""`companion play` on a page, as a process of its own: a simulated reader on a real pseudo-terminal, real HTTP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import tty
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Self
from urllib.request import Request, urlopen

from hardware.linux import LinuxClock
from hardware.sim.faults import Faults
from hardware.sim.field import Field
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.tags import Em4100

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE_S = 20.0


class PluggedReader:
    """An RDM6300 with a USB plug, in real time; it can be unplugged and plugged in again at the same name."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self.field = Field(Faults())
        self._chip = SimRdm6300(self.field, LinuxClock())
        self._ends: tuple[int, ...] = ()
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


class Room:
    """The page of a process, without a browser: the latest view, and the buttons."""

    def __init__(self, address: str, process: subprocess.Popen[str]) -> None:
        self.address, self.process = address, process
        self.views: list[dict[str, Any]] = []
        page = urlopen(address, timeout=PATIENCE_S).read().decode()  # noqa: S310 - our own
        found = re.search(r'name="token" content="([^"]+)"', page)
        assert found
        self._token = found[1]
        self._stream = urlopen(f"{address}events", timeout=PATIENCE_S)  # noqa: S310 - the same
        Thread(target=self._follow, daemon=True).start()
        self.until(lambda view: bool(view["asked"]))

    def _follow(self) -> None:
        try:
            for line in self._stream:
                if line.startswith(b"data: {"):
                    self.views.append(json.loads(line[6:]))
        except (OSError, ValueError):  # the process has ended
            return

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
        raise AssertionError(self.views[-1:])

    def push(self, button: str, *, down: bool, number: int | None = None) -> int:
        """A button goes down or up; the status of the answer."""
        body = {"button": button, "down": down, "number": self.view["number"] if number is None else number}
        return self.post("push", json.dumps(body).encode())

    def post(self, place: str, body: bytes) -> int:
        """Send something to the page; the status of the answer."""
        headers = {"x-token": self._token, "origin": self.address.rstrip("/"), "content-type": "application/json"}
        with urlopen(Request(self.address + place, body, headers), timeout=PATIENCE_S) as answer:  # noqa: S310 - the same
            return int(answer.status)

    def press(self, *buttons: str) -> None:
        """Press buttons one after the other, each when the one before has changed the picture."""
        for button in buttons:
            number = self.view["number"]
            self.push(button, down=True)
            self.push(button, down=False)
            self.until(lambda view, number=number: view["number"] != number)  # type: ignore[misc]


@contextmanager
def room(root: Path, reader: PluggedReader, port: int, *words: str, settings: str = "") -> Iterator[Room]:
    """`companion play` on a page, with this reader."""
    config = root / "config.toml"
    config.write_text(
        f'[reader]\nkind = "rdm6300"\nport = "{reader.name}"\n[panel]\nkind = "page"\npage_port = {port}\n{settings}',
        "utf-8",
    )
    command = [sys.executable, "-m", "companion", "play", "--config", str(config), "--data", str(root / "data"), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)  # noqa: S603 - our own
    try:
        assert process.stdout
        told = process.stdout.readline()
        found = re.search(r"http://[\d.:]+/", told)
        assert found, told
        yield Room(found[0], process)
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
