"""A match: what it waits for at each moment."""

from __future__ import annotations

from companion.games.birddog import BIRD_DOG
from tests.evening import FULL_DEAL_RECORD, match_of


def test_what_is_waited_for_is_worked_out_once_in_each_moment() -> None:
    for moment in match_of(*FULL_DEAL_RECORD).story():
        assert moment.expects is moment.expects
        assert moment.expects == BIRD_DOG.expects(moment.moment)
