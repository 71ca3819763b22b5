"""The 128x64 OLED panel: luma.oled gives the set-up, `oled_writer` the changes.

Wiring: VCC to 3.3 V (pin 17), GND, SDA to GPIO2 (pin 3), SCL to GPIO3 (pin 5); I2C address 0x3C, or 0x3D with the
solder bridge moved. The driver knows what the panel shows only from its acknowledgements. Many controllers report
whether they are lit, and are dark after a power loss; the others get their picture again in pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from hardware.bus import PICTURE_BYTES, DeviceError, HangsError, I2c
from hardware.drivers.oled_writer import DIALECTS

ADDRESSES: Final = (0x3C, 0x3D)
"""Selected by the solder bridge; boards often print 0x78 or 0x7A, the same with the R/W bit."""

_BRIGHT: Final = 0xCF
_COMMANDS: Final = b"\x00"  # control byte: commands up to the end of the message
_OFF: Final = b"\xae"
_ON: Final = b"\xaf"
_SET_CONTRAST: Final = 0x81
_TURNED: Final = b"\xa0\xc0"
"""Segment remap and COM scan direction the other way (SSD1306 rev 1.1, table 9-1): luma's tables are for upright."""
_STATUS_OFF: Final = 0x40
"""Bit 6 of the status byte: the display is off (SSD1306 rev 1.1, table 9-1; SH1106 V2.3, read status)."""
_PAGE: Final = 128
_PAGES: Final = PICTURE_BYTES // _PAGE
# A command cut off by an error still waits for at most two arguments: these serve as arguments, or do nothing.
_NO_OPERATIONS: Final = b"\xe3\xe3"
_BEFORE: Final = _COMMANDS + _NO_OPERATIONS  # every set-up


TRIES: Final = 12


def count_acknowledgements(wire: I2c) -> dict[int, int]:
    """How many of TRIES no-operation commands each address acknowledges; all 0: no panel, or no bus.

    Raises HangsError if the bus hangs: each try would last a second.
    """
    return {address: sum(_takes(wire, address) for _ in range(TRIES)) for address in ADDRESSES}


def _takes(wire: I2c, address: int) -> bool:
    try:
        wire.write(address, _COMMANDS + _NO_OPERATIONS[:1])
    except HangsError:
        raise
    except DeviceError:
        return False
    return True


