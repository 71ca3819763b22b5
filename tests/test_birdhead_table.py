"""BirdHead on the whole machine: copies, sets that close themselves or are asked about, the last trick by taps."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.birdhead.rules import BIRD_HEAD
from companion.rules.suggestions import suggestions_of
from companion.scoreboard.view import match_board
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.table.cues import CUES
from companion.table.reply import Outcome
from companion.table.state import House, Refused, Table
from companion.web.view import table_json
from tests.evening import END_HERE, RECORDS, Evening, begun, below_the_top, match_of, picture_after, whole
from tests.slots import heard, shown, slots
from tests.torture import every_so_many

GAMES = {"birdhead": BIRD_HEAD}
REGULARS = ("Ann", "Bob", "Cid", "Dot")
HEADER = ("game birdhead", "players Ann Bob Cid Dot", "start Ann")
RECORD = RECORDS["birdhead-full-deal"].read_text("utf-8").splitlines()
HANDS = (
    *"2/1 3/1 6/1 6/2 6/3 6/4 8/1 8/2 8/3 8/4".split(),
    *"2/2 2/3 4/4 7/4 7/5 8/5 9/2 9/3 9/4 11/2".split(),
    *"2/4 3/2 3/3 3/4 5/3 6/5 10/1 10/2 10/3 10/4".split(),
    *"4/1 4/2 4/3 5/1 5/2 7/1 7/2 7/3 9/1 11/1".split(),
)
"""The hands of the record, as they are dealt to Bob, Cid, Dot and Ann."""

DEAL = """
    7+7+7 | 8 8 8 | 9+9+9 | 10 10 10 | 3 3 3 | 4+4+4 | 6 6 6 | 7 7 8 | 2/2 | 2/4 | 11 | 2/1
    5 5 | 3 8/4 3 6 | 4/4 11/2 2 4/4 | 5 6 HOLD OK 6 10 | 5 9 8 11
