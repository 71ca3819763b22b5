"""The connection of a box or of the director to the broker (`Connection`), by paho-mqtt in one thread.

When a connection ends, the next one begins after a pause and keeps nothing of it: a box first publishes its state, by
which the director knows what to ask for. So neither end relies on what the broker stores.
"""

from __future__ import annotations

import errno
import random
import socket
import ssl
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol

from companion.support.messages import N_, Message, msg
from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from companion.club.payloads import Publish

KEEP_ALIVE_S = 30
"""Seconds of silence after which the connection is tested; the broker gives up after half as many more."""
LONGEST_PAUSE_S = 60.0
MOST_IN_FLIGHT = 20
"""Messages that wait for their acknowledgement, as many as mosquitto takes at once."""


INVALID = N_("the broker at {broker} has an invalid certificate ({why}): are clock and host right?")
REFUSED = N_("the broker at {broker} refuses this name or certificate ({why}): is it shut out?")
CLOSED = N_("the broker at {broker} has closed the connection: is the certificate of another club, or shut out?")
SILENT = N_("the broker at {broker} does not answer: is this computer in its network?")
LOST = N_("the connection to the broker at {broker} was lost")
BUNDLE = msg("{file} cannot be read: install the bundle with companion club join")
OFFICE = msg("{file} cannot be read: put your copy in its place, or make new certificates with companion club renew")


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files for TLS: the club's authority, and the certificate and key of this end.

    `unreadable` is what people are told of a `{file}` that cannot be read: where it comes from.
    """

    authority: Path
    certificate: Path
    key: Path
    unreadable: Message = field(default=BUNDLE, kw_only=True)


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where the broker is. Without files there is no TLS: everybody in the network may read and write."""

    host: str
    port: int
    files: TlsFiles | None = None

    @property
    def connection_report(self) -> str:
        """What log and doctor say of a connection."""
        return f"connected to the broker at {self}"

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def context_of(files: TlsFiles) -> ssl.SSLContext:
    """The TLS context of these files. Raises OSError if a file is missing or malformed."""
    for path in (files.authority, files.certificate, files.key):
        path.open("rb").close()  # ssl does not say which one is missing
    context = ssl.create_default_context(cafile=str(files.authority))
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(str(files.certificate), str(files.key))
    return context


def pause_s(attempt: int, chance: float) -> float:
    """Seconds before the next attempt: twice as many each time, and not the same for all boxes of a club.

    >>> [pause_s(attempt, 0.5) for attempt in (0, 1, 2, 3, 9)]
    [0.75, 1.5, 3.0, 6.0, 45.0]
    """
    return min(LONGEST_PAUSE_S, float(1 << min(attempt, 10))) * (0.5 + chance / 2)


def in_words(fault: OSError, broker: BrokerAddress) -> Message:
    """Why there is no connection, and what to do."""
    where = str(broker)
    if isinstance(fault, socket.gaierror):
        return msg("the host “{host}” is not known: is its name right, and this computer online?", host=broker.host)
    if isinstance(fault, ConnectionRefusedError):
        return msg("nobody listens at {broker}: does the broker run?", broker=where)
    if fault.filename:
        return msg(broker.files.unreadable if broker.files else BUNDLE, file=fault.filename)
    if why := getattr(fault, "verify_message", ""):
        return msg(INVALID, broker=where, why=why)
    if isinstance(fault, TimeoutError) or fault.errno in {errno.EHOSTUNREACH, errno.ENETUNREACH}:
        return msg(SILENT, broker=where)
    return msg("the broker at {broker} cannot be reached ({why})", broker=where, why=fault.strerror or fault)


LOOK_S = 1.0
"""Seconds between two questions to an end for its news: a box publishes its view at most this often."""
AGAIN_S = 60.0
"""Seconds between two reports of the state, by which lost messages are noticed."""
CONNECT_S = 10.0
MOST_WAITING = 2_000
"""Maximum messages that wait in this process. If there are more, the network is too slow: it connects anew."""
LATER_S = 5.0
"""Seconds between two looks at the clock, until TLS may begin."""
TOO_SLOW = msg("the network is too slow for what is to be sent: connecting again")


def _pair() -> tuple[socket.socket, socket.socket]:
    pair = socket.socketpair()
    for end in pair:
        end.setblocking(False)
    return pair


def _fault_of_ours(fault: Exception) -> Message:
    """The sentence for people about a bug; its traceback goes to the journal."""
    traceback.print_exception(fault)
    return msg("a fault of this program: {fault}", fault=type(fault).__name__)


class End(Protocol):
    """A box or the director: what it publishes. The thread of its connection calls every method."""

    @property
    def will(self) -> Publish:
        """The last will: what the broker publishes when the connection is lost."""

    def greet(self) -> Iterable[Publish]:
        """What is said first in each connection."""

    def news(self) -> Iterable[Publish]:
        """What is new."""

    def again(self) -> Iterable[Publish]:
        """The state once more."""

    def answer(self, topic: str, payload: bytes) -> Iterable[Publish]:
        """What answers a message."""


