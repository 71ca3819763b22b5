"""A new game is one file: High Card, some sixty lines, plays to its end on the whole machine, nothing else touched."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.cards import Card, Deck
from companion.match.checker import answers, final
from companion.rules.entry import GameEntry
from companion.rules.events import DealScored, Event, GameOver
from companion.rules.game import Choice, Expectation, Game, Option, Setup, Shown
from companion.rules.referee.judging import NamedCards, judge_common
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import LEGAL, Illegal, Rule, Verdict
from companion.rules.statements import PLAY, PLAYED, Said, Statement, Word
from companion.screens.current_screen import screen_for
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.support.lazy_import import import_later
from companion.table.state import Refused, TakenBack
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW
from tests.evening import Evening, below_the_top, match_of
from tests.slots import slots

# ---------------------------------------------------------------- the game, from here

DECK = Deck(tuple(Card(str(rank)) for rank in range(1, 13)))
NO_TWELVE = Rule("no-twelve", "The twelve is never played first.", "NOT FIRST", "Play another card")


@dataclass(frozen=True)
class State:
    """`laid` are the plays in their order; `doubled` is None until somebody said whether the game counts double."""

    setup: Setup
    doubled: bool | None = None
    laid: tuple[tuple[Card, ...], ...] = ()


class HighCard(Game):
    """Two to four players lay one card in turn, then two at once; who laid the highest card wins, 1 point or 2."""

    def begin(self, setup: Setup) -> State:
        return State(setup)

    def expects(self, state: State) -> Expectation:
        if state.doubled is None:
            yes, no = Choice("yes", (Statement("double"),)), Choice("no", (Statement("single"),))
            return Expectation("Double?", frozenset({"double", "single"}), choices=(no, yes))
        rounds, turn = divmod(len(state.laid), state.setup.seats)
        if rounds == 2:
            return Expectation("Game over", frozenset())
        seat, pieces = (state.setup.opener + turn) % state.setup.seats, rounds + 1
        return Expectation("Lay high", frozenset({PLAY}), (seat,), (pieces, pieces), Statement(PLAY, seat))

    def judge(self, state: State, statement: Statement) -> Verdict:
        laid = self.deck.set(card for play in state.laid for card in play)
        knowledge = Knowledge(self.deck.all, laid, (0,) * state.setup.seats, (3,) * state.setup.seats)
        found = judge_common(self.expects(state), statement, self.deck, knowledge)
        if not isinstance(found, NamedCards):
            return Illegal(found)
        return Illegal(NO_TWELVE) if statement.cards == (Card("12"),) and not state.laid else LEGAL

    def advance(self, state: State, statement: Statement) -> tuple[State, tuple[Event, ...]]:
        if statement.word != PLAY:
            return replace(state, doubled=statement.word == "double"), ()
        state = replace(state, laid=(*state.laid, statement.cards))
        over = (DealScored(self.scores(state)), GameOver(self.winners(state)))
        return state, over if self.winners(state) else ()

    def scores(self, state: State) -> tuple[int, ...]:
        winners = self.winners(state)
        return tuple((seat in winners) * (1 + bool(state.doubled)) for seat in range(state.setup.seats))

    def winners(self, state: State) -> tuple[int, ...]:
        if len(state.laid) < 2 * state.setup.seats:
            return ()
        highest = max(range(len(state.laid)), key=lambda place: max(map(rank, state.laid[place])))
        return ((state.setup.opener + highest) % state.setup.seats,)


class HighCardShown(Shown[HighCard]):
    def headline(self, state: State) -> str:
        return f"r{min(2, 1 + len(state.laid) // state.setup.seats)}/2"

    def second_line(self, state: State) -> str:
        return "counts double" if state.doubled else ""


def rank(card: Card) -> int:
    return int(card.rank)


TOY = HighCard(
    name="toy",
    title="High Card",
    deck=DECK,
    deck_kind="numbers",
    players=(2, 3, 4),
    words=(Word("double", Said.BY_TABLE), Word("single", Said.BY_TABLE), PLAYED),
    rules=(NO_TWELVE,),
    options=(Option("last", ("two", "three"), "how many cards the last round takes"),),
    pages=("Lay one card, then two. The highest of all wins.",),
    opener="start",
    brings=(),
    entry=GameEntry(shown=import_later(f"{__name__}:HighCardShown")),
)

# ---------------------------------------------------------------- to here

TOYS = {"toy": TOY}
TO_THE_END = "DOWN OK 3 7 5 9+10 4 1 12 2".split()
"""It counts double; Ann, Bob and Cid lay one, then two, together or one by one."""


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """Ann, Bob and Cid have sat down to High Card; Ann starts."""
    evening = Evening(tmp_path, games=TOYS)
    evening.does("DOWN", "OK", "OK", "OK", "OK", "OK", "OK")
    return evening


def test_the_set_up_asks_what_the_game_needs_and_no_more(table: Evening) -> None:
    assert table.asks == ""
    assert table.saved() == ["game toy", "players Ann Bob Cid", "start Ann"]


def test_the_game_is_played_to_its_end_on_the_glass(table: Evening) -> None:
    for gesture in TO_THE_END:
        table.does(gesture)
        table.seen()
    assert table.saved()[3:] == [
        "double",
        "Ann 3",
        "Bob 7",
        "Cid 5",
        "Ann 9 10",
        "; tapped 4",
        "Bob 4 1",
        "; tapped 12",
        "Cid 12 2",
    ]
    assert table.box.table.playing.winners == (2,)
    assert table.box.table.playing.scores == (0, 0, 2)
    over = screen_for(table.box.table)
    assert over.name == "game over"
    table.does("OK", "OK")
    assert table.saved() == ["game toy", "players Ann Bob Cid", "start Bob"]


def test_the_generic_screen_says_who_and_how_many(table: Evening) -> None:
    table.does("OK", "3", "7", "5")
    screen = screen_for(table.box.table)
    assert (screen.name, slots(screen).fact) == ("waiting", "ANN")
    assert "High Card r2/2" in slots(screen).place


def test_a_choice_by_buttons_is_not_skipped_by_a_tap(table: Evening) -> None:
    table.does("3")
    table.does("BACK")
    assert table.overlay is None
    assert table.saved()[-1] == "start Ann"
    table.does("OK", "3")
    assert table.saved()[-2:] == ["single", "Ann 3"]


def test_a_refused_card_is_answered_in_three_lines(table: Evening) -> None:
    table.does("OK", "12")
    refusal = table.refusal
    assert (refusal.who, refusal.card, refusal.large) == ("Ann", "12", "NOT FIRST")
    assert refusal.rule == NO_TWELVE
    table.seen()
    table.does("11")
    assert table.saved()[-1] == "Ann 11"


def test_half_a_play_is_tapped_again_after_the_plug_was_pulled(table: Evening) -> None:
    table.does("OK", "3", "7", "5", "9")
    assert slots(screen_for(table.box.table)).fact == "ANN"
    table.again()
    assert table.box.table.begun.interrupted
    assert "again" in " ".join(slots(screen_for(table.box.table)).lines)
    table.does("9", "10")
    assert table.saved()[-3:] == ["; tapped 9", "; tapped 9", "Ann 9 10"]
    assert not table.box.table.begun.interrupted


def test_half_a_play_that_was_dropped_is_not_asked_for_again(table: Evening) -> None:
    table.does("OK", "3", "7", "5", "9", "BACK")
    table.again()
    assert not table.box.table.begun.interrupted
    table.does("10")
    table.again()
    assert table.box.table.begun.interrupted


def test_the_same_card_twice_is_no_play_of_two(table: Evening) -> None:
    table.does("OK", "3", "7", "5", "9", "9")
    assert isinstance(table.overlay, Refused)
    assert table.saved()[-1] == "; tapped 9"


def test_three_cards_at_once_are_too_many_for_two(table: Evening) -> None:
    table.does("OK", "3", "7", "5", "9+10+11")
    assert table.refusal.rule.name == "card-count"


@pytest.mark.parametrize("cut", range(1, len(TO_THE_END) + 1))
def test_the_plug_may_be_pulled_anywhere(table: Evening, cut: int) -> None:
    table.does(*TO_THE_END[:cut])
    before, half = table.seen(), bool(table.box.table.begun.gathered)
    table.again()
    if TO_THE_END[cut - 1] == "DOWN" or half:
        cut -= 1
    else:
        assert below_the_top(table.seen()) == below_the_top(before)
    table.does(*TO_THE_END[cut:])
    assert table.box.table.playing.scores == (0, 0, 2)


def test_undo_takes_back_plays_and_choices(table: Evening) -> None:
    table.does("DOWN", "OK", "3", "HOLD", "OK")
    assert isinstance(table.overlay, TakenBack)
    table.does("OK", "BACK")
    assert table.box.table.playing == match_of("game toy", "players Ann Bob Cid", "start Ann", games=TOYS)
    table.does("OK", "4")
    assert table.saved()[-2:] == ["single", "Ann 4"]


def test_a_pass_card_says_nothing_at_a_game_without_passes(table: Evening) -> None:
    table.does("PASS")
    assert isinstance(table.overlay, Refused)


def test_at_power_on_a_command_card_answers_no_game_that_has_not_begun(table: Evening) -> None:
    table.does(*TO_THE_END, "OK", "DOWN", "OK")
    table.again()
    assert table.asks == "same table"
    table.does("PASS", "NIL", "3", "BACK", "OK-card")
    assert table.saved() == ["game toy", "players Ann Bob Cid", "start Bob"]


def test_four_people_play_it_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=TOYS, regulars=("Ann", "Bob", "Cid", "Dee"))
    evening.does("UP", *("OK",) * 7)
    evening.does("OK", *"1 2 3 4 5+6 7+8 9+10 11+12".split())
    assert evening.box.table.playing.winners == (3,)


def test_the_checker_answers_its_records() -> None:
    text = (
        "game toy\nplayers 2\nstart P2\nsingle\nP2 12\nP2 3\nP1 4\nP2 5\nP2 5 6\nP1 3 7\nP1 7 8 # high\nundo\nP1 9 8\n"
    )
    rows = [answer.as_json() for answer in answers(text, TOYS)]
    assert [(row["verdict"], row["rule"]) for row in rows if row["verdict"] != "legal"] == [
        ("illegal", "no-twelve"),
        ("illegal", "card-count"),
        ("illegal", "card-used"),
    ]
    assert rows[-1]["events"] == [
        {"event": "deal-score", "scores": {"P1": 1, "P2": 0}},
        {"event": "game-over", "winners": ["P1"]},
    ]
    *_, last = answers(text, TOYS)
    closing: dict[str, Any] = final(last.known_match, 3)
    assert (closing["over"], closing["winners"]) == (True, ["P1"])


def test_hints_alone_play_it_at_the_simulated_table_though_nobody_deals_it(tmp_path: Path) -> None:
    session = Session(Store(tmp_path), SimulatedSetup(replace(SIMULATED, games=TOYS), seed="1"))
    while session.table.match is None or not session.table.playing.winners:
        assert "red light" not in session.take("", NARROW)
    assert sorted(session.table.playing.scores) == [0, 1]