""".replace("|", " ").split()
"""Its plays as gestures, wrong ones and the undo too: leads laid together or one by one, the last trick from Dot on."""


def sits_down(root: Path, *, scanned: bool = False) -> Evening:
    evening = Evening(root, games=GAMES, regulars=REGULARS)
    evening.does(*("OK",) * 6, *(("DOWN", "OK") if scanned else ("OK",)))
    return evening


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """Ann starts; hands are not scanned."""
    return sits_down(tmp_path)


def last_trick_in_order_of_the_table() -> list[str]:
    """The record to the score, its last trick from the last winner on."""
    end = next(place for place, line in enumerate(RECORD) if "deal-score" in line)
    return [*RECORD[: end - 4], "Dot 5", "Ann 9", "Bob 8", "Cid 11"]


def test_a_full_deal_of_scanned_hands_is_tapped_and_its_score_stands_on_the_glass(tmp_path: Path) -> None:
    evening = sits_down(tmp_path, scanned=True)
    evening.does(*HANDS)
    assert evening.box.table.scanning() is None
    evening.does(*DEAL)
    assert evening.box.table.playing.scores == (0, 0, 11, 0)
    assert evening.seen() == picture_after(*last_trick_in_order_of_the_table())
    evening.does("OK")
    assert evening.box.table.scanning() == (0, 10)


@pytest.mark.parametrize("every", every_so_many(3, [2, 1, 5]))
def test_the_plug_may_be_pulled_between_any_two_taps(tmp_path: Path, every: int) -> None:
    evening = sits_down(tmp_path, scanned=True)
    evening.does(*HANDS)
    plays = [line for line in match_lines() if line[0] in "ABCD"]
    for place, line in enumerate(plays):
        _, *cards = line.split()
        evening.lays(*cards)
        if place % every == 0:
            half = bool(evening.box.table.begun.gathered)
            evening.again()
            if half:
                assert evening.box.table.begun.interrupted
                evening.lays(*cards)
    assert evening.box.table.playing.scores == (0, 0, 11, 0)
    assert below_the_top(evening.seen()) == below_the_top(picture_after(*last_trick_in_order_of_the_table()))


def match_lines() -> list[str]:
    """The right plays of the record, copies as they were dealt, the last trick in the order of the table."""
    said = [*last_trick_in_order_of_the_table()]
    story = [moment for moment in match_of(*said).story() if moment.said is not None and moment.said.word == "play"]
    hands = {seat: [*HANDS[10 * place : 10 * place + 10]] for place, seat in enumerate((1, 2, 3, 0))}
    lines = []
    for moment in reversed(story):
        assert moment.statement.seat is not None
        hand = hands[moment.statement.seat]
        cards = []
        for card in moment.statement.cards:
            copy = next(own for own in hand if own.split("/")[0] == card.rank)
            hand.remove(copy)
            cards.append(copy)
        lines.append(" ".join((REGULARS[moment.statement.seat], *cards)))
    return lines


# ---------------------------------------------------------------- sets


def test_a_card_of_another_rank_closes_the_lead_and_is_the_next_players(table: Evening) -> None:
    table.does("7", "9")
    assert table.saved()[-4:] == ["; tapped 7/1", "deal", "Ann 7/1", "Bob 9/1"]


def test_a_card_of_the_same_rank_is_asked_about_and_ok_makes_it_part_of_the_lead(table: Evening) -> None:
    table.does("7", "7")
    question = table.question
    assert (question.title, question.choices) == ("Another 7", ("Ann's set", "Bob plays"))
    table.seen()
    table.does("OK")
    assert table.saved()[-2:] == ["; tapped 7/1", "; tapped 7/2"]
    table.does("9", "9")
    assert table.saved()[-3:] == ["Ann 7/1 7/2", "; tapped 9/1", "Bob 9/1 9/2"]


def test_a_card_of_the_same_rank_is_the_next_players_with_down_and_ok(table: Evening) -> None:
    table.does("7", "7", "DOWN", "OK")
    assert table.saved()[-2:] == ["Ann 7/1", "Bob 7/2"]


def test_a_power_cut_amid_the_first_lead_asks_for_all_of_it_again(table: Evening) -> None:
    table.does("7")
    table.again()
    assert "Half done: tap all again" in shown(table.box.table)


def test_until_it_is_answered_whose_a_card_is_no_other_card_counts(table: Evening) -> None:
    table.does("7", "7", "9")
    assert isinstance(table.overlay, Refused)
    table.does("BACK")
    assert table.asks == "again"
    table.does("UP", "OK")
    assert table.saved()[-1] == "Bob 7/2"


def test_back_leaves_the_card_out_and_a_second_back_drops_the_set(table: Evening) -> None:
    table.does("7", "7", "BACK")
    assert len(table.box.table.begun.gathered) == 1
    table.does("BACK")
    assert not table.box.table.begun.gathered
    assert table.saved()[-1] == "; dropped"


def test_ok_closes_a_lead_early(table: Evening) -> None:
    table.does("7", "OK")
    assert table.saved()[-1] == "Ann 7/1"
    assert table.box.table.playing.expects.seats == (1,)


def test_a_lead_of_three_can_grow_no_further_and_closes_by_itself(table: Evening) -> None:
    table.does("7+7+7")
    assert sorted(table.saved()[-1].split()) == ["7/1", "7/2", "7/3", "Ann"]


def test_a_lead_that_leaves_one_card_closes_by_itself(table: Evening) -> None:
    plays = "2+2+2 3+3+3 4+4+4 5+5+5 6+6+6 7+7+7 8+8+8 9+9+9 10+10 11+11 3+3 7+7".split()
    table.does(*plays)
    table.does("10", "11", "11", "4")
    assert table.box.table.playing.state.now.knowledge.held == (1, 1, 1, 1)
    table.does("4", "5", "5", "6")
    assert table.box.table.scored


def test_in_the_last_trick_each_tap_is_the_next_seats_clockwise_from_the_last_winner(table: Evening) -> None:
    plays = "2+2+2 3+3+3 4+4+4 5+5+5 6+6+6 7+7+7 8+8+8 9+9+9 10+10+10 11+11+11 8+8+7 9+9+7".split()
    table.does(*plays, "4", "4", "5", "5")
    assert [line.split()[0] for line in table.saved()[-4:]] == ["Dot", "Ann", "Bob", "Cid"]
    assert table.box.table.scored


# ---------------------------------------------------------------- the last trick, all open together and in any order

SCANNED = {
    "Ann": "2/1 2/2 2/5 3/2 3/5 7/2 8/5 9/1 10/1 11/4",
    "Bob": "3/1 3/3 4/5 5/5 8/3 9/2 9/4 10/2 10/4 11/5",
    "Cid": "2/3 2/4 4/3 5/1 5/3 5/4 9/3 10/5 11/1 11/2",
    "Dot": "4/1 4/2 4/4 5/2 6/3 7/1 7/3 7/4 8/1 8/4",
}
TRICKS = """
    Ann 3/2 3/5, Bob 3/1 4/5, Cid 5/1 9/3, Dot 4/1 4/2, Cid 5/3, Dot 6/3, Ann 11/4, Bob 3/3, Ann 2/1 2/2, Bob 5/5 9/2
    Cid 5/4 11/1, Dot 4/4 5/2, Cid 2/3 2/4, Dot 8/1 8/4, Ann 2/5 7/2, Bob 8/3 10/2, Bob 9/4, Cid 10/5, Dot 7/1
    Ann 10/1, Ann 8/5, Bob 11/5, Cid 11/2, Dot 7/3, Cid 4/3
