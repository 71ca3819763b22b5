"""From edges of buttons to what they mean: a press, or BACK held until the menu opens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.inputs.inputs import Button, Held, Holding, Input, Pressed
from companion.runtime.gestures import BAR_AFTER_S, HOLD_S, Gestures

PRESS = Pressed(Button.BACK)


def meanings(*happened: tuple[float, str]) -> list[Input]:
    """What these edges of BACK ("down", "up") and glances at the clock ("") amount to."""
    gestures = Gestures()
    found: list[Input] = []
    for at, edge in happened:
        if edge:
            gestures, given = gestures.edge("BACK", down=edge == "down", at=at)
        else:
            gestures, given = gestures.tick(at)
        found += given
    return found


@pytest.mark.parametrize("button", ["UP", "DOWN"])
def test_up_and_down_act_when_they_go_down_and_never_again(button: str) -> None:
    gestures, given = Gestures().edge(button, down=True, at=1.0)
    assert given == (Pressed(Button(button)),)
    assert gestures.tick(9.0) == (gestures, ())
    assert gestures.edge(button, down=False, at=9.0) == (gestures, ())


@pytest.mark.parametrize(
    ("happened", "found"),
    [
        ([(0.0, "down"), (0.1, "up")], [PRESS]),
        ([(0.0, "down"), (0.1, ""), (0.2, "up")], [PRESS]),
        ([(0.0, "down"), (0.4, ""), (0.5, "up")], [Holding(4), Holding(0), PRESS]),
        ([(0.0, "down"), (0.4, ""), (0.4, ""), (0.5, ""), (HOLD_S, "")], [Holding(4), Holding(5), Holding(0), Held()]),
        ([(0.0, "down"), (HOLD_S, ""), (5.0, ""), (9.0, "up")], [Holding(0), Held()]),
        ([(0.0, "down"), (HOLD_S, "up")], [Holding(0), Held()]),
        ([(0.0, "up")], []),
        ([(0.0, ""), (9.0, "")], []),
        ([(0.0, "down"), (0.5, "down"), (0.6, "up")], [PRESS]),
    ],
)
def test_back_is_a_press_when_it_is_let_go_and_the_menu_when_it_is_held(
    happened: list[tuple[float, str]], found: list[Input]
) -> None:
    assert meanings(*happened) == found


def test_ok_acts_when_it_goes_down_and_is_told_once_more_when_it_was_held() -> None:
    gestures, given = Gestures().edge("OK", down=True, at=0.0)
    assert given == (Pressed(Button.OK),)
    gestures, given = gestures.tick(HOLD_S / 2)
    assert given == (Holding(4, Button.OK),)
    gestures, given = gestures.tick(HOLD_S)
    assert given == (Holding(0, Button.OK), Held(Button.OK))
    assert gestures.tick(9.0) == (gestures, ())
    assert gestures.edge("OK", down=False, at=9.0) == (gestures, ())


def test_ok_let_go_too_early_takes_its_bar_back_and_presses_no_second_time() -> None:
    gestures, _ = Gestures().edge("OK", down=True, at=0.0)
    gestures, _ = gestures.tick(HOLD_S / 2)
    assert gestures.edge("OK", down=False, at=0.5) == (Gestures(), (Holding(0, Button.OK),))


def test_a_stuck_ok_leaves_the_menu_reachable() -> None:
    gestures, _ = Gestures().edge("OK", down=True, at=0.0)
    gestures, _ = gestures.tick(5.0)
    gestures, _ = gestures.edge("BACK", down=True, at=5.0)
    assert gestures.tick(6.0)[1] == (Holding(0), Held())


def test_the_bar_appears_when_a_press_is_longer_than_a_press() -> None:
    assert meanings((0.0, "down"), (BAR_AFTER_S - 0.01, "")) == []
    assert meanings((0.0, "down"), (BAR_AFTER_S, "")) == [Holding(2)]


@given(st.lists(st.tuples(st.floats(0.0, 0.5), st.sampled_from(("", "down", "up"))), max_size=30))
def test_no_bar_stays_behind(steps: list[tuple[float, str]]) -> None:
    now, happened = 0.0, []
    for seconds, edge in steps:
        now += seconds
        happened.append((now, edge))
    bars = [meaning.eighths for meaning in meanings(*happened, (now + 0.1, "up")) if isinstance(meaning, Holding)]
    assert bars[-1:] in ([], [0])
