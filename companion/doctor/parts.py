"""The checks of the parts on the wires: reader, display, buttons, buzzer and light; some of them ask people to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor.context import Deed, Wish
from companion.doctor.findings import failure, ok, skipped, warning
from companion.screens.glyphs import SMALL
from companion.screens.picture import HEIGHT, WIDTH, Canvas
from companion.settings.schema import GAINS_DB
from companion.tags.decks import is_random_uid, uid_text
from hardware.bus import DeviceError, Note
from hardware.drivers import mfrc522_trial, oled
from hardware.drivers.pn532 import Pn532
from hardware.drivers.rdm6300 import Rdm6300

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.doctor.context import Bench
    from companion.doctor.findings import Finding
    from hardware.bus import Reader

LOOKS, SETTLED_S = 10, 1.0
"""How often each gain is tried, and how long after the card was seen first: a hand lays it down meanwhile."""
READER_S = 1.0
"""As long as a reader may take to be set up."""
NOBODY_SAID = "nobody answered"
NONE_THERE = "n: none is there."
FURTHER = "check its wires and its table below [reader] in the settings (wiring.md, Several readers)"
WIRES_OF_THE_READER = "3.3 V, ground, SDA, SCK, MOSI, MISO and RST of the RC522 (wiring.md, step 4)"
LOOSE = (
    "a loose or long wire: solder or press MISO, SCK and ground again, keep them short (wiring.md, step 4); "
    "a capacitor at the reader (step 5)"
)
SERIAL = "the board's mode and speed, TX and RX, and a common ground (wiring.md, step 12)"
TAGS = "try another tag and nearer (wiring.md, step 9); a capacitor at the reader (step 5); no metal near it (step 10)"


# ---------------------------------------------------------------- the reader


def chip(bench: Bench) -> Finding:
    """Who answers at the slowest pace."""
    mfrc522_trial.restart(bench.wires.reset, bench.wires.clock)
    slowly = bench.wires.spi(mfrc522_trial.SLOWEST_HZ)
    versions = mfrc522_trial.versions(slowly)
    told = f"version register {_hexadecimal(versions)}"
    if versions <= mfrc522_trial.NOBODY:
        return failure(f"{told}: no chip answers", f"check {WIRES_OF_THE_READER}")
    if len(versions) > 1 or mfrc522_trial.disagreements(slowly):
        return failure(f"{told}: a chip answers, but garbled", LOOSE)
    if versions <= mfrc522_trial.GENUINE:
        return ok(f"MFRC522, {told}")
    return warning(f"a clone, {told}", f"most work; if cards are missed: {_setting('burst = false', 'reader')}")


def _hexadecimal(versions: frozenset[int]) -> str:
    return ", ".join(f"0x{version:02X}" for version in sorted(versions))


def reset_wire(bench: Bench) -> Finding:
    """Whether the line reaches the chip."""
    spi = bench.wires.spi(mfrc522_trial.SLOWEST_HZ)
    if mfrc522_trial.forgets(spi, bench.wires.reset, bench.wires.clock):
        return ok("a pulse restarts the chip")
    remedy = f"join RST to GPIO{bench.settings.pins.reset} (wiring.md, step 4): without it a chip that hangs stays so"
    return warning("a pulse does not reach the chip", remedy)


def spi_speed(bench: Bench) -> Finding:
    """Up to which pace a hundred patterns come back as they were written."""
    taken = bench.settings.reader.spi_hz
    well = [
        hz for hz in sorted({*mfrc522_trial.SPEEDS_HZ, taken}) if not mfrc522_trial.disagreements(bench.wires.spi(hz))
    ]
    fastest = max(well, default=0)
    if taken in well:
        return ok(f"{taken} Hz as set; right up to {fastest} Hz")
    if not fastest:
        return failure(f"wrong at {taken} Hz", f"check {WIRES_OF_THE_READER}")
    slower = _setting(f"spi_hz = {max(hz for hz in well if hz < taken)}", "reader")
    return failure(f"wrong at {taken} Hz", f"shorter wires; or {slower}")


def burst_reads(bench: Bench) -> Finding:
    """Whether several registers in one transfer are what single ones are."""
    reader = bench.settings.reader
    if mfrc522_trial.bursts_agree(bench.wires.spi(reader.spi_hz)):
        return ok("the same as single reads")
    if not reader.burst:
        return ok("differ from single reads, and are switched off")
    return failure("differ from single reads", _setting("burst = false", "reader"))


def reader(bench: Bench) -> Finding:
    """The driver of the table, set up and polled. Raises DeviceError."""
    kind, port = bench.settings.reader.kind, bench.settings.reader.port
    try:
        clear = any(not bench.reader.poll().unclear for _ in bench.waiting(READER_S))
    except DeviceError as fault:
        if not fault.received:
            raise
        return _garbled(fault.received)
    if kind in {"rdm6300", "id12la"}:
        return ok(f"{port} is open; whether a board speaks there only a tag tells")
    if not clear:
        return failure("no clear answer", "check its wires and switches (wiring.md, steps 4 and 12)")
    firmware = f", firmware {bench.reader.version}" if isinstance(bench.reader, Pn532) else ""
    return ok(f"{kind} is set up and polled{firmware}")


def _garbled(heard: bytes) -> Finding:
    return failure(f"a board answers, but garbled: {heard.hex(' ')}", f"check {SERIAL}")


def further(name: str) -> Callable[[Bench], Finding]:
    """The driver of a reader beside the first, set up and polled. Raises DeviceError."""

    def look(bench: Bench) -> Finding:
        wanted = bench.settings.further[name]
        if all(bench.further(name).poll().unclear for _ in bench.waiting(READER_S)):
            return failure("no clear answer", FURTHER)
        return ok(f"{wanted.kind} on {wanted.wire}{', of ' * bool(wanted.seat)}{wanted.seat}")

    return look


def gain(bench: Bench) -> Finding:
    """At which gains of the receiver each of LOOKS looks sees a card, and which one that leaves the most room."""
    drivers = bench.at_gains(GAINS_DB)
    asked = Wish(Deed.LAY, "1", f"Lay one card with a tag on the reader and leave it there. {NONE_THERE}")
    if bench.until(asked, _seeing_at_any(drivers.values())) is None:
        return failure("no card was seen, at no gain", TAGS)
    for _ in bench.waiting(SETTLED_S):
        continue
    seen = {db: _times_seen(driver) for db, driver in drivers.items()}
    well, taken = [db for db, times in seen.items() if times == LOOKS], bench.settings.reader.gain
    if not well:
        return warning(f"at no gain was the card seen in all of {LOOKS} looks", TAGS)
    told, middle = f"always seen at {_listed(well)} dB", well[len(well) // 2]
    if taken in well:
        return ok(f"{taken} dB as set; {told}; gain = {middle} is in the middle")
    missed = f"{taken} dB as set: seen in {seen[taken]} of {LOOKS} looks; {told}"
    return (warning if seen[taken] else failure)(missed, _setting(f"gain = {middle}", "reader"))


def _seeing_at_any(readers: Iterable[Reader]) -> Callable[[], Reader | None]:
    """A look with each of them, which wants a tag. Raises DeviceError."""

    def look() -> Reader | None:
        return next((reader for reader in readers if any(reader.poll().uids for _ in range(2))), None)

    return look


def _times_seen(reader: Reader) -> int:
    """In how many of LOOKS looks a tag is seen, and nothing unclear; the driver meets it before. Raises DeviceError."""
    reader.poll()
    sightings = [reader.poll() for _ in range(LOOKS)]
    return sum(bool(one.uids) and not one.unclear for one in sightings)


def _listed(numbers: list[int]) -> str:
    """In words: `33`, `33 and 38`, `33, 38 and 43`."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def one_card(bench: Bench) -> Finding:
    """A tag is seen."""
    return _one_card(bench, bench.reader, Wish(Deed.LAY, "1", f"Lay one card with a tag on the reader. {NONE_THERE}"))


