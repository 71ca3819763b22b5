"""Every panel, either way up, passes the display contract."""

from __future__ import annotations

from typing import ClassVar

from hardware.bus import I2c
from hardware.drivers.oled import OledDisplay
from hardware.sim.oled import SimPanel, SimSh1106, SimSsd1306, SimSsd1309
from tests.contracts.display_contract import DisplayContract
from tests.panels import display_on


class _Oled(DisplayContract):
    controller: ClassVar[str]
    model: ClassVar[type[SimPanel]]

    def panel(self) -> SimPanel:
        return self.model(seed=11)

    def display(self, wire: I2c) -> OledDisplay:
        return display_on(wire, self.controller, rotation=180 if self.upside_down else 0)


class TestSsd1306(_Oled):
    controller = "ssd1306"
    model = SimSsd1306


class TestSsd1306UpsideDown(TestSsd1306):
    upside_down = True


class TestSsd1309(_Oled):
    controller = "ssd1309"
    model = SimSsd1309


class TestSsd1309UpsideDown(TestSsd1309):
    upside_down = True


class TestSh1106(_Oled):
    controller = "sh1106"
    model = SimSh1106


class TestSh1106UpsideDown(TestSh1106):
    upside_down = True
