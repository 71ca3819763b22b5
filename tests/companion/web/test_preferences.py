"""The settings that the page offers: told in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.settings.settings_file import CannotChangeError
from companion.web.preferences import OFFERED, Preferences
from tests.cases import for_each

SPELLING = re.compile(r"[a-z0-9][-_][a-z0-9]")
"""How records and settings write: play-on, think_s."""


@for_each("path", OFFERED)
def test_a_choice_and_its_values_are_words_that_people_say(path: tuple[str, ...], tmp_path: Path) -> None:
    choices = Preferences(tmp_path / "config.toml").as_json()["choices"]
    choice = next(choice for choice in choices if choice["key"] == list(path))
    words = (choice["label"], *choice["labels"])
    assert not [word for word in words if SPELLING.search(word)]
    assert choice["label"][0] == choice["label"][0].upper()
    assert len(set(choice["labels"])) == len(choice["labels"])
    if any(isinstance(value, str) for value in choice["values"]):
        assert len(choice["labels"]) == len(choice["values"])


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["Ann", "ann"], "ann is there twice"),
        (["Ann", '"Bob'], '"Bob: a name has no quotation mark'),
        (["Ann", "Maximiliane-Ottilie von"], "Maximiliane-Ottilie von has 23 letters; a name here has at most 20"),
    ],
)
def test_a_name_that_cannot_be_kept_is_named_with_the_reason(names: list[str], why: str, tmp_path: Path) -> None:
    with pytest.raises(CannotChangeError, match=why):
        Preferences(tmp_path / "config.toml").choose(
            json.dumps({"key": ["people", "regulars"], "value": names}).encode()
        )
