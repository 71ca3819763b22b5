"""What screen changes cost on the wire, beside stock luma: `pytest -s tests/bench/test_display_figures.py`.

Bytes are counted; times are told beside luma's on the same machine in the same run.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from statistics import median
from time import process_time
from timeit import repeat
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from hardware.sim.i2c import SimI2c
from tests.bench.figures import counted, only_with_bench, timed
from tests.hardware.sim_smbus import SimSmbus
from tests.panels import CONTROLLERS, PANELS, display_on

ADDRESS = 0x3C
LUMA_FRAME = {"ssd1306": 1034, "ssd1309": 1034, "sh1106": 1080}
ROUNDS = 7


def packed(image: Image.Image) -> bytes:
    turned = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(turned[page::8] for page in range(8))


def screen(title: str = "Bird Dog", fact: str = "41", line: str = "Joe plays a 10", foot: str = "back") -> bytes:
    """Slots as the game's screens have them, the line of 12 pixels on pages 4 and 5."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    rows = ((title, 0, 8), (fact, 16, 14), (line, 32, 12), (foot, 56, 8))
    for words, y, size in rows:
        draw.text((2, y), words, fill=1, font=ImageFont.load_default(size))
    return packed(image)


def inverted(picture: bytes) -> bytes:
    return bytes(octet ^ 0xFF for octet in picture)


CHANGES: list[tuple[str, bytes, bytes, int, int]] = [
    # what changes, from, to, the most wire bytes allowed to an SSD1306 or SSD1309 and to an SH1106
    ("nothing", screen(), screen(), 0, 0),
    ("one digit of 8 px", screen(title="trick 3"), screen(title="trick 4"), 24, 24),
    ("one digit of 14 px", screen(fact="41"), screen(fact="47"), 24, 26),
    ("a line of 12 px", screen(), screen(line="Tom may draw"), 182, 185),
    ("title line of 8 px", screen(), screen(title="Kentucky"), 77, 74),
    ("all lines", screen(), screen("Toriatama", "105", "Joe drinks twice", "next"), 322, 317),
    ("every pixel", screen(), inverted(screen()), 1034, 1080),
]


def cost(controller: str, before: bytes, after: bytes) -> int:
    wire = SimI2c({ADDRESS: PANELS[controller]()})
    display = display_on(wire, controller)
    display.show(before)
    earlier = wire.traffic
    display.show(after)
    return wire.traffic.since(earlier).octets


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_changes_cost_what_they_should(controller: str) -> None:
    for what, before, after, windows, runs in CHANGES:
        bar = runs if controller == "sh1106" else windows
        counted(f"{controller}, {what} changes", cost(controller, before, after), bar, "bytes")


def evening(seed: int, pictures: int = 120) -> list[bytes]:
    """A made-up evening: now and then a digit, a line, or all of the screen is different."""
    chance = random.Random(seed)
    names = ("Ann", "Tom", "Joe", "Bea")
    slots = {"title": "Bird Dog", "fact": "41", "line": "Joe plays a 10", "foot": "back"}
    story = [screen(**slots)]
    for _ in range(pictures):
        for slot in chance.sample(sorted(slots), chance.choice((1, 1, 1, 2, 2, 4))):
            slots[slot] = {
                "title": f"Bird Dog  trick {chance.randrange(14)}",
                "fact": str(chance.randrange(121)),
                "line": f"{chance.choice(names)} follows {chance.choice(names)}",
                "foot": f"slot {chance.randrange(10)}  back  OK",
            }[slot]
        story.append(screen(**slots))
    return story


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_an_evening_of_text_costs_at_most_22_percent_of_full_frames(controller: str) -> None:
    wire = SimI2c({ADDRESS: PANELS[controller]()})
    display = display_on(wire, controller)
    story = evening(seed=1)
    for picture in story:
        display.show(picture)
    bar = 0.22 * len(story) * LUMA_FRAME[controller]
    counted(f"{controller}, {len(story)} pictures, bar: 22 % of full frames", wire.traffic.octets, bar, "bytes")


@pytest.fixture
def stock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Unmodified luma on a wire that goes nowhere."""
    import smbus2  # noqa: PLC0415 - third-party hardware packages stay out of the module's imports
    from luma.core.interface.serial import i2c  # noqa: PLC0415
    from luma.oled import device  # noqa: PLC0415

    monkeypatch.setattr(smbus2, "SMBus", lambda _port: SimSmbus(Nowhere()))
    return lambda controller: getattr(device, controller)(i2c(port=1, address=ADDRESS))


def cost_us(call: Callable[[], object], times: int) -> float:
    """Processor time of one call, in microseconds: the median of the rounds."""
    return 1e6 * median(repeat(call, timer=process_time, number=times, repeat=ROUNDS)) / times


class Nowhere:
    """A wire without a panel, so that only the driver's own time counts."""

    def write(self, address: int, sent: bytes) -> None:
        """Everything is acknowledged."""

    def read(self, _address: int, count: int) -> bytes:
        """Nothing is known of it."""
        return bytes(count)


@only_with_bench
@pytest.mark.parametrize("controller", CONTROLLERS)
def test_a_change_takes_less_time_than_luma_takes_for_a_frame(controller: str, stock: Callable[[str], Any]) -> None:
    story = evening(seed=2, pictures=40)
    display = display_on(Nowhere(), controller)
    ours = cost_us(lambda: deque(map(display.show, story), maxlen=0), 5) / len(story)
    display.show(story[0])
    same = cost_us(lambda: display.show(story[0]), 1000)
    device, image = stock(controller), Image.new("1", (128, 64))
    luma = cost_us(lambda: device.display(image), 20)
    timed(f"{controller}, sending a change, bar: a frame of luma's", ours, luma, "us", repeats=ROUNDS)
    timed(f"{controller}, sending no change", same, 1, "us", repeats=ROUNDS)
