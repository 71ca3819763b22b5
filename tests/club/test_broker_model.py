"""The model of a broker held against mosquitto: the same scripts, the same deliveries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.club.broker_model import Broker, Message, matches
from tests.club.mosquitto import Client, Mosquitto, mosquitto
from tests.needs import with_mosquitto
from tests.torture import so_many

MOST_QUEUED = 3
NAMES = ("a", "b", "director")
TOPICS = ("club/a/state", "club/b/state", "club/a/record/m/1", "club/director/presence")
FILTERS = {"a": ("club/director/presence",), "b": ("club/a/#",), "director": ("club/+/state", "club/+/record/+/+")}
WATCH = "watch"
"""A client that hears all wills: a cut is over when its will has come."""

Script = list[tuple[Any, ...]]


def script(seed: int) -> Script:
    """What befalls a broker, by chance."""
    luck, on, lasting = Random(seed), set[str](), luck_of(seed)
    steps: Script = []
    for number in range(luck.randrange(20, 80)):
        name = luck.choice(NAMES)
        what = luck.choices(("publish", "turn", "save", "kill"), (20, 4, 2, 1))[0]
        if what == "publish" and on:
            topic, qos, retain = luck.choice(TOPICS), luck.choice((0, 1, 1)), luck.random() < 0.3
            payload = b"" if retain and luck.random() < 0.2 else b"%d" % number
            steps.append(("publish", luck.choice(sorted(on)), topic, payload, qos, retain))
        elif what == "turn" and name in on:
            on.remove(name)
            steps.append((luck.choice(("cut", "leave")), name))
        elif what in {"turn", "publish"}:
            on.add(name)
            steps.append(("connect", name, name not in lasting))
        elif what == "save":
            steps.append(("save",))
        else:
            on.clear()
            steps.append(("kill", luck.random() < 0.3))
    return [*steps, *(("connect", name, name not in lasting) for name in NAMES if name not in on)]


def luck_of(seed: int) -> set[str]:
    """Whose sessions outlive their connections."""
    return {name for number, name in enumerate(NAMES) if seed >> number & 1}


def will_of(name: str) -> Message:
    return Message(f"will/{name}", b"gone")


def in_order(got: dict[str, list[Message]]) -> dict[str, list[Message]]:
    """The same with what is retained sorted: in which order several come at once, a broker may choose."""
    sorted_: dict[str, list[Message]] = {}
    for name, messages in got.items():
        runs = groupby(messages, key=lambda message: message.retain)
        sorted_[name] = [message for retain, run in runs for message in (sorted(run) if retain else run)]
    return sorted_


def by_model(steps: Script) -> dict[str, list[Message]]:
    """What everybody gets from the model."""
    broker, got = Broker(MOST_QUEUED), {name: list[Message]() for name in NAMES}
    for word, *how in steps:
        match word:
            case "connect":
                name, clean = how
                broker.connect(name, clean=clean, will=will_of(name))
                broker.subscribe(name, *FILTERS[name])
            case "publish":
                _, topic, payload, qos, retain = how
                broker.publish(topic, payload, qos, retain=retain)
            case "kill":
                broker.kill(lose_all=how[0])
                broker.start()
            case _:
                getattr(broker, word)(*how)
        for name, queue in got.items():
            while broker.is_on(name) and (message := broker.take(name)):
                queue.append(message)
    return got


class OnMosquitto:
    """The same on a real broker."""

    def __init__(self, broker: Mosquitto) -> None:
        self._broker = broker
        self._clients: dict[str, Client] = {}
        self.got: dict[str, list[Message]] = {name: [] for name in NAMES}
        self._watch()

    def _watch(self) -> None:
        self._watcher = Client(self._broker.port, WATCH)
        self._watcher.subscribe("will/#")

    def run(self, steps: Script) -> dict[str, list[Message]]:
        """Do it all, step by step; what everybody gets."""
        for word, *how in steps:
            getattr(self, f"_{word}")(*how)
            for name in self._clients:
                self._take(name)
        return self.got

    def close(self) -> None:
        """Cut whoever is connected."""
        for client in (*self._clients.values(), self._watcher):
            client.cut()

    def _take(self, name: str) -> None:
        client = self._clients[name]
        client.settle()
        self.got[name] += client.got
        client.got = []

    def _connect(self, name: str, clean: bool) -> None:  # noqa: FBT001 - a word of the script
        client = self._clients[name] = Client(self._broker.port, name, clean=clean, will=will_of(name))
        client.subscribe(*FILTERS[name])

    def _publish(self, name: str, topic: str, payload: bytes, qos: int, retain: bool) -> None:  # noqa: FBT001 - the same
        self._clients[name].publish(topic, payload, qos, retain=retain)

    def _leave(self, name: str) -> None:
        self._clients.pop(name).leave()
        self._watcher.settle()

    def _cut(self, name: str) -> None:
        self._watcher.got = []
        self._clients.pop(name).cut()
        assert self._watcher.hear(1) == [will_of(name)]

    def _save(self) -> None:
        self._broker.save()

    def _kill(self, lose_all: bool) -> None:  # noqa: FBT001 - the same
        self._broker.kill(lose_all=lose_all)
        self.close()
        self._clients = {}
        self._broker.start()
        self._watch()


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("mosquitto"), most_queued=MOST_QUEUED) as running:
        yield running


@with_mosquitto
@pytest.mark.parametrize("seed", range(so_many(2, 400)))
def test_the_model_and_mosquitto_deliver_the_same(seed: int, broker: Mosquitto) -> None:
    broker.kill(lose_all=True)
    broker.start()
    steps = script(seed)
    real = OnMosquitto(broker)
    try:
        assert in_order(real.run(steps)) == in_order(by_model(steps)), steps
    finally:
        real.close()


@with_mosquitto
def test_what_was_acknowledged_but_not_saved_dies_with_mosquitto(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker:
        client = Client(broker.port, "a")
        client.publish("kept", b"1", retain=True)
        broker.save()
        client.publish("lost", b"1", retain=True)
        broker.kill()
        broker.start()
        again = Client(broker.port, "a")
        again.subscribe("kept", "lost")
        again.settle()
        assert [message.topic for message in again.got] == ["kept"]
        again.cut()
        client.cut()


@pytest.mark.parametrize(
    ("wanted", "topic", "fits"),
    [
        ("club/+/state", "club/a/state", True),
        ("club/+/state", "club/a/b/state", False),
        ("club/+", "club/a/state", False),
        ("club/#", "club", True),
        ("club/#", "club/a/b", True),
        ("#", "anything", True),
        ("club/a", "club/a/b", False),
    ],
)
def test_a_filter_means_topics(wanted: str, topic: str, fits: bool) -> None:  # noqa: FBT001 - a table
    assert matches(wanted, topic) is fits
