"""The links on mosquitto: cables are cut, the broker is killed, everybody starts again, and nothing is lost."""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.club.link import MOST_IN_FLIGHT, BrokerAddress, Connection, TlsFiles
from companion.club.payloads import Presence, Publish
from companion.club.sender import Sender
from companion.club.topics import of_box
from companion.director.collection import FromBox
from companion.director.record_shelf import RecordShelf
from companion.storage.journal import unseal
from tests.club.lines import as_sent
from tests.club.mosquitto import Client, Mosquitto, free_port, mosquitto
from tests.club.rig import Rig, soon
from tests.club.world import Box
from tests.needs import with_mosquitto
from tests.patience import until
from tests.torture import so_many

STEPS = 14


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("mosquitto")) as running:
        yield running


@pytest.fixture
def rig(broker: Mosquitto, tmp_path: Path) -> Iterator[Rig]:
    broker.kill(lose_all=True)
    broker.start()
    links = Rig(tmp_path, broker.port, 2)
    yield links
    links.close()


def befalls(rig: Rig, broker: Mosquitto, luck: Random) -> None:
    """One thing by chance."""
    box = luck.choice(rig.boxes)
    what = luck.choices(("play", "next", "cut", "mend", "restart", "director", "cut director", "kill"), WEIGHTS)[0]
    match what:
        case "play":
            box.table.play(luck.randrange(1, 7))
            box.table.score()
        case "next":
            box.table.go_on()
        case "cut":
            box.cable.cut()
        case "mend":
            rig.mend()
        case "restart":
            box.restart()
        case "director":
            rig.director.stop()
            rig.director.start()
        case "cut director":
            rig.director.cable.cut()
        case "kill":
            broker.kill(lose_all=luck.random() < 0.5)
            broker.start()


WEIGHTS = (8, 1, 2, 3, 1, 1, 1, 1)


@with_mosquitto
@pytest.mark.parametrize("seed", range(so_many(20, 500)))
def test_the_director_has_the_records_of_its_boxes_byte_for_byte(seed: int, rig: Rig, broker: Mosquitto) -> None:
    luck = Random(seed)
    for _ in range(STEPS):
        befalls(rig, broker, luck)
        rig.breathe()
    for box in rig.boxes:
        box.table.play_a_deal()
    rig.settle()
    assert rig.director.troubles == []


@with_mosquitto
def test_a_line_is_on_the_shelf_when_it_is_told(rig: Rig) -> None:
    table = rig.boxes[0].table
    table.play_a_deal()
    until(lambda: sum(len(reaction.stored) for reaction in rig.director.heard) == 5)
    (match,) = table.scored
    assert len(unseal(rig.director.record("box-0", match)).lines) == 5


@with_mosquitto
def test_a_box_whose_cable_is_cut_is_gone_for_the_director_and_comes_back(rig: Rig) -> None:
    def says(on: bool) -> bool:  # noqa: FBT001 - what is said
        news = [
            reaction.news.said
            for reaction in rig.director.heard
            if isinstance(reaction.news, FromBox) and reaction.news.box == "box-0"
        ]
        return [said.on for said in news if isinstance(said, Presence)][-1:] == [on]

    until(lambda: says(True))
    rig.boxes[0].cable.cut()
    until(lambda: says(False))
    rig.boxes[0].cable.mend()
    until(lambda: says(True))


@with_mosquitto
def test_a_line_that_somebody_changed_is_told_and_not_kept(rig: Rig, broker: Mosquitto) -> None:
    table = rig.boxes[0].table
    table.play_a_deal()
    rig.settle()
    (match,) = table.scored
    changed = table.record(match)[2].replace(b"Ann", b"Bob")
    stranger = Client(broker.port, "stranger")
    stranger.publish("club/box-0/record", as_sent(match, 3, changed))
    stranger.publish("club/box-0/record", as_sent(match, 6, changed))
    stranger.publish("club/box-0/state", b"{" * 70_000)
    until(lambda: len(rig.director.troubles) == 2)
    stranger.cut()
    assert rig.is_whole()
    assert "contradicts what was sent before" in rig.director.troubles[0]
    assert "a message of 70000 bytes; allowed: at most 65536" in rig.director.troubles[1]


