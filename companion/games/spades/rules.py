"""Spades: two sides bid the tricks that they will take, spades are trump; to 500 (RULES.md beside this file)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import FRENCH_RANKS, Card, Deck, Seat, clockwise, left_of
from companion.games.spades.entry import ENTRY
from companion.rules.claims import CLAIM_WORDS
from companion.rules.deal import Condition, Deal, Trick, TrickState
from companion.rules.events import Event, NilBroken, SuitBroken
from companion.rules.game import Choice, Expectation, Option, Setup, rules_of_book
from companion.rules.partners import SEATS, by_seat, partner, side
from companion.rules.partners_game import PartnersGame
from companion.rules.passing import all_passed, judge_pass, passed_cards, passes_or_lead, passing_word
from companion.rules.referee.knowledge import Gift
from companion.rules.referee.verdicts import Illegal, Legal, Rule, Verdict
from companion.rules.statements import PASSES, PLAY, Statement, Word
from companion.rules.tricks import FOLLOW_SUIT, TRICK_WORDS, renege
from companion.support.messages import N_, msg, msg_as
from companion.support.values import dataclass, replace

DECK = Deck.of(FRENCH_RANKS, "S H D C")
RANKS = tuple(FRENCH_RANKS.split())
TRUMP = "S"
TRICKS = 13
LOW = 2
"""UP leads to bids above this one, DOWN to this one and below: players bid about as often there as here."""
PASSED = 2
"""The cards that are exchanged after a blind nil."""
FOR_A_TRICK, NIL_POINTS = 10, 100
BAGS, BAG_PENALTY = 10, 100
FLOOR = -200
BEHIND = 100
"""How far a side must be behind to bid blind nil, under that house rule."""

BID_RANGE = Rule("bid-range", N_("Bids go from 0 to 13."), N_("0 TO 13"), N_("Bid within the range"))
NO_BLIND_NIL = Rule("no-blind-nil", N_("Blind nil is not open to you."), N_("NOT BLIND"), N_("Bid from your hand"))
NOT_BROKEN = Rule("spades-not-broken", N_("Spades are not broken yet."), N_("NO SPADE"), N_("Lead another suit"))

OPTIONS = (
    Option("target", ("500", "100", "200", "250", "300"), N_("the points that win")),
    Option(
        "floor",
        ("none", "minus-200"),
        N_("a side at -200 or less loses the game"),
        (N_("none"), N_("a side loses at -200")),
    ),
    Option(
        "bags",
        ("ten", "none"),
        N_("ten bags cost 100 points, or nothing"),
        (N_("ten bags cost 100"), N_("bags cost nothing")),
    ),
    Option(
        "blind-nil",
        ("no", "behind-100", "any"),
        N_("who may bid blind nil, before looking at the hand"),
        (N_("nobody"), N_("a side 100 behind"), N_("anybody")),
    ),
    Option(
        "blind-exchange",
        ("none", "two-cards"),
        N_("after a blind nil the partners pass each other two cards"),
        (N_("no"), N_("yes")),
    ),
    Option(
        "failed-nil",
        ("bags", "helps-partner"),
        N_("tricks of a lost nil: bags, or for the partner's bid"),
        (N_("bags"), N_("the partner's bid")),
    ),
    renege(N_("the side is set, nil and all"), N_("the side is set")),
)

BOOK = rules_of_book(OPTIONS)
BAGS_PAGES = {
    "ten": msg("Each trick over the bid is a bag: 1 point. Ten bags cost 100 points."),
    "none": msg("Each trick over the bid is a bag: 1 point."),
}
NIL_PAGES = {
    "bags": msg("Nil is a bid of 0. Who takes no trick scores 100; who takes one loses 100, and such tricks are bags."),
    "helps-partner": msg(
        "Nil is a bid of 0. Who takes no trick scores 100; who takes one loses 100, but helps the partner's bid."
    ),
}


def pages(house: Mapping[str, str]) -> tuple[str, ...]:
    """The rules in short under these house rules."""
    return (
        msg("4 players, partners opposite, 52 cards, 13 each. Spades are always trump."),
        msg(
            "Left of the dealer bids and leads first. All bid once: how many of the 13 tricks to take. Partners add"
            " theirs."
        ),
        msg("Follow suit if you can, else play any card. Spades may be led when they are broken: once one was played."),
        msg("The highest spade takes the trick, else the highest of the suit led. Who takes it leads the next."),
        msg("Each trick bid counts 10: partners who bid 5 score 50, or lose 50 if they take fewer and are set."),
        BAGS_PAGES[house["bags"]],
        NIL_PAGES[house["failed-nil"]],
        msg("The side that first has {target} points wins; if both have, the higher total.", target=house["target"]),
    )


# Bidding

BIDDING_WORDS = (
    Word("bid", number=True, told=N_("{who} bids {value}"), brief=N_("bids {}")),
    Word("blind", told=N_("{who} bids nil without looking")),
)
EXCHANGE_WORDS = (passing_word(N_("{who} has passed two cards")),)


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of a number of tricks. 0 is nil; `blind`: the bidder has not looked at the hand."""

    tricks: int
    blind: bool


