"""What the service manager and its journal are told: ready, alive, what is amiss, stopping (sd_notify(3))."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

EVERY_S = 1.0
"""So often at most, many times within any WatchdogSec."""


class Supervisor:
    """The socket in $NOTIFY_SOCKET; nobody listens outside a service.

    A message that cannot be sent is lost: the game goes on without a manager.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._told_at: float | None = None
        self._troubles: Mapping[str, str] = {}

    @property
    def listens(self) -> bool:
        """Whether this process is a service."""
        return bool(self._address)

    def turned(self, now: float, troubles: Mapping[str, str]) -> None:
        """A whole turn of the loop is done. The first makes the table ready, those after it feed the watchdog.

        `troubles` are the parts that do not answer, and why. Said only after a turn, so that a hang is noticed.
        """
        if self._told_at is not None and now - self._told_at < EVERY_S:
            return
        self._tell("READY=1" if self._told_at is None else "WATCHDOG=1")
        self._told_at = now
        if troubles.keys() != self._troubles.keys():
            self._report(troubles)

    def stopping(self) -> None:
        """The loop has ended, the record is being closed."""
        self._tell("STOPPING=1")

    def cannot_start(self, status: int) -> None:
        """The next try follows at once (RestartSec): what was in the way may be gone by then."""
        self._tell(f"STATUS=Cannot start (exit {status}), the journal tells why. Tried again and again.")

    def _report(self, troubles: Mapping[str, str]) -> None:
        """Each change once: one line in the journal for a part, and all of them as the status."""
        for part in troubles.keys() - self._troubles.keys():
            sys.stderr.write(f"companion: {part}: {troubles[part]}\n")
        for part in self._troubles.keys() - troubles.keys():
            sys.stderr.write(f"companion: {part}: works again\n")
        self._troubles = dict(troubles)
        self._tell(f"STATUS={'; '.join(f'{part}: {why}' for part, why in troubles.items()) or 'Everything works.'}")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        import socket  # noqa: PLC0415 - only a service needs it

        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto(message.encode(), self._address)
