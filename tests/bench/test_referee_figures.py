"""What the referee's proofs and drawn deals cost: `pytest -s tests/bench/test_referee_figures.py`.

Processor time, the best of some rounds, told beside a plain counting loop on the same machine in the same run; only
ratios to that loop are asserted.
"""

from __future__ import annotations

from random import Random
from time import process_time
from timeit import repeat
from typing import TYPE_CHECKING, Any

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.games.rook.point_cards import DECK
from companion.games.rook.rules import FOLLOW_SUIT
from companion.match.checker import answers
from companion.rules.referee.deals import Deals
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.proof import contradictions
from companion.rules.referee.verdicts import Promise
from tests.evening import RECORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.rules.statements import Statement
    from companion.rules.tricks import TrickGame

PLAYED = {"birddog": "birddog-full-deal", "birdhead": "birdhead-full-deal", "rook": "rook-full-deal-set"}
ROUNDS = 7


def say_figure(figure: str) -> None:
    print(f"\n{figure}", end="")  # noqa: T201 - figures are to be read


def cost_us(call: Callable[[], object], times: int) -> float:
    """Processor time of one call, in microseconds."""
    return 1e6 * min(repeat(call, timer=process_time, number=times, repeat=ROUNDS)) / times


def a_thousand_turns() -> None:
    """The measure: a loop of a thousand turns that does next to nothing."""
    turned = 0
    for turn in range(1000):
        turned += turn * turn & 7


def loop_us() -> float:
    return cost_us(a_thousand_turns, 100)


def middle_of_rook(*denied: tuple[int, str]) -> tuple[Knowledge, tuple[Promise, ...]]:
    """Four tricks are played; the bidder's scanned hand and nest count as unseen; seats deny colours."""
    cards = list(DECK.cards_in_order)
    Random(1).shuffle(cards)
    out, kept = DECK.set(cards[:16]), DECK.set(cards[16:19])
    knowledge = Knowledge(DECK.all, out, (0,) * 4, (5,) * 4, kept=kept, keeper=1)
    promises = (Promise(seat, DECK.suit(suit), 1, 1, Card("5", "B"), FOLLOW_SUIT) for seat, suit in denied)
    return knowledge, tuple(promises)


def plays_of(name: str) -> Iterator[tuple[TrickGame[Any], Any, Statement]]:
    """Every play of a recorded deal, no hand scanned, and the state before it."""
    record = RECORDS[PLAYED[name]].read_text("utf-8")
    unseen = [line for line in record.splitlines() if not line.startswith(("hand", "nest"))]
    for line in answers("\n".join(unseen), GAMES):
        match = line.match
        if match and match.said and match.said.word == "play" and match.before:
            game: Any = match.header.game
            yield game, match.before.state, match.said


def test_the_consistency_of_one_play_costs_next_to_nothing() -> None:
    """Where nothing changed but the play, five microseconds on a desk's machine."""
    loop = loop_us()
    knowledge, promises = middle_of_rook((0, "B"), (1, "G"), (2, "R"), (0, "Y"))
    assert contradictions(promises, knowledge) == ()
    cost = cost_us(lambda: contradictions(promises, knowledge), 2000)
    say_figure(f"consistency of one play, four seats: {cost:.1f} us; a thousand turns of a loop {loop:.0f} us")
    assert cost <= 0.25 * loop


@pytest.mark.parametrize("name", PLAYED)
def test_a_play_is_judged_and_proven_in_no_time(name: str) -> None:
    plays = list(plays_of(name))
    loop, number = loop_us(), len(plays)
    judged = cost_us(lambda: [game.judge(state, said) for game, state, said in plays], 5) / number
    advanced = cost_us(lambda: [game.advance(state, said) for game, state, said in plays], 5) / number
    proven = cost_us(lambda: [game.prove(state) for game, state, said in plays], 5) / number
    say_figure(
        f"{name}: judge {judged:.0f} us a play, advance {advanced:.0f} us, of it what is proven {proven:.0f} us; "
        f"a thousand turns of a loop {loop:.0f} us"
    )
    assert number > 12
    assert proven <= loop


@pytest.mark.parametrize("denied", [(), ((0, "B"), (2, "G")), ((0, "B"), (1, "G"), (2, "R"), (3, "Y"), (0, "Y"))])
def test_a_deal_is_drawn_in_less_time_than_a_thousand_turns_of_a_loop(denied: tuple[tuple[int, str], ...]) -> None:
    knowledge, promises = middle_of_rook(*denied)
    luck, loop = Random(2).randrange, loop_us()
    deals = Deals.of(knowledge, promises)
    prepared, drawn = cost_us(lambda: Deals.of(knowledge, promises), 10), cost_us(lambda: deals.draw(luck), 200)
    say_figure(
        f"{deals.count:.1e} deals of 25 hidden cards, {len(denied)} promises: prepared in {prepared:.0f} us, "
        f"drawn in {drawn:.0f} us; a thousand turns of a loop {loop:.0f} us"
    )
    assert drawn <= loop


@pytest.mark.parametrize("name", PLAYED)
def test_deals_are_drawn_as_fast_in_the_middle_of_every_game(name: str) -> None:
    plays = list(plays_of(name))
    _, state, _ = plays[len(plays) // 2]
    luck, loop = Random(2).randrange, loop_us()
    knowledge, promises = state.now.knowledge, state.now.promises
    deals = Deals.of(knowledge, promises)
    prepared, drawn = cost_us(lambda: Deals.of(knowledge, promises), 10), cost_us(lambda: deals.draw(luck), 200)
    say_figure(
        f"{name}, half of a deal, {len(promises)} promises, {deals.count:.1e} deals: prepared in {prepared:.0f} us, "
        f"drawn in {drawn:.0f} us; a thousand turns of a loop {loop:.0f} us"
    )
    assert drawn <= loop
