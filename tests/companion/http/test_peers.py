"""Whose a connection is, by real sockets and the real kernel."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.http import peers
from tests.needs import needs_another_user

NOBODY = 65_534


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def test_a_connection_of_ours_is_ours(listener: socket.socket) -> None:
    assert peers.is_told()
    with socket.create_connection(listener.getsockname()) as ours, listener.accept()[0] as there:
        assert peers.user_of(there.getpeername(), there.getsockname()) == os.geteuid()
        assert peers.is_ours(ours.getsockname(), listener.getsockname())


def test_a_program_may_call_by_ipv6(listener: socket.socket) -> None:
    with socket.socket(socket.AF_INET6) as ours:
        ours.connect(("::ffff:127.0.0.1", listener.getsockname()[1]))
        with listener.accept()[0] as there:
            assert peers.user_of(there.getpeername(), there.getsockname()) == os.geteuid()


def test_a_socket_that_was_closed_is_nobodys(listener: socket.socket) -> None:
    """The kernel writes 0 for its user, as for root."""
    with socket.create_connection(listener.getsockname()) as ours:
        client = ours.getsockname()
    assert peers.user_of(client, listener.getsockname()) is None
    assert not peers.is_ours(client, listener.getsockname())


def test_a_socket_of_another_user_is_not_ours(listener: socket.socket) -> None:
    needs_another_user()
    with socket.create_connection(listener.getsockname()) as theirs:
        os.fchown(theirs.fileno(), NOBODY, -1)
        assert peers.user_of(theirs.getsockname(), listener.getsockname()) == NOBODY
        assert not peers.is_ours(theirs.getsockname(), listener.getsockname())


def test_where_the_kernel_tells_nothing_nobody_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "TABLES", ((tmp_path / "none", b""),))
    assert not peers.is_told()
