"""Checks of readers of any kind: whether the driver works, and whether it reads cards.

A driver may have `version`, that of its board's firmware, `received`, the bytes that a board sent unasked, and of what
a reader has typed `typed`, the last number, and `unread`, what was none.
"""

from __future__ import annotations

import re
from functools import partial

from companion.doctor import computer_checks as computer
from companion.doctor.context import Action, Context, Request
from companion.doctor.findings import Finding, ReaderChecks, ReportLine, failure, ok, setting, warning
from companion.parts.reader_kind import FORMS, LOW, ReaderKind
from companion.parts.readers.buses import UARTS
from companion.parts.readers.typed_numbers import forms_that_fit, number_of
from companion.support.values import replace
from companion.tags.tag_decks import NoCard, no_card, uid_text
from hardware.bus import DeviceError, Reader, Sighting

READER_S = 1.0
"""Maximum seconds for the set-up of a reader."""
NONE_THERE = "n: I have none."
PINS_THERE = ("pins permission", "packages: pins", "companions")
READER = "check its wires and switches (wiring.md, steps 4 and 12)"
ON_USB = "plug it in again, or correct its table [reader] in the settings (wiring.md, step 14)"
SERIAL = "the board's mode and speed, TX and RX, and a common ground (wiring.md, step 12)"
TAGS = "try another tag, and closer (wiring.md, step 9); a capacitor at the reader (step 5); no metal near it (step 10)"
TAGS_ON_USB = "try a tag of {frequency}, and closer (wiring.md, step 9); no metal near it"
UNREAD = "lay the tag down again; if that is always typed, another form or another reader (wiring.md, step 14)"


def reader(name: str, context: Context) -> Finding:
    """The driver of a reader (empty: the first one), set up and polled. Raises DeviceError."""
    wanted, driver = context.settings.readers[name], context.reader(name)
    try:
        clear = any(not driver.poll().unclear for _ in context.waiting(READER_S))
    except DeviceError as fault:
        if not fault.received:
            raise
        return _garbled_answer(fault.received)
    text = f"{wanted.kind}{' on ' * bool(wanted.wire)}{wanted.wire}{', of ' * bool(wanted.seat)}{wanted.seat}"
    if not wanted.entry.answers:
        return ok(f"{text}; only a tag can show whether a board is there")
    if not clear:
        return failure("no clear answer", remedy_of(wanted.entry))
    version = getattr(driver, "version", None)
    return ok(f"{text}, firmware {version}" if version else text)


def remedy_of(kind: ReaderKind) -> str:
    """What to look at where a reader of this kind fails."""
    return READER if kind.wires else ON_USB


def _garbled_answer(heard: bytes) -> Finding:
    return failure(f"a board answers, but its bytes are wrong: {heard.hex(' ')}", f"check {SERIAL}")


def one_card(name: str, context: Context) -> Finding:
    """Whether a reader (empty: the first one) reads a tag."""
    driver, kind = context.reader(name), context.settings.readers[name].entry
    which = f" {name}" if name else ""
    asked = Request(Action.LAY, name or "1", f"Lay one card with a tag on the reader{which}.")
    seen = _await_sighting(context, driver, 1, asked)
    if seen is None and (received := getattr(driver, "received", b"")):
        return _garbled_answer(received)
    if seen is None and (unread := getattr(driver, "unread", "")):
        return failure(f"it typed what is no number of a tag: {unread}", UNREAD)
    if seen is None:
        remedy = TAGS if kind.wires else TAGS_ON_USB.format(frequency=kind.frequencies[0])
        return failure("no card was seen", remedy)
    uid = min(seen.uids)
    match no_card(uid, chip_card=uid in seen.chip_cards):
        case NoCard.PHONE:
            anew = "its number is new each time: use a tag (wiring.md, step 9)"
            return warning("a phone or a bank card", anew)
        case NoCard.CHIP_CARD:
            return warning(f"a bank card or a phone, {uid_text(uid)}", "a card needs a tag (wiring.md, step 9)")
    typed = getattr(driver, "typed", "")
    return _typed_tag(name, context, typed) if typed else ok(f"tag {uid_text(uid)}, {len(uid)} bytes")


def _typed_tag(name: str, context: Context, text: str) -> Finding:
    """The number of a tag as a reader has typed it, and in which form others read it, as far as the decks know."""
    settings, shelf = context.settings.readers[name], context.store.decks.shelf()
    low = LOW in settings.entry.frequencies
    decks = (*shelf.decks, *shelf.unfinished)
    forms = {form for deck in decks for uid in deck.pieces for form in forms_that_fit(text, uid, low=low)}
    is_auto = settings.form == FORMS[0]
    if settings.form in forms or (len(forms) > 1 if is_auto else not forms):
        return ok(f"typed {text}, {settings.form} as set")
    if forms:
        told, keys = f"typed {text}; a deck has this tag, and it reads so with ", f'form = "{min(forms)}"'
        table = f"reader.{name}" if name else "reader"
        return ok(told + keys) if is_auto else warning(told + keys, setting(keys, table))
    readings = ((form, number_of(text, form, low=low)) for form in FORMS[1:])
    told = "; ".join(f'{uid_text(number)} with form = "{form}"' for form, number in readings if number)
    return ok(f"typed {text}: {told}. The right one is what the card or the NFC app of a phone says")


def two_cards(context: Context) -> Finding:
    """Whether the reader reads two tags at once; the game does not need it."""
    if not context.settings.reader.several:
        return ok("one card at a time, as set")
    seen = _await_sighting(context, context.reader(), 2, Request(Action.LAY, "2", "Lay a second card beside it."))
    context.request(Request(Action.LIFT, "", "Thank you: take the cards away."))
    if seen is None:
        return warning("two cards were not seen together", "tap one card at a time (wiring.md, step 9)")
    return ok("both were seen")


def _await_sighting(context: Context, driver: Reader, number: int, request: Request) -> Sighting | None:
    """A sighting of this many tags; None: none in time, or the person said no. Raises DeviceError."""
    asked = replace(request, sentence=f"{request.sentence} {NONE_THERE}")
    return context.until(asked, lambda: sighting if len((sighting := driver.poll()).uids) >= number else None)


def serial_console(name: str, context: Context) -> Finding:
    """Whether the system has a console on the line of a reader (empty: the first one)."""
    port = context.settings.readers[name].port
    if port in UARTS and re.search(r"\bconsole=(serial0|ttyS0|ttyAMA0)\b", context.machine.kernel):
        return failure(f"a console uses {port}", "sudo raspi-config nonint do_serial_cons 1 && sudo reboot")
    return ok("no console on the port")


SERIAL_CHECKS = ReaderChecks(
    bus=(
        ReportLine("serial port", partial(computer.bus, "reader", "enable_uart=1", "do_serial_hw"), ("board",)),
        ReportLine("serial permission", partial(computer.permission, "reader"), ("serial port",)),
        ReportLine("serial console", partial(serial_console, ""), ("serial port",)),
    ),
    needs=("serial permission", "serial console"),
)
