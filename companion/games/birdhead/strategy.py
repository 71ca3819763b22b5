"""The strategy of BirdHead: which cards to throw first, which to keep for the end (RULES.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.cards import CardSet, Luck, Seat, first_of
from companion.games.birdhead.playout import ANY, BirdHeadPosition, ranks_of, reaches, right_plays, without_copies
from companion.games.birdhead.rules import BIRD_HEAD, DECK, in_last_trick
from companion.players import strategy
from companion.players.seat_view import SeatView
from companion.players.strategy import After, after
from companion.players.trick_heuristics import deals, hand, may_say, positions
from companion.rules.deal import TrickState
from companion.rules.statements import PLAY, Statement

Ranks = tuple[int, ...]


KEPT_EARLY = dict(zip(range(2, 12), (6, 5, 4, 3, 1, 0, 0, 1, 2, 3), strict=True))
"""The value of keeping a card of this rank: low ones for the last trick, high ones to win tricks before it."""
KEPT_LATE = {rank: 11 - rank for rank in range(2, 12)}
"""The value of keeping a card of this rank if at most `LATE` cards are left after a play."""
LATE = 3
LONG, MATCH, LOWEST = 3, 6, 9
"""The value of leading one more card, of matching, and of keeping a card of the lowest rank."""


class BirdHeadStrategy(strategy.Strategy):
    """The strategy of BirdHead."""

    PLAYOUTS = 800

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """One play for each choice of ranks."""
        if not may_say(view, {PLAY}):
            return ()
        return tuple(_says(view.seat, play) for play in right_plays(_hand(view), bar_of(view)))

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """The highest cards that match, else the lowest. Leads the longest set, of equals the highest."""
        return _best_play(view, lambda own: (len(own) if not bar_of(view) else 0, own[::-1]))

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """The lowest cards that match, else the lowest. Leads a single low card, but not the lowest."""
        keeper = ranks_of(first_of(_hand(view)))
        return _best_play(view, lambda own: (own != keeper, -len(own), [-rank for rank in own]))

    def slips(self, view: SeatView, usual: Statement) -> Sequence[Statement]:
        """Plays of as many cards that match, too; without the lowest rank, which is kept for the last trick."""
        own, bar = _hand(view), bar_of(view)
        plays = [play for play in right_plays(own, bar) if play.bit_count() == len(usual.cards)]
        matches = any(_says(view.seat, play) == usual and reaches(ranks_of(play), bar) for play in plays)
        lowest = ranks_of(first_of(own))
        alike = (play for play in plays if reaches(ranks_of(play), bar) == matches and ranks_of(play) != lowest)
        return [_says(view.seat, play) for play in alike]

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Throws middle ranks first; keeps low cards for the end, and high ones to lead there."""
        own, bar = _hand(view), bar_of(view)
        return _says(view.seat, max(right_plays(own, bar), key=lambda play: _play_value(own, play, bar)))

    def imagine(self, view: SeatView, luck: Luck) -> Iterator[After]:
        """Other hands."""
        return map(after, positions(BirdHeadPosition.of, view, deals(view, luck)))

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The negative of the minus points."""
        return -scores[seat]


def bar_of(view: SeatView) -> Ranks:
    """The ranks that a play must reach. () before the lead."""
    state: TrickState[None] = view.state
    plays = state.now.tricks[-1].plays
    if in_last_trick(state):
        return ANY
    return BIRD_HEAD.bar(state, plays) if plays else ()


def _hand(view: SeatView) -> CardSet:
    """The own cards, without distinguishing alike ones."""
    return without_copies(hand(view))


def _says(seat: Seat, play: CardSet) -> Statement:
    """A play of these cards. Any of the alike ones can be used."""
    return Statement(PLAY, seat, tuple(card.face for card in DECK.cards(play)))


def _best_play(view: SeatView, liked: Callable[[Ranks], Any]) -> Statement:
    """The best play by `liked` of those that lead or match, else the lowest cards."""
    bar = bar_of(view)
    plays = right_plays(_hand(view), bar)
    matching = [play for play in plays if reaches(ranks_of(play), bar)]
    return _says(view.seat, max(matching or plays, key=lambda play: liked(ranks_of(play))))


def _play_value(own: CardSet, play: CardSet, bar: Ranks) -> int:
    """The value of a play minus the value of keeping its cards."""
    left, spent = own ^ play, ranks_of(play)
    kept = KEPT_LATE if left.bit_count() <= LATE else KEPT_EARLY
    won = LONG * len(spent) if not bar else MATCH * reaches(spent, bar)
    keeps_lowest = ranks_of(first_of(left)) == ranks_of(first_of(own))
    return won + LOWEST * keeps_lowest - sum(kept[rank] for rank in spent)
