"""The strategy of Toriatama: what it remembers of closed hands, what it takes, when it claims (RULES.md).

Every drink was seen when it was taken, so a view contains them all. Levels differ in how much they remember: each
choice draws it anew, with a probability that falls with every turn since a drink was taken. The same moment and luck
give the same memory. `None` means to say nothing: nobody must claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.cards import Card, Luck, Seat
from companion.games.toriatama.drinks import Drinks, DrinksState
from companion.games.toriatama.rules import HANDS
from companion.players import strategy
from companion.players.seat_view import SeatView
from companion.rules.statements import Statement
from companion.support.values import dataclass

EASY, NORMAL = 75, 90
"""Percentage of memories that are left after each turn."""


class ToriatamaStrategy(strategy.Strategy):
    """The strategy of Toriatama."""

    PLAYOUTS = 1
    """Nothing is imagined: a perfect memory knows where every drink is."""

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Every claim, right or wrong, and in its turn every drink of the centre."""
        state: DrinksState = view.state
        if not state.players or state.over:
            return ()
        return (*_claims(state, view.seat), *(_turn(view) if view.seat == state.turn else ()))

    def greedy(self, view: SeatView, luck: Luck) -> Statement | None:
        """Claims with the drink that it took last. Takes the most valuable one."""
        last = {"right": view.state.players[view.seat].right, "left": ()}
        return _choice(view, luck, Memory(last, ()))

    def easy(self, view: SeatView, luck: Luck) -> Statement | None:
        """Forgets half within three turns."""
        return _choice(view, luck, Memory.of(view, luck, EASY))

    def slips(self, view: SeatView, usual: Statement) -> Sequence[Statement]:
        """Any drink."""
        return [move for move in self.moves(view) if move.word == usual.word]

    def normal(self, view: SeatView, luck: Luck) -> Statement | None:
        """Forgets half within seven turns."""
        return _choice(view, luck, Memory.of(view, luck, NORMAL))

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """The choice with a perfect memory. () to say nothing."""
        chosen = _choice(view, luck, Memory.of(view, luck))
        return (chosen,) if chosen else ()

    def imagine(self, view: SeatView, luck: Luck) -> Iterator[strategy.After]:
        """The current state; nothing is hidden."""
        return iter(())

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The difference between the own points and the best of the others."""
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _claims(state: DrinksState, seat: Seat) -> Iterator[Statement]:
    take = state.take
    if take is None or take.decided or state.moved or seat == state.taker or seat in take.claimants:
        return
    for hand in HANDS:
        if state.players[seat].hand(hand):
            for word in (take.drink.suit, take.drink.rank):
                yield Statement("claims", seat, value=f"{word} {hand}")


def _turn(view: SeatView) -> Iterator[Statement]:
    state: DrinksState = view.state
    if state.must_move:
        yield Statement("moves", view.seat)
        return
    out = {drink for player in state.players for drink in player.drinks}
    for drink in view.game.deck.cards_in_order:
        if drink not in out:
            yield Statement("takes", view.seat, (drink,))


# Memory


@dataclass(frozen=True, slots=True)
class Memory:
    """The drinks in closed hands that a seat remembers: its own by hand, and those of the others."""

    own: dict[str, Drinks]
    others: Drinks

    @classmethod
    def of(cls, view: SeatView, luck: Luck, kept: int = 100) -> Memory:
        """The memory of a seat; `kept` percent remain after each turn.

        A drink in a right hand was taken in its player's last turn, one in the left hand about a round earlier.
        """
        state: DrinksState = view.state
        seats = state.setup.seats
        own: dict[str, Drinks] = {}
        others: Drinks = ()
        for seat, player in enumerate(state.players):
            last = (state.taker - seat) % seats
            for hand, turns in zip(HANDS, (last, last + seats), strict=True):
                recalled = tuple(drink for drink in player.hand(hand) if luck(100**turns) < kept**turns)
                if seat == view.seat:
                    own[hand] = recalled
                else:
                    others += recalled
        return cls(own, others)


# Levels


def _choice(view: SeatView, luck: Luck, memory: Memory) -> Statement | None:
    """A claim that is right as remembered; otherwise, in its turn, the most promising drink."""
    if right := [claim for claim in _claims(view.state, view.seat) if _is_right(claim, memory)]:
        return right[0]
    turn = list(_turn(view)) if view.seat == view.state.turn else []
    if len(turn) < 2:
        return turn[0] if turn else None
    promised = [_promises(view, take.cards[0], memory) for take in turn]
    best = [take for take, promise in zip(turn, promised, strict=True) if promise == max(promised)]
    return best[luck(len(best))]


def _is_right(claim: Statement, memory: Memory) -> bool:
    """Whether the hand is remembered to hold a matching drink."""
    word, hand = claim.value.split()
    return any(word in (drink.suit, drink.rank) for drink in memory.own[hand])


def _promises(view: SeatView, drink: Card, memory: Memory) -> tuple[int, int]:
    """Sort key: new colour and shape, if nobody is remembered to have a claim; then how few could have one."""
    own = (*view.state.players[view.seat].crate, *memory.own["left"], *memory.own["right"])
    new = all(drink.suit != other.suit for other in own) + all(drink.rank != other.rank for other in own)
    claims = sum(drink.suit == other.suit or drink.rank == other.rank for other in memory.others)
    return (0 if claims else new), -claims