def card_at(name: str) -> Callable[[Bench], Finding]:
    """A tag is seen at a further reader."""
    wish = Wish(Deed.LAY, name, f"Lay one card with a tag on the reader {name}. {NONE_THERE}")
    return lambda bench: _one_card(bench, bench.further(name), wish)


def _one_card(bench: Bench, reader: Reader, wish: Wish) -> Finding:
    seen = bench.until(wish, _seeing(reader, 1))
    if seen is None and isinstance(reader, Rdm6300) and reader.heard:
        return _garbled(reader.heard)
    if seen is None:
        return failure("no card was seen", TAGS)
    uid = min(seen)
    if is_random_uid(uid):
        return warning("a phone or a bank card", "its number is made up anew each time: take a tag (wiring.md, step 9)")
    return ok(f"tag {uid_text(uid)}, {len(uid)} bytes")


def two_cards(bench: Bench) -> Finding:
    """Two at once: a convenience."""
    if not bench.settings.reader.several:
        return ok("one at a time, as set")
    seen = bench.until(Wish(Deed.LAY, "2", f"Lay a second card beside it. {NONE_THERE}"), _seeing(bench.reader, 2))
    bench.wish(Wish(Deed.LIFT, "", "Thank you: take the cards away."))
    if seen is None:
        return warning("two were not seen together", "tap one card at a time (wiring.md, step 9)")
    return ok("both were seen")


def _seeing(reader: Reader, number: int) -> Callable[[], frozenset[bytes] | None]:
    """A look at the field that wants so many tags. Raises DeviceError."""

    def look() -> frozenset[bytes] | None:
        uids = reader.poll().uids
        return uids if len(uids) >= number else None

    return look


# ---------------------------------------------------------------- the display


