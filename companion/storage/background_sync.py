"""Runs slow syncs in a background thread, so that the table stays responsive.

Only the sync runs there. The caller waits for it and calls `meanwhile` in its own thread until it ends. So nothing is
shown before it is synced, and the reader is still polled.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from threading import Thread

from companion.storage.disk import Disk

TURN_S = 1 / 15
"""Seconds between two calls of `meanwhile`. Most syncs take less."""

TIMEOUT_S = 30.0
"""Seconds after which a sync counts as failed. Worn cards take seconds."""


class BackgroundSyncDisk(Disk):
    """The system's disk with background syncs. Without a `meanwhile` it syncs directly."""

    def __init__(self) -> None:
        self._meanwhile: Callable[[], None] | None = None

    def call_while_syncing(self, meanwhile: Callable[[], None]) -> None:
        """Call `meanwhile` repeatedly while a sync takes longer than TURN_S."""
        self._meanwhile = meanwhile

    def fdatasync(self, descriptor: int) -> None:
        """Sync content and size. Raises OSError, with ETIMEDOUT after TIMEOUT_S."""
        self._in_background(super().fdatasync, descriptor)

    def fsync(self, descriptor: int) -> None:
        """Sync everything; errors as for `fdatasync`."""
        self._in_background(super().fsync, descriptor)

    def _in_background(self, sync: Callable[[int], None], descriptor: int) -> None:
        if self._meanwhile is None:
            sync(descriptor)
            return
        results: list[OSError | None] = []
        # A daemon thread: the program can end even if the card never answers.
        thread = Thread(target=_sync_into, args=(sync, descriptor, results), daemon=True)
        thread.start()
        for _ in range(int(TIMEOUT_S / TURN_S)):
            thread.join(TURN_S)
            if not thread.is_alive():
                break
            self._meanwhile()
        (fault,) = results or [OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))]
        if fault is not None:
            raise fault


def _sync_into(sync: Callable[[int], None], descriptor: int, results: list[OSError | None]) -> None:
    try:
        sync(descriptor)
    except OSError as fault:
        results.append(fault)
    else:
        results.append(None)
