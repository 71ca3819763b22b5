"""What a trick and a state remember is what would be decided again."""

from __future__ import annotations

from companion.cards import Card
from companion.rules.deal import Play, Settled, Trick, TrickState
from companion.rules.game import Expectation, Setup


def test_who_takes_a_trick_is_decided_once_for_its_set_up_and_bidding() -> None:
    trick, decided = Trick((Play(0, (Card("7"),)),)), list[int]()

    def by(seat: int) -> int:
        decided.append(seat)
        return seat

    setup, alike = Setup(3, 0, (0, 0, 0)), Setup(3, 0, (0, 0, 0))
    bidding, other = ("spades",), ("hearts",)
    assert [trick.taker_by(setup, bidding, lambda: by(2)) for _ in range(2)] == [2, 2]
    assert trick.taker_by(alike, bidding, lambda: by(1)) == 1
    assert trick.taker_by(alike, other, lambda: by(0)) == 0
    assert trick.taker_by(setup, bidding, lambda: by(2)) == 2
    assert decided == [2, 1, 0, 2]


def test_a_trick_is_the_same_whether_its_taker_is_remembered_or_not() -> None:
    trick = Trick((Play(0, (Card("7"),)),))
    trick.taker_by(Setup(3, 0, (0, 0, 0)), None, lambda: 2)
    assert trick == Trick((Play(0, (Card("7"),)),))
    assert "2" not in repr(trick)


def test_a_state_is_asked_once_what_it_expects_and_another_one_anew() -> None:
    asked = list[TrickState[None]]()

    def ask(state: TrickState[None]) -> Expectation:
        asked.append(state)
        return Expectation("Play a card", frozenset({"play"}))

    state: TrickState[None] = TrickState(Setup(3, 0, (0, 0, 0)), (0, 0, 0), None)
    assert state.expects_by(ask) is state.expects_by(ask)
    alike: TrickState[None] = TrickState(state.setup, state.totals, None)
    alike.expects_by(ask)
    assert [trick_state is state for trick_state in asked] == [True, False]
    assert state == alike == TrickState(state.setup, state.totals, None)


def test_an_announced_score_leaves_a_deal_settled_as_it_was() -> None:
    from companion.games.birddog.rules import BIRD_DOG  # noqa: PLC0415 - any trick game has such a deal

    setup = Setup(3, 0, (0, 0, 0), {option.name: option.values[0] for option in BIRD_DOG.options})
    state, _ = BIRD_DOG.advance(BIRD_DOG.begin(setup), BIRD_DOG.expects(BIRD_DOG.begin(setup)).implied[0])
    settled = state.settled_by(lambda _: Settled((1, 2, 3)))
    scored = state.with_score((1, 2, 3))
    assert scored.now.scored == (1, 2, 3)
    assert scored.settled_by(lambda _: None) is settled
    assert scored.now.knowledge is state.now.knowledge
