"""The strategy of Bonehead: what to keep, what to play, when to push the pile on (RULES.md 6).

A bone is chosen blind. `Statement("bone", seat)` without a card means any bone of the seat; the table finds out which
card it is. It is the only move that is not yet a line of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, TypeAlias

from companion.cards import CardSet, Luck, Seat
from companion.games.bonehead import playout
from companion.games.bonehead.rules import BONE, HEADS_LAID, ON_ANYTHING, ORDER, TAKES
from companion.games.bonehead.tableau import DECK, HEADS, Layout, Phase
from companion.players import strategy
from companion.players.seat_view import SeatView
from companion.rules.referee.deals import shuffle
from companion.rules.statements import PLAY, Statement
from companion.support.values import dataclass

OTHERWISE = 20
"""A large hand plays another rank than the lowest one time in this many, or games would go in circles."""

LARGE_HAND = 6

WORTH_OF_A_TURN = {2: (4, 0.0), 3: (10, 0.0), 4: (30, 1.5), 5: (30, 1.5)}
"""By number of players: what one turn fewer is worth, and a lower rank after a 10. In ranks of a head, by playouts."""

Ranks: TypeAlias = tuple[int, int, int]
"""The ranks of three heads, from low to high."""

Worth: TypeAlias = Callable[[Ranks], Any]
"""The worth of three heads. More is better."""


# Moves


class BoneheadStrategy(strategy.Strategy):
    """The strategy of Bonehead."""

    PLAYOUTS = 640
    DOUBT = 1

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Heads, plays, a bone or the pile. Of cards of one rank the first stand for all.

        () while cards of the hand are still to be scanned: the six before the heads, or those drawn for a play.
        """
        state: Layout = view.state
        seat = view.seat
        if state.phase is Phase.SHUFFLED or seat not in view.expects.seats:
            return ()
        if state.phase is not Phase.PLAYING:
            whole = state.knowledge.seen_whole(seat)
            return tuple(_lays(seat, heads) for heads in _threes(state.knowledge.known[seat]).values()) if whole else ()
        if state.drawn is not None and state.drawn[0] == seat and state.drawn[1]:
            return ()
        takes = (Statement(TAKES.name, seat),) if state.pile else ()
        if not state.knowledge.held[seat]:
            return (Statement(BONE.name, seat), *takes)
        return (*(_plays(seat, cards) for cards in playout.sets_alike(Sight.of(view).right)), *takes)

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """The highest heads. All cards of the lowest right rank, else the pile."""
        return _choose(view, lambda ranks: ranks[::-1], lambda sight: _lowest(sight, lambda _: 1, apart=False))

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Follows tips of the rules: a 10 and a pair as heads; high cards one by one while there is a stack."""
        return _choose(view, _by_tip, lambda sight: _lowest(sight, luck, apart=sight.state.stack > 0))

    def slips(self, view: SeatView, usual: Statement) -> Sequence[Statement]:
        """Any cards that go on the pile but those that always go, which people keep."""
        plays = [move for move in self.moves(view) if move.word == PLAY == usual.word]
        return [play for play in plays if play.cards[0].rank not in ON_ANYTHING]

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Heads that are out in few turns. Against one player a large hand plays its high cards one by one, too.

        Measured: what else one might think of loses games, see companion/players/README.md.
        """
        return _choose(view, _by_pace(view.state), lambda sight: _lowest(sight, luck, apart=sight.apart))

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """All moves, first the one of a playout; heads by their pace."""
        first = _choose(view, _by_pace(view.state), lambda sight: _lowest(sight, lambda _: 1, apart=sight.apart))
        return sorted(self.moves(view), key=lambda move: move != first)

    def imagine(self, view: SeatView, luck: Luck) -> Iterator[strategy.After]:
        """Other hands, bones and stacks. Ignores that a bone in a hand was too low for a pile."""
        state: Layout = view.state
        knowledge, laid_out = state.knowledge, playout.BoneheadPosition.of(state)
        hidden = [DECK.bit(card) for card in DECK.cards(knowledge.unseen)]
        laying = [seat for seat in state.without_heads if seat != view.seat and state.phase is not Phase.PLAYING]
        while True:
            cards = iter(shuffle(hidden, luck))
            drawn = (sum(islice(cards, knowledge.hidden_count(seat))) for seat in range(state.setup.seats))
            hands = [known | more for known, more in zip(knowledge.known, drawn, strict=True)]
            bones = [tuple(islice(cards, own)) for own in state.bones]
            position = laid_out.with_hidden(hands, bones, [*cards])
            for seat in laying:
                position.lay(seat, _best_heads(position.hands[seat], _by_pace(state)))
            yield _after(position)


