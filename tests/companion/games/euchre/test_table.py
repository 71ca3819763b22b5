"""Euchre at the table: trump by presses, the discard unseen, tapped or scanned, who plays alone, and who sits out."""

from __future__ import annotations

from itertools import product

import pytest

from companion.cards import Card
from companion.games.euchre.rules import EUCHRE
from companion.inputs.inputs import Tapped
from companion.rules.statements import Statement
from companion.screens import telling
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.support.values import replace
from companion.table.computer_rack import lying_open, rack
from companion.table.handling import handle
from companion.table.state import Wish
from companion.tags.tag_decks import CardCopy
from tests.companion.table.pure_table import done, luck, question, refusal, table_of
from tests.slots import slots

FOUR = "game euchre|players Ann Bob Cid Dee|dealer Dee"
UP = f"{FOUR}|deal|up JH"
TOO = f"{FOUR}|option alone defenders-too|deal|up JH"
ORDERED = f"{UP}|Ann pass|Bob orders"
ALONE = f"{ORDERED}|Bob alone"
HANDS = ("9S 10S JS QS KS", "AS 9C 10C JC QC", "KC AC 9D 10D QD", "9H 10H QH KH AH")
SCANNED = f"{FOUR}|; table scanned=Dee|deal|hand Dee {HANDS[3]}|up JH|Ann orders"


# ---------------------------------------------------------------- who makes trump


def test_the_card_turned_up_begins_the_deal() -> None:
    assert done(table_of(FOUR), "JH").lines == ("deal", "up JH")
    assert refusal(done(table_of(UP), "QH")).rule.remedy == "Now: Who orders it up?"
    assert telling.question(done(table_of(UP), "DOWN OK").table) == "Dee discards one card, face down"
    assert telling.question(done(table_of(UP), "OK").table) == "Who names trump?"


@pytest.mark.parametrize(
    ("script", "lines"),
    [
        ("OK", ("Ann pass", "Bob pass", "Cid pass", "Dee pass")),
        ("DOWN OK", ("Ann orders",)),
        ("DOWN DOWN OK", ("Ann pass", "Bob orders")),
        ("UP UP OK", ("Ann pass", "Bob pass", "Cid orders")),
        ("UP OK", ("Ann pass", "Bob pass", "Cid pass", "Dee orders")),
        ("Cid OK", ("Ann pass", "Bob pass", "Cid orders")),
        ("OK DOWN OK OK", ("Ann trump diamonds",)),
        ("OK DOWN OK DOWN OK", ("Ann trump spades",)),
        ("OK DOWN OK UP OK", ("Ann trump clubs",)),
        ("OK UP UP OK UP OK", ("Ann pass", "Bob pass", "Cid trump clubs")),
        ("OK Dee OK", ("Ann pass", "Bob pass", "Cid pass", "Dee trump diamonds")),
        ("OK OK", ("Ann pass", "Bob pass", "Cid pass", "Dee pass")),
    ],
)
def test_trump_takes_at_most_six_presses(script: str, lines: tuple[str, ...]) -> None:
    assert done(table_of(UP), script).lines == lines
    assert len(script.split()) <= EUCHRE.presses


def test_the_suit_that_was_turned_down_is_not_offered() -> None:
    for turned, suit in product("SHDC", "SHDC"):
        table = done(table_of(UP.replace("JH", f"9{turned}")), "OK DOWN OK").table
        offered = {choice.label[0].upper() for choice in table.offered}
        assert (suit in offered) == (suit != turned)


def test_a_dealer_who_must_name_a_suit_is_offered_no_pass() -> None:
    stuck = done(table_of(f"{FOUR}|option stick-the-dealer yes|deal|up JH"), "OK").table
    assert [choice.seat for choice in stuck.offered] == [0, 1, 2, 3]


# ---------------------------------------------------------------- the discard, and who plays alone


def test_the_first_lead_says_that_nobody_is_alone_and_that_the_discard_was_unseen() -> None:
    assert done(table_of(ORDERED), "9S").lines == ("Bob pass", "Dee discards", "Ann 9S")
    assert done(table_of(ORDERED), "OK").lines == ("Bob pass", "Dee discards")


