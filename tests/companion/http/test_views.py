"""The types of what pages are told."""

from __future__ import annotations

from tools.written_types import PLACE, declarations


def test_the_scripts_of_the_pages_are_checked_by_the_types_of_today() -> None:
    assert PLACE.read_text("utf-8") == declarations(), "make goldens writes it anew"
