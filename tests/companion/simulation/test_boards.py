"""Which board's cards are in play at a simulated table of a club, and how well its people play."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from companion.club.outbox import Inbox
from companion.club.payloads import Assignment, Order
from companion.scoreboard.view import view
from companion.settings import schema
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.simulation.club_box import LEVELS, ClubBox, people, skill_of
from companion.simulation.hands import board_in_play
from companion.support.names import name_problem
from tests.evening import begun

THREE = ("Ann", "Bob", "Cid")


def box(root: Path, *boards: int) -> ClubBox:
    """A table that is ordered to play Bird Dog, and at which everybody has sat down."""
    order = Order(1, Assignment("spring", 1, 1, "birddog", THREE, "Cid", {}, len(boards) or 2, boards, bool(boards)))
    Inbox(root / "club/inbox").take(order)
    settings = schema.Settings(club=schema.ClubSettings(on=True, box="heron", broker="club.local"))
    club_box = ClubBox(root, SimulatedSetup(replace(SIMULATED, settings=settings, regulars=THREE)), view, lambda: 0.0)
    club_box.look()
    while club_box.table.match is None:
        club_box.step()
    return club_box


def test_boards_are_dealt_in_the_order_of_the_round(tmp_path: Path) -> None:
    heron, seen = box(tmp_path, 7, 3), []
    while not heron.waits:
        seen.append(board_in_play(heron.table))
        heron.step()
    assert list(Counter(seen)) == ["spring/board 7", "spring/board 3"]
    assert board_in_play(heron.table) == "spring/board 3"  # its cards still lie there


PASSED_OUT = """\
game euchre
players Ann Bob Cid Dee
dealer Ann
; club event=spring round=1 table=1 boards=7,3 deals=2
deal
up 9H
Bob pass
Cid pass
Dee pass
Ann pass
Bob pass
Cid pass
Dee pass
Ann pass
deal
up 10C
"""


def test_a_deal_that_all_pass_is_of_the_same_board_when_it_is_dealt_again(tmp_path: Path) -> None:
    begun(tmp_path, *PASSED_OUT.splitlines())
    settings = schema.Settings(club=schema.ClubSettings(on=True, box="heron", broker="club.local"))
    heron = ClubBox(tmp_path, SimulatedSetup(replace(SIMULATED, settings=settings, regulars=THREE)), view, lambda: 0.0)
    assert heron.table.playing.deals_begun == 2
    assert board_in_play(heron.table) == "spring/board 7"


def test_without_boards_a_deal_is_of_none(tmp_path: Path) -> None:
    assert board_in_play(box(tmp_path).table) == ""


def test_people_differ_and_each_plays_as_well_as_ever() -> None:
    skills = {name: skill_of(name) for name in people(32)}
    assert {skill.level for skill in skills.values()} == set(LEVELS)
    assert len({skill.seed for skill in skills.values()}) == 32
    assert skills == {name: skill_of(name) for name in people(32)}


def test_a_hundred_tables_have_people_with_names_of_their_own() -> None:
    names = people(400)
    assert len({name.casefold() for name in names}) == 400
    assert not any(map(name_problem, names))
