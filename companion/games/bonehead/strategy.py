"""The strategy of Bonehead: what to keep, what to play, when to push the pile on (rules.md 5.6).

A bone is chosen blind. `Statement("bone", seat)` without a card means any bone of the seat; the table finds out which
card it is. It is the only move that is not yet a line of the record.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING

from companion.cards import Card, CardSet, Seat, clockwise
from companion.games.bonehead.playout import RIGHT_ON, TEN, TWO, BoneheadPosition, cards_to_play, sets_alike, top_of
from companion.games.bonehead.rules import BONE, HEADS_LAID, ORDER, TAKES
from companion.games.bonehead.tableau import DECK, HEADS, KEPT_IN_HAND, Layout, Phase
from companion.players import strategy
from companion.rules.referee.deals import Luck, shuffled
from companion.rules.statements import PLAY, Statement
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.players.seat_view import View
    from companion.players.strategy import After


LONG_PILE = 5
"""Minimum size of a pile that is worth a 10."""

OTHERWISE = 20
"""A heuristic is ignored one time in this many."""


# Moves


class Strategy(strategy.Strategy):
    """The strategy of Bonehead."""

    PLAYOUTS = 320

    def moves(self, view: View) -> tuple[Statement, ...]:
        """Heads, plays, a bone or the pile. Of cards of one rank the first stand for all.

        () while cards of the hand are still to be scanned: the six before the heads, or those drawn for a play.
        """
        state: Layout = view.state
        seat = view.seat
        if state.phase is Phase.SHUFFLED or seat not in view.expects.seats:
            return ()
        if state.phase is not Phase.PLAYING:
            whole = state.knowledge.seen_whole(seat)
            return tuple(_lays(seat, heads) for heads in _threes(state.knowledge.known[seat])) if whole else ()
        if state.drawn is not None and state.drawn[0] == seat and state.drawn[1]:
            return ()
        takes = (Statement(TAKES.name, seat),) if state.pile else ()
        if not state.knowledge.held[seat]:
            return (Statement(BONE.name, seat), *takes)
        return (*(_plays(seat, cards) for cards in sets_alike(Sight.of(view).right)), *takes)

    def greedy(self, view: View, luck: Luck) -> Statement:
        """All cards of the lowest right rank, else the pile."""
        return _choose(view, lambda sight: cards_to_play(sight.right, sight.ranks[0], apart=False))

    def easy(self, view: View, luck: Luck) -> Statement:
        """Follows the tips of the rules except one: never takes a pile that it could beat."""
        return _choose(view, lambda sight: _by_tips(sight, luck))

    def normal(self, view: View, luck: Luck) -> Statement:
        """Plays the lowest rank that open heads can hardly beat, and high cards singly from a large hand.

        Measured: playing a 10 early, a high card to push the pile on, or taking a pile on purpose does not help. Only
        playouts can find the exceptions.
        """
        return _choose(view, lambda sight: _by_economy(sight, luck))

    def candidates(self, view: View, luck: Luck) -> Sequence[Statement]:
        """All moves. Heads are laid by heuristics."""
        return self.moves(view) if view.state.phase is Phase.PLAYING else (self.normal(view, luck),)

    def imagined(self, view: View, luck: Luck) -> Iterator[After]:
        """Other hands, bones and stacks. Ignores that a bone in a hand was too low for a pile."""
        state: Layout = view.state
        knowledge, laid_out = state.knowledge, BoneheadPosition.of(state)
        hidden = [DECK.bit(card) for card in DECK.cards(knowledge.unseen)]
        while True:
            cards = iter(shuffled(hidden, luck))
            hands = [known | sum(islice(cards, knowledge.hidden(seat))) for seat, known in enumerate(knowledge.known)]
            bones = [tuple(islice(cards, own)) for own in state.bones]
            yield _after(laid_out.with_hidden(hands, bones, [*cards]))


def _threes(hand: CardSet) -> list[tuple[Card, ...]]:
    """Every three cards of a hand, each combination of ranks once."""
    threes = combinations(_from_low_to_high(hand), HEADS)
    return list({tuple(card.rank for card in three): three for three in threes}.values())


def _from_low_to_high(cards: CardSet) -> list[Card]:
    return sorted(DECK.cards(cards), key=lambda card: ORDER.index(card.rank))


def _lays(seat: Seat, heads: Sequence[Card]) -> Statement:
    return Statement(HEADS_LAID.name, seat, tuple(heads))


def _plays(seat: Seat, cards: CardSet) -> Statement:
    """A play of these cards, or taking the pile."""
    return Statement(PLAY, seat, tuple(DECK.cards(cards))) if cards else Statement(TAKES.name, seat)


# View


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees that plays from hand or heads.

    `right` are the cards that are high enough, `hand` is the size of the hand, `after` the next seat.
    """

    state: Layout
    right: CardSet
    hand: int
    after: Seat

    @classmethod
    def of(cls, view: View) -> Sight:
        """The sight of this seat."""
        state: Layout = view.state
        hand, heads = state.in_hand(view.seat), state.heads[view.seat]
        source = state.knowledge.known[view.seat] & ~heads if hand else heads
        others = clockwise(view.seat, state.setup.seats)[1:]
        after = next(seat for seat in others if seat not in state.out)
        return cls(state, source & RIGHT_ON[top_of(state)], hand, after)

    @property
    def ranks(self) -> list[int]:
        """The ranks that are high enough, from low to high."""
        return sorted({ORDER.index(card.rank) for card in DECK.cards(self.right)})

    def stuck(self, rank: int) -> float:
        """The probability that the next player cannot beat this rank, as far as cards can be counted."""
        state, after, beating = self.state, self.after, RIGHT_ON[rank]
        if not state.in_hand(after) and state.heads[after]:
            return float(not state.heads[after] & beating)
        knowledge = state.knowledge
        known = knowledge.known[after] & ~state.heads[after]
        hidden = (state.in_hand(after) or 1) - known.bit_count()
        if known & beating:
            return 0.0
        low, unseen = knowledge.unseen & ~beating, knowledge.unseen
        return comb(low.bit_count(), hidden) / comb(unseen.bit_count(), hidden)


