"""The pins of this computer's header for gpiozero devices. Importing this module imports no gpiozero."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final

from hardware.bus import DeviceError
from hardware.linux import package
from hardware.linux_pins import as_device_errors, claim_button

CHOICE: Final = "GPIOZERO_PIN_FACTORY"
"""The environment variable of gpiozero that names a pin factory."""
OURS: Final = "gpiod"
INSTALL: Final = "`python -m pip install gpiozero`"


class HeaderPins:
    """`hardware.bus.Pins`: of our factory on gpiod, or of the one that the environment names.

    `aside`: a thread loads it, which takes seconds on a small Pi, while cards are read already. The kernel keeps the
    edges of the `buttons` meanwhile: a press is not lost.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, *, aside: bool = False, buttons: Iterable[int] = ()
    ) -> None:
        self._name = environment.get(CHOICE, OURS)
        self._factory: Any = None
        self._changed = Event()
        self._began = False
        self._buttons = buttons
        self._lines: dict[int, Any] = {}
        self._loading = Thread(target=self._load, name="gpiozero", daemon=True) if aside else None

    @property
    def factory(self) -> Any:
        """The pin factory; the first use loads it. Raises DeviceError."""
        if self._factory is None:
            gpiozero = package("gpiozero", INSTALL, bus="gpio")
            with as_device_errors(f"{CHOICE}={self._name}"):  # the factory of the environment raises what it likes
                if self._name != OURS:
                    gpiozero.Device.ensure_pin_factory()
                self._factory = self._ours() if self._name == OURS else gpiozero.Device.pin_factory
        return self._factory

    @property
    def is_loaded(self) -> bool:
        """Whether the factory is loaded; if not, the first wait begins to load it."""
        return self._loading is None or (self._began and not self._loading.is_alive())

    def wait(self, seconds: float) -> None:
        """Wait until an input changes, at most `seconds`; our factory reports changes here, others in their threads.

        The first wait follows the first turn of the loop: its cards do not share the processor with the loading.
        """
        if self._loading is not None and not self._began:
            self._began = True
            self._loading.start()
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

    def _load(self) -> None:
        for gpio in self._buttons if self._name == OURS else ():
            with suppress(DeviceError):  # raised again where the pin is used
                self._lines[gpio] = claim_button(gpio)
        with suppress(DeviceError):  # raised again where the pin is used
            _ = self.factory

    def _ours(self) -> Any:
        from hardware.gpiod_factory import GpiodFactory  # noqa: PLC0415 - imports gpiozero

        return GpiodFactory(listens=False, lines=self._lines)
