"""Rook's bidding: the auction, the nest, and naming trump (RULES.md 2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from companion.cards import Card, Seat
from companion.games.rook.point_cards import BIRD, COLOURS, NEST, Pack
from companion.rules.auction import Auction, bid_or_pass
from companion.rules.deal import Deal, TrickState
from companion.rules.events import Revoked
from companion.rules.game import Choice, Draw, Expectation
from companion.rules.partners import SEATS
from companion.rules.referee.judging import NamedCards, find, verdict_on
from companion.rules.referee.verdicts import CARD_COUNT, LEGAL, Illegal, OnTrust, Promise, Rule, Unreadable, Verdict
from companion.rules.statements import Statement
from companion.support.messages import N_, msg
from companion.support.values import dataclass, replace

LOWEST_BIDS = ("70", "80", "100")
"""By the house rule; the book's first."""
STEP = 5

BID_STEP = Rule("bid-step", N_("Bids are multiples of five."), N_("BY FIVES"), N_("Bid or pass"))
NO_MISDEAL = Rule("no-misdeal", N_("A hand with counters is no misdeal."), N_("COUNTERS"), N_("Bid or pass"))
BID_TOO_LOW = Rule(
    "bid-too-low", N_("Bid at least five more than the last bid."), N_("TOO LOW"), N_("Bid more, or pass")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RookBidding(Auction):
    """The auction, then the cards laid and the trump colour.

    Bids go from `lowest` to `highest`. `laid` are the cards laid in the nest: None before that, and empty if they were
    laid unseen. `trump` is the letter of the colour, and empty until it is named. `nest_scanned`: its five cards were
    scanned when they were dealt. `thrown_in`: a hand without counters was thrown in, and the deal is void.
    """

    lowest: int
    laid: tuple[Card, ...] | None = None
    trump: str = ""
    nest_scanned: bool = False
    thrown_in: bool = False

    @property
    def bids(self) -> range:
        """All bids that are higher than the last."""
        return range(max(self.lowest, self.bid + STEP), self.highest + STEP, STEP)

    @property
    def usual(self) -> int:
        """The first bid offered in a list: half-way, so that few presses lead to every other."""
        return (self.lowest + self.highest) // (2 * STEP) * STEP

    def broken_by(self, bid: int) -> Rule | None:
        """The rule that a bid breaks. None if it is right."""
        if not self.lowest <= bid <= self.highest:
            return bid_range(self)
        if bid % STEP:
            return BID_STEP
        return BID_TOO_LOW if bid <= self.bid else None

    def after(self, statement: Statement) -> Self:
        """The bidding after one more right statement."""
        match statement.word:
            case "lays":
                return replace(self, laid=statement.cards)
            case "trump":
                return replace(self, trump=COLOURS[statement.value])
            case "misdeal":
                return replace(self, thrown_in=True)
            case _:
                return self.after_call(statement)


RookState = TrickState[RookBidding]
RookDeal = Deal[RookBidding]


def opening(lowest: int, highest: int) -> RookBidding:
    """Before the first bid, at these bounds."""
    return RookBidding(seats=SEATS, lowest=lowest, highest=highest)


def bid_range(said: RookBidding) -> Rule:
    """The rule of the lowest and the highest bid."""
    least, most = said.lowest, said.highest
    told = msg("Bids go from {least} to {most}.", least=least, most=most)
    large = msg("{least} TO {most}", least=least, most=most)
    return Rule("bid-range", told, large, N_("Bid within the range"))


def may_throw_in(said: RookBidding, dealer: Seat) -> Seat | None:
    """The seat that bids next if it has said nothing yet, and may throw in a hand without counters. None: nobody."""
    if said.over or said.passed_out or said.thrown_in:
        return None
    seat = said.next_bidder(dealer)
    return None if any(seat == bidder for bidder, _ in said.said) else seat


def judge_misdeal(pack: Pack, deal: RookDeal, seat: Seat) -> Verdict:
    """Judge a hand that is thrown in because it has no counters. Unseen cards are on trust."""
    counters = pack.deck.all & ~pack.no_counters
    verdict = verdict_on(Promise(seat, counters, deal.number, 0, BIRD, NO_MISDEAL), deal.knowledge)
    return OnTrust(()) if isinstance(verdict, OnTrust) else verdict


def next_word(said: RookBidding, dealer: Seat) -> Expectation | None:
    """Bid, lay, name trump. None when that is done."""
    if said.trump:
        return None
    if said.bidder is None or not said.over:
        return bid_or_pass(said, said.next_bidder(dealer), said.bids, said.usual)
    if said.laid is None:
        return _naming(said.bidder, "lays", (Statement("lays", said.bidder),), pieces=(0, 5))
    return _naming(said.bidder, "trump")


def _naming(seat: Seat, word: str, before: tuple[Statement, ...] = (), pieces: tuple[int, int] = (0, 0)) -> Expectation:
    """The high bidder names trump."""
    colours = tuple(Choice(colour, (*before, Statement("trump", seat, value=colour))) for colour in COLOURS)
    return Expectation(N_("Trump?"), frozenset({word}), (seat,), pieces, choices=colours)


NEST_COUNTER = Rule(
    "nest-counter", N_("Counters must not be laid in the nest."), N_("NO COUNTER"), N_("Lay other cards")
)


def nest_drawn(deal: RookDeal) -> tuple[Draw, ...]:
    """The nest that a bidder has just taken, if the own hand is known completely. Empty otherwise."""
    auction, knowledge, bidder = deal.opening, deal.knowledge, deal.opening.bidder
    if not auction.over or auction.laid is not None or auction.nest_scanned or bidder is None:
        return ()
    own_seen = knowledge.known[bidder].bit_count() == knowledge.held[bidder] - NEST
    return (Draw(bidder, Statement("nest"), NEST, knowledge.unseen),) if own_seen else ()


def judge_scanned(pack: Pack, deal: RookDeal | None, statement: Statement) -> Verdict:
    """Judge the scan of the five nest cards after the deal and before the first bid."""
    if deal is None or not deal.dealing or deal.opening.nest_scanned:
        return Unreadable("“nest” stands once, after “deal” and before the first bid")
    found = find(pack.deck, deal.knowledge, statement)
    if len(statement.cards) != NEST or not isinstance(found, NamedCards):
        return Unreadable("the nest has five cards, each once and in no hand")
    return LEGAL


def nest_scanned(pack: Pack, deal: RookDeal, statement: Statement) -> RookDeal:
    """The deal after the five nest cards were scanned."""
    known = deal.knowledge.laid_aside(pack.deck.set(statement.cards))
    return replace(deal, knowledge=known, opening=replace(deal.opening, nest_scanned=True))


def judge_laid(pack: Pack, deal: RookDeal, statement: Statement, *, no_counters: bool) -> Verdict:
    """Judge five laid cards, or none if they are laid unseen. Unseen cards are on trust.

    Under “no counters” counters may be laid only if all kept cards are counters.
    """
    if len(statement.cards) not in {0, NEST}:
        return Illegal(CARD_COUNT)
    if not no_counters or (statement.cards and not pack.points(statement.cards)):
        return LEGAL
    if not statement.cards:
        return OnTrust(())
    after = deal.knowledge.plays(statement.by, pack.deck.set(statement.cards))
    highest = pack.highest_counter(statement.cards)
    assert highest is not None
    return verdict_on(Promise(statement.by, pack.no_counters, deal.number, 0, highest, NEST_COUNTER), after)


def counter_laid(pack: Pack, deal: RookDeal) -> Revoked | None:
    """The revoke of the bidder who laid a counter and kept a card without points. None: not newly proven.

    What was laid unseen is known by subtraction when all cards are played.
    """
    highest = pack.highest_counter(_laid_cards(pack, deal))
    bidder = deal.opening.bidder
    if highest is None or bidder is None or any(revoke.trick == 0 for revoke in deal.revokes):
        return None
    plays = (play for trick in deal.tricks for play in trick.plays if play.seat == bidder)
    played = pack.deck.set(card for play in plays for card in play.cards)
    if not (played | deal.knowledge.known[bidder]) & pack.no_counters:
        return None
    return Revoked(bidder, deal.number, 0, highest, NEST_COUNTER.name)


def _laid_cards(pack: Pack, deal: RookDeal) -> Iterable[Card]:
    """The five cards that were laid. Empty while they are unknown."""
    if deal.opening.laid or not deal.finished:
        return deal.opening.laid or ()
    played = pack.deck.set(card for trick in deal.tricks for card in trick.cards)
    return pack.deck.cards(pack.deck.all & ~played)
