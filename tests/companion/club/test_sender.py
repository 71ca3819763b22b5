"""The box's end of the wire."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.club import topics
from companion.club.limits import MOST_ANSWERED, MOST_HERE
from companion.club.outbox import Posted
from companion.club.payloads import AskForLines, Lines, MatchHead, Order, Presence, Publish, State, decode, encode
from companion.club.sender import NOT_TAKEN, TWO_BOXES, Sender
from tests.club.lines import crc_of, sealed

MATCH = "2026-11-25-201503-spades"
LINES = sealed("game spades", *(f"; note {number}" for number in range(2, 500)))


class Outbox:
    """What a test lets out of the box."""

    def __init__(self, lines: int = 0) -> None:
        self.records = {MATCH: LINES[:lines]} if lines else {}
        self.people: tuple[str, ...] = ()
        self.sit: tuple[str, ...] = ()
        self.troubles: tuple[str, ...] = ()
        self.seen = b""

    def matches(self) -> Mapping[str, MatchHead]:
        return {name: MatchHead.at(len(lines), crc_of(lines[-1])) for name, lines in self.records.items()}

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        return self.records.get(match, ())[start - 1 : start - 1 + most]

    def view(self) -> bytes:
        return self.seen

    def report(self) -> Posted:
        return Posted(self.people, self.troubles, seated=self.sit)


def box(outbox: Outbox | None = None, orders: list[Order] | None = None) -> Sender:
    took: list[Order] = [] if orders is None else orders
    return Sender("box-1", "0a1b2c3d", "0.1.0", outbox or Outbox(), take=took.append)


def state_in(published: tuple[Publish, ...]) -> State:
    """The last state among these."""
    return [decode(State, publish.payload) for publish in published if publish.topic == topics.state("box-1")][-1]


def numbers(published: tuple[Publish, ...]) -> list[int]:
    """The numbers of the lines among these."""
    return [some.start + at for some in parts(published) for at in range(len(some.lines))]


def parts(published: tuple[Publish, ...]) -> list[Lines]:
    """The payloads of lines among these."""
    return [decode(Lines, publish.payload) for publish in published if publish.topic == topics.record("box-1")]


def test_a_box_that_connects_says_that_it_is_there_and_how_far_its_matches_go() -> None:
    presence, state = box(Outbox(3)).greet()
    assert presence == Publish(
        "club/box-1/presence", b'{"on":true,"instance":"0a1b2c3d","program":"0.1.0"}', qos=1, retain=True
    )
    assert decode(State, state.payload).matches == {MATCH: MatchHead.at(3, crc_of(LINES[2]))}


def test_the_broker_says_for_a_lost_box_that_it_is_gone() -> None:
    assert box().will == Publish("club/box-1/presence", b'{"on":false}', qos=1, retain=True)


def test_new_lines_leave_at_once_and_the_state_behind_them() -> None:
    outbox = Outbox(3)
    sender = box(outbox)
    sender.greet()
    outbox.records[MATCH] = LINES[:5]
    published = sender.news()
    assert parts(published[:-1]) == [Lines(MATCH, tuple(line.decode() for line in LINES[3:5]), 4)]
    assert state_in(published).matches[MATCH].lines == 5
    assert sender.news() == ()


def test_what_was_before_the_connection_waits_for_the_question() -> None:
    sender = box(Outbox(3))
    assert numbers(sender.greet()) == []
    answer = sender.answer("club/box-1/ask", encode(AskForLines(MATCH, 2)))
    assert parts(answer) == [Lines(MATCH, tuple(line.decode() for line in LINES[1:3]), 2)]


def test_an_answer_has_its_bounds() -> None:
    sender = box(Outbox(len(LINES)))
    assert numbers(sender.answer("club/box-1/ask", encode(AskForLines(MATCH, 1)))) == list(range(1, MOST_ANSWERED + 1))
    assert sender.answer("club/box-1/ask", encode(AskForLines(MATCH, 1_000))) == ()
    assert sender.answer("club/box-1/ask", encode(AskForLines("unknown", 1))) == ()


def test_so_many_new_lines_that_they_are_asked_for_are_told_by_the_state_alone() -> None:
    outbox = Outbox()
    sender = box(outbox)
    sender.greet()
    outbox.records[MATCH] = LINES[: MOST_ANSWERED + 1]
    published = sender.news()
    assert numbers(published) == []
    assert state_in(published).matches[MATCH].lines == MOST_ANSWERED + 1


def test_a_director_that_appears_gets_the_state_and_one_that_goes_gets_nothing() -> None:
    sender = box(Outbox(3))
    assert state_in(sender.answer("club/director/presence", b'{"on":true}')).matches[MATCH].lines == 3
    assert sender.answer("club/director/presence", b'{"on":false}') == ()


def test_an_order_is_handed_to_the_table_once_and_its_number_told() -> None:
    orders: list[Order] = []
    sender = box(orders=orders)
    order = Order(3, None, ("club:5",))
    assert state_in(sender.answer("club/box-1/order", encode(order))).order == 3
    assert state_in(sender.answer("club/box-1/order", encode(order))).order == 3
    assert orders == [order]


def test_an_order_that_cannot_be_handed_over_is_told_and_tried_again() -> None:
    orders: list[Order] = []

    def take(order: Order) -> None:
        if not orders:
            orders.append(order)
            raise OSError

    sender = Sender("box-1", "0a1b2c3d", "0.1.0", Outbox(), take=take)
    assert sender.answer("club/box-1/order", encode(Order(3))) == (), "else the order comes again at once, without end"
    told = state_in(sender.news())
    assert (told.order, told.trouble) == (0, (NOT_TAKEN,))
    told = state_in(sender.answer("club/box-1/order", encode(Order(3))))
    assert (told.order, told.trouble) == (3, ())


def test_an_order_that_is_refused_is_told_until_a_good_one_comes() -> None:
    orders: list[Order] = []
    sender = box(orders=orders)
    sender.greet()
    assert sender.answer("club/box-1/order", b'{"number": 0}') == ()
    (trouble,) = state_in(sender.news()).trouble
    assert trouble.startswith("an order of the director is refused: number: ")
    assert sender.answer("club/box-1/order", b'{"number": 0}') == sender.news() == ()
    assert state_in(sender.answer("club/box-1/order", encode(Order(3)))).trouble == ()
    assert orders == [Order(3)]


def test_of_more_people_than_a_state_holds_the_latest_are_told() -> None:
    outbox = Outbox()
    outbox.people = tuple(f"Ann{number}" for number in range(MOST_HERE + 1))
    assert state_in(box(outbox).greet()).here == outbox.people[1:]


def test_the_last_will_of_an_older_connection_is_taken_back() -> None:
    sender = box()
    presence, _ = sender.greet()
    assert sender.answer(presence.topic, sender.will.payload) == (presence,)
    assert sender.answer(presence.topic, presence.payload) == ()


def test_people_and_troubles_are_told_when_they_change() -> None:
    outbox = Outbox()
    sender = box(outbox)
    sender.greet()
    outbox.people, outbox.sit, outbox.troubles = ("Ann", "Bob"), ("Bob",), ("no deck of rook",)
    told = state_in(sender.news())
    assert (told.here, told.seated, told.trouble) == (("Ann", "Bob"), ("Bob",), ("no deck of rook",))


def test_the_view_is_retained_and_leaves_when_it_has_changed() -> None:
    outbox = Outbox()
    outbox.seen = b'{"on":true}'
    sender = box(outbox)
    view = Publish("club/box-1/view", b'{"on":true}', qos=0, retain=True)
    assert sender.greet()[-1] == view
    assert sender.news() == ()
    assert sender.greet()[-1] == view
    outbox.seen = b'{"on":false}'
    off = Publish("club/box-1/view", b'{"on":false}', qos=0, retain=True)
    assert sender.news() == (off,)
    assert sender.again()[-1] == off, "it may have got lost, and nobody asks for it"
    assert sender.news() == ()


def test_another_machine_of_this_name_is_told_when_it_was_seen_twice_running() -> None:
    sender = box()
    other = encode(Presence(on=True, instance="ffffffff", program="0.1.0"))
    sender.greet()
    assert sender.answer("club/box-1/presence", other) == ()  # perhaps the machine that this one replaces
    sender.greet()
    assert state_in(sender.answer("club/box-1/presence", other)).trouble == (TWO_BOXES,)
    sender.greet()
    assert state_in(sender.greet()).trouble == ()


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("club/box-1/ask", b"[]"),
        ("club/box-1/order", b'{"number":0}'),
        ("club/box-2/ask", encode(AskForLines(MATCH, 1))),
        ("club/box-1/state", b"{}"),
        ("club/box-1/record", b"{}"),
        ("anything", b""),
    ],
)
def test_what_is_none_of_its_messages_is_not_answered(topic: str, payload: bytes) -> None:
    sender = box(Outbox(3))
    assert sender.answer(topic, payload) == ()


def test_a_line_that_is_too_long_is_told_and_stops_its_match() -> None:
    outbox = Outbox(3)
    outbox.records[MATCH] = (*LINES[:3], b"x" * 9_000 + LINES[3])
    sender = box(outbox)
    assert numbers(sender.answer("club/box-1/ask", encode(AskForLines(MATCH, 1)))) == [1, 2, 3]
    assert state_in(sender.again()).trouble == (f"line 4 of {MATCH} is too long to be sent",)


def test_home_assistant_hears_of_the_box_when_either_of_them_appears() -> None:
    config = Publish("homeassistant/device/box-1/config", b"{}")
    sender = Sender("box-1", "0a1b2c3d", "0.1.0", Outbox(), take=lambda _: None, announce=lambda: (config,))
    assert config in sender.greet()
    assert sender.answer("homeassistant/status", b"online") == (config,)
    assert sender.answer("homeassistant/status", b"offline") == ()
