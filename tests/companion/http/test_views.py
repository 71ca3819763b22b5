"""The types of what pages are told."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import is_typeddict

from companion.http import views
from tools.write_types import PLACE, declarations


def test_the_scripts_of_the_pages_are_checked_by_the_types_of_today() -> None:
    assert PLACE.read_text("utf-8") == declarations(), "make goldens writes it anew"


ROOMS = Path(views.__file__).parents[2]
FOR_OTHERS = {"sign", "club"}
"""Fields for programs that ask a box over the network; its pages do without."""


def test_a_page_reads_each_field_that_it_is_told() -> None:
    scripts = " ".join(_without_comments(file.read_text("utf-8")) for file in ROOMS.glob("*/static/*.js"))
    kinds = [kind for page in views.PAGES for kind in vars(import_module(f"{views.__name__}.{page}")).values()]
    told = {name for kind in kinds if is_typeddict(kind) for name in kind.__annotations__}
    unread = {name for name in told if not re.search(rf"(\.|[{{,]\s*){name}\b", scripts)}
    assert unread == FOR_OTHERS


def _without_comments(script: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", script, flags=re.DOTALL | re.MULTILINE)
