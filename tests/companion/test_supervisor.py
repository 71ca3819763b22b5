"""What a service manager hears, on a real socket that stands in for its own."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from companion.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """The manager's end, and its address as systemd writes it into $NOTIFY_SOCKET."""
    name = str(tmp_path / "notify") if request.param == "path" else f"@{tmp_path.name}-companion"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0"))
        listening.setblocking(False)
        yield listening, name


def heard(listening: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(listening.recv(200).decode())
        except BlockingIOError:
            return messages


def test_a_life_is_told_in_order(manager: tuple[socket.socket, str]) -> None:
    listening, address = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    supervisor.ready()
    supervisor.alive(5.0)
    supervisor.stopping()
    assert heard(listening) == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_fifteen_turns_a_second_are_told_once_a_second(manager: tuple[socket.socket, str]) -> None:
    listening, address = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    for turn in range(45):
        supervisor.alive(100 + turn / 15)
    assert heard(listening) == ["WATCHDOG=1"] * 3


def test_trouble_is_told_once_and_its_end_too(manager: tuple[socket.socket, str]) -> None:
    listening, address = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    for now, trouble in ((0, ""), (0.1, "Reader: no answer"), (0.2, "Reader: no answer"), (0.3, "")):
        supervisor.alive(now, trouble)
    assert heard(listening) == ["WATCHDOG=1", "STATUS=Reader: no answer", "STATUS=Everything works."]


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_manager_nothing_happens(environment: dict[str, str]) -> None:
    supervisor = Supervisor(environment)
    supervisor.ready()
    supervisor.alive(0.0)
    supervisor.stopping()
