"""Oh Hell: everybody bids how many tricks they will take, and wants exactly those (RULES.md)."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from companion import api

DECK = api.Deck.of(api.FRENCH_RANKS, "S H D C")
RANKS = api.FRENCH_RANKS.split()
EXACT, REVOKE = 10, -10
NOT_YET = api.Card("")
UP = api.Word("up", api.Said.BY_TABLE, cards=True, told="{cards} is turned up")
BID = api.Word("bid", number=True, told="{who} bids {value}")

BID_RANGE = api.Rule("bid-range", "You cannot bid more tricks than there are.", "TOO MANY", "Bid within the range")
HOOK = api.Rule("hook", "The bids must not add up to the tricks.", "NOT EVEN", "Bid more or less")
OPTIONS = (
    api.Option("hands", ("down-up", "up-down", "down", "up"), "how the hands grow and shrink"),
    api.Option("largest", ("10", "7", "5", "3"), "the cards of the largest hand"),
    api.Option("hook", ("yes", "no"), "the last bid must not make the bids add up to the tricks"),
    api.Option("missed", ("tricks", "nothing", "difference"), "a missed bid scores the tricks, 0, or minus the error"),
    api.renege("10 points less", "a penalty"),
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
    """The card that was turned up, whose suit is trump, and the bids so far, each with its seat."""

    up: api.Card = NOT_YET
    bids: tuple[tuple[api.Seat, int], ...] = ()


Deal: TypeAlias = api.Deal[Bidding]
State: TypeAlias = api.TrickState[Bidding]


class OhHell(api.TrickGame[Bidding]):
    """The rulebook, in its order. What is carried from deal to deal is the number of deals that were scored."""

    def carry_on(self, state: State) -> int:
        """One more; a void deal is dealt again."""
        return int(state.carried or 0) + (not self.result(state).voided)

    def hand_size(self, setup: api.Setup, carried: int | None) -> int:
        """One card fewer or more in each deal."""
        sizes = hand_sizes(setup)
        return sizes[(carried or 0) % len(sizes)]

    def expects_opening(self, state: State) -> api.Expectation | None:
        """A card is turned up, then everybody bids once. The answers go both ways from the usual bid."""
        bidding, seats, size = state.now.opening, state.setup.seats, self.hand_size(state.setup, state.carried)
        if not bidding.up.suit:
            return api.Expectation("Turn one up", frozenset({"up"}), pieces=(1, 1), tap=api.Statement("up"))
        if len(bidding.bids) == seats:
            return None
        hooked = len(bidding.bids) == seats - 1 and state.setup.options["hook"] == "yes"
        forbidden = size - sum(dict(bidding.bids).values()) if hooked else None
        seat, usual = api.clockwise(self.first_leader(state), seats)[len(bidding.bids)], round(size / seats)
        bids = (bid for bid in (*range(usual, -1, -1), *range(size, usual, -1)) if bid != forbidden)
        choices = tuple(api.Choice(str(bid), (api.Statement("bid", seat, value=str(bid)),)) for bid in bids)
        return api.Expectation("Bid?", frozenset({"bid"}), (seat,), choices=choices)

    def judge(self, state: State, statement: api.Statement) -> api.Verdict:
        """The judgement of all trick games; of a bid also whether it is among the answers."""
        verdict = super().judge(state, statement)
        answers = [answer.says for answer in self.expects(state).choices]
        if statement.word != "bid" or not isinstance(verdict, api.Legal) or (statement,) in answers:
            return verdict
        return api.Illegal(BID_RANGE if int(statement.value) > self.hand_size(state.setup, state.carried) else HOOK)

    def advance_opening(self, deal: Deal, statement: api.Statement) -> tuple[Deal, tuple[api.Event, ...]]:
        """One more bid; or the card that is turned up, which is out of play."""
        if statement.word == "bid":
            bids = (*deal.opening.bids, (statement.by, int(statement.value)))
            return replace(deal, opening=replace(deal.opening, bids=bids)), ()
        knowledge = deal.knowledge.turned_up(DECK.set(statement.cards))
        return replace(deal, knowledge=knowledge, opening=Bidding(statement.cards[0])), ()

    def aside(self, state: State) -> dict[api.Place, tuple[api.Card, ...]]:
        """Where the card lies that was turned up."""
        up = state.now.opening.up
        return {api.Place(api.What.TURNED_UP): (up,)} if up.suit else {}

    def strength(self, state: State, trick: api.Trick, card: api.Card) -> tuple[bool, bool, int]:
        """The highest trump, else the highest card of the suit led."""
        return card.suit == state.now.opening.up.suit, card.suit == trick.cards[0].suit, RANKS.index(card.rank)

    def points(self, state: State) -> tuple[int, ...]:
        """What everybody's tricks are worth with their bid."""
        bids, missed = dict(state.now.opening.bids), state.setup.options["missed"]
        return tuple(worth(bids[seat], won, missed) for seat, won in enumerate(self.tricks_won(state)))

    def winners_of(self, state: State, totals: tuple[int, ...]) -> tuple[api.Seat, ...]:
        """Who has most after the last deal."""
        over = (state.carried or 0) + 1 == len(hand_sizes(state.setup))
        return tuple(seat for seat, total in enumerate(totals) if over and total == max(totals))


def hand_sizes(setup: api.Setup) -> tuple[int, ...]:
    """The cards of each deal. With so many players a card is always left to be turned up."""
    up = tuple(range(1, min(int(setup.options["largest"]), len(DECK) // setup.seats) + 1))
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
    words=(*api.TRICK_WORDS, UP, BID),
    rules=(BID_RANGE, HOOK, api.FOLLOW_SUIT),
    options=OPTIONS,
    pages=PAGES,
    opening=Bidding(),
    tricks_closed=True,
    penalty=REVOKE,
    presses=7,
)
