"""When a match of Spades is over, by a second reading of RULES.md, and what breaks spades."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from companion.games import spades
from companion.games.registry import GAMES
from companion.games.spades.rules import Bid, Contract
from companion.match.checker import answers
from companion.rules.game import Setup
from companion.rules.partners import where_both_have_the_target
from companion.rules.partners_game import side_that_wins
from companion.testing.records import texts_of

TOTALS = (-300, -201, -200, -199, 0, 199, 200, 201, 499, 500, 501)


def winning_side(first: int, second: int, target: int, *, floor: bool) -> int | None:
    """The side that has won: first those with the target, then the one that is not at the floor. None: nobody yet."""
    if first == second:
        return None
    if first >= target or second >= target:
        return 0 if first > second else 1
    if floor and first <= -200:
        return 1 if second > first else 0
    if floor and second <= -200:
        return 0 if first > second else 1
    return None


def test_a_second_reading_ends_the_match_at_the_same_totals() -> None:
    for first, second, target, floor in product(TOTALS, TOTALS, (200, 500), (False, True)):
        setup = Setup(4, 0, (0,) * 4, {"target": str(target)})
        wanted = winning_side(first, second, target, floor=floor)
        won = side_that_wins(target, (first, second) * 2, -200 if floor else None)
        assert won == (() if wanted is None else (wanted, wanted + 2)), (first, second, target, floor)
        assert bool(where_both_have_the_target(setup, (first, second) * 2)[1]) == (min(first, second) >= target)


def test_a_side_is_decided_when_no_trick_that_is_left_can_change_its_points() -> None:
    def decided(first: int, second: int, won: tuple[int, int], left: int) -> bool:
        return Contract(
            (Bid(first, blind=False), Bid(second, blind=False)), won, 0, counts_bags=True, nil_helps=False
        ).is_decided(left)

    assert decided(3, 3, (2, 2), 1)
    assert not decided(3, 3, (2, 2), 2)
    assert not decided(3, 3, (3, 3), 1), "a bag"
    assert not decided(0, 5, (0, 3), 1), "the nil"
    assert decided(3, 3, (3, 3), 0)


def test_a_spade_led_by_a_hand_of_spades_breaks_them_for_all() -> None:
    """Cid, whose hand was scanned, leads the next spade while he holds hearts and clubs."""
    *before, last = answers(texts_of(GAMES["spades"])["broken-by-a-lead.table"], GAMES)
    assert last.text.startswith("Cid 2S")
    assert last.answer.verdict.word == "legal"
    told = [event.sentence(("Ann", "Bob", "Cid", "Dee")) for line in before for event in line.answer.events]
    assert "Spades are broken: they may be led now" in told
    rules = (Path(spades.__file__).parent / "RULES.md").read_text("utf-8")
    assert "Spades may be led when they are broken: once one was played." in " ".join(GAMES["spades"].pages)
    assert "Any spade breaks them" in rules