def _best_heads(hand: CardSet, worth: Worth) -> CardSet:
    threes = _threes(hand)
    return threes[max(threes, key=worth)]


def _threes(hand: CardSet) -> dict[Ranks, CardSet]:
    """Every three cards of a hand by their ranks from low to high. Of alike cards some stand for all."""
    cards = sorted((ORDER.index(card.rank), DECK.bit(card)) for card in DECK.cards(hand))
    return {(a[0], b[0], c[0]): a[1] | b[1] | c[1] for a, b, c in combinations(cards, HEADS)}


def _lays(seat: Seat, heads: CardSet) -> Statement:
    cards = sorted(DECK.cards(heads), key=lambda card: ORDER.index(card.rank))
    return Statement(HEADS_LAID.name, seat, tuple(cards))


def _plays(seat: Seat, cards: CardSet) -> Statement:
    """A play of these cards, or taking the pile."""
    return Statement(PLAY, seat, tuple(DECK.cards(cards))) if cards else Statement(TAKES.name, seat)


# Heads


def _by_tip(ranks: Ranks) -> Any:
    """A 10 and a pair, or the highest."""
    return ranks[2] == playout.TEN and ranks[0] == ranks[1], ranks[::-1]


def _by_pace(state: Layout) -> Worth:
    """The rank of heads by how soon they are out: alike heads go together, and a 10 gives another turn.

    With four or five players, what follows a 10 had better be low: it is always right, and high cards serve the hand.
    """
    turn, led = WORTH_OF_A_TURN[state.setup.seats]

    def worth(ranks: Ranks) -> float:
        others = {rank for rank in ranks if rank != playout.TEN}
        follows = min(others) if others and playout.TEN in ranks else 0
        return sum(ranks) - turn * len(others) - led * follows

    return worth


# View


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees that plays from hand or heads: the cards that are `right`, and the size of its hand."""

    state: Layout
    right: CardSet
    hand: int

    @classmethod
    def of(cls, view: SeatView) -> Sight:
        """The sight of this seat."""
        state: Layout = view.state
        hand, heads = state.in_hand(view.seat), state.heads[view.seat]
        source = state.knowledge.known[view.seat] & ~heads if hand else heads
        return cls(state, source & playout.RIGHT_ON[playout.top_of(state)], hand)

    @property
    def apart(self) -> bool:
        """Whether high cards are played one by one."""
        return playout.plays_apart(self.state.stack, self.hand, self.state.setup.seats)


# Levels


def _choose(view: SeatView, worth: Worth, chosen: Callable[[Sight], CardSet]) -> Statement:
    """The heads that are worth most; a bone rather than the pile; otherwise the right cards by `chosen`."""
    state: Layout = view.state
    if state.phase is not Phase.PLAYING:
        return _lays(view.seat, _best_heads(state.knowledge.known[view.seat], worth))
    if not state.knowledge.held[view.seat]:
        return Statement(BONE.name, view.seat)
    sight = Sight.of(view)
    return _plays(view.seat, chosen(sight) if sight.right else 0)


def _lowest(sight: Sight, luck: Luck, *, apart: bool) -> CardSet:
    """The lowest rank, from a large hand sometimes another one."""
    lowest = playout.cards_to_play(sight.right, playout.rank_of(sight.right), apart=apart)
    higher = sight.right & ~playout.ALIKE[playout.rank_of(lowest)]
    if sight.hand <= LARGE_HAND or not higher or luck(OTHERWISE):
        return lowest
    return playout.cards_to_play(sight.right, playout.rank_of(higher), apart=not apart)


# Playouts


def _after(position: playout.BoneheadPosition) -> strategy.After:
    """The outcome of a move in this position, which stays unchanged."""

    def move(statement: Statement) -> playout.BoneheadPosition:
        tried = position.copy()
        if statement.word == HEADS_LAID.name:
            tried.lay(statement.by, DECK.set(statement.cards))
            return tried
        tried.play(tried.legal() if statement.word == BONE.name else tried.set_of(statement.cards))
        return tried

    return move
