"""Taking back by buttons: the table is as if it had never been played."""

from __future__ import annotations

import pytest

from companion.table.state import Refused, TakenBack
from tests.evening import DEAL_GESTURES, Evening, below_the_top, match_of, picture_after


@pytest.mark.parametrize("back", [1, 2, 5, 12])
def test_undoing_by_buttons_is_never_having_played(evening: Evening, back: int) -> None:
    evening.does(*DEAL_GESTURES[:16])
    story = list(evening.box.table.playing.story())
    evening.does("HOLD", *("OK",) * back)
    assert isinstance(evening.overlay, TakenBack)
    assert evening.box.table.playing == story[back]
    evening.does("BACK")
    kept = [line for line in evening.saved() if not line.startswith("undo")][:-back]
    assert evening.box.table.playing == match_of(*kept)
    assert evening.seen() == picture_after(*kept)
    evening.again()
    assert below_the_top(evening.seen()) == below_the_top(picture_after(*kept))


def test_after_an_undo_the_right_card_may_simply_be_tapped(playing: Evening) -> None:
    playing.does("QS", "HOLD", "OK", "JC")
    assert playing.saved()[-2:] == ["undo", "Ann JC"]


def test_everything_can_be_undone_and_then_nothing_more(playing: Evening) -> None:
    said = playing.box.table.playing.applied
    playing.does("HOLD", *("OK",) * said)
    assert playing.box.table.playing.applied == 0
    playing.does("OK")
    assert isinstance(playing.overlay, Refused)
    assert playing.saved().count("undo") == said


def test_back_is_never_a_pass(evening: Evening) -> None:
    evening.does("10D")
    for _ in range(3):
        evening.does("BACK")
    assert evening.saved()[-1] == "up 10D"
