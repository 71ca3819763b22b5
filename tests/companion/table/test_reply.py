"""The reply to an input: its outcome, and the sound and light that follow from it."""

from __future__ import annotations

from typing import cast

from companion.table.cues import CUES
from companion.table.effects import AddLine, FinishRecord, OpenRecord
from companion.table.reply import Outcome, Reply
from companion.table.state import Table

TABLE = cast("Table", None)


def test_every_outcome_has_a_sound_of_its_own() -> None:
    assert {*CUES} == {*Outcome}
    assert len({*CUES.values()}) == len(Outcome)


def test_the_lines_of_a_reply_are_those_of_its_effects_in_order() -> None:
    effects = (FinishRecord(), OpenRecord(("game rook", "players Ann Bob")), AddLine("deal"))
    assert Reply(TABLE, Outcome.ACCEPTED, effects).lines == ("game rook", "players Ann Bob", "deal")
    assert Reply(TABLE, Outcome.ACCEPTED, effects).begins
    assert not Reply(TABLE, Outcome.ACCEPTED, effects[2:]).begins
