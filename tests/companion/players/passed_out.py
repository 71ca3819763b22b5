"""A trick game that a deal may never come to: each of three may pass, and where all do, nobody plays."""

from __future__ import annotations

from companion import api
from companion.api import players
from companion.support.values import replace

DECK = api.Deck.of("7 8 9", "S H D")


class Passing(api.TrickGame[int]):
    """Its opening is the number of those who have passed; who bids leads."""

    def expects_opening(self, state: api.TrickState[int]) -> api.Expectation | None:
        """A pass or a bid, in turn."""
        seat, passed = state.now.opening, state.now.opening
        if passed < 0:
            return None
        says = [api.Statement(word, seat) for word in ("pass", "bid")]
        choices = tuple(api.Choice(said.word, (said,)) for said in says)
        return api.Expectation("Bid?", frozenset({"pass", "bid"}), (seat,), choices=choices)

    def advance_opening(
        self, deal: api.Deal[int], statement: api.Statement
    ) -> tuple[api.Deal[int], tuple[api.Event, ...]]:
        """One more who has passed, or -1: somebody has bid."""
        return replace(deal, opening=deal.opening + 1 if statement.word == "pass" else -1), ()

    def settle(self, state: api.TrickState[int]) -> api.Settled | None:
        """Nobody has bid: the deal is thrown in."""
        return api.Settled() if state.now.opening == state.setup.seats else super().settle(state)

    def points(self, state: api.TrickState[int]) -> tuple[int, ...]:
        """A point for each trick."""
        return self.tricks_won(state)

    def winners_of(self, state: api.TrickState[int], totals: tuple[int, ...]) -> tuple[api.Seat, ...]:
        """After one deal."""
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


PASSING = Passing(
    name="passing",
    title="Passing",
    deck=DECK,
    deck_kind="french",
    players=(3,),
    words=(*api.TRICK_WORDS, api.Word("pass"), api.Word("bid")),
    pages=("Bid, or pass.",),
    opening=0,
    cards_each=3,
)


class Timid(players.TrickStrategy):
    """Passes."""

    PLAYOUTS = 1

    def normal(self, view: players.SeatView, luck: players.Luck) -> api.Statement:
        """Always."""
        return api.Statement("pass", view.seat)

    greedy = easy = normal
