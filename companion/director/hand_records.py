"""Hand records: which cards of a board lie where, so that people can lay it out before the event. Pure.

The deals follow from the event's secret and the number of the board alone. They are the same whenever they are asked
for, and knowing some deals does not help to work out another. A board is dealt as the first deal of a match.
"""

from __future__ import annotations

from hashlib import shake_256
from typing import Any

from companion.cards import Card, Deck, Luck, Seat
from companion.director.event import ClubEvent
from companion.director.planning import Shape, boards_needed, misfit
from companion.match.header import Header
from companion.rules.dealer import dealer_for
from companion.rules.game import Game
from companion.rules.piles import NEST, STACK, bones
from companion.rules.referee.deals import shuffle
from companion.rules.statements import DEAL, Statement, UnreadableError
from companion.support.messages import msg, tr
from companion.support.values import dataclass

SPARE_BITS = 128
"""Random bits beyond those that number all deals: with them no deal is measurably likelier than another."""


@dataclass(frozen=True, slots=True)
class Board:
    """A deal that is laid out. `hands` and `bones` (face down before a player) are by seat.

    `opener` deals the board, or begins it if `is_dealt_by_opener` is False. None: decided by the results before. `up`
    is turned up from the stack, whose top is first.
    """

    number: int
    deck: Deck
    opener: Seat | None
    is_dealt_by_opener: bool
    hands: tuple[tuple[Card, ...], ...]
    bones: tuple[tuple[Card, ...], ...]
    nest: tuple[Card, ...]
    up: tuple[Card, ...]
    stack: tuple[Card, ...]


def needed_boards(event: ClubEvent, game: Game | None) -> tuple[int, ...]:
    """The numbers of the boards that people lay out for this event; empty: none."""
    return () if refusal(event, game) or game is None else boards_needed(event, Shape.of(game, event.movement))


def boards(event: ClubEvent, game: Game | None) -> tuple[Board, ...]:
    """All boards of an event. Raises UnreadableError where there is nothing to lay out."""
    numbers = needed_boards(event, game)
    unknown = msg("No board was played.") if event.over else msg("Enter the people first: they decide on the boards.")
    if game is None or not numbers:
        raise UnreadableError(tr(refusal(event, game) or unknown))
    return tuple(board(event, game, number) for number in numbers)


def refusal(event: ClubEvent, game: Game | None) -> str:
    """Why an event has no hand records, in a sentence. Empty if it has some."""
    if not event.duplicate or not event.secret:
        return msg("Only an event with the same boards at all tables has hand records.")
    if why := misfit(event, game):
        return why
    assert game is not None, "one was chosen"
    *_, sizes = _begin(event, game, Shape.of(game, event.movement).seats, 0)
    if not sizes:
        return msg("Nothing is laid out for {game}.", game=game.title)
    return ""


def _begin(event: ClubEvent, game: Game, seats: int, opener: Seat) -> tuple[Game, Any, list[tuple[Seat, int]]]:
    """The game under the house rules of the event, its state right after `deal`, and how many cards each has."""
    header = Header(game, tuple(map(str, range(seats))), opener, event.options)
    game = header.game
    state = game.begin(header.setup())
    if DEAL.name in game.expects(state).words:
        state, _ = game.advance(state, Statement(DEAL.name))
    return game, state, sorted(game.to_scan(state))


def board(event: ClubEvent, game: Game, number: int) -> Board:
    """The deal of this board."""
    seats = Shape.of(game, event.movement).seats
    opener = (number - 1) % seats
    game, state, sizes = _begin(event, game, seats, opener)
    cards = shuffle(game.deck.cards_in_order, luck(event.secret, number))
    dealer = dealer_for(game, state, cards, sizes)
    piles, says = dealer.piles, dealer.says(game.expects(state))
    up = says.cards if says is not None and says.seat is None else ()
    is_known = game.shown.dealer(state) is not None or (number - 1) % event.deals == 0
    return Board(
        number,
        game.deck,
        opener if is_known else None,
        is_dealt_by_opener=game.opener == "dealer",
        hands=tuple(tuple(piles.faces(piles.at(seat))) for seat in range(seats)),
        bones=tuple(tuple(piles.faces(piles.at(bones(seat)))) for seat in range(seats)),
        nest=tuple(piles.faces(piles.at(NEST))),
        up=up,
        stack=tuple(piles.faces(piles.at(STACK)[len(up) :])),
    )


def luck(secret: str, board: int) -> Luck:
    """The random numbers of a board: a function of a bound, which gives a number below it."""

    def below(bound: int) -> int:
        length = (bound.bit_length() + SPARE_BITS + 7) // 8
        return int.from_bytes(shake_256(f"{secret}/{board}".encode()).digest(length)) % bound

    return below
