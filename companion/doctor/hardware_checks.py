"""Checks of the parts on the wires: readers, display, buttons, buzzer and light; some ask a person to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor.context import Action, Context, Request
from companion.doctor.findings import Finding, failure, ok, skipped, warning
from companion.screens.glyphs import SMALL
from companion.screens.picture import HEIGHT, WIDTH, Canvas
from companion.settings.schema import GAINS_DB
from companion.support.text import listed
from companion.support.values import replace
from companion.tags.tag_decks import uid_text
from companion.tags.tag_kinds import NoCard, no_card
from hardware.bus import DeviceError, HangsError, Note, Reader, Sighting
from hardware.drivers import mfrc522_self_test, oled
from hardware.drivers.pn532 import Pn532
from hardware.drivers.rdm6300 import Rdm6300

if TYPE_CHECKING:
    from hardware.bus import Buttons, Sounder

LOOKS, SETTLED_S = 10, 1.0
"""Polls at each gain, and the seconds from the first sighting to the first poll, in which a hand lays the card down."""
READER_S = 1.0
"""Maximum seconds for the set-up of a reader."""
MOST_VERSIONS = 3
NOBODY_SAID = "nobody answered"
NONE_THERE = "n: none is there."
WIRES_OF_THE_READER = "3.3 V, ground, SDA, SCK, MOSI, MISO and RST of the RC522 (wiring.md, step 4)"
LOOSE = (
    "a loose or long wire: solder or press MISO, SCK and ground again, keep them short (wiring.md, step 4); "
    "a capacitor at the reader (step 5)"
)
SERIAL = "the board's mode and speed, TX and RX, and a common ground (wiring.md, step 12)"
PINS = "see wiring.md, steps 4 and 7, and [pins] in the settings"
TAGS = "try another tag and nearer (wiring.md, step 9); a capacitor at the reader (step 5); no metal near it (step 10)"


# ---------------------------------------------------------------- the reader


def chip(context: Context) -> Finding:
    """The version of the reader's chip, read at the lowest speed."""
    mfrc522_self_test.restart(context.wires.reset, context.clock)
    slowly = context.wires.spi(mfrc522_self_test.SLOWEST_HZ)
    versions = mfrc522_self_test.versions(slowly)
    text, wrong = f"version register {_hexadecimal(versions)}", mfrc522_self_test.disagreements(slowly)
    if versions <= mfrc522_self_test.NOBODY or wrong == len(mfrc522_self_test.PATTERNS):
        return failure(f"{text}: no chip answers", f"check {WIRES_OF_THE_READER}")
    if len(versions) > 1 or wrong:
        return failure(f"{text}: a chip answers, but garbled", LOOSE)
    if versions <= mfrc522_self_test.GENUINE:
        return ok(f"MFRC522, {text}")
    return warning(f"a clone, {text}", f"most work; if cards are missed: {_setting('burst = false', 'reader')}")


def _hexadecimal(versions: frozenset[int]) -> str:
    first = ", ".join(f"0x{version:02X}" for version in sorted(versions)[:MOST_VERSIONS])
    return first if len(versions) <= MOST_VERSIONS else f"{first} and others"


def reset_wire(context: Context) -> Finding:
    """Whether the reset line reaches the chip."""
    spi = context.wires.spi(mfrc522_self_test.SLOWEST_HZ)
    if mfrc522_self_test.forgets(spi, context.wires.reset, context.clock):
        return ok("a pulse restarts the chip")
    remedy = f"join RST to GPIO{context.settings.pins.reset} (wiring.md, step 4): without it a chip that hangs stays so"
    return warning("a pulse does not reach the chip", remedy)


def spi_speed(context: Context) -> Finding:
    """The highest speed at which a hundred patterns come back unchanged."""
    taken = context.settings.reader.spi_hz
    well = [
        hz
        for hz in sorted({*mfrc522_self_test.SPEEDS_HZ, taken})
        if not mfrc522_self_test.disagreements(context.wires.spi(hz))
    ]
    fastest = max(well, default=0)
    if taken in well:
        return ok(f"{taken} Hz as set; right up to {fastest} Hz")
    if not fastest:
        return failure(f"wrong at {taken} Hz", f"check {WIRES_OF_THE_READER}")
    slower = _setting(f"spi_hz = {max(hz for hz in well if hz < taken)}", "reader")
    return failure(f"wrong at {taken} Hz", f"shorter wires; or {slower}")


def burst_reads(context: Context) -> Finding:
    """Whether a burst reads the same registers as single transfers."""
    reader = context.settings.reader
    if mfrc522_self_test.bursts_agree(context.wires.spi(reader.spi_hz)):
        return ok("the same as single reads")
    if not reader.burst:
        return ok("differ from single reads, and are switched off")
    return failure("differ from single reads", _setting("burst = false", "reader"))


