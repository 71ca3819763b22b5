"""Sends what is set at the box to the helper that may keep it (systemd/companion-settings.socket)."""

from __future__ import annotations

import socket


def send(text: str, place: str) -> None:
    """Send a line to the socket of the helper, without waiting. Raises OSError."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        line.sendto(text.encode(), place)
