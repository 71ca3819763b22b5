"""Results of finished matches are kept, so that no box replays its years twice."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.registry import GAMES
from companion.history.cache import MOST_UNSAVED, Cache
from companion.storage.disk import text_of
from tests.companion.history.sealed import BEGUN, sealed


def test_a_count_that_is_broken_off_goes_on_near_where_it_was(tmp_path: Path) -> None:
    counting, file = Cache(tmp_path / "history.json"), tmp_path / "history.json"
    counts(counting, 2 * MOST_UNSAVED - 1)  # and then somebody pulls the plug
    assert len(json.loads(text_of(file.read_bytes()))["evenings"]) == MOST_UNSAVED


def test_what_is_saved_is_not_written_again(tmp_path: Path) -> None:
    counting, file = Cache(tmp_path / "history.json"), tmp_path / "history.json"
    counts(counting, 1)
    counting.save()
    file.unlink()
    counts(counting, 1)
    counting.save()
    assert not file.exists()


def counts(cache: Cache, evenings: int) -> None:
    for minute in range(evenings):
        cache.finished_match_of(sealed([*BEGUN, "end"], f"2026-11-20T{minute // 60:02}:{minute % 60:02}:00"), GAMES)
