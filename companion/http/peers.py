"""The user at the other end of a connection on this computer, as the kernel names them (proc(5), /proc/net/tcp).

Loopback is open to every user of a computer. Only Linux names them; elsewhere users cannot be told apart. And where
other computers find this one.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

Address: TypeAlias = "tuple[str, int]"
"""An IPv4 address and a port."""

EVERYWHERE = "0.0.0.0"  # noqa: S104 - no socket is bound to it here

ROOT = 0
CLOSED = "0"
"""The inode of a socket that its program has closed: the kernel has forgotten its user, and writes root's number."""
TABLES = ((Path("/proc/net/tcp"), b""), (Path("/proc/net/tcp6"), b"\0" * 10 + b"\xff" * 2))
"""The kernel's tables of connections, and the prefix of IPv4 addresses in each: programs may use IPv6 (RFC 4291)."""


def is_told() -> bool:
    """Whether the kernel names the user of a connection. Tries it with a connection of this process."""
    try:
        with (
            socket.create_server(("127.0.0.1", 0)) as listener,
            socket.create_connection(listener.getsockname()) as ours,
        ):
            return user_of(ours.getsockname(), ours.getpeername()) == os.geteuid()
    except OSError:
        return False


def is_ours(client: Address, server: Address) -> bool:
    """Whether a connection is of this process's user, or of root, who may look anyway."""
    return user_of(client, server) in {os.geteuid(), ROOT}


def user_of(client: Address, server: Address) -> int | None:
    """The number of the user whose open socket is the client's end. None: the kernel knows no open socket there."""
    for table, before in TABLES:
        with suppress(OSError):
            _, found, line = table.read_text("ascii").partition(
                f" {_in_table(client, before)} {_in_table(server, before)} "
            )
            if found:
                _, _, _, _, user, _, inode, *_ = line.partition("\n")[0].split()
                return int(user) if inode != CLOSED else None
    return None


def _in_table(address: Address, before: bytes) -> str:
    """An address as the tables write it: words of four bytes in the order of this processor, and the port."""
    octets = before + socket.inet_aton(address[0])
    words = (int.from_bytes(octets[at : at + 4], sys.byteorder) for at in range(0, len(octets), 4))
    return f"{''.join(f'{word:08X}' for word in words)}:{address[1]:04X}"


def address_of(listens: socket.socket) -> str:
    """The address of a page on this socket, for people: no browser may look at EVERYWHERE."""
    bound, port, *_ = listens.getsockname()
    return f"http://{reached_at(bound)}:{port}/"


def reached_at(bound: str = EVERYWHERE) -> str:
    """Where others reach a socket that is bound to this address.

    EVERYWHERE: at that of this computer in the house's network, or at the loopback one where it has none.
    """
    if bound != EVERYWHERE:
        return bound
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
            asks.connect(("192.0.2.1", 9))  # a route is looked up, nothing is sent (RFC 5737)
            return str(asks.getsockname()[0])
    except OSError:
        return "127.0.0.1"
