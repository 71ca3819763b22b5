"""Records and decks with any cut or flipped bit: the damage is located or set aside, and never accepted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from companion.games.registry import GAMES
from companion.runtime.recorder import Recorder
from companion.simulation.box import decks_for
from companion.storage.disk import StorageError
from companion.storage.journal import BLOCK, compact, unseal
from companion.storage.records import Store
from companion.table.state import House, Table
from companion.tags.tag_decks import CardCopy, CommandCard, Person, TagDeck, encode, encode_file
from tests.companion.storage.check_sums import check_sums
from tests.storage.memory_card import File, MemoryCard
from tests.storage.stories import DEAL, NAME, Telling, begun
from tests.storage.witness import AT, REGULARS, ROOT, told_once
from tests.torture import TORTURE, every_so_many


@pytest.fixture(autouse=True)
def _worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told_once(monkeypatch)


def record_of(*lines: str) -> bytes:
    telling = Telling(0, "")
    begun(telling, lines)
    (content,) = telling.card.contents.values()
    return content


RUNNING = record_of(*DEAL)
FINISHED = compact(unseal(RUNNING).lines)
"""The same compact, as it lies among the finished ones."""

EARLIER = ROOT / "records" / "earlier.table"
PATH = ROOT / "records" / "running" / f"{NAME}.table"
HEADER = 3
"""What is cut off before so many lines were saved was never seen by anybody."""

TOUCHED = range(len(DEAL)) if TORTURE else (0, 15, len(DEAL) - 2, len(DEAL) - 1)
"""The lines that are spoilt, counted from 0: the first, one amid the deal, the last two."""


def card_with(running: bytes) -> MemoryCard:
    """An evening that is over, and this running record."""
    card = MemoryCard()
    card.folders |= {ROOT: File(), EARLIER.parent: File(), PATH.parent: File()}
    card.names = {EARLIER: File([FINISHED]), PATH: File([running])}
    return card


def table_on(card: MemoryCard) -> Table:
    return Recorder(Store(ROOT, card), lambda: AT).open_table(House(GAMES, REGULARS))


def earlier_is_readable(card: MemoryCard) -> bool:
    return tuple(line.text for line in Store(ROOT, card).read(EARLIER).lines) == DEAL


def flipped(content: bytes, offsets: range) -> Iterator[tuple[int, bytes]]:
    """The content with one bit turned over; every fifth bit in the check: each place in a byte has its turn."""
    for offset, bit in every_so_many(5, product(offsets, range(8))):
        yield offset, content[:offset] + bytes([content[offset] ^ 1 << bit]) + content[offset + 1 :]


@pytest.mark.parametrize("line", TOUCHED)
def test_a_running_record_cut_at_any_byte_goes_on_from_its_last_whole_line(line: int) -> None:
    for size in range(line * BLOCK, (line + 1) * BLOCK):
        card = card_with(RUNNING[:size])
        table = table_on(card)
        assert bool(table.damaged) == (line < HEADER)
        if line == 0:
            assert card.contents[PATH] == RUNNING[:size]
            continue
        torn = RUNNING[line * BLOCK : size]
        assert tuple(line.text for line in unseal(_only_record(card)).lines) == DEAL[:line]
        assert [path for path in card.names if ".torn-" in path.name] == ([PATH.with_suffix(".torn-1")] if torn else [])
        assert card.contents.get(PATH.with_suffix(".torn-1"), b"") == torn
        assert bool(table.resumed and table.resumed.torn) == (bool(torn) and line >= HEADER)
        assert earlier_is_readable(card)


def _only_record(card: MemoryCard) -> bytes:
    return card.contents[PATH]


@pytest.mark.parametrize("line", TOUCHED)
def test_a_flipped_bit_is_refused_with_its_line_and_one_in_the_last_line_is_cut_and_told(line: int) -> None:
    for _, content in flipped(RUNNING, range(line * BLOCK, (line + 1) * BLOCK)):
        card = card_with(content)
        if line == len(DEAL) - 1:
            resumed = table_on(card).resumed
            assert resumed is not None
            assert resumed.torn
            assert card.contents[PATH] == RUNNING[: line * BLOCK]
            assert card.contents[PATH.with_suffix(".torn-1")] == content[line * BLOCK :]
        else:
            table = table_on(card)
            assert table.match is None or table.before_play
            assert [damaged.why.partition(":")[0] for damaged in table.damaged] == [f"line {line + 1}"]
            assert card.contents[PATH] == content
        assert earlier_is_readable(card)


def test_a_finished_record_cut_at_any_byte_has_no_wrong_line_and_the_place_is_told() -> None:
    for size in range(len(FINISHED)):
        recovered = unseal(FINISHED[:size])
        whole = FINISHED[:size].count(b"\n")
        assert tuple(line.text for line in recovered.lines) == DEAL[:whole]
        assert recovered.torn == FINISHED[recovered.end : size]
        if whole:
            wrong = [number for number, _ in check_sums(FINISHED[:size])]
            assert wrong == ([] if FINISHED[:size].endswith(b"\n") else [whole + 1])


def test_a_flipped_bit_in_a_finished_record_is_located_and_nothing_behind_it_is_believed() -> None:
    for offset, content in flipped(FINISHED, range(len(FINISHED) if TORTURE else 400)):
        line = FINISHED[:offset].count(b"\n")
        assert tuple(line.text for line in unseal(content).lines) == DEAL[:line]
        assert check_sums(content)[0][0] == line + 1


def test_who_played_last_is_not_taken_from_a_record_with_a_rotten_line() -> None:
    """Also where the rotten line comes long after the names."""
    card = card_with(b"")
    del card.names[PATH]
    assert table_on(card).question is not None
    offered = Recorder(Store(ROOT, card), lambda: AT).last_header(GAMES)
    assert offered is not None
    lines = FINISHED.splitlines(keepends=True)
    for number, line in enumerate(lines):
        rotten = [*lines[:number], bytes([line[0] ^ 1]) + line[1:], *lines[number + 1 :]]
        card.names[EARLIER] = File([b"".join(rotten)])
        assert Recorder(Store(ROOT, card), lambda: AT).last_header(GAMES) is None, line


DECKS = decks_for(GAMES.values(), ("Ann", "Bob"))


@pytest.mark.parametrize("deck", every_so_many(3, DECKS), ids=lambda deck: deck.kind)
def test_a_deck_cut_at_any_byte_is_refused(deck: TagDeck) -> None:
    whole = encode_file(deck, 17).encode()
    for size in range(len(whole)):
        with pytest.raises(StorageError, match="cannot use the deck"):
            loaded(deck, whole[:size])


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.kind)
def test_no_flipped_bit_makes_a_tag_another_card(deck: TagDeck) -> None:
    """Also of a deck written before there were check sums."""
    whole = encode(deck).encode()
    there = {str(card) for game in GAMES.values() if game.deck_kind == deck.kind for card in game.deck.cards_in_order}
    for offset, content in flipped(whole, range(0, len(whole), 1 if TORTURE else 4)):
        try:
            found = loaded(deck, content)
        except StorageError:
            continue
        wrong = {
            str(piece)
            for uid, piece in found.pieces.items()
            if isinstance(piece, CardCopy) and deck.pieces.get(uid, piece) != piece
        }
        assert not wrong & there, (offset, wrong)


SMALL = TagDeck("few", "french", {bytes(7): CardCopy("10H"), bytes(4): CommandCard.OK, bytes(5): Person("Ann")})


@pytest.mark.parametrize("deck", [SMALL, *DECKS], ids=lambda deck: deck.name)
def test_no_flipped_bit_of_a_deck_is_believed(deck: TagDeck) -> None:
    whole = encode_file(deck, 17).encode()
    assert loaded(deck, whole) == deck
    for _, content in flipped(whole, range(0, len(whole), 1 if TORTURE or deck is SMALL else 7)):
        with pytest.raises(StorageError, match="cannot use the deck"):
            loaded(deck, content)


def loaded(deck: TagDeck, content: bytes) -> TagDeck:
    """The deck as the store reads it from these bytes."""
    card = MemoryCard()
    card.names[ROOT / "decks" / f"{deck.name}.json"] = File([content])
    return Store(ROOT, card).decks.load(deck.name)