@dataclass(frozen=True, slots=True)
class SpadesBidding:
    """The bids so far, left of the dealer first. `passed` is how often two cards were passed after a blind nil."""

    bids: tuple[Bid, ...] = ()
    passed: int = 0

    def after(self, statement: Statement) -> SpadesBidding:
        """The bidding after one more right bid."""
        blind = statement.word == "blind"
        return replace(self, bids=(*self.bids, Bid(0 if blind else int(statement.value), blind=blind)))

    @property
    def over(self) -> bool:
        """Whether everybody has bid."""
        return len(self.bids) == SEATS

    def by_seat(self, dealer: Seat) -> tuple[Bid | None, ...]:
        """The bids by seat; None: not yet said."""
        order = clockwise(left_of(dealer, SEATS), SEATS)
        said = dict(zip(order, self.bids, strict=False))
        return tuple(map(said.get, range(SEATS)))


SpadesState = TrickState[SpadesBidding]
SpadesDeal = Deal[SpadesBidding]


def _answers(seat: Seat, *, blind: bool) -> tuple[Choice, ...]:
    """The bids from LOW downwards, and from the highest back to it."""
    unseen = (Choice(N_("blind nil"), (Statement("blind", seat),)),) if blind else ()
    lower = (_bid(seat, tricks) for tricks in range(LOW, -1, -1))
    higher = (_bid(seat, tricks) for tricks in range(TRICKS, LOW, -1))
    return (*lower, *unseen, *higher)


def _bid(seat: Seat, tricks: int) -> Choice:
    label = msg("bid {bid}", bid=tricks) if tricks else msg("nil")
    return Choice(label, (Statement("bid", seat, value=str(tricks)),))


# Scoring


