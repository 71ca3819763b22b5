"""The menu behind a held BACK, pages to read, and taking back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee.verdicts import Illegal
from companion.statements import Statement
from companion.table.inputs import Button, Cue
from companion.table.questions import Question
from companion.table.speaking import as_seen, at_moment, refused, say
from companion.table.table import Page, Reply, Table, TakenBack

if TYPE_CHECKING:
    from companion.match import Match

MENU = ("undo", "this deal", "rules", "sound", "end here")


def menu_opened(table: Table) -> Reply:
    """Everything that is not a move in the game."""
    if table.match is None or table.before_play:
        return Reply(table, cue=Cue.STALE)
    sound = "sound on" if table.muted else "sound off"
    last = last_words(table.match)
    undo = f"undo {last}" if last else "undo: nothing"
    question = Question("menu", "Menu", (undo, "this deal", "rules", sound, "end here"))
    return Reply(replace(table, question=question, overlay=None), cue=Cue.PART)


def menu_chosen(table: Table, place: int) -> Reply:
    """What the menu was opened for."""
    match MENU[place]:
        case "undo":
            return undo(table, 1)
        case "this deal":
            return Reply(replace(table, overlay=Page("history")))
        case "rules":
            return Reply(replace(table, overlay=Page("rules")))
        case "sound":
            return Reply(replace(table, muted=not table.muted))
        case _:
            return say(table, (Statement("end"),))


def undo(table: Table, statements: int) -> Reply:
    """Take back the last statements; pressing OK again takes back one more."""
    undo = Statement("undo", value=str(statements))
    said = table.playing.said
    before, answer = table.playing.say(undo)
    if isinstance(answer.verdict, Illegal):
        return refused(table, "", answer.verdict.rule)
    assert said is not None
    earlier = table.overlay.statements if isinstance(table.overlay, TakenBack) else ()
    undone = replace(at_moment(table, before), overlay=TakenBack((*earlier, as_seen(said))))
    return Reply(undone, (before.header.language.write(undo),), Cue.PART)


def page_turned(table: Table, page: Page, button: Button) -> Reply:
    """DOWN turns the page of a long text; anything else puts it away."""
    turns = {Button.DOWN: 1, Button.UP: -1}
    if button in turns and page.name in {"rules", "history"}:
        return Reply(replace(table, overlay=Page(page.name, page.number + turns[button])))
    return Reply(replace(table, overlay=None))


def last_words(match: Match) -> str:
    """The last statement as people say it: name and card, or the line of the record."""
    if match.said is None:
        return ""
    said = as_seen(match.said)
    words = match.header.language.write(said)
    for card in said.cards:
        words = words.replace(str(card), card.sign)
    return words
