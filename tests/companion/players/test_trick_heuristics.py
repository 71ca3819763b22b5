"""The own hand and imagined deals, also of a game without tricks."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from companion.players.seat_view import SeatView
from companion.players.trick_heuristics import deals, hand
from companion.rules.game import Setup
from companion.rules.referee.knowledge import Knowledge
from companion.rules.statements import DEAL, HAND, Statement
from tests.companion.players.passed_out import PASSING, Timid
from tests.companion.players.seats import match_of, may_say, says
from tests.test_toy_game import DECK, TOY


@dataclass(frozen=True)
class State:
    """A state without tricks."""

    knowledge: Knowledge


def test_a_state_without_tricks_has_the_knowledge_itself() -> None:
    own, dealt = 0b111, Knowledge.of_new_deal(DECK.all, (3, 3))
    view = SeatView(TOY, 0, State(dealt.seen_into(0, own)))
    assert (hand(view), hand(SeatView(TOY, 1, view.state))) == (own, 0)
    mine, other = next(deals(view, Random(1).randrange)).hands
    assert (mine, other.bit_count(), other & own) == (own, 3, 0)


def test_a_strategy_of_a_trick_game_without_a_position_says_what_is_missing() -> None:
    with pytest.raises(NotImplementedError, match="by its `position`"):
        Timid().position(None, ())


def test_a_bidding_in_which_all_pass_is_imagined_to_its_end() -> None:
    state = PASSING.begin(Setup(3, 0, (0, 0, 0), {"renege": "play-on"}))
    own = tuple(PASSING.deck.cards_in_order[:3])
    for said in (Statement(DEAL.name), Statement(HAND.name, 0, own)):
        state, _ = PASSING.advance(state, said)
    view, luck = SeatView(PASSING, 0, state), Random(1).randrange
    after = next(Timid().imagine(view, luck))
    assert after(Statement("pass", 0)).scores() == [0, 0, 0]


def test_of_promises_that_cannot_hold_together_none_is_believed() -> None:
    """Four hearts are with Cid, Ann and one hidden card of the stack, and neither of them followed hearts."""
    told = """deal, hand Bob 9H 9D 10D KD QC AC KC, up 10H, Bob pass, Cid pass, Ann pass, up 9S, Bob pass, Cid declare,
        Bob pass, Cid pass, Ann pass, Bob 9H, Cid QS, Ann AS, Ann 9C"""
    match = match_of("birddog", *map(str.strip, told.split(",")))
    assert says(match, "Bob", "strong") in may_say(match, "Bob")
