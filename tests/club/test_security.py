"""What somebody in the club's network, another box and a stolen box try on Debian's Mosquitto.

It runs as `companion club` sets it up. Each attempt is refused, said, and harms nobody: the box that plays on gets its
lines to the director.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from companion.club import topics
from companion.club.authority import Authority, current_time
from companion.club.broker_config import MOST_IN_FLIGHT, MOST_QUEUED, MOST_QUEUED_BYTES
from companion.club.payloads import MatchHead, Presence, encode
from companion.club.sender import Sender
from companion.director.collection import Collection
from tests.club.lines import LinesAlone, as_sent, crc_of, sealed
from tests.club.local_broker import local_config
from tests.club.mosquitto import free_port
from tests.club.mqtt import (
    NOBODY_LISTENS,
    NOT_AUTHORIZED,
    PUBLISH,
    TAKEN,
    TOO_LARGE,
    Client,
    LostError,
    line_to,
    packet,
    publication,
    text,
)
from tests.club.secured_broker import SecuredBroker, mosquitto, secured_broker
from tests.needs import with_mosquitto

pytestmark = with_mosquitto

MATCH = "2026-11-25-201503-spades"
LINES = sealed("game spades", "players Ann, Bob, Cid, Dee", "; note 3", "; note 4")
CHANGED = sealed("game spades", "players Ann, Bob, Cid, Eve", "; note 3")


class Outbox(LinesAlone):
    """The lines that a box lets out."""

    def __init__(self, lines: tuple[bytes, ...]) -> None:
        self._lines = lines

    def matches(self) -> Mapping[str, MatchHead]:
        return {MATCH: MatchHead.at(len(self._lines), crc_of(self._lines[-1]))}

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        return self._lines[start - 1 : start - 1 + most]


class Box:
    """A box that plays on, with the program's own sender."""

    def __init__(self, broker: SecuredBroker, name: str) -> None:
        self.name = name
        self._sender = Sender(name, "0a1b2c3d", "0.1.0", Outbox(LINES), take=lambda _: None)
        self._client = broker.client(name)
        self._client.subscribe(*topics.of_box(name))
        self._client.publish_all(self._sender.greet())

    def goes_on(self) -> bool:
        """Answer what has arrived; whether anything was to be answered."""
        answers = [publish for message in self._client.arrived() for publish in self._sender.answer(*message)]
        self._client.publish_all(answers)
        return bool(answers)

    def close(self) -> None:
        self._client.close()


class Director:
    """The director with the program's own collection."""

    def __init__(self, broker: SecuredBroker) -> None:
        self.client = broker.client("director")
        self.client.subscribe(*topics.OF_DIRECTOR)
        self.collection = Collection({}, time.monotonic)
        self.kept: list[tuple[str, bytes]] = []
        self.troubles: list[str] = []

    def goes_on(self) -> bool:
        """Collect what has arrived and ask for what is missing; whether anything had arrived."""
        arrived = self.client.arrived()
        for message in arrived:
            heard = self.collection.receive(*message)
            self.kept += [(stored.box, stored.line) for stored in heard.stored]
            self.troubles += heard.troubles
            self.client.publish_all(heard.publishes)
        return bool(arrived)

    def appears(self) -> None:
        """Say that it is there: boxes tell their state then."""
        self.client.publish(topics.presence("director"), encode(Presence(on=True)), retain=True)

    def lines_of(self, box: str) -> tuple[bytes, ...]:
        return tuple(line for name, line in self.kept if name == box)

    def close(self) -> None:
        self.client.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[SecuredBroker]:
    with secured_broker(tmp_path / "club") as secured:
        yield secured


@pytest.fixture
def director(broker: SecuredBroker) -> Iterator[Director]:
    running = Director(broker)
    yield running
    running.close()


@pytest.fixture
def honest(broker: SecuredBroker, director: Director) -> Iterator[Box]:
    """A box that plays on; at the end the director has all its lines, each once."""
    box = Box(broker, "honest")
    yield box
    director.appears()
    while box.goes_on() or director.goes_on():
        pass
    assert director.lines_of("honest") == LINES
    box.close()