"""
"""Cid has won the trick before, and has opened the last card; Dot has 7/4, Ann 9/1, Bob 10/4."""


def last_cards(root: Path, *scanned: str) -> Evening:
    """The last trick with these hands scanned: Cid's card lies open."""
    plays = [play.strip() for line in TRICKS.strip().splitlines() for play in line.split(",")]
    begun(root, *HEADER, "deal", *(f"hand {name} {SCANNED[name]}" for name in scanned), *plays)
    return Evening(root, games=GAMES, regulars=REGULARS)


@pytest.mark.parametrize("order", ["9/1 10/4 7/4", "10/4 7/4 9/1", "7/4 9/1 10/4"])
def test_the_last_cards_of_scanned_hands_are_their_owners_in_any_order(tmp_path: Path, order: str) -> None:
    evening = last_cards(tmp_path, *REGULARS)
    evening.does(*order.split())
    owners = {card: name for name, hand in SCANNED.items() for card in hand.split()}
    assert evening.saved()[-3:] == [f"{owners[card]} {card}" for card in order.split()]
    assert evening.box.table.playing.scores == (0, 10, 0, 0)


def test_a_last_card_whose_owner_is_known_is_not_that_of_the_hidden_hand_that_is_asked_for(tmp_path: Path) -> None:
    evening = last_cards(tmp_path, "Bob")
    evening.does("10/4", "7/4")
    assert evening.saved()[-2:] == ["Bob 10/4", "Dot 7/4"]


def test_a_last_card_that_two_hidden_hands_may_have_is_asked_about_where_neither_was_asked_for(tmp_path: Path) -> None:
    evening = last_cards(tmp_path, "Dot")
    evening.does("10/4")
    assert (evening.question.title, evening.question.choices) == ("Whose card is it?", ("Ann", "Bob"))
    evening.seen()
    evening.does("DOWN", "OK")
    assert evening.saved()[-1] == "Bob 10/4"
    evening.does("7/4", "9/1")
    assert evening.box.table.scored


def test_the_last_cards_of_hidden_hands_are_asked_for_by_name_or_told_by_a_name_tag(tmp_path: Path) -> None:
    evening = last_cards(tmp_path)
    asked = []
    for gesture in "Bob 10/4 7/4 9/1".split():
        asked.append(slots(screen_for(evening.box.table)).fact)
        evening.does(gesture)
    assert asked == ["DOT", "BOB:", "DOT", "ANN"]
    assert evening.saved()[-3:] == ["Bob 10/4", "Dot 7/4", "Ann 9/1"]


def test_panel_voice_page_and_phone_name_the_same_player_for_the_last_card(tmp_path: Path) -> None:
    evening = last_cards(tmp_path, *REGULARS)
    named = []
    for card in ("10/4", "9/1", "7/4"):
        table = evening.box.table
        screen, seats = screen_for(table), evening.match.header.names
        assert screen.says is not None
        (spoken,) = {name for name in seats for said in screen.says() if said.text.startswith(f"{name}'s turn:")}
        cards = table_json(table, None)
        assert cards is not None
        (page,), (phone,) = cards["turn"], match_board(table)["turn"]
        assert {slots(screen).fact, spoken.upper(), seats[page].upper(), seats[phone].upper()} == {slots(screen).fact}
        named.append(spoken)
        evening.does(card)
    assert named == ["Dot", "Dot", "Dot"], "clockwise from Cid, who won the trick before, whoever has opened a card"


def test_no_hint_and_no_view_says_that_somebody_takes_the_last_trick(tmp_path: Path) -> None:
    match = last_cards(tmp_path, *REGULARS).match
    said = match.header.language.read("Ann 9/1".split())
    assert suggestions_of(BIRD_HEAD).reason(BIRD_HEAD, match.moment, said, said.cards) == "it is your last card"
    assert BIRD_HEAD.shown.ahead(match.moment) is None


def test_two_cards_side_by_side_follow_two(table: Evening) -> None:
    table.does("7+7", "OK", "9+8")
    assert sorted(table.saved()[-1].split()) == ["8/1", "9/1", "Bob"]


def test_a_tick_is_no_accept_sound(table: Evening) -> None:
    table.box.wires.lay(table.box.uid("7/1"))
    table.box.turn(0.1)
    assert table.box.wires.pins.light == CUES[Outcome.PART].colour


def test_half_a_lead_is_tapped_again_after_a_power_cut(table: Evening) -> None:
    table.does("7")
    table.again()
    assert table.box.table.begun.interrupted
    table.does("7", "9")
    assert table.saved()[-2:] == ["Ann 7/1", "Bob 9/1"]
    assert not table.box.table.begun.interrupted