def test_down_and_ok_play_alone_and_the_partner_leads_no_card() -> None:
    assert done(table_of(ORDERED), "DOWN OK").lines == ("Bob alone",)
    lone_leader = f"{UP}|Ann pass|Bob pass|Cid orders"
    assert done(table_of(lone_leader), "DOWN OK 9S").lines == ("Dee discards", "Bob 9S")
    assert done(table_of(lone_leader), "9S").lines[-1] == "Ann 9S"


@pytest.mark.parametrize("before", [ORDERED, ALONE, f"{ORDERED}|Bob pass"])
def test_a_discard_after_a_tag_or_at_an_own_reader_is_seen_and_never_shown(before: str) -> None:
    tapped = done(table_of(before), "Dee 9C")
    assert tapped.lines == ("Dee discards 9C",)
    assert "9♣" not in str(screen_for(tapped.table))
    at_reader = handle(table_of(before), Tapped((CardCopy("9C"),), whose="Dee"), luck)
    assert at_reader.lines == ("Dee discards 9C",)
    assert refusal(done(tapped, "9C")).rule.name == "card-used"


def test_the_dealer_who_makes_trump_discards_after_a_tag_too() -> None:
    own = f"{UP}|Ann pass|Bob pass|Cid pass|Dee orders"
    assert done(table_of(own), "Dee 9C").lines == ("Dee discards 9C",)
    assert done(table_of(own), "Dee 9C DOWN OK").lines == ("Dee alone",)
    assert done(table_of(own), "Ann 9C").lines == ("Dee pass", "Dee discards", "Ann 9C")


def test_a_scanned_dealer_discards_without_a_tag_also_the_card_taken_up() -> None:
    for card in (*HANDS[3].split(), "JH"):
        assert done(table_of(SCANNED), card).lines == (f"Dee discards {card}",)
    assert done(table_of(SCANNED), "9S").lines == ("Ann pass", "Dee discards", "Ann 9S")


def test_a_card_that_may_be_the_discard_is_not_named_where_the_tag_was_forgotten() -> None:
    led = f"{FOUR}|; table scanned=Ann|deal|hand Ann {HANDS[0]}|up JH|Ann orders"
    assert refusal(done(table_of(led), "9C")).card == ""
    assert refusal(done(table_of(f"{led}|Ann pass|Dee discards"), "9C")).card == "9♣"


def test_a_scanned_dealer_is_asked_for_the_discard_when_nobody_plays_alone() -> None:
    asked = done(table_of(SCANNED), "OK")
    assert asked.lines == ("Ann pass",)
    said = [done(asked, gesture).lines for gesture in ("9H", "OK", "9S")]
    assert said == [("Dee discards 9H",), ("Dee discards",), ("Dee discards", "Ann 9S")]


def test_both_others_may_play_alone_against_a_lone_maker_and_only_one_does() -> None:
    lone = table_of(f"{TOO}|Ann orders|Ann alone")
    assert done(lone, "DOWN OK").lines == ("Bob alone",)
    assert done(lone, "DOWN DOWN OK").lines == ("Bob pass", "Dee alone")
    assert done(lone, "OK").lines == ("Bob pass", "Dee pass", "Dee discards")
    assert done(lone, "DOWN OK 9S").lines == ("Dee discards", "Ann 9S")
    assert done(lone, "9S").lines == ("Bob pass", "Dee pass", "Dee discards", "Ann 9S")
    assert not done(lone, "DOWN OK").table.choices[1:]


# ---------------------------------------------------------------- who sits out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("{n} pass|Dee pass|Dee discards|Ann 9S", "Sits out: Cid"),
        ("{n} alone|Dee discards|Ann 9S", "{n} too. Out: Cid, Dee"),
    ],
)
def test_all_may_see_who_sits_out_whatever_stands_in_a_name(said: str, told: str) -> None:
    table = table_of(f"{TOO}|Ann orders|Ann alone|".replace("Bob", "{n}") + said)
    assert slots(screen_for(done(table, "DOWN").table)).lines[-2] == told


def test_a_left_bower_that_proves_a_revoke_is_told_with_the_suit_that_it_counts_as() -> None:
    first = f"{UP}|Ann orders|Ann pass|Dee discards|Ann 9H|Bob 9S|Cid 10C|Dee AH"
    screen = screen_for(done(table_of(f"{first}|Dee AS|Ann 10S"), "JD BACK").table)
    said = " ".join(lines_of(screen))
    assert "Bob played 9♠ in trick 1." in said
    assert "J♦=♥ proves it." in said
    assert screen.says is not None
    assert screen.says()[-1].text == "Jack of diamonds as hearts proves it."