# ---------------------------------------------------------------- who may connect


@pytest.mark.parametrize(
    "certificate",
    [
        lambda broker: broker.presenting(),
        lambda broker: broker.signed(Authority.make("Club", current_time()).client("table-1", current_time())),
        lambda broker: broker.signed(broker.authority.client("table-1", current_time() - timedelta(days=4_000))),
        lambda broker: broker.signed(broker.authority.client("table-1", current_time() + timedelta(days=4_000))),
        lambda broker: broker.signed(broker.authority.server(["localhost"], current_time())),
    ],
    ids=["none", "another club's", "expired", "not yet valid", "the broker's own"],
)
@pytest.mark.usefixtures("honest")
def test_who_has_no_certificate_of_the_club_is_not_let_in(
    certificate: Callable[[SecuredBroker], ssl.SSLContext], broker: SecuredBroker
) -> None:
    with pytest.raises(LostError):
        Client(broker.port, certificate(broker), "table-1")
    broker.told("routines::")


@pytest.mark.usefixtures("honest")
def test_who_speaks_no_tls_is_not_let_in(broker: SecuredBroker) -> None:
    with pytest.raises(LostError):
        Client(broker.port, None, "table-1")


def test_a_name_of_its_own_choice_gives_a_box_nothing(broker: SecuredBroker, honest: Box, director: Director) -> None:
    """Neither the rights of that name, nor its place: the other one stays connected."""
    with Client(broker.port, broker.tls("table-1"), honest.name) as client:
        assert client.publish(topics.state(honest.name), b"{}") == NOT_AUTHORIZED
    with Client(broker.port, broker.tls("table-2"), "director") as client:
        assert client.publish(topics.order("table-1"), b"{}") == NOT_AUTHORIZED
    assert director.client.arrived()


def test_of_two_boxes_with_one_bundle_the_later_one_is_connected(broker: SecuredBroker) -> None:
    tls = broker.tls("table-1")
    with Client(broker.port, tls, "table-1") as first, Client(broker.port, tls, "table-1") as second:
        first.ended()
        assert second.publish(topics.presence("table-1"), b"{}") in {TAKEN, NOBODY_LISTENS}


def test_the_broker_for_trying_out_takes_anybody_on_this_computer(tmp_path: Path) -> None:
    config, port = tmp_path / "mosquitto.conf", free_port()
    config.write_text(local_config(port), "utf-8")
    with mosquitto(config) as process:
        secured = SecuredBroker(tmp_path, process, port)
        with Client(port, None, "anybody") as client:
            assert client.publish(topics.order("table-1"), b"{}") == NOBODY_LISTENS
        secured.close()


# ---------------------------------------------------------------- what a box may write and read


FOREIGN_TOPICS = f"""
    club/honest/presence club/honest/view club/honest/state club/honest/record club/honest/order
    club/table-1/record/{MATCH}/1
    club/honest/ask club/table-1/order club/table-1/ask club/table-1/else club/table-1 club/director/presence
    homeassistant/status homeassistant/device/honest/config homeassistant/device/table-1/else $SYS/broker/uptime else
""".split()


@pytest.mark.usefixtures("honest")
def test_a_box_writes_below_its_own_name_only(broker: SecuredBroker, director: Director) -> None:
    director.client.subscribe("#", "$SYS/#")
    with broker.client("table-1") as box:
        for topic in FOREIGN_TOPICS:
            assert box.publish(topic, b"forged") == NOT_AUTHORIZED, topic
            assert box.publish(topic, b"forged", retain=True) == NOT_AUTHORIZED, topic
        assert box.publish(topics.state("table-1"), b"its own") == TAKEN
    last = topics.state("table-1"), b"its own"
    assert all(payload != b"forged" for _, payload in iter(director.client.hear, last))