KILLS_LINK = b'{"on":true,"players":[{"name":"Ann"},{"name":"Gus"}],"club":{"boards":[1]}}'
BLINDS_PAGE = b'{"on":true,"title":"\\ud800"}'
NO_TEXT = b'{"on":true,"where":["trick 4"]}'


@with_mosquitto
def test_a_view_that_is_none_is_refused_and_the_director_hears_on_also_after_a_restart(
    rig: Rig, broker: Mosquitto
) -> None:
    stranger = Client(broker.port, "stranger")
    for number, view in enumerate((KILLS_LINK, BLINDS_PAGE, NO_TEXT)):
        stranger.publish(f"club/odd-{number}/view", view, retain=True)
    stranger.cut()
    for _ in range(2):
        until(lambda: len([trouble for trouble in rig.director.troubles if "/view: refused" in trouble]) == 3)
        rig.boxes[0].table.play_a_deal()
        rig.settle()
        assert rig.is_whole()
        rig.director.stop()
        rig.director.start()


@with_mosquitto
def test_a_message_that_our_own_code_fails_at_ends_no_connection(
    rig: Rig, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever mistake is still in it: this one stands for it."""

    def fails(*_: object) -> None:
        raise TypeError("a mistake of ours")

    monkeypatch.setattr("companion.director.collection.Collection._presence", fails)
    monkeypatch.setattr("companion.club.sender.Sender._follow", fails)
    stranger = Client(broker.port, "stranger")
    stranger.publish("club/box-0/order", b'{"number":1}')
    stranger.publish("club/odd/presence", b'{"on":true}', retain=True)
    until(lambda: any("a mistake of ours" in trouble for trouble in rig.director.troubles))
    stranger.cut()
    rig.boxes[0].table.play_a_deal()
    rig.settle()
    assert rig.is_whole()
    assert "a mistake of ours" in capsys.readouterr().err


@with_mosquitto
def test_a_box_that_is_ended_is_gone_for_all_who_listen(broker: Mosquitto) -> None:
    watcher = Client(broker.port, "watcher")
    watcher.subscribe("club/box-9/presence")
    with linked(broker.port):
        until(lambda: watcher.hear(1) != [])
    until(lambda: watcher.hear(2)[-1].payload == b'{"on":false}')
    watcher.cut()


@contextmanager
def linked(port: int, *, files: TlsFiles | None = None) -> Iterator[list[str]]:
    """A box that connects, and what it tells."""
    told: list[str] = []
    sender = Sender("box-9", "0a1b2c3d", "0.1.0", Box("box-9", 0, Sender), take=lambda _: None)
    broker, heard = BrokerAddress("127.0.0.1", port, files), of_box("box-9")
    with running(Connection(broker, "box-9", sender, told.append, topics=heard, look_s=0.01, pause_s=soon)):
        yield told


@contextmanager
def running(link: Connection) -> Iterator[None]:
    ending = threading.Event()
    thread = threading.Thread(target=link.run, args=(ending,), daemon=True)
    thread.start()
    yield
    ending.set()
    link.look()
    thread.join()


class Announces:
    """An end of the wire that has one thing to say."""

    will = Publish("club/box-9/presence", b'{"on":false}', retain=True)

    def __init__(self) -> None:
        self.unsent: list[Publish] = []
        self.greet: Callable[[], tuple[Publish, ...]] = tuple
        self.again = tuple

    def news(self) -> list[Publish]:
        news, self.unsent = self.unsent, []
        return news

    def answer(self, topic: str, payload: bytes) -> tuple[Publish, ...]:
        del topic, payload
        return ()


@with_mosquitto
def test_an_end_that_says_it_has_news_does_not_wait_for_the_next_look(broker: Mosquitto) -> None:
    watcher = Client(broker.port, "watcher")
    watcher.subscribe("club/box-9/view")
    end, there = Announces(), BrokerAddress("127.0.0.1", broker.port)
    link = Connection(there, "box-9", end, lambda _: None, topics=("club/box-9/ask",), look_s=600.0, pause_s=soon)
    with running(link):
        until(lambda: link.is_on)
        end.unsent.append(Publish("club/box-9/view", b"{}"))
        link.look()
        assert watcher.hear(1)[-1].payload == b"{}"
    watcher.cut()


def test_a_box_that_is_ended_while_nothing_is_acknowledged_leaves_the_broker_its_last_will() -> None:
    """Its goodbye would wait behind what the broker has not acknowledged, and MQTT 3.1.1, 3.14.4: no will follows."""
    end = Announces()
    end.unsent = [Publish("club/box-9/record", b"{}") for _ in range(MOST_IN_FLIGHT + 1)]
    with socket.create_server(("127.0.0.1", 0)) as broker:
        there = BrokerAddress("127.0.0.1", broker.getsockname()[1])
        link = Connection(there, "box-9", end, lambda _: None, topics=("club/box-9/ask",), look_s=0.01)
        with running(link):
            line, _ = broker.accept()
            line.settimeout(10)
            line.sendall(b"\x20\x02\0\0")  # CONNACK (3.2)
            said = b""
            while said.count(b"club/box-9/record") < MOST_IN_FLIGHT:
                said += line.recv(1 << 16)
        while more := line.recv(1 << 16):
            said += more
        line.close()
    assert not said.endswith(b"\xe0\0"), "DISCONNECT (3.14)"


@with_mosquitto
def test_a_link_that_ends_as_soon_as_it_is_there_is_tried_less_and_less_often(broker: Mosquitto) -> None:
    attempts: list[int] = []

    def rests(attempt: int, _chance: float) -> float:
        attempts.append(attempt)
        return 0.0

    def fails() -> tuple[Publish, ...]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    end, there = Announces(), BrokerAddress("127.0.0.1", broker.port)
    end.greet = fails
    with running(Connection(there, "box-9", end, lambda _: None, topics=("club/box-9/ask",), pause_s=rests)):
        until(lambda: len(attempts) > 3)
    assert attempts[:4] == [1, 2, 3, 4]


def test_without_a_broker_it_is_told_once_why_and_what_to_do() -> None:
    port = free_port()
    with linked(port) as told:
        until(lambda: told)
    assert told == [f"nobody listens at 127.0.0.1:{port}: does the broker run?"]


def test_without_a_bundle_it_is_told_which_file_is_missing(tmp_path: Path) -> None:
    files = TlsFiles(*(tmp_path / name for name in ("ca.pem", "box.pem", "box.key")))
    with linked(free_port(), files=files) as told:
        until(lambda: told)
    assert told[0] == f"{files.authority} cannot be read: install the bundle with companion club join"


@with_mosquitto
def test_a_broker_that_comes_back_is_told(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, linked(broker.port) as told:
        until(lambda: len(told) == 1)
        broker.kill()
        until(lambda: len(told) > 1)
        broker.start()
        until(lambda: not told[-1])
    assert told[0] == told[-1] == ""
    assert told[1] == f"the connection to the broker at 127.0.0.1:{broker.port} was lost"


@with_mosquitto
def test_a_shelf_that_cannot_be_written_is_told_and_nothing_is_lost_when_it_can_again(
    broker: Mosquitto, tmp_path: Path
) -> None:
    broker.kill(lose_all=True)
    broker.start()
    (tmp_path / "boxes").write_text("in the way", "utf-8")
    rig = Rig(tmp_path, broker.port, 1)
    table = rig.boxes[0].table
    table.play_a_deal()

    until(lambda: rig.director.link.trouble.startswith("cannot look through the directory"))
    (tmp_path / "boxes").unlink()
    rig.settle()
    assert len(RecordShelf(tmp_path).read()["box-0", next(iter(table.scored))]) == 5
    rig.close()


@with_mosquitto
def test_two_directors_of_one_club_tell_of_each_other(broker: Mosquitto, tmp_path: Path) -> None:
    broker.kill(lose_all=True)
    broker.start()
    one, other = (Rig(tmp_path / name, broker.port, 0) for name in ("one", "other"))
    told = "Another director of this club"
    until(lambda: one.director.link.trouble.startswith(told))
    until(lambda: other.director.link.trouble.startswith(told))
    one.close()
    other.close()
