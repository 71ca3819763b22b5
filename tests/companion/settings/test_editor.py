"""A key gets another value, and the rest of the file stays as somebody wrote it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.settings.parser import read
from companion.settings.schema import keys
from companion.settings.settings_file import CannotChangeError, set_values

RENEGE = ("rules", "birddog", "renege")
SOUNDS = ("sounds", "on")
REGULARS = ("people", "regulars")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "[sounds]\non = false\n"),
        ("[sounds]\n", "[sounds]\non = false\n"),
        ("[sounds]\non = true  # loud\n", "[sounds]\non = false  # loud\n"),
        ("# ours\nsounds.on = true\n[panel]\nrotation = 180", "# ours\nsounds.on = false\n[panel]\nrotation = 180"),
        ("[panel]\nrotation = 180", "[panel]\nrotation = 180\n\n[sounds]\non = false\n"),
        ("[sounds]\non = 3 # loud\n", "[sounds]\non = false # loud\n"),
        ("[ sounds ] # loud\n", "[ sounds ] # loud\non = false\n"),
        ("[sounds]\non = true # don't [see #3]\n", "[sounds]\non = false # don't [see #3]\n"),
        ("[sounds]\r\non = true\r\n[panel]\r\n", "[sounds]\r\non = false\r\n[panel]\r\n"),
    ],
)
def test_only_the_line_of_the_key_changes(text: str, after: str) -> None:
    assert set_values(text, {SOUNDS: False}) == after


def test_a_further_reader_is_added_by_its_first_key() -> None:
    after = set_values("[sounds]\non = true\n", {("reader", "west", "kind"): "pn532"})
    assert after == '[sounds]\non = true\n\n[reader.west]\nkind = "pn532"\n'


def test_a_list_over_several_lines_becomes_one_line() -> None:
    text = '[people]\nregulars = [\n  "Ann", # first\n  "Bob",\n] # we\n[sounds]\non = false\n'
    assert set_values(text, {REGULARS: ["Zoë"]}) == '[people]\nregulars = ["Zoë"] # we\n[sounds]\non = false\n'


@pytest.mark.parametrize(
    ("text", "path", "value", "why"),
    [
        ("", RENEGE, "perhaps", 'rules.birddog.renege: found "perhaps"; allowed: '),
        ("", REGULARS, ["undo"], "people.regulars: found"),
        ("", REGULARS, "Ann", "people.regulars: found"),
        ("sounds = 3\n", SOUNDS, True, "line 1 is wrong: sounds: found 3"),
        ("[sounds\n", SOUNDS, True, "line 1 is wrong"),
        ("sounds.on = 3\nvoice.rate = 0\n", SOUNDS, True, "line 2 is wrong: voice.rate: found 0"),
        ("sounds = {on = true}\n", SOUNDS, False, "only a person can change"),
    ],
)
def test_what_cannot_be_changed_says_why(text: str, path: tuple[str, ...], value: object, why: str) -> None:
    with pytest.raises(CannotChangeError, match=re.escape(why)):
        set_values(text, {path: value})


CHOICES = [(path, value) for path, key in keys().items() for value in key.allowed.choices if path != ("club", "on")]
"""Without the one that wants a name and a broker beside it."""


@given(st.lists(st.sampled_from(CHOICES), max_size=8))
def test_after_any_choices_the_file_says_the_last_of_each(choices: list[tuple[tuple[str, ...], object]]) -> None:
    text, wanted = "# ours\n", dict(read("").values)
    for path, value in choices:
        text, wanted[path] = set_values(text, {path: value}), value
    assert read(text).values == wanted
    assert text.startswith("# ours\n")


def test_values_that_are_set_together_are_judged_together() -> None:
    names: dict[tuple[str, ...], str] = {("club", "box"): "table-4", ("club", "broker"): "club.local"}
    assert read(set_values("[club]\non = true\n", names)).problems == ()
