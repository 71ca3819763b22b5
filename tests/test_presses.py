"""The taps and presses of usual deals, beyond the budget of presses that the conformance kit holds (`Game.presses`)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from companion.games.registry import GAMES
from companion.testing.presses import UsualEvening

if TYPE_CHECKING:
    from companion.match.match import Match

# game, and the most taps of a deal
PER_DEAL = [("birddog", 24), ("rook", 36), ("birdhead", 40), ("bonehead", 150)]


def played(game: str, case: int, deals: int = 3) -> UsualEvening:
    evening = UsualEvening.of(GAMES[game], case)
    while evening.match.expects.words and len(evening.deals) < deals:
        evening.plays_a_deal()
    return evening


@pytest.mark.parametrize("case", [1, 2])
@pytest.mark.parametrize(("game", "taps"), PER_DEAL)
def test_a_deal_takes_no_more_taps_than_promised(game: str, taps: int, case: int) -> None:
    assert max(sum(one.taps for one in deal) for deal in played(game, case).deals) <= taps


@pytest.mark.parametrize("case", [1, 2])
def test_birdhead_is_a_press_only_where_a_lead_is_followed_by_its_own_rank(case: int) -> None:
    """The three presses of the table are a usual deal: nobody can say how often a rank meets itself."""
    evening = played("birdhead", case)
    said = [one for deal in evening.deals for one in deal]
    assert sum(one.presses for one in said) <= 3 * len(evening.deals)
    assert all(play.presses <= 2 for play in said)
    assert sum(play.presses for play in said) <= 2 * own_rank_follows(evening.match)


def own_rank_follows(match: Match) -> int:
    """How often the second play of a trick begins with the rank of the lead."""
    said = [one.said for one in reversed(list(match.story())) if one.said is not None]
    return sum(
        bool(one.cards and two.cards)
        and one.seat != two.seat
        and one.cards[0].rank in {card.rank for card in two.cards}
        for one, two in pairwise(said)
    )


def test_a_turn_of_toriatama_is_one_tap_and_a_claim_four_presses_at_most() -> None:
    said = [one for case in range(3) for deal in played("toriatama", case).deals for one in deal]
    assert all((take.taps, take.presses) == (1, 0) for take in said if take.word == "takes")
    claims = [one for one in said if one.word == "claims"]
    assert len(claims) > 2
    assert all(claim.taps == 0 and claim.presses <= 4 for claim in claims)
