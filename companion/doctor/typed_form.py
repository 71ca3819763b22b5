"""Finds out how a reader types the numbers of tags: a dialogue about one tag whose number is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.parts.reader_kind import LOW, ReaderSettings
from companion.parts.readers.typed_numbers import forms_that_fit, read_printed
from companion.tags.tag_decks import Shelf, uid_text
from hardware.bus import Clock, DeviceError, Reader
from hardware.linux import LinuxClock

TURN_S = 0.05

ASKS = """\
Your reader types the numbers of tags, and readers differ in how. One tag that is known settles it.
Tap a tag of a deck from another reader, or {known}.
Enter alone: go on without. The deck plays at this reader, and mostly at others."""
KNOWN = {
    True: "a card, and type what is printed on it, as 0006547886 or 099,59822",
    False: "any tag, and type what the NFC app of a phone says of it, as 04:A2:B5:32",
}
"""A tag whose number people know, by whether the tags are those of 125 kHz."""
TYPES = "It types {text}. Which number stands on the card? Enter: you do not know."
NO_NUMBER = "“{line}” is no such number. Write it as in the first lines."
TAP_IT = "Now tap that tag."
KEPT_BACK = "No order of {text} gives {number}: it keeps a part back. The decks settle which tag is meant."
TELLS_NOTHING = "This tag reads alike in several ways. Tap another one."


def ask_for_form(
    settings: ReaderSettings, shelf: Shelf, read_line: Callable[[], str | None], say: Callable[[str], None]
) -> str:
    """The form in which this reader types; empty: nobody knows, or the reader fails, which is said.

    `read_line` gives a line that a person has typed, None: none yet; the empty one ends the dialogue.
    """
    driver = settings.entry.open(settings, LinuxClock(), None)
    known = [uid for deck in (*shelf.decks, *shelf.unfinished) for uid in deck.pieces]
    try:
        return FormDialogue(driver, known, say, low=LOW in settings.entry.frequencies).run(LinuxClock(), read_line)
    except DeviceError as fault:
        say(f"{fault}")
        return ""
    finally:
        driver.close()


class FormDialogue:
    """A dialogue: what the reader types, and which number a person or a deck knows of the tag."""

    def __init__(self, driver: Reader, known: Iterable[bytes], say: Callable[[str], None], *, low: bool) -> None:
        self._driver = driver
        self._say = say
        self._known = frozenset(known)
        self._low = low
        self._text = self._asked_for = ""
        self._number: bytes | None = None

    def run(self, clock: Clock, read_line: Callable[[], str | None]) -> str:
        """The form; empty: nobody knows it. Raises DeviceError."""
        self._say(ASKS.format(known=KNOWN[self._low]))
        while True:
            line = read_line()
            if line is not None and not line.strip():
                return ""
            if line is not None:
                self._hear(line.strip())
            self._driver.poll()
            self._text = getattr(self._driver, "typed", "")
            if (form := self._settle()) is not None:
                return form
            clock.sleep(TURN_S)

    def _hear(self, line: str) -> None:
        self._number = read_printed(line, low=self._low)
        if self._number is None:
            self._say(NO_NUMBER.format(line=line))
        elif not self._text:
            self._say(TAP_IT)

    def _settle(self) -> str | None:
        """The form; empty: no form gives this number. None: not known yet."""
        if not self._text:
            return None
        numbers = self._known if self._number is None else {self._number}
        forms = {form for number in numbers for form in forms_that_fit(self._text, number, low=self._low)}
        if len(forms) == 1:
            return forms.pop()
        if self._number is None:
            self._ask_for_number()
            return None
        if not forms:
            self._say(KEPT_BACK.format(text=self._text, number=uid_text(self._number)))
            return ""
        self._say(TELLS_NOTHING)
        self._number, self._text = None, ""
        self._driver.typed = ""  # type: ignore[attr-defined]  # of a reader that types
        return None

    def _ask_for_number(self) -> None:
        if self._text != self._asked_for:
            self._asked_for = self._text
            self._say(TYPES.format(text=self._text))
