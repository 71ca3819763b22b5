"""Where the drinks of Toriatama are: in hands and crates, or else in the centre. The rules are not known here."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.cards.card import Card
from companion.rules.places import Place, What, filled
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards.deck import CardSet, Deck
    from companion.cards.seats import Seat
    from companion.rules.game import Setup

PLACES = 6
"""A crate has so many."""

Drinks: TypeAlias = tuple[Card, ...]
"""Drinks in the order in which they were taken."""


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has: one drink at most in the right hand, two in the left, six in the crate."""

    right: Drinks = ()
    left: Drinks = ()
    crate: Drinks = ()

    @property
    def drinks(self) -> Drinks:
        """All of them, in the order of placing at the end."""
        return self.crate + self.left + self.right

    @property
    def fills(self) -> bool:
        """Whether the move that begins a turn fills the crate."""
        return len(self.crate + self.left) >= PLACES

    @property
    def points(self) -> int:
        """Different colours and different shapes in the crate, 12 at most."""
        return len({drink.suit for drink in self.crate}) + len({drink.rank for drink in self.crate})

    def hand(self, name: str) -> Drinks:
        """The drinks in the hand of this name."""
        return self.right if name == "right" else self.left

    def moved(self) -> Player:
        """The left hand to the crate, then the right hand to the left."""
        return self.on("left", self.left).on("right", self.right)

    def on(self, hand: str, drinks: Drinks) -> Player:
        """These drinks of a hand move on; into the crate as far as there is room, the one taken earlier first."""
        if hand == "right":
            return replace(self, right=(), left=self.left + drinks)
        placed = drinks[: PLACES - len(self.crate)]
        kept = tuple(drink for drink in self.left if drink not in placed)
        return replace(self, left=kept, crate=self.crate + placed)

    def without(self, drinks: Drinks) -> Player:
        """These drinks went back from the hands to the centre."""
        right = tuple(drink for drink in self.right if drink not in drinks)
        return replace(self, right=right, left=tuple(drink for drink in self.left if drink not in drinks))

    def placed(self) -> Player:
        """The end: left hand, then right hand into the crate; what does not fit goes to the centre."""
        return Player(crate=self.drinks[:PLACES])


@dataclass(frozen=True, slots=True)
class Take:
    """The new drink, who has claimed on it, and whether a correct claim has closed the claims."""

    drink: Card
    claimants: tuple[Seat, ...] = ()
    decided: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The table; `players` is empty before the deal, `take` None before the first drink is taken.

    `turns` counts the drinks taken; `moved` says that the player whose turn it is has moved already.
    """

    setup: Setup
    players: tuple[Player, ...] = ()
    turns: int = 0
    take: Take | None = None
    moved: bool = False

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return (self.setup.opener + self.turns) % self.setup.seats

    @property
    def taker(self) -> Seat:
        """Who took the new drink."""
        return (self.turn - 1) % self.setup.seats

    @property
    def new(self) -> Take:
        """The take that may be claimed; there must be one."""
        assert self.take is not None
        return self.take

    @property
    def over(self) -> bool:
        """Whether a crate is full."""
        return any(len(player.crate) == PLACES for player in self.players)

    def places(self, deck: Deck) -> dict[Place, CardSet]:
        """Where every drink is: in a crate, in a closed hand, or else in the centre."""
        places: dict[Place, CardSet] = {Place(What.CENTRE): deck.all}
        for seat, player in enumerate(self.players):
            places[Place(What.CRATE, seat)] = deck.set(player.crate)
            places[Place(What.LEFT, seat, open=False)] = deck.set(player.left)
            places[Place(What.RIGHT, seat, open=False)] = deck.set(player.right)
            places[Place(What.CENTRE)] &= ~deck.set(player.drinks)
        return filled(places)

    @property
    def to_move(self) -> bool:
        """Whether a move comes first: not in a player's first turn, and not twice."""
        return self.turns >= self.setup.seats and not self.moved

    @property
    def must_move(self) -> bool:
        """Whether that move fills the crate, so that nothing is taken."""
        return self.to_move and self.players[self.turn].fills

    def with_player(self, seat: Seat, player: Player) -> State:
        """The same with one player's drinks changed."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))
