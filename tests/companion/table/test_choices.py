"""What may be chosen at the table, where other parts rely on it."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.table.choices import Remedy, SetUpStep


def test_the_steps_of_a_set_up_stand_in_the_order_in_which_they_are_asked() -> None:
    assert [step.name for step in SetUpStep] == "GAME PEOPLE NAME SCORES RULES OPENER SCANNED".split()


@pytest.mark.parametrize("name", GAMES)
def test_every_remedy_of_a_house_rule_is_one_of_the_table(name: str) -> None:
    for option in GAMES[name].options:
        if option.name == "renege":
            assert set(map(Remedy, option.values)) <= {Remedy.PLAY_ON, Remedy.VOID_DEAL, Remedy.PENALTY}
