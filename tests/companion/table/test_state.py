"""Whatever reaches the table: nothing raises, what is refused changes nothing, and the lines lead back to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.birddog.rules import BIRD_DOG
from companion.games.birdhead.rules import BIRD_HEAD
from companion.games.bonehead.rules import BONEHEAD
from companion.games.registry import GAMES
from companion.inputs import inputs
from companion.inputs.inputs import Button, Health, Held, Input, Pressed, Stranger, Tapped
from companion.match.header import Header
from companion.match.match import Match
from companion.table.apply_statements import mode_of
from companion.table.effects import FinishRecord
from companion.table.from_record import resume
from companion.table.handling import handle
from companion.table.reply import Outcome, Reply
from companion.table.setup_dialogue import begin, open_table
from companion.table.state import Begun, House, Table
from companion.tags.tag_decks import CardCopy, CommandCard, Person, Piece
from tests.evening import picture_of
from tests.torture import so_many

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

REGULARS = ("Ann", "Bob", "Cid")
CARDS = tuple(CardCopy(str(card)) for card in BIRD_DOG.deck.cards_in_order)


@dataclass(frozen=True)
class Right:
    """The tap of some card that is right now, if there is one."""

    which: int


@dataclass(frozen=True)
class Again:
    """Power off and on."""


Step: TypeAlias = Input | Right | Again

PIECES: st.SearchStrategy[Piece | Stranger] = st.one_of(
    st.sampled_from(CARDS),
    st.sampled_from(CommandCard),
    st.sampled_from(("Ann", "bob", "Dee")).map(Person),
    st.sampled_from((Stranger(), Stranger("other deck"), Stranger(uid=bytes(4)), CardCopy("2S"))),
)
PRESSES = st.sampled_from(Button).map(Pressed)
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(Right, st.integers(0, 23)),
    st.builds(Right, st.integers(0, 23)),
    st.builds(Right, st.integers(0, 23)),
    PRESSES,
    PRESSES,
    st.lists(PIECES, min_size=1, max_size=3, unique=True).map(lambda pieces: Tapped(tuple(pieces))),
    st.sampled_from(
        (
            Held(),
            inputs.Holding(3),
            inputs.Holding(0),
            inputs.Resting(),
            inputs.UnreadableTag(),
            inputs.UnreadableTag(gone=True),
            inputs.Lifted(),
            Health(),
            Health("Reader: no answer"),
        )
    ),
    st.just(Again()),
)


def luck(_: int) -> int:
    return 0


def right_tap(table: Table, which: int) -> Input:
    """The tap of a card that is accepted now, from this one on; of any card if none is."""
    deck = (table.match.header.game if table.match else BIRD_DOG).deck.cards_in_order
    first = which % len(deck)
    taps = [Tapped((CardCopy(str(card.face), card.copy),)) for card in (*deck[first:], *deck[:first])]
    return next((tap for tap in taps if not handle(table, tap, luck).is_rejected), taps[0])


class Evening:
    """A table and the running record that it would have on the card (empty: no game is on)."""

    def __init__(self, table: Table, lines: tuple[str, ...] = ()) -> None:
        self.table = table
        self.lines = lines
        self.last: Header | None = None

    def takes(self, step: Step) -> None:
        match step:
            case Again():
                self.switched_off_and_on()
            case Right(which=which):
                self.given(right_tap(self.table, which))
            case _:
                self.given(step)

    def given(self, given: Input) -> None:
        reply = handle(self.table, given, luck)
        assert_nothing_is_half_done(self.table.match, reply)
        finishes = FinishRecord() in reply.effects
        if finishes and self.lines:
            self.last = self.table.playing.header
        kept = () if reply.begins or finishes else self.lines
        self.table, self.lines = reply.table, (*kept, *reply.lines)
        if not reply.is_rejected:
            picture_of(self.table)

    def switched_off_and_on(self) -> None:
        """The lines lead back to the table that was, or to one without a game."""
        resumed = resume(self.lines, House(GAMES, REGULARS))
        assert (resumed is not None) == bool(self.lines)
        if resumed is not None:
            before = plain(self.table, resumed.begun.interrupted)
            assert picture_of(resumed).rows()[16:] == picture_of(before).rows()[16:]
            assert plain(resumed) == plain(self.table)
        self.table = resumed or open_table(House(GAMES, REGULARS), self.last)


def plain(table: Table, interrupted: bool = False) -> Table:  # noqa: FBT001, FBT002 - a test
    """The table without what need not come back: overlays, menus, cursors, sound, and the title RESUMED."""
    if table.match is None:
        return table
    return replace(
        table,
        mode=mode_of(table.match),
        overlay=None,
        begun=Begun(interrupted=interrupted),
        held_eighths=0,
        house=replace(table.house, muted=False),
        resumed=None,
        health=Health(),
    )


def assert_nothing_is_half_done(before: Match | None, reply: Reply) -> None:
    """What was refused left the match and the card as they were; what changed the match is in the lines."""
    if reply.outcome in {Outcome.REJECTED, Outcome.MEANINGLESS}:
        assert (reply.table.match, reply.effects) == (before, ())
    if reply.table.match is not before and FinishRecord() not in reply.effects:
        assert reply.lines


@settings(max_examples=so_many(10, 400), deadline=None)
@given(st.lists(STEPS, min_size=15, max_size=40))
def test_from_the_set_up_on_nothing_raises_and_the_lines_lead_back(steps: list[Step]) -> None:
    evening = Evening(open_table(House(GAMES, REGULARS)))
    for step in (*steps, Again()):
        evening.takes(step)


@settings(max_examples=so_many(10, 400), deadline=None)
@given(st.lists(STEPS, min_size=40, max_size=80), st.booleans(), st.sampled_from(("play-on", "void-deal", "penalty")))
def test_in_play_nothing_raises_and_the_lines_lead_back(steps: list[Step], scanned: bool, renege: str) -> None:  # noqa: FBT001 - drawn
    header = Header(BIRD_DOG, REGULARS, 2, {"renege": renege})
    opened = begin(open_table(House(GAMES, REGULARS)), header, (0, 1, 2) if scanned else ())
    evening = Evening(opened.table, opened.lines)
    for step in (*steps, Again()):
        evening.takes(step)


@settings(max_examples=so_many(6, 15), deadline=None)
@given(st.lists(st.integers(0, 23), min_size=60, max_size=60), st.integers(1, 60))
def test_undoing_is_never_having_played(cards: list[int], back: int) -> None:
    opened = begin(open_table(House(GAMES, REGULARS)), Header(BIRD_DOG, REGULARS, 2), ())
    evening = Evening(opened.table, opened.lines)
    for which in cards:
        evening.given(right_tap(evening.table, which))
    wanted = next(moment for place, moment in enumerate(evening.table.playing.story()) if place == back)
    evening.given(Held())
    for _ in range(back):
        evening.given(Pressed(Button.OK))
    evening.given(Pressed(Button.BACK))
    assert evening.table.match == wanted
    assert plain(evening.table) == evening.table


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from((Header(BIRD_HEAD, (*REGULARS, "Dot"), 0), Header(BONEHEAD, REGULARS, 0))),
    st.lists(st.one_of(st.integers(0, 49), st.integers(0, 49), st.integers(0, 49), PRESSES, st.just(Again()))),
    st.booleans(),
)
def test_sets_can_be_laid_asked_about_dropped_and_cut_off(
    header: Header,
    steps: list[int | Pressed | Again],
    scanned: bool,  # noqa: FBT001 - drawn
) -> None:
    seats = tuple(range(len(header.names))) if scanned else ()
    opened = begin(open_table(House(GAMES, REGULARS)), header, seats)
    evening = Evening(opened.table, opened.lines)
    for step in (*steps, Again()):
        if isinstance(step, int):
            if evening.table.match is not None:
                evening.given(right_tap(evening.table, step))
        else:
            evening.takes(step)
