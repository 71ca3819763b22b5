"""A broker of MQTT 3.1.1 in this process, as mosquitto is one: what reaches whom, and what a kill forgets.

Subscriptions, QoS 0 and 1, retained messages, last wills, sessions that end with their connection and such that do not,
a bounded queue for each client. It acknowledges a message before it has stored it: a kill loses what came since the
last `save`. `test_broker_model.py` holds it against mosquitto. Chance is no part of it: who uses it may reorder, double
or cut what waits in `queue`.
"""

from __future__ import annotations

import sys
from collections import deque
from typing import NamedTuple


class Message(NamedTuple):
    """What a client gets. `retain`: the broker had kept it when the client subscribed."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


class Session:
    """A client as the broker knows it."""

    def __init__(self, *, clean: bool) -> None:
        self.clean = clean
        self.on = False
        self.will: Message | None = None
        self.filters: dict[str, int] = {}
        self.queue: deque[Message] = deque()
        """What the client has not taken yet."""


class Broker:
    """A broker that is running.

    `most_queued`: how many messages wait for a client that is gone; `most_in_flight`: for one that is there.
    """

    def __init__(self, most_queued: int = 1000, most_in_flight: int = sys.maxsize) -> None:
        self.sessions: dict[str, Session] = {}
        self.retained: dict[str, Message] = {}
        self.running = True
        self._most_queued, self._most_in_flight = most_queued, most_in_flight
        self._saved: tuple[dict[str, Message], dict[str, tuple[dict[str, int], list[Message]]]] = ({}, {})
        self._exact: dict[str, dict[str, int]] = {}
        self._patterns: list[tuple[str, tuple[str, ...], int]] = []

    def connect(self, name: str, *, clean: bool = True, will: Message | None = None) -> None:
        """A client comes; a connection of the same name is cut."""
        assert self.running
        if self.is_on(name):
            self.cut(name)
        before = self.sessions.get(name)
        if before is None or clean:
            self.sessions[name] = Session(clean=clean)
            self._index()
        session = self.sessions[name]
        session.clean, session.on, session.will = clean, True, will

    def is_on(self, name: str) -> bool:
        """Whether this client is connected."""
        return name in self.sessions and self.sessions[name].on

    def subscribe(self, name: str, *filters: str, qos: int = 1) -> None:
        """A client wants these topics; what is retained of them comes at once."""
        session = self.sessions[name]
        session.filters |= dict.fromkeys(filters, qos)
        self._index()
        for topic_filter in filters:
            for kept in self._kept(topic_filter):
                self._queue(session, kept._replace(qos=min(qos, kept.qos), retain=True))

    def _kept(self, wanted: str) -> list[Message]:
        if wanted in self.retained:
            return [self.retained[wanted]]
        pattern = tuple(wanted.split("/"))
        is_one = "+" not in pattern and "#" not in pattern
        return [] if is_one else [kept for topic, kept in self.retained.items() if _fits(pattern, topic.split("/"))]

    def publish(self, topic: str, payload: bytes, qos: int = 1, *, retain: bool = False) -> None:
        """Take a message, which is acknowledged with that, and hand it to everybody who wants its topic."""
        assert self.running
        if retain and payload:
            self.retained[topic] = Message(topic, payload, qos)
        elif retain:
            self.retained.pop(topic, None)
        for name, most in self._wanting(topic):
            self._queue(self.sessions[name], Message(topic, payload, min(qos, most)))

    def take(self, name: str) -> Message | None:
        """The next message of a client, which acknowledges it; None: nothing waits."""
        queue = self.sessions[name].queue
        return queue.popleft() if queue else None

    def leave(self, name: str) -> None:
        """A client says goodbye."""
        self.sessions[name].will = None
        self.cut(name)

    def cut(self, name: str) -> None:
        """A connection is lost: the broker speaks for the client."""
        session = self.sessions[name]
        session.on, will = False, session.will
        if session.clean:
            del self.sessions[name]
            if session.filters:
                self._index()
        else:
            session.queue = deque(message for message in session.queue if message.qos)
        if will:
            self.publish(will.topic, will.payload, will.qos, retain=will.retain)

    def save(self) -> None:
        """Write to the disk what outlives a kill."""
        lasting = {name: session for name, session in self.sessions.items() if not session.clean}
        sessions = {
            name: (dict(session.filters), [m for m in session.queue if m.qos]) for name, session in lasting.items()
        }
        self._saved = dict(self.retained), sessions

    def kill(self, *, lose_all: bool = False) -> None:
        """The broker dies without a word; it starts with what was saved last, or with nothing."""
        if lose_all:
            self._saved = {}, {}
        self.running = False
        self.retained = dict(self._saved[0])
        self.sessions = {}
        for name, (filters, queue) in self._saved[1].items():
            session = self.sessions[name] = Session(clean=False)
            session.filters, session.queue = dict(filters), deque(queue)
        self._index()

    def start(self) -> None:
        """The broker runs again; nobody is connected."""
        self.running = True

    def _queue(self, session: Session, message: Message) -> None:
        most = self._most_in_flight if session.on else self._most_queued
        if (session.on or message.qos) and len(session.queue) < most:
            session.queue.append(message)

    def _wanting(self, topic: str) -> list[tuple[str, int]]:
        found = self._exact.get(topic, {})
        parts = topic.split("/")
        more = {name: qos for name, pattern, qos in self._patterns if _fits(pattern, parts)}
        return list((found | more).items())

    def _index(self) -> None:
        """Which clients want a topic by its name, and which by a pattern."""
        self._exact, self._patterns = {}, []
        for name, session in self.sessions.items():
            for topic_filter, qos in session.filters.items():
                if "+" in topic_filter or "#" in topic_filter:
                    self._patterns.append((name, tuple(topic_filter.split("/")), qos))
                else:
                    self._exact.setdefault(topic_filter, {})[name] = qos


def matches(wanted: str, topic: str) -> bool:
    """Whether a topic is meant by a filter (MQTT 3.1.1, 4.7).

    >>> matches("club/+/state", "club/a/state"), matches("club/#", "club/a/state"), matches("+/a", "club/a/state")
    (True, True, False)
    """
    return _fits(tuple(wanted.split("/")), topic.split("/"))


def _fits(pattern: tuple[str, ...], parts: list[str]) -> bool:
    if pattern[-1] == "#":
        pattern = pattern[:-1]
        parts = parts[: len(pattern)]
    if len(pattern) != len(parts):
        return False
    return all(wanted in {part, "+"} for wanted, part in zip(pattern, parts, strict=True))
