"""From an event to its next round: latecomers, people who leave, boxes, boards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from companion.director.event import NO_BOX, ClubEvent
from companion.director.event_words import Story, add_statement
from companion.director.planning import Shape, boards_ahead, boards_needed, length, next_round, refusal, with_boxes
from companion.games.registry import GAMES
from tests.companion.director.evenings import (
    AT,
    NAMES,
    howell_evening,
    pairs,
    round_begun,
    shape_of,
    story,
    tables,
)


def whole(now: Story, rounds: int) -> ClubEvent:
    for _ in range(rounds):
        now = round_begun(now)
    return now.event


def met(event: ClubEvent) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((sitting.names[0], sitting.names[1])) for seated in event.seated for sitting in seated.sittings
    )


def partners(event: ClubEvent) -> Counter[frozenset[str]]:
    return Counter(frozenset(sitting.names[seat::2]) for _, sitting in event.sittings() for seat in (0, 1))


def test_a_howell_of_four_pairs_as_the_boxes_show_it() -> None:
    event = round_begun(howell_evening(4)).event
    assert tables(event) == ["1 a Ann Gus Bob Hal 1,2", "2 b Cid Eve Dee Fay 1,2"]


@pytest.mark.parametrize("movement", ["howell", "round-robin"])
@pytest.mark.parametrize("number", [3, 5, 7])
def test_an_odd_number_of_pairs_sits_from_table_1_on(number: int, movement: str) -> None:
    event = whole(howell_evening(number, f"movement {movement}"), number)
    for seated in event.seated:
        assert [sitting.table for sitting in seated.sittings] == list(range(1, number // 2 + 1))
        assert len(seated.out) == 2


def test_in_a_whole_howell_each_pair_meets_each_other_once() -> None:
    event = whole(howell_evening(4), 3)
    firsts = ("Ann", "Cid", "Eve", "Gus")
    everybody = {frozenset(two) for two in combinations(firsts, 2)}
    by_pair = {frozenset(event.entrants[event.entrant_of(name) or 0].names[0] for name in two) for two in met(event)}
    assert by_pair == everybody


def test_who_comes_late_is_waited_for_and_their_company_sits_out() -> None:
    now = round_begun(howell_evening(4, "late Gus 2"))
    assert now.event.current is not None
    assert now.event.current.out == ("Ann", "Bob")
    assert len(tables(round_begun(now).event)) == 2


def test_who_comes_unannounced_takes_the_place_that_an_odd_number_leaves() -> None:
    now = round_begun(howell_evening(3))
    assert len(tables(now.event)) == 1
    now = add_statement(add_statement(now, "person Sue", AT), "person Tom", AT)
    now = round_begun(add_statement(now, "partners Sue Tom", AT))
    assert len(tables(now.event)) == 2
    assert now.event.current is not None
    assert now.event.current.out == ()


@pytest.mark.parametrize("movement", ["howell", "mitchell", "round-robin"])
def test_with_more_people_than_places_all_meet_others_on_new_boards(movement: str) -> None:
    now = round_begun(howell_evening(4, f"movement {movement}"))
    for name in ("Qin", "Ron", "Sue", "Tom"):
        now = add_statement(now, f"person {name}", AT)
    now = add_statement(add_statement(now, "partners Qin Ron", AT), "partners Sue Tom", AT)
    now = round_begun(round_begun(now))
    assert len(tables(now.event)) == 3
    assert set(met(now.event).values()) == {1}
    boards = Counter((sitting.names[0], board) for _, sitting in now.event.sittings() for board in sitting.boards)
    assert set(boards.values()) == {1}


def entered(now: Story, *names: str) -> Story:
    """After these people, who are new, were entered as partners."""
    for line in (*(f"person {name}" for name in names), f"partners {' '.join(names)}"):
        now = add_statement(now, line, AT)
    return now


@pytest.mark.parametrize("movement", ["howell", "mitchell", "round-robin"])
def test_an_entry_that_is_taken_back_changes_no_board_and_no_meeting(movement: str) -> None:
    """A board that no table will play is public: a slip must not make it so."""
    now = round_begun(howell_evening(6, f"movement {movement}"))
    one_too_many = entered(now, "Sue", "Tom")
    assert boards_ahead(one_too_many.event, shape_of(now.event)) == boards_ahead(now.event, shape_of(now.event))
    assert tables(round_begun(add_statement(one_too_many, "remove Sue", AT)).event) == tables(round_begun(now).event)


def test_a_movement_that_was_left_is_not_taken_up_again() -> None:
    now = round_begun(add_statement(entered(round_begun(howell_evening(8)), "Sue", "Tom"), "late Sue 4", AT))
    now = add_statement(now, "remove Sue", AT)
    seen = {board for _, sitting in now.event.sittings() for board in sitting.boards}
    assert boards_ahead(now.event, shape_of(now.event)) == frozenset()
    now = round_begun(round_begun(now))
    assert set(met(now.event).values()) == {1}
    boards = [board for seated in now.event.seated[2:] for sitting in seated.sittings for board in sitting.boards]
    assert min(boards) > max(seen)


def test_boards_that_are_laid_out_for_a_swiss_stay_whoever_comes_and_goes() -> None:
    now = round_begun(story("game spades", "movement swiss", "duplicate yes", "rounds 4", *pairs(4)))
    more = add_statement(entered(now, "Sue", "Tom"), "late Sue 3", AT)
    assert boards_needed(more.event, shape_of(now.event)) == boards_needed(now.event, shape_of(now.event))


def test_who_leaves_is_met_by_nobody() -> None:
    now = add_statement(round_begun(howell_evening(4)), "leaves Cid", AT)
    event = round_begun(now).event
    assert event.current is not None
    assert len(event.current.out) == 2
    assert not {"Cid", "Dee"} & {
        name for sitting in event.current.sittings for name in (*sitting.names, *event.current.out)
    }


def test_people_alone_have_a_partner_once_and_others_join() -> None:
    lines = ["game spades", "movement individual"]
    lines += [line for name in NAMES[:8] for line in (f"person {name}", f"alone {name}")]
    event = whole(story(*lines), 7)
    assert set(partners(event).values()) == {1}
    assert len(partners(event)) == 28
    now = round_begun(story(*lines))
    for name in NAMES[8:12]:
        now = add_statement(add_statement(now, f"person {name}", AT), f"alone {name}", AT)
    event = whole(now, 4)
    assert len(tables(event)) == 3
    assert set(partners(event).values()) == {1}
    assert length(event, shape_of(event)) == 0
    event = whole(story(*lines, "late Bob 2"), 3)
    assert set(partners(event).values()) == {1}, "after a round of seven"


def test_three_play_at_a_table_where_the_game_wants_three() -> None:
    lines = [line for name in NAMES[:7] for line in (f"person {name}", f"alone {name}")]
    now = round_begun(story("game birddog", "movement individual", *lines))
    assert [len(sitting.names) for sitting in now.event.seated[0].sittings] == [3, 3]
    assert len(now.event.seated[0].out) == 1


def test_swiss_goes_by_the_standing_that_it_is_given() -> None:
    now = round_begun(story("game spades", "movement swiss", *pairs(4)))
    assert [table.split()[2] for table in tables(now.event)] == ["Ann", "Eve"]
    event = round_begun(now, ranking=(0, 2, 1, 3)).event
    assert {frozenset(table.split()[2:4]) for table in tables(event)} == {
        frozenset({"Ann", "Eve"}),
        frozenset({"Cid", "Gus"}),
    }


def test_a_table_keeps_its_box_and_a_new_table_gets_one_that_is_free() -> None:
    now = round_begun(howell_evening(4), ("box-2", "box-10"))
    assert [table.split()[1] for table in tables(now.event)] == ["box-2", "box-10"]
    sittings, _ = next_round(now.event, shape_of(now.event))
    seated = with_boxes(sittings, {"box-10", "box-9", "box-11"}, now.event.current)
    assert [sitting.box for sitting in seated] == ["box-9", "box-10"]
    seated = with_boxes(sittings, {"box-2"}, now.event.current, {"box-10"})
    assert [sitting.box for sitting in seated] == ["box-2", NO_BOX]
    seated = with_boxes(sittings[1:], {"box-2"}, now.event.current)
    assert [sitting.box for sitting in seated] == ["box-2"], "it served a table that there is no more"


def test_a_box_that_is_unplugged_between_two_rounds_is_waited_for_where_no_other_is_free() -> None:
    now = round_begun(howell_evening(4), ("box-2", "box-10"))
    sittings, _ = next_round(now.event, shape_of(now.event))
    seated = with_boxes(sittings, {"box-2"}, now.event.current)
    assert [sitting.box for sitting in seated] == ["box-2", "box-10"]


def test_boards_are_ahead_as_long_as_a_round_will_play_them() -> None:
    now = howell_evening(8)
    assert len(boards_ahead(now.event, shape_of(now.event))) == 14
    now = round_begun(now, tuple("abcd"))
    assert len(boards_ahead(now.event, shape_of(now.event))) == 14, "each set moves on to another table"
    for _ in range(6):
        now = round_begun(now, tuple("abcd"))
    assert boards_ahead(now.event, shape_of(now.event)) == frozenset()


def test_in_a_movement_with_the_same_boards_everywhere_a_round_is_the_end_of_them() -> None:
    now = round_begun(howell_evening(4))
    assert boards_ahead(now.event, shape_of(now.event)) == {3, 4, 5, 6}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("game nothing",), "Choose a game first."),
        (("game hearts", "movement howell"), "This movement is not for Hearts: choose individual."),
        (("game spades", "person Ann", "person Bob"), "Everybody needs a partner."),
        (("game spades", *pairs(1)), "There are too few people for a table."),
        (("game spades", "movement individual", *pairs(4)), "Everybody plays alone here: part the pairs."),
        (("game spades", *pairs(4), "ends"), "All rounds were played."),
        (("game spades", *pairs(2)), ""),
    ],
)
def test_why_a_round_cannot_begin(lines: tuple[str, ...], why: str) -> None:
    event = story(*lines).event
    assert refusal(event, GAMES.get(event.game)) == why


@pytest.mark.parametrize(
    ("movement", "pairs_there", "rounds"),
    [("howell", 7, 7), ("round-robin", 8, 7), ("mitchell", 9, 5), ("swiss", 8, 0)],
)
def test_how_many_rounds_a_movement_has(movement: str, pairs_there: int, rounds: int) -> None:
    event = story("game spades", f"movement {movement}", *pairs(pairs_there)).event
    assert length(event, shape_of(event)) == rounds


def test_the_shape_of_a_table() -> None:
    assert Shape.of(GAMES["spades"], "howell") == Shape(4, partners=True, of_pairs=True)
    assert Shape.of(GAMES["hearts"], "individual") == Shape(4, partners=False, of_pairs=False)
    assert Shape.of(GAMES["bonehead"], "swiss") == Shape(2, partners=False, of_pairs=False)
