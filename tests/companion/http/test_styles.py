"""The style sheets of all pages: what stands once, and what is there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[3] / "companion"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = {path: COMMENT.sub("", path.read_text("utf-8")) for path in sorted(ROOT.glob("*/static/*.css"))}
SCRIPTS = [path.read_text("utf-8") for path in ROOT.glob("*/static/*.js")]


def test_a_colour_of_two_places_has_a_name() -> None:
    """It stands in theme.css."""
    values = (value for sheet in SHEETS.values() for value in re.findall(r":[^;{}]*;", sheet))
    colours = Counter(colour.lower() for value in values for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b", value))
    assert {colour: places for colour, places in colours.items() if places > 1} == {}


def test_every_custom_property_is_set_and_every_name_of_the_theme_is_used() -> None:
    asked = {name for sheet in SHEETS.values() for name in re.findall(r"var\((--[\w-]+)", sheet)}
    given = {name for sheet in SHEETS.values() for name in re.findall(r"(--[\w-]+)(?:\s*:| \{)", sheet)}
    given |= {name for script in SCRIPTS for name in re.findall(r'setProperty\(\s*"(--[\w-]+)"', script)}
    assert asked - given == set()
    assert set(re.findall(r"(--[\w-]+):", SHEETS[ROOT / "http/static/theme.css"])) - asked == set()
