"""A GPIO chip as the kernel offers it, user API version 2 (include/uapi/linux/gpio.h): requests, levels, edges."""

from __future__ import annotations

import errno
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tests.wires.nodes import Answer, Nodes


class Call(IntEnum):
    """The ioctls by number."""

    CHIP_INFO = 0x8044B401
    LINE_INFO = 0xC100B405
    LINE_REQUEST = 0xC250B407
    SET_CONFIG = 0xC110B40D
    GET_VALUES = 0xC010B40E
    SET_VALUES = 0xC010B40F


USED, ACTIVE_LOW, INPUT, OUTPUT, RISING, FALLING = 1, 2, 4, 8, 16, 32
PULL_UP: Final = 256
VALUES_ATTRIBUTE: Final = 2
RISING_EDGE, FALLING_EDGE = 1, 2


@dataclass
class Chip:
    """One chip: its label and its lines. `heard` has each change of an output: when, which line, high or low."""

    nodes: Nodes
    name: str
    label: str
    lines: int
    held: dict[int, Request] = field(default_factory=dict)
    low: set[int] = field(default_factory=set)
    others: set[int] = field(default_factory=set)
    outputs: dict[int, bool] = field(default_factory=dict)
    heard: list[tuple[float, int, bool]] = field(default_factory=list)
    outputs_to: dict[int, Callable[[bool], None]] = field(default_factory=dict)

    def opened(self) -> Opened:
        """Open another descriptor of the chip."""
        return Opened(self)

    def level(self, line: int) -> bool:
        """The level, driven by a contact to ground, an output, or a pull-up resistor."""
        request = self.held.get(line)
        if line in self.low or request is None:
            return False
        return self.outputs.get(line, False) if request.flags & OUTPUT else bool(request.flags & PULL_UP)

    def ground(self, line: int, *, down: bool) -> None:
        """Close a contact to ground, or open it."""
        with self.nodes.world:
            before = self.level(line)
            (self.low.add if down else self.low.discard)(line)
            if line in self.held and self.level(line) != before:
                self.held[line].changed(line, high=not before)

    def take(self, line: int) -> None:
        """Let another program own the line."""
        with self.nodes.world:
            self.others.add(line)

    def free(self, line: int) -> None:
        """End that program."""
        with self.nodes.world:
            self.others.discard(line)

    def drive(self, line: int, *, high: bool) -> None:
        """Set an output."""
        if self.outputs.get(line, False) != high:
            self.heard.append((time.monotonic(), line, high))
            self.outputs_to.get(line, bool)(high)
        self.outputs[line] = high


@dataclass
class Opened:
    """A descriptor of a chip."""

    chip: Chip

    def ioctl(self, request: int, octets: bytes) -> Answer:
        """Describe the chip and its lines, or open lines."""
        match request:
            case Call.CHIP_INFO:
                name, label = self.chip.name.encode(), self.chip.label.encode()
                return Answer(octets=struct.pack("32s32sI", name, label, self.chip.lines))
            case Call.LINE_INFO:
                return self._line_info(octets)
            case Call.LINE_REQUEST:
                return self._requested(octets)
            case _:
                return Answer(-errno.ENOTTY)

    def closed(self) -> None:
        """Do nothing: open lines stay open."""

    def _line_info(self, octets: bytes) -> Answer:
        (offset,) = struct.unpack_from("I", octets, 64)
        if offset >= self.chip.lines:
            return Answer(-errno.EINVAL)
        request = self.chip.held.get(offset)
        consumer = request.consumer if request else b"another" if offset in self.chip.others else b""
        flags = (request.flags if request else INPUT) | (USED if consumer else 0)
        head = struct.pack("32s32sIIQ", f"GPIO{offset}".encode(), consumer, offset, 0, flags)
        return Answer(octets=head.ljust(256, b"\0"))

    def _requested(self, octets: bytes) -> Answer:
        (count,) = struct.unpack_from("I", octets, 560)
        offsets = struct.unpack_from(f"{count}I", octets)
        if not count or max(offsets) >= self.chip.lines:
            return Answer(-errno.EINVAL)
        if any(offset in self.chip.held or offset in self.chip.others for offset in offsets):
            return Answer(-errno.EBUSY)
        given = Request(self.chip, offsets, octets[256:288].rstrip(b"\0"))
        given.configure(octets[288:560])
        return Answer(passed=given.handed_out())


@dataclass
class Request:
    """Lines opened by the program."""

    chip: Chip
    offsets: tuple[int, ...]
    consumer: bytes
    flags: int = 0
    events: socket.socket | None = None
    number: int = 0
    numbers: dict[int, int] = field(default_factory=dict)

    def handed_out(self) -> tuple[socket.socket, socket.socket]:
        """The program's descriptors: one for edges, one for ioctls."""
        self.chip.held.update(dict.fromkeys(self.offsets, self))
        for line in self.offsets:
            self.chip.drive(line, high=self.chip.outputs.get(line, False) and bool(self.flags & OUTPUT))
        self.events, theirs = socket.socketpair()
        calls, their_calls = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.chip.nodes.answer_on(calls, self)
        return theirs, their_calls

    def configure(self, config: bytes) -> None:
        """Set directions, edges and first levels; all lines of a request are alike here."""
        self.flags, attributes = struct.unpack_from("QI", config)
        for number in range(attributes):
            kind, bits, mask = struct.unpack_from("I4xQQ", config, 32 + 24 * number)
            if kind == VALUES_ATTRIBUTE and self.flags & OUTPUT:
                self._set(bits, mask)

    def ioctl(self, request: int, octets: bytes) -> Answer:
        """Read levels or set them."""
        match request:
            case Call.GET_VALUES:
                (mask,) = struct.unpack_from("Q", octets, 8)
                levels = [self.chip.level(line) != bool(self.flags & ACTIVE_LOW) for line in self.offsets]
                bits = sum(high << place for place, high in enumerate(levels)) & mask
                return Answer(octets=struct.pack("QQ", bits, mask))
            case Call.SET_VALUES:
                self._set(*struct.unpack_from("QQ", octets))
                return Answer(octets=octets)
            case Call.SET_CONFIG:
                self.configure(octets)
                return Answer(octets=octets)
            case _:
                return Answer(-errno.ENOTTY)

    def closed(self) -> None:
        """The program closed the lines."""
        for line in self.offsets:
            self.chip.held.pop(line, None)
            self.chip.drive(line, high=False)
        if self.events is not None:
            self.events.close()

    def changed(self, line: int, *, high: bool) -> None:
        """Queue an edge, if the program wants edges."""
        rises = high != bool(self.flags & ACTIVE_LOW)
        if self.events is None or not self.flags & (RISING if rises else FALLING):
            return
        self.number += 1
        self.numbers[line] = self.numbers.get(line, 0) + 1
        edge = RISING_EDGE if rises else FALLING_EDGE
        event = struct.pack("QIIII24x", time.monotonic_ns(), edge, line, self.number, self.numbers[line])
        self.events.sendall(event)

    def _set(self, bits: int, mask: int) -> None:
        for place, line in enumerate(self.offsets):
            if mask >> place & 1:
                self.chip.drive(line, high=bool(bits >> place & 1) != bool(self.flags & ACTIVE_LOW))
