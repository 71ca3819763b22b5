"""gpiozero's pins on gpiod: a pin factory that sleeps in the kernel until a pin changes.

Any gpiozero program can have it: `GPIOZERO_PIN_FACTORY=gpiod`. gpiozero's own factory on lgpio wakes 50 times a second
from the first pin on and 2,000 times with edges; this one has no thread but one that waits for edges without end, and
one for each tone or dim light while it lasts.

Imports gpiozero, since a factory is a subclass: nobody imports this module before pins are wanted.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import cycle
from threading import Lock, Thread
from types import MappingProxyType
from typing import Any, Final

import gpiozero
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.bus import DeviceError
from hardware.linux_pins import as_device_errors, claim, gpiod

SWITCH_S: Final = 50e-6
"""The thread switch interval during a software tone: the default of 5 ms makes the tone growl on a busy computer."""
SOME_PI: Final = 0xC03111
"""A Pi 4, whose header is that of every Pi since the B+: for a board that does not tell its revision."""

BIASES: Final = {"floating": "DISABLED", "up": "PULL_UP", "down": "PULL_DOWN"}
EDGES: Final = {"none": "NONE", "rising": "RISING", "falling": "FALLING", "both": "BOTH"}


class GpiodFactory(LocalPiFactory):  # type: ignore[misc] # gpiozero has no types
    """The pins of this Pi's header. Claims a line when a device takes its pin.

    `listens`: a thread waits for edges and fires the events of the devices. Without it the owner calls `report`.
    `lines` are those that are requested already, by their numbers.
    """

    def __init__(self, *, listens: bool = True, lines: Mapping[int, Any] = MappingProxyType({})) -> None:
        super().__init__()
        self.lines = dict(lines)
        self.pins: dict[Any, GpiodPin] = {}  # not those of other factories: each reports its own edges
        self.pin_class = GpiodPin
        self._epoll = select.epoll()
        self._watched: dict[int, GpiodPin] = {}
        self._listens = listens
        self._end = -1  # an eventfd that ends the thread
        self._pwms: dict[GpiodPin, _SoftwarePwm] = {}
        self._usual_s = sys.getswitchinterval()

    def close(self) -> None:
        """Release every line and end the thread."""
        super().close()
        end, self._end = self._end, -1
        if end >= 0:
            os.eventfd_write(end, 1)

    def report(self, seconds: float | None = 0) -> None:
        """Wait for edges, at most `seconds` (None: without end), and call `when_changed` of their pins."""
        for descriptor, _ in self._epoll.poll(seconds):
            if descriptor in self._watched:
                self._watched[descriptor].report()

    def watch(self, descriptor: int, pin: GpiodPin) -> None:
        """Report the edges of this pin, which arrive at this descriptor."""
        self._watched[descriptor] = pin
        self._epoll.register(descriptor, select.EPOLLIN)
        if self._listens and self._end < 0:
            self._end = os.eventfd(0)
            self._epoll.register(self._end, select.EPOLLIN)
            Thread(target=self._listen, args=(self._end,), name="gpiod edges", daemon=True).start()

    def unwatch(self, descriptor: int) -> None:
        """Report no more edges that arrive at this descriptor."""
        if self._watched.pop(descriptor, None) is not None:
            self._epoll.unregister(descriptor)

    def start_pwm(self, pin: GpiodPin, set_level: Callable[[bool], None], high_s: float, low_s: float) -> None:
        """Let a thread switch a pin high and low in turn until `stop_pwm`."""
        sys.setswitchinterval(SWITCH_S)
        self._pwms[pin] = _SoftwarePwm(set_level, high_s, low_s)
        self._pwms[pin].start()

    def stop_pwm(self, pin: GpiodPin) -> None:
        """End the software PWM of a pin, if there is one; the pin keeps the level that it has."""
        if (pwm := self._pwms.pop(pin, None)) is not None:
            pwm.end()
        if not self._pwms:
            sys.setswitchinterval(self._usual_s)

    def _listen(self, end: int) -> None:
        while self._end == end:
            try:
                self.report(None)
            except Exception:  # noqa: BLE001 - of an event of the program, which wants the next one, too
                sys.excepthook(*sys.exc_info())
        self._epoll.unregister(end)
        os.close(end)

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except gpiozero.PinUnknownPi:
            return SOME_PI


class GpiodPin(LocalPiPin):  # type: ignore[misc] # gpiozero has no types
    """One line of the header. An output is driven from its first level on, so that it never has a wrong one."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._line: Any = factory.lines.pop(self._number, None)
        self._lock = Lock()  # a gpiod request is not thread-safe
        self._begin("input")

    def close(self) -> None:
        """Release the line, which becomes an input. A device that takes the pin again claims it again."""
        self.when_changed = None
        self.factory.stop_pwm(self)
        self._release()
        self._begin("input")

    def report(self) -> None:
        """Call `when_changed` for the edges that have arrived. A line that is gone is not listened to any more."""
        try:
            with self._lock, as_device_errors(self._bus):
                edges = self._line.read_edge_events() if self._line is not None else ()
        except DeviceError:
            self.factory.unwatch(self._line.fd)
            return
        for edge in edges:
            if self.when_changed is not None:
                self._call_when_changed(edge.timestamp_ns / 1e9, int(edge.event_type is edge.Type.RISING_EDGE))

    @property
    def _bus(self) -> str:
        return f"gpio{self._number}"

    def _begin(self, function: str) -> None:
        """Set the state of a pin whose function has just been set."""
        self._function = function
        self._pull = self.info.pull or "floating"
        self._bounce: float | None = None
        self._edges = "both"
        self._frequency: float | None = None
        self._duty: float | None = None  # of an output; None: the level is as it was found

    # ---------------------------------------------------------------- the line

    def _claim(self) -> Any:
        if self._line is None:
            self._line = claim(self._number, **self._settings())
        return self._line

    def _release(self) -> None:
        with self._lock:
            if self._line is not None:
                self._line.release()
            self._line = None

    def _configure(self) -> None:
        """Make the line what this pin is now."""
        if self._line is None:
            self._claim()
            return
        with self._lock, as_device_errors(self._bus):
            self._line.reconfigure_lines({self._number: gpiod().LineSettings(**self._settings())})

    def _settings(self) -> Mapping[str, Any]:
        line = gpiod().line
        if self._function == "output":
            if self._duty is None:
                return {"direction": line.Direction.AS_IS}
            return {"direction": line.Direction.OUTPUT, "output_value": self._value(high=self._duty == 1)}
        listens = self.when_changed is not None
        return {
            "direction": line.Direction.INPUT,
            "bias": line.Bias[BIASES[self._pull]],
            "edge_detection": line.Edge[EDGES[self._edges if listens else "none"]],
            "debounce_period": timedelta(seconds=self._bounce or 0),
        }

    def _value(self, *, high: bool) -> Any:
        return gpiod().line.Value.ACTIVE if high else gpiod().line.Value.INACTIVE

    def _set_level(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        with self._lock, as_device_errors(self._bus):
            self._line.set_value(self._number, self._value(high=high))

    # ---------------------------------------------------------------- what gpiozero asks and sets

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in {"input", "output"}:
            raise gpiozero.PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self.when_changed = None
        self.factory.stop_pwm(self)
        self._begin(value)
        self._configure()

    def output_with_state(self, state: float) -> None:
        """Become an output with this level."""
        self._begin("output")
        self.state = state

    def _get_state(self) -> float:
        if self._frequency is not None:
            return self._duty or 0.0
        line = self._claim()
        with self._lock, as_device_errors(self._bus):
            return bool(line.get_value(self._number) is self._value(high=True))

    def _set_state(self, value: float) -> None:
        if self._function == "input":
            raise gpiozero.PinSetInput(f"cannot set state of pin {self!r}")
        if not 0 <= value <= 1:
            raise gpiozero.PinInvalidState(f'invalid state "{value}" for pin {self!r}')
        self._drive(float(value if self._frequency is not None else bool(value)), self._frequency)

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        if value and self._function != "output":
            raise gpiozero.PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
        is_pwm = self._duty is not None and 0 < self._duty < 1
        if value and is_pwm:
            self._drive(self._duty, value)
        elif is_pwm:
            with suppress(DeviceError):  # a device sets None while it closes, and would not finish
                self._drive(0.0, None)
        self._frequency = value or None

    def _drive(self, duty: float | None, frequency: float | None) -> None:
        """Hold a level, or let a thread do software PWM."""
        before, (self._duty, self._frequency) = (self._duty, self._frequency), (duty, frequency)
        if duty is None or before == (duty, frequency):
            return
        self.factory.stop_pwm(self)
        if before[0] is None:
            self._configure()
        if frequency is not None and 0 < duty < 1:
            self.factory.start_pwm(self, self._set_level, duty / frequency, (1 - duty) / frequency)
        else:
            self._set_level(duty == 1)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise gpiozero.PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in {value, ""}:
            raise gpiozero.PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in BIASES:
            raise gpiozero.PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._pull = value
        self._configure()

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise gpiozero.PinInvalidBounce("bounce must be 0 or greater")
        if value != self._bounce:
            self._bounce = value
            self._configure()

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise gpiozero.PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        if value != self._edges:
            self._edges = value
            self._configure()

    def _enable_event_detect(self) -> None:
        self._configure()
        self.factory.watch(self._line.fd, self)

    def _disable_event_detect(self) -> None:
        self.factory.unwatch(self._line.fd)
        self._release()  # edges that nobody has read are forgotten with it


class _SoftwarePwm(Thread):
    """A thread that makes a tone or a dim light: high and low for these seconds in turn, until `end`.

    It lives for some tenths of a second. A late edge delays the following ones.
    """

    def __init__(self, set_level: Callable[[bool], None], high_s: float, low_s: float) -> None:
        super().__init__(daemon=True)
        self._spans = (partial(set_level, True), high_s), (partial(set_level, False), low_s)
        self._lock = Lock()
        self._ended = False

    def run(self) -> None:
        """Switch the pin until `end`."""
        edge = time.monotonic()
        for set_level, span in cycle(self._spans):
            with self._lock:
                if self._ended:
                    return
                try:
                    set_level()
                except DeviceError:  # the next call of the pin's device raises it, too
                    return
            now = time.monotonic()
            edge = max(edge + span, now)
            time.sleep(edge - now)

    def end(self) -> None:
        """Stop setting levels."""
        with self._lock:
            self._ended = True
