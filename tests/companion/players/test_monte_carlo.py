"""The strong level on a made-up game: which moves it tries, how often, in which deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random

import pytest

from companion.cards import Luck
from companion.games.bonehead.tableau import DECK
from companion.players.levels import RandomMoves
from companion.players.monte_carlo import Strong, Tried
from companion.players.player import HurriedError, Thinking, finish
from companion.players.seat_view import SeatView
from companion.players.strategy import After, Strategy
from companion.rules.statements import Statement

MOVES = tuple(Statement("bid", 0, value=str(bid)) for bid in range(5))
NOWHERE = SeatView(None, 0, None)  # type: ignore[arg-type]


@dataclass
class Ended:
    """A deal in which a bid wins so much, and chance a point or none."""

    won: int

    def playout(self, luck: Luck) -> None:
        self.won += luck(2)

    def scores(self) -> list[int]:
        return [self.won]


@dataclass
class Toy(Strategy):
    """The second highest bid wins most; `tried` are the deals in which each was tried."""

    said: tuple[Statement, ...] = MOVES
    tried: Counter[tuple[int, str]] = field(default_factory=Counter)

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        return self.said

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        return self.said[-1]

    easy = normal = greedy

    def imagine(self, view: SeatView, luck: Luck) -> Iterator[After]:
        return map(self._deal, count())

    def _deal(self, deal: int) -> After:
        def said(statement: Statement) -> Ended:
            self.tried[deal, statement.value] += 1
            return Ended({"3": 20, "4": 10}.get(statement.value, int(statement.value)))

        return said


def never(number: int) -> int:
    raise AssertionError(f"no luck is needed; asked for {number}")


def test_chance_takes_any_move_as_luck_has_it() -> None:
    asked: list[int] = []

    def luck(number: int) -> int:
        asked.append(number)
        return len(asked) - 1

    assert [RandomMoves(Toy()).choose(NOWHERE, luck) for _ in MOVES] == list(MOVES)
    assert asked == [len(MOVES)] * len(MOVES)


def test_the_strong_level_takes_what_is_worth_most_and_names_the_others_in_their_order() -> None:
    tried = finish(Strong(Toy(), 100).trying(NOWHERE, lambda _: 0))
    assert [trial.move.value for trial in tried] == ["3", "4", "2", "1", "0"]
    assert tried[0].worth == 20


def test_no_more_is_played_out_than_was_allowed_and_close_moves_get_most() -> None:
    toy = Toy()
    Strong(toy, 100).choose(NOWHERE, lambda _: 0)
    times = Counter(value for _, value in toy.tried.elements())
    assert sum(times.values()) <= 100
    assert times["3"] > times["2"] > times["0"]
    assert max(toy.tried.values()) == 1


def test_moves_are_compared_in_the_same_deals() -> None:
    toy = Toy()
    Strong(toy, 100).choose(NOWHERE, lambda _: 0)
    deals = {value: {deal for deal, other in toy.tried if other == value} for value in "01234"}
    assert deals["0"] <= deals["2"] <= deals["4"] == deals["3"]


@dataclass
class Doubtful(Toy):
    """Believes in its first move, unless another one is far better."""

    DOUBT = 5


def test_in_doubt_the_first_move_is_taken_until_another_is_surely_better() -> None:
    alike = tuple(Statement("bid", 0, value="1", cards=(card,)) for card in DECK.cards_in_order[:5])
    chosen = {Strong(Toy(alike), 100).choose(NOWHERE, Random(seed).randrange) for seed in range(20)}
    kept = {Strong(Doubtful(alike), 100).choose(NOWHERE, Random(seed).randrange) for seed in range(20)}
    assert len(chosen) > 2
    assert kept == {alike[0]}
    assert Strong(Doubtful(), 100).choose(NOWHERE, Random(1).randrange) == MOVES[3]


@pytest.mark.parametrize("gain", [0.1, 1 / 3, 40 / 3, 100 / 3])
def test_a_move_that_gains_the_same_in_every_deal_is_surely_better(gain: float) -> None:
    move = Statement("play", 0)
    for trials in range(2, 80):
        better, usual = Tried(move, gain * trials, (gain,) * trials), Tried(move, 0.0, (0.0,) * trials)
        assert better.surely_beats(usual, 2)
        assert not usual.surely_beats(better, 2)


def test_the_first_move_of_the_doubtful_is_tried_as_often_as_the_best() -> None:
    toy = Doubtful()
    tried = finish(Strong(toy, 100).trying(NOWHERE, lambda _: 0))
    assert [trial.move.value for trial in tried] == ["3", "0", "4", "2", "1"]
    assert tried[0].trials == tried[1].trials > tried[2].trials


def test_who_hurries_the_doubtful_gets_what_was_surely_better_so_far() -> None:
    for steps in range(1, 60):
        thinking = Strong(Doubtful(), 100).trying(NOWHERE, lambda _: 0)
        tried = hurried(thinking, steps)
        assert tried[0].move.value == ("3" if tried[0].trials else "0")


def hurried(thinking: Thinking[list[Tried]], steps: int) -> list[Tried]:
    for _ in islice(thinking, steps):
        pass
    with pytest.raises(StopIteration) as end:
        thinking.throw(HurriedError)
    found: list[Tried] = end.value.value
    return found


def test_what_has_no_alternative_is_said_without_a_trial() -> None:
    toy = Toy(MOVES[:1])
    assert Strong(toy, 100).choose(NOWHERE, never) == MOVES[0]
    assert Strong(Toy(()), 100).choose(NOWHERE, never) is None
    assert not toy.tried
