"""A card that writes whole pages of 4 to 64 KiB tears lines that were saved long ago: told with their count, or there.

Beside the promise lies a card that loses what it called synced together with the size of the file: a record cut at a
block boundary is a shorter record, and nothing in it can show that (tests/README.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Pressed
from companion.runtime.recorder import Recorder
from companion.storage.journal import BLOCK
from companion.storage.records import Store
from companion.table.handling import handle
from companion.table.state import House, Table
from tests.storage.memory_card import STALE, MemoryCard
from tests.storage.stories import DEAL
from tests.storage.test_rot import PATH, RUNNING, card_with
from tests.storage.witness import AT, REGULARS, ROOT, told_once
from tests.torture import so_many

HEADER = 5
"""So many lines come before the first deal is shown."""


@dataclass(frozen=True)
class Torn:
    """What a cut left of a record while the line behind `shown` lines was being written."""

    shown: int
    content: bytes

    @property
    def unhurt(self) -> int:
        """How many lines at the beginning are as they were written."""
        pairs = zip(range(0, len(self.content), BLOCK), range(self.shown + 1), strict=False)
        return next(
            (n for at, n in pairs if self.content[at : at + BLOCK] != RUNNING[at : at + BLOCK]),
            len(self.content) // BLOCK,
        )


def torn_pages(page: int, chance: Random) -> Iterator[Torn]:
    """Each line in flight: the pieces of its page as they are, as they were, wiped or stale; the size new or old."""
    for shown in range(HEADER, len(DEAL)):
        begin = shown * BLOCK // page * page
        for _ in range(so_many(12, 100)):
            size = (shown + chance.randrange(2)) * BLOCK
            pieces = [RUNNING[at : at + BLOCK] for at in range(begin, size, BLOCK)]
            first = chance.randrange(len(pieces) + 1)
            pieces[first:] = [_torn(piece, chance) for piece in pieces[first:]]
            yield Torn(shown, RUNNING[:begin] + b"".join(pieces))


def _torn(piece: bytes, chance: Random) -> bytes:
    wiped = (bytes(BLOCK), b"\xff" * BLOCK, chance.choice(STALE)[:BLOCK].ljust(BLOCK, b"\n"), chance.randbytes(BLOCK))
    return chance.choice((piece, *wiped))


@pytest.fixture(autouse=True)
def _worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told_once(monkeypatch)


@pytest.mark.parametrize("page", [4096, 16384, 65536])
def test_no_saved_line_of_a_torn_page_is_missing_unsaid(page: int) -> None:
    hurt = told = 0
    for torn in torn_pages(page, Random(page)):
        card = card_with(torn.content)
        table = _keeper(card).open_table(House(GAMES, REGULARS))
        missing = max(0, torn.shown - torn.unhurt)
        hurt += missing > 0
        told += bool(table.damaged)
        if table.damaged:
            (damage,) = table.damaged
            assert damage.lost >= max(missing, 1), torn
            assert damage.why.startswith(f"line {torn.unhurt + 1}: ")
            assert card.contents[PATH] == torn.content
        else:  # what one line in flight leaves, or one line that was the last of a shorter file
            assert missing <= 1, torn
            assert (table.resumed and table.resumed.torn) or not missing
            assert len(card.contents[PATH]) == torn.unhurt * BLOCK
    assert told > hurt // 2 > 50


@pytest.mark.parametrize("wiped", [b"\0", b"\xff"])
@pytest.mark.parametrize("lost", [2, 8])
def test_ok_goes_on_from_the_last_good_line_and_keeps_the_damaged_record_as_it_was(lost: int, wiped: bytes) -> None:
    content = RUNNING[: -lost * BLOCK] + wiped * (lost * BLOCK)
    card = card_with(content)
    keeper = _keeper(card)
    table = keeper.open_table(House(GAMES, REGULARS))
    assert (table.in_play, table.damaged[0].lost) == (False, lost)
    table = _ok(keeper, table)
    assert table.in_play
    assert table.damaged == ()
    assert card.contents[PATH.with_suffix(".damaged-1")] == content
    assert [line.text for line in Store(ROOT, card).read(PATH).lines] == [*DEAL[:-lost], "; taken up"]


@pytest.mark.parametrize("blocks", [2, 8, len(RUNNING) // BLOCK])
def test_a_wiped_record_starts_no_new_game_before_somebody_said_ok(blocks: int) -> None:
    card = card_with(bytes(blocks * BLOCK))
    keeper = _keeper(card)
    table = keeper.open_table(House(GAMES, REGULARS))
    assert [(damaged.why, damaged.lost, damaged.goes_on) for damaged in table.damaged] == [
        ("line 1: no check sum", blocks, False)
    ]
    assert card.contents[PATH] == bytes(blocks * BLOCK)
    assert _ok(keeper, table).damaged == ()
    assert card.contents[PATH.with_suffix(".damaged-1")] == bytes(blocks * BLOCK)


def test_a_cut_while_damage_is_put_aside_loses_neither_the_good_lines_nor_the_damaged_ones() -> None:
    content = RUNNING[: -8 * BLOCK] + bytes(8 * BLOCK)
    card = card_with(content)
    card.kept = {**card.names, **card.folders}
    left: list[MemoryCard] = []
    card.watch = lambda _call, _path, _content: left.extend(card.after_a_cut(Random(n)) for n in range(10))
    keeper = _keeper(card)
    _ok(keeper, keeper.open_table(House(GAMES, REGULARS)))
    assert len(left) > 50
    for cut in left:
        assert content in cut.contents.values()
        good = Store(ROOT, cut).read(PATH).lines
        assert [line.text for line in good][: len(DEAL) - 8] == list(DEAL[:-8])


def _keeper(card: MemoryCard) -> Recorder:
    return Recorder(Store(ROOT, card), lambda: AT)


def _ok(keeper: Recorder, table: Table) -> Table:
    return keeper.keep(handle(table, Pressed(Button.OK), lambda _: 0))
