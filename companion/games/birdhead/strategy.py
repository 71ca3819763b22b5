"""How the computer plays BirdHead: what is thrown first, what is kept for the end (rules.md 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.birdhead.playout import ANY, BirdHeadPosition, counted, ranks_of, reaches, right_plays
from companion.games.birdhead.rules import BIRD_HEAD, DECK, in_last_trick
from companion.players.strategy import after
from companion.players.trick_heuristics import deals, hand, may_say
from companion.rules.statements import PLAY, Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat
    from companion.players.strategy import After
    from companion.players.view import View
    from companion.rules.deal import TrickState
    from companion.rules.referee.deals import Luck

    Ranks = tuple[int, ...]

PLAYOUTS = 800

KEPT_EARLY = dict(zip(range(2, 12), (6, 5, 4, 3, 1, 0, 0, 1, 2, 3), strict=True))
"""What a card of this rank is worth in the hand: low ones for the end, high ones to win the tricks before it."""
KEPT_LATE = {rank: 11 - rank for rank in range(2, 12)}
"""The same when at most `LATE` cards are left after a play."""
LATE = 3
LONG, MATCH, LOWEST = 3, 6, 9
"""What it is worth to lead one more card, to match, and to keep a card of the lowest rank."""


def moves(view: View) -> tuple[Statement, ...]:
    """One for each choice of ranks."""
    if not may_say(view, {PLAY}):
        return ()
    return tuple(_says(view.seat, play) for play in right_plays(_hand(view), bar_of(view)))


def greedy(view: View, luck: Luck) -> Statement:
    """The highest that match, else the lowest; leads the longest set, of equals the highest."""
    del luck
    return _chosen(view, lambda own: (len(own) if not bar_of(view) else 0, own[::-1]))


def easy(view: View, luck: Luck) -> Statement:
    """The lowest that match, else the lowest; leads a single low card, but not its lowest."""
    del luck
    keeper = ranks_of(_lowest(_hand(view)))
    return _chosen(view, lambda own: (own != keeper, -len(own), [-one for one in own]))


def normal(view: View, luck: Luck) -> Statement:
    """Throws the middle first, keeps low cards for the end, and high ones to be the leader there."""
    del luck
    own, bar = _hand(view), bar_of(view)
    return _says(view.seat, max(right_plays(own, bar), key=lambda play: _thumb(own, play, bar)))


def candidates(view: View, luck: Luck) -> Sequence[Statement]:
    """All."""
    del luck
    return moves(view)


def effort(view: View) -> int:
    """There is no bidding."""
    del view
    return 1


def imagined(view: View, luck: Luck) -> Iterator[After]:
    """Other hands."""
    for dealt in deals(view, luck):
        yield after(BirdHeadPosition.of(view.state, dealt.hands))


def worth(scores: Sequence[int], seat: Seat) -> float:
    """Few minus points."""
    return -scores[seat]


def bar_of(view: View) -> Ranks:
    """The ranks that a play must reach; () before the lead."""
    state: TrickState[None] = view.state
    plays = state.now.tricks[-1].plays
    if in_last_trick(state):
        return ANY
    return BIRD_HEAD.bar(state, plays) if plays else ()


def _hand(view: View) -> CardSet:
    """The own cards, alike ones not told apart."""
    return counted(DECK.cards(hand(view)))


def _lowest(cards: CardSet) -> CardSet:
    return cards & -cards


def _says(seat: Seat, play: CardSet) -> Statement:
    """Any of the cards that are alike will do."""
    return Statement(PLAY, seat, tuple(card.face for card in DECK.cards(play)))


def _chosen(view: View, liked: Callable[[Ranks], Any]) -> Statement:
    """Of the plays that lead or match the one that is liked most, else the lowest cards."""
    bar = bar_of(view)
    plays = right_plays(_hand(view), bar)
    matching = [play for play in plays if reaches(ranks_of(play), bar)]
    return _says(view.seat, max(matching or plays, key=lambda play: liked(ranks_of(play))))


def _thumb(own: CardSet, play: CardSet, bar: Ranks) -> int:
    """What is won by a play less what its cards were worth in the hand."""
    left, spent = own ^ play, ranks_of(play)
    kept = KEPT_LATE if left.bit_count() <= LATE else KEPT_EARLY
    won = LONG * len(spent) if not bar else MATCH * reaches(spent, bar)
    keeps_lowest = ranks_of(_lowest(left)) == ranks_of(_lowest(own))
    return won + LOWEST * keeps_lowest - sum(kept[one] for one in spent)
