"""What a press means: one match over the modes, and the choices of the game."""

from __future__ import annotations

from typing import assert_never

from companion.cards import Luck
from companion.inputs.inputs import Button
from companion.inputs.questions import move_cursor
from companion.rules.referee.verdicts import NOT_IN_HAND
from companion.rules.statements import Statement
from companion.support.values import replace
from companion.table import club, enrolling, menu, modes, player_tags, repair_menu, setup_dialogue, several_cards
from companion.table.apply_statements import beneath, browse, same_table, say
from companion.table.asked import just_said
from companion.table.card_naming import never_read_pressed
from companion.table.choices import Page
from companion.table.effects import AddLine
from companion.table.modes import Playing, Reading
from companion.table.notes import Dropped
from companion.table.reply import Outcome, Reply
from companion.table.revokes import blame, find_suspects, remedy_question
from companion.table.state import Begun, Refused, Table, TakenBack, Why


def press(table: Table, button: Button, luck: Luck) -> Reply:  # noqa: C901, PLR0912 - every mode
    """The reply to a short press: an overlay is put away, otherwise the mode decides."""
    if table.overlay is not None:
        return _over_the_picture(table, button)
    match table.mode:
        case Playing():
            return _playing_pressed(table, button)
        case (
            modes.SameTable() | modes.NeverRead() | modes.WhoseCard() | modes.WhichPlayer() | modes.WhichSwap()
        ) as mode if button is not Button.OK:
            return browse(table, mode, button)
        case modes.SettingUp() as mode:
            return setup_dialogue.set_up_pressed(table, mode, button, luck)
        case modes.SameTable() as mode:
            return setup_dialogue.same_table_pressed(table, mode, luck)
        case modes.Menu() as mode:
            return menu.menu_pressed(table, mode, button)
        case Reading() as mode:
            return menu.page_turned(table, mode, button)
        case modes.EndingHere():
            return menu.end_pressed(table, button)
        case modes.ShuttingDown() as mode:
            return menu.shut_down_pressed(table, mode, button)
        case modes.Revoke() as mode:
            return repair_menu.revoke_pressed(table, mode, button)
        case modes.WhichSwap() as mode:
            return repair_menu.swap_pressed(table, mode)
        case modes.NeverRead() as mode:
            return never_read_pressed(table, mode)
        case modes.WhoseCard() as mode:
            return several_cards.whose_pressed(table, mode)
        case modes.WhichPlayer() as mode:
            return several_cards.player_pressed(table, mode)
        case modes.OutOfTurn() as mode:
            return player_tags.out_of_turn_pressed(table, mode, button)
        case modes.Enrolling() as mode:
            return enrolling.answer_press(table, mode, button)
        case modes.AtClub() | modes.NextBoard() as mode:
            return club.answer_press(table, mode, button, luck)
        case modes.TryingGains(over=over):
            return Reply(replace(table, mode=over)) if button is Button.BACK else Reply(table, Outcome.MEANINGLESS)
        case modes.GoingToSleep() | modes.Restoring() | modes.SwitchedOff() | modes.Reporting():
            raise AssertionError("`answer` lets no press through")
    assert_never(table.mode)


def _over_the_picture(table: Table, button: Button) -> Reply:
    match table.overlay:
        case TakenBack() if button is Button.OK:
            return menu.undo(table, 1)
        case Refused(rule=rule) if rule is NOT_IN_HAND and button is Button.OK:
            return menu.open_corrections(table)
        case Refused() as refused if button is Button.OK and table.match is not None:
            return Reply(replace(table, overlay=Why(refused)))
        case Why() as why if button is Button.DOWN:
            return Reply(replace(table, overlay=replace(why, number=why.number + 1)))
        case _:
            return Reply(replace(table, overlay=None))


def _playing_pressed(table: Table, button: Button) -> Reply:
    if table.naming:
        return Reply(beneath(replace(table, begun=replace(table.begun, named=None))))
    match button:
        case Button.OK if (reply := _gone_on(table)) is not None:
            return reply
        case Button.BACK if table.begun.gathered or table.begun.drawn:
            below = beneath(replace(table, mode=Playing(), begun=Begun()))
            return Reply(below, Outcome.PART, (AddLine(Dropped().line),))
        case Button.BACK if table.path or table.choosing.cursor:
            return Reply(replace(table, mode=Playing(path=table.path[:-1])))
        case Button.BACK if table.offered and (number := just_said(table.playing)):
            return menu.undo(table, number)
        case Button.OK | Button.UP | Button.DOWN if table.offered:
            return _choice_pressed(table, button)
        case Button.UP | Button.DOWN:
            return _reads(table, button)
        case _:
            return Reply(table, Outcome.MEANINGLESS)


def _page_below(table: Table) -> Page:
    """What DOWN shows: what is public; of a match that is over its ending, or the score chart if nobody has won."""
    if table.playing.expects.words:
        return Page.PUBLIC
    return Page.ENDING if table.playing.winners else Page.COURSE


def _gone_on(table: Table) -> Reply | None:
    """The reply to OK at the end of a deal, of a set, or after a proof; None: OK takes an answer."""
    match = table.playing
    if not match.expects.words:
        return Reply(replace(table, mode=same_table(match)))
    if table.open_set:
        return several_cards.close_set(table)
    if table.scored:
        return say(table, (Statement("deal"),))
    if blame(match):
        return Reply(replace(table, mode=remedy_question(match)), Outcome.PART)
    return repair_menu.choose_swap(table) if find_suspects(match) else None


def _choice_pressed(table: Table, button: Button) -> Reply:
    """The reply among the answers of the game; an answer that leads to others opens them."""
    if button is not Button.OK:
        return _move(table, button)
    choice = table.chosen
    if choice is None:
        return Reply(table, Outcome.MEANINGLESS)
    if choice.then:
        return Reply(replace(table, mode=Playing(path=(*table.path, table.cursor))), Outcome.PART)
    return say(table, choice.says)


def _move(table: Table, button: Button) -> Reply:
    """UP or DOWN: to the next answer, around the list; a list that may be left out ends in what else can be read."""
    cursor, answers = table.choosing.cursor, len(table.offered)
    if not table.optional:
        unset, first = table.cursor < 0, int(table.starts_unset)
        moved = move_cursor(table.cursor + unset, button, answers + unset) - unset
        return Reply(replace(table, mode=Playing(moved + first, table.path)))
    if 0 <= (further := cursor + (1 if button is Button.DOWN else -1)) <= answers:
        return Reply(replace(table, mode=Playing(further)))
    return _reads(table, button)


def _reads(table: Table, button: Button) -> Reply:
    """Where a card is awaited: UP shows the scores, DOWN what is public."""
    page = Page.SCORES if button is Button.UP else _page_below(table)
    return Reply(replace(table, mode=Reading(page, Playing())))