class OledDisplay:
    """A panel that implements `hardware.bus.Display`.

    Sends nothing and imports no luma before the first call that needs the panel. After a DeviceError just call again:
    the next `show` sets the panel up and sends the whole picture. `controller` is the name of its luma class, `dialect`
    how it takes pictures (`oled_writer.DIALECTS`). `rotation` is that of the module in its box, 0 or 180 degrees;
    `first_column` is the controller's first column on the glass (None: the default). The caller owns the wire.

    `first_messages` are what such a panel received for its first picture at an earlier start (empty: unknown). The
    first has the set-up, so that this start does not need luma, a quarter of its memory.
    """

    def __init__(  # noqa: PLR0913 - settings by keyword, each with its default
        self,
        wire: I2c,
        controller: str = "ssd1306",
        dialect: str = "windows",
        *,
        address: int = 0x3C,
        rotation: int = 0,
        first_column: int | None = None,
        first_messages: Sequence[bytes] = (),
    ) -> None:
        self._wire = wire
        self._controller = controller
        self._messages_of = DIALECTS[dialect]
        self._first_column = first_column
        self._address = address
        self._rotation = rotation
        self._level = _BRIGHT
        self._registers = first_messages[0][len(_BEFORE) : -len(self._contrast)] if first_messages else b""
        self._asleep = False
        self._tells: bool | None = None  # whether the status byte is readable and true; None: not tried yet
        self._page = 0  # the next page to repeat
        self._shown: bytes | None = None  # None: unknown, and the panel may not be set up

    def show(self, picture: bytes) -> None:
        """Send what changed since the last call; nothing while asleep. Raises DeviceError."""
        if len(picture) != PICTURE_BYTES:
            raise ValueError(f"a picture of {len(picture)} bytes; it has {PICTURE_BYTES}")
        if self._asleep or picture == self._shown:
            return
        shown, self._shown = self._shown, None  # until every byte is acknowledged
        if shown is None:
            self._set_up()
        write, address = self._wire.write, self._address
        for message in self._messages(shown, picture):
            write(address, message)
        if shown is None:
            self._command(_ON)
        self._shown = picture

    def refresh(self) -> None:
        """Set the panel up and send its picture again, in case it lost both in a brown-out. Raises DeviceError.

        Invisible on a working panel, about 1,070 wire bytes; call it regularly.
        """
        picture, self._shown = self._shown, None
        if picture is not None:
            self.show(picture)

    def recover(self) -> bool:
        """Ask the controller whether it is lit, and refresh the panel if not. False: it cannot be asked.

        Two wire bytes. The first call tests whether the status byte is true: a panel that reads "lit" is switched off
        and on again, and is dark for some 100 ms. Raises DeviceError.
        """
        if self._shown is None or self._asleep:
            return bool(self._tells)
        if self._tells is None:
            self._tells = self._is_off() is False and self._follows()
        elif self._tells and self._is_off():
            self.refresh()
        return self._tells

    def repeat(self) -> None:
        """Send the set-up and one page of the picture again, and light the panel after the last page.

        Invisible on a working panel, about 170 wire bytes. Nothing while asleep. Raises DeviceError.
        """
        shown, self._shown = self._shown, None
        if shown is None:
            return
        self._set_up()
        for message in self._messages(_without(shown, self._page), shown):
            self._wire.write(self._address, message)
        self._page = (self._page + 1) % _PAGES
        if self._page == 0:
            self._command(_ON)
        self._shown = shown

    def _messages(self, shown: bytes | None, picture: bytes) -> list[bytes]:
        return self._messages_of(shown, picture, *(() if self._first_column is None else (self._first_column,)))

    def _follows(self) -> bool:
        """Whether the status byte follows a switch off and on."""
        shown, self._shown = self._shown, None
        self._command(_OFF)
        was_off = self._is_off()
        self._command(_ON)
        self._shown = shown
        return was_off is True and self._is_off() is False

    def _is_off(self) -> bool | None:
        """The status byte's bit; None: it cannot be read."""
        try:
            return bool(self._wire.read(self._address, 1)[0] & _STATUS_OFF)
        except DeviceError:
            return None

    def sleep(self) -> None:
        """Switch the pixels off. Raises DeviceError."""
        self._shown = None
        self._command(_OFF)
        self._asleep = True

    def wake(self) -> None:
        """Set the panel up and light it; the next `show` sends the whole picture. Raises DeviceError."""
        self._shown, self._asleep = None, False
        self._set_up()
        self._command(_ON)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0..255; while dark it is stored for the next set-up. Raises DeviceError."""
        self._level = level
        shown, self._shown = self._shown, None
        if shown is not None:
            self._command(self._contrast)
            self._shown = shown

    def close(self, *, keep_picture: bool = False) -> None:
        """Leave the panel dark, or with its last picture; ignores a panel that does not answer."""
        if self._registers and not keep_picture:
            with suppress(DeviceError):
                self.sleep()

    def _set_up(self) -> None:
        """Set all registers without switching on or off: a working panel keeps its picture."""
        if not self._registers:
            self._registers = _table_of(self._controller) + _TURNED * (self._rotation == 180)
        self._wire.write(self._address, _BEFORE + self._registers + self._contrast)

    @property
    def _contrast(self) -> bytes:
        return bytes((_SET_CONTRAST, self._level))

    def _command(self, phrase: bytes) -> None:
        self._wire.write(self._address, _COMMANDS + phrase)


def _without(picture: bytes, page: int) -> bytes:
    """The picture with every byte of this page changed."""
    start, end = page * _PAGE, (page + 1) * _PAGE
    return picture[:start] + bytes(octet ^ 0xFF for octet in picture[start:end]) + picture[end:]


def _table_of(controller: str) -> bytes:
    """The set-up of luma for a controller, without switching it off and on; luma itself has no access to the wire.

    This spares the blank frame of a thousand bytes after set-up, and the exit hook that would blank the panel.
    """
    from luma.oled import device  # noqa: PLC0415 - costs more than half of the start

    silent_about_pixels = {"display": lambda _device, _image: None}
    stock: Any = type(controller, (getattr(device, controller),), silent_about_pixels)
    notes = _Notes()
    stock(serial_interface=notes)
    return bytes(notes.written).removeprefix(_OFF).removesuffix(_ON)


class _Notes:
    """The serial interface for luma: records the commands."""

    def __init__(self) -> None:
        self.written = bytearray()

    def command(self, *octets: int) -> None:
        self.written += bytes(octets)

    def data(self, octets: Sequence[int]) -> None:
        """Ignore pixels: the driver sends them itself."""

    def cleanup(self) -> None:
        """The wire stays open."""
