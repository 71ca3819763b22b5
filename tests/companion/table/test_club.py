"""A table of a club: who sits down, what begins, when it ends, and that nobody is locked in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.games.registry import GAMES
from companion.inputs.club import Club, ClubRound, ClubTable, round_of
from companion.inputs.inputs import Button, Ordered, Pressed
from companion.screens.current_screen import screen_for
from companion.screens.hearing import sentences_for
from companion.screens.layouts import lines_of
from companion.table import club
from companion.table.club import deals_scored
from companion.table.effects import FinishRecord
from companion.table.from_record import resume
from companion.table.handling import handle
from companion.table.modes import AtClub, Damaged, NextBoard, Playing, Reporting, SettingUp
from companion.table.reply import Outcome, Reply
from companion.table.setup_dialogue import open_table
from companion.table.state import House, Table, with_shelf
from companion.tags.tag_decks import Shelf, TagDeck
from tests.companion.table.pure_table import chosen, done, entries, luck, person, refusal
from tests.evening import FULL_DEAL
from tools.gallery.boxes import CLUBS

TRIO = ("Ann", "Bob", "Cid")
DEAL = FULL_DEAL.replace("|", " ")
ROUND = ClubRound("spring", 2, 4, deals=1)
ORDER = ClubTable(ROUND, "birddog", TRIO, dealer="Cid")
NEXT = replace(ORDER, place=replace(ROUND, round=3))
TWO_BOARDS = replace(ORDER, place=replace(ROUND, deals=2, boards=(5, 6)))
HOUSE = House(GAMES, TRIO, club=Club())


def at_club(*, house: House = HOUSE) -> Table:
    """A box of a club that was just switched on."""
    return club.at_power_on(open_table(house))


def ordered(at: Table | Reply, wanted: ClubTable | None) -> Reply:
    return handle(at.table if isinstance(at, Reply) else at, Ordered(wanted), luck)


def seated(wanted: ClubTable = ORDER) -> Reply:
    """The match of this table, begun by the tags of its people."""
    return person(ordered(at_club(), wanted), *reversed(wanted.players))


def club_of(at: Table | Reply) -> Club:
    club = (at.table if isinstance(at, Reply) else at).house.club
    assert club is not None
    return club


def shown(at: Table | Reply) -> str:
    return " | ".join(lines_of(screen_for(at.table if isinstance(at, Reply) else at)))


def heard(at: Table | Reply) -> str:
    return " ".join(sentence.text for sentence in sentences_for(at.table if isinstance(at, Reply) else at))


def played(at: Reply, script: str) -> tuple[Reply, list[str]]:
    """The last reply of a script, and every line that it wrote."""
    lines: list[str] = []
    for gesture in script.split():
        at = done(at, gesture)
        lines += at.lines
    return at, lines


def resumed(lines: Iterable[str], wanted: ClubTable | None = None) -> Table:
    """The table after a power cut behind these lines."""
    table = resume(list(lines), replace(HOUSE, club=Club(wanted)))
    assert table is not None
    return club.at_power_on(table)


# ---------------------------------------------------------------- sitting down


def test_a_box_of_a_club_waits_for_name_tags_when_it_is_switched_on() -> None:
    assert at_club().mode == AtClub()
    assert "TAP NAME TAG" in shown(at_club())


def test_a_name_tag_tells_that_its_owner_is_here() -> None:
    here = person(at_club(), "Bob", "Ann", "Bob")
    assert club_of(here).here == ("Bob", "Ann")
    assert here.outcome == Outcome.PART
    assert "Ann is here." in heard(here)
    assert not here.lines


def test_the_table_says_its_number_its_round_and_who_is_missing() -> None:
    table = person(ordered(at_club(), ORDER), "Bob")
    assert "TABLE 4" in shown(table)
    assert "Round 2" in shown(table)
    assert club_of(table).missing == ("Ann", "Cid")
    assert "Ann tap" in shown(table)
    assert "Bob ✓" in shown(table)
    assert heard(table) == "Table 4, round 2: Ann, Bob and Cid. Name tags are missing: Ann, Cid."


def test_the_last_tag_begins_the_ordered_match_with_its_people_dealer_and_note() -> None:
    begun = seated()
    assert begun.begins
    assert begun.lines == ("game birddog", "players Ann Bob Cid", ROUND.note(), "dealer Cid")
    assert begun.table.club == ROUND
    assert club_of(begun).wanted is None


def test_house_rules_are_those_of_the_order() -> None:
    assert "option renege penalty" in seated(replace(ORDER, options={"renege": "penalty"})).lines


def test_without_a_dealer_the_opener_is_drawn() -> None:
    assert seated(replace(ORDER, dealer="")).lines[-1] == f"dealer {TRIO[luck(3)]}"


def test_a_person_of_another_table_is_told() -> None:
    wrong = person(ordered(at_club(), ORDER), "Dee")
    assert refusal(wrong).large == "NOT HERE"
    assert wrong.table.mode == AtClub(ORDER)
    assert club_of(wrong).seated == ()


@pytest.mark.parametrize("wanted", [ORDER, None], ids=["an order", "no order"])
def test_a_person_of_another_table_is_told_which_it_is(wanted: ClubTable | None) -> None:
    at = handle(at_club(), Ordered(wanted, places={"Ann": 4, "Dee": 12}), luck)
    wrong = person(at, "dee")
    assert refusal(wrong).large == "TABLE 12"
    assert refusal(wrong).rule.sentence == "Sits at table 12 now."
    assert club_of(wrong).seated == ()
    assert club_of(wrong).here == ("dee",)
    assert refusal(person(at, "Eve")).large == "NOT HERE" if wanted else not person(at, "Eve").table.overlay


def test_ok_begins_without_forgotten_tags_and_asks_first() -> None:
    asks = done(person(ordered(at_club(), ORDER), "Bob"), "OK")
    assert "BEGIN?" in shown(asks)
    assert "Ann, Cid" in shown(asks)
    assert done(asks, "BACK").table.mode == AtClub(ORDER)
    assert done(asks, "OK").begins


def test_a_card_is_refused_while_people_sit_down() -> None:
    assert refusal(done(ordered(at_club(), ORDER), "9H")).rule.remedy == "Now: tap your name tag"


def test_without_its_deck_nothing_begins_and_the_deck_is_named() -> None:
    rook = TagDeck("r", "rook", {})
    table = with_shelf(at_club(), Shelf((rook,)))
    assert refusal(person(ordered(table, ORDER), *TRIO)).large == "NO DECK"


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (replace(ORDER, game="chess"), "no game chess here"),
        (replace(ORDER, players=("Ann", "Bob")), "played by 3"),
        (replace(ORDER, players=("Ann", "Bob", "undo")), "cannot be a name"),
        (replace(ORDER, dealer="Dee"), "does not play here"),
        (replace(ORDER, options={"renege": "duel"}), "option renege takes"),
        (replace(ORDER, place=replace(ROUND, deals=2, boards=(5,))), "2 deals with 1 boards"),
        (replace(ORDER, place=replace(ROUND, deals=0)), "0 deals with 0 boards"),
    ],
)
def test_an_order_that_cannot_be_played_is_told_and_asks_nobody(wanted: ClubTable, why: str) -> None:
    told = ordered(at_club(), wanted)
    assert why in club_of(told).trouble
    assert told.table.mode == AtClub()
    assert "Cannot play" in shown(told)


# ---------------------------------------------------------------- the end


def test_after_its_deals_the_match_ends_by_itself_and_shows_the_result() -> None:
    over, lines = played(seated(), DEAL)
    assert lines[-1] == "end"
    assert over.table.playing.ended
    assert over.outcome is Outcome.DONE
    assert over.table.mode == AtClub()
    assert all(text in shown(over) for text in ("Round 2", "please wait", "points"))


def test_before_its_last_deal_it_goes_on() -> None:
    over, lines = played(seated(replace(ORDER, place=replace(ROUND, deals=2))), DEAL)
    assert "end" not in lines
    assert over.table.scored


def test_whoever_takes_the_end_back_can_correct_the_deal_and_ok_ends_it_again() -> None:
    over, _ = played(seated(), DEAL)
    back = chosen(over, "undo: end")
    assert not back.table.playing.ended
    assert done(back.table, "BACK", "OK").lines == ("end",)


def test_the_next_order_takes_the_place_of_the_result() -> None:
    over, _ = played(seated(), DEAL)
    assert ordered(over, NEXT).table.mode == AtClub(NEXT)
    assert FinishRecord() in person(ordered(over, NEXT), *TRIO).effects


def test_an_order_in_mid_match_waits_for_its_end_and_for_somebody_who_saw_the_result() -> None:
    waits = ordered(done(seated(), "10D"), NEXT)
    assert waits.table.mode == Playing()
    over, _ = played(waits, DEAL.removeprefix("\n    10D"))
    assert over.table.mode == AtClub()
    assert done(over, "OK").table.mode == AtClub(NEXT)


def test_the_same_order_again_changes_nothing() -> None:
    begun = done(seated(), "10D").table
    assert club_of(ordered(begun, ORDER)).wanted is None
    over, _ = played(seated(), DEAL)
    assert ordered(over, ORDER).table.mode == AtClub()
    half = person(ordered(at_club(), ORDER), "Bob").table
    assert ordered(half, ORDER).table == half


def test_a_round_that_was_taken_back_and_begun_again_with_others_is_played_by_them() -> None:
    first, again = (replace(ORDER, place=replace(ROUND, seating=seating)) for seating in ("0a1b2c3d", "4e5f6a7b"))
    waits = ordered(ordered(done(seated(first), "10D"), None), replace(again, players=("Cid", "Dee", "Eve")))
    assert waits.table.mode == Playing()
    over, _ = played(waits, DEAL.removeprefix("\n    10D"))
    assert club_of(done(over, "OK")).missing == ("Cid", "Dee", "Eve")


def test_an_order_that_is_withdrawn_asks_nobody_any_more() -> None:
    assert ordered(ordered(at_club(), ORDER), None).table.mode == AtClub()


def test_a_match_that_people_begin_by_themselves_has_no_note_and_goes_on_until_its_end() -> None:
    alone = done(at_club(), "OK").table
    assert isinstance(alone.mode, SettingUp)
    assert ordered(alone, ORDER).table.mode == AtClub(ORDER)


def test_deals_that_count_are_counted() -> None:
    two = replace(ORDER, place=replace(ROUND, deals=3))
    over, _ = played(seated(two), DEAL)
    assert deals_scored(over.table.playing) == 1
    assert deals_scored(done(over, "OK").table.playing) == 1
    assert deals_scored(done(over, "BACK").table.playing) == 1
    assert deals_scored(chosen(over, entries(over)[0]).table.playing) == 0


# ---------------------------------------------------------------- duplicate boards


def test_before_each_deal_of_duplicate_play_its_envelope_is_named() -> None:
    begun = seated(TWO_BOARDS)
    assert begun.table.mode == NextBoard(5)
    assert "ENVELOPE 5" in shown(begun)
    assert done(begun, "UP").table.mode == NextBoard(5)
    scored, _ = played(done(begun, "OK"), DEAL)
    assert done(scored, "OK").table.mode == NextBoard(6)


def test_a_tap_says_that_the_envelope_was_taken() -> None:
    assert done(seated(TWO_BOARDS), "10D").lines == ("deal", "up 10D")


# ---------------------------------------------------------------- nobody is locked in


def test_the_menu_leaves_the_clubs_table_until_the_next_order() -> None:
    assert "leave the club's table" in entries(ordered(at_club(), ORDER))
    left = chosen(ordered(at_club(), ORDER), "leave the club's table")
    assert isinstance(left.table.mode, SettingUp)
    assert isinstance(ordered(left, None).table.mode, SettingUp)
    assert ordered(left, NEXT).table.mode == AtClub(NEXT)


def test_whoever_leaves_after_a_round_finishes_its_record() -> None:
    over, _ = played(seated(), DEAL)
    left = chosen(over, "leave the club's table")
    assert left.effects == (FinishRecord(),)
    assert left.table.match is None


def test_a_table_in_no_club_has_no_such_entry() -> None:
    assert "leave the club's table" not in entries(open_table(House(GAMES, TRIO)))


def test_an_order_that_changes_behind_the_menu_is_followed_when_the_menu_is_closed() -> None:
    menu = done(ordered(at_club(), ORDER), "HOLD")
    assert done(ordered(menu, NEXT), "BACK").table.mode == AtClub(NEXT)
    assert done(ordered(menu, None), "BACK").table.mode == AtClub()


# ---------------------------------------------------------------- after a power cut


def test_after_a_power_cut_in_a_round_it_still_ends_after_its_deals() -> None:
    begun = seated()
    _, lines = played(begun, DEAL)
    again = resumed((*begun.lines, *lines[:-2]))
    assert again.club == ROUND
    over, ends = played(Reply(again), DEAL.split()[-1])
    assert ends[-1] == "end"
    assert over.table.mode == AtClub()


def test_after_a_power_cut_behind_the_end_the_result_is_back() -> None:
    begun = seated()
    over, lines = played(begun, DEAL)
    assert shown(replace(resumed((*begun.lines, *lines)), resumed=None)) == shown(over)


def test_after_a_power_cut_before_a_board_its_envelope_is_named_again() -> None:
    assert resumed(seated(TWO_BOARDS).lines).mode == NextBoard(5)


def test_a_damaged_record_is_reported_before_the_club() -> None:
    rotten = Damaged("2026-01-01-201503-birddog", "line 7: no check sum", "kept")
    reported = club.at_power_on(replace(open_table(HOUSE), mode=Reporting((rotten,), Playing())))
    assert reported.damaged == (rotten,)
    assert ordered(reported, ORDER).table.damaged == (rotten,)
    assert done(ordered(reported, ORDER), "OK").table.mode == AtClub(ORDER)


def test_the_order_brings_back_who_sat_down() -> None:
    back = handle(at_club(), Ordered(ORDER, here=("Bob", "Eve"), seated=("Bob",)), luck)
    assert club_of(back).missing == ("Ann", "Cid")
    assert club_of(back).here == ("Bob", "Eve")


@pytest.mark.parametrize("place", [ROUND, TWO_BOARDS.place, ClubRound("e", 1, 100, 3)])
def test_a_note_is_read_as_it_was_written(place: ClubRound) -> None:
    assert round_of(place.note()) == place


@pytest.mark.parametrize("name", CLUBS)
def test_a_button_without_a_meaning_beeps_low_and_changes_nothing(name: str) -> None:
    table = CLUBS[name].table()
    for button in Button:
        reply = handle(table, Pressed(button), luck)
        same = screen_for(reply.table) == screen_for(table)
        assert (reply.outcome == Outcome.MEANINGLESS) == same, button
        assert not same or (reply.table, reply.lines) == (table, ())
