"""Apply a repair: from the menu, or from the screen of a revoke that was a slip at the reader."""

from __future__ import annotations

from companion.cards import Card, Seat
from companion.inputs.inputs import Button
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.game import Choice
from companion.rules.statements import PLAY, Statement
from companion.support.values import replace
from companion.table import choices, revokes, words
from companion.table.apply_statements import beneath, browse, say
from companion.table.effects import AddLine
from companion.table.modes import Revoke, WhichSwap
from companion.table.repairs import in_turn, played_in_deal, swaps_that_clear
from companion.table.reply import Outcome, Reply
from companion.table.several_cards import lay_waiting
from companion.table.state import Mended, Table, TakenBack, Why

BACK = "back"
"""The statement that takes back a play and everything after it."""


def revoke_pressed(table: Table, asked: Revoke, button: Button) -> Reply:
    """A press at the question what follows a revoke; BACK, which cannot leave it, says why it is one."""
    if button is Button.BACK and revokes.revokes_in_question(table.playing):
        return Reply(replace(table, overlay=Why()))
    if button is not Button.OK:
        return browse(table, asked, button)
    match asked.answers[asked.question.cursor]:
        case choices.Remedy.SWAP:
            return choose_swap(table, asked.waiting)
        case choices.Remedy.TAKE_BACK:
            return take_back(table, revokes.takings_back(table.playing)[0])
        case remedy:
            return lay_waiting(say(table, (Statement("remedy", value=remedy.value),)), asked.waiting)


def choose_swap(table: Table, waiting: tuple[Card, ...] = ()) -> Reply:
    """Apply the swap that explains a wrong card, or ask which of several it was; then the `waiting` cards count."""
    swaps = swaps_that_clear(table.playing)
    if len(swaps) == 1:
        return lay_waiting(repair(table, swaps[0]), waiting)
    asked = WhichSwap(Question(words.WHICH_TWO, tuple(swap.label for swap in swaps)), swaps, waiting)
    return Reply(replace(table, mode=asked), Outcome.PART)


def swap_pressed(table: Table, asked: WhichSwap) -> Reply:
    """OK at the question which swap it was."""
    return lay_waiting(repair(table, asked.swaps[asked.question.cursor]), asked.waiting)


def repair(table: Table, repair: Choice) -> Reply:
    """Apply this repair to the deal and show it until the next tap."""
    if [said.word for said in repair.says] == [BACK]:
        return take_back(table, repair.says[0])
    reply = say(beneath(table), in_turn(table.playing, repair.says) or repair.says)
    if reply.is_rejected or not repair.note:
        return reply
    done = Mended(repair.label, _handed_over(table.playing, reply.table.playing))
    shown = reply.table if reply.table.question else replace(reply.table, overlay=done)
    return replace(reply, table=shown, effects=(AddLine(repair.note), *reply.effects))


def take_back(table: Table, back: Statement) -> Reply:
    """Take back a play and everything after it; the owners of the cards are shown until the next tap."""
    reply = say(beneath(table), (back,))
    if reply.is_rejected or reply.table.question is not None:
        return reply
    plays = [moment.said for moment in played_in_deal(table.playing) if moment.said and moment.said.word == PLAY]
    same = (place for place, said in enumerate(plays) if (said.seat, said.cards) == (back.seat, back.cards))
    since = next(same, len(plays))
    return replace(reply, table=replace(reply.table, overlay=TakenBack(tuple(plays[: since - 1 : -1]))))


def _handed_over(before: Match, after: Match) -> tuple[tuple[int, Seat], ...]:
    """The tricks whose taker has changed, with the new one."""
    pairs = enumerate(zip(_takers(before), _takers(after), strict=False), start=1)
    return tuple((number, now) for number, (once, now) in pairs if once != now)


def _takers(match: Match) -> tuple[Seat, ...]:
    """The takers of the tricks of this deal; empty after a play was taken back."""
    stream = played_in_deal(match)
    if any(moment.said and moment.said.word == BACK for moment in stream):
        return ()
    return tuple(event.winner for moment in stream for event in moment.events if isinstance(event, TrickTaken))
