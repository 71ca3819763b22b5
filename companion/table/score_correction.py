"""Correct a score by hand: whose, by how much, and why, as lists behind one entry of the menu.

A change that is not in the list is made by two corrections.
"""

from __future__ import annotations

from companion.cards import Seat
from companion.match.match import Match
from companion.rules.corrections import ScoreCorrected, statement_of
from companion.rules.deal import with_changed_totals
from companion.rules.game import Choice
from companion.rules.statements import REASONS, Statement
from companion.support.messages import N_, msg
from companion.support.text import listing
from companion.support.values import replace
from companion.table import modes, words
from companion.table.apply_statements import beneath, mode_of, say
from companion.table.choices import MenuEntry
from companion.table.reply import Reply
from companion.table.state import ScoreChanged, Table

AMOUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 20, 25, 26, 30, 40, 50, 75, 100, 200)
"""The points of one correction: a small slip, or what a game scores at once."""


def may_correct(table: Table) -> bool:
    """Whether a score may be corrected now: no card of a play lies there, and the match itself asks nothing.

    Not in a club, whose director corrects the results.
    """
    match = table.match
    if match is None or match.ended or table.begun.gathered or table.club is not None:
        return False
    if not isinstance(modes.under(table.mode), modes.Playing):
        return False
    asked = mode_of(match, unread=table.unread)
    unchanged = with_changed_totals(match.header.game, match.state, (0,) * len(match.header.names))
    return isinstance(asked, modes.Playing) and unchanged is not None


def score_corrections(match: Match) -> Choice:
    """All corrections: UP gives points, DOWN takes them away."""
    sides = tuple(_corrections_of(match, side) for side in match.sides)
    return Choice(words.ENTRIES[MenuEntry.CORRECT_SCORE], then=sides, asks=N_("Whose score?"))


def _corrections_of(match: Match, side: tuple[Seat, ...]) -> Choice:
    changes = (*(-amount for amount in AMOUNTS), *reversed(AMOUNTS))  # the cursor wraps: UP from -1 is +1
    now, who = match.scores[side[0]], listing(match.header.names[seat] for seat in side)
    by = []
    for change in changes:
        why = tuple(Choice(msg(reason), (statement_of(side[0], change, reason),)) for reason in REASONS)
        label = msg("{change}: from {now} to {n}", now=now, change=format(change, "+"), n=now + change)
        by.append(Choice(label, then=why, asks=N_("For what reason?")))
    return Choice(who, then=tuple(by), asks=msg("{who}'s points?", who=who, brief=msg("How much?")))


def correct_score(table: Table, correction: Statement) -> Reply:
    """Correct a score, and show the change until the next tap or press, unless somebody has won by it."""
    reply = say(beneath(table), (correction,))
    match = reply.table.playing
    if reply.is_rejected or match.winners:
        return reply
    change = next(event for event in match.events if isinstance(event, ScoreCorrected))
    return replace(reply, table=replace(reply.table, overlay=ScoreChanged(change)))
