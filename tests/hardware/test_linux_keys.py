"""Devices that type, in a tree as the kernel shows them: found by what they can, opened, grabbed, pulled."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from pathlib import Path

import pytest

from companion.parts.reader_kind import ReaderSettings
from hardware import linux_keys
from hardware.bus import DeviceError, Reader
from hardware.linux_keys import EVIOCGRAB, keyboards, node_of, open_keys, plugged_readers
from hardware.sim.clock import SimClock
from hardware.sim.keys import strokes

ALL_KEYS = "120013 803078f800d001 feffffdfffefffff fffffffffffffffe"
POWER_BUTTON = "10000000000000 0"
BY_ID = "dev/input/by-id/usb-Sycreader_RFID_Technology-event-kbd"
READER, KEYBOARD = "Sycreader RFID Technology Co., Ltd SYC ID&IC USB Reader", "Logitech USB Keyboard"


os_read = os.read


class Desk:
    """A computer with input devices; each is a pipe."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.grabbed: list[tuple[int, int]] = []
        self.refusal = 0

    def plug(self, number: int, name: str, keys: str = ALL_KEYS, *, link: str = "") -> Path:
        shown = self.root / f"sys/class/input/event{number}/device"
        (shown / "capabilities").mkdir(parents=True)
        (shown / "capabilities/key").write_text(f"{keys}\n", "ascii")
        (shown / "name").write_text(f"{name}\n", "utf-8")
        node = self.root / f"dev/input/event{number}"
        node.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(node)
        if link:
            (self.root / link).parent.mkdir(parents=True, exist_ok=True)
            (self.root / link).symlink_to(node)
        return node

    def unplug(self, number: int, *, link: str = "") -> None:
        """The device is gone, and its node with it."""
        shutil.rmtree(self.root / f"sys/class/input/event{number}")
        self.root.joinpath(f"dev/input/event{number}").unlink()
        if link:
            (self.root / link).unlink()

    def read(self, descriptor: int, count: int) -> bytes:
        """As the kernel reads a device: one that is gone is told to who has it open."""
        if not os.fstat(descriptor).st_nlink:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return os_read(descriptor, count)

    def ioctl(self, _descriptor: int, request: int, value: int) -> int:
        if self.refusal:
            raise OSError(self.refusal, os.strerror(self.refusal))
        self.grabbed.append((request, value))
        return 0


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk(tmp_path)
    monkeypatch.setattr(linux_keys, "ROOT", tmp_path)
    monkeypatch.setattr(fcntl, "ioctl", desk.ioctl)
    monkeypatch.setattr(os, "read", desk.read)
    return desk


def typed_at(node: Path, reader: Reader, clock: SimClock, text: str) -> frozenset[bytes]:
    """What the reader sees when this is typed at the node."""
    reader.poll()
    with node.open("wb", buffering=0) as keys:
        keys.write(b"".join(strokes(text)))
        clock.sleep(0.1)
        return reader.poll().uids


def refusal(pattern: str = "") -> str:
    with pytest.raises(DeviceError) as told:
        open_keys(pattern)
    return told.value.what


def test_what_types_is_listed_readers_first_and_nothing_is_opened(desk: Desk) -> None:
    desk.plug(0, "Power Button", POWER_BUTTON)
    desk.plug(1, KEYBOARD)
    desk.plug(2, READER)
    found = keyboards(desk.root)
    assert [(keyboard.name, keyboard.is_reader, keyboard.usable) for keyboard in found] == [
        (READER, True, True),
        (KEYBOARD, False, True),
    ]
    assert desk.grabbed == []


def test_a_reader_is_found_by_its_name_grabbed_at_once_and_read(desk: Desk) -> None:
    desk.plug(1, KEYBOARD)
    node = desk.plug(2, READER)
    device = open_keys("")
    assert desk.grabbed == [(EVIOCGRAB, 1)]
    assert device.read_available() == b""
    with node.open("wb", buffering=0) as reader:
        reader.write(b"".join(strokes("1234")))
        assert device.read_available() == b"".join(strokes("1234"))
        assert device.read_available() == b""
    device.close()
    device.close()


