"""The plug of the director's computer is pulled: whatever it has acknowledged is there afterwards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from companion.director.event_record import ENDING, EventRecord, begin, place
from companion.director.shelf import Shelf
from tests.companion.director.evenings import AT, EVENT
from tests.companion.director.test_shelf import LINES, MATCH, head, stored
from tests.storage.memory_card import MemoryCard
from tests.storage.witness import ROOT, laid

if TYPE_CHECKING:
    from pathlib import Path

CUTS = 5


def left_on(card: MemoryCard, tmp_path: Path, moment: object) -> list[Path]:
    """What may be on the disk if power fails now."""
    chances = [Random(f"{moment}/{number}") for number in range(CUTS)]
    return [laid(card.after_a_cut(chance), tmp_path / f"{moment}-{n}") for n, chance in enumerate(chances)]


def test_a_line_that_was_kept_is_there_after_a_power_cut(tmp_path: Path) -> None:
    card = MemoryCard()
    card.mkdir(ROOT)
    card.directory_synced(ROOT.parent)
    shelf, kept = Shelf(ROOT, card), {}
    for box in ("box-1", "box-2"):
        for n in range(1, len(LINES) + 1):
            shelf.keep(stored(n, box=box))
            kept[box, MATCH] = head(n)
            for root in left_on(card, tmp_path, f"{box}-{n}"):
                assert Shelf(root).heads() == kept


def test_a_statement_of_the_event_that_was_answered_is_there_after_a_power_cut(tmp_path: Path) -> None:
    card = MemoryCard()
    card.mkdir(ROOT)
    card.directory_synced(ROOT.parent)
    event = begin(ROOT, EVENT, "Club evening", AT, card)
    for text in ("game spades", "person Ann", "person Bob", "partners Ann Bob"):
        event.say([text], AT)
        for root in left_on(card, tmp_path, event.lines):
            assert EventRecord(place(root) / f"{EVENT}{ENDING}").story == event.story
