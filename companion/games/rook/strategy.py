"""The strategy of Rook: bids, cards to lay, and tricks (RULES.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from companion.cards import Card, Luck, Seat
from companion.games.rook.bidding import RookBidding, RookState
from companion.games.rook.hopes import HeardBidding, hopes_of
from companion.games.rook.playout import RookPosition
from companion.games.rook.point_cards import BIRD, COLOURS, NEST, Pack, pack_of
from companion.players import likelihood, strategy, trick_heuristics
from companion.players.seat_view import SeatView
from companion.rules.partners import SEATS, partner
from companion.rules.referee.deals import Dealt
from companion.rules.statements import PLAY, Statement
from companion.support.values import dataclass, replace

TALKING = {"bid", "pass", "lays", "trump"}
LETTERS = tuple(COLOURS.values())
KEPT, KEPT_TRUMP = 6, 12
"""For fewer points than this the highest card left of a colour is not thrown, nor such a trump given to the partner."""


class RookStrategy(trick_heuristics.PartnersStrategy):
    """The strategy of Rook."""

    PLAYOUTS = 770
    position = RookPosition.of

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Every bid, a pass, a hand thrown in; five cards that may be laid; the four colours; every right card."""
        words, seat = view.expects.words, view.seat
        if not trick_heuristics.may_say(view, {*TALKING, PLAY}):
            return ()
        if "bid" in words:
            bids = (Statement("bid", seat, value=str(bid)) for bid in view.state.now.opening.bids)
            return (Statement("pass", seat), *bids, *_thrown_in(view))
        if "lays" in words:
            own = _may_be_laid(_cards(view), view.state)
            return tuple(Statement("lays", seat, cards) for cards in combinations(own, NEST))
        if "trump" in words:
            return tuple(Statement("trump", seat, value=colour) for colour in COLOURS)
        return trick_heuristics.right_cards(view)

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """Passes if possible. Plays the highest card."""
        return _choose(view, 0, trick_heuristics.highest)

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Bids only the lowest bid. Wins as cheaply as possible."""
        return _choose(view, view.state.now.opening.lowest, trick_heuristics.lowest_that_wins)

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Bids up to the expected points. Counts cards, and adds counters to the partner's tricks."""
        hope = hopes_of(_pack(view)).hope(trick_heuristics.hand(view))
        return _choose(view, hope, trick_heuristics.by_card_counting, Keeping)

    def turn(self, view: SeatView) -> trick_heuristics.Turn:
        """With counters, and a partner."""
        return trick_heuristics.Turn.of(view, _counts(_pack(view)), partner(view.seat))

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """The lowest bid or a pass; the best cards to lay for each trump colour; every colour; every right card."""
        words = view.expects.words
        if "bid" in words:
            return (*self.moves(view)[:2], *_thrown_in(view))
        if "lays" in words:
            own, pack = _may_be_laid(_cards(view), view.state), _pack(view)
            laid = dict.fromkeys(_cards_to_lay(pack, own, trump) for trump in COLOURS.values())
            return tuple(Statement("lays", view.seat, cards) for cards in laid)
        return self.moves(view)

    def deals(self, view: SeatView, luck: Luck) -> Iterator[Dealt]:
        """Weighed by what the others bid, and by the trump that the bidder named."""
        heard = HeardBidding.by(view.seat, view.state)
        return likelihood.likely(trick_heuristics.deals(view, luck, heard.not_laid), heard.likelihood, luck)

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> strategy.After:
        """Complete the bidding as the normal level would. The nest goes to the high bidder."""
        state: RookState = view.state
        before, pack = state.now.opening, pack_of(state.setup.options)
        hopes, best_trump = list(map(hopes_of(pack).hope, dealt.hands)), hopes_of(pack).best_trump

        def outcome(statement: Statement) -> strategy.Playable:
            if statement.word == "misdeal":
                return trick_heuristics.Unplayed((0,) * SEATS)
            auction = _finish_auction(before.after(statement), state, hopes)
            bidder = auction.bidder
            if bidder is None:
                return trick_heuristics.Unplayed((0,) * SEATS)
            hands = list(dealt.hands)
            hands[bidder] |= 0 if before.over else dealt.rest
            if auction.laid is None:
                own = _may_be_laid(tuple(pack.deck.cards(hands[bidder])), state)
                auction = replace(auction, laid=_cards_to_lay(pack, own, LETTERS[best_trump(hands[bidder])]))
            hands[bidder] &= ~pack.deck.set(auction.laid or ())
            trump = auction.trump or LETTERS[best_trump(hands[bidder])]
            deal = replace(state.now, opening=replace(auction, trump=trump))
            return RookPosition.of(replace(state, deal=deal), hands)

        return outcome


