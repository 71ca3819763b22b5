"""What a simulated box is seen and heard to do besides its panel."""

from __future__ import annotations

import pytest

from companion.simulation.observed_box import beeps, colour_name


@pytest.mark.parametrize(
    ("tones", "told"),
    [
        ((), ""),
        ((0.0, 0.0), ""),
        ((1760.0,), "short beep"),
        ((440.0,) * 8, "long beep"),
        ((1320.0, 0.0, 1760.0), "two notes up"),
        ((660.0, 660.0, 440.0, 440.0), "two notes down"),
    ],
)
def test_beeps_are_told_as_they_are_heard(tones: tuple[float, ...], told: str) -> None:
    assert beeps(tones) == told


def test_colours_between_the_known_ones_have_the_nearest_name() -> None:
    assert colour_name((0.9, 0.1, 0.0)) == "red"
    assert colour_name((0.0, 0.9, 0.1)) == "green"
