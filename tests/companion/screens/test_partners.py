"""Lines of the panel that name both sides."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.registry import GAMES
from companion.match.header import Header
from companion.match.match import Match
from companion.screens.glyphs import SMALL
from companion.screens.partners import place_and_scores
from companion.screens.picture import line_width
from companion.screens.screen import MARK_WIDTH

NAMES = st.lists(st.text("AJWiklmno", min_size=3, max_size=12), min_size=4, max_size=4, unique=True)


@given(names=NAMES)
def test_both_scores_are_whole_beside_whatever_names(names: list[str]) -> None:
    line = place_and_scores(Match(Header(GAMES["euchre"], tuple(names), 0)), "Deal 1")
    assert line.count(" 0") == 2
    assert SMALL.width(line) <= line_width() - MARK_WIDTH
