"""A client of MQTT 5 for tests that do what no library does: wrong names, huge packets, floods.

Packets by "MQTT Version 5.0", OASIS Standard, 7 March 2019. It shares nothing with the packages that the program uses.
"""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple, Self

from companion.club.payloads import Publish

PATIENCE_S = 60.0
"""Maximum seconds that an answer takes: a slow computer fails no test."""
CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PING, PONG, BYE = 1, 2, 3, 4, 8, 9, 12, 13, 14
TAKEN, NOBODY_LISTENS, NOT_AUTHORIZED, TOO_LARGE = 0, 0x10, 0x87, 0x95
"""Reason codes (2.4)."""
HOST = "localhost"


class LostError(ConnectionError):
    """The broker did not take the connection, or has closed it."""


class Message(NamedTuple):
    topic: str
    payload: bytes


def packet(kind: int, content: bytes, flags: int = 0) -> bytes:
    """Fixed header (2.1) and content."""
    length, left = bytearray(), len(content)
    while left >= 128:
        length.append(left % 128 | 128)
        left //= 128
    return bytes([kind << 4 | flags, *length, left]) + content


def text(value: str) -> bytes:
    """A UTF-8 encoded string (1.5.4)."""
    encoded = value.encode()
    return struct.pack(">H", len(encoded)) + encoded


def publication(topic: str, payload: bytes, number: int = 0, *, retain: bool = False) -> bytes:
    """PUBLISH (3.3); QoS 1 with this number, QoS 0 without one."""
    identifier = struct.pack(">H", number) if number else b""
    return packet(PUBLISH, text(topic) + identifier + b"\0" + payload, (2 if number else 0) | int(retain))


def line_to(port: int, tls: ssl.SSLContext | None, session: ssl.SSLSession | None = None) -> socket.socket:
    """A connection to this computer; `session` is that of an earlier one. Raises OSError."""
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if tls is None:
        return line
    try:
        return tls.wrap_socket(line, server_hostname=HOST, session=session)
    except OSError:
        line.close()
        raise


class Client:
    """A client that waits for the answer to whatever it does. Messages that come meanwhile are kept."""

    def __init__(
        self,
        port: int,
        tls: ssl.SSLContext | None,
        name: str,
        session: ssl.SSLSession | None = None,
        will: Message | None = None,
    ) -> None:
        self._waiting: list[Message] = []
        self._buffer, self._number, self._reason = b"", 0, 0
        try:
            self._line = line_to(port, tls, session)
        except OSError as fault:
            raise LostError(str(fault)) from fault
        try:
            self._greet(name, will)
        except LostError:
            self.close()
            raise

    def _greet(self, name: str, will: Message | None) -> None:
        """CONNECT (3.1): a clean start, no keep alive; a will is retained, with QoS 1."""
        flags, last = 2, b""
        if will is not None:
            flags, last = 2 | 4 | 8 | 32, b"\0" + text(will.topic) + struct.pack(">H", len(will.payload)) + will.payload
        self.send(packet(CONNECT, text("MQTT") + bytes([5, flags]) + b"\0\0\0" + text(name) + last))
        kind, _, content = self._packet()
        if kind != CONNACK or content[1] != TAKEN:
            raise LostError(f"not taken: {kind} {content.hex()}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cut the cable."""
        self._line.close()

    @property
    def session(self) -> ssl.SSLSession:
        """The TLS session, by which another connection may leave out the certificates."""
        assert isinstance(self._line, ssl.SSLSocket)
        assert self._line.session is not None
        return self._line.session

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        """Publish with QoS 1; returns the reason code of the answer."""
        self._number = self._number % 65_535 + 1
        self.send(publication(topic, payload, self._number, retain=retain))
        content = self._until(PUBACK)
        return content[2] if len(content) > 2 else TAKEN

    def publish_all(self, messages: Iterable[Publish]) -> None:
        """Publish what a part of the program wants to; all of it is taken."""
        for message in messages:
            assert self.publish(message.topic, message.payload, retain=message.retain) in {TAKEN, NOBODY_LISTENS}

    def subscribe(self, *topics: str) -> None:
        """Subscribe with QoS 1."""
        self.send(packet(SUBSCRIBE, b"\0\1\0" + b"".join(text(topic) + b"\1" for topic in topics), 2))
        self._until(SUBACK)

    def arrived(self) -> list[Message]:
        """All that the broker has sent before now."""
        self.send(packet(PING, b""))
        self._until(PONG)
        waiting, self._waiting = self._waiting, []
        return waiting

    def hear(self) -> Message:
        """The next message, also one that is still to come."""
        while not self._waiting:
            self._take(*self._packet())
        return self._waiting.pop(0)

    def ended(self) -> int:
        """Wait until the broker closes the connection; returns the reason that it gives (0: none)."""
        with suppress(LostError):
            while True:
                self._take(*self._packet())
        return self._reason

    def send(self, content: bytes) -> None:
        """Send bytes as they are. Raises LostError."""
        try:
            self._line.sendall(content)
        except OSError as fault:
            raise LostError(str(fault)) from fault

    def _until(self, wanted: int) -> bytes:
        while True:
            kind, flags, content = self._packet()
            if kind == wanted:
                return content
            self._take(kind, flags, content)

    def _take(self, kind: int, flags: int, content: bytes) -> None:
        if kind == BYE:
            self._reason = content[0] if content else 0
        elif kind == PUBLISH:
            at = 2 + int.from_bytes(content[:2])
            topic = content[2:at].decode()
            if flags & 6:
                self.send(packet(PUBACK, content[at : at + 2]))
                at += 2
            self._waiting.append(Message(topic, content[at + 1 + content[at] :]))

    def _packet(self) -> tuple[int, int, bytes]:
        """Kind, flags and content of the next packet."""
        first = self._bytes(1)[0]
        length = shift = 0
        while True:
            byte = self._bytes(1)[0]
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return first >> 4, first & 15, self._bytes(length)

    def _bytes(self, count: int) -> bytes:
        while len(self._buffer) < count:
            try:
                more = self._line.recv(65_536)
            except OSError as fault:
                raise LostError(str(fault)) from fault
            if not more:
                raise LostError("closed by the broker")
            self._buffer += more
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken
