"""The reply to an input: its outcome, and the sound and light that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.table.cues import Cue, cue_of
from companion.table.effects import AddLine, FinishRecord, OpenRecord
from companion.table.reply import (
    ACCEPTED,
    MEANINGLESS,
    NOTHING,
    PART,
    Accepted,
    Outcome,
    Progress,
    Rejected,
    Reply,
    outcome_of_both,
)
from companion.table.words import NO_CARD_NOW

if TYPE_CHECKING:
    from companion.table.state import Table

TABLE = cast("Table", None)


def test_every_outcome_has_a_sound_of_its_own() -> None:
    outcomes: tuple[Outcome, ...] = (*map(Accepted, Progress), Rejected(NO_CARD_NOW), MEANINGLESS, NOTHING)
    assert set(map(cue_of, outcomes)) == {*Cue}


def test_of_two_accepted_inputs_the_one_that_came_to_more_is_heard() -> None:
    scored, over = Accepted(Progress.DONE), Accepted(Progress.OVER)
    assert outcome_of_both(over, scored) == outcome_of_both(scored, over) == over
    assert outcome_of_both(NOTHING, PART) == PART
    assert outcome_of_both(PART, ACCEPTED) == ACCEPTED


def test_the_lines_of_a_reply_are_those_of_its_effects_in_order() -> None:
    effects = (FinishRecord(), OpenRecord(("game rook", "players Ann Bob")), AddLine("deal"))
    assert Reply(TABLE, ACCEPTED, effects).lines == ("game rook", "players Ann Bob", "deal")
    assert Reply(TABLE, ACCEPTED, effects).begins
    assert not Reply(TABLE, ACCEPTED, effects[2:]).begins
