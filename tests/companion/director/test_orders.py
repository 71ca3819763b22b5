"""What each box is told, and from when on the cards of a board may be seen."""

from __future__ import annotations

from companion.club.payloads import Assignment, Order, decode, encode
from companion.director.event_words import Story, add_statement
from companion.director.orders import orders, released_boards
from tests.companion.director.evenings import AT, EVENT, howell_evening, pairs, round_begun, shape_of, story


def told(now: Story, *boxes: str) -> dict[str, Order]:
    return orders(now.event, shape_of(now.event), boxes)


def done(now: Story, *places: str) -> Story:
    for place in places:
        now = add_statement(now, f"done {place}", AT)
    return now


def free(now: Story) -> list[int]:
    return [int(board.removeprefix(f"{EVENT}:")) for board in released_boards(now.event, shape_of(now.event))]


def test_a_box_is_told_its_table_and_a_box_without_a_table_that_it_has_none() -> None:
    now = round_begun(howell_evening(4, "option failed-nil helps-partner"), ("a", "b"))
    found = told(now, "a", "b", "c")
    assert found["a"].assignment == Assignment(
        event=EVENT,
        round=1,
        table=1,
        game="spades",
        players=("Ann", "Gus", "Bob", "Hal"),
        dealer="Ann",
        options={"failed-nil": "helps-partner"},
        deals=2,
        boards=(1, 2),
        duplicate=True,
        seating="18589869",
    )
    assert found["c"].assignment is None
    assert all(decode(Order, encode(order)) == order for order in found.values())


def test_every_box_is_told_where_everybody_sits_while_a_round_is_on() -> None:
    now = round_begun(howell_evening(4), ("a", "b"))
    everybody = dict.fromkeys(("Ann", "Gus", "Bob", "Hal"), 1) | dict.fromkeys(("Cid", "Eve", "Dee", "Fay"), 2)
    assert {box: order.places for box, order in told(now, "a", "b", "c").items()} == dict.fromkeys("abc", everybody)
    assert told(howell_evening(4), "a")["a"].places == {}
    assert told(add_statement(now, "ends", AT), "a")["a"].places == {}


def test_the_first_board_says_who_deals_and_without_boards_it_goes_round() -> None:
    now = round_begun(round_begun(howell_evening(4)))
    dealers = [order.assignment.dealer for order in told(now, "a").values() if order.assignment]
    assert dealers == [sitting.names[2] for sitting in now.event.seated[1].sittings]
    plain = round_begun(round_begun(story("game spades", "movement howell", *pairs(2))))
    (only,) = [order.assignment for order in told(plain, "a").values() if order.assignment]
    assert only.dealer == only.players[1]


def test_numbers_rise_with_what_a_box_is_told_and_with_nothing_else() -> None:
    now = round_begun(howell_evening(4))
    first = told(now, "a")["a"]
    assert told(add_statement(now, "pause", AT), "a")["a"] == first
    lines = "move 1 b", "undo 4", "done 1 1 2", 'correct 1 1 1 percent 60 40 "a card is lost"'
    after = [add_statement(now, line, AT) for line in lines]
    assert all(told(order, "a")["a"].number > first.number for order in after)


def test_a_box_waits_for_the_name_that_counts_now() -> None:
    now = round_begun(howell_evening(4, "person Anna"))
    first, later = told(now, "a")["a"], told(add_statement(now, "merge Ann Anna", AT), "a")["a"]
    assert later.assignment is not None
    assert (later.assignment.players, later.assignment.dealer) == (("Anna", "Gus", "Bob", "Hal"), "Anna")
    assert later.places["Anna"] == 1
    assert later.number > first.number


