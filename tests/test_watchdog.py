"""The service as its manager sees it: a real process, and a socket in place of systemd's."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import STOPPED
from companion.simulation.box import deck_for
from companion.storage.records import Store
from companion.table.from_record import resume
from companion.table.state import House
from tests.evening import BIRD_DOG_ONLY, FULL_DEAL_RECORD, REGULARS, ROOT, begun, picture_of

SOON_S = 20.0
"""For a computer with much else to do."""
BEATS_WITHIN_S = 1.0
"""A beat is due every tenth of a second."""


@dataclass
class Manager:
    """What systemd does for a service with Type=notify and WatchdogSec."""

    root: Path
    listening: socket.socket
    services: list[subprocess.Popen[str]] = field(default_factory=list)

    def starts(self, hanging: str = "reader") -> subprocess.Popen[str]:
        """The service; it is ready and has shown its picture."""
        service = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-m", "tests.service_process", str(self.root), str(self.root / "glass"), hanging],
            cwd=ROOT,
            env={**os.environ, "NOTIFY_SOCKET": str(self.root / "notify"), "PYTHONFAULTHANDLER": "1"},
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.services.append(service)
        assert [self.hears() for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
        return service

    def sees(self) -> bytes:
        """What the panel shows."""
        return (self.root / "glass").read_bytes()

    def hears(self, within_s: float = SOON_S) -> str:
        """The next message; empty when none comes in time."""
        self.listening.settimeout(within_s)
        try:
            return self.listening.recv(500).decode()
        except TimeoutError:
            return ""

    def hears_all(self, within_s: float) -> list[str]:
        return list(iter(lambda: self.hears(within_s), ""))


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    """A game is on, in the middle of a trick."""
    begun(tmp_path, *FULL_DEAL_RECORD[:9])
    Store(tmp_path).decks.save(deck_for(BIRD_DOG, REGULARS))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        manager = Manager(tmp_path, listening)
        yield manager
    for service in manager.services:  # those that a test that failed has left running
        service.kill()
        service.communicate()


@pytest.mark.parametrize("part", ["reader", "display"])
def test_a_loop_that_hangs_stops_beating_and_comes_back_with_the_same_picture(manager: Manager, part: str) -> None:
    service = manager.starts(part)
    shown, game = manager.sees(), resume(FULL_DEAL_RECORD[:9], House(BIRD_DOG_ONLY))
    assert game is not None
    assert shown == picture_of(game).pages

    service.send_signal(signal.SIGUSR1)
    assert len(manager.hears_all(BEATS_WITHIN_S)) <= 2  # those that were on their way
    service.send_signal(signal.SIGABRT)
    _, told = service.communicate(timeout=SOON_S)
    assert f"{HANGS_IN[part]}\n" in told  # the stack, as far as the call that hung

    again = manager.starts()
    assert manager.sees() == shown
    again.terminate()
    again.communicate(timeout=SOON_S)


HANGS_IN = {"reader": "in _sighting", "display": "in _send_frame"}


def test_told_to_stop_it_says_so_on_the_panel_and_ends_well(manager: Manager) -> None:
    service = manager.starts()
    service.terminate()
    _, told = service.communicate(timeout=SOON_S)
    assert (service.returncode, told) == (0, "")
    assert manager.hears_all(0.1)[-1] == "STOPPING=1"
    assert manager.sees() == draw(fill(STOPPED)).pages
