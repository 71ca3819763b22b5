"""From the first question to the header of a new record, and from one game to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.match import Match
from companion.table.inputs import Button, Cue
from companion.table.setup import SetUp
from companion.table.table import Reply, Table

if TYPE_CHECKING:
    from companion.header import Header
    from companion.seats import Seat
    from companion.table.setup import Luck


def setting_up(table: Table, luck: Luck) -> Table:
    """A table at the first question of the set-up."""
    setting_up = SetUp(table.games, table.regulars).begun(luck)
    return replace(table, match=None, setting_up=setting_up, question=setting_up.question(), scanned=())


def set_up_pressed(table: Table, setting_up: SetUp, button: Button, luck: Luck) -> Reply:
    """A press while the set-up asks."""
    assert table.question is not None
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, question=table.question.moved(button)))
        case Button.BACK:
            before = setting_up.before or setting_up
            return Reply(replace(table, setting_up=before, question=before.question()))
        case Button.OK:
            return set_up_answered(table, setting_up.answered(table.question.cursor, luck))


def set_up_answered(table: Table, setting_up: SetUp) -> Reply:
    """The next question, or the record that begins when everything is settled."""
    question = setting_up.question()
    if question is not None:
        if table.question is not None and question.asks == table.question.asks == "rules":
            question = replace(question, cursor=table.question.cursor)
        return Reply(replace(table, setting_up=setting_up, question=question, overlay=None))
    header = setting_up.header()
    seats = tuple(range(len(header.names))) if setting_up.scanned else ()
    return begin(table, header, seats)


def begin(table: Table, header: Header, scanned: tuple[Seat, ...]) -> Reply:
    """The header of a new record; hands of these seats are scanned. Its last line says that it is complete."""
    names = ",".join(header.names[seat] for seat in scanned)
    note = (f"; table scanned={names}",) if scanned else ()
    fresh = Table(table.games, table.regulars, Match(header), scanned=scanned, muted=table.muted, health=table.health)
    *lines, last = header.lines()
    return Reply(fresh, (*lines, *note, last), Cue.ACCEPTED, begins=True, finishes=table.match is not None)


def same_again(table: Table, luck: Luck) -> Reply:
    """The same people and house rules; the deal passes on by one seat."""
    header = table.playing.header
    opener = luck(len(header.names)) if header.opener is None else (header.opener + 1) % len(header.names)
    return begin(table, replace(header, opener=opener, scores={}), table.scanned)


def leave(table: Table, luck: Luck) -> Reply:
    """Away from a game that is over, to the set-up."""
    return Reply(setting_up(table, luck), finishes=True)
