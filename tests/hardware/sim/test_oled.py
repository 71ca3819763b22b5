"""The panel models, held against drivers that were not written for them and against the datasheets' words."""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from hardware.bus import PICTURE_BYTES, DeviceError
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.i2c import SimI2c
from hardware.sim.oled import SimPanel, SimSh1106, SimSsd1306
from tests.cases import for_each
from tests.hardware.sim_smbus import SimSmbus
from tests.panels import PANELS

ADDRESS = 0x3C

# Set-up of a 128x64 module as Solomon's software flow chart has it, in our own order; the last byte lights it.
UPRIGHT = bytes.fromhex("00 8d14 2000 a1 c8 af")


@pytest.fixture
def stock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int, SimI2c], Any]:
    """luma's own driver on luma's own I2C interface; only the bus node of Linux is replaced."""
    import smbus2  # noqa: PLC0415 - third-party hardware packages stay out of the module's imports
    from luma.core.interface.serial import i2c  # noqa: PLC0415
    from luma.oled import device  # noqa: PLC0415

    def build(controller: str, rotate: int, wire: SimI2c) -> Any:
        monkeypatch.setattr(smbus2, "SMBus", lambda _port: SimSmbus(wire))
        return getattr(device, controller)(i2c(port=1, address=ADDRESS), rotate=rotate)

    return build


def drawn(image: Image.Image) -> bytes:
    """An image as PICTURE_BYTES, by PIL's own packing: columns as rows, lowest bit first."""
    turned = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(turned[page::8] for page in range(8))


def random_image(chance: random.Random) -> Image.Image:
    return Image.frombytes("1", (128, 64), chance.randbytes(PICTURE_BYTES))


@pytest.mark.parametrize("controller", PANELS)
@pytest.mark.parametrize("rotate", [0, 2])
def test_unmodified_luma_drivers_draw_what_they_were_given(
    stock: Callable[..., Any], controller: str, rotate: int
) -> None:
    panel, chance = PANELS[controller](seed=1), random.Random(f"{controller} {rotate}")
    device = stock(controller, rotate, SimI2c({ADDRESS: panel}))
    assert panel.lit
    assert panel.picture() == bytes(PICTURE_BYTES)
    for _ in range(20):
        image = random_image(chance)
        device.display(image)
        assert panel.picture() == drawn(image.rotate(90 * rotate))


@pytest.mark.parametrize(("controller", "octets"), [("ssd1306", 1034), ("sh1106", 1080)])
def test_a_luma_frame_costs_what_was_measured_before(stock: Callable[..., Any], controller: str, octets: int) -> None:
    wire = SimI2c({ADDRESS: PANELS[controller]()})
    device = stock(controller, 0, wire)
    before = wire.traffic
    device.display(random_image(random.Random(7)))
    assert wire.traffic.since(before).octets == octets


def test_luma_hides_and_dims_the_panel(stock: Callable[..., Any]) -> None:
    panel = SimSsd1306()
    device = stock("ssd1306", 0, SimI2c({ADDRESS: panel}))
    assert panel.contrast == 0xCF
    device.contrast(3)
    assert panel.contrast == 3
    device.hide()
    assert not panel.lit
    device.show()
    assert panel.lit


def test_luma_says_not_found_when_the_panel_does_not_answer(stock: Callable[..., Any]) -> None:
    from luma.core.error import DeviceNotFoundError  # noqa: PLC0415

    with pytest.raises(DeviceNotFoundError, match="0x3C"):
        stock("ssd1306", 0, SimI2c({}))


@pytest.mark.parametrize("model", PANELS.values())
def test_a_panel_starts_dark_with_garbage_in_its_memory(model: type[SimPanel]) -> None:
    panel = model(seed=5)
    assert not panel.lit
    assert panel.picture() == bytes(PICTURE_BYTES)
    panel.write(UPRIGHT)
    garbage = panel.picture()
    assert len(set(garbage)) > 100
    panel.reset()
    assert panel.picture() == bytes(PICTURE_BYTES)
    panel.write(UPRIGHT)
    assert panel.picture() != garbage


