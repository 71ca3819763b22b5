"""A table that is written from the protocol's document alone plays a duplicate evening beside a box."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.cli.club_evening import ClubEvening, Plan
from companion.cli.evening_processes import Process, mosquitto_path
from companion.club.may_leave import may_leave
from companion.games.registry import GAMES
from companion.inputs.club import round_of
from companion.storage.journal import unseal
from tests.club.strangers_table import Record
from tests.needs import with_mosquitto
from tests.torture import only_with_torture, so_many

PROGRAM = Path(__file__).with_name("strangers_table.py")
PLAN = Plan("spades", tables=2, rounds=so_many(1, 2), deals=2, away_s=1.0)
BOARDS = PLAN.rounds * PLAN.deals
"""A round of four pairs, or two. Meanwhile the box is unplugged for a moment, and the broker is killed."""
ALLOWED = {*sys.stdlib_module_names, "paho"}


class StrangersTable:
    """It has the place of a box of the evening."""

    def __init__(self, name: str, place: Path, logs: Path) -> None:
        self.name, self.place, self._log = name, place, logs / f"{name}.log"
        self.is_on = self.plays = False
        self.processes: tuple[Process, ...] = ()

    def join(self, bundle: Path, _people: Sequence[str]) -> None:
        self.place.mkdir(parents=True)
        self._bundle = bundle

    def plug_in(self, come: Sequence[str] = ()) -> None:
        """Isolated: neither this directory nor the environment is looked at for modules."""
        words = (sys.executable, "-I", "-X", "utf8", str(PROGRAM), str(self._bundle), str(self.place))
        self.processes = (Process((*words, *come), self._log),)
        self.processes[0].start()
        self.is_on = True

    def stop(self) -> None:
        self.is_on = False
        for process in self.processes:
            process.stop()

    def records(self) -> Iterator[tuple[str, bytes]]:
        for path in sorted(self.place.glob("*.table")):
            yield path.stem, path.read_bytes()

    @property
    def scores(self) -> list[dict[str, Any]]:
        """What its people have counted, a deal each."""
        found: list[dict[str, Any]] = json.loads((self.place / "scores.json").read_text("utf-8"))
        return found


class Played:
    """The evening, and what is known of it at its end."""

    def __init__(self, evening: ClubEvening) -> None:
        self.evening = evening
        self.stranger = StrangersTable("table-1", evening.place / "stranger", evening.place / "logs")
        evening.boxes[0] = self.stranger  # type: ignore[call-overload]
        evening.make_club()
        evening.begin()
        evening.play()
        matches, _ = evening.compare()
        self.standings = evening.standings(matches)
        assert evening.page is not None
        self.results = evening.page.results(evening.view["event"]["name"])["results"]
        self.view = evening.view


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    program = mosquitto_path()
    assert program is not None
    with ClubEvening(tmp_path_factory.mktemp("evening"), PLAN, program, lambda _: None) as evening:
        yield Played(evening)


def test_it_imports_nothing_of_the_program() -> None:
    tree = ast.walk(ast.parse(PROGRAM.read_text("utf-8")))
    roots = set[str]()
    for node in tree:
        match node:
            case ast.Import(names):
                roots |= {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(module, _, level):
                assert not level
                roots.add(str(module).partition(".")[0])
            case ast.Name("__import__" | "exec" | "eval"):
                pytest.fail(f"line {node.lineno}: it may import what nobody sees")
    assert roots <= ALLOWED - {"importlib", "runpy", "pkgutil", "subprocess", "os"}


@only_with_torture
@with_mosquitto
def test_it_plays_every_board_and_its_results_are_those_that_its_people_counted(played: Played) -> None:
    kinds = ("round", "table", "board", "names", "points")
    own = [result for result in played.results if result["table"] == 1]
    assert [{key: row[key] for key in kinds} for row in own] == [
        {key: score[key] for key in kinds} for score in played.stranger.scores
    ]
    assert [row["board"] for row in own] == list(range(1, BOARDS + 1))
    assert [result["corrected"] for result in played.results] == [[]] * 2 * BOARDS


@with_mosquitto
def test_the_standings_have_them_beside_those_of_the_box(played: Played) -> None:
    assert [(standing["deals"], standing["out"]) for standing in played.standings] == [(BOARDS, 0)] * 4
    for standing in played.standings:
        compared = [
            percent
            for result in played.results
            for side, percent in zip(result["names"][:2], result["percents"], strict=True)
            if side in standing["names"]
        ]
        assert standing["percent"] == pytest.approx(sum(compared) / BOARDS, abs=0.01)


@with_mosquitto
def test_nobody_had_to_be_asked_and_nothing_of_it_is_a_trouble(played: Played) -> None:
    assert played.view["troubles"] == []
    assert [row["trouble"] for row in played.view["boxes"]] == [[], []]
    assert len(list(played.stranger.records())) == PLAN.rounds


@with_mosquitto
def test_it_lets_the_same_lines_leave_as_a_box_would(played: Played) -> None:
    """Both have read the same sentences; neither knows the other."""
    for name, content in played.stranger.records():
        texts = [line.text for line in unseal(content).lines]
        (place,) = filter(None, map(round_of, texts))
        boards = [f"{place.event}:{board}" for board in place.boards]
        for far in (n for n, text in enumerate(texts, 1) if text in BETWEEN_DEALS):
            own = as_far_as(Record(name, place.event, list(place.boards)), texts[:far])
            for released in ([], boards[:1], boards[1:], boards):
                expected = may_leave(texts[:far], set(released), GAMES)
                assert (own.leaving(released), own.head(released)["finished"]) == expected


BETWEEN_DEALS = ("deal", "end")


def as_far_as(record: Record, texts: list[str]) -> Record:
    for text in texts:
        if text in BETWEEN_DEALS and any(line.startswith(b"deal ;") for line in record.lines):
            record.scored.append(len(record.lines))
        record.add(text)
    record.is_over = texts[-1] == "end"
    return record
