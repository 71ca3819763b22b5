"""Who was dealt what at one simulated table."""

from __future__ import annotations

from pathlib import Path

from companion.match.match import Match
from companion.runtime.recorder import Recorder
from companion.simulation.box import CLOCK_BEGINS
from companion.simulation.hands import SHOWN, SimulatedHands
from companion.simulation.open_deal import explaining, open_deal
from companion.storage.records import Store
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table
from tests.evening import RECORDS, match_of


def played(record: str) -> Match:
    return match_of(*RECORDS[record].read_text("utf-8").splitlines())


def at(match: Match) -> Table:
    return Table(House({match.header.game.name: match.header.game}), match=match)


def test_the_cards_of_an_example_are_dealt_in_no_other_game(tmp_path: Path) -> None:
    example, other = played("rook-whole-match"), played("birdhead-whole-match")
    recorder = Recorder(Store(tmp_path), lambda: CLOCK_BEGINS)
    hands = SimulatedHands(lambda: recorder, "1", example=example)
    recorder.keep(begin(at(example), example.header, (), SHOWN))
    assert hands.cards(at(example)) == open_deal(example, explaining(example))
    recorder.keep(begin(at(other), other.header, ()))
    dealt = hands.cards(at(other))
    assert dealt is not None
    assert set() < {*dealt.stack} <= {*other.header.game.deck.cards_in_order}