def test_a_round_that_is_begun_again_is_another_one_where_others_play_or_something_else() -> None:
    """The name that counts now is told of the same people."""
    now = howell_evening(4, "person Anna")

    def seating(begun: Story) -> str:
        assignment = told(begun, "a")["a"].assignment
        assert assignment is not None
        return assignment.seating

    begun = round_begun(now)
    taken_back = add_statement(begun, "undo 4", AT)
    same = [begun, round_begun(taken_back), add_statement(begun, "merge Ann Anna", AT)]
    assert len(set(map(seating, same))) == 1
    changes = "deals 1", "game euchre", "option bags none", "leaves Gus"
    others = [round_begun(add_statement(taken_back, change, AT)) for change in changes]
    assert len({*map(seating, (begun, *others))}) == 5


def test_who_is_told_nothing_new_keeps_its_order_when_another_is_told_something() -> None:
    now = round_begun(howell_evening(4), ("a", "b"))
    first = told(now, "c")
    later = add_statement(now, "move 1 c", AT)
    changed = orders(later.event, shape_of(later.event), ("a", "b", "c"), before=first)
    assert {box for box, order in changed.items() if order != first[box]} == {"a", "c"}
    assert all(changed[box].number > first[box].number for box in "ac")


def test_a_board_that_is_released_is_told_to_the_boxes_that_had_it_and_at_the_end_to_all() -> None:
    now = done(round_begun(howell_evening(8), tuple("abcd")), "1 1 2", "1 2 2", "1 3 2", "1 4 2")
    for number in range(2, 8):
        now = done(round_begun(now, tuple("abcd")), *(f"{number} {table} 2" for table in (1, 2, 3, 4)))
    for box, order in told(now, "e").items():
        had = {board for _, sitting in now.event.sittings() if sitting.box == box for board in sitting.boards}
        assert order.released == tuple(f"{EVENT}:{board}" for board in sorted(had))
    over = told(add_statement(now, "ends", AT), *"abcde")
    assert {len(order.released) for order in over.values()} == {14}


def test_numbers_rise_from_event_to_event() -> None:
    now = round_begun(howell_evening(4))
    later = orders(now.event, shape_of(now.event), (), since=100, earlier=("old:1",))
    assert later["a"].number == 100 + now.event.ordered
    assert later["a"].released == ("old:1",)


def test_a_box_that_broke_down_and_an_event_that_ended_have_no_tables() -> None:
    now = round_begun(howell_evening(4))
    assert told(add_statement(now, "breaks a", AT), "a")["a"].assignment is None
    assert told(add_statement(now, "ends", AT), "a", "b")["b"].assignment is None


def test_a_board_is_released_when_every_table_has_finished_it() -> None:
    now = round_begun(howell_evening(4))
    assert free(now) == []
    now = done(now, "1 1 2", "1 2 1")
    assert free(now) == [1]
    assert free(done(now, "1 2 2")) == [1, 2]


def test_a_board_that_another_round_will_play_is_held() -> None:
    now = round_begun(howell_evening(8), tuple("abcd"))
    now = done(now, "1 1 2", "1 2 2", "1 3 2", "1 4 2")
    assert free(now) == []
    for number in range(2, 8):
        now = done(round_begun(now, tuple("abcd")), *(f"{number} {table} 2" for table in (1, 2, 3, 4)))
    assert free(now) == list(range(1, 15))


def test_a_table_whose_box_broke_down_holds_its_boards_until_it_has_played_them_or_their_result_is_given() -> None:
    now = add_statement(done(round_begun(howell_evening(4)), "1 1 2"), "breaks b", AT)
    assert free(now) == []
    assert free(done(add_statement(now, "move 2 c", AT), "1 2 1")) == [1]
    assert free(add_statement(now, 'correct 1 2 1 percent 50 50 "the box fell"', AT)) == [1]


def test_at_the_end_of_the_event_all_boards_are_released() -> None:
    assert free(add_statement(round_begun(howell_evening(4)), "ends", AT)) == [1, 2]


def test_without_duplicate_no_board_is_named() -> None:
    assert free(round_begun(story("game spades", "movement howell", *pairs(4)))) == []
