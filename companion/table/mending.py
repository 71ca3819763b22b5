"""Choosing a repair: from the menu, or from the screen of a revoke that was none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.table.inputs import Cue
from companion.table.questions import Question
from companion.table.repairs import in_turn, swaps_that_clear
from companion.table.sets import answered
from companion.table.speaking import beneath, say
from companion.table.table import Mended, Reply, Table

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.games.game import Choice

WHOSE = "whose"
"""Which of several swaps it was."""


def wrong_seat(table: Table, waiting: tuple[Card, ...] = ()) -> Reply:
    """Not this player's card: the swap that explains it, or which of several it was; then the `waiting` cards count."""
    swaps = swaps_that_clear(table.playing)
    if len(swaps) == 1:
        return answered(mended(table, swaps[0]), waiting)
    names = table.playing.header.names
    labels = tuple(f"{names[swap.seat]} {swap.label}" for swap in swaps if swap.seat is not None)
    return Reply(replace(table, question=Question(WHOSE, "Which two?", labels, cards=waiting)), cue=Cue.PART)


def swap_chosen(table: Table, question: Question) -> Reply:
    """The swap at the cursor."""
    return answered(mended(table, swaps_that_clear(table.playing)[question.cursor]), question.cards)


def mended(table: Table, repair: Choice) -> Reply:
    """The deal with this repair, and what was mended until the next tap."""
    reply = say(beneath(table), in_turn(table.playing, repair.says) or repair.says)
    if reply.cue is Cue.REFUSED or not repair.note:
        return reply
    shown = reply.table if reply.table.question else replace(reply.table, overlay=Mended(repair.label))
    return replace(reply, table=shown, lines=(repair.note, *reply.lines))
