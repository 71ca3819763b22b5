"""The questions before the first deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards import SeatAssignment
from companion.games.registry import GAMES
from companion.inputs.inputs import NewGame
from companion.match.checker import answers
from companion.match.header import Header
from companion.support.messages import spoken_in, tr
from companion.table.choices import Parked
from companion.table.effects import TakeUpRecord
from companion.table.handling import handle
from companion.table.reply import Reply
from companion.table.setup_dialogue import open_table
from companion.table.state import House, Table
from companion.tags.tag_decks import Shelf, TagDeck
from tests.companion.table.pure_table import done, luck, person, question, refusal
from tests.evening import asks
from tests.slots import shown

REGULARS = ("Ann", "Bob", "Cid")


def opened(*regulars: str) -> Table:
    """Where Bird Dog is the only game; nobody has to choose it."""
    return open_table(House({"birddog": GAMES["birddog"]}, regulars))


def test_six_presses_of_ok_begin_a_game() -> None:
    reply = done(opened(*REGULARS), *("OK",) * 6)
    assert reply.begins
    assert reply.lines == ("game birddog", "players Ann Bob Cid", "dealer Ann")


def begun(table: Table, order: NewGame) -> Reply:
    return handle(table, order, luck)


def test_a_game_that_was_set_up_elsewhere_begins_with_the_people_computers_and_rules_in_it() -> None:
    seats = (*map(SeatAssignment, ("Zoe", "Tom", "Al", "Kit"), ("", "easy", "", "strong")),)
    table = open_table(House(GAMES, REGULARS, rules={"rook": {"cards": "57"}}))
    assert begun(table, NewGame("rook", seats, {"cards": "41", "target": "500"}, scanned=False)).lines == (
        *("game rook", "players Zoe Tom Al Kit", "option target 500"),
        *("; seat Tom computer=easy seed=1000000", "; seat Kit computer=strong seed=1000002"),
        *("; table scanned=Tom,Kit", "dealer Zoe"),
    )
    ordered = begun(table, NewGame("rook", seats, scanned=True))
    assert "option cards 57" in ordered.lines
    assert ordered.lines[-2] == "; table scanned=Zoe,Tom,Al,Kit"
    assert ordered.table.playing.header.seats == seats


def test_a_game_that_was_set_up_elsewhere_takes_no_place_of_one_in_play() -> None:
    table = done(opened(*REGULARS), *("OK",) * 6).table
    reply = begun(table, NewGame("birddog", tuple(map(SeatAssignment, REGULARS))))
    assert (reply.lines, reply.table.match) == ((), table.match)


def test_who_deals_may_be_drawn() -> None:
    reply = done(opened(*REGULARS), *("OK",) * 4, "UP", "OK", "OK")
    assert reply.lines[-1] == "dealer Cid"


@pytest.mark.parametrize(
    ("cards", "decks", "says"),
    [
        ("57", (), "begins"),
        ("57", ("rook",), "This needs a deck of Rook 57."),
        ("45", ("rook", "french"), "This needs a deck of Rook 57."),
        ("57", ("rook", "rook-57"), "begins"),
        ("41", ("rook",), "begins"),
        ("41", ("french",), "This needs a deck of Rook 41."),
        ("41", ("persons", "commands"), "This needs a deck of Rook 41."),
    ],
)
def test_a_game_or_house_rules_that_need_another_deck_are_refused_before_anything_is_dealt(
    cards: str, decks: tuple[str, ...], says: str
) -> None:
    shelf = Shelf(tuple(TagDeck(kind, kind, {}) for kind in decks))
    house = House({"rook": GAMES["rook"]}, (*REGULARS, "Dee"), {"rook": {"cards": cards}}, shelf)
    rules = done(open_table(house), *("OK",) * 4)
    assert asks(rules.table) == "rules"
    told = done(rules, "OK")
    if says == "begins":
        assert asks(told.table) == "opener"
    else:
        assert (refusal(told).rule.sentence, asks(told.table)) == (says, "rules")
        assert not done(told, "BACK").table.overlay


def test_birdhead_with_french_tags_only_says_that_it_needs_its_own() -> None:
    shelf = Shelf((TagDeck("french", "french", {}),))
    told = done(open_table(House({"birdhead": GAMES["birdhead"]}, (*REGULARS, "Dee"), {}, shelf)), *("OK",) * 5)
    assert (refusal(told).rule.sentence, refusal(told).large) == ("This needs a deck of BirdHead 50.", "NO DECK")


def test_no_match_is_played_again_without_its_deck() -> None:
    shelf = Shelf((TagDeck("rook", "rook", {}),))
    again = open_table(House(GAMES, shelf=shelf), Header(GAMES["birddog"], REGULARS, 0))
    assert refusal(done(again, "OK")).large == "NO DECK"
    assert asks(done(again, "DOWN", "OK").table) == "game"


@pytest.mark.parametrize("forth", ["UP OK", "UP OK UP OK", "UP OK OK OK OK OK OK OK UP OK"])
def test_back_stands_on_the_answer_that_was_given(forth: str) -> None:
    hearts = open_table(House({"hearts": GAMES["hearts"]}, (*REGULARS, "Dee", "Eve")))
    before = question(done(hearts, forth, "BACK"))
    assert before.chosen == before.choices[-1]


BONEHEAD = {"bonehead": GAMES["bonehead"]}


@pytest.mark.parametrize(
    ("changes", "rule", "asks"),
    [
        ((), (), "Who starts?"),
        (("DOWN", "OK", "UP"), ("option start lowest-hand-card",), "Who starts?"),
        (("DOWN", "OK", "OK", "UP"), ("option start first-3",), "Who starts?"),
    ],
)
def test_who_starts_bonehead_is_asked_in_the_words_of_the_house_rule(
    changes: tuple[str, ...], rule: tuple[str, ...], asks: str
) -> None:
    table = done(open_table(House(BONEHEAD, REGULARS)), "DOWN", "OK", "OK", "OK", "OK", *changes, "OK").table
    assert question(table).title == asks
    assert question(table).choices == (*REGULARS, *(() if rule else ("by lot",)))
    reply = done(table, "DOWN", "OK", "OK")
    assert reply.lines == ("game bonehead", "players Ann Bob Cid", *rule, "start Bob")


@pytest.mark.parametrize("scanned", [False, True])
def test_the_same_table_again_asks_anew_whom_the_cards_let_start(*, scanned: bool) -> None:
    last = Header(BONEHEAD["bonehead"], REGULARS, 2, {"start": "first-3"})
    seats = (0, 1, 2) if scanned else ()
    table = done(replace(open_table(House(BONEHEAD, REGULARS), last), scanned=seats), "OK").table
    assert (question(table).title, table.match) == ("Who starts?", None)
    note = ("; table scanned=Ann,Bob,Cid",) if scanned else ()
    header = ("game bonehead", "players Ann Bob Cid", "option start first-3", *note, "start Ann")
    assert done(table, "OK").lines == header
    assert question(done(table, "BACK").table).choices == ("2", "3", "4", "5")


def test_a_header_is_complete_with_its_last_line_only() -> None:
    reply = done(
        opened(*REGULARS), *("OK",) * 3, "UP", "UP", "UP", "OK", "DOWN", "DOWN", "DOWN", "OK", "OK", "DOWN", "OK"
    )
    assert reply.lines[2:] == ("option renege void-deal", "; table scanned=Ann,Bob,Cid", "dealer Ann")


def test_house_rules_name_their_game_as_people_there_call_it() -> None:
    hearts = open_table(House({"hearts": GAMES["hearts"]}, (*REGULARS, "Dee")))
    title = question(done(hearts, *("OK",) * 4).table).title
    with spoken_in("fr"):
        assert tr(title) == "Dame de pique : règles"


def test_a_house_rule_turns_round_and_the_cursor_stays_on_it() -> None:
    table = done(opened(*REGULARS), *("OK",) * 3, "UP", "UP", "UP", "OK").table
    assert question(table).chosen == "revoke: the deal is void"
    table = done(table, "OK", "OK").table
    assert question(table).chosen == "revoke: no penalty"
    assert table.setting_up is not None
    assert table.setting_up.rules == {}


@pytest.mark.parametrize(
    ("regulars", "offered"),
    [
        (("Ann", "Bob"), ("Ann", "Bob", "guest, called P1")),
        (("deal", "Ann", "Semi;colon", "x" * 65), ("Ann", "guest, called P1")),
    ],
)
def test_only_names_that_a_record_can_keep_are_offered(regulars: tuple[str, ...], offered: tuple[str, ...]) -> None:
    assert question(opened(*regulars)).choices == offered


def test_without_regulars_guests_sit_down_by_themselves() -> None:
    setting_up = opened().setting_up
    assert setting_up is not None
    assert setting_up.names == ("P1", "P2", "P3")


def test_nobody_sits_twice_not_even_in_other_letters() -> None:
    table = done(opened("Ann", "ann", "ANN", "Bob"), "OK").table
    assert question(table).choices == ("Bob", "guest, called P2")


def test_a_guest_never_takes_the_name_of_a_regular_who_sits() -> None:
    reply = done(opened("P2", "Bob", "Cid"), "OK", "UP", "OK", *("OK",) * 4)
    names = reply.table.playing.header.names
    assert names[0] == "P2"
    assert len(set(names)) == 3
    list(answers("\n".join(reply.lines), GAMES))


def test_back_goes_to_the_question_before() -> None:
    table = done(opened(*REGULARS), "OK", "OK", "BACK").table
    assert question(table).choices == ("Bob", "Cid", "guest, called P2")
    table = done(table, "BACK", "BACK", "BACK").table
    assert question(table).choices == ("Ann", "Bob", "Cid", "guest, called P1")


def test_person_tags_tapped_clockwise_name_the_seats() -> None:
    table = opened("Dee")
    table = person(table, "Zoë", "李", "Mary Ann").table
    assert table.setting_up is not None
    assert table.setting_up.names == ("Zoë", "李", "Mary Ann")


def test_tags_tapped_before_the_number_give_number_seats_and_names() -> None:
    table = open_table(House({"toriatama": GAMES["toriatama"]}))
    table = person(table, "Zoë", "Bob", "Cid").table
    assert question(table).choices == ("3", "4")
    table = done(table, "OK", "OK", "OK").table
    assert table.playing.header.names == ("Zoë", "Bob", "Cid")


def test_the_last_seat_that_there_is_settles_the_number() -> None:
    table = open_table(House({"toriatama": GAMES["toriatama"]}))
    table = person(table, "Ann", "Bob", "Cid", "Dee").table
    assert asks(table) == "rules"


@pytest.mark.parametrize("name", ["Ann", "ann"])
def test_a_person_who_cannot_sit_is_refused(name: str) -> None:
    table = done(opened(*REGULARS), "OK").table
    reply = person(table, name)
    assert reply.is_rejected
    assert reply.table.setting_up == table.setting_up


def test_a_card_is_refused_until_the_set_up_is_done() -> None:
    reply = done(opened(*REGULARS), "10D")
    assert reply.is_rejected
    assert reply.lines == ()


def test_the_same_table_again_moves_the_deal_on_and_keeps_the_house_rules() -> None:
    last = Header(GAMES["birddog"], REGULARS, 2, {"renege": "penalty"}, {0: 9})
    reply = done(open_table(House(GAMES), last), "OK")
    assert reply.lines == ("game birddog", "players Ann Bob Cid", "option renege penalty", "dealer Ann")


def test_every_game_is_offered_by_its_title_and_parked_ones_stand_above_them_the_latest_nearest() -> None:
    parked = (Parked("2026-01-01-rook", "Rook Ann Bob Cid Dee"), Parked("2025-12-31-euchre", "Euchre Ann Bob"))
    table = open_table(House(GAMES, REGULARS, parked=parked))
    titles = ("BirdHead cards", "Bird Dog", "Rook", "Toriatama drinks", "Bonehead", "Hearts", "Spades", "Euchre")
    assert question(table).choices == ("go on: Euchre Ann Bob", "go on: Rook Ann Bob Cid Dee", *titles)
    assert "Rook Ann Bob" in shown(table)
    assert done(table, "UP", "OK").effects == (TakeUpRecord("2026-01-01-rook"),)
    assert question(table).chosen == question(done(table, "BACK")).chosen == titles[0]
    assert question(done(table, "OK BACK")).chosen == titles[0]


@pytest.mark.parametrize(
    ("moves", "asked", "lines"),
    [
        (0, "Who starts?", ("game birdhead", "players P1 P2 P3 P4", "start P1")),
        (1, "Who deals?", ("game birddog", "players P1 P2 P3", "dealer P1")),
        (2, "Who deals?", ("game rook", "players P1 P2 P3 P4", "dealer P1")),
        (3, "Who last heard a bird?", ("game toriatama", "players P1 P2", "start P1")),
        (4, "Who starts?", ("game bonehead", "players P1 P2", "start P1")),
        (5, "Who deals?", ("game hearts", "players P1 P2 P3", "dealer P1")),
        (6, "Who deals?", ("game spades", "players P1 P2 P3 P4", "dealer P1")),
        (7, "Who deals?", ("game euchre", "players P1 P2 P3 P4", "dealer P1")),
    ],
)
def test_each_game_is_set_up_with_ok_alone(moves: int, asked: str, lines: tuple[str, ...]) -> None:
    table = done(open_table(House(GAMES)), *("DOWN",) * moves, "OK").table
    titles = []
    while table.setting_up is not None:
        titles.append(question(table).title)
        reply = done(table, "OK")
        table = reply.table
    assert asked in titles
    assert reply.lines == lines


def at_rules(game: str = "birddog") -> Table:
    return done(
        open_table(House({game: GAMES[game]}, (*REGULARS, "Dee"))),
        *("OK",) * len(("Ann", "Bob", "Cid", "Dee")[: GAMES[game].players[0]]),
    ).table


def test_a_match_begins_from_scores_that_are_given_side_by_side() -> None:
    at = done(at_rules("spades"), "UP UP OK")
    assert question(at).choices[0] == "Ann and Cid 0: done"
    at = done(at, "DOWN DOWN OK OK DOWN DOWN OK")
    assert question(at).choices[0] == "Ann and Cid 19: done"
    at = done(at, "UP UP UP UP OK UP UP UP OK")
    assert question(at).choices[0] == "Bob and Dee -1: done"
    at = done(at, "DOWN DOWN DOWN OK")
    assert question(at).choices[0] == "as in the book"
    assert "start scores: 19 -1" in question(at).choices
    assert done(at, "OK OK OK").lines[2:4] == ("score Ann 19", "score Bob -1")


def test_back_leads_out_of_the_scores_and_none_are_kept() -> None:
    at = done(at_rules(), "UP UP OK DOWN OK BACK")
    assert "start scores: all 0" in question(at).choices
    assert done(at, "DOWN DOWN OK OK OK").lines == ("game birddog", "players Ann Bob Cid", "dealer Ann")


def test_scores_that_end_the_game_are_refused_before_it_begins() -> None:
    at = done(at_rules(), "UP UP OK DOWN DOWN OK DOWN DOWN DOWN DOWN DOWN OK OK OK")
    assert "start scores: 10 0 0" in question(at).choices
    at = done(at, "UP UP OK DOWN DOWN OK UP OK UP OK OK OK")
    assert "start scores: 11 0 0" in question(at).choices
    assert refusal(done(at, "OK")).rule.name == "game-ended"


def test_a_game_without_points_asks_for_none() -> None:
    assert "start scores: all 0" not in question(at_rules("bonehead")).choices


def test_scores_of_a_set_up_elsewhere_are_those_of_the_sides() -> None:
    seats = tuple(map(SeatAssignment, (*REGULARS, "Dee")))
    table = open_table(House(GAMES, REGULARS))
    lines = begun(table, NewGame("spades", seats, scanned=False, scores=(120, 0, 120, 0))).lines
    assert "score Ann 120" in lines
    reply = begun(table, NewGame("birddog", seats[:3], scores=(11, 0, 0)))
    assert refusal(reply).rule.name == "game-ended"


def test_scores_by_name_count_in_the_first_match_only() -> None:
    house = House({"birddog": GAMES["birddog"]}, REGULARS, brought={"bob": 7})
    at = done(open_table(house), "OK OK OK")
    assert "start scores: 0 7 0" in question(at).choices
    reply = done(at, "OK OK OK")
    assert "score Bob 7" in reply.lines
    assert reply.table.house.brought == {}


def test_a_game_that_does_not_begin_with_scores_says_so_where_it_is_chosen() -> None:
    house = House({name: GAMES[name] for name in ("spades", "bonehead")}, REGULARS, brought={"Ann": 5})
    assert question(open_table(house)).below == ("", "begins without scores")
    assert not any(question(open_table(replace(house, brought={}))).below)


def test_scores_of_people_who_take_no_seat_are_refused_until_they_are_changed() -> None:
    house = House({"birddog": GAMES["birddog"]}, (*REGULARS, "Dee"), brought={"Bob": 7, "Dee": 5})
    reply = done(open_table(house), "OK OK OK OK")
    assert refusal(reply).rule.sentence == "With points, but not seated: Dee."
    at = done(reply.table, "BACK UP UP OK OK DOWN DOWN OK UP UP OK OK")
    assert "start scores: 0 10 0" in question(at).choices
    assert "score Bob 10" in done(at, "OK OK OK").lines


def test_two_scores_for_partners_by_name_are_refused_until_they_are_changed() -> None:
    house = House({"spades": GAMES["spades"]}, (*REGULARS, "Dee"), brought={"Ann": 5, "Cid": 7})
    at = done(open_table(house), "OK OK OK OK")
    assert refusal(done(at, "OK")).rule.name == "partners-differ"
    agreed = open_table(replace(house, brought={"Ann": 7, "Cid": 7}))
    assert "start scores: 7 0" in question(done(agreed, "OK OK OK OK")).choices
