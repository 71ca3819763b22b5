"""Simulated tables of a club play what they are ordered, by themselves, and report it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.club.outbox import Inbox
from companion.club.outbox_reader import PostedOutbox
from companion.club.payloads import Assignment, Order
from companion.games.registry import GAMES
from companion.inputs.club import round_of
from companion.match.checker import answers
from companion.scoreboard.view import view
from companion.settings import schema
from companion.simulation.box import CLOCK_BEGINS, SIMULATED, SimulatedSetup
from companion.simulation.club_box import ClubBox
from companion.storage.journal import unseal

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
NOW = time.mktime(time.strptime(CLOCK_BEGINS, "%Y-%m-%dT%H:%M:%S")) + 60


def box(root: Path, name: str) -> ClubBox:
    settings = schema.Settings(club=schema.ClubSettings(on=True, box=name, broker="club.local"))
    return ClubBox(
        root / name, SimulatedSetup(replace(SIMULATED, settings=settings, regulars=PEOPLE)), view, lambda: NOW
    )


def orders(root: Path, name: str, order: Order) -> None:
    Inbox(root / name / "club/inbox").take(order)


def records(root: Path, name: str) -> list[list[str]]:
    """The texts of all records that left this box."""
    files = sorted((root / name / "club/outbox/records").glob("*.table"), key=lambda path: path.stem)
    return [[line.text for line in unseal(path.read_bytes()).lines] for path in files]


def assigned(
    names: tuple[str, ...], round_: int = 1, *, game: str = "euchre", boards: tuple[int, ...] = ()
) -> Assignment:
    return Assignment("spring", round_, 1, game, names, names[0], {}, len(boards) or 1, boards, bool(boards))


@pytest.mark.parametrize("game", ["spades", "euchre"])
def test_a_table_plays_a_round_from_the_name_tags_to_its_report(tmp_path: Path, game: str) -> None:
    heron = box(tmp_path, "heron")
    orders(tmp_path, "heron", Order(1, assigned(PEOPLE[:4], game=game)))
    heron.plays()
    (record,) = records(tmp_path, "heron")
    assert record[-1] == "end"
    assert any(round_of(line) for line in record)
    assert all(answer.answer.applied for answer in answers("\n".join(record), GAMES))
    (head,) = PostedOutbox(tmp_path / "heron/club/outbox").matches().values()
    assert head.finished


def test_the_next_round_is_played_by_others(tmp_path: Path) -> None:
    heron = box(tmp_path, "heron")
    orders(tmp_path, "heron", Order(1, assigned(PEOPLE[:4])))
    heron.plays()
    orders(tmp_path, "heron", Order(2, assigned(PEOPLE[4:], 2)))
    heron.plays()
    assert [record[1] for record in records(tmp_path, "heron")] == [
        "players Ann Bob Cid Dee",
        "players Eve Fay Gus Hal",
    ]


def test_who_has_no_name_tag_is_named_and_plays_and_a_tag_in_another_spelling_is_theirs(tmp_path: Path) -> None:
    heron, names = box(tmp_path, "heron"), ("Ann", "Zoe", "CID", "Dee")
    orders(tmp_path, "heron", Order(1, assigned(names)))
    heron.look()
    assert [*heron.without_tag] == ["Zoe"]
    heron.plays()
    (record,) = records(tmp_path, "heron")
    assert (record[1], record[-1]) == ("players Ann Zoe CID Dee", "end")
    assert not heron.without_tag


def test_a_plug_that_is_pulled_in_mid_round_changes_nothing_but_the_time(tmp_path: Path) -> None:
    heron = box(tmp_path, "heron")
    orders(tmp_path, "heron", Order(1, assigned(PEOPLE[:4])))
    heron.look()
    for _ in range(15):
        heron.step()
    heron.pull_the_plug()
    box(tmp_path, "heron").plays()
    (record,) = records(tmp_path, "heron")
    assert record[-1] == "end"


def test_a_board_is_the_same_deal_at_every_table_and_leaves_when_it_is_released(tmp_path: Path) -> None:
    for name, names in (("heron", PEOPLE[:4]), ("stork", PEOPLE[4:])):
        table = box(tmp_path, name)
        orders(tmp_path, name, Order(1, assigned(names, boards=(7, 8))))
        table.plays()
        assert records(tmp_path, name) == []
        orders(tmp_path, name, Order(2, assigned(names, boards=(7, 8)), ("spring:7", "spring:8")))
        table.plays()
    ups = [[line for line in records(tmp_path, name)[0] if line.startswith("up ")] for name in ("heron", "stork")]
    assert ups[0] == ups[1]
    assert len(ups[0]) == 2
