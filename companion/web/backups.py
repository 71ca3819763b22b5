"""A backup for the page to save, and one that it sends. Both are made beside the table, which goes on.

What the page saves has no card of a deal in play: a player at the page could read it there.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from urllib.parse import quote

from companion.http.views.answers import RestoredTold
from companion.match.checker import NoRecordError, answers
from companion.rules.game import Game
from companion.rules.statements import DEAL
from companion.settings.schema import Settings
from companion.storage.backup import BoxData, PackedBackup, RefusedBackupError, open_backup
from companion.storage.records import Store
from companion.storage.restore import plan_restore
from companion.support.messages import N_, msg, tr
from companion.web.stored_decks import download_header
from companion.web.virtual_table import VirtualTable

MOST_NAMED = 9
MISSING = N_("These files are missing from the backup: {files}. “companion doctor” says why.")
IN_PLAY = msg("A game is in play: end or leave it first, then nothing is restored over it.")


def pack(desk: VirtualTable, settings: Path) -> tuple[BoxData, str]:
    """What a backup is made of, and the time of day by the clock of the box."""
    equipment = desk.hands.setup.equipment
    only = partial(finished_deals, equipment.games)
    return BoxData(desk.matches.store.root, settings, only=only), equipment.around.wall()


def headers_of(packed: PackedBackup) -> dict[str, str]:
    """Those of the answer with a backup: a name with its day, and in `x-said` what is missing, percent-encoded."""
    day, unread = packed.manifest.written[:10], packed.manifest.unread
    named = ", ".join((*unread[:MOST_NAMED], *["…"] * (len(unread) > MOST_NAMED)))
    said = {"x-said": quote(tr(msg(MISSING, files=named)))} if unread else {}
    return download_header(f"companion-{day}", "zip") | said


def finished_deals(games: Mapping[str, Game], entry: str, content: bytes) -> bytes:
    """The content of an entry; that of a record that goes on ends before the deal in play.

    Empty where no line says how far that is: the torn end of a record may be a hand.
    """
    if not entry.startswith("records/running/") or not _has_open_deal(content, games):
        return content
    lines = content.splitlines(keepends=True)
    begun = [place for place, line in enumerate(lines) if line.split()[:1] == [DEAL.name.encode()]]
    return b"".join(lines[: begun[-1]]) if begun else b""


def _has_open_deal(content: bytes, games: Mapping[str, Game]) -> bool:
    """Whether a deal is in play; also where the record cannot be read."""
    try:
        last = deque(answers(content.decode("utf-8", "replace"), games), maxlen=1)
    except NoRecordError:
        return True
    match = last[0].match if last else None
    return match is None or not (match.ended or match.winners or DEAL.name in match.expects.words)


def store_to_restore(desk: VirtualTable) -> Store:
    """Where a backup is restored. Raises RefusedBackupError while a game is in play."""
    if desk.table.in_play:
        raise RefusedBackupError(IN_PLAY)
    return desk.matches.store


def restore(content: bytes, store: Store, settings: Path) -> RestoredTold:
    """Restore a backup, and tell what came. Raises RefusedBackupError, StorageError."""
    opened = open_backup(io.BytesIO(content))
    restoration = plan_restore(opened, store, settings)
    restoration.carry_out(store)
    restoration.carry_out_settings()
    counted = msg("New here: {n}. Here already: {known}.", n=restoration.coming, known=restoration.known)
    return {"said": [tr(counted), *map(tr, restoration.remarks), *map(tr, opened.manifest.remarks)]}


def look_again(desk: VirtualTable, settings: Settings) -> None:
    """The table knows of the games, decks and settings that came."""
    desk.hands.settle(settings)
    desk.matches.look_at_parked()
    if desk.table.decks is None:  # else it looks again when its dialogue ends
        desk.decks.change(lambda _: None)
