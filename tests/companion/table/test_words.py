"""The words of the table: what a refusal says fits the panel, and every choice has its words."""

from __future__ import annotations

import pytest

from companion.rules.referee.verdicts import Rule
from companion.screens.glyphs import LARGE, SMALL
from companion.screens.picture import line_width, wrap
from companion.table import words
from companion.table.choices import MenuEntry, Page, Rematch, Remedy, SetUpStep
from tests.cases import for_each

LONGEST_NAME = "Maximiliana"
MOST_LARGE = 10
"""So many letters fit in the large line."""
RULES = {name: value for name, value in vars(words).items() if isinstance(value, Rule)}
RULES |= {place.name: rule for place, rule in words.LIES.items()}
RULES |= {
    "no deck": words.no_deck("Toriatama 36"),
    "not seated": words.not_seated([LONGEST_NAME]),
    "in rack": words.in_rack(3, 13),
    "not called": words.not_called(3, "slots 3 5", 0),
    "long call": words.not_called(3, "slots 3 5 7", 0),
    "wrong slot": words.not_called(3, "10♠", 13),
}


@for_each("name", RULES)
def test_a_refusal_fits_one_large_line_and_three_small_ones(name: str) -> None:
    rule = RULES[name]
    assert len(rule.short) <= MOST_LARGE
    assert LARGE.width(rule.short) <= line_width()
    assert len(wrap(rule.sentence.format(*[LONGEST_NAME] * 4), SMALL, line_width())) <= 2
    assert SMALL.width(rule.remedy) <= line_width()


def test_every_choice_has_its_words() -> None:
    assert set(words.REMEDIES) == set(Remedy)
    assert set(words.REMATCHES) == set(Rematch)
    assert set(words.SET_UP) == set(SetUpStep) - {SetUpStep.OPENER}, "who opens is asked in the words of the game"
    shown_by_a_button = {Page.SCORES, Page.PUBLIC, Page.ENDING}
    assert set(words.ENTRIES) == {*MenuEntry, *Page} - {MenuEntry.UNDO, MenuEntry.SOUND} - shown_by_a_button


@pytest.mark.parametrize(
    ("record", "entry"),
    [
        ("2026-11-02-201512-rook", "2 Nov 20:15 Rook Ann Bob"),
        ("2026-11-22-090100-rook", "22 Nov 09:01 Rook Ann Bob"),
        ("from-elsewhere", "go on: Rook Ann Bob"),
    ],
)
def test_a_parked_game_is_offered_with_the_time_it_was_begun(record: str, entry: str) -> None:
    assert words.parked_label(record, "Rook Ann Bob") == entry


def test_cards_are_called_by_their_slots() -> None:
    assert [words.slots(numbers) for numbers in ((), (3,), (3, 5))] == ["", "slot 3", "slots 3 5"]