def test_a_box_reads_no_record_no_question_and_no_order_of_another(
    broker: SecuredBroker, director: Director, honest: Box
) -> None:
    with broker.client("table-1") as box:
        box.subscribe("#", "+/+/+", "club/honest/#", "club/+/record", "club/honest/ask", "club/honest/order", "$SYS/#")
        director.appears()
        while honest.goes_on() or director.goes_on():
            pass
        assert director.lines_of("honest") == LINES
        director.client.publish(topics.order("honest"), b"for honest")
        director.client.publish(topics.order("table-1"), b"for table-1")
        last = topics.order("table-1"), b"for table-1"
        heard = set(iter(box.hear, last))
    assert {topic for topic, _ in heard} == {topics.presence("director")}


@pytest.mark.usefixtures("honest")
def test_home_assistant_sees_what_everybody_may_and_writes_nothing_of_the_club(
    broker: SecuredBroker, director: Director
) -> None:
    director.goes_on()
    with broker.client("home-assistant") as home, broker.client("table-1") as box:
        home.subscribe("#")
        for topic in ("record", "state", "view"):
            box.publish(f"club/table-1/{topic}", topic.encode())
        box.publish("homeassistant/device/table-1/config", b"last")
        heard = set(iter(home.hear, ("homeassistant/device/table-1/config", b"last")))
        assert {topic for topic, _ in heard if "table-1" in topic} == {"club/table-1/state", "club/table-1/view"}
        for topic in ("club/table-1/order", "club/home-assistant/state", "club/home-assistant/record"):
            assert home.publish(topic, b"forged") == NOT_AUTHORIZED
        assert home.publish("homeassistant/status", b"online") in {TAKEN, NOBODY_LISTENS}


# ---------------------------------------------------------------- what is too much


@pytest.mark.usefixtures("honest")
def test_a_payload_of_ten_megabytes_is_cut_off_before_it_is_read(broker: SecuredBroker, director: Director) -> None:
    before = broker.memory_kb
    with broker.client("table-1") as box:
        try:
            box.send(packet(PUBLISH, text(topics.view("table-1")) + b"\0" + bytes(10 << 20)))
        except LostError:
            pass  # cut off while it sends
        else:
            assert box.ended() == TOO_LARGE
    broker.told("oversize packet")
    assert broker.memory_kb - before < 5_000
    assert all("table-1" not in topic for topic, _ in director.client.arrived())


@pytest.mark.usefixtures("honest")
def test_a_payload_that_the_broker_takes_and_the_protocol_does_not_is_told_by_its_box(
    broker: SecuredBroker, director: Director
) -> None:
    with broker.client("table-1") as box:
        assert box.publish(topics.state("table-1"), bytes(70_000)) == TAKEN
    director.goes_on()
    (trouble,) = director.troubles
    assert trouble.startswith("club/table-1/state: refused")


@pytest.mark.usefixtures("honest")
def test_a_flood_fills_a_bounded_queue_and_the_lines_of_others_are_asked_for(
    broker: SecuredBroker, director: Director
) -> None:
    """The director looks away meanwhile. What its queue did not take is on the boxes."""
    flood = b"".join(publication("club/table-1/record", bytes(1_000), n) for n in range(1, 60_001))
    with broker.client("table-1") as box:
        box.send(flood)
        box.arrived()
    assert broker.memory_kb < 100_000
    arrived = sum(map(len, iter(director.client.arrived, [])))
    assert 1_000 < arrived <= MOST_QUEUED + 2 * MOST_IN_FLIGHT, "in flight in both directions"


LARGEST = b" " * 60_000


@pytest.mark.usefixtures("honest")
def test_what_a_box_may_retain_is_bounded_in_number_and_size_and_goes_when_it_is_shut_out(
    broker: SecuredBroker, director: Director
) -> None:
    """A flood below its own name: 60 MB would stay at the broker, and come back at each of its starts."""
    before = broker.memory_kb
    with broker.client("table-1") as box:
        taken = {box.publish(f"club/table-1/record/m/{n}", LARGEST, retain=True) for n in range(1_000)}
        assert taken == {NOT_AUTHORIZED}
        for topic in topics.retained_by("table-1"):
            for n in range(100):
                assert box.publish(topic, b"%d" % n + LARGEST, retain=True) in {TAKEN, NOBODY_LISTENS}
    assert broker.memory_kb - before < (MOST_QUEUED_BYTES >> 10) + 10_000, "the director does not listen meanwhile"
    assert retained(broker, director, "table-1") == dict.fromkeys(topics.retained_by("table-1"), 60002)
    broker.ran("shut-out", "table-1")
    broker.ran("add", "table-1", "--to", str(broker.place))
    assert retained(broker, director, "table-1") == {}


