"""A backup that the page saves, and one that it sends."""

from __future__ import annotations

import io
import json
import os
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.games.registry import GAMES
from companion.settings.schema import Settings
from companion.storage.backup import BoxData, RefusedBackupError, open_backup
from companion.storage.records import Store
from companion.web.backups import IN_PLAY, finished_deals, look_again, restore, store_to_restore
from tests.companion.history.sealed import kept, sealed
from tests.companion.http.client import in_language, views
from tests.companion.web.browser import Browser
from tests.companion.web.standing import shown
from tests.companion.web.table_in_browser import desk_of, served
from tests.companion.web.test_server import Client
from tests.evening import whole
from tests.torture import only_with_page

NAME = "2026-11-20-201503-birddog"
RECORD = sealed([*whole("birddog-full-deal"), "end"])


def backup_of(root: Path) -> bytes:
    """A backup of another box with one evening, at which Zoe and Uli play."""
    kept(root, NAME, RECORD)
    settings = root.with_suffix(".toml")
    settings.write_text('[people]\nregulars = ["Zoe", "Uli"]\n', "utf-8")
    return BoxData(root, settings).pack("2026-11-27T20:15:03").content


def test_the_page_saves_everything_in_one_file(tmp_path: Path) -> None:
    kept(tmp_path, NAME, RECORD)
    with served(tmp_path) as page:
        status, _, content = Client(page).get("/backup")
    assert status == 200
    opened = open_backup(io.BytesIO(content))
    assert opened.content(f"records/{NAME}.table") == RECORD


def test_what_the_page_cannot_save_is_told_with_the_file(tmp_path: Path) -> None:
    kept(tmp_path, NAME, RECORD)
    for name in ("back\\slash", "é" * 100, *map(str, range(9))):
        os.mkdir(os.fsencode(tmp_path) + f"/{name}.txt".encode())  # noqa: PTH102 - in the poorest locale no path has it
    with served(tmp_path) as page:
        _, headers, content = Client(page).get("/backup", **in_language("de"))
    unread = open_backup(io.BytesIO(content)).manifest.unread
    assert len(unread) == 11
    assert unquote(headers["x-said"]).startswith(f"Diese Dateien fehlen in der Sicherung: {', '.join(unread[:9])}, …. ")


@only_with_page
def test_a_page_that_saves_a_backup_says_what_is_missing(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "back\\slash.txt").touch()
    with shown(browser, desk_of(tmp_path, "birddog", scanned=False), tmp_path) as page:
        page.ask("HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }; 0")
        page.ask("$('save').dispatchEvent(new Event('click', { cancelable: true }))")
        page.until("$('keep-said').textContent.startsWith('These files are missing from the backup: back')")
        assert page.ask("window.saved") == "companion-2026-01-01.zip"


def test_of_a_deal_in_play_nothing_is_saved() -> None:
    record = whole("birddog-full-deal")
    before, running, scored = map(sealed, (record[: record.index("deal")], record[:-3], record))
    assert finished_deals(GAMES, "records/running/x.table", running) == before
    assert finished_deals(GAMES, "records/running/x.table", scored) == scored
    assert finished_deals(GAMES, "records/x.table", running) == running
    assert finished_deals(GAMES, "records/running/x.torn-1", b"hand Ann AS KD QH 9C ; n=7 at=2026-1") == b""


def test_a_backup_that_is_sent_is_restored_and_told(tmp_path: Path) -> None:
    backup = backup_of(tmp_path / "other")
    with served(tmp_path / "box") as page:
        client = Client(page)
        status, told = client.post("/backup", backup)
        assert (status, json.loads(told)) == (200, {"said": ["New here: 2. Here already: 0."]})
        assert any(view["regulars"] == ["Zoe", "Uli"] for view in islice(views(client.port), 2))
        assert json.loads(client.post("/backup", backup)[1]) == {"said": ["New here: 0. Here already: 2."]}
    assert [path.stem for path in Store(tmp_path / "box").all_finished()] == [NAME]


def test_what_a_backup_lacks_is_told_when_it_is_restored(tmp_path: Path) -> None:
    (tmp_path / "drinks.txt").mkdir()
    sent = BoxData(tmp_path).pack("2026-11-27T20:15:03").content
    told = restore(sent, Store(tmp_path / "box"), tmp_path / "x.toml")
    assert told["said"][1:] == ["drinks.txt was missing when the backup was written."]


def test_a_file_that_is_no_backup_is_refused_and_so_is_a_stranger(tmp_path: Path) -> None:
    backup = backup_of(tmp_path / "other")
    with served(tmp_path / "box") as page:
        client = Client(page)
        status, why = client.post("/backup", backup[:-9])
        assert status == 400
        assert b"take another copy" in why
        assert client.post("/backup", backup, **{"X-Token": "guessed"})[0] == 403
        assert client.post("/backup", backup, Origin="http://evil.com")[0] == 403
    assert Store(tmp_path / "box").all_finished() == []


def test_nothing_is_restored_over_a_game_in_play(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", scanned=False)
    with pytest.raises(RefusedBackupError) as refused:
        store_to_restore(desk)
    assert str(refused.value) == IN_PLAY


def test_games_and_decks_that_came_are_offered_at_once(tmp_path: Path) -> None:
    other = desk_of(tmp_path / "other", "birddog", scanned=False)
    other.hands.box.recorder.close()
    desk = desk_of(tmp_path / "box")
    restore(
        BoxData(tmp_path / "other").pack("2026-11-27T20:15:03").content, store_to_restore(desk), tmp_path / "x.toml"
    )
    look_again(desk, Settings())
    assert [game.title.split()[0] for game in desk.table.house.parked] == ["Bird"]
