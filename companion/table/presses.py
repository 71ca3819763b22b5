"""What a press means: it belongs to the picture it answered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.statements import Statement
from companion.table.beginning import leave, same_again, set_up_pressed
from companion.table.inputs import Button, Cue
from companion.table.menu import menu_chosen, page_turned, undo
from companion.table.questions import Question, moved
from companion.table.speaking import open_question, same_table, say
from companion.table.table import Page, Reply, Table, TakenBack

if TYPE_CHECKING:
    from companion.table.setup import Luck


def pressed(table: Table, button: Button, luck: Luck) -> Reply:
    """A short press: what lies over the picture is put away, then come questions, then the match."""
    if isinstance(table.overlay, Page):
        return page_turned(table, table.overlay, button)
    if isinstance(table.overlay, TakenBack) and button is Button.OK:
        return undo(table, 1)
    if table.overlay is not None:
        return Reply(replace(table, overlay=None))
    if table.setting_up is not None:
        return set_up_pressed(table, table.setting_up, button, luck)
    if table.question is not None:
        return _question_pressed(table, table.question, button, luck)
    return _match_pressed(table, button)


def _match_pressed(table: Table, button: Button) -> Reply:
    expected = table.playing.expects
    match button:
        case Button.OK if not expected.words:
            return Reply(replace(table, question=same_table(table.playing)))
        case Button.OK if table.scored:
            return say(table, (Statement("deal"),))
        case Button.BACK if table.gathered:
            return Reply(replace(table, gathered=()), ("; dropped",), Cue.PART)
        case Button.BACK:
            return Reply(replace(table, cursor=0))
        case Button.UP | Button.DOWN if expected.choices:
            return Reply(replace(table, cursor=moved(table.cursor, button, len(expected.choices))))
        case Button.UP:
            return Reply(replace(table, overlay=Page("scores")))
        case Button.DOWN:
            return Reply(replace(table, overlay=Page("public")))
        case Button.OK if expected.choices:
            return say(table, expected.choices[table.cursor].says)
        case _:
            return Reply(table, cue=Cue.STALE)


def _question_pressed(table: Table, question: Question, button: Button, luck: Luck) -> Reply:
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, question=question.moved(button)))
        case Button.BACK:
            return Reply(table if table.before_play else _beneath(table))
        case Button.OK:
            return _answered(table, question, luck)


def _answered(table: Table, question: Question, luck: Luck) -> Reply:
    match question.asks:
        case "remedy":
            return say(table, (Statement("remedy", value=question.chosen),))
        case "same table":
            return same_again(table, luck) if question.chosen == "yes" else leave(table, luck)
        case _:
            return menu_chosen(_beneath(table), question.cursor)


def _beneath(table: Table) -> Table:
    """The table without the menu: what the match itself asks stays open until it is answered."""
    return replace(table, question=open_question(table.playing))
