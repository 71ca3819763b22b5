"""The organiser's page on a real broker: a box is unplugged, the broker is killed, the director starts again."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.club.link import BrokerAddress, Connection
from companion.club.outbox import Posted
from companion.club.payloads import MatchHead, Order
from companion.club.sender import Sender
from companion.club.topics import of_box
from companion.director.link import DirectorLink
from companion.director.record_shelf import RecordShelf
from companion.storage.journal import unseal
from tests.club.mosquitto import Mosquitto, mosquitto
from tests.club.rig import soon
from tests.companion.director.evenings import pairs, record_of
from tests.companion.director.served import Organiser, served
from tests.needs import with_mosquitto
from tests.patience import until

pytestmark = with_mosquitto


class Box:
    """A table whose people play what they are told, and the process of its club."""

    def __init__(self, name: str, port: int, here: tuple[str, ...] = ()) -> None:
        self.name, self.order, self._here = name, Order(1), here
        self._records: dict[str, bytes] = {}
        self._port = port
        self._ending = threading.Event()
        self.plug_in()

    def plug_in(self) -> None:
        """The box is switched on."""
        self._ending.clear()
        sender = Sender(self.name, "00000001", "0.1.0", self, take=self._take)
        broker, heard = BrokerAddress("127.0.0.1", self._port), of_box(self.name)
        link = Connection(broker, self.name, sender, lambda _: None, topics=heard, look_s=0.01, pause_s=soon)
        self._thread = threading.Thread(target=link.run, args=(self._ending,), daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """It is switched off; its card keeps what was played."""
        self._ending.set()
        self._thread.join()

    def _take(self, order: Order) -> None:
        self.order = order

    def plays(self, page: Organiser) -> None:
        """The people play the round that this box was told."""
        wanted, event = self.order.assignment, page.desk.event
        assert wanted is not None
        assert event is not None
        name = f"2026-11-25-2015{wanted.round:02}-{wanted.table}"
        self._records[name] = record_of(event, wanted.round, wanted.table, extra=("end",))

    def matches(self) -> Mapping[str, MatchHead]:
        heads = {name: unseal(record).lines for name, record in self._records.items()}
        return {name: MatchHead.at(len(lines), lines[-1].crc or 0, finished=True) for name, lines in heads.items()}

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        return tuple(self._records[match].splitlines()[start - 1 : start - 1 + most])

    def view(self) -> bytes:
        return b""

    def report(self) -> Posted:
        return Posted(self._here)


@contextmanager
def club(root: Path, broker: Mosquitto) -> Iterator[Organiser]:
    """The page, connected."""
    link = DirectorLink(BrokerAddress("127.0.0.1", broker.port), RecordShelf(root), pause_s=soon)
    with served(root, link) as page:
        until(lambda: not link.trouble)
        yield page


def is_told(page: Organiser, *boxes: Box) -> bool:
    """Whether these boxes know the table of this round."""
    event = page.event
    return all(box.order.assignment and box.order.assignment.round == len(event.seated) for box in boxes)


def finished(page: Organiser) -> set[int]:
    """The tables of this round that have finished."""
    event = page.event
    return {table for (number, table), _ in event.done.items() if number == len(event.seated)}


def test_an_evening_with_a_box_unplugged_a_broker_killed_and_a_director_started_again(tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    names = tuple(line.split()[1] for line in pairs(4) if line.startswith("person"))
    with mosquitto(tmp_path / "broker") as broker:
        one, other = Box("box-1", broker.port, names), Box("box-2", broker.port)
        try:
            with club(tmp_path, broker) as page:
                until(lambda: len(page.desk.boxes.present) == 2 and len(page.desk.boxes.here) == len(names))
                assert page.wishes("new", title="Club", game="spades", movement="howell", deals=1) == ""
                assert page.wishes("enter all") == ""
                assert page.wishes("round") == ""
                until(lambda: is_told(page, one, other))
                other.unplug()
                until(lambda: page.desk.boxes.present == {"box-1"})
                broker.kill(lose_all=True)
                one.plays(page)
                other.plays(page)
                broker.start()
                until(lambda: finished(page) == {1})
                other.plug_in()
                until(lambda: finished(page) == {1, 2})
                assert page.wishes("round") == ""
                until(lambda: is_told(page, one, other))
            for box in (one, other):
                box.plays(page)
            with club(tmp_path, broker) as page:
                until(lambda: finished(page) == {1, 2})
                found = page.desk.reckon(page.desk.event_of(page.desk.names[0])).standings
                assert [standing.deals for standing in found] == [2, 2, 2, 2]
                for box in (one, other):
                    for match, record in box._records.items():
                        assert (tmp_path / "boxes" / box.name / f"{match}.table").read_bytes() == record
        finally:
            one.unplug()
            other.unplug()


def test_what_is_odd_among_the_records_is_named_while_it_is_there_and_all_else_goes_on(tmp_path: Path) -> None:
    """Records of tables 1 and 2 cannot be kept before it goes; `done` comes by records alone here."""
    odd, in_the_way = tmp_path / "boxes/box-1/2026-11-25-201501-1.table", tmp_path / "boxes/box-2"
    odd.mkdir(parents=True)
    in_the_way.touch()
    (tmp_path / "broker").mkdir()
    names = tuple(line.split()[1] for line in pairs(6) if line.startswith("person"))
    with mosquitto(tmp_path / "broker") as broker:
        boxes = [Box(f"box-{number}", broker.port, names[4 * number - 4 : 4 * number]) for number in (1, 2, 3)]
        try:
            with club(tmp_path, broker) as page:
                until(lambda: len(page.desk.boxes.here) == len(names))
                assert page.wishes("new", title="Club", game="spades", movement="howell", deals=1) == ""
                assert page.wishes("enter all") == ""
                assert page.wishes("round") == ""
                until(lambda: is_told(page, *boxes))
                for box in boxes:
                    box.plays(page)
                until(lambda: finished(page) == {3} and len(page.desk.troubles) == 2)
                assert [path for path in (odd, in_the_way) if str(path) not in " ".join(page.desk.troubles)] == []
                assert page.desk.boxes.present == {"box-1", "box-2", "box-3"}
                odd.rmdir()
                in_the_way.unlink()
                until(lambda: finished(page) == {1, 2, 3} and not page.desk.troubles)
        finally:
            for box in boxes:
                box.unplug()


def test_a_box_that_was_switched_off_while_there_was_no_broker_is_not_there(tmp_path: Path) -> None:
    """A broker that died has said no last will, and knows nothing of before."""
    (tmp_path / "broker").mkdir()
    with mosquitto(tmp_path / "broker") as broker:
        one, other = Box("box-1", broker.port), Box("box-2", broker.port)
        try:
            with club(tmp_path, broker) as page:
                until(lambda: page.desk.boxes.present == {"box-1", "box-2"})
                broker.kill(lose_all=True)
                other.unplug()
                broker.start()
                until(lambda: page.desk.boxes.present == {"box-1"})
        finally:
            one.unplug()
            other.unplug()
