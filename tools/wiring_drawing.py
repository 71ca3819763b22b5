"""Draw wiring.svg from the table of wires: `python -m tools.wiring_drawing --renew`.

The header is in the middle as on the Pi, odd pins on the left; the parts are on both sides, each wire in its own
colour. Below are the readers that can replace the RC522, each with its pins. Of a part it knows only the position and
the components between its wires.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Final

from companion.parts.reader_kind import READERS, ReaderKind, reader_kind
from hardware.default_wiring import WIRES as WIRES_OF_THE_BOX
from hardware.default_wiring import Wire

DRAWING: Final = Path("wiring.svg")

WIDTH, HEIGHT = 1200, 1060
TOP, ROW = 60, 36
"""The first row of the header, and the distance of the rows."""
ODD_X, EVEN_X = 572, 604
LANE = 11
"""The distance of parallel vertical wires."""
BOX_WIDTH = 335
LEFT_X, RIGHT_X = 20, WIDTH - 20 - BOX_WIDTH
HEAD, STEP = 44, 30
"""The height of a part's title, and of a row without components."""
BELOW, BELOW_STEP, BELOW_WIDTH = 832, 40, 373
"""The boxes of the serial readers: top, distance of rows, width."""

INK, PAPER, FAINT, ALARM = "#1f2328", "#ffffff", "#d0d7de", "#d1242f"
POWER = {"3V3": "#d1242f", "5V": "#e36209", "GND": "#1f2328"}
COLOURS = "#0969da #1a7f37 #8250df #bf3989 #0f766e #9a6700 #6e40c9 #57606a".split()
LED_COLOURS = {"RED": "#d1242f", "GREEN": "#1a7f37", "BLUE": "#0969da"}
SUPPLY = {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"}
"""The supply pins of the header; every other pin without a GPIO is ground."""


def wires_of(reader: ReaderKind) -> tuple[Wire, ...]:
    """The wires of a reader of this kind, from top to bottom."""
    return tuple(Wire(reader.board, *wire) for wire in reader.wires)


READER, *INSTEAD = (kind for kind in map(reader_kind, READERS) if kind.wires)
"""The usual reader, and those that can replace it, on the serial line."""
WIRES: Final = (*wires_of(READER), *WIRES_OF_THE_BOX, *(wire for reader in INSTEAD for wire in wires_of(reader)))
"""Every wire of wiring.md, in its order; a box has those of one reader."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part at the header: its name in `WIRES`, title, place, a line of advice, the step of its rows.

    `order` lists its signals from top to bottom; empty: in the order of the header. A `warning` is red.
    """

    name: str
    title: str
    on_the_right: bool
    top: int
    advice: str = ""
    warning: str = ""
    step: int = STEP
    order: tuple[str, ...] = ()

    @property
    def wires(self) -> list[Wire]:
        """Its wires from top to bottom."""
        own = sorted((wire for wire in WIRES if wire.part == self.name), key=lambda wire: exit_y(wire, self))
        return sorted(own, key=lambda wire: self.order.index(wire.signal)) if self.order else own

    @property
    def height(self) -> int:
        """The height of its box."""
        return HEAD + self.step * len(self.wires) + 22 * len(self.words)

    @property
    def words(self) -> list[tuple[str, str]]:
        """The texts below the rows, with their colours."""
        return [(said, fill) for said, fill in ((self.advice, INK), (self.warning, ALARM)) if said]


PARTS: Final = (
    Part("OLED", "Display, I2C", on_the_right=False, top=30, warning="Read the print: GND first, or VCC first?"),
    Part("LED", "RGB light, common cathode", on_the_right=False, top=258),
    Part("Button", "Buttons", on_the_right=False, top=480, advice="SAY is optional: it asks the voice"),
    Part(
        "Buzzer",
        "Buzzer, passive",
        on_the_right=True,
        top=100,
        advice="2N2222 or BC337; a BC547: 100 Ω in series",
        step=52,
        order=("+", "PWM", "GND"),
    ),
    Part(READER.board, f"Reader {READER.board}", on_the_right=True, top=420, advice=READER.advice),
)


def drawing() -> str:
    """The whole drawing, as SVG."""
    routes = [piece for part in PARTS for piece in _routes(part)]
    boxes = [piece for part in PARTS for piece in _box(part)]
    said = f"Instead of the {READER.board}, one of these on the serial line"
    below = [_text(WIDTH / 2, BELOW - 16, said, "middle", size=14, bold=True)]
    for column, reader in enumerate(INSTEAD):
        below += _instead(reader, LEFT_X + (BELOW_WIDTH + 20) * column)
    return "\n".join([_HEADING, *_header(), *routes, *_pins(), *boxes, *below, "</svg>", ""])


def exit_y(wire: Wire, part: Part) -> float:
    """The height at which a wire leaves the header: one that must pass the other row of pins runs below its own."""
    through = (wire.pin % 2 == 0) != part.on_the_right
    return TOP + ROW * ((wire.pin - 1) // 2) + (ROW / 2 if through else 0)


def colour(wire: Wire) -> str:
    """Usual colours for power, its own for the light; any other wire differs from its neighbours."""
    if wire.gpio is None:
        return POWER[SUPPLY.get(wire.pin, "GND")]
    if wire.part == "LED":
        return LED_COLOURS[wire.signal]
    signals = [other for other in WIRES if other.part == wire.part and other.gpio is not None]
    return COLOURS[signals.index(wire) % len(COLOURS)]


# ---------------------------------------------------------------- from the header to the parts


def _routes(part: Part) -> Iterator[str]:
    """The route of each wire: out of its row, along a vertical lane, into the part."""
    for row, wire in enumerate(part.wires):
        leaves, arrives = exit_y(wire, part), _terminal_y(part, row)
        x = EVEN_X if wire.pin % 2 == 0 else ODD_X
        lane, end = _lane_x(part, wire), _edge_x(part)
        start = f"M{x} {_pin_y(wire.pin)}" + (f" V{leaves}" if leaves != _pin_y(wire.pin) else "")
        path = f"{start} H{lane} V{arrives} H{end}"
        yield f'<path d="{path}" stroke="{PAPER}" stroke-width="6" fill="none"/>'
        yield f'<path d="{path}" stroke="{colour(wire)}" stroke-width="2.5" fill="none"/>'


def _lane_x(part: Part, wire: Wire) -> float:
    """The lane of a wire: rising wires use the inner lanes, falling ones the outer, so that few cross."""
    rising: list[tuple[float, Wire]] = []
    falling: list[tuple[float, Wire]] = []
    for part_there in (other for other in PARTS if other.on_the_right == part.on_the_right):
        for row, wire_there in enumerate(part_there.wires):
            leaves = exit_y(wire_there, part_there)
            (falling if _terminal_y(part_there, row) > leaves else rising).append((leaves, wire_there))
    first = itemgetter(0)
    order = [wire_there for _, wire_there in (*sorted(rising, key=first), *sorted(falling, key=first, reverse=True))]
    offset = 40 + LANE * order.index(wire)
    return EVEN_X + offset if part.on_the_right else ODD_X - offset


def _pin_y(pin: int) -> int:
    return TOP + ROW * ((pin - 1) // 2)


def _terminal_y(part: Part, row: int) -> int:
    return part.top + HEAD + part.step * row + 8


def _edge_x(part: Part) -> int:
    return RIGHT_X if part.on_the_right else LEFT_X + BOX_WIDTH


# ---------------------------------------------------------------- the header


def _header() -> Iterator[str]:
    yield _rect(ODD_X - 20, TOP - 22, EVEN_X - ODD_X + 40, ROW * 19 + 44, fill="#eaeef2")
    yield _text((ODD_X + EVEN_X) / 2, TOP - 32, "Raspberry Pi, pin 1 at the SD card", "middle", bold=True)


def _pins() -> Iterator[str]:
    drawn = {part.name for part in PARTS}
    used = {wire.pin: colour(wire) for wire in WIRES if wire.part in drawn}
    for pin in range(1, 41):
        x, y = (EVEN_X if pin % 2 == 0 else ODD_X), _pin_y(pin)
        yield _pin(x, y, pin, used.get(pin))


def _pin(x: float, y: float, pin: int, fill: str | None) -> str:
    """A pin of the header with its number; without a colour it has no wire."""
    circle = f'<circle cx="{x}" cy="{y}" r="11" fill="{fill or PAPER}" stroke="{INK if fill else FAINT}"/>'
    return circle + _text(x, y + 4, str(pin), "middle", size=11, fill=PAPER if fill else INK)


# ---------------------------------------------------------------- the parts


def _box(part: Part) -> Iterator[str]:
    x = RIGHT_X if part.on_the_right else LEFT_X
    yield _rect(x, part.top, BOX_WIDTH, part.height, fill="#f6f8fa")
    yield _text(x + BOX_WIDTH / 2, part.top + 22, part.title, "middle", size=14, bold=True)
    for row, wire in enumerate(part.wires):
        yield from _terminal(part, row, wire)
    yield from INSIDE.get(part.name, lambda _: iter(()))(part)
    for line, (said, fill) in enumerate(reversed(part.words)):
        y = part.top + part.height - 10 - 22 * line
        yield _text(x + BOX_WIDTH / 2, y, said, "middle", size=12, fill=fill, bold=fill == ALARM)


def _terminal(part: Part, row: int, wire: Wire) -> Iterator[str]:
    """A signal's name at the part, and its pin on the Pi."""
    x, y = _edge_x(part), _terminal_y(part, row)
    side, anchor = (1, "start") if part.on_the_right else (-1, "end")
    yield f'<circle cx="{x}" cy="{y}" r="4.5" fill="{colour(wire)}"/>'
    yield _text(x + 12 * side, y + 4, wire.signal, anchor, size=13, bold=True)
    yield _text(x + 88 * side, y + 4, _where(wire), anchor, size=12)


def _where(wire: Wire) -> str:
    name = f"GPIO{wire.gpio}" if wire.gpio is not None else SUPPLY.get(wire.pin, "GND")
    return f"{name}, pin {wire.pin}"


def _instead(reader: ReaderKind, x: float) -> Iterator[str]:
    """The box of a serial reader: each signal and its header pin."""
    height = HEAD + BELOW_STEP * 4 + 12
    yield _rect(x, BELOW, BELOW_WIDTH, height, fill="#f6f8fa")
    yield _text(
        x + BELOW_WIDTH / 2, BELOW + 22, f"{reader.board}, {reader.frequencies[0]}", "middle", size=14, bold=True
    )
    for row, wire in enumerate(wires_of(reader)):
        y = _row_y(row)
        yield f'<path d="M{x + 62} {y} H{x + 236}" stroke="{colour(wire)}" stroke-width="2.5" fill="none"/>'
        yield f'<circle cx="{x + 62}" cy="{y}" r="4.5" fill="{colour(wire)}"/>'
        yield _text(x + 50, y + 4, wire.signal, "end", size=13, bold=True)
        yield _pin(x + 244, y, wire.pin, colour(wire))
        yield _text(x + 264, y + 4, _where(wire), "start", size=12)
    if 2 in (pin for _, pin, _ in reader.wires):  # 5 V
        yield from _divider(x, [signal for signal, _, _ in reader.wires])
    said, fill = reader.advice, ALARM if "never" in reader.advice else INK
    yield _text(x + BELOW_WIDTH / 2, BELOW + height - 12, said, "middle", size=12, fill=fill, bold=fill == ALARM)


def _divider(x: float, signals: list[str]) -> Iterator[str]:
    """A voltage divider: 1 kΩ from TX to GPIO15, 2 kΩ from there to ground, so that 5 V become 3.3 V."""
    top, ground, node = _row_y(signals.index("TX")), _row_y(signals.index("GND")), x + 190
    yield _rect(x + 108, top - 7, 46, 14, fill=PAPER, stroke=INK) + _text(x + 131, top + 4, "1 kΩ", "middle", size=10)
    yield _line(node, top, node, ground)
    yield _rect(node - 23, (top + ground) / 2 - 7, 46, 14, fill=PAPER, stroke=INK)
    yield _text(node, (top + ground) / 2 + 4, "2 kΩ", "middle", size=10)
    yield f'<circle cx="{node}" cy="{top}" r="3.5"/><circle cx="{node}" cy="{ground}" r="3.5"/>'


def _row_y(row: int) -> int:
    return BELOW + HEAD + 10 + BELOW_STEP * row


def _heights(part: Part) -> dict[str, int]:
    return {wire.signal: _terminal_y(part, row) for row, wire in enumerate(part.wires)}


def _light(part: Part) -> Iterator[str]:
    """A resistor and a diode for each colour, and the common leg to ground."""
    y, common = _heights(part), LEFT_X + 22
    for name, shine in LED_COLOURS.items():
        yield _resistor(LEFT_X + 66, y[name], "330 Ω")
        yield _line(common, y[name], LEFT_X + 66, y[name])
        yield f'<path d="M{LEFT_X + 52} {y[name] - 7} v14 l-14 -7 z" fill="{shine}"/>'
        yield _line(LEFT_X + 38, y[name] - 7, LEFT_X + 38, y[name] + 7)
    yield _line(common, min(y.values()), common, max(y.values()))
    yield _line(common, y["COMMON"], LEFT_X + 140, y["COMMON"])


def _contacts(part: Part) -> Iterator[str]:
    """A contact for each button, all of them to the one ground wire."""
    y, common = _heights(part), LEFT_X + 22
    for name in (signal for signal in y if signal != "GND"):
        yield _line(common, y[name], LEFT_X + 46, y[name])
        yield _line(LEFT_X + 46, y[name], LEFT_X + 72, y[name] - 9)
        yield _line(LEFT_X + 72, y[name], LEFT_X + 140, y[name])
        yield f'<circle cx="{LEFT_X + 46}" cy="{y[name]}" r="2.5"/><circle cx="{LEFT_X + 72}" cy="{y[name]}" r="2.5"/>'
    yield _line(common, min(y.values()), common, max(y.values()))
    yield _line(common, y["GND"], LEFT_X + 140, y["GND"])


def _transistor(part: Part) -> Iterator[str]:
    """PWM to the base, ground to the emitter; buzzer and diode side by side between collector and 5 V."""
    y, x = _heights(part), RIGHT_X + 265
    plus, base, ground, collector = y["+"], y["PWM"], y["GND"], y["PWM"] - 16
    yield _line(RIGHT_X + 185, plus, x + 40, plus)
    yield _line(x, plus, x, collector)
    yield f'<circle cx="{x}" cy="{(plus + collector) / 2}" r="11" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>'
    yield _text(x - 16, (plus + collector) / 2 + 4, "buzzer", "end", size=11)
    yield _line(x + 40, plus, x + 40, collector)
    yield f'<path d="M{x + 33} {plus + 24} h14 l-7 -12 z M{x + 33} {plus + 12} h14" stroke="{INK}" fill="{INK}"/>'
    yield _text(x + 52, collector + 12, "1N4148", "end", size=9)
    yield _line(x, collector, x + 40, collector)
    yield _resistor(RIGHT_X + 195, base, "1 kΩ")
    yield _line(RIGHT_X + 185, base, RIGHT_X + 195, base)
    yield _line(RIGHT_X + 241, base, x - 10, base)
    yield f'<path d="M{x - 10} {base - 11} v22" stroke="{INK}" stroke-width="3"/>'
    yield _line(x - 10, base - 5, x, collector)
    yield _line(x - 10, base + 5, x, base + 16)
    yield f'<path d="M{x} {base + 16} l-7 -2 l4 -5 z" fill="{INK}"/>'
    yield _text(x + 8, base + 22, "2N2222", "start", size=10)
    yield _line(x, base + 16, x, ground)
    yield _line(RIGHT_X + 185, ground, x, ground)


INSIDE = {"LED": _light, "Button": _contacts, "Buzzer": _transistor}


# ---------------------------------------------------------------- strokes


def _resistor(x: float, y: float, value: str) -> str:
    box = _rect(x, y - 6, 40, 12, fill=PAPER, stroke=INK)
    return f"{box}{_text(x + 20, y + 4, value, 'middle', size=9)}{_line(x + 40, y, x + 46, y)}"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:g} {y1:g} L{x2:g} {y2:g}" stroke="{INK}" stroke-width="1.5" fill="none"/>'


def _rect(x: float, y: float, width: float, height: float, *, fill: str, stroke: str = FAINT) -> str:  # noqa: PLR0913 - what a box on paper has
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} rx="4" fill="{fill}" stroke="{stroke}"/>'


def _text(x: float, y: float, said: str, anchor: str, *, size: int = 13, fill: str = INK, bold: bool = False) -> str:  # noqa: PLR0913 - what a word on paper has
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>{said}</text>'


_HEADING = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">\n'
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
)


if __name__ == "__main__":
    if sys.argv[1:] != ["--renew"]:
        sys.exit("python -m tools.wiring_drawing --renew draws wiring.svg anew")
    DRAWING.write_text(drawing(), "utf-8")