def _finish_auction(auction: RookBidding, state: RookState, hopes: Sequence[int]) -> RookBidding:
    """The auction to its end; each seat bids at most its expected points. Passed out if nobody bids."""
    dealer = state.now.dealer
    while not (auction.over or auction.passed_out):
        seat = auction.next_bidder(dealer)
        auction = auction.after(_bid(auction, seat, hopes[seat]))
    if auction.passed_out and state.setup.options["all-pass"] == "dealer-takes-70":
        return replace(auction, bidder=dealer, bid=auction.lowest)
    return auction


# Heuristics


@dataclass(frozen=True, slots=True)
class Keeping(trick_heuristics.Turn):
    """The turn of a seat that keeps the highest card left of a colour, since it takes a trick later."""

    def dear(self, card: Card) -> tuple[int, list[int]]:
        """The most points, but no highest trump, then the weakest."""
        power, worth = self.power(card), self.worth(card)
        return worth - max(KEPT_TRUMP, worth) * (self._is_highest(card) and power[0]), [-part for part in power]

    @property
    def cheapest(self) -> Card:
        """Few points, then weak; a five rather than a highest card."""
        return min(self.cards, key=lambda card: (self.worth(card) + KEPT * self._is_highest(card), self.power(card)))

    def _is_highest(self, card: Card) -> bool:
        """Whether no unseen card of its colour is higher; of the Rook: no trump."""
        if card != BIRD:
            return self.is_highest(card)
        return all(self.power(other, under=card) < self.power(card, under=card) for other in self.unseen)


def _choose(
    view: SeatView,
    most: int,
    plays: Callable[[trick_heuristics.Turn], Card],
    turn: type[trick_heuristics.Turn] = trick_heuristics.Turn,
) -> Statement:
    """Bids at most `most`, lays and names trump as all levels do, else plays a card."""
    words, cards, pack = view.expects.words, _cards(view), _pack(view)
    best_trump = hopes_of(pack).best_trump
    if thrown_in := _thrown_in(view):
        return thrown_in[0]
    if "bid" in words:
        return _bid(view.state.now.opening, view.seat, most)
    if "lays" in words:
        own = _may_be_laid(cards, view.state)
        return Statement("lays", view.seat, _cards_to_lay(pack, own, LETTERS[best_trump(trick_heuristics.hand(view))]))
    if "trump" in words:
        return Statement("trump", view.seat, value=list(COLOURS)[best_trump(trick_heuristics.hand(view))])
    return Statement(PLAY, view.seat, (plays(turn.of(view, _counts(pack), partner(view.seat))),))


def _bid(auction: RookBidding, seat: Seat, most: int) -> Statement:
    """The lowest bid if it is at most `most`. Does not outbid the partner."""
    least = auction.bids[:1]
    if least and least[0] <= most and auction.bidder != partner(seat):
        return Statement("bid", seat, value=str(least[0]))
    return Statement("pass", seat)


def _thrown_in(view: SeatView) -> tuple[Statement, ...]:
    """A hand without counters is thrown in, where the table plays so."""
    counts = trick_heuristics.hand(view) & ~_pack(view).no_counters
    return () if counts or "misdeal" not in view.expects.words else (Statement("misdeal", view.seat),)


def _pack(view: SeatView) -> Pack:
    return pack_of(view.state.setup.options)


def _cards(view: SeatView) -> tuple[Card, ...]:
    return tuple(view.game.deck.cards(trick_heuristics.hand(view)))


def _counts(pack: Pack) -> Callable[[Card], int]:
    worth = pack.counters
    return lambda card: worth.get(card.rank, 0)


def _height(pack: Pack, card: Card) -> int:
    """The rank for sorting. The Rook is above all others."""
    return len(pack.ranks) if card == BIRD else pack.ranks.index(card.rank)


def _may_be_laid(cards: Sequence[Card], state: RookState) -> tuple[Card, ...]:
    """The cards that may be laid. A house rule may exclude counters, unless too few others are held."""
    if state.setup.options["nest"] != "no-counters":
        return tuple(cards)
    worth = _counts(pack_of(state.setup.options))
    plain = [card for card in cards if not worth(card)]
    return tuple(plain if len(plain) >= NEST else sorted(cards, key=worth)[:NEST])


def _cards_to_lay(pack: Pack, cards: Sequence[Card], trump: str) -> tuple[Card, ...]:
    """Five cards to lay: no trumps, no sure tricks, from the shortest colours, low ones."""
    kept = [card for card in cards if card.suit == trump or card == BIRD]
    lengths = Counter(card.suit for card in cards)

    def worth(card: Card) -> tuple[bool, bool, int, int]:
        return card in kept, card.rank == pack.ranks[-1], lengths[card.suit], _height(pack, card)

    return tuple(sorted(cards, key=worth)[:NEST])
