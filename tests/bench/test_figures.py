"""The figures themselves: what is printed, what fails, and that every one has its bar."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.figures import counted, timed


def test_a_figure_is_printed_with_its_bar_its_ratio_and_how_often_it_was_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    counted("a poll", 8, 12, "transfers", repeats=3)
    timed("a tap", 250.4, 200, "us", repeats=7)
    poll, tap = capsys.readouterr().out.split("\n")[1:]
    assert poll.split() == "a poll 8 transfers bar 12 ratio 0.67 3x".split()
    assert tap.split() == "a tap 250 us bar 200 ratio 1.25 7x missed".split()


@pytest.mark.parametrize(("value", "bar"), [(13, 12), (1, 0)])
def test_a_count_above_its_bar_fails(value: int, bar: int) -> None:
    with pytest.raises(AssertionError, match="a poll"):
        counted("a poll", value, bar, "transfers")


def test_nothing_else_prints_figures() -> None:
    files = Path(__file__).parent.glob("test_*_figures.py")
    assert not [file.name for file in files if "noqa: T201" in file.read_text("utf-8")]
