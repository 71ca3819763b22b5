"""Some deals of every game in ours and in OpenSpiel's rules; `make oracles` plays 10,000 of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.euchre import bidding
from companion.games.euchre import rules as euchre
from companion.games.euchre.bidding import may_play_alone
from companion.games.hearts import passing
from companion.games.hearts import rules as hearts
from companion.games.hearts.playout import HeartsPosition
from companion.games.spades import rules as spades
from companion.rules.deal import Condition, Deal, TrickState
from companion.rules.statements import Statement
from companion.rules.tricks import FOLLOW_SUIT, TrickGame
from tests.oracles import both
from tests.oracles.__main__ import compare
from tests.oracles.both import Both, DifferenceError, Peer
from tests.oracles.peers import PEERS
from tests.torture import every_so_many

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: there is no wheel for this Python or computer")

EACH = 12
MATCHES = 30
"""Enough to meet what is rare: a moon, ten bags."""


@pytest.mark.parametrize("game", PEERS)
def test_both_programs_agree(game: str) -> None:
    moves, differences = compare(game, EACH)
    assert not differences, differences[0]
    assert moves > EACH


@dataclass(frozen=True)
class Mistake:
    """In this game `name` of `place` is `wrong`, and the two programs do not agree on `what`."""

    game: str
    what: str
    place: object
    name: str
    wrong: Callable[..., Any] | int


def without_moon(taken: tuple[int, ...], jack: int | None, options: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(
        points_taken - 10 * (seat == jack and options["jack"] == "minus-10") for seat, points_taken in enumerate(taken)
    )


def always_led(game: spades.Spades, state: TrickState[Any], statement: Statement) -> Condition:
    return Condition(game.not_followed(state, statement.cards[0]), FOLLOW_SUIT)


def only_the_maker(deal: Deal[Any], *, defenders: bool) -> tuple[int, ...]:
    return may_play_alone(deal, defenders=defenders and not deal.opening.answers)


def to_the_right(game: spades.Spades, state: TrickState[Any]) -> tuple[int, ...]:
    return ((game.leader(state) - len(state.now.tricks[-1].plays)) % 4,)


MISTAKES = {
    "hearts may always be led": Mistake("hearts", "what is right", hearts.Hearts, "hearts_are_broken", lambda *_: True),
    "hearts are never broken": Mistake("hearts", "what is right", hearts.Hearts, "hearts_are_broken", lambda *_: False),
    "cards go the other way": Mistake(
        "hearts", "what is right", passing, "taker_of", lambda seat, way, seats: (seat - way) % seats
    ),
    "the first card takes the trick": Mistake(
        "hearts", "who takes the trick", hearts.Hearts, "winner", lambda _self, _state, trick: trick.plays[0].seat
    ),
    "nobody shoots the moon": Mistake("hearts", "the score", hearts, "score", without_moon),
    "a playout leads hearts too early": Mistake("hearts", "what is right in the position", HeartsPosition, "LEADS", 0),
    "spades may always be led": Mistake("spades", "what is right", spades.Spades, "condition", always_led),
    "play goes round the other way": Mistake("spades", "whose turn it is", spades.Spades, "turn", to_the_right),
    "spades are never broken": Mistake("spades", "what is right", spades, "is_broken", lambda _: False),
    "every nil is kept": Mistake("spades", "the score", spades, "nil_points", lambda bid, **_: 100 * (not bid.tricks)),
    "the left bower keeps its suit": Mistake(
        "euchre", "what is right", euchre.Euchre, "suit", lambda _self, _state, card: card.suit
    ),
    "only the maker plays alone": Mistake("euchre", "what is right", bidding, "may_play_alone", only_the_maker),
    "a lone march scores 2": Mistake("euchre", "the score", euchre, "LONE_MARCH", 2),
    "any bid is right": Mistake("ohhell", "what is right", type(PEERS["ohhell"].game), "judge", TrickGame.judge),
    "bags are forgotten": Mistake("spades", "the score", spades, "bags_of", lambda _: 0),
}


@pytest.mark.parametrize("mistake", every_so_many(4, MISTAKES.values()), ids=every_so_many(4, MISTAKES))
def test_a_mistake_in_our_rules_is_found(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistake.place, mistake.name, mistake.wrong)
    if "position" not in mistake.what:  # positions keep what they once asked of the rules
        monkeypatch.setattr(both, "position_of", lambda _: None)
    with pytest.raises(DifferenceError, match=f"{mistake.what}: here"):
        some_matches(PEERS[mistake.game])


def some_matches(peer: Peer) -> None:
    for number in range(MATCHES):
        match = Both(peer, number)
        while not match.ends:
            match.deal()
