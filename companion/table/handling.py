"""The one door to the table: whatever reached it, in order of arrival.

`handle` is pure: it answers with the table afterwards, the lines that must be on the card before that table is
shown, and a cue. A refused input changes nothing and writes nothing, and what lies in a closed fist is not heard.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.inputs.inputs import (
    Button,
    Cue,
    Health,
    Held,
    Holding,
    Input,
    Lifted,
    Pressed,
    Resting,
    Tapped,
    Unreadable,
    Waited,
)
from companion.support.values import replace
from companion.table import enrolling as enrol
from companion.table.buttons import pressed
from companion.table.menu import menu_opened, ok_held
from companion.table.modes import Enrolling, Reading, Reporting, ShuttingDown, SwitchedOff
from companion.table.state import CannotRead, ClearReader, Reply, Table, put_away
from companion.table.taps import heard, tapped
from companion.table.timing import goes_on
from companion.tags.tag_decks import CardCopy

MOST_WEAK = 8
"""So many cards that read badly are remembered."""

if TYPE_CHECKING:
    from companion.table.setup import Luck


def handle(table: Table, given: Input, luck: Luck) -> Reply:
    """The one door: whatever reached the table, in order of arrival."""
    told = heard(table, given)
    return Reply(table) if told is None else answer(table, told, luck)


def answer(table: Table, told: Input, luck: Luck) -> Reply:
    """The same for what was heard: nothing of it lies in a closed fist."""
    match table.mode:
        case Reporting() as mode:
            return _at_the_damaged(table, mode, told)
        case SwitchedOff():
            return Reply(table)
        case _:
            return _answered(table, told, luck)


def _at_the_damaged(table: Table, mode: Reporting, given: Input) -> Reply:
    """OK says that somebody knows of it: only then it is put aside, so that no power cut hides it."""
    first, *others = mode.damaged
    match given:
        case Pressed(button=Button.OK):
            taken_up = first.record if first.goes_on and not table.in_play else ""
            told = replace(table, mode=Reporting(tuple(others), mode.over) if others else mode.over)
            return Reply(told, cue=Cue.PART, sets_aside=first.record, takes_up=taken_up)
        case Pressed():
            return Reply(table, cue=Cue.STALE)
        case Tapped():
            return Reply(table, cue=Cue.REFUSED)
        case Health():
            return Reply(_reported(table, given))
        case _:
            return Reply(table)


def _answered(table: Table, told: Input, luck: Luck) -> Reply:
    match told:
        case Held(button=Button.OK) | Holding(button=Button.OK):
            return ok_held(table, told)
        case Tapped() | Pressed() | Held():
            return _by_hand(table, told, luck)
        case Holding(eighths=eighths):
            return Reply(replace(table, held_eighths=eighths))
        case _:
            return _by_itself(table, told)


def _by_hand(table: Table, told: Tapped | Pressed | Held, luck: Luck) -> Reply:
    """What somebody says, after which the table is resumed no more."""
    awake = replace(table, resumed=None, held_eighths=0)
    match told:
        case Tapped():
            return tapped(awake, told, luck)
        case Pressed(button=button):
            return _answering(table, awake, pressed(awake, button, luck))
        case Held():
            return _answering(table, awake, menu_opened(awake))


def _by_itself(table: Table, told: Resting | Lifted | Unreadable | Health | Waited) -> Reply:
    """What nobody says with hand or button."""
    match told:
        case Health():
            return Reply(_reported(table, told))
        case Waited(seconds=seconds):
            return goes_on(table, seconds)
        case Resting():
            looked_at = table.overlay is not None or isinstance(table.mode, Reading | ShuttingDown)
            return Reply(table if looked_at else replace(table, overlay=ClearReader()))
        case Unreadable(gone=True):
            return Reply(replace(table, overlay=None) if isinstance(table.overlay, CannotRead) else table)
        case Unreadable():
            stays = isinstance(table.overlay, ClearReader) or isinstance(table.mode, ShuttingDown)
            return Reply(table if stays else replace(put_away(table), overlay=CannotRead()))
        case Lifted():
            return _lifted(table, told)


def _lifted(table: Table, told: Lifted) -> Reply:
    if isinstance(table.mode, Enrolling):
        return enrol.lifted(table, table.mode, told)
    cleared = replace(table, overlay=None) if isinstance(table.overlay, ClearReader) else table
    return Reply(_read_badly(cleared, told) if told.unread else cleared)


def _answering(table: Table, awake: Table, reply: Reply) -> Reply:
    """A press that offers nothing gets a low beep and the same picture; the first one has seen that it is resumed."""
    if reply.cue is not Cue.STALE and reply != Reply(awake, cue=reply.cue):
        return reply
    return Reply(awake, cue=Cue.NONE if table.resumed else Cue.STALE)


def _reported(table: Table, health: Health) -> Table:
    """The state of the parts, and what was counted here; the same table where nothing is new."""
    known = replace(health, weak=table.health.weak)
    return table if known == table.health else replace(table, health=known)


def _read_badly(table: Table, lifted: Lifted) -> Table:
    """So many polls more could not read this card; the worst few are remembered."""
    match lifted.piece:
        case CardCopy(card=card) if table.match is not None:
            face = table.match.header.game.deck.card(card)
            polls = Counter(dict(table.health.weak))
            polls[face.sign if face else card] += lifted.unread
            return replace(table, health=replace(table.health, weak=tuple(polls.most_common(MOST_WEAK))))
        case _:
            return table
