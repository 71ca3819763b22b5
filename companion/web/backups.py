"""A backup for the page to save, and one that it sends. Both are made beside the table, which goes on."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from companion.storage.backup import BoxData, RefusedBackupError, open_backup
from companion.storage.records import Store
from companion.storage.restore import plan_restore
from companion.support.messages import msg, tr

if TYPE_CHECKING:
    from companion.http.views import RestoredTold
    from companion.web.virtual_table import VirtualTable

IN_PLAY = msg("A game is in play: end or leave it first, then nothing is restored over it.")


def packed(desk: VirtualTable, settings: Path) -> tuple[BoxData, str]:
    """What a backup is made of, and the time of day by the clock of the box."""
    return BoxData(desk.matches.store.root, settings), desk.hands.chances.equipment.around.wall()


def store_to_restore(desk: VirtualTable) -> Store:
    """Where a backup is restored. Raises RefusedBackupError while a game is in play."""
    if desk.table.in_play:
        raise RefusedBackupError(IN_PLAY)
    return desk.matches.store


def restore(content: bytes, store: Store, settings: Path) -> RestoredTold:
    """Restore a backup, and tell what came. Raises RefusedBackupError, StorageError."""
    restoration = plan_restore(open_backup(io.BytesIO(content)), store, settings)
    restoration.carry_out(store)
    restoration.carry_out_settings()
    counted = msg("New here: {n}. Here already: {known}.", n=restoration.coming, known=restoration.known)
    return {"said": [tr(counted), *map(tr, restoration.remarks)]}


def look_again(desk: VirtualTable) -> None:
    """The table knows of the games and decks that came."""
    desk.matches.look_at_parked()
    if desk.table.decks is None:  # else it looks again when its dialogue ends
        desk.decks.change(lambda _: None)