def display_address(bench: Bench) -> Finding:
    """Where a panel acknowledges."""
    address, counts = bench.settings.panel.address, oled.acknowledged(bench.wires.i2c)
    if counts[address] == oled.TRIES:
        return ok(f"0x{address:02X}")
    if counts[address]:
        told = f"0x{address:02X} acknowledges only {counts[address]} of {oled.TRIES} messages"
        return failure(told, "a loose or long wire: check VCC, GND, SDA and SCL of the display (wiring.md, step 4)")
    if any(counts.values()):
        there = f"0x{max(counts, key=counts.__getitem__):02X}"
        return failure(f"at {there}, not at 0x{address:02X}", _setting(f"address = {there}", "panel"))
    return failure("nobody acknowledges", "check VCC, GND, SDA and SCL of the display (wiring.md, step 4)")


def display(bench: Bench) -> Finding:
    """A whole picture taken without a refusal."""
    bench.display.show(test_picture())
    return ok(f"{bench.settings.panel.kind} has taken a picture")


def picture(bench: Bench) -> Finding:
    """What the eye sees: kinds of panels cannot be told apart over the wire."""
    asked = "The display: do you see a whole frame and a cross? OK or y: yes; BACK or n: no."
    kind = _setting('kind = "sh1106"', "panel")
    off = "upside down: rotation = 180; two columns off: column_offset = 0 or 2 (step 8)"
    remedy = f"1.3 inch: {kind}; 2.42 inch: ssd1309; {off}"
    return _looked(bench, Wish(Deed.SEE, "picture", asked), "frame and cross are seen", remedy)


def test_picture() -> bytes:
    """A frame along the four edges, a cross through the middle, and the question."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT)
    canvas.hline(0, HEIGHT // 2, WIDTH)
    canvas.vline(WIDTH // 2, 0, HEIGHT)
    for y, words in ((10, " Frame and cross? "), (46, " OK yes   BACK no ")):
        canvas.clear(WIDTH // 2 - SMALL.width(words) // 2, y, SMALL.width(words), SMALL.height)
        canvas.text(WIDTH // 2, y, words, align="centre")
    return canvas.picture().pages


# ---------------------------------------------------------------- buttons, buzzer and light


def buttons(bench: Bench) -> Finding:
    """The pins can be had and nothing is down. Raises DeviceError."""
    bench.buttons.edges()
    held = sorted(bench.buttons.held())
    if held:
        remedy = "a four-legged button turned by 90 degrees, or a wire at ground (wiring.md, step 7)"
        return failure(f"{', '.join(held)}: down without a finger", remedy)
    return ok("four pins, none is down")


def button(name: str) -> Callable[[Bench], Finding]:
    """The check of one button."""

    def look(bench: Bench) -> Finding:
        asked = Wish(Deed.PRESS, name, f"Press {name}. n: I did, and nothing happens.")
        pressed = bench.until(asked, lambda: next(iter(bench.presses()), None))
        if pressed is None:
            pin = bench.settings.pins.buttons[name]
            return failure("no press was felt", f"check its wire to GPIO{pin} and its ground (wiring.md, step 4)")
        return ok("pressed") if pressed == name else failure(f"{pressed} answered", f"swap {name} and {pressed}")

    return look


def sounder(bench: Bench) -> Finding:
    """The pins of buzzer and light can be had. Raises DeviceError."""
    bench.sounder.tick()
    return ok("four pins")


def buzzer(bench: Bench) -> Finding:
    """A tone of an A, again and again."""
    bench.sounder.play((Note(440, 500), Note(0, 500)) * 60)
    asked = "Do you hear a clear tone, again and again? OK or y: yes; BACK or n: no."
    found = _looked(
        bench,
        Wish(Deed.HEAR, "tone", asked),
        "a tone is heard",
        "check the transistor's three legs, its 1 kΩ and the diode (wiring.md, steps 5 and 7)",
    )
    bench.sounder.play(())
    return found


def light(bench: Bench) -> Finding:
    """Colour by colour."""
    wrong = []
    for colour, rgb in {"red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0), "blue": (0.0, 0.0, 1.0)}.items():
        bench.sounder.light(rgb, 0)
        said = bench.ask(Wish(Deed.SEE, colour, f"Is the light {colour}? OK or y: yes; BACK or n: no."))
        bench.sounder.light((0, 0, 0), 0)
        if said is None:
            return skipped(NOBODY_SAID)
        wrong += [] if said else [colour]
    if not wrong:
        return ok("red, green and blue are seen")
    anode = _setting("common_anode = true", "light")
    remedy = f"check the wires of pins 11, 13, 15 (wiring.md, steps 5 and 7); all wrong: {anode}"
    return failure(f"not {', not '.join(wrong)}", remedy)


def _looked(bench: Bench, wish: Wish, well: str, remedy: str) -> Finding:
    said = bench.ask(wish)
    if said is None:
        return skipped(NOBODY_SAID)
    return ok(well) if said else failure("somebody said no", remedy)


def _setting(line: str, table: str) -> str:
    """What to do, where a line of the settings mends it."""
    return f"write {line} below [{table}] into the settings file (wiring.md, step 11)"
