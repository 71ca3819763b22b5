"""The files of all pages beside each other: what stands once, and that what one asks for is in another."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from starlette.requests import Request

from companion.http import site

ROOT = Path(__file__).parents[3] / "companion"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = {path: COMMENT.sub("", path.read_text("utf-8")) for path in sorted(ROOT.glob("*/static/*.css"))}
SCRIPTS = [path.read_text("utf-8") for path in ROOT.glob("*/static/*.js")]
MARKUP = [path.read_text("utf-8") for path in ROOT.glob("*/static/*.html")]
ELEMENTS = (ROOT / "http/static/elements.d.ts").read_text("utf-8")


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


def test_every_element_that_a_script_takes_for_granted_is_on_a_page_and_what_it_is_taken_for() -> None:
    elements = {element for page in MARKUP for element in re.findall(r"<(\w+)[^>]*?\sid=\"([\w-]+)\"", page)}
    there = {name for _, name in elements}
    told = {(kind.lower(), name) for name, kind in re.findall(r"\"?([\w-]+)\"?: HTML(\w+)Element;", ELEMENTS)}
    maybe = set(re.findall(r"\"?([\w-]+)\"?: .*\| null;", ELEMENTS))
    asked = {name for script in SCRIPTS for name in re.findall(r"\$\(\"([\w-]+)\"\)", script)}
    assert told - elements == set()
    assert asked - there == maybe


def test_a_picture_is_sent_as_it_lies_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bytes may look like a comment."""
    shutil.copytree(ROOT / "http/static", tmp_path / "static")
    shutil.copytree(ROOT / "room/static", tmp_path / "static", dirs_exist_ok=True)
    picture = b"\x89PNG\r\n // a part of it\n"
    (tmp_path / "static/dot.png").write_bytes(picture)
    monkeypatch.setattr(site, "files", lambda _: tmp_path)
    asked = Request({"type": "http", "path_params": {"name": "dot.png"}, "headers": []})
    assert asyncio.run(site.Files("", lambda _: None).file(asked)).body == picture
