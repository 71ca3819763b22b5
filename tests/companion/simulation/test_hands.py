"""Who was dealt what at one simulated table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.simulation.hands import SimulatedHands
from companion.storage.records import Store
from companion.table.state import House, Table
from tests.evening import RECORDS, match_of

if TYPE_CHECKING:
    from pathlib import Path

    from companion.match.match import Match


def played(record: str) -> Match:
    return match_of(*RECORDS[record].read_text("utf-8").splitlines())


def at(match: Match) -> Table:
    return Table(House({match.header.game.name: match.header.game}), match=match)


def test_the_cards_of_an_example_that_is_over_are_dealt_in_no_other_game_that_is_over(tmp_path: Path) -> None:
    example, other = played("rook-whole-match"), played("birdhead-whole-match")
    hands = SimulatedHands(Store(tmp_path), "1", example=example)
    assert hands.cards(at(example)) is not None
    dealt = hands.cards(at(other))
    assert dealt is not None
    assert {card for hand in dealt.hands for card in hand} <= set(other.header.game.deck.cards_in_order)
