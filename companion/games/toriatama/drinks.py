"""The places of drinks in Toriatama: hands, crates, or the centre. Knows no rules."""

from __future__ import annotations

from typing import TypeAlias

from companion.cards import Card, CardSet, Deck, Seat, with_seat
from companion.rules.game import Asked, Setup
from companion.rules.places import Place, What
from companion.support.values import dataclass, replace

PLACES = 6
"""The size of a crate."""

Drinks: TypeAlias = tuple[Card, ...]
"""Drinks in the order in which they were taken."""


@dataclass(frozen=True, slots=True)
class Drinker:
    """The drinks of one player: at most one in the right hand, two in the left, six in the crate."""

    right: Drinks = ()
    left: Drinks = ()
    crate: Drinks = ()

    @property
    def drinks(self) -> Drinks:
        """All drinks, in the order of placing at the end."""
        return self.crate + self.left + self.right

    @property
    def fills(self) -> bool:
        """Whether the move at the start of a turn fills the crate."""
        return len(self.crate + self.left) >= PLACES

    @property
    def points(self) -> int:
        """The number of different colours and shapes in the crate, 12 at most."""
        return len({drink.suit for drink in self.crate}) + len({drink.rank for drink in self.crate})

    @property
    def hands(self) -> tuple[str, ...]:
        """The names of the hands that hold a drink, that of the last one first."""
        right = ("right",) if self.right else ()
        return (*right, "left") if self.left else right

    def hand(self, name: str) -> Drinks:
        """The drinks in the hand with this name."""
        return self.right if name == "right" else self.left

    def move(self) -> Drinker:
        """After a move: the left hand goes to the crate, the right hand to the left."""
        return self.on("left", self.left).on("right", self.right)

    def on(self, hand: str, drinks: Drinks) -> Drinker:
        """After these drinks of a hand moved on. What is too much for the crate leaves it at the end."""
        if hand == "right":
            return replace(self, right=(), left=self.left + drinks)
        kept = tuple(drink for drink in self.left if drink not in drinks)
        return replace(self, left=kept, crate=self.crate + drinks)

    def without(self, drinks: Drinks) -> Drinker:
        """After these drinks went from the hands back to the centre."""
        right = tuple(drink for drink in self.right if drink not in drinks)
        return replace(self, right=right, left=tuple(drink for drink in self.left if drink not in drinks))

    def put_in_crate(self) -> Drinker:
        """After the end: left hand, then right hand into the crate. Excess drinks go to the centre."""
        return Drinker(crate=self.drinks[:PLACES])


@dataclass(frozen=True, slots=True)
class Take:
    """The new drink, the seats that have claimed, and whether a correct claim has closed the claims."""

    drink: Card
    claimants: tuple[Seat, ...] = ()
    decided: bool = False


@dataclass(frozen=True, slots=True)
class DrinksState(Asked):
    """The table. `players` is empty before the deal, `take` is None before the first drink.

    `turns` counts the drinks taken. `moved`: the player whose turn it is has already moved.
    """

    setup: Setup
    players: tuple[Drinker, ...] = ()
    turns: int = 0
    take: Take | None = None
    moved: bool = False

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return (self.setup.opener + self.turns) % self.setup.seats

    @property
    def taker(self) -> Seat:
        """The seat that took the new drink."""
        return (self.turn - 1) % self.setup.seats

    @property
    def new(self) -> Take:
        """The take that may be claimed. There must be one."""
        assert self.take is not None
        return self.take

    @property
    def over(self) -> bool:
        """Whether a crate is full."""
        return any(player.crate[PLACES - 1 :] for player in self.players)

    def places(self, deck: Deck) -> dict[Place, CardSet]:
        """The place of every drink: a crate, a closed hand, or the centre."""
        centre, taken = deck.all, dict[Place, CardSet]()
        for seat, player in enumerate(self.players):
            for what, drinks in ((What.CRATE, player.crate), (What.LEFT, player.left), (What.RIGHT, player.right)):
                if drinks:
                    taken[Place(what, seat, open=what is What.CRATE)] = cards = deck.set(drinks)
                    centre &= ~cards
        return {Place(What.CENTRE): centre, **taken} if centre else taken

    @property
    def to_move(self) -> bool:
        """Whether a move comes first: not in a player's first turn, and not twice."""
        return self.turns >= self.setup.seats and not self.moved

    @property
    def must_move(self) -> bool:
        """Whether that move fills the crate, so that no drink is taken."""
        return self.to_move and self.players[self.turn].fills

    def with_player(self, seat: Seat, player: Drinker) -> DrinksState:
        """A copy with this player's drinks."""
        return replace(self, players=with_seat(self.players, seat, player))
