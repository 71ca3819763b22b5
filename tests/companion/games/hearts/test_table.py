"""Hearts at the table: passed unseen, after a tag, or from a scanned hand; who has the card that leads."""

from __future__ import annotations

import pytest

from companion.games.hearts.rules import HEARTS, TWO
from companion.inputs.inputs import Tapped
from companion.players.levels import player
from companion.players.seat_view import SeatView
from companion.rules.statements import PLAY, Statement
from companion.screens.asking import asked_sentence
from companion.screens.current_screen import screen_for
from companion.screens.layouts import Glance, lines_of
from companion.simulation.gesture_search import gesture_for
from companion.support.values import replace
from companion.table.computer_rack import rack
from companion.table.handling import handle
from companion.table.modes import Playing, WhichPlayer
from companion.table.reply import Outcome
from companion.table.state import Table
from companion.tags.tag_decks import CardCopy
from companion.testing.records import texts_of
from tests.companion.table.pure_table import done, luck, person, question, refusal, table_of
from tests.slots import heard, shown, slots

FOUR = "game hearts|players Ann Bob Cid Dee|dealer Dee"
NO_PASSING = f"{FOUR}|option passing none"
DEAL = f"{FOUR}|deal"
ALL_PASSED = ("Ann passes", "Bob passes", "Cid passes", "Dee passes")
ANN, BOB = "2C 3C 4C 2D 3D 4D 2S 3S 4S 2H 3H 4H 5H", "AC KC QC AD KD QD AS KS QS AH KH QH JH"
SCANNED = f"{FOUR}|; table scanned=Ann,Bob|deal|hand Ann {ANN}|hand Bob {BOB}"
KIM = "3C 4C 5C 3D 4D 5D 3S 4S 5S 3H 4H 5H 6H"
TOM = (
    "game hearts|players Ann Tom Cid Kim|; seat Tom computer=normal seed=1|; seat Kim computer=normal seed=2|"
    f"dealer Ann|; table scanned=Tom,Kim|deal|hand Tom {BOB}|hand Kim {KIM}"
)


def of(record: str) -> Table:
    return table_of(record)


# ---------------------------------------------------------------- the first lead


def test_the_first_card_begins_the_deal_says_that_all_passed_unseen_and_asks_whose_it_is() -> None:
    asked = done(of(FOUR), "2C")
    assert (asked.lines, asked.outcome) == ((), Outcome.PART)
    assert question(asked).title == "Who has 2♣?"
    assert question(asked).choices == ("Ann", "Bob", "Cid", "Dee")
    assert done(asked, "DOWN DOWN OK").lines == ("deal", *ALL_PASSED, "Cid 2C")


def test_the_first_card_is_asked_for_only_where_it_would_not_be_taken_for_one_that_is_passed() -> None:
    assert slots(screen_for(of(DEAL))).lines[0] == "All passed? Tap the 2♣"
    assert slots(screen_for(of(SCANNED))).lines[0] == "All passed? ▼, then OK"
    assert done(of(SCANNED), "2C").table.begun.drawn


def test_what_all_say_together_names_nobody() -> None:
    shown = slots(screen_for(done(of(DEAL), "DOWN").table))
    assert (shown.memo, shown.fact, shown.lines[0]) == ("Pass three left", "ALL PASSED", "OK = all passed")


def test_a_tag_answers_and_back_forgets_the_card() -> None:
    asked = done(of(NO_PASSING), "2C")
    assert done(asked, "Dee").lines == ("deal", "Dee 2C")
    assert isinstance(done(asked, "BACK").table.mode, Playing)
    assert refusal(done(asked, "5C")).rule.remedy == "Now: Who has 2♣?"


def test_a_tag_before_the_card_tells_whose_it_is_when_all_have_passed() -> None:
    assert done(of(NO_PASSING), "Cid 2C").lines == ("deal", "Cid 2C")
    assert done(of(DEAL), "OK").lines == ()  # "all passed" is chosen by DOWN
    assert done(done(of(DEAL), "DOWN OK"), "Cid 2C").lines == ("Cid 2C",)


