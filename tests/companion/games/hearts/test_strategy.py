"""Hearts at the lower levels: what is passed, and single cards."""

from __future__ import annotations

from functools import partial

import pytest

from companion.players.levels import LEVELS
from tests.companion.players.seats import says
from tests.evening import right_match

HEADER = "game hearts\nplayers Ann Bob Cid Dee\ndealer Ann"
match_of = partial(right_match, HEADER)
LOW = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H"


@pytest.mark.parametrize(
    ("held", "passed"),
    [
        (f"{LOW} QS KS AS", {"QS", "KS", "AS"}),
        ("2S 3S 4S 5S 6S QS KS 2H AH KH QH 3C AC", {"AH", "KH", "AC"}),
        (f"{LOW} QS 2S KD", {"QS"}),
    ],
    ids=["high spades alone", "high spades among low ones stay", "the queen"],
)
def test_the_normal_level_passes_what_is_dangerous_in_this_hand(held: str, passed: set[str]) -> None:
    said = says(match_of("deal", f"hand Bob {held}"), "Bob", "normal")
    assert passed <= set(said.split()[2:])


PASSED_NONE = ("option passing none", "deal", "hand Bob 2C 9C 3S QS 4D KD AD 2H 7H 8H 9H JH KH")


def test_whoever_has_the_two_of_clubs_leads_it() -> None:
    assert {says(match_of(*PASSED_NONE), "Bob", level) for level in LEVELS} == {"Bob 2C"}


@pytest.mark.parametrize(
    ("led", "said"),
    [
        ("KS", "QS"),  # the queen is taken by the king
        ("5S", "3S"),
        ("6H", "2H"),
        ("QH", "JH"),
    ],
)
def test_the_normal_level_stays_below_the_trick_with_its_highest_card_and_the_queen_first(led: str, said: str) -> None:
    trick = ("Bob 2C", "Cid 3C", "Dee 4C", "Ann AC")
    heart = ("Ann 5D", "Bob 4D", "Cid 6D", "Dee 10H", "Cid 7D", "Dee 5H", "Ann 8D", "Bob KD", "Bob AD", "Cid 9D")
    more = ("Dee 3H", "Ann JD", "Bob 9C", "Cid 10C", "Dee 3D", "Ann KC")
    lines = (*PASSED_NONE, *trick, *(heart + more if led.endswith("H") else ()), f"Ann {led}")
    assert says(match_of(*lines), "Bob", "normal") == f"Bob {said}"


def test_the_queen_is_thrown_where_suit_cannot_be_followed() -> None:
    trick = ("Bob 2C", "Cid 3C", "Dee 4C", "Ann AC", "Ann 5C", "Bob 9C", "Cid 10C", "Dee JC", "Dee 6C", "Ann 7C")
    match = match_of(*PASSED_NONE, *trick)
    assert [says(match, "Bob", level) for level in ("greedy", "easy", "normal")] == ["Bob QS"] * 3


def test_nobody_passes_what_it_has_not_seen() -> None:
    assert says(match_of("deal"), "Bob", "normal") == ""