def reader(name: str, context: Context) -> Finding:
    """The driver of a reader (empty: the first one), set up and polled. Raises DeviceError."""
    wanted, driver = context.settings.readers[name], context.reader(name)
    try:
        clear = any(not driver.poll().unclear for _ in context.waiting(READER_S))
    except DeviceError as fault:
        if not fault.received:
            raise
        return _garbled(fault.received)
    text = f"{wanted.kind} on {wanted.wire}{', of ' * bool(wanted.seat)}{wanted.seat}"
    if isinstance(driver, Rdm6300):
        return ok(f"{text}; whether a board speaks there only a tag tells")
    if not clear:
        return failure("no clear answer", "check its wires and switches (wiring.md, steps 4 and 12)")
    return ok(f"{text}{f', firmware {driver.version}' if isinstance(driver, Pn532) else ''}")


def _garbled(heard: bytes) -> Finding:
    return failure(f"a board answers, but garbled: {heard.hex(' ')}", f"check {SERIAL}")


def gain(context: Context) -> Finding:
    """The receiver gains at which every one of LOOKS polls reads a card, and the best of them."""
    drivers = context.at_gains(GAINS_DB)
    asked = Request(Action.LAY, "1", f"Lay one card with a tag on the reader and leave it there. {NONE_THERE}")
    twice = [driver for driver in drivers.values() for _ in range(2)]  # the first poll sets the chip up
    if context.until(asked, lambda: any(driver.poll().uids for driver in twice) or None) is None:
        return failure("no card was seen, at no gain", TAGS)
    for _ in context.waiting(SETTLED_S):
        continue
    seen = {db: _times_seen(driver) for db, driver in drivers.items()}
    well, taken = [db for db, times in seen.items() if times == LOOKS], context.settings.reader.gain
    if not well:
        return warning(f"at no gain was the card seen in all of {LOOKS} looks", TAGS)
    text, middle = f"always seen at {listed(map(str, well))} dB", well[len(well) // 2]
    if taken in well:
        return ok(f"{taken} dB as set; {text}; gain = {middle} is in the middle")
    missed = f"{taken} dB as set: seen in {seen[taken]} of {LOOKS} looks; {text}"
    return (warning if seen[taken] else failure)(missed, _setting(f"gain = {middle}", "reader"))


def _times_seen(reader: Reader) -> int:
    """The number of LOOKS polls that read a tag clearly, after one poll for set-up. Raises DeviceError."""
    reader.poll()
    sightings = [reader.poll() for _ in range(LOOKS)]
    return sum(bool(one.uids) and not one.unclear for one in sightings)


def one_card(name: str, context: Context) -> Finding:
    """Whether a reader (empty: the first one) reads a tag."""
    driver = context.reader(name)
    which = f" {name}" if name else ""
    seen = _seen(context, driver, 1, Request(Action.LAY, name or "1", f"Lay one card with a tag on the reader{which}."))
    if seen is None and isinstance(driver, Rdm6300) and driver.received:
        return _garbled(driver.received)
    if seen is None:
        return failure("no card was seen", TAGS)
    uid = min(seen.uids)
    match no_card(uid, chip_card=uid in seen.chip_cards):
        case NoCard.PHONE:
            anew = "its number is made up anew each time: take a tag (wiring.md, step 9)"
            return warning("a phone or a bank card", anew)
        case NoCard.CHIP_CARD:
            return warning(f"a bank card or a phone, {uid_text(uid)}", "a card needs a tag (wiring.md, step 9)")
    return ok(f"tag {uid_text(uid)}, {len(uid)} bytes")


def two_cards(context: Context) -> Finding:
    """Whether the reader reads two tags at once; the game does not need it."""
    if not context.settings.reader.several:
        return ok("one at a time, as set")
    seen = _seen(context, context.reader(), 2, Request(Action.LAY, "2", "Lay a second card beside it."))
    context.request(Request(Action.LIFT, "", "Thank you: take the cards away."))
    if seen is None:
        return warning("two were not seen together", "tap one card at a time (wiring.md, step 9)")
    return ok("both were seen")


def _seen(context: Context, driver: Reader, number: int, request: Request) -> Sighting | None:
    """The sighting of so many tags; None: not in time, or there is none. Raises DeviceError."""
    asked = replace(request, sentence=f"{request.sentence} {NONE_THERE}")
    return context.until(asked, lambda: sighting if len((sighting := driver.poll()).uids) >= number else None)


# ---------------------------------------------------------------- the display


def display_address(context: Context) -> Finding:
    """The I2C addresses that acknowledge."""
    address = context.settings.panel.address
    try:
        counts = oled.acknowledged(context.wires.i2c)
    except HangsError as fault:
        remedy = (
            "one of its wires at ground, or a display without 3.3 V: check VCC, GND, SDA and SCL (wiring.md, step 4)"
        )
        return failure(f"{fault.bus}: {fault.what}", f"{remedy}; then take the box from its plug for a moment")
    if counts[address] == oled.TRIES:
        return ok(f"0x{address:02X}")
    if counts[address]:
        text = f"0x{address:02X} acknowledges only {counts[address]} of {oled.TRIES} messages"
        return failure(text, "a loose or long wire: check VCC, GND, SDA and SCL of the display (wiring.md, step 4)")
    if any(counts.values()):
        there = f"0x{max(counts, key=counts.__getitem__):02X}"
        return failure(f"at {there}, not at 0x{address:02X}", _setting(f"address = {there}", "panel"))
    return failure("nobody acknowledges", "check VCC, GND, SDA and SCL of the display (wiring.md, step 4)")


def display(context: Context) -> Finding:
    """Whether the display takes a whole picture."""
    context.wires.devices.display.show(test_picture())
    return ok(f"{context.settings.panel.kind} has taken a picture")


def picture(context: Context) -> Finding:
    """What a person sees: panels of different kinds answer alike on the bus."""
    asked = "The display: do you see a whole frame and a cross? OK or y: yes; BACK or n: no."
    kind = _setting('kind = "sh1106"', "panel")
    off = "upside down: rotation = 180; two columns off: column_offset = 0 or 2 (step 8)"
    remedy = f"1.3 inch: {kind}; 2.42 inch: ssd1309; {off}"
    return _looked(context, Request(Action.SEE, "picture", asked), "frame and cross are seen", remedy)


def test_picture() -> bytes:
    """A frame along the edges, a cross through the middle, and the question."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT)
    canvas.fill(0, HEIGHT // 2, WIDTH, 1)
    canvas.fill(WIDTH // 2, 0, 1, HEIGHT)
    for y, words in ((10, " Frame and cross? "), (46, " OK yes   BACK no ")):
        left = WIDTH // 2 - SMALL.width(words) // 2
        canvas.clear(left, y, SMALL.width(words), SMALL.height)
        canvas.text(left, y, words)
    return canvas.picture().pages


# ---------------------------------------------------------------- buttons, buzzer and light


def buttons(context: Context) -> Finding:
    """Whether each button pin can be opened and no button is down."""
    context.buttons.edges()
    if context.buttons.faults:
        return _refused(context.buttons)
    held = sorted(context.buttons.held())
    if held:
        remedy = "a four-legged button turned by 90 degrees, or a wire at ground (wiring.md, step 7)"
        return failure(f"{', '.join(held)}: down without a finger", remedy)
    return ok(f"{len(context.settings.pins.buttons)} pins, none is down")


def button(name: str, context: Context) -> Finding:
    """Whether a press of this button is felt, as its own."""
    context.buttons.edges()
    if name in {*context.buttons.faults, *context.buttons.held()}:
        return skipped("waits for buttons")
    asked = Request(Action.PRESS, name, f"Press {name}. n: I did, and nothing happens.")
    pressed = context.until(asked, lambda: next(iter(context.presses()), None))
    if pressed is None:
        pin = context.settings.pins.buttons[name]
        return failure("no press was felt", f"check its wire to GPIO{pin} and its ground (wiring.md, step 4)")
    return ok("pressed") if pressed == name else failure(f"{pressed} answered", f"swap {name} and {pressed}")


def sounder(context: Context) -> Finding:
    """Whether the pins of buzzer and light can be opened."""
    context.sounder.tick()
    return _refused(context.sounder) if context.sounder.faults else ok("four pins")


def _refused(device: Buttons | Sounder) -> Finding:
    """Pins that cannot be opened, each with its part; the first reason if all are refused."""
    told = [f"{name}: {fault}" for name, fault in device.faults.items()]
    if len(told) == len(device.names):
        told = [f"all: {next(iter(device.faults.values()))}"]
    return failure(", ".join(told), PINS)


def buzzer(context: Context) -> Finding:
    """Whether a person hears an A, repeated."""
    context.sounder.play((Note(440, 500), Note(0, 500)) * 60)
    asked = "Do you hear a clear tone, again and again? OK or y: yes; BACK or n: no."
    found = _looked(
        context,
        Request(Action.HEAR, "tone", asked),
        "a tone is heard",
        "check the transistor's three legs, its 1 kΩ and the diode (wiring.md, steps 5 and 7)",
    )
    context.sounder.play(())
    return found


def light(context: Context) -> Finding:
    """Whether a person sees each colour."""
    wrong = []
    for colour, rgb in {"red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0), "blue": (0.0, 0.0, 1.0)}.items():
        context.sounder.light(rgb, 0)
        said = context.ask(Request(Action.SEE, colour, f"Is the light {colour}? OK or y: yes; BACK or n: no."))
        context.sounder.light((0, 0, 0), 0)
        if said is None:
            return skipped(NOBODY_SAID)
        wrong += [] if said else [colour]
    if not wrong:
        return ok("red, green and blue are seen")
    anode = _setting("common_anode = true", "light")
    remedy = f"check the wires of pins 11, 13, 15 (wiring.md, steps 5 and 7); all wrong: {anode}"
    return failure(f"not {', not '.join(wrong)}", remedy)


def _looked(context: Context, request: Request, well: str, remedy: str) -> Finding:
    said = context.ask(request)
    if said is None:
        return skipped(NOBODY_SAID)
    return ok(well) if said else failure("somebody said no", remedy)


def _setting(line: str, table: str) -> str:
    """The remedy that a line of the settings gives."""
    return f"write {line} below [{table}] into the settings file (wiring.md, step 11)"