def test_a_trick_has_a_card_of_each_who_plays() -> None:
    table = done(table_of(ALONE), "9S 10S").table
    assert [slots(screen_for(table)).fact, table.playing.expects.seats] == ["CID", (2,)]
    taken = done(table, "JS")
    assert taken.table.playing.expects.seats == (2,)
    assert [column.top for column in slots(screen_for(taken.table)).columns] == ["", "", "", "out"]


def test_a_card_of_who_sits_out_is_refused_and_the_next_who_plays_may_have_been_missed() -> None:
    table = done(table_of(ALONE), "9S 10S").table
    assert refusal(done(table, "Dee AC")).rule.name == "not-your-turn"
    asked = done(table, "Ann AC")
    assert question(asked).choices == (
        "box missed Cid's card",
        "Bob played 9♠",
        "Bob played before 10♠",
        "Cid plays A♣ now",
    )
    assert done(asked, "JS").lines == ("Cid JS",)
    missed = done(done(table_of(ALONE), "9S").table, "Cid AC")
    assert question(missed).choices[0] == "box missed Bob's card"
    assert done(missed, "10S").lines == ("Bob 10S", "Cid AC")


def test_a_missed_card_is_put_in_where_a_seat_sits_out() -> None:
    led = done(table_of(f"{UP}|Ann orders|Ann alone|Dee discards"), "9S 10S").table
    late = done(led, "Bob JS")
    assert question(late).choices[0] == "Dee played 10♠"
    assert done(late, "OK").lines == ("; missed", "undo", "Bob JS", "Dee 10S")


# ---------------------------------------------------------------- computers

TOM = (
    "game euchre|players Ann Tom Cid Kim|; seat Tom computer=normal seed=1|; seat Kim computer=normal seed=2|"
    f"; table scanned=Tom,Kim|dealer {{}}|deal|hand Tom {HANDS[0]}|hand Kim {HANDS[3]}|up JH"
)


def test_people_end_the_list_where_a_computer_speaks_and_answer_for_themselves_only() -> None:
    asked = table_of(TOM.format("Kim"))
    assert done(asked, "OK").lines == ("Ann pass",)
    assert done(asked, "OK").table.computer == 1
    made = table_of(f"{TOM.format('Kim')}|Ann orders")
    assert [(choice.label, choice.says[-1].word) for choice in made.choices] == [
        ("nobody alone", "pass"),
        ("alone", "alone"),
    ]
    assert (made.computer, made.tap) == (3, None)


def test_the_card_that_a_computer_takes_up_lies_open_before_its_rack_and_a_slot_is_discarded() -> None:
    table = table_of(f"{TOM.format('Kim')}|Ann orders")
    assert [str(card) for card in lying_open(table.playing, 3)] == ["JH"]
    called = replace(table, wish=Wish(table.playing, Statement("discards", 3, (Card("9", "H"),))))
    assert (slots(screen_for(called)).fact, slots(screen_for(called)).side) == ("KIM", "1")
    assert done(called, "9H").lines == ("Kim discards 9H",)
    assert done(called, "9H").table.computer is None
    assert refusal(done(called, "JH")).card == ""


def test_a_computer_that_makes_trump_says_itself_whether_it_is_alone_before_a_person_leads() -> None:
    table = table_of(f"{TOM.format('Ann')}|Tom orders")
    assert table.choices == ()
    assert (done(table, "Ann 9C").table.computer, done(table, "Ann 9C").table.choices) == (1, ())
    assert done(table_of(f"{TOM.format('Ann')}|Tom orders|Tom pass"), "OK").lines == ("Ann discards",)


def test_a_computer_that_sits_out_is_not_asked_and_keeps_its_rack() -> None:
    table = table_of(f"{TOM.format('Cid')}|Kim orders|Kim alone|Cid discards|Kim 9H|Ann AS")
    assert table.playing.expects.seats == (2,)
    assert len(rack(table.playing, 1)) == len(HANDS[0].split())
    assert done(table, "9D").table.computer == 3
