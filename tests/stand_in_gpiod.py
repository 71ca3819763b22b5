"""The part of gpiod that the program uses, with chips of this process behind it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import Enum
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

Direction = Enum("Direction", "INPUT OUTPUT")
Edge = Enum("Edge", "BOTH")
Bias = Enum("Bias", "PULL_UP")
Value = Enum("Value", "INACTIVE ACTIVE")
Type = Enum("Type", "RISING_EDGE FALLING_EDGE")


class Told(NamedTuple):
    """The information of a chip or of a line."""

    label: str = ""
    offset: int = 0
    used: bool = False
    consumer: str = ""


class Event(NamedTuple):
    line_offset: int
    timestamp_ns: int
    event_type: Type
    Type: type[Type] = Type


@dataclass
class Chip:
    """`taken` are lines with their users; `on_request` is called before lines are opened, and may raise."""

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
        return Told(offset=line, used=line in self.taken, consumer=self.taken.get(line, ""))

    def request_lines(self, config: dict[int, dict[str, Any]], consumer: str) -> Request:
        assert consumer == "companion"
        self.on_request(list(config))
        self.handed_out.append(Request({line: how.get("output_value", Value.INACTIVE) for line, how in config.items()}))
        return self.handed_out[-1]


class Request:
    """Open lines and their values; a pipe wakes a wait for events."""

    def __init__(self, values: dict[int, Value]) -> None:
        self.values = values
        self.log = [dict(values)]
        self.events: list[Event] = []
        self.fails: Exception | None = None
        self._read, self._write = os.pipe()

    @property
    def offsets(self) -> list[int]:
        return list(self.values)

    def happens(self, *events: Event) -> None:
        self.events += events
        os.write(self._write, b"\0")

    def fileno(self) -> int:
        return self._read

    def read_edge_events(self) -> list[Event]:
        os.read(self._read, 1)
        events, self.events = self.events, []
        return events

    def get_values(self) -> list[Value]:
        return list(self.values.values())

    def set_value(self, line: int, value: Value) -> None:
        if self.fails is not None:
            raise self.fails
        self.values[line] = value
        self.log.append({line: value})

    def release(self) -> None:
        os.close(self._read)
        os.close(self._write)


def modules(chip: Callable[[str], Chip]) -> dict[str, ModuleType]:
    """The package and its one module in use; `chip` opens a node."""
    gpiod, line = ModuleType("gpiod"), ModuleType("gpiod.line")
    gpiod.__spec__ = ModuleSpec("gpiod", None)  # the doctor asks whether it is installed
    vars(line).update(Direction=Direction, Edge=Edge, Bias=Bias, Value=Value)
    vars(gpiod).update(Chip=chip, LineSettings=dict, line=line, __path__=[])
    return {"gpiod": gpiod, "gpiod.line": line}