class Connection:
    """Keeps an end connected under its name. `tell` gets each fault in one line, and an empty one once it is connected.

    It subscribes to `topics`. `waits_for` says what a connection has to wait for; empty: nothing.
    """

    def __init__(  # noqa: PLR0913 - the parts of one end
        self,
        broker: BrokerAddress,
        name: str,
        end: End,
        tell: Callable[[str], None],
        *,
        topics: Iterable[str],
        waits_for: Callable[[], str] = str,
        look_s: float = LOOK_S,
        again_s: float = AGAIN_S,
        pause_s: Callable[[int, float], float] = pause_s,
    ) -> None:
        self._broker, self._name, self._end, self._tell, self._topics = broker, name, end, tell, topics
        self._waits_for, self._look_s, self._again_s, self._pause_s = waits_for, look_s, again_s, pause_s
        self.is_on, self._has_news = False, False
        """Whether there is a connection."""
        self._wakes: socket.socket | None = None
        self._fault = ""  # why this connection ended
        self._told: str | None = None  # the fault that was told last

    def run(self, ending: Event) -> None:
        """Connect, again and again, until `ending` is set; less and less often while no connection lasts."""
        attempt = 0
        while not ending.is_set():
            if why := self._waits_for():
                self._say(why)
                ending.wait(LATER_S)
                continue
            self._fault, self.is_on = "", False
            began = time.monotonic()
            self._connect(ending)
            attempt = 0 if time.monotonic() - began > LONGEST_PAUSE_S else attempt + 1
            if not ending.is_set():
                self._say(self._fault)
                ending.wait(self._pause_s(attempt, random.random()))  # noqa: S311 - no secret

    def look(self) -> None:
        """The end has something new: publish it soon. Safe from any thread."""
        self._has_news = True
        if self._wakes is not None:
            with suppress(OSError):  # this connection is over, or is awake
                self._wakes.send(b"0")

    def _connect(self, ending: Event) -> None:
        """One connection, from its beginning to its end, which the broker tells by the last will."""
        client = self._client()
        try:
            if self._broker.files:
                client.tls_set_context(context_of(self._broker.files))
            client.connect(self._broker.host, self._broker.port, KEEP_ALIVE_S)
            self._serve(client, ending)
        except OSError as fault:
            self._fault = in_words(fault, self._broker)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the box connects again
            self._fault = _fault_of_ours(fault)
        finally:
            self.is_on = False
            client._reset_sockets()  # noqa: SLF001 - nothing public closes all of them now, and without a DISCONNECT

    def _client(self) -> Any:
        import paho.mqtt.client  # noqa: PLC0415 - only where a box connects

        class Caller(paho.mqtt.client.Client):
            """A client that calls and never lets itself be called: its unit may neither bind nor listen."""

            def _create_socket_connection(self) -> socket.socket:
                return socket.create_connection((self._host, self._port), CONNECT_S)

        client = Caller(paho.mqtt.enums.CallbackAPIVersion.VERSION2, self._name, clean_session=True)
        client._sockpairR, self._wakes = _pair()  # noqa: SLF001 - its own would listen at a port
        client._sockpairW = self._wakes  # noqa: SLF001 - its own would listen at a port
        client.max_inflight_messages_set(MOST_IN_FLIGHT)
        client.max_queued_messages_set(MOST_WAITING)
        will = self._end.will
        client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.on_connect, client.on_message = self._on_connect, self._on_message
        return client

    def _serve(self, client: Any, ending: Event) -> None:
        """Exchange messages until the connection ends, or is to end."""
        began = looked = said = time.monotonic()
        while not (ending.is_set() or self._fault) and client.loop(self._look_s) == 0:
            now = time.monotonic()
            if not self.is_on:
                if now - began > CONNECT_S:
                    self._fault = msg(SILENT, broker=str(self._broker))
            elif self._has_news or now - looked >= self._look_s:
                looked, self._has_news = now, False
                self._publish(client, self._end.news())
                if now - said >= self._again_s:
                    said = now
                    self._publish(client, self._end.again())
        if not ending.is_set() and not self._fault:
            self._fault = msg(LOST if self.is_on else CLOSED, broker=str(self._broker))

    def _on_connect(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self._fault = msg(REFUSED, broker=str(self._broker), why=str(reason))
            return
        self.is_on = True
        self._say("")
        client.subscribe([(topic, 1) for topic in self._topics])
        self._publish(client, self._end.greet())

    def _on_message(self, client: Any, _data: Any, message: Any) -> None:
        try:
            answer = self._end.answer(message.topic, message.payload)
        except Exception as fault:  # noqa: BLE001 - the message would come again in the next connection
            self._tell(_fault_of_ours(fault))
        else:
            self._publish(client, answer)

    def _publish(self, client: Any, messages: Iterable[Publish]) -> None:
        for message in messages:
            if client.publish(message.topic, message.payload, message.qos, message.retain).rc:
                self._fault = self._fault or TOO_SLOW
                return

    def _say(self, fault: str) -> None:
        """Tell a new fault, or that it is over."""
        if fault != self._told:
            self._tell(fault)
        self._told = fault
