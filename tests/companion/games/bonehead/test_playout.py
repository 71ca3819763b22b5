"""The position of Bonehead against its referee, play by play; and its playouts."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from companion.games.bonehead.playout import ALIKE, MAX_TURNS, BoneheadPosition, cards_to_play, plays_apart, rank_of
from companion.games.bonehead.rules import BONEHEAD
from companion.games.bonehead.tableau import DECK
from companion.players.strategy import OVER
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from tests.companion.players.bonehead_deals import OpenDeal, cards, laid

HOUSES: tuple[dict[str, str], ...] = ({"start": "first-3"}, {"start": "lowest-hand-card", "play-on": "yes"})


def said_for(play: int, deal: OpenDeal) -> Statement:
    """How the referee is told of a play; the position's next bone is the table's."""
    seat = deal.state.turn
    if not play:
        return Statement("takes", seat)
    if not deal.state.knowledge.held[seat]:
        return Statement("bone", seat)
    return Statement(PLAY, seat, tuple(DECK.cards(play)))


def by_ranks(play: int) -> tuple[str, ...]:
    return tuple(sorted(card.rank for card in DECK.cards(play)))


def right_by_the_referee(deal: OpenDeal) -> set[tuple[str, ...]]:
    """The ranks of every set of own cards that may be played; () is to take the pile."""
    seat, state = deal.state.turn, deal.state
    own = tuple(DECK.cards(state.knowledge.known[seat]))
    sets = [some for number in range(1, 5) for some in combinations(own, number) if len({c.rank for c in some}) == 1]
    tried = [Statement("takes", seat), *(Statement(PLAY, seat, some) for some in sets)]
    if deal.bones[seat]:
        tried.append(Statement("bone", seat, (deal.bones[seat][-1],)))
    right = [move for move in tried if isinstance(BONEHEAD.judge(state, move), Legal)]
    return {tuple(sorted(card.rank for card in move.cards)) for move in right}


def any_play(position: BoneheadPosition, chance: Random) -> int:
    """Often the lowest, all of it; seldom the pile: among those who play without sense nobody is ever out."""
    plays = position.plays()
    if chance.random() < 0.1:
        return chance.choice(plays)
    return max(play for play in plays if not play or rank_of(play) == rank_of(plays[0]))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_the_referee_and_the_position_say_the_same_at_every_step(players: int, house: dict[str, str]) -> None:
    chance = Random(f"{players} {house}")
    deal = laid(OpenDeal(players, chance, house), chance)
    position = deal.position
    while position.turn != OVER:
        plays = [by_ranks(play) for play in position.plays()]
        assert len(set(plays)) == len(plays)
        assert set(plays) == right_by_the_referee(deal)
        assert position.set_of(tuple(DECK.cards(position.legal()))) == position.legal()
        play = any_play(position, chance)
        deal.say(said_for(play, deal))
        position.play(play)
        assert position == deal.position
    assert [seat for seat, won in enumerate(position.scores()) if won] == list(deal.match.winners)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_playout_ends_as_the_same_plays_one_by_one(players: int) -> None:
    chance = Random(players)
    for _ in range(25):
        position = laid(OpenDeal(players, chance), chance).position
        fused = position.copy()
        fused.playout(chance.randrange)
        for _ in range(MAX_TURNS):
            if position.turn == OVER:
                break
            position.play(as_a_playout_plays(position))
        assert fused.scores() == position.scores()
        assert fused.turn == OVER


def as_a_playout_plays(position: BoneheadPosition) -> int:
    hand, legal = position.hands[position.turn], position.legal()
    on_bones = not hand and not position.heads[position.turn]
    if on_bones or not legal:
        return legal
    apart = plays_apart(len(position.stack), hand.bit_count(), len(position.hands))
    return cards_to_play(legal, rank_of(legal), apart=apart)


def test_a_copy_is_played_alone() -> None:
    deal = laid(OpenDeal(3, Random(1)), Random(1))
    position = deal.position
    copy = position.copy()
    copy.playout(Random(1).randrange)
    assert position == deal.position
    assert sum(copy.scores()) == 1


def test_high_cards_are_laid_apart_and_low_ones_together() -> None:
    hand = cards("4S 4H QS QH")
    played = [cards_to_play(hand, rank_of(hand & ALIKE[rank]), apart=True) for rank in (1, 8)]
    assert [by_ranks(cards) for cards in played] == [("4", "4"), ("Q",)]
    assert by_ranks(cards_to_play(hand, 8, apart=False)) == ("Q", "Q")
