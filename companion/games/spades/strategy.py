"""The strategy of Spades: how many tricks a hand is worth, when to say nil, when to take tricks (RULES.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from companion.cards import Card, Luck, Seat, left_of
from companion.games.spades.playout import SpadesPosition
from companion.games.spades.rules import DECK, PASSED, RANKS, SPADES, TRICKS, TRUMP, Bid, SpadesState
from companion.games.spades.suggestions import certain_tricks, highest_two, lowest_two
from companion.players.seat_view import SeatView
from companion.players.strategy import After, Playable
from companion.players.trick_heuristics import PartnersStrategy, Turn, duck, hand, highest, lowest_that_wins, may_say
from companion.rules.partners import SEATS, partner
from companion.rules.referee.deals import Dealt
from companion.rules.statements import PASSES, PLAY, Statement
from companion.support.values import replace

EXPECTED = {"A": (1.0, 0.9), "K": (0.9, 0.6), "Q": (0.6, 0.2)}
"""The tricks of a high spade, and of a high card of another suit."""
LONG_SPADE, ON_SHORT_SUIT = 0.8, 0.4
"""The tricks of a spade from the fourth on, and of each card that a short suit lacks to two."""
SPARE = 0.6
"""Added to the expected tricks before a bid is rounded down."""

HIGHEST_OF_NIL, MOST_SPADES_OF_NIL, MOST_DANGER_OF_NIL = RANKS.index("10"), 3, 6
"""A nil has no higher spade and no more spades than this. Its danger: for each suit, how high its low cards lie."""

SAFE_OF_PARTNER = RANKS.index("10")
"""The third hand plays high over a lower card of the partner."""
SETS_WITHIN = 2
"""The others may still be set when they can lose no more tricks than this."""


class SpadesStrategy(PartnersStrategy):
    """The strategy of Spades."""

    PLAYOUTS = 800
    DOUBT = 2
    position = SpadesPosition.of

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Every bid, every two cards to pass, or every right card."""
        if may_say(view, {PASSES}):
            return tuple(Statement(PASSES, view.seat, two) for two in combinations(_cards(view), PASSED))
        return super().moves(view)

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """Bids a quarter of the tricks. Plays the highest card."""
        return _choose(view, lambda _: TRICKS // SEATS, highest)

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Bids aces, kings and long spades. Wins as cheaply as possible."""
        return _choose(view, lambda cards: max(1, certain_tricks(cards)), lowest_that_wins)

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Bids the expected tricks, or nil with a weak hand. Takes tricks for its bid, and to set the others."""
        bids: tuple[Bid | None, ...] = view.state.now.opening.by_seat(view.state.now.dealer)
        mate = bids[partner(view.seat)]
        covers = mate is not None and not mate.tricks
        return _choose(view, lambda cards: 0 if not covers and _may_be_nil(cards) else _tricks_bid(cards), _careful)

    def turn(self, view: SeatView) -> Turn:
        """With a partner, whose tricks are no help while they keep nil."""
        other = partner(view.seat)
        return Turn.of(view, partner=None if _keeps_nil(view.state, other) else other)

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """What the normal level says, and every other right card. Trials make no better bids."""
        usual = self.normal(view, luck)
        others = () if may_say(view, {"bid", PASSES}) else self.moves(view)
        return (usual, *(move for move in others if move != usual))

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> After:
        """Complete the bidding as the normal level would, and the exchange after a blind nil."""

        def outcome(statement: Statement) -> Playable:
            state, hands = view.state, list(dealt.hands)
            while True:
                state = SPADES.advance(state, statement)[0]
                if statement.word == PASSES:
                    cards = DECK.set(statement.cards)
                    hands[statement.by] &= ~cards
                    hands[partner(statement.by)] |= cards
                if PLAY in (expected := SPADES.expects(state)).words:
                    return SpadesPosition.of(state, hands)
                seat = expected.seats[0]
                seen = state.now.knowledge.seen_into(seat, hands[seat])
                other = SeatView(SPADES, seat, replace(state, deal=replace(state.now, knowledge=seen)))
                statement = self.normal(other, luck)

        return outcome


# Heuristics


def _choose(view: SeatView, bid: Callable[[Sequence[Card]], int], plays: Callable[[Turn], Card]) -> Statement:
    """The bid of `bid` during the bidding, otherwise the card of `plays`. A partner's nil is no partner's trick."""
    if may_say(view, {"bid"}):
        return Statement("bid", view.seat, value=str(bid(_cards(view))))
    if may_say(view, {PASSES}):
        own = view.state.now.opening.by_seat(view.state.now.dealer)[view.seat]
        return Statement(PASSES, view.seat, (highest_two if own.blind else lowest_two)(_cards(view)))
    return Statement(PLAY, view.seat, (plays(SpadesStrategy().turn(view)),))


def _cards(view: SeatView) -> tuple[Card, ...]:
    return tuple(DECK.cards(hand(view)))


def _keeps_nil(state: SpadesState, seat: Seat) -> bool:
    """Whether this seat said nil and has not won a trick."""
    bids: tuple[Bid, ...] = SPADES.bids(state)
    return not bids[seat].tricks and not SPADES.tricks_won(state)[seat]


def _careful(turn: Turn) -> Card:
    """Keeps the own nil, breaks one of the others; takes tricks while a bid or a partner's nil depends on it."""
    view = turn.view
    state, rivals = view.state, (left_of(view.seat, SEATS), partner(left_of(view.seat, SEATS)))
    if _keeps_nil(state, view.seat):
        return duck(turn)
    nils = {seat for seat in rivals if _keeps_nil(state, seat)}
    taker = SPADES.winner(state, turn.trick) if turn.trick.plays else None
    if nils and taker is None:
        return min(turn.cards, key=lambda card: (card.suit == TRUMP, RANKS.index(card.rank)))
    wants = _wants(view)
    if taker in nils:
        follows = turn.cards[0].suit == turn.trick.plays[0].cards[0].suit
        return duck(turn) if follows or not wants else turn.cheapest
    return _taking(turn) if wants or _covers(turn, taker) else duck(turn)


def _covers(turn: Turn, taker: Seat | None) -> bool:
    """Whether the partner keeps nil, and has this trick or plays after this seat."""
    mate = partner(turn.view.seat)
    waits = all(play.seat != mate for play in turn.trick.plays)
    return (waits or taker == mate) and _keeps_nil(turn.view.state, mate)


def _wants(view: SeatView) -> bool:
    """Whether the own side needs tricks for its bid, or could set the others: they need nearly all that are left."""
    state = view.state
    contracts, left = SPADES.contracts(state), TRICKS - sum(SPADES.tricks_won(state))
    own, others = contracts[view.seat % 2], contracts[(view.seat + 1) % 2]
    return not own.made or (not others.made and left - (others.bid - others.taken) <= SETS_WITHIN)


def _taking(turn: Turn) -> Card:
    """Leads the highest cards that are left of their suits, else low from a short suit. Third hand high."""
    if turn.best is None:
        return max(turn.cards, key=partial(_lead, turn))
    follows = [card for card in turn.cards if card.suit == turn.trick.plays[0].cards[0].suit != TRUMP]
    if follows and len(turn.trick.plays) == SEATS - 2:
        high, safe = highest(turn), turn.ours and RANKS.index(turn.best.rank) >= SAFE_OF_PARTNER
        if turn.beats(high) and not (turn.ours and (safe or turn.stays(turn.best))):
            return high
    return lowest_that_wins(turn)


def _lead(turn: Turn, card: Card) -> tuple[int, int]:
    """How much a lead promises: the highest card of a side suit, the highest spade, low cards of short suits."""
    rest = [RANKS.index(unseen.rank) for unseen in turn.unseen if unseen.suit == card.suit]
    length, height = sum(own.suit == card.suit for own in turn.cards), RANKS.index(card.rank)
    if height > max(rest, default=-1):
        return (2, 0) if card.suit == TRUMP else (3, len(rest))
    return (0, -height) if card.suit == TRUMP else (1, -5 * length - height)


def _tricks_bid(cards: Sequence[Card]) -> int:
    """The expected tricks, rounded down, but one at least. Two nils of one side would have nobody to cover them."""
    return max(1, int(_expected_tricks(cards) + SPARE))


def _expected_tricks(cards: Sequence[Card]) -> float:
    """The tricks that a hand takes on average: high cards, long spades, and spades on short suits."""
    lengths = Counter(card.suit for card in cards)
    high = sum(_expected_of(card, lengths[card.suit]) for card in cards)
    short = sum(max(0, 2 - lengths[suit]) for suit in "HDC")
    return high + LONG_SPADE * max(0, lengths[TRUMP] - 3) + ON_SHORT_SUIT * min(short, lengths[TRUMP])


def _expected_of(card: Card, length: int) -> float:
    """The tricks of a high card in a suit of this length. It is worth half without lower cards to protect it."""
    of_spade, of_others = EXPECTED.get(card.rank, (0, 0))
    protected = length > RANKS[::-1].index(card.rank)
    return (of_spade if card.suit == TRUMP else of_others) / (1 if protected else 2)


def _may_be_nil(cards: Sequence[Card]) -> bool:
    """Whether few and low spades and low cards of every suit promise no trick."""
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        by_suit.setdefault(card.suit, []).append(RANKS.index(card.rank))
    spades = by_suit.pop(TRUMP, [])
    if len(spades) > MOST_SPADES_OF_NIL or max(spades, default=0) > HIGHEST_OF_NIL:
        return False
    danger = (max(0, min(ranks) - 2) + max(0, sorted(ranks)[len(ranks) // 2] - 6) for ranks in by_suit.values())
    return sum(danger) <= MOST_DANGER_OF_NIL
