"""The only entry to the table: inputs in order of arrival.

`handle` is pure: it returns the table afterwards, what came of the input, and the effects that must be done before that
table is shown. A rejected input changes nothing and writes nothing; pieces in closed fists are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.cards import Luck
from companion.inputs import inputs
from companion.inputs.inputs import Button
from companion.support.lazy_import import lazy_call
from companion.support.values import replace
from companion.table import buttons, effects, enrolling, modes, setup_dialogue, taps, timing
from companion.table.club import follow, take_order
from companion.table.menu import ok_held, open_menu, say_of_menu
from companion.table.reply import Outcome, Reply
from companion.table.state import CannotRead, ClearReader, Table, put_away
from companion.tags.tag_decks import CardCopy

FROM_STICK: Callable[..., Reply] = lazy_call("companion.table.at_stick:follow_news")
OFFER_GAINS: Callable[..., Reply] = lazy_call("companion.table.settings_menu:offer_gains")
AWAKENS = (
    inputs.Pressed,
    inputs.Held,
    inputs.Tapped,
    inputs.UnreadableTag,
    inputs.Ordered,
    inputs.NewGame,
    inputs.MenuStatement,
)
"""What keeps a box awake that is about to switch itself off."""

UNASKED = (inputs.Health, inputs.Ordered, inputs.Untouched, inputs.StickNews)
"""What comes by itself while a damaged file is reported."""

MOST_WEAK = 8
"""Maximum number of cards with failed polls that are remembered."""


def handle(table: Table, given: inputs.Input, luck: Luck) -> Reply:
    """The reply to an input."""
    open_ones = taps.without_fists(table, given)
    return Reply(table) if open_ones is None else answer(table, open_ones, luck)


def answer(table: Table, given: inputs.Input, luck: Luck) -> Reply:
    """The reply to an input without pieces in closed fists; in a club what follows from it for its table."""
    reply = _answer(table, given, luck)
    if reply.table.house.club is None and reply.table.club is None:
        return reply
    return follow(table, reply)


def _answer(table: Table, given: inputs.Input, luck: Luck) -> Reply:  # noqa: C901, PLR0912 - every input
    if isinstance(table.mode, modes.GoingToSleep):  # over any other mode, as a report
        table = replace(table, mode=table.mode.over) if isinstance(given, AWAKENS) else table
        if isinstance(given, inputs.Pressed | inputs.Held | inputs.Holding):
            return Reply(table)  # it only keeps the box awake
    match table.mode:
        case modes.SwitchedOff():
            return Reply(table)
        case modes.Restoring() if not isinstance(given, inputs.StickNews):
            touched = isinstance(given, inputs.Tapped | inputs.Pressed | inputs.Held)
            return Reply(table, Outcome.MEANINGLESS if touched else Outcome.NOTHING)
        case modes.Reporting() as mode if not isinstance(given, UNASKED):
            return _at_the_damaged(table, mode, given)
    awake = replace(table, resumed=None, held_eighths=0) if table.resumed or table.held_eighths else table
    match given:
        case inputs.Tapped():
            return taps.answer_tap(awake, given, luck)
        case inputs.Pressed(button=button):
            return _answering(table, awake, buttons.press(awake, button, luck))
        case inputs.Held(button=Button.OK) | inputs.Holding(button=Button.OK):
            return ok_held(table, given)
        case inputs.Held():
            return _answering(table, awake, open_menu(awake))
        case inputs.Holding(eighths=eighths):
            return Reply(replace(table, held_eighths=eighths))
        case inputs.Health():
            return Reply(with_health(table, given))
        case inputs.Waited(seconds=seconds):
            return timing.goes_on(table, seconds)
        case inputs.Resting():
            looked_at = table.overlay is not None or put_away(table) is not table
            return Reply(table if looked_at else replace(table, overlay=ClearReader()))
        case inputs.UnreadableTag(gone=True):
            return Reply(replace(table, overlay=None) if isinstance(table.overlay, CannotRead) else table)
        case inputs.UnreadableTag():
            stays = isinstance(table.overlay, ClearReader) or isinstance(table.mode, modes.ShuttingDown)
            return Reply(table if stays else replace(put_away(table), overlay=CannotRead()))
        case inputs.Ordered():
            return take_order(table, given)
        case inputs.NewGame():
            return setup_dialogue.begin_ordered(awake, given, luck)
        case inputs.MenuStatement(said=said):
            return say_of_menu(awake, said)
        case inputs.Lifted():
            return _lift(table, given)
        case inputs.StickNews():
            return FROM_STICK(table, given)
        case inputs.Untouched():
            return timing.fall_asleep(table, now=given.now)
        case inputs.GainsTried():
            return OFFER_GAINS(table, given)


def _at_the_damaged(table: Table, mode: modes.Reporting, given: inputs.Input) -> Reply:
    """OK confirms that somebody knows of the file; only then it is put aside, so that no power cut hides it.

    What cannot be read stays where it is.
    """
    first, *others = mode.files
    match given:
        case inputs.Pressed(button=Button.OK):
            after = replace(table, mode=modes.Reporting(tuple(others), mode.over) if others else mode.over)
            if not isinstance(first, modes.Damaged) or not first.record:
                return Reply(after, Outcome.PART)
            if first.absent:
                return Reply(after, Outcome.PART, (effects.ParkAbsent(first.record),))
            if first.goes_on and not table.in_play:
                return Reply(after, Outcome.PART, (effects.CutDamage(first.record), effects.TakeUpRecord(first.record)))
            return Reply(after, Outcome.PART, (effects.QuarantineRecord(first.record),))
        case inputs.Pressed():
            return Reply(table, Outcome.MEANINGLESS)
        case inputs.Tapped():
            return Reply(table, Outcome.REJECTED)
        case _:
            return Reply(table)


def _lift(table: Table, lifted: inputs.Lifted) -> Reply:
    if isinstance(table.mode, modes.Enrolling):
        return enrolling.lift(table, table.mode, lifted)
    cleared = replace(table, overlay=None) if isinstance(table.overlay, ClearReader) else table
    return Reply(_read_badly(cleared, lifted) if lifted.unread else cleared)


def _answering(table: Table, awake: Table, reply: Reply) -> Reply:
    """A press without a meaning beeps low and keeps the picture; the first one only removes the title RESUMED."""
    if reply.outcome is not Outcome.MEANINGLESS and (reply.effects or reply.table != awake):
        return reply
    return Reply(awake, Outcome.NOTHING if table.resumed else Outcome.MEANINGLESS)


def with_health(table: Table, health: inputs.Health) -> Table:
    """The health of the parts, and the failed polls counted here; the same table if nothing is new."""
    known = replace(health, weak=table.health.weak) if table.health.weak else health
    return table if known == table.health else replace(table, health=known)


def _read_badly(table: Table, lifted: inputs.Lifted) -> Table:
    """The table after more polls that failed to read this card; the worst few cards are remembered."""
    if table.match is None or not isinstance(lifted.piece, CardCopy):
        return table
    face = table.match.header.game.deck.card(lifted.piece.card)
    polls = Counter(dict(table.health.weak))
    polls[face.sign if face else lifted.piece.card] += lifted.unread
    return replace(table, health=replace(table.health, weak=tuple(polls.most_common(MOST_WEAK))))
