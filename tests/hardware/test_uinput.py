"""A reader that types at the real kernel, which uinput plugs in: grabbed, it types nowhere else."""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Callable, Iterator

import pytest

from companion.parts.reader_kind import ReaderSettings
from hardware.bus import DeviceError
from hardware.linux import LinuxClock
from hardware.linux_keys import keyboards, open_keys
from hardware.sim.keys import strokes
from tests.needs import UINPUT
from tests.patience import until

NAME = "Sycreader RFID of a test"
UI_SET_EVBIT, UI_SET_KEYBIT, UI_DEV_SETUP = 0x40045564, 0x40045565, 0x405C5503
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
EV_KEY, BUS_USB = 1, 3
ALL_KEYS = range(1, 248)

pytestmark = pytest.mark.skipif(not os.access("/dev/uinput", os.W_OK), reason=UINPUT)


class Plugged:
    """A device of uinput (linux/uinput.h)."""

    def __init__(self) -> None:
        self._descriptor = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._descriptor, UI_SET_EVBIT, EV_KEY)
        for key in ALL_KEYS:
            fcntl.ioctl(self._descriptor, UI_SET_KEYBIT, key)
        fcntl.ioctl(self._descriptor, UI_DEV_SETUP, struct.pack("HHHH80sI", BUS_USB, 1, 1, 1, NAME.encode(), 0))
        fcntl.ioctl(self._descriptor, UI_DEV_CREATE)
        until(lambda: [device for device in keyboards() if device.name == NAME and device.usable])
        (self.node,) = (device.node for device in keyboards() if device.name == NAME)

    def types(self, text: str) -> None:
        for key in strokes(text):
            os.write(self._descriptor, key)
            time.sleep(0.002)

    def unplug(self) -> None:
        fcntl.ioctl(self._descriptor, UI_DEV_DESTROY)
        os.close(self._descriptor)


@pytest.fixture
def another() -> Iterator[Callable[[str], int]]:
    """Opens a device as any other program does, without a grab."""
    descriptors: list[int] = []

    def opened(node: str) -> int:
        descriptors.append(os.open(node, os.O_RDONLY | os.O_NONBLOCK))
        return descriptors[-1]

    yield opened
    for descriptor in descriptors:
        os.close(descriptor)


def test_a_grabbed_reader_types_nowhere_else_and_its_pulled_plug_is_said(
    another: Callable[[str], int],
) -> None:
    plugged = Plugged()
    settings = ReaderSettings("keys125", input=plugged.node)
    reader = settings.entry.open(settings, LinuxClock(), None)
    listener = another(plugged.node)
    reader.poll()
    plugged.types("0006547886")
    until(lambda: reader.poll().uids == {bytes.fromhex("000063E9AE")})
    with pytest.raises(BlockingIOError):
        os.read(listener, 4096)
    with pytest.raises(DeviceError, match="in use by another program"):
        open_keys(plugged.node)
    plugged.unplug()
    with pytest.raises(DeviceError, match="was the reader pulled out"):
        reader.poll()
    reader.close()