def retained(broker: SecuredBroker, director: Director, name: str) -> dict[str, int]:
    """The bytes of all that the broker keeps of a box, by topic, as far as the box has its rights."""
    for _ in iter(director.client.arrived, []):
        pass
    with broker.client("home-assistant") as home:
        home.subscribe("homeassistant/#")
        director.client.subscribe("club/#")
        kept = [message for client in (home, director.client) for some in iter(client.arrived, []) for message in some]
    return {topic: len(payload) for topic, payload in kept if name in topic}


# ---------------------------------------------------------------- a record that is tampered with


@pytest.mark.usefixtures("honest")
def test_a_replayed_line_is_kept_once_and_a_changed_one_is_told_and_not_kept(
    broker: SecuredBroker, director: Director
) -> None:
    """Whoever has the key of a box may say anything in its name, and cannot change what it has said."""
    with broker.client("table-1") as box:
        for n, line in [*enumerate(LINES, 1), *enumerate(LINES, 1), (2, CHANGED[1]), (3, CHANGED[2])]:
            box.publish(topics.record("table-1"), as_sent(MATCH, n, line))
        while director.goes_on():
            pass
    assert director.lines_of("table-1") == LINES
    assert director.troubles == [f"table-1: line 2 of {MATCH} contradicts what was sent before, and is not kept"]


# ---------------------------------------------------------------- a stolen box


@pytest.mark.usefixtures("honest")
def test_a_box_that_is_shut_out_gets_no_new_connection(broker: SecuredBroker) -> None:
    tls = broker.tls("table-1")
    with Client(broker.port, tls, "table-1") as box:
        session = box.session
    broker.shuts_out("table-1")
    for again in (None, session):
        with pytest.raises(LostError):
            Client(broker.port, tls, "table-1", again)
        broker.told("certificate verify failed")


@pytest.mark.usefixtures("honest")
def test_over_a_connection_that_is_still_open_it_writes_and_reads_nothing(
    broker: SecuredBroker, director: Director
) -> None:
    with broker.client("table-1") as box:
        box.subscribe("#", topics.order("table-1"))
        broker.shuts_out("table-1")
        director.client.publish(topics.order("table-1"), b"{}")
        assert box.publish("club/table-1/record", as_sent(MATCH, 1, LINES[0])) == NOT_AUTHORIZED
        assert box.publish(topics.presence("table-1"), b"{}") == NOT_AUTHORIZED
        assert box.arrived() == []


@pytest.mark.usefixtures("honest")
def test_its_name_comes_back_by_a_new_bundle_and_the_old_one_stays_shut_out(broker: SecuredBroker) -> None:
    stolen = broker.tls("table-1")
    broker.shuts_out("table-1")
    new = broker.tls("table-1")
    broker.reload()
    with Client(broker.port, new, "table-1") as box:
        assert box.publish(topics.state("table-1"), b"{}") == TAKEN
    with pytest.raises(LostError):
        Client(broker.port, stolen, "table-1")


def test_renewed_certificates_are_taken_up_by_a_reload(broker: SecuredBroker) -> None:
    tls = broker.tls("table-1")
    with broker.office() as office:
        office.renew(("localhost", "new.local"), current_time())
    broker.reload()
    with line_to(broker.port, tls) as line:
        names = line.getpeercert()["subjectAltName"]  # type: ignore[attr-defined]
    assert ("DNS", "new.local") in names
    with broker.client("director") as again:
        assert again.publish(topics.order("table-1"), b"{}") == NOBODY_LISTENS
