"""Power cuts at every operation on the card: what was shown is there, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import GAMES
from companion.runtime.first_picture import table_of
from companion.runtime.recorder import Recorder
from companion.storage import journal, records
from companion.storage.journal import BLOCK
from companion.storage.records import Store
from companion.table.state import House, Table
from tests.storage.memory_card import MemoryCard
from tests.storage.stories import DEAL, HOUSE_DRINKS, Telling, begun, decks, match_of, parked, recoveries, said
from tests.storage.witness import AT, REGULARS, told_once
from tests.torture import so_many

STORIES: dict[str, tuple[Callable[[Telling], None], int, int]] = {
    "a match of Bird Dog": (match_of(GAMES["birddog"], so_many(60, 1_000)), 12, 1750),
    "a match of Bonehead, with half plays": (match_of(GAMES["bonehead"]), 30, 1250),
    "a match with the drinks of the house": (match_of(HOUSE_DRINKS), 250, 1150),
    "a parked game": (parked, 300, 1200),
    "a deal, told line by line": (said(*DEAL), 550, 3000),
    "start-up after a cut": (recoveries, 70, 2300),
    "decks": (decks, 150, 30),
}
"""What is told, how often the plug is pulled at each operation, and how many different states that gives at least."""

STATES = so_many(1000, 100_000)


@pytest.fixture(autouse=True)
def _worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told_once(monkeypatch)


def test_the_stories_make_enough_states() -> None:
    assert sum(states for _, _, states in STORIES.values()) * so_many(1, 100) >= 10 * STATES


@pytest.mark.parametrize("name", STORIES)
def test_a_power_cut_loses_nothing_that_was_shown_and_invents_nothing(name: str) -> None:
    tell, cuts, states = STORIES[name]
    telling = Telling(so_many(max(2, cuts // 5), cuts * 16), name)
    tell(telling)
    print(f"{name}: {telling.witness.operations} operations, {telling.witness.states} states")  # noqa: T201 - the count
    assert telling.witness.faults == []
    assert telling.witness.states >= so_many(states // 12, states * 10)


def test_a_line_of_several_blocks_is_on_the_card_when_it_is_shown() -> None:
    telling = Telling(40, "long lines")
    said(*DEAL[:4], f"; {'x' * 1500}", DEAL[4], f"; {'x' * 700}")(telling)
    assert telling.witness.faults == []


def opens(store: Store) -> Table:
    return Recorder(store, lambda: AT).open_table(House(GAMES, REGULARS))


@pytest.mark.parametrize("starts", [table_of, opens], ids=["first picture", "whole start"])
def test_the_last_line_of_a_killed_program_is_on_the_card_before_a_start_shows_it(
    starts: Callable[[Store], Table | None],
) -> None:
    """Killed between write and sync, it has left this line in memory only, where the next start finds it."""
    for chance in map(Random, range(10)):
        killed = Telling(0, "")
        begun(killed, DEAL[:9]).close()
        ((path, record),) = killed.card.names.items()
        before, *_ = record.versions = [record.now[:-BLOCK], record.now]
        record.touched = {len(before) // BLOCK}
        table = starts(killed.store)
        assert table is not None
        assert table.match is not None
        assert killed.card.after_a_cut(chance).contents[path] == record.now


# ---------------------------------------------------------------- the harness bites


class LateSyncs(MemoryCard):
    """Each line is synced when the next one is written: after it was shown."""

    def fdatasync(self, descriptor: int) -> None:
        path, file = self._opened(descriptor)
        before, file.versions = file.versions, [file.versions[0], file.now]
        self.watch("fdatasync", path, b"")
        file.versions = before

    def write(self, descriptor: int, content: bytes) -> int:
        super().fdatasync(descriptor)
        return super().write(descriptor, content)


class NamesForgotten(MemoryCard):
    """Directories are never synced."""

    def directory_synced(self, directory: Path) -> None:
        del directory


def told_on(card: MemoryCard, tell: Callable[[Telling], None]) -> list[str]:
    """What is wrong when this is told on this card."""
    telling = Telling(30, "bite", card)
    tell(telling)
    return telling.witness.faults


def test_a_program_that_shows_before_it_syncs_is_caught() -> None:
    assert any("lost of" in fault for fault in told_on(LateSyncs(), said(*DEAL)))


@pytest.mark.parametrize(("tell", "fault"), [(said(*DEAL), "lost of"), (decks, "is not what was saved")])
def test_a_program_that_forgets_to_sync_directories_is_caught(tell: Callable[[Telling], None], fault: str) -> None:
    assert any(fault in line for line in told_on(NamesForgotten(), tell))


def test_a_program_that_pads_to_500_bytes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (journal, records):
        monkeypatch.setattr(module, "BLOCK", 500)
    assert told_on(MemoryCard(), said(*DEAL))


def test_a_line_that_shares_a_block_with_a_compact_record_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "pad", journal.compact)
    assert told_on(MemoryCard(), recoveries)
