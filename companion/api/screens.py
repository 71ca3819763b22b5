"""What screens are made of: `GameEntry.screen` opens a function of the table that gives a `Screen`, or None.

A screen is a frame and one layout: `help(screens.Screen)`, then `help(screens.Glance)` and its like, show where each
text stands.

None means: the screen that comes by itself. `choosing`, `waiting`, `scores` and `game_over` are such screens.
"""

from companion.match.match import Match as Match
from companion.screens.layouts import FINGER as FINGER
from companion.screens.layouts import Chart as Chart
from companion.screens.layouts import Column as Column
from companion.screens.layouts import Fact as Fact
from companion.screens.layouts import Glance as Glance
from companion.screens.layouts import Heading as Heading
from companion.screens.layouts import OptionList as OptionList
from companion.screens.layouts import Options as Options
from companion.screens.layouts import Row as Row
from companion.screens.layouts import Rows as Rows
from companion.screens.layouts import Screen as Screen
from companion.screens.layouts import Target as Target
from companion.screens.layouts import TextPage as TextPage
from companion.screens.layouts import TopLines as TopLines
from companion.screens.layouts import Versus as Versus
from companion.screens.layouts import at_place as at_place
from companion.screens.parts import below as below
from companion.screens.parts import brief_names as brief_names
from companion.screens.parts import choosing as choosing
from companion.screens.parts import game_over as game_over
from companion.screens.parts import has_event as has_event
from companion.screens.parts import large_name as large_name
from companion.screens.parts import memo as memo
from companion.screens.parts import number_columns as number_columns
from companion.screens.parts import place as place
from companion.screens.parts import rows as rows
from companion.screens.parts import score_columns as score_columns
from companion.screens.parts import scores as scores
from companion.screens.parts import totals as totals
from companion.screens.parts import waiting as waiting
from companion.screens.parts import with_name as with_name
from companion.screens.templates import first_fitting as first_fitting
from companion.screens.words import AGAIN as AGAIN
from companion.table.choices import Page as Page
from companion.table.state import Table as Table

__all__ = [name for name in dir() if not name.startswith("_")]
