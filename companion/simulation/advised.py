"""What a good player would say in the place of somebody at a simulated table, knowing no more than that seat does.

The hands are those of the simulation: the table itself need not have seen them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.players.levels import player
from companion.players.seat_view import View
from companion.rules.entry import nothing
from companion.table.computer_seats import luck_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.cards import Card, Seat
    from companion.match.match import Match
    from companion.rules.game import Game
    from companion.rules.statements import Statement
    from companion.simulation.open_deal import OpenDeal

LEVEL = "normal"
"""Chooses at once, by rules of thumb."""


def advised(match: Match, deal: OpenDeal | None, seat: Seat | None = None) -> Statement | None:
    """The choice of a good player for this seat (None: whose turn it is).

    None: the game has no strategy or deals no hands, a computer sits there, or there is nothing to say.
    """
    game = match.header.game
    if deal is None or game.entry.strategy is nothing:
        return None
    seat = next(iter(match.expects.seats), None) if seat is None else seat
    if seat is None or seat in match.header.computers:
        return None
    said = player(game, LEVEL).choose(_view(game, deal, seat), luck_of(0, match.applied))
    return said and said.with_cards(*_held(said.cards, deal.own(seat)))


def _held(cards: Iterable[Card], own: Sequence[Card]) -> list[Card]:
    """The same cards; of alike ones those that this hand has."""
    held: list[Card] = []
    for card in cards:
        alike = (one for one in own if one.face == card.face and one not in held)
        held.append(card if card in own and card not in held else next(alike, card))
    return held


def _view(game: Game, deal: OpenDeal, seat: Seat) -> View:
    """What this seat knows of the deal, its own hand included."""
    states = [deal.begun]
    for said in deal.story:
        states.append(game.advance(states[-1], said)[0])
    learned = game.learned(seat, states[-1])
    view = View(game, seat, deal.begun)
    for said, after in zip(deal.story, states[1:], strict=True):
        view = view.knowing(said) if (said.word, said.seat) in learned else view.hears(said, after)
    return view