@pytest.mark.parametrize("gestures", [("7", "BACK"), ("7", "HOLD", "OK", "BACK")])
def test_a_play_begun_again_and_put_back_is_told_alike_before_and_after_the_next_power_cut(
    table: Evening, gestures: tuple[str, ...]
) -> None:
    table.does("7")
    table.again()
    table.does(*gestures)
    before = table.seen()
    table.again()
    assert below_the_top(table.seen()) == below_the_top(before)


def test_the_same_card_again_is_no_second_one(table: Evening) -> None:
    table.does("7/1", "7/1")
    assert table.refusal.rule.name == "card-used"
    assert len(table.box.table.begun.gathered) == 1


def test_a_refused_card_of_the_next_player_leaves_the_set_open(table: Evening) -> None:
    table.does("7", "OK", *"8 9 10 11/1 7/1".split())
    refusal = table.refusal
    assert (refusal.who, refusal.rule.name) == ("Ann", "card-used")
    assert [card.rank for card in table.box.table.begun.gathered] == ["11"]
    table.does("BACK", "OK")
    assert table.saved()[-1] == "Dot 11/1"


def test_a_card_that_is_out_is_refused_as_a_part_at_once(table: Evening) -> None:
    table.does("7+7", "OK", "7/1")
    refusal = table.refusal
    assert (refusal.who, refusal.rule.name) == ("Bob", "card-used")
    assert not table.box.table.begun.gathered


# ---------------------------------------------------------------- a lead that proves a revoke


def proving(root: Path, *options: str) -> Evening:
    """Bob laid a 5 on an 8, having nothing lower; now he leads a 2, and the lead is still open."""
    begun(root, *HEADER, *options, "deal", "Ann 8", "Bob 5", "Cid 9", "Dot 10", "Dot 3", "Ann 4", "Bob 6", "Cid 4")
    evening = Evening(root, games=GAMES, regulars=REGULARS)
    evening.does("2")
    return evening


def test_a_card_that_closes_a_lead_which_proves_a_revoke_counts_after_the_answer(tmp_path: Path) -> None:
    evening = proving(tmp_path)
    evening.does("7")
    assert evening.asks == "remedy"
    assert evening.saved()[-1] == "Bob 2/1"
    assert slots(screen_for(evening.box.table)).lines[0] == "OK = play on with Cid's 7"
    evening.does("BACK", "BACK", "OK")  # BACK says why, and leads back
    assert evening.saved()[-2:] == ["remedy play-on", "Cid 7/1"]


def test_it_counts_as_well_where_play_goes_on_without_an_answer(tmp_path: Path) -> None:
    evening = proving(tmp_path)
    evening.does("7", "9")
    assert evening.saved()[-2:] == ["Cid 7/1", "Dot 9/1"]


def test_tapped_again_it_counts_once(tmp_path: Path) -> None:
    evening = proving(tmp_path)
    evening.does("7/1", "7/1")
    assert evening.saved()[-2:] == ["Bob 2/1", "Cid 7/1"]


def test_where_the_deal_is_voided_it_is_no_card_of_the_next_one(tmp_path: Path) -> None:
    evening = proving(tmp_path)
    evening.does("7", "DOWN", "OK")
    assert evening.saved()[-1] == "remedy void-deal"
    assert not evening.box.table.begun.gathered


def test_after_a_power_cut_it_is_tapped_again(tmp_path: Path) -> None:
    evening = proving(tmp_path)
    evening.does("7")
    evening.again()
    evening.does("OK")
    assert evening.saved()[-1] == "remedy play-on"
    evening.does("7")
    assert evening.saved()[-1] == "Cid 7/1"


def test_an_extra_round_that_is_broken_off_can_be_gone_on_with(tmp_path: Path) -> None:
    """Dot stands at 22, but the tie for lowest keeps the game open."""
    said = whole("birdhead-final-tie-extra-round")
    begun(tmp_path, *said[: said.index("Ann 9") + 1])
    evening = Evening(tmp_path, games=GAMES, regulars=REGULARS)
    assert evening.box.table.playing.scores == (5, 21, 5, 22)
    evening.does(*END_HERE, "DOWN", "OK", "10", "OK")
    assert evening.saved()[-2:] == ["deal", "Ann 10/1"]
    assert evening.box.table.playing.scores == (5, 21, 5, 22)


def test_who_only_revoked_has_not_lost_the_deal() -> None:
    said = whole("birdhead-revoke-last-card")
    scored = Table(House(GAMES), match_of(*said[: said.index("remedy penalty") + 1]))
    texts = [*lines_of(screen_for(scored))]
    assert texts[3:5] == ["Bob  +11 = 11", "Cid  +8 = 8  loses"]
    assert texts[-1] == "Bob revoked"
    assert "Cid has the highest last card: 8 points. Bob revoked: 11 points." in heard(scored)
    assert "Bob loses" not in heard(scored)
