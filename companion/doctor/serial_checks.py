"""Checks of a serial port that a reader is on."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from companion.doctor import computer_checks as computer
from companion.doctor.findings import Finding, ReaderChecks, ReportLine, failure, ok
from companion.parts.readers.buses import UARTS

if TYPE_CHECKING:
    from companion.doctor.context import Context


def serial_console(context: Context) -> Finding:
    """Whether the system has a console on the reader's line."""
    port = context.settings.reader.port
    if port in UARTS and re.search(r"\bconsole=(serial0|ttyS0|ttyAMA0)\b", context.machine.kernel):
        return failure(f"a console talks on {port}", "sudo raspi-config nonint do_serial_cons 1 && sudo reboot")
    return ok("no console on the line")


CHECKS = ReaderChecks(
    bus=(
        ReportLine("serial port", partial(computer.bus, "reader", "enable_uart=1", "do_serial_hw"), ("board",)),
        ReportLine("serial permission", partial(computer.permission, "reader"), ("serial port",)),
        ReportLine("serial console", serial_console, ("serial port",)),
    ),
    needs=("serial permission", "serial console"),
)
