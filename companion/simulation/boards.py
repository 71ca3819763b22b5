"""The boards of a club: simulated tables deal the same cards for one, wherever and whenever it is played."""

from __future__ import annotations

from itertools import dropwhile, islice

from companion.match.match import Match
from companion.rules.statements import DEAL
from companion.table.club import deals_scored
from companion.table.state import Table


def board_in_play(table: Table) -> str:
    """The name of the board whose cards are in play, or else are dealt next; empty: they belong to no board.

    A deal that is dealt again is still of the same board.
    """
    club = table.club
    if club is None or not club.boards:
        return ""
    before = _before_the_deal(table.playing)
    deal = deals_scored(before) if before is not None else 0
    return f"{club.event}/board {club.boards[deal]}" if deal < len(club.boards) else ""


def _before_the_deal(match: Match) -> Match | None:
    """The moment before the last deal, or the present one where a deal is next. None: nothing was dealt yet."""
    if DEAL.name in match.expects.words:
        return match
    since = dropwhile(lambda moment: moment.said is None or moment.said.word != DEAL.name, match.story())
    return next(islice(since, 1, None), None)