def test_a_seat_that_cannot_have_the_card_is_not_offered_and_nobody_is_asked_where_one_is_left() -> None:
    known = f"{NO_PASSING}|deal|hand Ann 3C {ANN[6:]} 6H|hand Bob {BOB}"
    assert question(done(of(known), "2C")).choices == ("Cid", "Dee")
    three = f"{known}|hand Cid 5C 6C 7C 5D 6D 7D 5S 6S 7S 7H 8H 9H 10H"
    assert done(of(three), "2C").lines == ("Dee 2C",)
    assert slots(screen_for(of(three))).fact == "DEE"


@pytest.mark.parametrize("script", ["5C", "Cid 5C"])
def test_another_card_does_not_lead(script: str) -> None:
    refused = refusal(done(of(NO_PASSING), script))
    assert (refused.rule.name, refused.large) == ("first-lead", "2♣ LEADS")
    assert refused.who == script.partition(" ")[0].replace("5C", "")


def test_whom_cards_go_to_is_called_as_in_the_line_above() -> None:
    glance = screen_for(table_of("game hearts|players Maximilian Bob Cid Maxime|dealer Maxime|deal")).layout
    assert isinstance(glance, Glance)
    names = {column.top for column in glance.columns}
    assert {column.foot.strip("→") for column in glance.columns} == names == {"Max", "Bob", "Cid", "Ma4"}


def test_five_players_lead_the_three_of_clubs() -> None:
    table = of("game hearts|players Ann Bob Cid Dee Zoë|dealer Dee")
    refused = refusal(done(table, "4C"))
    assert (refused.rule.sentence, refused.large) == ("The three of clubs leads.", "3♣ LEADS")
    assert refusal(done(table, "2C")).rule.name == "not-in-deck"
    assert question(done(table, "3C")).title == "Who has 3♣?"


def test_the_gesture_for_a_first_lead_is_a_tap_and_at_most_three_presses() -> None:
    table = of(FOUR)
    for seat in range(4):
        match = table.playing
        lead = Statement(PLAY, seat, (TWO,))
        for said in (*match.expects.implied, lead):
            match, answer = match.say(said)
            assert answer.applied
        gesture = gesture_for(table, lead, match)
        assert gesture is not None
        assert len(gesture) <= 4


# ---------------------------------------------------------------- passing


def test_two_presses_say_that_all_have_passed() -> None:
    assert done(of(DEAL), "DOWN OK").lines == ALL_PASSED
    assert done(of(f"{DEAL}|Cid passes"), "DOWN OK").lines == ("Ann passes", "Bob passes", "Dee passes")


def test_three_cards_after_a_tag_are_passed_and_never_shown() -> None:
    half = done(of(DEAL), "Bob 2C QS")
    assert half.lines == ("; drawn QS",)
    assert (slots(screen_for(half.table)).fact, slots(screen_for(half.table)).side) == ("BOB:", "2/3")
    passed = done(half, "KH")
    assert passed.lines == ("Bob passes 2C QS KH",)
    for table in (half.table, passed.table):
        assert not {"2♣?", "Q♠", "K♥"} & set(str(screen_for(table)).replace("'", " ").split())


def test_a_part_of_a_pass_is_dropped_by_back_and_belongs_to_one_hand() -> None:
    half = done(of(DEAL), "Bob 2C")
    assert done(half, "BACK").lines == ("; dropped",)
    assert refusal(done(half, "Cid")).rule.name == "wrong-phase"
    assert refusal(done(half, "2C")).rule.name == "card-used"


def test_cards_of_scanned_hands_are_passed_without_a_tag_also_the_one_that_leads() -> None:
    assert done(of(SCANNED), "2C 3C 4C").lines == ("Ann passes 2C 3C 4C",)
    assert done(of(SCANNED), "QS KS AS").lines == ("Bob passes QS KS AS",)
    assert refusal(done(of(SCANNED), "2C QS")).rule.name == "one-hand"
    assert done(of(SCANNED), "DOWN OK").lines[-1] == "Dee passes"


