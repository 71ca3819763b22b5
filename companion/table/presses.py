"""What a press means: it belongs to the picture it answered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.statements import Statement
from companion.table.beginning import leave, same_again, set_up_pressed
from companion.table.inputs import Button, Cue
from companion.table.menu import menu_chosen, page_turned, same_table, undo
from companion.table.questions import Question, moved
from companion.table.speaking import say
from companion.table.table import Page, Reply, Table, TakenBack

if TYPE_CHECKING:
    from companion.table.setup import Luck


def pressed(table: Table, button: Button, luck: Luck) -> Reply:
    """A short press: what lies over the picture comes first, then questions, then the match."""
    if isinstance(table.overlay, Page):
        return page_turned(table, table.overlay, button)
    if isinstance(table.overlay, TakenBack) and button is Button.OK:
        return undo(table, 1)
    if table.setting_up is not None:
        return set_up_pressed(replace(table, overlay=None), table.setting_up, button, luck)
    if table.question is not None:
        return _question_pressed(replace(table, overlay=None), table.question, button, luck)
    return _match_pressed(replace(table, overlay=None), button)


def _match_pressed(table: Table, button: Button) -> Reply:
    expected = table.playing.expects
    if not expected.words and button is Button.OK:
        return Reply(replace(table, question=same_table(table.playing)))
    match button:
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
            stays = question.asks == "same table"
            return Reply(table if stays else replace(table, question=None))
        case Button.OK:
            return _answered(replace(table, question=None), question, luck)


def _answered(table: Table, question: Question, luck: Luck) -> Reply:
    match question.asks:
        case "remedy":
            return say(table, (Statement("remedy", value=question.chosen),))
        case "same table":
            return same_again(table, luck) if question.chosen == "yes" else leave(table, luck)
        case _:
            return menu_chosen(table, question.cursor)
