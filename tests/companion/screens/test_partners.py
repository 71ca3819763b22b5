"""Lines of the panel that name both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.registry import GAMES
from companion.match.header import Header
from companion.match.match import Match
from companion.screens.current_screen import screen_for
from companion.screens.glyphs import SMALL
from companion.screens.layouts import MARK_WIDTH, TopLines
from companion.screens.partners import game_so_far, side_lines, teams
from companion.screens.picture import line_width
from companion.support.messages import known_languages
from companion.support.values import replace
from tests.evening import resumed
from tests.languages import speaking

NAMES = st.lists(st.text("AJWiklmno", min_size=3, max_size=12), min_size=4, max_size=4, unique=True)


@given(names=NAMES)
def test_both_scores_are_whole_beside_whatever_names(names: list[str]) -> None:
    line = game_so_far(Match(Header(GAMES["euchre"], tuple(names), 0)))
    assert line.count(" 0") == 2
    assert SMALL.width(line) <= line_width() - MARK_WIDTH


AT_A_TRICK = """game spades
players Ann Tom James Kathy
dealer Kathy
score Ann {ann}
score Tom {tom}
deal
Ann bid {bid}
Tom bid 3
James bid 5
Kathy bid 2
Ann AC"""


@pytest.mark.parametrize(("ann", "tom", "bid"), [(0, 0, 2), (185, -49, 2), (-185, 485, 8)])
@pytest.mark.parametrize("language", known_languages())
def test_the_tricks_that_a_side_has_bid_are_never_cut_off(language: str, ann: int, tom: int, bid: int) -> None:
    table = resumed(AT_A_TRICK.format(ann=ann, tom=tom, bid=bid).splitlines())
    with speaking(language):
        top = screen_for(replace(table, resumed=None)).top
    assert isinstance(top, TopLines)
    for line, names, all_bid in ((top.place, ("Ann", "Jam"), bid + 5), (top.memo, ("Tom", "Kat"), 5)):
        assert SMALL.width(line) <= line_width() - MARK_WIDTH, line
        assert all(name in line for name in names), line
        assert line.endswith((f" {all_bid}", f"/{all_bid}")), line


def test_names_that_have_no_room_whole_are_short_in_one_way_in_every_row() -> None:
    match = Match(Header(GAMES["spades"], ("Ann", "Tom", "James", "Kathy"), 0, scores={0: 185, 1: -49}))
    assert game_so_far(match) == "Ann+James 185 : -49"
    assert side_lines(match, ["bid 13 + blind"] * 2, ["13 + blind"] * 2)[0] == "Ann+Jam 185: 13 + blind"
    assert teams(match, SMALL.width("Ann+Jame")) == ("Ann+Jam", "Tom+Kat")
