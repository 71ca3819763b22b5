"""The settings in the menu of the box: their list, a page for each setting, and the effects of a choice.

What can be set comes from outside (`OfferSettings`), because a table knows no settings file and no sound cards.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from typing import assert_never

from companion.inputs.inputs import GainsTried
from companion.inputs.questions import Question
from companion.support.messages import N_, msg
from companion.support.values import replace
from companion.table import modes, words
from companion.table.choices import BoxAnswer, BoxOffer, BoxSetting, ClockTime, GainTrial
from companion.table.effects import KeepSetting, SetClock, TryGains
from companion.table.reply import Outcome, Reply
from companion.table.state import BoxNotice, Table

GAIN = ("reader", "gain")
NO_CARD_SEEN = N_("NO CARD"), N_("The reader saw no card. Lay one on it and try again.")
CLOCK_PARTS = (N_("Year?"), N_("Month?"), N_("Day?"), N_("Hour?"), N_("Minute?"))
FIRST_YEAR, YEARS = 2026, 10
"""The year from which boxes exist: a clock may have been set too far ahead. And the years after the one of the clock
that can be chosen: a box that lay in a cupboard is behind."""


def show_list(table: Table, offered: Sequence[BoxOffer]) -> Table:
    """The table with the list of settings: from the menu, or again after a choice on one of its pages."""
    menu = modes.nearest(table.mode, modes.Menu)
    assert menu is not None, "settings are opened from the menu"
    cursor = 0
    while menu.before is not None:
        menu, cursor = menu.before, menu.question.cursor
    question = Question(words.SETTINGS, tuple(map(_label, offered)), min(cursor, len(offered) - 1))
    return replace(table, mode=replace(menu, question=question, answers=tuple(offered), before=menu))


def choose(table: Table, menu: modes.Menu, answer: BoxOffer | BoxAnswer) -> Reply:
    """OK on the list of settings, or on an answer of one of its pages."""
    match answer:
        case BoxSetting():
            return Reply(replace(table, mode=_page(answer, menu)), Outcome.PART)
        case BoxAnswer(value=value):
            assert menu.before is not None, "a page is opened from the list"
            setting = menu.before.answer
            key = setting.key if isinstance(setting, BoxSetting) else GAIN
            return Reply(table, Outcome.ACCEPTED, (KeepSetting(key, value),))
        case GainTrial():
            return Reply(replace(table, mode=modes.TryingGains(menu)), Outcome.PART, (TryGains(),))
        case ClockTime(parts=parts, set_parts=set_parts) if set_parts == len(parts):
            return Reply(table, Outcome.ACCEPTED, (SetClock(parts),))
        case ClockTime():
            return Reply(replace(table, mode=_clock_page(answer, menu)), Outcome.PART)
    assert_never(answer)


def offer_gains(table: Table, tried: GainsTried) -> Reply:
    """The gains with how often each read the card; the cursor is on the middle one of the best."""
    if not isinstance(table.mode, modes.TryingGains):
        return Reply(table)
    menu = table.mode.over
    assert isinstance(menu, modes.Menu)
    if not any(times for _, times in tried.times):
        return Reply(replace(table, mode=menu, overlay=BoxNotice(*NO_CARD_SEEN)))
    most = max(times for _, times in tried.times)
    answers = tuple(
        BoxAnswer(
            msg("{n} dB: read {times} of {all}", n=gain_db, times=times, all=tried.polls),
            gain_db,
            msg(N_("Reads best: OK = {n} dB") if times == most else N_("OK = use {n} dB"), n=gain_db),
        )
        for gain_db, times in tried.times
    )
    best = [place for place, (_, times) in enumerate(tried.times) if times == most]
    page = BoxSetting(GAIN, N_("Strength?"), answers, best[len(best) // 2])
    return Reply(replace(table, mode=_page(page, menu)), Outcome.PART)


def _label(offer: BoxOffer) -> str:
    match offer:
        case BoxSetting(title=title, answers=answers, now=now):
            return words.setting(title, answers[now].label)
        case GainTrial(now=now):
            return msg("reader: {n} dB", n=now)
        case ClockTime():
            return N_("date and time")
    assert_never(offer)


def _page(setting: BoxSetting, before: modes.Menu) -> modes.Menu:
    needs = tuple(answer.needs for answer in setting.answers)
    labels = tuple(answer.label for answer in setting.answers)
    question = Question(setting.title, labels, setting.now, below=needs if any(needs) else ())
    return replace(before, question=question, answers=setting.answers, before=before)


def _clock_page(time: ClockTime, before: modes.Menu) -> modes.Menu:
    """The values of the next part of a time."""
    part, now = time.set_parts, time.parts[time.set_parts]
    values = _values(time)
    labels = tuple(words.MONTHS[value - 1] if part == 1 else f"{value:02}" for value in values)
    question = Question(CLOCK_PARTS[part], labels, min(max(0, now - values[0]), len(values) - 1))
    answers = tuple(ClockTime((*time.parts[:part], value, *time.parts[part + 1 :]), part + 1) for value in values)
    return replace(before, question=question, answers=answers, before=before)


def _values(time: ClockTime) -> range:
    year, month, *_ = time.parts
    years, days = range(min(year, FIRST_YEAR), year + YEARS + 1), range(1, monthrange(year, month)[1] + 1)
    return (years, range(1, 13), days, range(24), range(60))[time.set_parts]
