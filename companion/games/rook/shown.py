"""How Rook is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import Card, Seat
from companion.cards.spoken import COLOURS_ALONE
from companion.games.rook.bidding import RookState
from companion.games.rook.point_cards import BIRD, COLOURS
from companion.games.rook.rules import Rook, counter_values
from companion.rules.events import Event
from companion.rules.partners import by_seat, partner
from companion.rules.trick_shown import PartnersShown, TrickShown, in_first_deal
from companion.support.messages import N_, join, msg, msg_as


class RookShown(PartnersShown[Rook]):
    """The words of Rook."""

    terms: ClassVar[frozenset[str]] = TrickShown.terms | {"trump", "bid", "set", "counter", "nest"}
    to_you: ClassVar[Mapping[str, str]] = {
        "{who} takes the nest and lays five cards away": N_("You take the nest and lay five cards away"),
        "{who} makes {value} trump": N_("You make {value} trump"),
        "{who} takes {cards} back": N_("You take {cards} back"),
        "{who} shows a misdeal": N_("You show a misdeal"),
    }

    def begins(self, state: RookState) -> str:
        """What counts, and what a bid costs that is missed, in the first deal."""
        short = msg("A side that takes fewer points than it bid is set: its bid is taken off.")
        return in_first_deal(state, join((counter_values(self.game.pack), short)))

    def unusual(self, state: RookState, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """That the bid was missed, where the tricks have decided it."""
        if not (state.now.finished and self.scored_by_tricks(state, events)):
            return
        bidder = state.now.opening.winner
        if self.game.points(state)[bidder] < 0:
            yield msg("{who} and {partner} missed their bid", who=names[bidder], partner=names[partner(bidder)])

    def trump(self, state: RookState) -> str:
        """The colour that was named."""
        return state.deal.opening.trump if state.deal else ""

    def above_trump(self, state: RookState) -> tuple[Card, ...]:
        """The Rook, where no house rule has it lower."""
        return (BIRD,) if state.setup.options["rook-rank"] == "high" else ()

    def beside(self, state: RookState, seat: Seat) -> tuple[str, ...]:
        """The player's last word in the auction; after it the winner's bid."""
        if state.deal is None:
            return ()
        auction = state.deal.opening
        last = dict(auction.said).get(seat) if not auction.over or seat == auction.bidder else None
        return () if last is None else (msg_as("said", "bid {bid}", bid=last) if last else msg_as("auction", "passed"),)

    def account(self, state: RookState, side: Sequence[Seat]) -> str:
        """The bid of the side that has won the auction, and the points that it took."""
        if state.deal is None or state.deal.opening.bidder is None or self.game.settlement(state) is None:
            return ""
        if (revoke := self.for_revoke(state, side)) is not None:
            return revoke
        auction, taken = state.deal.opening, by_seat(self.game.points_captured(state))
        return msg("bid {bid}, took {won}", bid=auction.bid, won=taken[side[0]]) if auction.winner in side else ""

    def question(self, state: RookState, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
        """The bid; then which colour is trump, and the five cards that are laid before."""
        who, auction = names[seat], state.now.opening
        if not auction.over:
            return msg("What do you bid?"), msg("What does {who} bid?", who=who)
        if auction.laid is None:
            return (
                msg("The nest is yours: choose five cards to lay away, then name trump."),
                msg("{who} has the nest, lays five cards away, and names trump.", who=who),
            )
        return msg("Which colour is trump?"), msg("Which colour does {who} make trump?", who=who)

    def suit_name(self, suit: str) -> str:
        """The colour of this letter; a led Rook asks for trump."""
        return COLOURS_ALONE.get(suit, msg("trump"))

    def in_words(self, card: str) -> str:
        """A card by its colour in words.

        >>> from companion.games.rook.rules import ROOK
        >>> ROOK.shown.in_words("11Y"), ROOK.shown.in_words("Rook")
        ('yellow 11', 'Rook')
        """
        rank, suit = card[:-1], card[-1:]
        if rank not in self.game.pack.ranks:
            return card
        colour = next(colour for colour, letter in COLOURS.items() if letter == suit)
        return msg("{colour} {rank}", colour=colour, rank=rank)

    def worth(self, state: RookState, card: Card) -> int:
        """The points of a counter."""
        return self.game.pack.points((card,))
