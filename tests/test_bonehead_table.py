"""Bonehead on the whole machine: heads, sets, piles that are taken with one press, bones, from set-up to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.bonehead.rules import BONEHEAD
from companion.rules.statements import Statement
from companion.table.choices import Page
from companion.table.state import TakenBack
from tests.evening import Evening, below_the_top, match_of, picture_after, whole
from tests.torture import every_so_many

GAMES = {"bonehead": BONEHEAD}
REGULARS = ("Ann", "Bob", "Cid", "Dan")
LINES = [line.split() for line in whole("bonehead-full-match")]
SEEN = [" ".join(line) for line in LINES if line[0] not in {"hand", "dealt"} and "draws" not in line]
"""What the table is told of that match: no hand and no drawn card is scanned, heads are laid from the starter on."""
HEADER, PLAYS = SEEN[:3], SEEN[8:]
HEADS = [next(line for line in SEEN if line.startswith(f"{name} heads")) for name in ("Dan", "Ann", "Bob", "Cid")]
STORY = [*HEADER, "deal", *HEADS, *PLAYS]


def sits_down(root: Path) -> Evening:
    """Four people, Dan starts, hands are not scanned."""
    evening = Evening(root, games=GAMES, regulars=REGULARS)
    evening.does("DOWN", "DOWN", "OK", *("OK",) * 5, "DOWN", "DOWN", "DOWN", "OK", "OK")
    assert evening.saved() == HEADER
    return evening


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """All heads are laid; it is Dan's turn."""
    evening = sits_down(tmp_path)
    for line in HEADS:
        tell(evening, line)
    return evening


def tell(evening: Evening, line: str) -> None:
    """A line of the record as gestures; a pile can be taken when the set before it is closed."""
    _, *words = line.split()
    match words:
        case ["takes"]:
            evening.does(*(("OK",) if evening.box.table.open_set else ()), "DOWN", "OK")
        case ["heads" | "bone", *cards]:
            evening.does(*cards)
        case _:
            evening.lays(*words)


def test_a_whole_match_is_played_from_the_set_up_to_its_end_and_the_winner_stands_on_the_glass(tmp_path: Path) -> None:
    evening = sits_down(tmp_path)
    for line in (*HEADS, *PLAYS):
        tell(evening, line)
        evening.seen()
    assert evening.story() == STORY
    assert evening.box.table.playing == match_of(*STORY)
    assert evening.box.table.playing.winners == (0,)
    assert evening.seen() == picture_after(*STORY)


@pytest.mark.parametrize("every", every_so_many(3, [3, 1, 7]))
def test_the_plug_may_be_pulled_between_any_two_taps(tmp_path: Path, every: int) -> None:
    evening = sits_down(tmp_path)
    for place, line in enumerate((*HEADS, *PLAYS)):
        tell(evening, line)
        if place % every == 0:
            half = evening.box.table.open_set
            evening.again()
            assert evening.box.table.begun.interrupted == half
            if half:
                tell(evening, line)
    assert evening.story() == STORY
    assert below_the_top(evening.seen()) == below_the_top(picture_after(*STORY))


# ---------------------------------------------------------------- heads


def test_heads_are_laid_one_by_one_or_together_seat_by_seat(tmp_path: Path) -> None:
    evening = sits_down(tmp_path)
    evening.does("9C", "2C", "10D", "QS+AC+2D")
    assert evening.saved()[3:7] == ["; tapped 9C", "; tapped 2C", "deal", "Dan heads 9C 2C 10D"]
    assert sorted(evening.saved()[-1].split()) == ["2D", "AC", "Ann", "QS", "heads"]
    evening.seen()


def test_heads_that_were_cut_off_are_tapped_again(tmp_path: Path) -> None:
    evening = sits_down(tmp_path)
    evening.does("9C", "2C")
    evening.again()
    assert evening.box.table.begun.interrupted
    evening.does("9C", "2C", "10D")
    assert evening.saved()[-1] == "Dan heads 9C 2C 10D"


# ---------------------------------------------------------------- sets


def test_a_set_grows_by_its_rank_and_is_closed_by_the_next_players_card(table: Evening) -> None:
    table.does("4C", "4D", "OK", "7D")
    assert table.story()[-1] == "Dan 4C 4D"
    assert [str(card) for card in table.box.table.begun.gathered] == ["7D"]
    assert table.box.table.playing.expects.seats == (0,)