def test_three_cards_are_passed_side_by_side_as_they_are_handed_over() -> None:
    assert done(of(SCANNED), "2C+3C+4C").lines == ("Ann passes 2C 3C 4C",)
    assert done(of(DEAL), "Bob 2C+QS+KH").lines == ("Bob passes 2C QS KH",)
    assert refusal(done(of(SCANNED), "2C+QS+3C")).rule.name == "one-at-a-time"
    assert refusal(done(of(SCANNED), "2C+3C+4C+5H")).rule.name == "card-count"
    assert refusal(done(of(f"{DEAL}|{'|'.join(ALL_PASSED)}"), "2C+3C")).rule.name == "one-at-a-time"


def test_a_card_of_another_hand_after_a_tag_is_not_that_players_and_is_not_shown() -> None:
    told = refusal(done(of(SCANNED), "Ann QS"))
    assert (told.who, told.rule.name, told.card) == ("Ann", "not-in-hand", "")


def test_a_second_tap_of_a_passed_card_is_told_without_its_face() -> None:
    passed = done(of(SCANNED), "2C 3C 4C")
    assert (refusal(done(passed, "3C")).rule.name, refusal(done(passed, "3C")).card) == ("card-used", "")


def test_a_reader_of_its_own_is_like_a_tag() -> None:
    table = of(DEAL)
    for word in ("2C", "3C", "4C"):
        reply = handle(table, Tapped((CardCopy(word),), whose="Cid"), luck)
        table = reply.table
    assert reply.lines == ("Cid passes 2C 3C 4C",)
    led = handle(done(of(DEAL), "DOWN OK").table, Tapped((CardCopy("2C"),), whose="4"), luck)
    assert led.lines == ("Dee 2C",)


def test_a_guest_has_no_cards_to_pass() -> None:
    assert refusal(person(of(DEAL), "Zoë")).rule.name == "wrong-phase"


# ---------------------------------------------------------------- computers


def test_what_a_computer_gets_is_tapped_into_the_slots_that_it_left() -> None:
    passed = of(f"{TOM}|Tom passes AS KS QS|Kim passes 3C 4C 5C")
    assert slots(screen_for(passed)).fact == "CID"
    assert slots(screen_for(passed)).lines[:2] == ("passes 3: tap one", "for Kim, rack slot 1")
    got = done(passed, "JS 9S 10S")
    assert got.lines == ("Cid passes JS 9S 10S",)
    assert [str(card) for card in rack(got.table.playing, 3)[:3]] == ["JS", "9S", "10S"]
    assert slots(screen_for(got.table)).fact == "ANN"
    got = done(got, "JC 9C 10C")
    assert got.lines == ("Ann passes JC 9C 10C",)
    assert [str(card) for card in rack(got.table.playing, 1)[6:9]] == ["JC", "9C", "10C"]


def test_a_computer_looks_at_nothing_before_it_has_passed() -> None:
    assert of(TOM).owed is None
    match = of(f"{TOM}|Ann passes JS 9S 10S").playing
    assert HEARTS.known_secrets(1, match.state) == frozenset()
    assert HEARTS.seen_by(1, match.state, match.statement) == Statement("passes", 0)


def test_who_gets_cards_sees_them_when_all_have_passed_and_nobody_else_does() -> None:
    match = of(f"{TOM}|Tom passes AS KS QS|Kim passes 3C 4C 5C|Ann passes JS 9S 10S|Cid passes JC 9C 10C").playing
    assert HEARTS.known_secrets(1, match.state) == {("passes", 0)}
    assert HEARTS.known_secrets(2, match.state) == {("passes", 1)}


def test_the_question_names_people_and_computers_whose_racks_do_not_tell() -> None:
    table = of(f"{TOM}|Tom passes AS KS QS|Kim passes 3C 4C 5C|Ann passes JS 9S 10S|Cid passes JC 9C 10C")
    asked = done(table, "2C")
    assert isinstance(asked.table.mode, WhichPlayer)
    assert question(asked).choices == ("Cid", "Ann")


def test_a_card_that_may_be_one_of_those_passed_is_not_named_where_the_tag_was_forgotten() -> None:
    for passing in (FOUR, DEAL, f"{DEAL}|Ann passes"):
        refused = done(of(passing), "QS")
        assert (refusal(refused).rule.short, refusal(refused).card) == ("2♣ LEADS", "")
        assert "Q♠" not in shown(refused.table)
    assert refusal(done(of(f"{DEAL}|{'|'.join(ALL_PASSED)}"), "QS")).card == "Q♠"


