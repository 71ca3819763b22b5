"""Debian's mosquitto on a port of its own, in a temporary directory, and a client that does one thing at a time."""

from __future__ import annotations

import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tests.club.broker_model import Message
from tests.needs import program
from tests.patience import until

MOSQUITTO = program("mosquitto")
PATIENCE_S = 60.0
"""Maximum seconds for anything: a slow computer fails no test."""

PLAIN = """\
listener {port} 127.0.0.1
allow_anonymous true
persistence true
persistence_location {directory}/
autosave_interval 0
max_queued_messages {most_queued}
max_inflight_messages 0
log_dest file {directory}/log
"""
"""A broker without TLS, which saves when it is told."""


def free_port() -> int:
    """A port that nobody listens at, of those that the kernel gives to no connection of other tests (ip(7))."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port


class Mosquitto:
    """A broker that can be killed and started again at the same port."""

    def __init__(self, directory: Path, configuration: str = PLAIN, most_queued: int = 1000) -> None:
        self.directory = directory
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._file = directory / "mosquitto.conf"
        directory.chmod(0o777)  # started by root it becomes another user
        text = configuration.format(port=self.port, directory=directory, most_queued=most_queued)
        self._file.write_text(text + ("" if "\nuser " in text else "user root\n"), "utf-8")

    def start(self) -> None:
        """Start it, and wait until it listens."""
        assert MOSQUITTO is not None
        words = [MOSQUITTO, "-c", str(self._file)]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - Debian's
        until(self._listens)

    def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.directory / "log").read_text("utf-8")
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def save(self) -> None:
        """Write to the disk what outlives a kill."""
        store = self.directory / "mosquitto.db"  # replaced by another file
        before = store.stat().st_ino if store.exists() else 0
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)
        until(lambda: store.exists() and store.stat().st_ino != before)

    def kill(self, *, lose_all: bool = False) -> None:
        """End it without a word."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None
        if lose_all:
            (self.directory / "mosquitto.db").unlink(missing_ok=True)

    def close(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self.kill()


@contextmanager
def mosquitto(directory: Path, configuration: str = PLAIN, most_queued: int = 1000) -> Iterator[Mosquitto]:
    """A broker that runs."""
    broker = Mosquitto(directory, configuration, most_queued)
    try:
        broker.start()
        yield broker
    finally:
        broker.close()


class Client:
    """A client of one thread, which waits for the answer of the broker to all it does."""

    def __init__(self, port: int, name: str, *, clean: bool = True, will: Message | None = None) -> None:
        self.got: list[Message] = []
        self._done = False
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, name, clean_session=clean)
        self._client.on_connect = self._client.on_subscribe = self._client.on_publish = self._answered
        self._client.on_message = lambda _client, _data, message: self.got.append(
            Message(message.topic, bytes(message.payload), message.qos, bool(message.retain))
        )
        if will is not None:
            self._client.will_set(will.topic, will.payload, will.qos, will.retain)
        self._client.connect("127.0.0.1", port)
        self._wait()

    def _answered(self, *_: object) -> None:
        self._done = True

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while not self._done:
            assert time.monotonic() < end, "the broker does not answer"
            self._client.loop(0.05)
        self._done = False

    def subscribe(self, *filters: str, qos: int = 1) -> None:
        """Subscribe to topics, one after the other."""
        for topic_filter in filters:
            self._client.subscribe(topic_filter, qos)
            self._wait()

    def publish(self, topic: str, payload: bytes, qos: int = 1, *, retain: bool = False) -> None:
        """Publish a message; of QoS 1 until it is acknowledged."""
        self._client.publish(topic, payload, qos, retain)
        self._wait()

    def hear(self, count: int) -> list[Message]:
        """Wait until so many messages have come in all."""
        end = time.monotonic() + PATIENCE_S
        while len(self.got) < count and time.monotonic() < end:
            self._client.loop(0.05)
        return self.got

    def settle(self) -> None:
        """Take all that the broker has sent before now: an own topic comes back behind it."""
        self.subscribe("settle/" + self._client._client_id.decode())
        count = len(self.got)
        self.publish("settle/" + self._client._client_id.decode(), b"", qos=1)
        self.hear(count + 1)
        self.got = [message for message in self.got if not message.topic.startswith("settle/")]

    def leave(self) -> None:
        """Say goodbye."""
        self._client.disconnect()
        self._client.loop(0.05)
        self.cut()

    def cut(self) -> None:
        """Lose the connection without a word."""
        self._client._reset_sockets()