def test_the_same_rank_may_be_the_next_players(table: Evening) -> None:
    table.does("4C", "4D")
    question = table.question
    assert (question.title, question.choices) == ("Another 4♦", ("Dan's set", "Ann plays"))
    table.does("DOWN", "OK")
    assert table.story()[-1] == "Dan 4C"
    assert [str(card) for card in table.box.table.begun.gathered] == ["4D"]


def test_two_cards_side_by_side_are_one_set(table: Evening) -> None:
    table.does("4C+4D")
    assert len(table.box.table.begun.gathered) == 2
    table.does("OK")
    assert sorted(table.story()[-1].split()) == ["4C", "4D", "Dan"]


def test_a_set_of_all_cards_of_a_hand_closes_by_itself(table: Evening) -> None:
    table.does("4C", "4D", "OK", "4H", "OK")
    assert table.story()[-1] == "Dan 4C 4D 4H"


def test_a_card_too_low_is_refused_at_once(table: Evening) -> None:
    table.does("KD", "OK", "7D")
    refusal = table.refusal
    assert (refusal.who, refusal.large) == ("Ann", "BEAT K♦")
    table.does("KS")
    assert [str(card) for card in table.box.table.begun.gathered] == ["KS"]


def test_a_low_card_after_an_open_set_is_refused_as_the_next_players_and_the_set_stays(table: Evening) -> None:
    table.does("KD", "7D")
    refusal = table.refusal
    assert (refusal.who, refusal.large) == ("Ann", "BEAT K♦")
    assert [str(card) for card in table.box.table.begun.gathered] == ["KD"]
    table.does("AS")
    assert table.story()[-1] == "Dan KD"


# ---------------------------------------------------------------- the pile


def test_the_pile_is_taken_by_down_and_ok_and_by_no_single_press(table: Evening) -> None:
    table.does("KD", "OK", "OK")
    assert table.story()[-1] == "Dan KD"
    table.does("DOWN")
    assert table.story()[-1] == "Dan KD"
    table.seen()
    table.does("OK")
    assert table.story()[-1] == "Ann takes"


@pytest.mark.parametrize("presses", [("DOWN", "BACK", "OK"), ("DOWN", "UP", "OK"), ("DOWN", "DOWN", "OK", "OK")])
def test_the_pile_that_down_offers_may_be_left(table: Evening, presses: tuple[str, ...]) -> None:
    table.does("KD", "OK", *presses, "AS", "OK")
    assert table.story()[-1] == "Ann AS"


def test_what_lies_open_is_below_the_pile_that_is_offered(table: Evening) -> None:
    table.does("KD", "OK", "DOWN", "DOWN")
    assert table.page is Page.PUBLIC


def test_an_empty_pile_cannot_be_taken(table: Evening) -> None:
    table.does("DOWN")
    assert table.page is Page.PUBLIC
    assert table.story()[-1].startswith("Cid heads")


def test_up_shows_what_lies_open(table: Evening) -> None:
    table.does("KD", "OK", "UP")
    assert table.page is Page.SCORES
    table.seen()
    table.does("AS", "OK")
    assert table.story()[-1] == "Ann AS"


def test_a_pile_taken_by_mistake_is_undone(table: Evening) -> None:
    table.does("KD", "OK", "DOWN", "OK", "HOLD", "OK", "AS", "OK")
    assert table.story()[-2:] == ["undo", "Ann AS"]


def test_down_after_an_open_set_shows_what_lies_open_and_the_set_stays(table: Evening) -> None:
    table.does("KD", "DOWN")
    assert table.page is Page.PUBLIC
    assert [str(card) for card in table.box.table.begun.gathered] == ["KD"]


def test_undo_takes_back_the_part_of_a_play_first_and_says_whose_it_is(table: Evening) -> None:
    before = table.story()
    table.does("KD", "HOLD")
    assert table.question.choices[0] == "undo Dan K♦"
    table.does("OK")
    assert table.overlay == TakenBack((Statement("play", 3, (Card("K", "D"),)),))
    assert table.story() == before
    assert table.saved()[-1] == "; dropped"
    table.does("OK")
    assert table.story() == [*before, "undo"]
    table.seen()
