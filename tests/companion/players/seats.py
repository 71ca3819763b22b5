"""A moment of a record in the view of a seat, and that seat's choice as the record writes it."""

from __future__ import annotations

from random import Random

from companion.games.registry import GAMES
from companion.match.match import Match
from companion.players.levels import player, strategy_of
from companion.players.seat_view import SeatView
from tests.evening import right_match

PLAYERS = {"birddog": "Ann Bob Cid"}


def match_of(game: str, *lines: str) -> Match:
    """The match after these lines; Ann opens it, every line must be right."""
    opener = GAMES[game].opener
    players = PLAYERS.get(game, "Ann Bob Cid Dot")
    return right_match(f"game {game}", f"players {players}", f"{opener} Ann", *lines)


def view_of(match: Match, name: str) -> SeatView:
    return SeatView.of(match, match.header.names.index(name))


def says(match: Match, name: str, level: str = "normal", playouts: int = 60, seed: int = 1) -> str:
    """What somebody says at this level, as a line of the record; "" for nothing."""
    chosen = player(match.header.game, level, playouts).choose(view_of(match, name), Random(seed).randrange)
    return match.header.language.write(chosen) if chosen else ""


def may_say(match: Match, name: str) -> list[str]:
    """Every move, as lines of the record."""
    moves = strategy_of(match.header.game).moves(view_of(match, name))
    return [match.header.language.write(move) for move in moves]