@dataclass(frozen=True, slots=True)
class Contract:
    """The bids of two partners and the tricks that they have won. `bags` are those of the deals before.

    `counts_bags`: ten bags cost points. `nil_helps`: tricks of a failed nil help the partner's bid.
    """

    bids: tuple[Bid, Bid]
    won: tuple[int, int]
    bags: int
    counts_bags: bool
    nil_helps: bool

    @property
    def bid(self) -> int:
        """The tricks that both have bid together."""
        return self.bids[0].tricks + self.bids[1].tricks

    @property
    def taken(self) -> int:
        """The tricks that count for the bid."""
        return sum(won for bid, won in zip(self.bids, self.won, strict=True) if bid.tricks or self.nil_helps)

    @property
    def made(self) -> bool:
        """Whether the side took at least what it bid."""
        return self.taken >= self.bid

    @property
    def points(self) -> int:
        """The score of the side in a completed deal: its bid, nils and bags."""
        nils = sum(nil_points(bid, kept=not won) for bid, won in zip(self.bids, self.won, strict=True))
        return FOR_A_TRICK * (self.bid if self.made else -self.bid) + nils + self.new_bags - self.bag_penalty

    @property
    def new_bags(self) -> int:
        """The bags of this deal: tricks beyond the bid, and those of a failed nil."""
        return sum(self.won) - min(self.bid, self.taken)

    @property
    def bag_penalty(self) -> int:
        """What full tens of bags cost in this deal."""
        return BAG_PENALTY * ((self.bags + self.new_bags) // BAGS) if self.counts_bags else 0

    def is_decided(self, left: int) -> bool:
        """Whether the side scores the same however many of the tricks that are left the two partners take."""
        (first, second), points = self.won, self.points
        more = ((ours, most - ours) for most in range(left, 0, -1) for ours in range(most + 1))  # all differ most often
        return all(replace(self, won=(first + ours, second + theirs)).points == points for ours, theirs in more)

    @property
    def missed(self) -> int:
        """The score of the side if all its bids are missed."""
        return sum(nil_points(bid, kept=False) for bid in self.bids) - FOR_A_TRICK * self.bid


@dataclass(frozen=True, kw_only=True)
class Spades(PartnersGame[SpadesBidding]):
    """The rulebook, in the order of the rules."""

    # Phases

    def expects_opening(self, state: SpadesState) -> Expectation | None:
        """Everybody bids once, left of the dealer first; then two cards may be passed, which their taker takes up.

        OK says no bid unawares; UP leads to more than LOW, DOWN to LOW, fewer and nil. The first lead, or an answer,
        says that all cards are passed unseen.
        """
        said = state.now.opening
        if not said.over:
            seat = state.now.order[len(said.bids)]
            words = frozenset(word.name for word in BIDDING_WORDS)
            choices = _answers(seat, blind=self._may_bid_blind(state, seat))
            return Expectation(N_("How many tricks?"), words, (seat,), choices=choices, unset=True)
        waiting = self.waiting(state)
        if not waiting:
            return None
        giver, lead = waiting[0], self.expects(all_passed(self, state, waiting))
        draw = passed_cards(state.now.knowledge, giver, partner(giver), PASSED)
        return passes_or_lead(lead, N_("Pass two cards"), waiting, (giver,), draws=(draw,))

    def waiting(self, state: SpadesState) -> tuple[Seat, ...]:
        """Who has still to pass two cards, by house rule, when all have bid.

        In order each who bid blind nil and then the partner, unless both did.
        """
        deal, exchanges = state.now, state.setup.options["blind-exchange"] == "two-cards"
        if not exchanges or not deal.opening.over:
            return ()
        blind = {seat for seat, bid in enumerate(self.bids(state)) if bid.blind}
        alone = [seat for seat in deal.order if seat in blind and partner(seat) not in blind]
        return tuple(giver for seat in alone for giver in (seat, partner(seat)))[deal.opening.passed :]

    def advance_opening(self, deal: SpadesDeal, statement: Statement) -> tuple[SpadesDeal, tuple[Event, ...]]:
        """One more bid, or two cards that went to the partner."""
        if statement.word != PASSES:
            return replace(deal, opening=deal.opening.after(statement)), ()
        gift = Gift(statement.by, partner(statement.by), PASSED, DECK.set(statement.cards))
        seen = deal.knowledge.seen_into(gift.giver, gift.cards)
        bidding = replace(deal.opening, passed=deal.opening.passed + 1)
        return replace(deal, knowledge=seen.gives(gift), opening=bidding), ()

    # Play

    def condition(self, state: SpadesState, statement: Statement) -> Condition:
        """Follow suit. Lead no spade before spades are broken, unless all cards are spades."""
        card, leads = statement.cards[0], not state.now.tricks[-1].plays
        if leads and card.suit == TRUMP and not is_broken(state.now):
            return Condition(DECK.all & ~DECK.suit(TRUMP), NOT_BROKEN)
        return Condition(self.not_followed(state, card), FOLLOW_SUIT)

    def strength(self, state: SpadesState, trick: Trick, card: Card) -> tuple[bool, bool, int]:
        """The highest spade, else the highest card of the suit led."""
        return card.suit == TRUMP, card.suit == trick.plays[0].cards[0].suit, RANKS.index(card.rank)

    def after_trick(self, state: SpadesState, trick: Trick) -> tuple[Event, ...]:
        """A player's first trick breaks their nil."""
        events = super().after_trick(state, trick)
        winner = self.winner(state, trick)
        broken = self.bids(state)[winner].tricks == 0 and self.tricks_won(state)[winner] == 1
        return (*events, NilBroken(winner)) if broken else events

    def advance(self, state: SpadesState, statement: Statement) -> tuple[SpadesState, tuple[Event, ...]]:
        """The family's states. Tells when spades are broken."""
        after, events = super().advance(state, statement)
        played = statement.word == PLAY and after.deal is not None
        broken = played and is_broken(after.now) and not is_broken(state.now)
        return after, (SuitBroken(TRUMP), *events) if broken else events

    # Score

    def bids(self, state: SpadesState) -> tuple[Bid, ...]:
        """The bids by seat. All must have bid."""
        return tuple(bid for bid in state.now.opening.by_seat(state.now.dealer) if bid is not None)

    def points(self, state: SpadesState) -> tuple[int, ...]:
        """What each side scores with its bids, its nils and its bags."""
        return by_seat([contract.points for contract in self.contracts(state)])

    def contracts(self, state: SpadesState) -> tuple[Contract, Contract]:
        """What both sides have bid and won so far. All must have bid."""
        return contracts(self.bids(state), self.tricks_won(state), state.setup.options, state.totals)

    def is_decided(self, state: SpadesState) -> bool:
        """No trick makes a bid, a bag or a lost nil any more."""
        left = TRICKS - sum(self.tricks_won(state))
        return all(contract.is_decided(left) for contract in self.contracts(state))

    def penalise(self, state: SpadesState, points: tuple[int, ...], offenders: frozenset[Seat]) -> tuple[int, ...]:
        """A side that revoked misses all its bids."""
        missed, sides = [contract.missed for contract in self.contracts(state)], set(map(side, offenders))
        return by_seat([missed[at] if at in sides else points[at] for at in range(2)])

    def floor(self, setup: Setup) -> int | None:
        """200 points below nothing, by house rule."""
        return FLOOR if setup.options["floor"] == "minus-200" else None

    # Visibility

    def known_secrets(self, seat: Seat, state: SpadesState) -> frozenset[tuple[str, Seat | None]]:
        """Everybody takes up at once what the partner passes."""
        deal = state.deal
        return frozenset() if deal is None or not deal.opening.passed else frozenset({(PASSES, partner(seat))})

    # Verdicts

    def judge(self, state: SpadesState, statement: Statement) -> Verdict:
        """The judgement of the family, plus the bids."""
        if statement.word == PASSES and state.deal is not None:
            return judge_pass(self.expects(state), statement, PASSED, self.deck, facts=state.now.knowledge)
        verdict = super().judge(state, statement)
        if isinstance(verdict, Legal):
            if statement.word == "bid" and int(statement.value) > TRICKS:
                return Illegal(BID_RANGE)
            if statement.word == "blind" and not self._may_bid_blind(state, statement.by):
                return Illegal(NO_BLIND_NIL)
        return verdict

    def _may_bid_blind(self, state: SpadesState, seat: Seat) -> bool:
        """Whether the house rule allows it and nobody has seen this hand."""
        allowed, totals = state.setup.options["blind-nil"], state.totals
        behind = totals[seat] <= totals[(seat + 1) % SEATS] - BEHIND
        return (allowed == "any" or (allowed == "behind-100" and behind)) and not state.now.knowledge.known[seat]


def contracts(
    bids: Sequence[Bid], won: Sequence[int], options: Mapping[str, str], totals: Sequence[int]
) -> tuple[Contract, Contract]:
    """The contracts of both sides with these bids and tricks by seat, and these totals before the deal."""
    house_rules = options["bags"] == "ten", options["failed-nil"] == "helps-partner"
    first, second = (
        Contract((bids[team], bids[team + 2]), (won[team], won[team + 2]), bags_of(totals[team]), *house_rules)
        for team in (0, 1)
    )
    return first, second


def nil_points(bid: Bid, *, kept: bool) -> int:
    """The points of a nil that is kept or not: twice as many if it was blind. 0 for any other bid."""
    worth = 0 if bid.tricks else NIL_POINTS * (1 + bid.blind)
    return worth if kept else -worth


def bags_of(total: int) -> int:
    """The bags of a side: the last digit of its total, counted up from the next lower ten.

    >>> bags_of(263), bags_of(-47)
    (3, 3)
    """
    return total % BAGS


def bid_in_words(bid: Bid, *, kept: bool) -> str:
    """A bid in words. Of a nil also whether it is still `kept`."""
    if bid.tricks:
        return msg_as("said", "bid {bid}", bid=bid.tricks)
    return msg("nil lost") if not kept else msg("blind nil") if bid.blind else msg("nil")


def is_broken(deal: SpadesDeal) -> bool:
    """Whether a spade was played, also as the lead of a hand that had nothing else."""
    return bool(deal.knowledge.out & DECK.suit(TRUMP))


SPADES = Spades(
    entry=ENTRY,
    name="spades",
    title=N_("Spades"),
    deck=DECK,
    deck_kind="french",
    players=(SEATS,),
    words=(*TRICK_WORDS, *CLAIM_WORDS, *BIDDING_WORDS, *EXCHANGE_WORDS),
    rules=(BID_RANGE, NO_BLIND_NIL, FOLLOW_SUIT, NOT_BROKEN),
    options=OPTIONS,
    pages=pages(BOOK),
    pages_under=pages,
    cards_each=TRICKS,
    opening=SpadesBidding(),
    tricks_closed=True,
    costs=N_("the side is set"),
    presses=15,
)
