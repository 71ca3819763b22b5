"""The part of gpiod that the program uses, with chips of this process behind it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple, Self

Direction = Enum("Direction", "AS_IS INPUT OUTPUT")
Edge = Enum("Edge", "NONE RISING FALLING BOTH")
Bias = Enum("Bias", "DISABLED PULL_UP PULL_DOWN")
Value = Enum("Value", "INACTIVE ACTIVE")
Type = Enum("Type", "RISING_EDGE FALLING_EDGE")


class Told(NamedTuple):
    """The information of a chip or of a line."""

    label: str = ""
    consumer: str = ""


class Event(NamedTuple):
    timestamp_ns: int
    event_type: Type
    Type: type[Type] = Type


@dataclass
class Chip:
    """`taken` are lines with their users; `on_request` is called before a line is opened, and may raise."""

    label: str = "pinctrl-bcm2835"
    taken: dict[int, str] = field(default_factory=dict)
    on_request: Callable[[list[int]], None] = print
    handed_out: list[Request] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def get_info(self) -> Told:
        return Told(self.label)

    def get_line_info(self, line: int) -> Told:
        return Told(consumer=self.taken.get(line, ""))

    def request_lines(self, config: dict[int, dict[str, Any]], consumer: str) -> Request:
        assert consumer == "companion"
        self.on_request(list(config))
        self.handed_out.append(Request(config))
        return self.handed_out[-1]


class Request:
    """An open line, its settings, and each level it was driven to; a pipe wakes a wait for events."""

    def __init__(self, config: dict[int, dict[str, Any]]) -> None:
        (self.line,) = config
        self.value = Value.INACTIVE
        self.log: list[Value] = []
        self.events: list[Event] = []
        self.fails: Exception | None = None
        self.fd, self._write = os.pipe()
        self.reconfigure_lines(config)

    def reconfigure_lines(self, config: dict[int, dict[str, Any]]) -> None:
        self.settings = config[self.line]
        if "output_value" in self.settings:
            self.set_value(self.line, self.settings["output_value"])

    def happens(self, *events: Event) -> None:
        self.events += events
        os.write(self._write, b"\0")

    def read_edge_events(self) -> list[Event]:
        os.read(self.fd, 1)
        if self.fails is not None:
            raise self.fails
        events, self.events = self.events, []
        return events

    def get_value(self, line: int) -> Value:
        assert line == self.line
        return self.value

    def set_value(self, line: int, value: Value) -> None:
        assert line == self.line
        if self.fails is not None:
            raise self.fails
        self.value = value
        self.log.append(value)

    def release(self) -> None:
        os.close(self.fd)
        os.close(self._write)


def refusing(number: int) -> None:
    """Refuse a line with this error of the system."""
    raise OSError(number, os.strerror(number))


def modules(chip: Callable[[str], Chip]) -> dict[str, ModuleType]:
    """The package and its one module in use; `chip` opens a node."""
    gpiod, line = ModuleType("gpiod"), ModuleType("gpiod.line")
    gpiod.__spec__ = ModuleSpec("gpiod", None)  # the doctor asks whether it is installed
    vars(line).update(Direction=Direction, Edge=Edge, Bias=Bias, Value=Value)
    vars(gpiod).update(Chip=chip, LineSettings=dict, line=line, __path__=[])
    return {"gpiod": gpiod, "gpiod.line": line}
