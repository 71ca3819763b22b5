"""Matches of one deal among computer players, with every hand known to who dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.match.header import Header
from companion.match.match import Match
from companion.players.arena.dealing import Dealing
from companion.players.view import View
from companion.rules.statements import DEAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from companion.players.player import Player
    from companion.rules.game import Game

NAMES = ("Ann", "Bob", "Cid", "Dot")


def dealt(game: Game, chance: Random, options: Mapping[str, str] | None = None) -> tuple[Match, Dealing]:
    """A match after the deal, all hands scanned."""
    seats = min(game.players)
    match = Match(Header(game, NAMES[:seats], chance.randrange(seats), options or {}))
    dealing = Dealing.of(match, chance.randrange)
    for said in dealing.said:
        match, answer = match.say(said)
        assert answer.applied
    return match, dealing


def moments(game: Game, player: Player, chance: Random, options: Mapping[str, str] | None = None) -> Iterator[Match]:
    """Every moment of a deal at which a seat is asked, all seats taken by this player; 150 at most."""
    match, dealing = dealt(game, chance, options)
    while not match.expects.words <= {DEAL.name} and match.applied < 150:
        said = dealing.says(match)
        if said is None:
            yield match
            choice = player.choose(View.of(match, match.expects.seats[0]), chance.randrange)
            assert choice is not None
            said = dealing.shows(match, choice)
        match, answer = match.say(said)
        assert answer.applied, answer
