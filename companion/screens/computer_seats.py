"""What a seat of the computer wants: its name large, then the slots to tap or the word it says; never a hidden face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards.card import signs
from companion.rules.statements import PLAY
from companion.screens.glyphs import MEDIUM
from companion.screens.parts import first_fitting, large_name, memo, named, place
from companion.screens.picture import WIDTH
from companion.screens.screen import BESIDE_WIDTH, Screen
from companion.table.computer_prompt import cards_called, in_words
from companion.table.computer_seats import needs_card
from companion.table.rack import next_slot, rack

if TYPE_CHECKING:
    from companion.cards.seats import Seat
    from companion.rules.statements import Statement
    from companion.table.state import Advised, Table

WITH_CARDS = {
    PLAY: "plays {}:",
    "heads": "heads: {}",
    "lays": "nest: {}",
    "takes": "takes {}:",
    "bone": "turns a bone:",
}
ANY_BONE = "tap any of them"

WORDS = {
    "bid": "bids {}",
    "pass": "passes",
    "declare": "declares",
    "nil": "says nil",
    "trump": "trump is {}",
    "takes": "takes the pile",
    "moves": "moves the drinks",
    "claims": "claims {} hand",
}
"""What a word of the record is said as."""


def prompt(table: Table) -> Screen | None:
    """The picture while a computer's card or word is waited for; None where it is a person's turn."""
    if table.owed is not None:
        return _drawing(table)
    seat, said = table.computer, table.called
    happened = table.playing.events and not table.playing.expects.choices
    if table.path or (said is None and (table.offered or happened)):
        return None  # people interrupt, or see what has happened
    if said is not None:
        return _wanted(table, said)
    return _screen(table, seat, ("", "thinks")) if seat is not None else None


def slot_to_fill(table: Table, seat: Seat) -> str:
    """Where the next hidden card of this seat goes; empty for a person, who needs no slots."""
    if all(one.seat != seat for one in table.playing.header.computers):
        return ""
    return f"into slot {next_slot(rack(table.playing, seat, table.drawn))}"


def advice(table: Table, told: Advised) -> Screen:
    """What the computer would play or say from this hand, and why; whoever looks on sees it, too."""
    said = told.said
    words = WORDS.get(said.word, f"{said.word} {{}}").format(said.value).rstrip()
    who = "" if said.seat is None else named(table.playing, said.seat, "{}:")
    return Screen(
        "advice", place="What to play?", memo=who, fact=(signs(said.cards) or words).upper(), lines=told.reason
    )


def _drawing(table: Table) -> Screen:
    assert table.owed is not None
    seat, left = table.owed.seat, table.owed.cards - len(table.drawn)
    does = "draws" if table.owed.says.seat is not None else "has the nest,"
    told = (f"{does} {left}: tap {'it' if left == 1 else 'one'},", slot_to_fill(table, seat), "face down")
    return _screen(table, seat, told)


def _wanted(table: Table, said: Statement) -> Screen:
    assert said.seat is not None
    if not needs_card(table.playing, said):
        words = WORDS.get(said.word, f"{said.word} {{}}").format(said.value).rstrip()
        return _screen(
            table, said.seat, ("", first_fitting(words, words.removesuffix(" hand"), said.value, width=WIDTH))
        )
    if not said.cards:
        return _screen(table, said.seat, (WITH_CARDS["bone"], ANY_BONE))
    numbers, faces = cards_called(table, said)
    called = in_words(numbers, faces)
    told = WITH_CARDS.get(said.word, f"{said.word} {{}}:").format(called)
    what = first_fitting(told, told.replace("slots ", ""), called, width=WIDTH)
    slots = " ".join(map(str, numbers))
    beside = slots if MEDIUM.width(slots) <= BESIDE_WIDTH else ""
    return _screen(table, said.seat, (what, "tap it" if len(numbers + faces) == 1 else "tap them"), beside)


def _screen(table: Table, seat: Seat | None, lines: tuple[str, ...], beside: str = "") -> Screen:
    assert seat is not None
    return Screen(
        "computer",
        place=place(table),
        memo=memo(table),
        fact=large_name(table.playing, seat),
        finger=True,
        beside=beside,
        lines=lines,
    )
