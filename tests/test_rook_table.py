"""Rook on the whole machine: the auction and trump by buttons, cards by taps, revokes as questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.rook.rules import ROOK
from companion.table.state import Refused
from tests.cases import for_each
from tests.evening import END_HERE, Evening, match_of, whole

NAMES = ("North", "East", "South", "West")

PASSES = ("DOWN", "OK") * 3
OPENING = (*PASSES, "UP", "UP", "OK", "UP", "OK")
"""North, East and South pass, West bids 80 and names yellow."""

TRICK_1 = ("13G", "5R", "8G", "6G")
"""East could have followed."""


def at_table(root: Path, *rules: str) -> Evening:
    """Rook, West deals; `rules` are presses at the house rules."""
    rook = Evening(root, games={"rook": ROOK}, regulars=NAMES)
    rook.does("OK", "OK", "OK", "OK", *rules, "OK", "DOWN", "DOWN", "DOWN", "OK", "OK")
    return rook


@pytest.fixture
def rook(tmp_path: Path) -> Evening:
    """As in the book."""
    return at_table(tmp_path)


def plays(lines: list[str]) -> list[str]:
    """The cards of a record after trump was named."""
    first = next(place for place, line in enumerate(lines) if " trump " in line) + 1
    return [line.split()[1] for line in lines[first:]]


def test_a_full_deal_is_bid_by_buttons_and_tapped(rook: Evening) -> None:
    lines = whole("rook-full-deal-made")
    gestures = [*PASSES, "UP", "OK", "UP", "OK", *plays(lines)]
    presses = sum(gesture in {"UP", "DOWN", "OK"} for gesture in gestures)
    rook.does(*gestures)
    assert rook.saved() == lines
    assert rook.box.table.playing.scores == (45, 75, 45, 75)
    rook.seen()
    assert (presses, len(gestures) - presses) == (10, 36)


def test_the_first_word_of_the_auction_begins_the_deal(rook: Evening) -> None:
    rook.does("DOWN", "OK")
    assert rook.saved()[-2:] == ["deal", "North pass"]


@pytest.mark.parametrize(
    ("presses", "said"),
    [
        (("OK",), "North bid 70"),
        (("UP", "OK"), "North bid 75"),
        (("UP", "UP", "UP", "OK"), "North bid 85"),
        (("UP", "UP", "BACK", "OK"), "North bid 70"),
        (("UP", "UP", "DOWN", "OK"), "North bid 75"),  # too far, and lowered again
        (("UP", "DOWN", "OK"), "North bid 70"),
        (("UP", "DOWN", "DOWN", "OK"), "North pass"),
        (("DOWN",) * 3, "dealer West"),  # UP and DOWN say nothing
        (("UP",) * 3, "dealer West"),
        (("UP", "UP", "OK", "BACK"), "undo"),
        (("DOWN", "OK", "BACK"), "undo"),
        (("UP", "BACK"), "dealer West"),
        (("UP",) * 13 + ("OK",), "North bid 70"),
        (("PASS",), "North pass"),
        (("UP", "PASS"), "North pass"),
        (("DOWN", "OK", "UP", "OK"), "East bid 75"),
    ],
)
def test_up_raises_down_lowers_or_passes_ok_says_and_back_takes_back(
    rook: Evening, presses: tuple[str, ...], said: str
) -> None:
    rook.does(*presses)
    assert rook.saved()[-1] == said


# ---------------------------------------------------------------- the result of an auction held aloud

RESULT = ("DOWN", "DOWN", "OK")
WINNERS = {"North": (), "East": ("DOWN",), "South": ("DOWN", "DOWN"), "West": ("UP", "UP")}
AMOUNTS = {bid: ("UP" if bid > 95 else "DOWN",) * (abs(bid - 95) // 5) for bid in range(70, 125, 5)}


@pytest.mark.parametrize(
    ("winner", "bid", "said"),
    [
        ("North", 95, ["North bid 95", "East pass", "South pass", "West pass"]),
        ("South", 85, ["North pass", "East pass", "South bid 85", "West pass"]),
        ("West", 100, ["North pass", "East pass", "South pass", "West bid 100"]),
        ("East", 120, ["North pass", "East bid 120"]),
    ],
)
def test_the_result_alone_is_written_as_the_shortest_auction(
    rook: Evening, winner: str, bid: int, said: list[str]
) -> None:
    rook.does(*RESULT, *WINNERS[winner], "OK", *AMOUNTS[bid], "OK")
    assert rook.saved()[-len(said) - 1 :] == ["deal", *said]
    assert rook.box.table.playing.expects.headline == "Trump?"
    assert rook.box.table.playing.state.now.opening.bidder == NAMES.index(winner)
    rook.seen()


def test_a_card_that_is_tapped_while_five_are_laid_away_is_not_named(rook: Evening) -> None:
    rook.does(*RESULT, *WINNERS["North"], "OK", *AMOUNTS[95], "OK", "5R")
    assert (rook.refusal.rule.short, rook.refusal.card) == ("NOT NOW", "")


def test_nobody_as_a_result_is_four_passes(rook: Evening) -> None:
    rook.does(*RESULT, "UP", "OK")
    assert rook.saved()[-5:] == ["deal", *(f"{name} pass" for name in NAMES)]
    rook.does("OK")
    assert rook.saved()[-1] == "East bid 70"


def test_back_leads_from_the_amount_to_the_winner_and_from_there_to_the_bids(rook: Evening) -> None:
    rook.does(*RESULT, "OK", "BACK")
    assert rook.box.table.asked == "Who has the bid?"
    rook.does("BACK", "OK")
    assert rook.saved()[-1] == "North bid 70"


def test_a_pass_by_command_card_is_no_amount(rook: Evening) -> None:
    rook.does(*RESULT, "OK", "PASS")
    assert isinstance(rook.overlay, Refused)
    assert "deal" not in rook.saved()


def test_after_the_first_word_there_is_no_result_to_give(rook: Evening) -> None:
    rook.does("DOWN", "OK", "DOWN", "DOWN", "OK")
    assert rook.saved()[-1] == "East bid 120"


@for_each("winner", NAMES)
@for_each("bid", AMOUNTS)
def test_a_result_takes_twelve_presses_at_most_and_eight_where_the_bid_is_a_usual_one(winner: str, bid: int) -> None:
    presses = len(RESULT) + len(WINNERS[winner]) + 1 + len(AMOUNTS[bid]) + 1
    assert presses <= 12
    assert presses <= 8 or not 90 <= bid <= 100


@pytest.mark.parametrize("winner", NAMES)
def test_a_lively_auction_is_told_in_fewer_presses_by_its_result(winner: str) -> None:
    """Bid by bid each bid from 70 up by fives is a press, and each of three passes two."""
    for bid in range(90, 120, 5):
        spoken = (bid - 70) // 5 + 1 + 3 * 2
        assert len(RESULT) + len(WINNERS[winner]) + 1 + len(AMOUNTS[bid]) + 1 <= spoken


# ---------------------------------------------------------------- the nest and after


def test_naming_trump_says_that_the_nest_is_laid(rook: Evening) -> None:
    rook.does(*OPENING)
    assert rook.saved()[-2:] == ["West lays", "West trump yellow"]


def test_nobody_bids_and_the_next_dealer_deals(rook: Evening) -> None:
    rook.does(*PASSES, "DOWN", "OK")
    assert rook.box.table.playing.expects.seats == (NAMES.index("East"),)
    rook.does("OK")
    assert rook.saved()[-2:] == ["deal", "East bid 70"]


def test_no_card_counts_during_the_auction(rook: Evening) -> None:
    rook.does("DOWN", "OK", "13G")
    assert isinstance(rook.overlay, Refused)
    assert rook.saved()[-1] == "North pass"


# ---------------------------------------------------------------- revokes


@pytest.fixture
def proven(rook: Evening) -> Evening:
    """East failed to follow in trick 1 and shows a green card in trick 2."""
    rook.does(*OPENING, *TRICK_1, "9G", "5G")
    assert rook.asks == "take back"
    return rook


def test_a_revoke_in_time_is_taken_back_with_one_press(proven: Evening) -> None:
    proven.seen()
    proven.does("OK")
    assert proven.saved()[-1] == "back East 5R"
    proven.does("5G", "8G", "6G")
    assert proven.saved()[-3:] == ["East 5G", "South 8G", "West 6G"]
    assert proven.asks == ""


def test_no_card_counts_until_a_revoke_is_answered(proven: Evening) -> None:
    proven.does("10G")
    assert isinstance(proven.overlay, Refused)
    assert proven.saved()[-1] == "East 5G"
    proven.does("BACK")
    assert proven.asks == "take back"


def test_the_question_survives_the_menu_and_a_power_cut(proven: Evening) -> None:
    proven.does("HOLD", "BACK")
    assert proven.asks == "take back"
    proven.again()
    assert proven.asks == "take back"


def test_who_plays_on_is_asked_once_and_nothing_is_scored_before_the_end(proven: Evening) -> None:
    proven.does("DOWN", "OK")
    assert proven.saved()[-1] == "remedy play-on"
    proven.does("HOLD", "BACK")
    assert proven.asks == ""
    proven.again()
    assert proven.asks == ""
    proven.does("10G", "14G")
    assert proven.box.table.playing.scores == (0, 0, 0, 0)
    assert proven.asks == ""


@pytest.mark.parametrize(
    ("presses", "line", "scores"),
    [
        (("OK",), "remedy penalty", (-80, 45, -80, 45)),
        (("DOWN", "OK"), "remedy play-on", (0, 0, 0, 0)),
        (("DOWN", "DOWN", "OK"), "remedy void-deal", (0, 0, 0, 0)),
    ],
)
def test_after_a_late_revoke_the_table_accepts_or_chooses(
    rook: Evening, presses: tuple[str, ...], line: str, scores: tuple[int, ...]
) -> None:
    rook.does(*OPENING, *plays(whole("rook-late-revoke")[:-1]), *presses)
    assert rook.saved()[-1] == line
    assert rook.box.table.playing.scores == scores
    assert rook.asks == ""


def test_a_late_proof_ends_the_deal_with_the_penalty_of_the_book(rook: Evening) -> None:
    lines = whole("rook-late-revoke")[:-1]
    rook.does(*OPENING, *plays(lines))
    assert rook.saved() == lines
    assert rook.box.table.playing.scores == match_of(*lines).scores == (-80, 45, -80, 45)
    assert rook.asks == "remedy"
    rook.seen()


def take_back_by_menu(rook: Evening, *rest: str) -> None:
    """Open the menu and move to taking a play back, wherever it stands."""
    rook.does("HOLD")
    menu = rook.box.table.question
    assert menu is not None
    rook.does(*("DOWN",) * menu.choices.index("take back a play"), "OK", *rest)


def test_a_revoke_is_admitted_from_the_menu_before_anybody_proves_it(rook: Evening) -> None:
    rook.does(*OPENING, *TRICK_1, "9G")
    take_back_by_menu(rook)
    assert rook.question.choices == ("East 5R",)
    rook.seen()
    rook.does("OK")
    assert rook.saved()[-1] == "back East 5R"
    assert rook.box.table.playing.expects.seats == (1,)


def test_back_leaves_the_list_of_plays_for_the_menu_and_then_the_menu(rook: Evening) -> None:
    rook.does(*OPENING, *TRICK_1)
    take_back_by_menu(rook, "BACK")
    assert rook.question.chosen == "take back a play"
    rook.does("BACK")
    assert rook.asks == ""


def test_plays_whose_window_is_closed_are_not_offered(rook: Evening) -> None:
    rook.does(*OPENING, "13G", "5G", "8G", "6G", "9G")
    rook.does("HOLD")
    assert "take back a play" not in rook.question.choices


# ---------------------------------------------------------------- ending, going on


def test_a_game_cut_short_goes_on_with_its_scores(rook: Evening) -> None:
    lines = whole("rook-full-deal-made")
    rook.does(*PASSES, "UP", "OK", "UP", "OK", *plays(lines), *END_HERE)
    assert rook.saved()[-1] == "end"
    rook.does("DOWN", "OK")
    scores = [f"score {name} {points}" for name, points in zip(NAMES, (45, 75, 45, 75), strict=True)]
    assert rook.saved() == ["game rook", f"players {' '.join(NAMES)}", *scores, "dealer North"]
    assert rook.box.table.playing.scores == (45, 75, 45, 75)
    assert len(list((rook.root / "records").glob("*.table"))) == 1


def test_a_deal_cut_short_is_dealt_again_by_the_same_dealer(rook: Evening) -> None:
    lines = whole("rook-full-deal-made")
    gestures = (*PASSES, "UP", "OK", "UP", "OK", *plays(lines))
    rook.does(*gestures, "OK", "OK", *END_HERE, "DOWN", "OK")
    assert rook.saved()[-1] == "dealer North"
