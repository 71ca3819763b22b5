"""A check of what the methods of a game return: whoever slips is told the method and what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from companion.match.match import Match
from companion.rules.deal import Condition
from companion.rules.dealer import INTO_A_HAND
from companion.rules.game import Expectation, Game
from companion.rules.referee.verdicts import Illegal, Legal, OnTrust, Rule, Unreadable
from companion.testing.evening import FairEvening, chance_of
from companion.testing.stories import telling

Fits = Callable[[Any], bool]


def _is_a(*kinds: type) -> Fits:
    return lambda found: isinstance(found, kinds)


def _are_numbers(found: Any) -> bool:
    return isinstance(found, tuple) and all(isinstance(number, int) for number in found)


def _is_pair(found: Any) -> bool:
    return isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], tuple)


WANTED: dict[str, tuple[Fits, str]] = {
    "expects": (_is_a(Expectation), "an api.Expectation"),
    "judge": (_is_a(Legal, OnTrust, Illegal, Unreadable), "api.LEGAL, an api.Illegal or another verdict"),
    "advance": (_is_pair, "the next state and a tuple of events"),
    "scores": (_are_numbers, "a tuple of numbers, by seat"),
    "winners": (_are_numbers, "a tuple of seats"),
    "to_scan": (_is_a(tuple), "a tuple of seats, each with a number of cards"),
    "hand_size": (_is_a(int), "a number"),
    "first_leader": (_is_a(int), "a seat"),
    "expects_opening": (_is_a(Expectation, type(None)), "an api.Expectation or None"),
    "advance_opening": (_is_pair, "the deal and a tuple of events"),
    "condition": (_is_a(Condition, Rule), "an api.Condition or an api.Rule"),
    "strength": (_is_a(tuple), "a tuple, which is compared"),
    "after_trick": (_is_a(tuple), "a tuple of events"),
    "points": (_are_numbers, "a tuple of numbers, by seat"),
    "winners_of": (_are_numbers, "a tuple of seats"),
}
"""What the methods of a game return: whether it fits, and what fits, for its author."""


def returns(game: Game, case: int) -> None:
    """Whatever a method returns in a deal is of the kind that is wanted."""
    own = type(game)
    watched = copy(game)
    methods = {name: _watch(name, getattr(own, name), *wanted) for name, wanted in WANTED.items() if hasattr(own, name)}
    object.__setattr__(watched, "__class__", type(own.__name__, (own,), {"__module__": own.__module__, **methods}))
    with telling(FairEvening(watched, chance_of(game.name, "returns", case))) as evening:
        before = evening.match
        for match in evening.plays(1):
            _scans_fewer(before, match)
            before = match


def _scans_fewer(before: Match, match: Match) -> None:
    """Whether a scanned hand waits for fewer cards: a table that is told to go on scanning does so without end."""
    game, said = match.header.game, match.said
    if said is None or said.word not in INTO_A_HAND:
        return
    was, left = (dict(game.to_scan(moment.moment)).get(said.by, 0) for moment in (before, match))
    wanted = was - len(said.cards)
    assert left == wanted, (
        f"`to_scan` says {left} of seat {said.by} after {len(said.cards)} of {was} cards: {wanted} are left"
    )


def _watch(name: str, method: Callable[..., Any], fits: Fits, wanted: str) -> Callable[..., Any]:
    """This method, which tells what it returns if that does not fit."""

    def ask(*asked: Any, **named: Any) -> Any:
        found = method(*asked, **named)
        assert fits(found), f"`{name}` returns {found!r:.60}, and {wanted} is wanted"
        return found

    return ask
