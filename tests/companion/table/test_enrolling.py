"""Enrolling a deck at the table: what each tag sounds like."""

from __future__ import annotations

import pytest

from companion.enrolment.deck_kinds import kinds
from companion.enrolment.enrolment import Enrolment
from companion.games.registry import GAMES
from companion.inputs.inputs import Stranger, Tapped
from companion.table.handling import handle
from companion.table.modes import Enrolling, Playing
from companion.table.reply import Outcome
from companion.table.state import House, Table
from companion.tags.tag_decks import TagDeck
from tests.companion.table.pure_table import luck


@pytest.mark.parametrize(("missing", "outcome"), [(2, Outcome.ACCEPTED), (1, Outcome.DONE)])
def test_the_last_tag_of_a_deck_sounds_as_its_end(missing: int, outcome: Outcome) -> None:
    french = kinds(GAMES, ())["french"]
    pieces = {number.to_bytes(7): piece for number, piece in enumerate(french.pieces[missing:])}
    table = Table(House(GAMES), mode=Enrolling(Enrolment(french, TagDeck("ours", "french", pieces)), Playing()))
    assert handle(table, Tapped((Stranger(uid=bytes.fromhex("04112233445566")),)), luck).outcome is outcome
