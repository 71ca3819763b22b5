"""What a tap, the menu and the page for phones cost as a match grows: `pytest -s tests/bench/test_growth_figures.py`.

Counted are calls of functions, which are the same on every computer; what is told in milliseconds is processor time of
a tap from input to picture, without the wires and the card.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from statistics import median
from time import process_time
from typing import NamedTuple

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Held, Input, Pressed, Tapped
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.events import DealScored, GameOver
from companion.rules.statements import END, PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.scoreboard.view import view
from companion.simulation import gesture_search
from companion.support.caching import forget
from companion.support.values import replace
from companion.table.apply_statements import at_moment
from companion.table.choices import Page
from companion.table.handling import handle
from companion.table.modes import Playing, Reading, Revoke
from companion.table.state import House, Table
from companion.tags.tag_decks import CardCopy
from tests.bench.figures import calls, counted, only_with_bench, timed
from tests.evening import RECORDS, match_of, picture_of, whole
from tests.torture import every_so_many

REPEATS = 9 if os.environ.get("BENCH") else 1
BARS = {"settle": (3, 31), "winner": (114, 79)}
"""Calls at the last card of a deal, and at one that proves a revoke: each swap that is tried says cards again."""
FEW, MANY = 2, 63
"""Deals of a short match, and of one of 1,764 statements."""


class Tap(NamedTuple):
    """An input to a table, counted and measured from the input to the picture after it."""

    table: Table
    given: Input

    def does(self) -> Table:
        after = handle(self.table, self.given, lambda _: 0).table
        picture_of(after)
        return after

    @property
    def ms(self) -> float:
        forget()
        began = process_time()
        self.does()
        return 1000 * (process_time() - began)


def table_of(match: Match) -> Table:
    return at_moment(Table(House(GAMES)), match)


def told(match: Match, *statements: Statement) -> Match:
    for statement in statements:
        match, answer = match.say(statement)
        assert answer.applied
    return match


def evening(deals: int) -> Match:
    """So many deals of Bird Dog, the same cards each time; scores far from the end."""
    full = match_of(*whole("birddog-full-deal"))
    deal = [moment.said for moment in full.story() if moment.said][::-1]
    match = Match(replace(full.header, scores=dict.fromkeys(range(3), -500)))
    for turn in range(deals):
        seats = [None if statement.seat is None else (statement.seat + turn) % 3 for statement in deal]
        match = told(match, *(replace(statement, seat=seat) for statement, seat in zip(deal, seats, strict=True)))
    return match


def closed(game: str) -> Iterator[Match]:
    """The moments of a game's records at which a statement ends a deal or the match."""
    for name in RECORDS:
        for line in answers(RECORDS[name].read_text("utf-8"), GAMES) if name.startswith(f"{game}-") else ():
            if line.match and any(isinstance(event, DealScored | GameOver) for event in line.answer.events):
                yield line.match


@cache
def last_cards(game: str) -> tuple[Tap, ...]:
    """The inputs by which a deal ends, where it takes one at most: of a third of the deals, of all in `make bench`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gesture_search, "MOST_INPUTS", 1)  # a longer one is looked for in vain
        return tuple(_last_cards(game))


def _last_cards(game: str) -> Iterator[Tap]:
    for match in [*closed(game)][:: 1 if os.environ.get("BENCH") else 3]:
        assert match.before is not None
        table = table_of(replace(match.before, header=replace(match.header, computers={})))
        gesture = gesture_search.gesture_for(table, match.statement, match)
        if gesture is not None and len(gesture) == 1:
            yield Tap(table, gesture[0])


def rematches(game: str) -> tuple[Tap, ...]:
    """OK at "Same table again?", at the end of each of these matches."""
    ended = (told(match, Statement(END.name)) for match in closed(game))
    return tuple(Tap(table_of(match), Pressed(Button.OK)) for match in ended)


@only_with_bench
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_last_card_of_a_deal_and_the_same_table_again_take_no_time(game: str) -> None:
    for what, taps in {"last card of a deal": last_cards(game), "same table? yes": rematches(game)}.items():
        spent = [median(tap.ms for _ in range(REPEATS)) for tap in taps]
        timed(f"{game}, {what}, median", median(spent), 1.5, "ms", repeats=REPEATS)
        timed(f"{game}, {what}, the slowest of {len(spent)}", max(spent), 1.5, "ms", repeats=REPEATS)


@pytest.mark.parametrize("game", every_so_many(3, sorted(game for game in GAMES if isinstance(GAMES[game], TrickGame))))
def test_the_last_card_settles_its_deal_once_in_each_state(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()

    def count(name: str) -> None:
        does = getattr(type(GAMES[game]), name)
        monkeypatch.setattr(type(GAMES[game]), name, lambda *given: asked.update([name]) or does(*given))

    most: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    taps = last_cards(game)
    for name in BARS:
        count(name)
    for tap in taps:
        asked.clear()
        proven = isinstance(tap.does().mode, Revoke)
        most[proven] |= asked
    for name, bars in BARS.items():
        counted(f"{game}, the last card of a deal, {name}", most[False][name], bars[0], "calls")
        counted(
            f"{game}, the same if it proves a revoke and swaps are tried, {name}", most[True][name], bars[1], "calls"
        )


def test_nothing_that_is_done_in_a_deal_takes_longer_after_many_deals() -> None:
    early, late = (dict(in_deal(evening(deals))) for deals in (FEW, MANY))
    for name, few in early.items():
        counted(f"{name} in deal {MANY}, bar: in deal {FEW} and 1 % for other digits", late[name], 1.01 * few, "calls")


def in_deal(match: Match) -> Iterator[tuple[str, int]]:
    """What is counted in the last deal of a match."""
    taps = 0
    for moment in match.this_deal():
        if moment.said and moment.said.word == PLAY and moment.before:
            tap = Tap(table_of(moment.before), Tapped((CardCopy(str(moment.said.cards[0])),)))
            picture_of(tap.table)
            taps += calls(tap.does)
    yield "all taps", taps
    menu = Tap(table_of(match), Held(Button.BACK))
    yield "the menu", calls(menu.does)
    yield (
        "the page of the last statements",
        calls(lambda: picture_of(replace(menu.table, mode=Reading(Page.HISTORY, Playing())))),
    )


def test_the_page_for_phones_looks_at_nothing_but_the_end_of_earlier_deals() -> None:
    few, many = (calls(partial(view, table_of(evening(deals)))) for deals in (FEW, MANY))
    counted(f"the view for phones, for each deal more up to {MANY}", (many - few) / (MANY - FEW), 16, "calls")