# Levels


def _choose(view: View, chosen: Callable[[Sight], CardSet]) -> Statement:
    """The highest three cards as heads; a bone rather than the pile; otherwise the right cards by `chosen`."""
    state: Layout = view.state
    if state.phase is not Phase.PLAYING:
        return _lays(view.seat, _from_low_to_high(state.knowledge.known[view.seat])[-HEADS:])
    if not state.knowledge.held[view.seat]:
        return Statement(BONE.name, view.seat)
    sight = Sight.of(view)
    return _plays(view.seat, chosen(sight) if sight.right else 0)


def _by_tips(sight: Sight, luck: Luck) -> CardSet:
    """A 10 on a long pile; high against bones, unbeaten against heads; else the lowest, one of a high pair."""
    state = sight.state
    if sight.ranks[-1] == TEN and len(state.pile) >= LONG_PILE:
        return cards_to_play(sight.right, TEN, apart=True)
    hard: list[int] = []
    if not state.in_hand(sight.after):
        plain = [rank for rank in sight.ranks if rank < TWO]
        hard = [rank for rank in plain if sight.stuck(rank) == 1] if state.heads[sight.after] else plain[-1:]
    return _lowest(sight, hard, luck, apart=bool(state.stack))


def _by_economy(sight: Sight, luck: Luck) -> CardSet:
    """See `normal`."""
    hard: list[int] = []
    if not sight.state.in_hand(sight.after):
        hard = [rank for rank in sight.ranks if rank < TWO and sight.stuck(rank) == 1]
    return _lowest(sight, hard, luck, apart=sight.hand > KEPT_IN_HAND)


def _lowest(sight: Sight, hard: list[int], luck: Luck, *, apart: bool) -> CardSet:
    """The lowest of the hard ranks, or of all ranks. Sometimes another one, or games would go in circles."""
    ranks = hard or sight.ranks
    if luck(OTHERWISE):
        return cards_to_play(sight.right, ranks[0], apart=apart)
    return cards_to_play(sight.right, ranks[:2][-1], apart=not apart)


# Playouts


def _after(position: BoneheadPosition) -> After:
    """The outcome of a move in this position, which stays unchanged."""

    def moved(statement: Statement) -> BoneheadPosition:
        tried = position.copy()
        tried.play(tried.legal() if statement.word == BONE.name else tried.named(statement.cards))
        return tried

    return moved
