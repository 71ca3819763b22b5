"""What a service manager hears, on a real socket that stands in for its own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.runtime.systemd import Supervisor


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


MUTE = {"Reader": "spi0.0: no MFRC522 answers"}
LOST = {"Display": "i2c-1: nobody acknowledges"}


def test_a_life_is_told_in_order(manager: tuple[socket.socket, str]) -> None:
    listening, address = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    assert heard(listening) == []
    supervisor.turn_done(5.0, {})
    supervisor.turn_done(6.0, {})
    supervisor.stopping()
    assert heard(listening) == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_fifteen_turns_a_second_are_told_once_a_second(manager: tuple[socket.socket, str]) -> None:
    listening, address = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    for turn in range(45):
        supervisor.turn_done(100 + turn / 15, {})
    assert heard(listening) == ["READY=1", *["WATCHDOG=1"] * 2]


def test_trouble_is_told_once_and_its_end_too(
    manager: tuple[socket.socket, str], capsys: pytest.CaptureFixture[str]
) -> None:
    listening, address = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": address})
    other = {"Reader": "spi0.0: another reason"}
    told: list[str] = []
    for now, troubles in enumerate([{}, MUTE, MUTE, *[other] * 60, other | LOST, LOST, {}]):
        supervisor.turn_done(now, troubles)
        told += heard(listening)
    assert [message for message in told if message.startswith("STATUS=")] == [
        "STATUS=Reader: spi0.0: no MFRC522 answers",
        "STATUS=Reader: spi0.0: another reason",
        "STATUS=Reader: spi0.0: another reason; Display: i2c-1: nobody acknowledges",
        "STATUS=Display: i2c-1: nobody acknowledges",
        "STATUS=Everything works.",
    ]
    assert capsys.readouterr().err.splitlines() == [
        "companion: Reader: spi0.0: no MFRC522 answers",
        "companion: Reader: spi0.0: another reason",
        "companion: Display: i2c-1: nobody acknowledges",
        "companion: Reader: works again",
        "companion: Display: works again",
    ]


def test_a_service_that_cannot_start_says_so_and_is_tried_again_at_once(
    manager: tuple[socket.socket, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listening, address = manager
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    Supervisor({"NOTIFY_SOCKET": address}).cannot_start(78)
    assert slept == []
    assert heard(listening) == ["STATUS=Cannot start (exit 78), the journal tells why. Tried again and again."]


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_manager_nothing_happens(environment: dict[str, str]) -> None:
    supervisor = Supervisor(environment)
    assert supervisor.listens is bool(environment)
    supervisor.turn_done(0.0, {})
    supervisor.turn_done(1.0, {})
    supervisor.stopping()
