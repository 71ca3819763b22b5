"""What each side did in a whole match adds up: all hearts, all tricks, as many bids as sides and deals."""

from __future__ import annotations

import re

from companion.games.registry import GAMES
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.events import DealScored
from companion.scoreboard.view import ending_json
from companion.testing.evening import FairEvening, chance_of


def did(match: Match) -> list[str]:
    """What is told of each side at the end."""
    ending = ending_json(match, None)
    assert ending is not None
    return [standing["did"] for standing in ending["standings"]]


def count(pattern: str, told: list[str]) -> int:
    """The sum of the numbers before these words."""
    return sum(int(number) for line in told for number in re.findall(rf"(\d+){pattern}", line))


def a_match(game: str, **options: str) -> tuple[Match, int]:
    """A match of fair players that was won, and the number of its deals."""
    evening = FairEvening(GAMES[game], chance_of(game), Header(GAMES[game], ("Ann", "Bob", "Cid", "Dee"), 0, options))
    deals = 0
    for match in evening.plays(40):
        deals += any(isinstance(event, DealScored) for event in match.events)
    assert evening.match.winners
    return evening.match, deals


def test_all_hearts_queens_and_tricks_are_told() -> None:
    match, deals = a_match("hearts", target="50", renege="play-on")
    told = did(match)
    assert (count(" hearts?", told), count("× Q♠", told), count(" tricks?", told)) == (13 * deals, deals, 13 * deals)


def test_bids_and_bags_of_both_sides_are_told() -> None:
    match, deals = a_match("spades", target="100", floor="minus-200")
    told = did(match)
    assert 0 < count(" tricks?", told) <= 13 * deals
    assert all(re.fullmatch(r"\d+ of \d+ bids? made, \d+ bags?, \d+ tricks?", line) for line in told), told
    assert count(" of ", told) <= count(" bids? made", told) <= 2 * deals


def test_heads_and_bones_that_are_left_are_told() -> None:
    match, _ = a_match("bonehead")
    assert did(match)[0] == ""
    assert any("bone" in line for line in did(match)[1:])
    assert sum(count(f" {kind}", did(match)) for kind in ("in hand", "head", "bone")) == sum(
        match.header.game.shown.standing(match.state)
    )
