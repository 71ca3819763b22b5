"""Stickers at the simulated table: a typed line goes in, the text to print comes out. Reads and prints nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button
from companion.support.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.enrolment.enrolment import Enrolment
    from companion.simulation.observed_box import ObservedBox
    from companion.terminal.view import View

PHONE = bytes.fromhex("08C0FFEE")

WELCOME = """\
A roll of stickers and a reader on simulated wires. Enter taps the next sticker.
? tells what else there is, q ends; every tap is saved."""
HELP = """\
  Enter      tap the next new sticker of the roll; “3” taps three, one by one
  5h 7/3 ok  tap the sticker that is that card now
  two phone  what no deck takes: two stickers at once, a phone
  d u o      press DOWN (skip), UP (back), OK
  b h        press BACK (pause), hold BACK (menu): both end this run
  unplug     pull the plug and start again
  ? q        this help; the end (also Ctrl-D)"""
BUTTONS = {word: button.value for button in Button for word in (button.value.lower(), button.value[0].lower())}


class Stickers:
    """The table of one run, and a roll of stickers beside it; `over` when the run was left or the end asked for."""

    def __init__(self, power_on: Callable[..., ObservedBox], run: Enrolment) -> None:
        self.over = False
        self._power_on = power_on
        self._box = power_on(decks=run)

    def opening(self, view: View) -> str:
        """What is printed first."""
        return f"{WELCOME}\n{self._shown(view)}"

    def take(self, line: str, view: View) -> str:
        """Do what the line says, and tell what can be seen afterwards."""
        word = line.strip().lower()
        if word in {"q", "quit", "exit"}:
            self.over = True
            return ""
        self._box.think()
        remark = HELP if word == "?" else self._do(word)
        self.over = self._box.table.decks is None
        return "\n".join([*([remark] if remark else []), self._shown(view)])

    def close(self) -> None:
        """Leave the table as it stands; everything is saved."""
        self._box.pull_the_plug()

    def _do(self, word: str) -> str:
        """Any action of hands; gives a remark, or nothing."""
        stickers = self._stickers()
        if word == "" or word.isdecimal():
            self._tap_new(int(word or 1))
        elif word == "two":
            self._box.tap_uid(*self._box.new_stickers()[:2])
        elif word == "phone":
            self._box.tap_uid(PHONE)
        elif word == "unplug":
            self._box.pull_the_plug()
            self._box = self._power_on()
        elif word in stickers:  # before the buttons: OK is a command card, too, once it has a tag
            self._box.tap_uid(stickers[word])
        elif word in BUTTONS:
            self._box.press(BUTTONS[word])
        elif word in {"h", "hold"}:
            self._box.hold()
        else:
            return f"“{visible(word)}” has no sticker yet, and is no command; ? helps"
        return ""

    def _tap_new(self, times: int) -> None:
        for uid in self._box.new_stickers()[:times]:
            self._box.forget()
            self._box.tap_uid(uid)

    def _stickers(self) -> dict[str, bytes]:
        """Every piece with a sticker by what people type, those of the deck in hand first."""
        found: dict[str, bytes] = {}
        for deck in self._box.every_deck:
            for uid, piece in deck.pieces.items():
                found.setdefault(str(getattr(piece, "value", getattr(piece, "name", piece))).lower(), uid)
        return found

    def _shown(self, view: View) -> str:
        return "\n".join(view.panel(self._box.glass, self._box.signals))
