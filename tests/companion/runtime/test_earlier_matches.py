"""The series between the people at the table: counted beside the loop, and told the same on panel, page and phones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.history.cache import Cache
from companion.match.ending import Series
from companion.match.header import Header
from companion.runtime.earlier_matches import EarlierMatches
from companion.scoreboard.past_matches import FinishedMatches
from companion.scoreboard.view import ending_json, match_board
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.storage.records import Store
from companion.web.view import table_json
from tests.evening import Evening, begun, played_out, whole
from tests.patience import until
from tests.test_settings_at_box import chooses

*ALL_BUT_LAST, LAST = whole("birddog-whole-match")
LAST_CARD = LAST.split()[-1]
SILENT = (sys.executable, "-c", "import signal; signal.pause()")


class Asked(EarlierMatches):
    """Answers when it is told to, and notes for whom it was asked."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.headers: list[Header] = []
        self.known: Series | None = None

    def ask(self, header: Header) -> None:
        """Note it."""
        self.headers.append(header)

    def answer(self) -> Series | None:
        """What is known, once."""
        told, self.known = self.known, None
        return told


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A card with two finished matches, and a third one just before its end."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for _ in range(2):
        played_out(tmp_path, *ALL_BUT_LAST, LAST)
    begun(tmp_path, *ALL_BUT_LAST)
    return tmp_path


@pytest.fixture
def counting(root: Path) -> Iterator[EarlierMatches]:
    with closing(EarlierMatches(root)) as earlier:
        yield earlier


@pytest.fixture
def silent(root: Path) -> Iterator[EarlierMatches]:
    """Never answers."""
    with closing(EarlierMatches(root, SILENT)) as earlier:
        yield earlier


def until_known(evening: Evening) -> Series:
    """The series, as soon as the process has counted it."""
    return evening.turns_until(lambda: evening.box.table.before)


def test_panel_page_and_phones_tell_the_same_series_from_records_alone(root: Path, counting: EarlierMatches) -> None:
    evening = Evening(root)
    evening.switch_on(earlier=counting)
    assert until_known(evening).matches == 2
    evening.box.tap(LAST_CARD)
    table = evening.box.table
    assert table.playing.winners == (2,)
    told = {"matches": 3, "won": [0, 0, 3]}
    for seen in (match_board(table), table_json(table, None)):
        assert seen is not None
        assert seen["ending"] is not None
        assert seen["ending"]["series"] == told
    phones = FinishedMatches(Store(root), Cache(None))
    without = ending_json(table.playing, None)
    assert without is not None
    assert phones.with_series(without)["series"] == told
    shown: set[str] = set()
    for _ in range(6):
        evening.box.press("DOWN")
        shown.update(lines_of(screen_for(evening.box.table)))
    assert {"Won so far", "IN 3 GAMES", "Cid 3"} <= shown
    name = Store(root).all_running()[0].name
    while Store(root).all_running()[0].name == name:  # until the next match is begun
        evening.box.press("OK")
    finished = phones.ending(name)
    assert finished is not None
    assert finished["series"] == told


def test_two_who_were_merged_and_play_together_are_counted_under_their_own_names(
    root: Path, counting: EarlierMatches
) -> None:
    """As in the lists of history: they both have played."""
    (root / "people.toml").write_text('[people]\n"bob" = "Robert"\n"cid" = "Robert"\n', "utf-8")
    evening = Evening(root)
    evening.switch_on(earlier=counting)
    assert until_known(evening).matches == 2
    evening.box.tap(LAST_CARD)
    without = ending_json(evening.box.table.playing, None)
    assert without is not None
    assert FinishedMatches(Store(root), Cache(None)).with_series(without)["series"] == {"matches": 3, "won": [0, 0, 3]}


def test_what_was_counted_is_kept_in_the_cache(root: Path, counting: EarlierMatches) -> None:
    evening = Evening(root)
    evening.switch_on(earlier=counting)
    until_known(evening)
    assert (root / "cache" / "companion" / "history.json").exists()


def test_no_turn_waits_for_a_count_that_never_ends(root: Path, silent: EarlierMatches) -> None:
    evening = Evening(root)
    evening.switch_on(earlier=silent)
    evening.box.tap(LAST_CARD)
    assert evening.box.table.playing.winners == (2,)
    assert evening.box.table.before is None
    assert "CID" in lines_of(screen_for(evening.box.table))
    process = silent._process._process
    silent.close()
    until(lambda: silent.answer() or not silent._process._ended)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize(
    "command", [("/nowhere/at/all",), (sys.executable, "-c", "print('so many')"), (sys.executable, "-c", "exit(1)")]
)
def test_a_count_that_fails_leaves_the_ending_without_a_series(root: Path, command: tuple[str, ...]) -> None:
    counting = EarlierMatches(root, command)
    evening = Evening(root)
    evening.switch_on(earlier=counting)
    evening.turns_until(lambda: not counting._process.runs)
    assert evening.box.table.before is None


def test_it_is_asked_for_once_a_match_and_what_was_known_of_the_last_one_is_forgotten(root: Path) -> None:
    evening, counting = Evening(root), Asked(root)
    evening.switch_on(earlier=counting)
    counting.known = Series(2, (0, 0, 2))
    evening.box.tap(LAST_CARD)
    assert [header.names for header in counting.headers] == [("Ann", "Bob", "Cid")]
    assert evening.box.table.before == Series(2, (0, 0, 2))
    evening.box.press("OK")
    assert len(counting.headers) == 1
    while len(counting.headers) == 1:
        evening.box.press("OK")
    assert evening.box.table.before is None
    assert counting.headers[0].names == counting.headers[1].names


def test_when_somebody_takes_a_seat_the_series_is_that_of_those_who_play_on_and_goes_on_with_the_next_match(
    root: Path, counting: EarlierMatches
) -> None:
    evening = Evening(root, regulars=("Ann", "Bob", "Cid", "Eve"))
    evening.switch_on(earlier=counting)
    assert until_known(evening).matches == 2
    chooses(evening, "seats", "Bob", "Eve")
    assert until_known(evening) == Series(0, (0, 0, 0))
    evening.does("HOLD", "OK")  # undo: Bob is back
    assert until_known(evening) == Series(2, (0, 0, 2))
    chooses(evening, "seats", "Bob", "Eve")
    evening.box.tap(LAST_CARD)
    while evening.match.winners:  # until the next match is begun
        evening.box.press("OK")
    assert evening.match.header.names == ("Ann", "Eve", "Cid")
    assert until_known(evening) == Series(1, (0, 0, 1))


def test_after_a_power_cut_those_play_again_who_sat_there_at_the_end(root: Path) -> None:
    evening = Evening(root, regulars=("Ann", "Bob", "Cid", "Eve"))
    chooses(evening, "seats", "Bob", "Eve")
    evening.box.tap(LAST_CARD)
    Store(root).finish(Store(root).resume(Store(root).all_running()[0])[0])
    assert evening.again().table.playing.header.names == ("Ann", "Eve", "Cid")
    evening.does("OK")
    assert evening.story()[1] == "players Ann Eve Cid"


def test_without_anybody_who_counts_nothing_is_asked(root: Path) -> None:
    evening = Evening(root)
    evening.switch_on()
    evening.box.tap(LAST_CARD)
    assert evening.box.table.before is None