def test_a_keyboard_is_never_taken_by_itself(desk: Desk) -> None:
    assert refusal() == "no reader that types is plugged in; plugged in are: none"
    node = desk.plug(1, KEYBOARD)
    assert refusal() == f"no reader that types is plugged in; plugged in are: {KEYBOARD} ({node})"
    assert desk.grabbed == []
    assert node_of("/dev/input/event1") == str(node)


def test_of_two_alike_none_is_taken_before_one_is_named_by_its_plug(desk: Desk) -> None:
    path = "dev/input/by-path/usb-0:1.2:1.0-event-kbd"
    first, second = desk.plug(1, READER, link=path), desk.plug(2, READER)
    assert refusal() == refusal("/dev/input/event*")
    assert refusal().startswith(f"{first}, {second} are alike: name one by its plug")
    assert node_of(f"/{path}") == str(first)


def test_a_pattern_finds_the_reader_again_under_another_number(desk: Desk) -> None:
    desk.plug(1, READER, link=BY_ID)
    pattern = "/dev/input/by-id/usb-Sycreader*-event-kbd"
    open_keys(pattern).close()
    (desk.root / BY_ID).unlink()
    assert refusal(pattern) == f"{pattern} not found: is the reader plugged in?"
    node = desk.plug(7, READER, link=BY_ID)
    assert node_of(pattern) == str(node)


def test_a_reader_that_was_chosen_is_found_again_after_a_reset_of_the_hub(desk: Desk) -> None:
    """As `make play` chooses it, with the driver of the table: its node vanishes and comes back as another."""
    clock = SimClock()
    node = desk.plug(2, READER)
    desk.plug(1, KEYBOARD)
    ((found, pattern),) = plugged_readers()
    assert (found.name, pattern) == (READER, "")
    settings = ReaderSettings(kind="keyboard", input=pattern)
    reader = settings.entry.open(settings, clock, None)
    assert typed_at(node, reader, clock, "04112233") == {bytes.fromhex("04112233")}
    desk.unplug(2)
    clock.sleep(2.0)
    with pytest.raises(DeviceError, match="was the reader pulled out"):
        reader.poll()
    clock.sleep(2.0)
    with pytest.raises(DeviceError, match="no reader that types is plugged in"):
        reader.poll()
    again = desk.plug(9, READER)
    clock.sleep(2.0)
    assert typed_at(again, reader, clock, "04112244") == {bytes.fromhex("04112244")}
    reader.close()


def test_of_two_readers_that_are_plugged_in_each_is_found_again_by_its_socket(desk: Desk) -> None:
    near, far = (f"dev/input/by-path/usb-0:1.{socket}:1.0-event-kbd" for socket in (2, 3))
    desk.plug(1, READER, link=near)
    desk.plug(2, READER, link=far)
    assert [pattern for _, pattern in plugged_readers()] == [f"/{near}", f"/{far}"]
    for number, link in ((1, near), (2, far)):
        desk.unplug(number, link=link)
    desk.plug(4, READER, link=far)
    node = desk.plug(5, READER, link=near)
    assert node_of(f"/{near}") == str(node)


def test_a_device_that_another_program_has_grabbed_is_in_use(desk: Desk) -> None:
    desk.plug(2, READER)
    desk.refusal = errno.EBUSY
    assert refusal() == "in use by another program"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (errno.EACCES, "sudo usermod -aG input $USER"),
        (errno.ENODEV, "was the reader pulled out?"),
        (errno.EIO, "the system refuses (Input/output error)"),
    ],
)
def test_what_the_system_refuses_is_told_with_what_mends_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    desk.plug(2, READER)

    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    device = open_keys("")
    monkeypatch.setattr(os, "open", refuse)
    assert told in refusal()
    monkeypatch.setattr(os, "read", refuse)
    with pytest.raises(DeviceError, match="input"):
        device.read_available()
    device.close()
