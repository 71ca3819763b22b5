"""`companion arena` as it is typed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.conftest import Companion


def test_a_table_with_a_row_for_each_seat(companion: Companion) -> None:
    told, err = companion("arena", "birdhead", "--players", "greedy,easy", "--deals", "2")
    assert err == ""
    title, _, *rows = told.splitlines()
    assert title.startswith("BirdHead cards: points a deal, low wins; 2 deals")
    assert [row.split()[0] for row in rows] == ["greedy", "easy", "easy", "easy"]


def test_json_repeats_itself_with_the_same_seed_and_with_several_processes(companion: Companion) -> None:
    asked = ["arena", "birddog", "--players", "strong,easy", "--playouts", "4", "--deals", "5", "--seed", "7", "--json"]
    told = [json.loads(companion(*asked, *more).out) for more in ([], ["--jobs", "2"])]
    assert {key: told[0][key] for key in ("game", "seed", "deals", "seatings")} == {
        "game": "birddog", "seed": "7", "deals": 5, "seatings": 3,
    }  # fmt: skip
    one, other = ([(row["level"], row["mean"], row["within"], row["lost"]) for row in one["players"]] for one in told)
    assert one == other
    assert [row[0] for row in one] == ["strong", "easy", "easy"]


def test_a_drawing(tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "arena.svg"
    companion("arena", "birdhead", "--players", "random", "--deals", "1", "--plot", file)
    assert file.read_text("utf-8").count("<circle") == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--players", "strog"],
            "“strog” is no level; it takes random, greedy, easy, normal, strong; did you mean “strong”?",
        ),
        (["--players", "easy,easy,easy,easy,easy"], "BirdHead cards is played by 4 at most; found 5 levels"),
        (["--deals", "0"], "argument --deals: “0” is no whole number from 1 to 1000000000"),
        (["--jobs", "-1"], "argument --jobs: “-1” is no whole number from 1 to 1000000000"),
        (["--playouts", "0"], "argument --playouts: “0” is no whole number from 1 to 1000000000"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_a_line(words: list[str], told: str, companion: Companion) -> None:
    assert companion("arena", "birdhead", *words, status=2).err.splitlines()[0] == f"companion arena: {told}"


def test_no_place_for_the_drawing(tmp_path: Path, companion: Companion) -> None:
    asked = ["arena", "birdhead", "--players", "random", "--deals", "1", "--plot", str(tmp_path / "no" / "file.svg")]
    assert "companion arena: no drawing: No such file or directory" in companion(*asked, status=2).err
