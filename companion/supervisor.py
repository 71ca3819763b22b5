"""What the service manager is told: ready, alive, stopping (sd_notify(3)); nobody listens outside a service."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ALIVE_EVERY_S = 1.0
"""So often at most, many times within any WatchdogSec."""


class Supervisor:
    """The socket in $NOTIFY_SOCKET. A message that cannot be sent is lost: the game goes on without a manager."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._alive_at = float("-inf")
        self._trouble = ""

    def ready(self) -> None:
        """The record is recovered and the table stands: from now on the watchdog counts."""
        self._tell("READY=1")

    def alive(self, now: float, trouble: str = "") -> None:
        """A whole turn of the loop is done, `trouble` is what it found; said only then, so that a hang is noticed."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._tell(f"STATUS={trouble or 'Everything works.'}")
        if now - self._alive_at >= ALIVE_EVERY_S:
            self._alive_at = now
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The record is being closed."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        import socket  # noqa: PLC0415 - only a service needs it

        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto(message.encode(), self._address)
