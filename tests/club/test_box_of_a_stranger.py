"""What a box of the club does to others that runs a stranger's client by its own certificate, and what is left of it.

Broker, director and commands are those of an organiser; the client shares nothing with the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.club import topics
from companion.club.payloads import Presence, State, encode
from companion.director.event import ClubEvent
from companion.director.link import DirectorLink
from companion.director.page_view import page_view
from companion.director.record_shelf import RecordShelf
from tests.club.lines import as_sent
from tests.club.mqtt import Client, Message
from tests.club.rig import soon
from tests.club.secured_broker import SecuredBroker, secured_broker
from tests.companion.director.evenings import AT, pairs, record_of
from tests.companion.director.served import Organiser, served
from tests.needs import with_mosquitto
from tests.patience import until

pytestmark = with_mosquitto

NAMES = tuple(line.split()[1] for line in pairs(4) if line.startswith("person"))


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[SecuredBroker]:
    with secured_broker(tmp_path / "club") as secured:
        yield secured


@contextmanager
def page_at(broker: SecuredBroker, root: Path) -> Iterator[Organiser]:
    """The director's page, connected."""
    link = DirectorLink(broker.for_director, RecordShelf(root), pause_s=soon)
    with served(root, link) as page:
        until(lambda: not link.trouble)
        yield page


def appears(broker: SecuredBroker, name: str, *here: str) -> Client:
    """A box connects, and says that it is there."""
    box = broker.client(name, Message(topics.presence(name), encode(Presence(on=False))))
    box.publish(topics.presence(name), encode(Presence(on=True, instance="0a1b2c3d")), retain=True)
    box.publish(topics.state(name), encode(State(here=here)))
    return box


def sends(box: Client, name: str, match: str, record: bytes) -> None:
    """A box sends all lines of a record."""
    lines = record.splitlines()
    for n in range(0, len(lines), 100):
        box.publish(topics.record(name), as_sent(match, n + 1, *lines[n : n + 100]))


def event_of(page: Organiser) -> ClubEvent:
    return page.event


def begins_a_round(page: Organiser) -> None:
    """Four pairs play at two tables."""
    until(lambda: len(event_of(page).people) == len(NAMES) if page.desk.event else len(page.desk.boxes.here) == 8)
    assert page.wishes("new", title="Club", game="spades", movement="howell", deals=1) == ""
    assert page.wishes("enter all") == ""
    assert page.wishes("round") == ""


def test_a_box_that_is_shut_out_is_there_no_more_and_gets_no_table(broker: SecuredBroker, tmp_path: Path) -> None:
    with page_at(broker, tmp_path) as page:
        stolen, other = appears(broker, "table-1"), appears(broker, "table-2", *NAMES)
        until(lambda: page.desk.boxes.present == {"table-1", "table-2"})
        broker.ran("shut-out", "table-1")
        broker.told("Reloading config")
        until(lambda: page.desk.boxes.present == {"table-2"})
        stolen.publish(topics.presence("table-1"), encode(Presence(on=True)), retain=True)
        stolen.close()
        begins_a_round(page)
        (seated,) = event_of(page).seated
        assert [sitting.box for sitting in seated.sittings] == ["table-2", "-"]
    with page_at(broker, tmp_path) as page:
        until(lambda: "table-2" in page.desk.boxes.present)
        assert page.desk.boxes.present == {"table-2"}
    other.close()


def test_a_flood_of_nonsense_is_one_line_and_hides_nothing_of_others(broker: SecuredBroker, tmp_path: Path) -> None:
    with page_at(broker, tmp_path) as page:
        hostile, other = appears(broker, "table-1"), appears(broker, "table-2")
        other.publish(topics.state("table-2"), b"{")
        for n in range(1, 301):
            hostile.publish(topics.state("table-1"), b'{"order": -%d}' % n)
            hostile.publish(topics.view("table-1"), b"[%d]" % n)
        until(lambda: [trouble.times for trouble in page.desk.boxes.troubles.values()] == [1, 600])
        told = page_view(page.desk, AT, "")["troubles"]
        assert told[0] == "club/table-2/state: refused, not JSON in UTF-8"
        assert told[1:] == ["club/table-1/view: refused, allowed: an object (600 in all)"]
    hostile.close()
    other.close()


def test_a_box_that_invents_people_without_end_brings_as_many_as_a_table_may(
    broker: SecuredBroker, tmp_path: Path
) -> None:
    with page_at(broker, tmp_path) as page:
        hostile = appears(broker, "table-1")
        until(lambda: page.desk.boxes.present == {"table-1"})
        assert page.wishes("new", title="Club", game="spades", movement="howell", deals=1) == ""
        for number in range(5):
            here = tuple(f"P{number}.{each}" for each in range(100))
            hostile.publish(topics.state("table-1"), encode(State(here=here)))
        until(lambda: page.desk.boxes["table-1"].state.here[:1] == ("P4.0",))
        other = appears(broker, "table-2", *NAMES)
        until(lambda: set(NAMES) <= set(event_of(page).people))
        assert len(event_of(page).people) == 100 + len(NAMES)
    hostile.close()
    other.close()


def test_a_box_cannot_replace_the_result_of_another_table(broker: SecuredBroker, tmp_path: Path) -> None:
    """Not while it is in the club, and not by what it has left there."""
    with page_at(broker, tmp_path) as page:
        one, other = appears(broker, "table-1"), appears(broker, "table-2", *NAMES)
        until(lambda: page.desk.boxes.present == {"table-1", "table-2"})
        begins_a_round(page)
        event = event_of(page)
        assert [sitting.box for sitting in event.seated[0].sittings] == ["table-1", "table-2"]
        forged = record_of(event, 1, 1, seed=2)
        sends(other, "table-2", "2026-11-25-235959-forged", forged)
        until(lambda: len(page.desk._matches) == 1)
        assert event_of(page).done == {}, "nor has that table finished"
        sends(one, "table-1", "2026-11-25-201501-own", record_of(event, 1, 1))
        until(lambda: event_of(page).done == {(1, 1): 1})
        (counts,) = page.desk.reckon(event_of(page)).results
        assert (counts.box, counts.match) == ("table-1", "2026-11-25-201501-own")
        sends(other, "table-2", "2026-11-25-235959-later", forged)
        until(lambda: len(page.desk._matches) == 3)
        assert page.desk.reckon(event_of(page)).results == (counts,)
        told = page_view(page.desk, AT, "")["troubles"]
        assert len(told) == 1, "one line for each box"
        assert told[0].startswith("table-2: the record 2026-11-25-235959-later does not count: ")
        assert told[0].endswith("(2 in all)")
    one.close()
    other.close()