def test_an_ssd1306_without_its_charge_pump_stays_dark() -> None:
    panel = SimSsd1306()
    panel.write(b"\x00\xaf")
    assert not panel.lit
    panel.write(b"\x00\x8d\x14")
    assert panel.lit


def lit_at(panel: SimPanel) -> set[tuple[int, int]]:
    """The lit pixels as (x, y), from the top left."""
    picture = panel.picture()
    return {(i % 128, i // 128 * 8 + bit) for i in range(PICTURE_BYTES) for bit in range(8) if picture[i] >> bit & 1}


def blank(panel: SimPanel) -> SimPanel:
    """Set up, lit, cleared page by page; left in page addressing."""
    panel.write(bytes.fromhex("00 8d14 a1 c8 af"))
    for page in range(8):
        panel.write(bytes((0x00, 0xB0 + page, 0x00, 0x10)))
        panel.write(b"\x40" + bytes(132))
    panel.write(bytes.fromhex("00 b0 00 10"))
    return panel


WINDOWS = [
    # set-up of addressing, data, the pixels lit (x, y)
    ("2000 21 05 06 22 01 02", "01 02 04 08 10", {(5, 8 + 4), (6, 8 + 1), (5, 18), (6, 19)}),
    ("2001 21 05 06 22 01 02", "01 02 04 08 10", {(5, 8 + 4), (5, 17), (6, 8 + 2), (6, 19)}),
    ("2002 b3 07 11", "01 80", {(23, 24), (24, 31)}),
    ("2002 b0 0f 17", "01 80", {(127, 0), (0, 7)}),
    ("2002 b0 00 1f", "01 01", {(0, 0)}),  # a column that is not there
    ("2003 b1 02 10", "01", {(2, 8)}),  # an addressing mode that is not there
    ("2002 22 05 06 b1 02 10", "01", {(2, 8)}),  # windows are for the other two modes
    ("2002 21 05 06 b1 02 10", "01 01 01", {(2, 8), (3, 8), (4, 8)}),
]


@pytest.mark.parametrize(("addressing", "octets", "expected"), WINDOWS)
def test_the_pointer_of_an_ssd1306_moves_as_the_addressing_mode_says(
    addressing: str, octets: str, expected: set[tuple[int, int]]
) -> None:
    panel = blank(SimSsd1306())
    panel.write(b"\x00" + bytes.fromhex(addressing))
    panel.write(b"\x40" + bytes.fromhex(octets))
    assert lit_at(panel) == expected


def test_page_commands_do_nothing_outside_page_addressing() -> None:
    panel = blank(SimSsd1306())
    panel.write(bytes.fromhex("00 2000 21007f 220007 b3 07 11"))
    panel.write(b"\x40\x01")
    assert lit_at(panel) == {(0, 0)}


GLASS = [
    # commands after one pixel was lit at column 0, line 0
    ("a7 a5", {(x, y) for x in range(128) for y in range(64)}),
    ("41", {(0, 63)}),
    ("7f", {(0, 1)}),
    ("d3 01", {(0, 63)}),
    ("c0", {(0, 63)}),
    ("a0", {(0, 0)}),  # the remap moves nothing that is written already
    ("a8 1f", {(0, 32)}),
    ("a8 1f c0", {(0, 63)}),
    ("a8 1f a7", {(x, y) for x in range(128) for y in range(32, 64)} - {(0, 32)}),  # the rest is not driven
    ("da 02", {(0, 0)}),
    ("da 02 7f", {(0, 2)}),  # neighbouring rows are two lines apart on sequential pins
]


@for_each(("commands", "expected"), GLASS)
@for_each("model", PANELS.values())
def test_registers_decide_how_the_memory_reaches_the_glass(
    model: type[SimPanel], commands: str, expected: set[tuple[int, int]]
) -> None:
    panel = blank(model())
    panel.write(bytes.fromhex("00 b0 02 10") if model is SimSh1106 else bytes.fromhex("00 b0 00 10"))
    panel.write(b"\x40\x01")
    assert lit_at(panel) == {(0, 0)}
    panel.write(b"\x00" + bytes.fromhex(commands))
    assert lit_at(panel) == expected


def test_inversion_turns_every_pixel() -> None:
    panel = blank(SimSsd1306())
    panel.write(b"\x00\xa7")
    assert panel.picture() == b"\xff" * PICTURE_BYTES


def test_without_segment_remap_columns_are_written_from_the_other_side() -> None:
    panel = blank(SimSsd1306())
    panel.write(bytes.fromhex("00 a0 b0 01 10"))
    panel.write(b"\x40\x01")
    assert lit_at(panel) == {(126, 0)}


def test_an_sh1106_reads_the_arguments_of_windows_as_commands() -> None:
    panel = blank(SimSh1106())
    panel.write(bytes.fromhex("00 21 a7 a7 22 b1 b1 20 04 8d 10"))
    assert panel.picture()[1] == 0xFF  # inverted, so a7 was no argument
    panel.write(bytes.fromhex("00 a6"))
    panel.write(b"\x40\x01")
    assert lit_at(panel) == {(2, 8)}  # page 1, column 4, less the two that the glass does not show


def test_a_control_byte_speaks_for_one_byte_or_for_the_rest() -> None:
    panel = blank(SimSsd1306())
    panel.write(bytes.fromhex("80 b2 80 05 80 10 c0 01 40 02 04"))
    assert lit_at(panel) == {(5, 16), (6, 17), (7, 18)}


def test_a_command_waits_for_its_argument_into_the_next_message() -> None:
    panel = SimSsd1306()
    panel.write(b"\x00\x81")
    panel.write(b"\x00\xaf")
    assert panel.contrast == 0xAF
    assert not panel.lit


def test_a_message_takes_nine_clocks_a_byte_and_two_for_start_and_stop() -> None:
    clock = SimClock()
    SimI2c({ADDRESS: SimSsd1306()}, clock, hz=100_000).write(ADDRESS, bytes(1025))
    assert clock.now() == pytest.approx((9 * 1026 + 2) / 100_000)


@pytest.mark.parametrize("refused", range(5))
def test_a_byte_not_acknowledged_ends_the_message_there(refused: int) -> None:
    panel, faults, clock = SimSsd1306(), Faults(), SimClock()
    wire = SimI2c({ADDRESS: panel}, clock, faults=faults)
    faults.switch_on("i2c-nack", Strike(where=(refused,), times=1))
    with pytest.raises(DeviceError, match="errno 121") as caught:
        wire.write(ADDRESS, b"\x00\x8d\x14\xaf")
    assert caught.value.errno == errno.EREMOTEIO
    assert not panel.lit
    assert clock.now() == pytest.approx((9 * (1 + refused) + 2) / 400_000)
    wire.write(ADDRESS, b"\x00\xe3\xe3\x8d\x14\xaf")
    assert panel.lit


def test_an_absent_panel_never_answers() -> None:
    faults = Faults()
    wire = SimI2c({ADDRESS: SimSsd1306()}, faults=faults)
    faults.switch_on("panel-absent")
    for _ in range(3):
        with pytest.raises(DeviceError, match="0x3c"):
            wire.write(ADDRESS, b"\x00\xaf")


def test_nobody_answers_at_an_address_without_a_device() -> None:
    with pytest.raises(DeviceError, match="0x3d"):
        SimI2c({ADDRESS: SimSsd1306()}).write(0x3D, b"\x00\xaf")


def test_a_brown_out_is_not_seen_on_the_wire() -> None:
    panel, faults = SimSsd1306(), Faults()
    wire = SimI2c({ADDRESS: panel}, faults=faults)
    wire.write(ADDRESS, UPRIGHT)
    faults.switch_on("panel-reset")
    wire.write(ADDRESS, b"\x00\xe3")
    assert not panel.lit
    wire.write(ADDRESS, UPRIGHT)
    assert panel.lit
