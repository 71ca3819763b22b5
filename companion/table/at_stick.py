"""What the table makes of the news from a USB stick. Loaded with the first of them."""

from __future__ import annotations

from typing import assert_never

from companion.inputs.questions import Question
from companion.inputs.stick_news import BackedUp, BackupRead, NotRestored, Restored, StickSeen
from companion.support.messages import N_, msg, msg_n
from companion.support.values import replace
from companion.table import choices, modes, words
from companion.table.effects import TakeStock
from companion.table.menu import open_menu
from companion.table.reply import Outcome, Reply
from companion.table.state import BackingUp, ReadingBackup, Table

RESTORE, BRING_IT = N_("Restore?"), N_("bring it to this box")


def backup_of(day: str, came: str) -> str:
    """The date of a backup (2026-11-27), and what it adds."""
    year, month, number = day.split("-")
    named = words.MONTHS[int(month) - 1]
    told = msg("From {day} {month} {year}. Adds {came}.", day=number.lstrip("0"), month=named, year=year, came=came)
    return msg("{told}   {ok}", told=told, ok=msg("OK = restore   BACK = no"))


def brings(decks: int, matches: int) -> str:
    """So many decks and matches."""
    games = msg_n("{n} game", "{n} games", matches)
    return msg("{matches}, {decks}", matches=games, decks=msg_n("{n} deck", "{n} decks", decks))


def follow_news(table: Table, news: BackedUp | StickSeen | BackupRead | Restored | NotRestored) -> Reply:
    """The reply to what has come of the work at a USB stick."""
    awake = replace(table, resumed=None, held_eighths=0)
    match news:
        case StickSeen(has_backup=has_backup):
            return Reply(follow_stick(table, has_backup=has_backup))
        case BackupRead():
            return Reply(ask_to_restore(table, news), Outcome.PART)
        case BackedUp(fault=fault):
            outcome = Outcome.REJECTED if fault else Outcome.DONE
            return Reply(replace(awake, overlay=BackingUp(news)), outcome)
        case Restored():
            return Reply(_after_work(awake, news), Outcome.DONE, (TakeStock(),))
        case NotRestored():
            came = (TakeStock(),) if isinstance(table.mode, modes.Restoring) else ()
            return Reply(_after_work(awake, news), Outcome.REJECTED, came)
    assert_never(news)


def _after_work(table: Table, news: Restored | NotRestored) -> Table:
    mode = table.mode.over if isinstance(table.mode, modes.Restoring) else table.mode
    return replace(table, mode=mode, overlay=BackingUp(news))


def follow_stick(table: Table, *, has_backup: bool) -> Table:
    """The table when a backup on a USB stick has come or gone; an open menu gains or loses its entry."""
    table, menu = replace(table, house=replace(table.house, restores=has_backup)), table.mode
    if not isinstance(menu, modes.Menu) or choices.MenuEntry.BACK_UP not in menu.answers:
        return table
    opened_anew = open_menu(replace(table, mode=menu.over)).table
    assert isinstance(opened_anew.mode, modes.Menu)
    answers, question = opened_anew.mode.answers, opened_anew.mode.question
    cursor = answers.index(menu.answer) if menu.answer in answers else 0
    return replace(table, mode=replace(opened_anew.mode, question=replace(question, cursor=cursor)))


def ask_to_restore(table: Table, read: BackupRead) -> Table:
    """The table with the question whether this backup shall come; as it is if somebody has gone on meanwhile."""
    if not isinstance(table.overlay, ReadingBackup):
        return table
    below = (backup_of(read.day, brings(read.decks, read.matches)),)
    question = Question(RESTORE, (BRING_IT,), below=below)
    return replace(table, mode=modes.Menu(question, (choices.ToRestore(read.file),), table.mode), overlay=None)
