"""`companion arena` as it is typed."""

from __future__ import annotations

import json
import platform
from collections.abc import Generator, Sequence
from pathlib import Path
from random import Random

import pytest

from companion import VERSION
from companion.games.plugins import PlugIn, save_index
from companion.players.arena.contest import ArenaRound, Contest, rounds
from tests.companion.conftest import Companion
from tests.plugins import imported, unpacked
from tests.torture import only_with_torture


def test_a_table_with_a_row_for_each_side_and_one_for_each_difference(companion: Companion) -> None:
    told, err = companion("arena", "birdhead", "--players", "greedy,easy", "--deals", "2")
    assert err == ""
    sides, differences = (part.splitlines() for part in told.split("\n\n"))
    assert sides[0] == "BirdHead cards: points a deal, low wins; 2 deals, each played 4 times, from every seat"
    assert [row.split()[0] for row in sides[2:]] == ["greedy", "easy"]
    assert differences[0] == "Difference on the same deals, 95 % sure"
    assert [row.split("  ")[0] for row in differences[2:]] == ["greedy − easy"]


def test_players_of_one_level_have_no_difference(companion: Companion) -> None:
    told = companion("arena", "birdhead", "--players", "easy", "--deals", "1").out
    assert "ifference" not in told
    assert len(told.splitlines()) == 3


@pytest.mark.parametrize(
    ("players", "levels"),
    [
        ("easy,greedy", ["easy", "greedy"] * 2),
        ("easy", ["easy"] * 4),
        ("easy,greedy,random", ["easy", "greedy", "random", "random"]),
    ],
)
def test_partners_have_the_level_of_their_side_until_more_are_said(
    players: str, levels: list[str], companion: Companion
) -> None:
    told = json.loads(companion("arena", "rook", "--players", players, "--deals", "1", "--json").out)
    assert told["players"] == levels


REPEATED = "version python repeat game players seed playouts until most seatings deals confidence points".split()


@only_with_torture
def test_json_repeats_itself_with_the_same_words_and_with_several_processes(companion: Companion) -> None:
    asked = ["birddog", "--players", "strong,easy", "--playouts", "4", "--deals", "5", "--seed", "7"]
    told = json.loads(companion("arena", *asked, "--json", "--jobs", "1").out)
    assert {name: told[name] for name in REPEATED[:-1]} == {
        "version": VERSION,
        "python": platform.python_version(),
        "repeat": "companion arena birddog --players strong,easy,easy --deals 5 --seed 7 --playouts 4",
        "game": "birddog",
        "players": ["strong", "easy", "easy"],
        "seed": "7",
        "playouts": 4,
        "until": None,
        "most": 5,
        "seatings": 3,
        "deals": 5,
        "confidence": 0.95,
    }
    assert [len(points) for points in told["points"]] == [3] * 5
    again = json.loads(companion(*told["repeat"].split()[1:], "--json", "--jobs", "2").out)
    assert {name: again[name] for name in REPEATED} == {name: told[name] for name in REPEATED}
    assert again["differences"] == told["differences"]


def test_it_plays_until_a_difference_is_sure_and_the_bound_is_part_of_its_words(companion: Companion) -> None:
    asked = ["toriatama", "--players", "normal,greedy", "--until", "0.95"]
    told = json.loads(companion("arena", *asked, "--json", "--jobs", "1").out)
    assert (told["until"], told["most"]) == (0.95, 1000)
    assert 20 <= told["deals"] == len(told["points"]) < 100
    assert told["differences"][0]["better"] == "normal"
    again = json.loads(companion(*told["repeat"].split()[1:], "--json", "--jobs", "2").out)
    assert again["points"] == told["points"]


def test_at_the_bound_it_says_that_it_is_not_sure(companion: Companion) -> None:
    asked = ["toriatama", "--players", "easy,normal", "--until", "0.9999999", "--deals", "21"]
    told = companion("arena", *asked, "--jobs", "1").out
    assert "; 21 deals" in told
    assert told.splitlines()[-1].startswith("easy − normal  too few deals")


