"""The pins of this computer's header for gpiozero devices. Importing this module imports no gpiozero."""

from __future__ import annotations

import os
import time
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from hardware.linux import package
from hardware.linux_pins import answering

if TYPE_CHECKING:
    from collections.abc import Mapping

CHOICE: Final = "GPIOZERO_PIN_FACTORY"
"""The environment variable of gpiozero that names a pin factory."""
OURS: Final = "gpiod"
INSTALL: Final = "`python -m pip install gpiozero`"


class HeaderPins:
    """`hardware.bus.Pins`: of our factory on gpiod, or of the one that the environment names."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._name = environment.get(CHOICE, OURS)
        self._factory: Any = None
        self._changed = Event()

    @property
    def factory(self) -> Any:
        """The pin factory; the first use loads it. Raises DeviceError."""
        if self._factory is None:
            gpiozero = package("gpiozero", INSTALL, bus="gpio")
            with answering(f"{CHOICE}={self._name}"):
                self._factory = self._ours() if self._name == OURS else _named(gpiozero)
        return self._factory

    def wait(self, seconds: float) -> None:
        """Wait until an input changes, at most `seconds`; our factory reports changes here, others in their threads."""
        if self._factory is None:
            time.sleep(seconds)
        elif self._name == OURS:
            self._factory.report(seconds)
        else:
            self._changed.wait(seconds)
            self._changed.clear()

    def wake(self) -> None:
        """End the wait."""
        self._changed.set()

    def _ours(self) -> Any:
        from hardware.gpiod_factory import GpiodFactory  # noqa: PLC0415 - imports gpiozero

        return GpiodFactory(listens=False)


def _named(gpiozero: Any) -> Any:
    """The factory that the environment names. Raises what it likes."""
    gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory
