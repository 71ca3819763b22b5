"""The box's connection to the broker: paho-mqtt around the sender. One thread, which alone has the network.

A connection ends for many reasons, and begins again after a pause. Nothing is kept from one to the next: the state that
the sender says first lets the director ask for what is missing. So neither end waits for what the broker has promised.
"""

from __future__ import annotations

import random
import socket
import time
import traceback
from typing import TYPE_CHECKING, Any

from companion.club import topics
from companion.club.connection import (
    KEEP_ALIVE_S,
    MOST_IN_FLIGHT,
    closed,
    context_of,
    in_words,
    lost,
    pause_s,
    refused,
    silent,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from threading import Event

    from companion.club.connection import Broker
    from companion.club.payloads import Publish
    from companion.club.sender import Sender

LOOK_S = 1.0
"""Seconds between two looks at the outbox: the view changes at most as often."""
AGAIN_S = 60.0
"""Seconds after which the state is said again: what got lost is found by it."""
CONNECT_S = 10.0
MOST_WAITING = 2_000
"""Messages that wait in this process. More are too many for this network: it begins anew."""
LATER_S = 5.0
"""Seconds between two looks at the clock, until TLS may begin."""
TOO_SLOW = "the network takes less than is to be said: begun anew"


def _pair() -> tuple[socket.socket, socket.socket]:
    pair = socket.socketpair()
    for one in pair:
        one.setblocking(False)
    return pair


def _at_once() -> str:
    return ""


def _fault_of_ours(fault: Exception) -> str:
    """What is told of it; the journal has the traceback."""
    traceback.print_exception(fault)
    return f"a fault of this program: {type(fault).__name__}"


class Link:
    """Keeps a box connected. `tell` gets each fault and each recovery, one line each.

    `waits_for` says what must be awaited before TLS may begin; empty: nothing.
    """

    def __init__(  # noqa: PLR0913 - the parts of one end
        self,
        broker: Broker,
        box: str,
        sender: Sender,
        tell: Callable[[str], None],
        *,
        home_assistant: bool = False,
        waits_for: Callable[[], str] = _at_once,
        look_s: float = LOOK_S,
        again_s: float = AGAIN_S,
        pause_s: Callable[[int, float], float] = pause_s,
    ) -> None:
        self._broker, self._box, self._sender, self._tell = broker, box, sender, tell
        self._topics = topics.of_box(box) + ((topics.HOME_ASSISTANT,) if home_assistant else ())
        self._waits_for, self._look_s, self._again_s, self._pause_s = waits_for, look_s, again_s, pause_s
        self._on = False
        self._fault = ""  # why this connection ended
        self._told: str | None = None

    def run(self, ending: Event) -> None:
        """Connect, again and again, until `ending` is set."""
        attempt = 0
        while not ending.is_set():
            if why := self._waits_for():
                self._say(why)
                ending.wait(LATER_S)
                continue
            self._fault, self._on = "", False
            was_on = self._connect(ending)
            attempt = 0 if was_on else attempt + 1
            if not ending.is_set():
                self._say(self._fault)
                ending.wait(self._pause_s(attempt, random.random()))  # noqa: S311 - no secret

    def _connect(self, ending: Event) -> bool:
        """One connection, from its beginning to its end; whether there was one."""
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
            was_on, self._on = self._on, False
            if was_on and not self._fault:
                self._leave(client)
            client._reset_sockets()  # noqa: SLF001 - nothing public closes all of them now
        return was_on

    def _client(self) -> Any:
        from paho.mqtt.client import Client  # noqa: PLC0415 - only where a box connects
        from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415 - the same

        class Caller(Client):
            """A client that calls and never lets itself be called: its unit may neither bind nor listen."""

            def _create_socket_connection(self) -> socket.socket:
                return socket.create_connection((self._host, self._port), CONNECT_S)

        client = Caller(CallbackAPIVersion.VERSION2, self._box, clean_session=True)
        client._sockpairR, client._sockpairW = _pair()  # noqa: SLF001 - its own would listen at a port
        client.max_inflight_messages_set(MOST_IN_FLIGHT)
        client.max_queued_messages_set(MOST_WAITING)
        will = self._sender.will
        client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.on_connect, client.on_message = self._connected, self._heard
        return client

    def _serve(self, client: Any, ending: Event) -> None:
        """Until the connection ends, or is to end."""
        began = looked = said = time.monotonic()
        while not (ending.is_set() or self._fault) and client.loop(self._look_s) == 0:
            now = time.monotonic()
            if not self._on:
                if now - began > CONNECT_S:
                    self._fault = silent(self._broker)
            elif now - looked >= self._look_s:
                looked = now
                self._publish(client, self._sender.changed())
                if now - said >= self._again_s:
                    said = now
                    self._publish(client, self._sender.again())
        if not ending.is_set() and not self._fault:
            self._fault = lost(self._broker) if self._on else closed(self._broker)

    def _connected(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self._fault = refused(self._broker, reason)
            return
        self._on = True
        self._say("")
        client.subscribe([(topic, 1) for topic in self._topics])
        self._publish(client, self._sender.connected())

    def _heard(self, client: Any, _data: Any, message: Any) -> None:
        try:
            answer = self._sender.heard(message.topic, message.payload)
        except Exception as fault:  # noqa: BLE001 - the message would come again in the next connection
            self._tell(_fault_of_ours(fault))
        else:
            self._publish(client, answer)

    def _publish(self, client: Any, messages: Iterable[Publish]) -> None:
        for one in messages:
            if client.publish(one.topic, one.payload, one.qos, one.retain).rc:
                self._fault = self._fault or TOO_SLOW
                return

    def _leave(self, client: Any) -> None:
        """Say goodbye; what cannot be said any more, the broker says."""
        will = self._sender.will
        client.on_message = None  # the goodbye comes back, and is no will of an older connection
        client.publish(will.topic, will.payload, will.qos, will.retain)
        client.loop(0.2)
        client.disconnect()
        client.loop(0.2)

    def _say(self, fault: str) -> None:
        """Tell a fault, or its end, if it is news."""
        if fault != self._told:
            self._tell(fault or f"connected to the broker at {self._broker}")
        self._told = fault
