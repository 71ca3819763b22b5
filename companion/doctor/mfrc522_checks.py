"""Checks of an MFRC522: its SPI bus, its registers, and the gain of its receiver."""

from __future__ import annotations

from functools import partial

from companion.doctor import computer_checks as computer
from companion.doctor.context import ANSWER_S, Action, Context, Request
from companion.doctor.findings import Finding, ReaderChecks, ReportLine, failure, ok, setting, warning
from companion.doctor.reader_checks import NONE_THERE, PINS_THERE, READER, TAGS
from companion.parts.reader_kind import GAINS_DB
from companion.runtime.gain_trial import POLLS, GainTrialRun
from companion.support.text import listing
from hardware.drivers import mfrc522_trials

MOST_VERSIONS = 3
WIRES_OF_THE_READER = "3.3 V, ground, SDA, SCK, MOSI, MISO and RST of the RC522 (wiring.md, step 4)"
LOOSE = (
    "a loose or long wire: solder or plug MISO, SCK and ground again, and keep them short (wiring.md, step 4); "
    "a capacitor at the reader (step 5)"
)


def chip(context: Context) -> Finding:
    """The version of the reader's chip, read at the lowest speed."""
    mfrc522_trials.restart(context.wires.reset, context.clock)
    slowly = context.wires.spi(mfrc522_trials.SLOWEST_HZ)
    versions = mfrc522_trials.versions(slowly)
    text, wrong = f"version register {_hexadecimal(versions)}", mfrc522_trials.disagreements(slowly)
    if versions <= mfrc522_trials.NOBODY or wrong == len(mfrc522_trials.PATTERNS):
        return failure(f"{text}: no chip answers", f"check {WIRES_OF_THE_READER}")
    if len(versions) > 1 or wrong:
        return failure(f"{text}: a chip answers, but its bytes are wrong", LOOSE)
    if versions <= mfrc522_trials.GENUINE:
        return ok(f"MFRC522, {text}")
    return warning(f"a clone, {text}", f"most work; if cards are missed: {setting('burst = false', 'reader')}")


def _hexadecimal(versions: frozenset[int]) -> str:
    first = ", ".join(f"0x{version:02X}" for version in sorted(versions)[:MOST_VERSIONS])
    return first if len(versions) <= MOST_VERSIONS else f"{first} and others"


def reset_wire(context: Context) -> Finding:
    """Whether the reset line reaches the chip."""
    spi = context.wires.spi(mfrc522_trials.SLOWEST_HZ)
    if mfrc522_trials.forgets(spi, context.wires.reset, context.clock):
        return ok("the reset pulse restarts the chip")
    remedy = f"connect RST to GPIO{context.settings.pins.reset} (wiring.md, step 4): only it restarts a chip that hangs"
    return warning("the reset pulse does not reach the chip", remedy)


def spi_speed(context: Context) -> Finding:
    """The highest speed at which a hundred patterns come back unchanged."""
    taken = context.settings.reader.spi_hz
    speeds = sorted({*mfrc522_trials.SPEEDS_HZ, taken})
    well = [hz for hz in speeds if not mfrc522_trials.disagreements(context.wires.spi(hz))]
    fastest = max(well, default=0)
    if taken in well:
        return ok(f"{taken} Hz as set; right up to {fastest} Hz")
    if not fastest:
        return failure(f"wrong at {taken} Hz", f"check {WIRES_OF_THE_READER}")
    slower = setting(f"spi_hz = {max(hz for hz in well if hz < taken)}", "reader")
    return failure(f"wrong at {taken} Hz", f"shorter wires; or {slower}")


def burst_reads(context: Context) -> Finding:
    """Whether a burst reads the same registers as single transfers."""
    reader = context.settings.reader
    if mfrc522_trials.bursts_agree(context.wires.spi(reader.spi_hz)):
        return ok("give the same as single reads")
    if not reader.burst:
        return ok("differ from single reads, and are switched off")
    return failure("differ from single reads", setting("burst = false", "reader"))


def gain(context: Context) -> Finding:
    """The receiver gains at which every one of POLLS polls reads a card, and the best of them."""
    taken = context.settings.reader.gain
    trial = GainTrialRun(context.reader(), GAINS_DB, taken, context.clock, waits_s=ANSWER_S)
    asked = Request(Action.LAY, "1", f"Lay one card with a tag on the reader and leave it there. {NONE_THERE}")
    tried = context.until(asked, trial.step, 2 * ANSWER_S)  # to its end, also with a card that comes late
    trial.stop()
    seen = dict(tried.times) if tried else {}
    if not seen:
        return failure("no card was seen at any gain", TAGS)
    well = [db for db, times in seen.items() if times == POLLS]
    if not well:
        return warning(f"the card was not seen in all of {POLLS} looks at any gain", TAGS)
    text, middle = f"always seen at {listing(map(str, well))} dB", well[len(well) // 2]
    if taken in well:
        return ok(f"{taken} dB as set; {text}; gain = {middle} is in the middle")
    missed = f"{taken} dB, as set: the card was seen in {seen[taken]} of {POLLS} looks; {text}"
    return (warning if seen[taken] else failure)(missed, setting(f"gain = {middle}", "reader"))


REFUSED = "no wire is to blame: restart the Pi, with SPI on (wiring.md, step 6), and no other use of these pins"
CHECKS = ReaderChecks(
    bus=(
        ReportLine("SPI bus", partial(computer.bus, "reader", "dtparam=spi=on", "do_spi"), ("board",)),
        ReportLine("SPI permission", partial(computer.permission, "reader"), ("SPI bus",)),
    ),
    chip=(
        ReportLine("chip", chip, ("packages: reader", "SPI permission", *PINS_THERE), REFUSED),
        ReportLine("RST wire", reset_wire, ("chip",), REFUSED),
        ReportLine("SPI speed", spi_speed, ("chip",), REFUSED),
        ReportLine("burst reads", burst_reads, ("SPI speed",), REFUSED),
    ),
    needs=("burst reads",),
    cards=(ReportLine("gain", gain, ("reader",), READER, asks=True),),
)
