"""Matches of one deal between computer players, with every hand known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from companion.match.header import Header
from companion.match.match import Match
from companion.players.arena.contest import Dealing
from companion.players.player import ComputerPlayer
from companion.players.seat_view import SeatView
from companion.rules.game import Game
from companion.rules.referee.deals import shuffle
from companion.rules.statements import DEAL, Statement

NAMES = ("Ann", "Bob", "Cid", "Dot")


def dealt(game: Game, chance: Random, options: Mapping[str, str] | None = None, late: int = 0) -> Dealing:
    """A match after the deal, all hands scanned; before it `late` statements that cannot be told again."""
    seats = min(game.players)
    match = Match(Header(game, NAMES[:seats], chance.randrange(seats), options or {}))
    for _ in range(late):
        match = replace(match, before=match, said=Statement("nonsense"), applied=match.applied + 1)
    return Dealing(match, shuffle(game.deck.cards_in_order, chance.randrange))


def moments(
    game: Game, player: ComputerPlayer, chance: Random, options: Mapping[str, str] | None = None, late: int = 0
) -> Iterator[Match]:
    """Every moment of a deal at which a seat is asked, all seats taken by this player; 150 at most."""
    table = dealt(game, chance, options, late)
    while not table.match.expects.words <= {DEAL.name} and table.match.applied < late + 150:
        said = table.says()
        if said is None:
            yield table.match
            said = player.choose(SeatView.of(table.match, table.match.expects.seats[0]), chance.randrange)
            assert said is not None
        table.hear(said)