def test_every_core_plays_if_nothing_else_is_said(monkeypatch: pytest.MonkeyPatch, companion: Companion) -> None:
    jobs: list[int] = []

    def play(contest: Contest, numbers: Sequence[int], processes: int) -> Generator[ArenaRound, None, None]:
        jobs.append(processes)
        yield from rounds(contest, numbers, lambda name: Random(name).randrange, lambda: 0.0)

    monkeypatch.setattr("companion.cli.arena._play", play)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    companion("arena", "toriatama", "--deals", "1", "--players", "easy")
    assert jobs == [7]


COUSIN = {
    "highcard/__init__.py": "",
    "highcard/entry.py": """
from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later

STRATEGY = import_later("companion.games.birddog.strategy:BirdDogStrategy")
ENTRY = GameEntry(rules=import_later("highcard.rules:COUSIN"), strategy=STRATEGY, api=3)
""",
    "highcard/rules.py": """
from dataclasses import fields

from companion.games.birddog.rules import BIRD_DOG, BirdDog


class Cousin(BirdDog):
    pass


COUSIN = Cousin(**{one.name: getattr(BIRD_DOG, one.name) for one in fields(BIRD_DOG)} | {"name": "highcard"})
""",
}


def test_a_game_of_another_package_is_played_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path))
    unpacked(tmp_path / "highcard-1.0-1", COUSIN)
    save_index(tmp_path, [PlugIn("highcard", "Cousin", "highcard", "1.0", 3, "highcard.entry:ENTRY", "highcard-1.0-1")])
    asked = ["arena", "highcard", "--players", "greedy,easy", "--deals", "3", "--json", "--jobs"]
    with imported():
        alone, together = (json.loads(companion(*asked, jobs).out) for jobs in ("1", "2"))
    assert together["points"] == alone["points"]


def test_a_game_without_a_strategy_has_nobody_to_play_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path))
    unpacked(tmp_path / "highcard-1.0-1")
    save_index(tmp_path, [PlugIn("highcard", "Toy", "highcard", "1.0", 3, "highcard.entry:ENTRY", "highcard-1.0-1")])
    with imported():
        assert "High Card has no computer players" in companion("arena", "highcard", "--players", "easy", status=2).err


def test_a_drawing(tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "arena.svg"
    companion("arena", "birdhead", "--players", "random,greedy", "--deals", "1", "--plot", file)
    assert file.read_text("utf-8").count("<circle") == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--players", "strog"],
            (
                "“strog” is not a level; the levels are random, gentle, greedy, easy, normal, strong;"
                " did you mean “strong”?"
            ),
        ),
        (["--players", "easy,easy,easy,easy,easy"], "BirdHead cards is played by 4 at most; found 5 levels"),
        (["--players", "easy", "--until", "0.95"], "--until compares levels, but all players are “easy”"),
        (["--until", "95"], "--until: “95” is not a number from 0.5 to 0.999…, such as 0.95"),
        (["--until", "nan"], "--until: “nan” is not a number from 0.5 to 0.999…, such as 0.95"),
        (["--until", "ever"], "--until: “ever” is not a number from 0.5 to 0.999…, such as 0.95"),
        (["--deals", "0"], "--deals: “0” is not a whole number from 1 to 1000000000"),
        (["--jobs", "-1"], "--jobs: “-1” is not a whole number from 1 to 1000000000"),
        (["--plot", "-"], "--plot: the table is printed, so the drawing needs a file, such as levels.svg"),
        (["--playouts", "0"], "--playouts: “0” is not a whole number from 1 to 1000000000"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_a_line(words: list[str], told: str, companion: Companion) -> None:
    assert companion("arena", "birdhead", *words, status=2).err.splitlines()[0] == f"companion arena: {told}"


def test_no_place_for_the_drawing_is_told_before_anything_is_played(
    tmp_path: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.arena._play", None)
    asked = ["arena", "birdhead", "--players", "random", "--deals", "1", "--plot", str(tmp_path / "no" / "file.svg")]
    assert f"no/file.svg: there is no directory {tmp_path}/no\n" in companion(*asked, status=2).err
    (tmp_path / "no").write_text("kept", "utf-8")
    assert "already exists, and is not overwritten" in companion(*asked[:-1], str(tmp_path / "no"), status=2).err
    assert (tmp_path / "no").read_text("utf-8") == "kept"
