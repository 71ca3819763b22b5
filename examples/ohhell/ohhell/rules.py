"""Oh Hell: everybody bids how many tricks they will take, and wants exactly those (RULES.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion import api

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DECK = api.Deck.of(api.FRENCH_RANKS, "S H D C")
RANKS = api.FRENCH_RANKS.split()
EXACT, REVOKE = 10, -10

BID_RANGE = api.Rule("bid-range", "You cannot bid more tricks than there are.", "TOO MANY", "Bid within the range")
HOOK = api.Rule("hook", "The bids must not add up to the tricks.", "NOT EVEN", "Bid more or less")
OPTIONS = (
    api.Option("hands", ("down-up", "up-down", "down", "up"), "how the hands grow and shrink"),
    api.Option("largest", ("10", "7", "5", "3"), "the cards of the largest hand"),
    api.Option("hook", ("yes", "no"), "the last bid must not make the bids add up to the tricks"),
    api.Option(
        "missed", ("tricks", "nothing", "difference"), "what a missed bid scores: the tricks, 0, or minus the error"
    ),
    replace(api.RENEGE, meaning=f"{api.RENEGE.meaning}; penalty: 10 points less"),
)
PAGES = (
    "3 to 7 players, each alone, 52 cards. 10 cards each, then one fewer each deal, down to 1 and up again.",
    "Turn a card up: its suit is trump. Left of the dealer first, everybody bids how many tricks they will take.",
    "The dealer bids last, and the bids must not add up to the tricks of the deal.",
    "Follow the suit that was led, else play any card. The highest trump wins, else the highest of the suit led.",
    "A point for each trick, and 10 for exactly as many as you bid. The most points after the last deal win.",
)


@dataclass(frozen=True)
class Bidding:
    """The card that was turned up (None: not yet), and the bids so far, left of the dealer first."""

    up: api.Card | None = None
    bids: tuple[int, ...] = ()

    @property
    def trump(self) -> str:
        """The suit of the card that was turned up."""
        return self.up.suit if self.up else ""


class OhHell(api.TrickGame[Bidding]):
    """The rulebook, in its order. What is carried from deal to deal is the number of deals that were scored."""

    def hand_size(self, setup: api.Setup, carried: int) -> int:
        """One card fewer or more in each deal."""
        sizes = hand_sizes(setup)
        return sizes[carried % len(sizes)]

    def carry_in(self, setup: api.Setup) -> int:
        """No deal was scored."""
        return 0

    def carry_on(self, state: api.TrickState[Bidding]) -> int:
        """One more; a void deal is dealt again."""
        scored: int = state.carried
        return scored + (not self.result(state).voided)

    def bidding_expects(self, state: api.TrickState[Bidding]) -> api.Expectation | None:
        """A card is turned up, and everybody bids once."""
        bidding, seats = state.now.bidding, state.setup.seats
        if not bidding.up:
            return api.Expectation("Turn one up", frozenset({"up"}), pieces=(1, 1), tap=api.Statement("up"))
        if len(bidding.bids) == seats:
            return None
        seat = api.clockwise(self.first_leader(state), seats)[len(bidding.bids)]
        return api.Expectation("Bid?", frozenset({"bid"}), (seat,), choices=tuple(self._answers(state, seat)))

    def _answers(self, state: api.TrickState[Bidding], seat: api.Seat) -> Iterator[api.Choice]:
        """First the usual bid, downwards from there, and from the other end of the list upwards."""
        size, forbidden = self.hand_size(state.setup, state.carried), self.forbidden(state)
        usual = round(size / state.setup.seats)
        for bid in (*range(usual, -1, -1), *range(size, usual, -1)):
            if bid != forbidden:
                yield api.Choice(str(bid), (api.Statement("bid", seat, value=str(bid)),))

    def forbidden(self, state: api.TrickState[Bidding]) -> int | None:
        """The bid with which the last bidder would make the bids add up to the tricks. None: any may be said."""
        bids = state.now.bidding.bids
        last = len(bids) == state.setup.seats - 1 and state.setup.options["hook"] == "yes"
        return self.hand_size(state.setup, state.carried) - sum(bids) if last else None

    def judge(self, state: api.TrickState[Bidding], statement: api.Statement) -> api.Verdict:
        """The judgement of all trick games, and that of a bid."""
        verdict = super().judge(state, statement)
        if statement.word != "bid" or not isinstance(verdict, api.Legal):
            return verdict
        if int(statement.value) > self.hand_size(state.setup, state.carried):
            return api.Illegal(BID_RANGE)
        return api.Illegal(HOOK) if int(statement.value) == self.forbidden(state) else verdict

    def bidding_advances(
        self, deal: api.Deal[Bidding], statement: api.Statement
    ) -> tuple[api.Deal[Bidding], tuple[api.Event, ...]]:
        """A card that is turned up lies in nobody's hand."""
        bidding = deal.bidding
        if statement.word == "bid":
            return replace(deal, bidding=replace(bidding, bids=(*bidding.bids, int(statement.value)))), ()
        knowledge = deal.knowledge.turned_up(DECK.set(statement.cards))
        return replace(deal, knowledge=knowledge, bidding=Bidding(statement.cards[0])), ()

    def aside(self, state: api.TrickState[Bidding]) -> Mapping[api.Place, tuple[api.Card, ...]]:
        """Where the card lies that was turned up."""
        up = state.now.bidding.up
        return {api.Place(api.What.TURNED_UP): (up,)} if up else {}

    def strength(self, state: api.TrickState[Bidding], trick: api.Trick, card: api.Card) -> tuple[bool, bool, int]:
        """The highest trump, else the highest card of the suit led."""
        return card.suit == state.now.bidding.trump, card.suit == trick.cards[0].suit, RANKS.index(card.rank)

    def bids(self, state: api.TrickState[Bidding]) -> dict[api.Seat, int]:
        """The bids so far by seat."""
        return dict(
            zip(api.clockwise(self.first_leader(state), state.setup.seats), state.now.bidding.bids, strict=False)
        )

    def points(self, state: api.TrickState[Bidding]) -> tuple[int, ...]:
        """What everybody's tricks are worth with their bid."""
        bids, missed = self.bids(state), state.setup.options["missed"]
        return tuple(worth(bids[seat], won, missed) for seat, won in enumerate(self.tricks_won(state)))

    def winners_of(self, state: api.TrickState[Bidding], totals: tuple[int, ...]) -> tuple[api.Seat, ...]:
        """Who has most after the last deal."""
        if state.carried + 1 < len(hand_sizes(state.setup)):
            return ()
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))

    def second_line(self, state: api.TrickState[Bidding]) -> str:
        """Trump, and the bids beside the tricks of the deal."""
        if state.deal is None or not state.now.bidding.up:
            return ""
        bidding, size = state.now.bidding, self.hand_size(state.setup, state.carried)
        return f"Trump {api.SUIT_SIGNS[bidding.trump]}  bids {sum(bidding.bids)} of {size}"


def hand_sizes(setup: api.Setup) -> tuple[int, ...]:
    """The cards of each deal. One card at least is left to be turned up."""
    up = tuple(range(1, min(int(setup.options["largest"]), (len(DECK) - 1) // setup.seats) + 1))
    down = up[::-1]
    return {"down-up": down + up[1:], "up-down": up + down[1:], "down": down, "up": up}[setup.options["hands"]]


def worth(bid: int, won: int, missed: str) -> int:
    """The points for a bid and the tricks won. `missed` is the house rule for who did not take what they bid."""
    if won == bid:
        return EXACT + won
    return {"tricks": won, "nothing": 0, "difference": -abs(won - bid)}[missed]


OH_HELL = OhHell(
    name="ohhell",
    title="Oh Hell",
    deck=DECK,
    deck_kind="french",
    players=(3, 4, 5, 6, 7),
    words=(*api.TRICK_WORDS, api.Word("up", api.Said.BY_TABLE, cards=True), api.Word("bid", number=True)),
    rules=(BID_RANGE, HOOK, api.FOLLOW_SUIT),
    options=OPTIONS,
    pages=PAGES,
    opening=Bidding(),
    penalty=REVOKE,
    presses=7,
)
