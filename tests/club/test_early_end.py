"""A game that is won before the deals of its round are played: nobody waits for deals that nobody will play."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion.club.link import BrokerAddress, Connection
from companion.club.outbox import Inbox
from companion.club.outbox_reader import PostedOutbox
from companion.club.sender import Sender
from companion.club.topics import of_box
from companion.director.desk import Desk
from companion.director.page_view import page_view
from companion.http.views.director import EventTold
from companion.simulation.club_box import ClubBox
from tests.club.mosquitto import Mosquitto, mosquitto
from tests.club.rig import soon
from tests.club.test_director import club
from tests.companion.director.evenings import AT
from tests.companion.simulation.test_club_box import PEOPLE, box
from tests.needs import with_mosquitto
from tests.patience import until
from tests.torture import every_so_many

pytestmark = with_mosquitto

SHORT = {"game": "euchre", "deals": 10, "options": {"target": "5"}}
"""Each deal scores a point at least: by the ninth a side has five."""


def event_told(desk: Desk) -> EventTold:
    """What the page shows of the event that is on."""
    event = page_view(desk, AT, "")["event"]
    assert event is not None
    return event


@contextmanager
def joined(root: Path, broker: Mosquitto, name: str) -> Iterator[ClubBox]:
    """A simulated box with the process of its club."""
    table, place, ending = box(root, name), root / name / "club", threading.Event()
    sender = Sender(name, "00000001", "0.1.0", PostedOutbox(place / "outbox"), take=Inbox(place / "inbox").take)
    there, heard = BrokerAddress("127.0.0.1", broker.port), of_box(name)
    # What is lost on the way is found by the state that is sent again: each minute at a table, here each second.
    link = Connection(there, name, sender, lambda _: None, topics=heard, look_s=0.01, again_s=1.0, pause_s=soon)
    thread = threading.Thread(target=link.run, args=(ending,), daemon=True)
    thread.start()
    try:
        yield table
    finally:
        ending.set()
        thread.join()


def is_told_its_round(table: ClubBox) -> bool:
    """Earlier orders, as that of who is present, say no round."""
    inbox = Inbox(table._club._place / "inbox")
    return bool((order := inbox.new_order()) and order.assignment)


def has_boards_released(table: ClubBox) -> bool:
    return bool((order := Inbox(table._club._place / "inbox").new_order()) and order.released)


def all_counted(desk: Desk, *tables: ClubBox) -> bool:
    """Whether every deal that was finished counts; a table sends what it has when it looks."""
    for table in tables:
        table.look()
    told = event_told(desk)
    return told["finished"] == told["counted"]


@pytest.mark.parametrize(
    ("movement", "names", "duplicate"),
    every_so_many(2, [("howell", ["heron", "stork"], True), ("round-robin", ["heron"], False)]),
    ids=every_so_many(2, ["duplicate", "own cards"]),
)
def test_a_table_whose_game_is_won_early_has_finished_its_round(
    tmp_path: Path, movement: str, names: list[str], *, duplicate: bool
) -> None:
    (tmp_path / "broker").mkdir()
    root = tmp_path / "director"
    root.mkdir()
    with (
        mosquitto(tmp_path / "broker") as broker,
        club(root, broker) as page,
        ExitStack() as boxes,
    ):
        heron, *_ = tables = [boxes.enter_context(joined(tmp_path, broker, name)) for name in names]
        people = PEOPLE[: 4 * len(tables)]
        heron.come(people)
        heron.look()
        until(lambda: len(page.desk.boxes.here) == len(people))
        assert page.wishes("new", title="Club", movement=movement, duplicate=duplicate, **SHORT) == ""
        assert page.wishes("enter all") == ""
        assert page.wishes("round") == ""
        for table in tables:
            until(partial(is_told_its_round, table))
            table.plays()
            assert table.table.match is not None
            assert table.table.match.winners
        until(lambda: event_told(page.desk)["waits"] == [])
        assert page.wishes("ends") == ""
        for table in tables:
            if duplicate:
                until(partial(has_boards_released, table))
            table.look()
        until(
            lambda: all(
                standing.deals for standing in page.desk.reckon(page.desk.event_of(page.desk.names[0])).standings
            )
        )
        assert page_view(page.desk, AT, "")["troubles"] == []
        until(lambda: all_counted(page.desk, *tables))
        assert event_told(page.desk)["counted"] < 10 * len(tables)