def test_a_card_tapped_at_the_question_who_has_the_lead_is_not_named_while_cards_are_passed() -> None:
    assert refusal(done(of(DEAL), "2C QS")).card == ""
    assert refusal(done(of(f"{DEAL}|{'|'.join(ALL_PASSED)}"), "2C QS")).card == "Q♠"


def test_a_power_cut_between_cards_after_a_tag_asks_for_tag_and_cards_again() -> None:
    resumed = of(f"{DEAL}|; drawn 2C|; drawn QS")
    assert (resumed.begun.drawn, resumed.begun.interrupted) == ((), True)
    assert "Half done: tag and cards" in slots(screen_for(resumed)).lines
    assert "Tap the name tag and the cards again." in heard(resumed)
    scanned = of(f"{SCANNED}|; drawn 2C")
    assert [str(card) for card in scanned.begun.drawn] == ["2C"]
    assert slots(screen_for(scanned)).fact == "ANN"


def test_the_question_after_a_revoke_says_what_the_penalty_costs() -> None:
    lines = f"{NO_PASSING}|deal|Ann 2C|Bob 3C|Cid 4C|Dee 5D|Cid 6C|Dee 7C"
    asked = done(of(lines), "DOWN DOWN")
    assert "OK = all 26 points" in slots(screen_for(asked.table)).lines


def test_people_who_pass_to_people_say_so_with_the_buttons_before_a_computer_leads() -> None:
    seated = "game hearts|players Ann Tom Cid Dee|; seat Tom computer=normal seed=1|dealer Dee"
    record = f"{seated}|; table scanned=Tom|deal|hand Tom {ANN}"
    thinking = of(record)
    assert (thinking.computer, thinking.choices) == (1, ())
    owed = of(f"{record}|Tom passes 3C 4C 5H")
    assert owed.owed is not None
    assert owed.owed.says.seat == 0
    rest = done(owed, "AC KC QC")
    assert rest.lines == ("Ann passes AC KC QC",)
    assert slots(screen_for(rest.table)).fact == "PASS LEFT"
    led = done(rest, "DOWN OK")
    assert led.lines == ("Cid passes", "Dee passes")
    assert led.table.computer == 1


# ---------------------------------------------------------------- the shooter of the moon chooses


def moon_shot() -> Table:
    """The table behind the last card of the record in which Dot has shot the moon, and may choose."""
    return table_of(texts_of(HEARTS)["moon-choice.table"].split("# => moon")[0])


def test_the_shooter_says_with_one_or_two_presses_what_the_moon_does() -> None:
    table = moon_shot()
    assert "26 FOR THE OTHERS" in lines_of(screen_for(table))
    assert "The moon?" in shown(table)
    assert asked_sentence(table) == "Dot: the moon?"
    assert done(table, "OK").lines == ("Dot moon others-add",)
    assert done(table, "DOWN OK").table.playing.scores == (80, 30, 30, 64)


@pytest.mark.parametrize(
    ("renege", "laid", "asked"), [("penalty", "8D", "moon"), ("play-on", "9C", "moon"), ("penalty", "9C", "deal")]
)
def test_the_shooter_chooses_unless_a_revoke_costs_points(renege: str, laid: str, asked: str) -> None:
    record = texts_of(HEARTS)["moon-choice-after-claim.table"].split("# => moon")[0]
    table = table_of(
        record.replace("passing none", f"passing none\noption renege {renege}").replace("Bob 8D", f"Bob {laid}")
    )
    assert table.playing.expects.words == {asked}


def test_a_computer_takes_points_off_where_the_others_would_end_the_match_before_it() -> None:
    table = moon_shot()
    for brought, word in ((90, "own-minus"), (0, "others-add")):
        match = table.playing
        totals = (*match.state.totals[:3], brought)
        view = SeatView(HEARTS, 3, replace(match.state, totals=totals))
        for level in ("greedy", "easy", "normal", "strong"):
            said = player(HEARTS, level).choose(view, lambda below: below - 1)
            assert said == Statement("moon", 3, value=word), (level, brought)
