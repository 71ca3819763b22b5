"""What systemd is told: ready, alive, faults, stopping (sd_notify(3)); and the files that tell of the system."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

CLOCK_IS_SET = Path("/run/systemd/timesync/synchronized")
"""Exists once systemd-timesyncd has set the clock since power-on. A Pi starts with the time of its last shut-down."""
STAYS_ON = Path("/run/companion-sockets/stays-on")
"""A directory with a file for each work that a switched-off box would cut, as an update (systemd/install.sh)."""
INTERVAL_S = 1.0
"""Minimum seconds between two messages, far below any WatchdogSec."""
REASON_S = 60.0
"""Seconds after which another reason of the same faults is reported: some change with each poll."""


def stays_on() -> bool:
    """Whether something is at work that must not be cut."""
    return STAYS_ON.is_dir() and any(STAYS_ON.iterdir())


class Supervisor:
    """The socket in $NOTIFY_SOCKET; sends nothing outside a service.

    Ignores send errors: the game does not need a manager.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._sent_at: float | None = None
        self._reported_at = 0.0
        self._troubles: Mapping[str, str] = {}

    @property
    def listens(self) -> bool:
        """Whether this process is a service."""
        return bool(self._address)

    def turn_done(self, now: float, troubles: Mapping[str, str]) -> None:
        """A turn of the loop is done: the first reports READY, the others feed the watchdog.

        `troubles` are the parts that do not work, and why. Reports only after a turn, so that the manager notices a
        hang.
        """
        if self._sent_at is not None and now - self._sent_at < INTERVAL_S:
            return
        self._notify("READY=1" if self._sent_at is None else "WATCHDOG=1")
        self._sent_at = now
        same = troubles.keys() == self._troubles.keys()
        if not same or (troubles != self._troubles and now - self._reported_at >= REASON_S):
            self._reported_at = now
            self._report(troubles)

    def stopping(self) -> None:
        """The loop has ended and the record is being closed."""
        self._notify("STOPPING=1")

    def cannot_start(self, status: int) -> None:
        """Report that the start failed; the manager retries after RestartSec."""
        self._notify(f"STATUS=Cannot start (exit {status}), the journal tells why. Tried again and again.")

    def _report(self, troubles: Mapping[str, str]) -> None:
        """Report each change once: a line in the journal for a part, and all faults as the status."""
        for part, why in troubles.items() - self._troubles.items():
            sys.stderr.write(f"companion: {part}: {why}\n")
        for part in self._troubles.keys() - troubles.keys():
            sys.stderr.write(f"companion: {part}: works again\n")
        self._troubles = dict(troubles)
        self._notify(f"STATUS={'; '.join(f'{part}: {why}' for part, why in troubles.items()) or 'Everything works.'}")

    def _notify(self, message: str) -> None:
        if not self._address:
            return
        import socket  # noqa: PLC0415 - only a service needs it

        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto(message.encode(), self._address)
