"""What a press means: it belongs to the picture it answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button, Cue
from companion.inputs.questions import AGAIN, WHO, Question, answers, at_once, moved_among
from companion.rules.referee.verdicts import NOT_IN_HAND
from companion.rules.statements import Statement
from companion.support.values import replace
from companion.table.apply import beneath, same_table, say
from companion.table.card_naming import accepted
from companion.table.menu import correcting, menu_chosen, menu_left, page_turned, shut_down_pressed, undo
from companion.table.new_game import after_the_game, set_up_pressed
from companion.table.player_tags import who_left, who_pressed
from companion.table.repair_menu import said_back, swap_chosen, wrong_seat
from companion.table.revokes import TAKE_BACK, WRONG_SEAT, blamed, remedy_question, suspected, takings_back
from companion.table.sets import answered, answered_by_the_next, closed, handed_on, joined
from companion.table.state import Page, Refused, Reply, ShutDown, Table, TakenBack

if TYPE_CHECKING:
    from companion.table.setup import Luck


def pressed(table: Table, button: Button, luck: Luck) -> Reply:
    """A short press: what lies over the picture is put away, then come questions, then the match."""
    if isinstance(table.overlay, Page):
        return page_turned(table, table.overlay, button)
    if isinstance(table.overlay, ShutDown):
        return shut_down_pressed(table, button)
    if isinstance(table.overlay, TakenBack) and button is Button.OK:
        return undo(table, 1)
    if isinstance(table.overlay, Refused) and table.overlay.rule is NOT_IN_HAND and button is Button.OK:
        return correcting(table)
    if table.overlay is not None:
        return Reply(replace(table, overlay=None))
    if table.match is not None and table.naming:
        return Reply(replace(table, named=None))
    if table.setting_up is not None and (table.question is None or table.question.over is None):
        return set_up_pressed(table, table.setting_up, button, luck)
    if table.question is not None:
        return _question_pressed(table, table.question, button, luck)
    return _match_pressed(table, button)


def _match_pressed(table: Table, button: Button) -> Reply:
    expected = table.playing.expects
    match button:
        case Button.OK if not expected.words:
            return Reply(replace(table, question=same_table(table.playing)))
        case Button.OK if table.open_set:
            return closed(table)
        case Button.OK if table.scored:
            return say(table, (Statement("deal"),))
        case Button.OK if blamed(table.playing) or suspected(table.playing):
            return _suspicion_pressed(table)
        case Button.BACK if table.gathered or table.drawn:
            return Reply(replace(table, gathered=(), drawn=(), named=None, interrupted=False), ("; dropped",), Cue.PART)
        case Button.BACK:
            return Reply(replace(table, cursor=0, path=table.path[:-1]))
        case Button.OK | Button.UP | Button.DOWN if answers(table.offered, table.cursor, button):
            return _choice_pressed(table, button)
        case Button.UP:
            return Reply(replace(table, overlay=Page("scores")))
        case Button.DOWN:
            page = Page("public" if expected.words else "course")
            return answered_by_the_next(table, button) or Reply(replace(table, overlay=page))
        case _:
            return Reply(table, cue=Cue.STALE)


def _suspicion_pressed(table: Table) -> Reply:
    """What shall follow where it is proven who broke a rule; else the swap that would explain it."""
    if blamed(table.playing):
        return Reply(replace(table, question=remedy_question(table.playing)), cue=Cue.PART)
    return wrong_seat(table)


def _choice_pressed(table: Table, button: Button) -> Reply:
    """Among the answers that the game offers; one that leads to others is gone into."""
    place = table.cursor if button is Button.OK else at_once(table.offered, button)
    if place is None:
        return Reply(replace(table, cursor=moved_among(table.offered, table.cursor, button)))
    choice = table.offered[place]
    if choice.then:
        return Reply(replace(table, path=(*table.path, place), cursor=0), cue=Cue.PART)
    return say(table, choice.says)


def _question_pressed(table: Table, question: Question, button: Button, luck: Luck) -> Reply:
    match button:
        case Button.DOWN if question.asks == AGAIN:
            return handed_on(table, question.cards)
        case Button.UP | Button.DOWN:
            return Reply(replace(table, question=question.moved(button)))
        case Button.BACK if question.asks == WHO:
            return who_left(table, question)
        case Button.BACK if question.path:
            return menu_left(table, question)
        case Button.BACK:
            return Reply(_left(table, question))
        case Button.OK:
            return _answered(table, question, luck)


def _left(table: Table, question: Question) -> Table:
    """The table without a question that somebody opened; what the match itself asks is not left, only begun again."""
    below = beneath(table)
    if (table.before_play and question.over is None) or (
        below.question is not None and below.question.asks == question.asks
    ):
        return replace(table, question=replace(question, cursor=0))
    return below


def _answered(table: Table, question: Question, luck: Luck) -> Reply:
    match question.asks:
        case "remedy" | "take back" if question.chosen == WRONG_SEAT:
            return wrong_seat(table, question.cards)
        case "who":
            return who_pressed(table, question)
        case "whose":
            return swap_chosen(table, question)
        case "remedy":
            return answered(say(table, (Statement("remedy", value=question.chosen),)), question.cards)
        case "never read":
            return accepted(table, question)
        case "again":
            return (handed_on if question.cursor else joined)(table, question.cards)
        case "take back":
            return _taken_back_or_not(table, question)
        case "same table":
            return after_the_game(table, question.chosen, luck)
        case _:
            return menu_chosen(table, question, luck)


def _taken_back_or_not(table: Table, question: Question) -> Reply:
    """The first revoke is taken back and all after it; or play goes on, which a note remembers."""
    back, *_ = takings_back(table.playing)
    if question.chosen == TAKE_BACK:
        return said_back(table, back)
    return Reply(replace(table, question=None, waived=True), (f"; waived {back.cards[0]}",), Cue.PART)
