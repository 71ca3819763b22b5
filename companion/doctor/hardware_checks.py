"""Checks of the parts on the wires: display, buttons, buzzer and light; some ask a person to look."""

from __future__ import annotations

from companion.doctor.context import Action, Context, Request
from companion.doctor.findings import Finding, failure, ok, setting, skipped
from companion.parts.display_kind import DISPLAYS
from companion.screens.glyphs import SMALL
from companion.screens.picture import Canvas
from companion.support.text import listing
from hardware.bus import Buttons, HangsError, Note, Sounder
from hardware.drivers import oled

NOBODY_SAID = "nobody answered"
PINS = "see wiring.md, steps 4 and 7, and [pins] in the settings"

# ---------------------------------------------------------------- the display


def display_address(context: Context) -> Finding:
    """The I2C addresses that acknowledge."""
    address = context.settings.panel.address
    try:
        counts = oled.count_acknowledgements(context.wires.i2c)
    except HangsError as fault:
        remedy = "a wire touches ground, or the display has no 3.3 V: check VCC, GND, SDA and SCL (wiring.md, step 4)"
        return failure(f"{fault.bus}: {fault.what}", f"{remedy}; then unplug the box for a moment")
    if counts[address] == oled.TRIES:
        return ok(f"0x{address:02X}")
    if counts[address]:
        text = f"0x{address:02X} acknowledges only {counts[address]} of {oled.TRIES} messages"
        return failure(text, "a loose or long wire: check VCC, GND, SDA and SCL of the display (wiring.md, step 4)")
    if any(counts.values()):
        there = f"0x{max(counts, key=counts.__getitem__):02X}"
        return failure(f"at {there}, not at 0x{address:02X}", setting(f"address = {there}", "panel"))
    return failure("nobody acknowledges", "check VCC, GND, SDA and SCL of the display (wiring.md, step 4)")


def display(context: Context) -> Finding:
    """Whether the display takes a whole picture."""
    context.wires.devices.display.show(test_picture())
    return ok(f"{context.settings.panel.kind} has accepted a picture")


def picture(context: Context) -> Finding:
    """What a person sees: panels of different kinds answer alike on the bus."""
    asked = "The display: do you see a whole frame and a cross? OK or y: yes; BACK or n: no."
    kinds = listing((f'"{name}" ({kind.inches} inch)' for name, kind in DISPLAYS.items()), "or")
    kind = setting(f"kind = {kinds}", "panel")
    off = "upside down: rotation = 180; shifted by two columns: column_offset = 0 or 2 (step 8)"
    remedy = f"{kind}; {off}"
    return finding_of_person(context, Request(Action.SEE, "picture", asked), "you see frame and cross", remedy)


def test_picture() -> bytes:
    """A frame along the edges, a cross through the middle, and the question."""
    canvas = Canvas()
    canvas.box(0, 0, canvas.width, canvas.height)
    canvas.fill(0, canvas.height // 2, canvas.width, 1)
    canvas.fill(canvas.width // 2, 0, 1, canvas.height)
    for y, words in ((10, " Frame and cross? "), (46, " OK yes   BACK no ")):
        left = canvas.width // 2 - SMALL.width(words) // 2
        canvas.clear(left, y, SMALL.width(words), SMALL.height)
        canvas.text(left, y, words)
    return canvas.picture().pages


# ---------------------------------------------------------------- buttons, buzzer and light


def buttons(context: Context) -> Finding:
    """Whether each button pin can be opened and no button is down."""
    context.buttons.edges()
    if context.buttons.faults:
        return _refused_pins(context.buttons)
    if held := sorted(context.buttons.buttons_down()):
        remedy = "a four-legged button turned by 90 degrees, or a wire that touches ground (wiring.md, step 7)"
        return failure(f"{', '.join(held)}: down, although nobody presses", remedy)
    return ok(f"{len(context.settings.pins.buttons)} pins, no button is down")


def button(name: str, context: Context) -> Finding:
    """Whether a press of this button is felt, as its own."""
    context.buttons.edges()
    if name in {*context.buttons.faults, *context.buttons.buttons_down()}:
        return skipped("waits for buttons")
    asked = Request(Action.PRESS, name, f"Press {name}. n: I did, and nothing happens.")
    pressed = context.until(asked, lambda: next(iter(context.presses()), None))
    if pressed is None:
        pin = context.settings.pins.buttons[name]
        return failure("no press arrived", f"check its wire to GPIO{pin} and its ground (wiring.md, step 4)")
    return ok("pressed") if pressed == name else failure(f"{pressed} answered", f"swap {name} and {pressed}")


def sounder(context: Context) -> Finding:
    """Whether the pins of buzzer and light can be opened."""
    context.sounder.tick()
    return _refused_pins(context.sounder) if context.sounder.faults else ok("four pins")


def _refused_pins(device: Buttons | Sounder) -> Finding:
    """Pins that cannot be opened, each with its part; the first reason if all are refused."""
    told = [f"{name}: {fault}" for name, fault in device.faults.items()]
    if len(told) == len(device.names):
        told = [f"all: {next(iter(device.faults.values()))}"]
    return failure(", ".join(told), PINS)


def buzzer(context: Context) -> Finding:
    """Whether a person hears an A, repeated."""
    context.sounder.play((Note(440, 500), Note(0, 500)) * 60)
    asked = "Do you hear a clear tone, again and again? OK or y: yes; BACK or n: no."
    found = finding_of_person(
        context,
        Request(Action.HEAR, "tone", asked),
        "you hear a tone",
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
        return ok("you see red, green and blue")
    anode = setting("common_anode = true", "light")
    wires = listing(f"GPIO{context.settings.pins.sounder[colour.upper()]}" for colour in wrong)
    remedy = f"check the wires at {wires} (wiring.md, steps 5 and 7); all wrong: {anode}"
    return failure(f"not {', not '.join(wrong)}", remedy)


def finding_of_person(context: Context, request: Request, well: str, remedy: str) -> Finding:
    """Whether a person, who is asked, says yes; skipped if nobody answers."""
    said = context.ask(request)
    if said is None:
        return skipped(NOBODY_SAID)
    return ok(well) if said else failure("somebody said no", remedy)
