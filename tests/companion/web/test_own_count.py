"""Our own count comes to what stands in the records of the games."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.companion.web.own_count import own_count
from tests.evening import RECORDS

PLAYED_OUT = [
    "birddog-whole-match",
    "birdhead-whole-match",
    "euchre-whole-match",
    "hearts-whole-match",
    "rook-whole-match",
    "toriatama-full-match",
]


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_a_match_comes_to_the_sum_of_its_deals(name: str) -> None:
    text = RECORDS[name].read_text("utf-8")
    points: Counter[str] = Counter()
    for deal in re.findall(r"# => deal-score (.*)", text):
        for word in deal.split():
            player, _, scored = word.partition("=")
            points[player] += int(scored)
    assert own_count(re.sub("#.*", "", text)) == points


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("spades-target-500", {"Ann": 502, "Bob": 280, "Cid": 502, "Dot": 280}),
        ("spades-tie-over", {"Ann": 572, "Bob": 571, "Cid": 572, "Dot": 571}),
        ("bonehead-full-match", {"Ann": 1, "Bob": 0, "Cid": 0, "Dan": 0}),
    ],
)
def test_scores_that_were_brought_and_ranks_count_too(name: str, scores: dict[str, int]) -> None:
    assert own_count(re.sub("#.*", "", RECORDS[name].read_text("utf-8"))) == scores
