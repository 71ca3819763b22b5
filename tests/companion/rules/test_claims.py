"""Claims of the rest, held against deals that are played out: no trick and no point goes to the wrong side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import count, product
from random import Random
from typing import Any

import pytest

from companion.cards import Card, CardSet, Seat
from companion.games.registry import GAMES
from companion.games.spades.rules import SPADES, Spades, SpadesState
from companion.match.header import Header
from companion.match.match import Match
from companion.players.claim_answer import takes_all
from companion.rules.claims import AGREES, CLAIMS, DECIDED, are_made
from companion.rules.deal import in_play
from companion.rules.events import DealScored, TrickTaken
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.testing.evening import FairEvening
from tests.torture import some_of

CLAIMABLE = sorted(name for name, game in GAMES.items() if isinstance(game, TrickGame) and are_made(game))
SEEDS = some_of(3)


class MostCardsAreFree(Spades):
    """As a game of somebody else has it: most cards may be thrown in instead of following."""

    def not_followed(self, state: SpadesState, card: Card) -> CardSet:
        return 0 if card.rank in {*"23456789", "10", "J"} else super().not_followed(state, card)


FREE = MostCardsAreFree(**{field.name: getattr(SPADES, field.name) for field in fields(SPADES) if field.init})
MOST_LEFT = 3
"""So many tricks before the end every continuation is tried."""


def played(name: str, seed: int) -> list[Match]:
    """Every moment of a deal that is played by chance with open hands, and scored without a claim."""
    for number in count(100 * seed):
        chance = Random(number)
        game = GAMES.get(name, FREE)
        header = Header(game, ("Ann", "Bob", "Cid", "Dee")[: game.players[-1] if name == "birddog" else 4], 0)
        moments = list(FairEvening(game, chance, header).deal())
        said = {moment.said.word for moment in moments if moment.said}
        if points(moments[-1]) is not None and DECIDED not in said:
            return moments
    raise AssertionError


def points(match: Match) -> tuple[int, ...] | None:
    return next((event.scores for event in match.events if isinstance(event, DealScored)), None)


def tricks_after(moments: list[Match], at: int) -> set[Seat]:
    return {event.winner for moment in moments[at + 1 :] for event in moment.events if isinstance(event, TrickTaken)}


def claimed(match: Match, seat: Seat) -> Match | None:
    """The match after a claim that all accept. None: it is refused."""
    match, answer = match.say(Statement(CLAIMS, seat))
    while answer.applied and AGREES in match.expects.words:
        waiting = next(match.expects.answers()).says
        match, answer = match.say(waiting[0])
    return match if answer.applied else None


def card_moments(moments: list[Match]) -> Iterator[tuple[int, Match]]:
    """The moments at which a card is awaited behind the first lead."""
    for at, match in enumerate(moments[:-1]):
        if PLAY in match.expects.words and match.state.deal and match.state.now.tricks[0].plays:
            yield at, match


@pytest.mark.parametrize("name", CLAIMABLE)
@pytest.mark.parametrize("seed", SEEDS)
def test_who_takes_all_that_is_left_scores_the_same_by_claiming_it(name: str, seed: int) -> None:
    moments, tried = played(name, seed), 0
    seats = len(moments[0].header.names)
    for at, match in card_moments(moments):
        takers = tricks_after(moments, at)
        if len(takers) == 1:
            after = claimed(match, takers.pop())
            assert after is not None
            assert points(after) == points(moments[-1])
            assert max(len(trick.cards) for trick in after.state.now.tricks) == len(in_play(after.state, seats))
            tried += 1
    assert tried


@pytest.mark.parametrize(("name", "seed"), [*product(CLAIMABLE, SEEDS), ("free", 31), ("free", 34)])
def test_what_a_computer_is_sure_of_no_play_of_the_others_can_take_away(name: str, seed: int) -> None:
    for _, match in card_moments(played(name, seed)):
        state, game = match.state, match.header.game
        if max(state.now.knowledge.held) <= MOST_LEFT:
            for seat in in_play(state, len(match.header.names)):
                hand = tuple(game.deck.cards(state.now.knowledge.known[seat]))
                if takes_all(game, state, seat, hand):
                    assert can_take_all(game, state, seat), (seat, hand)


def can_take_all(game: Any, state: Any, seat: Seat) -> bool:
    """Whether this seat has, at each turn, a card after which it takes every trick, whatever the others play."""
    turn = game.expects(state).seats[0]
    ways = []
    for card in game.deck.cards(state.now.knowledge.known[turn]):
        play = Statement(PLAY, turn, (card,))
        if isinstance(game.judge(state, play), Legal):
            after, events = game.advance(state, play)
            lost = any(isinstance(event, TrickTaken) and event.winner != seat for event in events)
            ways.append(not lost and (after.now.finished or can_take_all(game, after, seat)))
    return any(ways) if turn == seat else all(ways)


@pytest.mark.parametrize(("name", "seed"), [("birddog", 6), ("euchre", 2), ("hearts", 4), ("spades", 4)])
def test_where_nothing_is_left_every_continuation_scores_what_the_table_says(name: str, seed: int) -> None:
    """In most deals something is left until the last tricks; in these nothing is."""
    decided = 0
    for _, match in card_moments(played(name, seed)):
        game: Any = match.header.game
        if game.is_decided(match.state) and max(match.state.now.knowledge.held) <= MOST_LEFT:
            ended, answer = match.say(Statement(DECIDED))
            assert answer.applied
            assert scores_of_all(game, match.state) == {points(ended)}
            decided += 1
    assert decided


def scores_of_all(game: Any, state: Any) -> set[tuple[int, ...]]:
    """The scores of the deal by every right continuation."""
    turn = game.expects(state).seats[0]
    found: set[tuple[int, ...]] = set()
    for card in game.deck.cards(state.now.knowledge.known[turn]):
        play = Statement(PLAY, turn, (card,))
        if isinstance(game.judge(state, play), Legal):
            after, events = game.advance(state, play)
            scored = {event.scores for event in events if isinstance(event, DealScored)}
            found |= scored or scores_of_all(game, after)
    return found
