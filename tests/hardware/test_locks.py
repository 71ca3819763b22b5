"""One program a wire, seen from one process; two processes: tests/test_wires_in_use.py."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import locks
from hardware.linux import LinuxI2c, LinuxSpi
from hardware.locks import InUseError, own, refuse_if_used, user_of

NODE = "/dev/i2c-7"


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A node of our own that nobody has locked."""
    monkeypatch.setattr(locks, "ROOT", tmp_path)
    owned: dict[Path, int] = {}
    monkeypatch.setattr(locks, "_owned", owned)
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "i2c-7").touch()
    yield tmp_path / "dev" / "i2c-7"
    for descriptor in owned.values():
        os.close(descriptor)


def locked_elsewhere(node: Path) -> int:
    """As another program would have it: through an open file of its own."""
    descriptor = os.open(node, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return descriptor


def test_a_node_is_owned_again_and_again_and_nobody_else_gets_it(node: Path) -> None:
    own(NODE)
    own(NODE)
    with pytest.raises(BlockingIOError):
        locked_elsewhere(node)


def test_a_link_to_a_node_that_is_owned_is_the_same_node(node: Path) -> None:
    node.with_name("i2c-8").symlink_to(node.name)
    own(NODE)
    own("/dev/i2c-8")
    with pytest.raises(BlockingIOError):
        locked_elsewhere(node)


def test_the_message_names_the_node_and_the_program(node: Path) -> None:
    other = locked_elsewhere(node)
    with pytest.raises(InUseError, match=rf"^{NODE}: in use by .+ \(pid {os.getpid()}\)$"):
        own(NODE)
    os.close(other)
    own(NODE)


def test_who_only_asks_keeps_no_lock(node: Path) -> None:
    refuse_if_used(NODE)
    other = locked_elsewhere(node)
    with pytest.raises(InUseError):
        refuse_if_used(NODE)
    os.close(other)


@pytest.mark.parametrize("use", [own, refuse_if_used], ids=["own", "ask"])
def test_a_node_that_is_not_there_or_is_none_is_skipped(node: Path, use: object) -> None:
    node.unlink()
    use(NODE)  # type: ignore[operator]
    node.mkdir()
    use(NODE)  # type: ignore[operator]


def test_a_node_that_nobody_locked_has_no_known_user(node: Path) -> None:
    assert node.exists()
    assert user_of(NODE) == "another program"
    assert user_of("/dev/none-such") == "another program"


def test_a_process_that_is_hidden_or_gone_is_told_by_its_number() -> None:
    assert locks._command_line(0) == "another program (pid 0)"


def test_no_byte_goes_out_on_a_bus_that_another_program_has(node: Path) -> None:
    other = locked_elsewhere(node)
    with pytest.raises(InUseError):
        LinuxI2c(7).write(0x3C, b"\x00\xae")
    os.close(other)


def test_no_byte_goes_to_a_chip_that_another_program_has(node: Path) -> None:
    spi = node.rename(node.with_name("spidev7.1"))
    other = locked_elsewhere(spi)
    with pytest.raises(InUseError):
        LinuxSpi(7, 1).transfer(b"\x92\x00")
    os.close(other)
