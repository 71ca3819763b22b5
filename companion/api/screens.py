"""What screens are made of: `GameEntry.screen` opens a function of the table that gives a `Screen`, or None.

A screen is a frame and one layout: `help(screens.Screen)`, then `help(screens.Glance)` and its like, show where each
text stands.

None means: the screen that comes by itself. `choosing`, `waiting`, `scores` and `game_over` are such screens.
"""

from companion.match.match import Match
from companion.screens.layouts import (
    FINGER,
    Chart,
    Column,
    Fact,
    Glance,
    Heading,
    OptionList,
    Options,
    Row,
    Rows,
    Screen,
    Target,
    TextPage,
    TopLines,
    Versus,
    at_place,
)
from companion.screens.parts import (
    below,
    brief_names,
    choosing,
    game_over,
    has_event,
    large_name,
    memo,
    number_columns,
    place,
    rows,
    score_columns,
    scores,
    totals,
    waiting,
    with_name,
)
from companion.screens.templates import first_fitting
from companion.screens.words import AGAIN
from companion.table.choices import Page
from companion.table.state import Table

__all__ = [
    "AGAIN",
    "FINGER",
    "Chart",
    "Column",
    "Fact",
    "Glance",
    "Heading",
    "Match",
    "OptionList",
    "Options",
    "Page",
    "Row",
    "Rows",
    "Screen",
    "Table",
    "Target",
    "TextPage",
    "TopLines",
    "Versus",
    "at_place",
    "below",
    "brief_names",
    "choosing",
    "first_fitting",
    "game_over",
    "has_event",
    "large_name",
    "memo",
    "number_columns",
    "place",
    "rows",
    "score_columns",
    "scores",
    "totals",
    "waiting",
    "with_name",
]
