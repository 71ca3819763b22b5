"""A card that takes its time: each sync runs in a thread of its own, and the table goes on hearing people meanwhile.

Nothing else happens in another thread: who saves waits for the sync, turn by turn, and `meanwhile` is called in the
waiting thread. So what is not synced is never shown, and the reader is polled on.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from companion.storage.disk import Disk

if TYPE_CHECKING:
    from collections.abc import Callable

TURN_S = 1 / 15
"""The time between two calls of `meanwhile`; most syncs take less and see none."""

PATIENCE_S = 30.0
"""A sync that takes longer is one that failed: cards that are worn take seconds."""


class PatientDisk(Disk):
    """The system's disk, whose syncs wait in pieces once somebody has something to do meanwhile."""

    def __init__(self) -> None:
        self._meanwhile: Callable[[], None] | None = None

    def waits(self, meanwhile: Callable[[], None]) -> None:
        """Call this again and again while a sync takes longer than a turn."""
        self._meanwhile = meanwhile

    def fdatasync(self, descriptor: int) -> None:
        """Content and size to the card. Raises OSError, after PATIENCE_S with ETIMEDOUT."""
        self._in_pieces(super().fdatasync, descriptor)

    def fsync(self, descriptor: int) -> None:
        """Everything to the card, as `fdatasync`."""
        self._in_pieces(super().fsync, descriptor)

    def _in_pieces(self, sync: Callable[[int], None], descriptor: int) -> None:
        if self._meanwhile is None:
            sync(descriptor)
            return
        from threading import Thread  # noqa: PLC0415 - not while the table is being opened

        ended: list[OSError | None] = []
        # A daemon: the program can end although the card never answers.
        thread = Thread(target=_synced, args=(sync, descriptor, ended), daemon=True)
        thread.start()
        for _ in range(int(PATIENCE_S / TURN_S)):
            thread.join(TURN_S)
            if not thread.is_alive():
                break
            self._meanwhile()
        (fault,) = ended or [OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))]
        if fault is not None:
            raise fault


def _synced(sync: Callable[[int], None], descriptor: int, ended: list[OSError | None]) -> None:
    try:
        sync(descriptor)
    except OSError as fault:
        ended.append(fault)
    else:
        ended.append(None)
