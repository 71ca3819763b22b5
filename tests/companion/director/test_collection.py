"""The director's end of the wire."""

from __future__ import annotations

from collections.abc import Container
from functools import partial

import pytest

from companion.club import topics
from companion.club.payloads import AskForLines, MatchHead, Presence, PublicView, Publish, State, decode, encode
from companion.director.collection import TAKEN_BACK_S, Collection, FromBox, Reaction, Stored
from tests.club.lines import as_sent, crc_of, sealed

MATCH = "2026-11-25-201503-spades"
LINES = sealed("game spades", *(f"; note {number}" for number in range(2, 500)))
STOPPED = float
"""A clock that stands at 0."""
OTHER = sealed("game spades", "; note 2", "; another 3", "; another 4")


def line(n: int, lines: tuple[bytes, ...] = LINES, match: str = MATCH) -> tuple[str, bytes]:
    return lines_from(n, lines[n - 1], match=match)


def lines_from(start: int, *lines: bytes, match: str = MATCH, box: str = "box-1") -> tuple[str, bytes]:
    return topics.record(box), as_sent(match, start, *lines)


def state(lines: int, source: tuple[bytes, ...] = LINES, **others: int) -> tuple[str, bytes]:
    """The state of a box whose match has so many lines; `others`: lines of more matches."""
    matches = {MATCH: MatchHead.at(lines, crc_of(source[lines - 1]))} if lines else {}
    more = {name: MatchHead.at(count, crc_of(source[count - 1])) for name, count in others.items()}
    return topics.state("box-1"), encode(State(0, (), matches | more, ()))


def kept(lines: int, barred: Container[tuple[str, str]] = ()) -> Collection:
    """A director that begins with so many lines on its shelf."""
    return Collection({("box-1", MATCH): [crc_of(written) for written in LINES[:lines]]}, STOPPED, barred)


def asks(heard: Reaction) -> list[AskForLines]:
    assert all(publish.topic == "club/box-1/ask" for publish in heard.publishes)
    return [decode(AskForLines, publish.payload) for publish in heard.publishes]


def numbers(*heard: Reaction) -> list[int]:
    return [stored.n for each in heard for stored in each.stored]


def test_lines_in_order_are_kept_as_they_came() -> None:
    collection = Collection({}, STOPPED)
    heard = [collection.receive(*line(n)) for n in (1, 2, 3)]
    assert [reaction.stored for reaction in heard] == [(Stored("box-1", MATCH, n, LINES[n - 1]),) for n in (1, 2, 3)]
    assert asks(collection.receive(*state(4))) == [AskForLines(MATCH, 4)]


def test_a_line_that_comes_again_is_nothing_new() -> None:
    collection = kept(3)
    assert [collection.receive(*line(n)) for n in (1, 2, 3)] == [Reaction()] * 3


def test_a_line_ahead_is_not_kept_and_the_gap_is_asked_for_once() -> None:
    collection = kept(3)
    heard = collection.receive(*line(6))
    assert (heard.stored, asks(heard)) == ((), [AskForLines(MATCH, 4)])
    assert collection.receive(*line(7)) == Reaction()
    assert numbers(*(collection.receive(*line(n)) for n in (4, 5, 6, 7))) == [4, 5, 6, 7]


def test_a_state_that_goes_further_is_asked_for() -> None:
    assert asks(kept(3).receive(*state(5))) == [AskForLines(MATCH, 4)]
    assert asks(Collection({}, STOPPED).receive(*state(5))) == [AskForLines(MATCH, 1)]
    assert asks(kept(5).receive(*state(5))) == []
    assert asks(kept(5).receive(*state(3))) == []


def test_a_long_match_is_asked_for_piece_by_piece() -> None:
    collection = Collection({}, STOPPED)
    assert asks(collection.receive(*state(450))) == [AskForLines(MATCH, 1)]
    assert asks(collection.receive(*lines_from(1, *LINES[:200]))) == [AskForLines(MATCH, 201)]
    assert asks(collection.receive(*lines_from(1, *LINES[:200]))) == [], "nobody has asked for them again"
    assert asks(collection.receive(*lines_from(201, *LINES[200:300]))) == [AskForLines(MATCH, 301)], "as many as fit in"
    heard = collection.receive(*lines_from(301, *LINES[300:450]))
    assert (numbers(heard), asks(heard)) == (list(range(301, 451)), [])


def test_matches_are_asked_for_one_at_a_time_the_latest_first() -> None:
    collection = Collection({}, STOPPED)
    assert asks(collection.receive(*state(0, b=2, a=1, c=1))) == [AskForLines("c", 1)]
    assert asks(collection.receive(*line(1, match="c"))) == [AskForLines("b", 1)]
    assert asks(collection.receive(*lines_from(1, *LINES[:2], match="b"))) == [AskForLines("a", 1)]
    assert asks(collection.receive(*line(1, match="a"))) == []


def test_a_question_that_was_lost_is_asked_again_with_the_next_state() -> None:
    collection = kept(3)
    assert asks(collection.receive(*line(6))) == [AskForLines(MATCH, 4)]
    assert asks(collection.receive(*state(6))) == [AskForLines(MATCH, 4)]


def test_of_lines_that_come_together_those_up_to_a_wrong_one_are_kept() -> None:
    collection = kept(3)
    heard = collection.receive(*lines_from(2, *LINES[1:5], OTHER[3], LINES[6]))
    assert (numbers(heard), len(heard.troubles)) == ([4, 5], 1)
    assert asks(collection.receive(*state(6))) == [AskForLines(MATCH, 6)]


@pytest.mark.parametrize("spoilt", [LINES[3].replace(b"note", b"vote"), LINES[4], OTHER[3], b"rubbish"])
def test_a_line_that_does_not_go_on_is_told_and_not_kept(spoilt: bytes) -> None:
    collection = kept(3)
    heard = collection.receive(*lines_from(4, spoilt, LINES[4]))
    assert heard == Reaction(
        troubles=(f"box-1: line 4 of {MATCH} contradicts what was sent before, and is not kept",), of="box-1"
    )
    assert collection.receive(*lines_from(4, spoilt)) == Reaction()
    assert numbers(collection.receive(*line(4))) == [4]


def test_a_fork_is_told_by_an_older_line_by_the_last_one_and_by_the_state() -> None:
    told = f"box-1: line 3 of {MATCH} contradicts what was sent before, and is not kept"
    assert kept(3).receive(*line(3, OTHER)).troubles == (told,)
    assert kept(4).receive(*line(3, OTHER)).troubles == (told,)
    assert kept(4).receive(*state(3, OTHER)).troubles == (told,)
    assert kept(3).receive(*state(3, OTHER)).troubles == (told,)


def test_a_changed_line_with_the_old_check_sum_is_told() -> None:
    changed = LINES[1].replace(b"note", b"vote")
    assert kept(3).receive(*lines_from(2, changed)).troubles


def test_a_match_that_forks_keeps_no_other_from_being_asked_for() -> None:
    collection = kept(2)
    assert asks(collection.receive(*state(4, OTHER, **{"2025": 1}))) == [AskForLines(MATCH, 3)]
    heard = collection.receive(*lines_from(3, LINES[3]))
    assert (heard.stored, asks(heard)) == ((), [AskForLines("2025", 1)])


def test_the_same_match_of_two_boxes_is_two() -> None:
    collection = kept(3)
    assert numbers(collection.receive(*lines_from(1, OTHER[0], box="box-2"))) == [1]


def test_the_director_hears_its_own_presence_and_thinks_nothing_of_it() -> None:
    assert Collection({}, STOPPED).receive("club/director/presence", b'{"on":true}') == Reaction()


def test_what_a_box_says_of_itself_and_shows_is_handed_on() -> None:
    collection = Collection({}, STOPPED)
    presence = Presence(on=True, instance="0a1b2c3d", program="0.1.0")
    assert collection.receive("club/box-1/presence", encode(presence)).news == FromBox("box-1", presence)
    assert collection.receive(*state(0)).news == FromBox("box-1", State())
    assert collection.receive("club/box-1/view", b'{"on":true}').news == FromBox("box-1", PublicView(on=True))


def test_two_machines_of_one_name_are_told_once_and_a_replaced_one_is_not() -> None:
    collection = Collection({}, STOPPED)
    one, other = (encode(Presence(on=True, instance=instance, program="1")) for instance in ("0" * 8, "1" * 8))
    heard = [collection.receive("club/box-1/presence", each) for each in (one, one, other, one, other, one)]
    told = "box-1: two machines use this name; give each box a bundle of its own"
    assert [each.troubles for each in heard] == [(), (), (), (told,), (), ()]


def test_two_directors_of_one_club_are_told_until_one_has_gone_and_one_that_was_started_again_is_not() -> None:
    """Who takes the other's place finds the last will of the other."""
    own, before, other = (partial(Presence, instance=digit * 8) for digit in "012")
    at = 0.0
    collection = Collection({}, lambda: at)
    takes_over = other(on=False), own(on=True)
    presences = before(on=False), own(on=True), own(on=False), own(on=True), *takes_over, *takes_over
    told = []
    for presence in presences:
        assert collection.receive("club/director/presence", encode(presence)) == Reaction()
        told.append(collection.trouble)
        at += TAKEN_BACK_S
    another = "Another director of this club is connected, and boxes get the orders of both: end one of them."
    assert told == [*[""] * 5, another, another, another]
    at += 1
    assert not collection.trouble


@pytest.mark.parametrize(("pause_s", "told"), [(1.0, 1), (30.0, 0)])
def test_two_machines_that_call_themselves_alike_are_told_by_how_often_one_takes_the_place_of_the_other(
    pause_s: float, told: int
) -> None:
    clock = iter(pause_s * number for number in range(100))
    collection = Collection({}, clock.__next__)
    takes_over = [Presence(on=True, instance="00000001"), Presence(on=False)] * 30
    heard = [collection.receive(topics.presence("box-1"), encode(presence)) for presence in takes_over]
    troubles = [trouble for each in heard for trouble in each.troubles]
    assert len(troubles) == told
    assert all("give each box a bundle of its own" in trouble for trouble in troubles)


ALLOWED_LINE = "lines of 1 to 8192 bytes, without a line break"


@pytest.mark.parametrize(
    ("topic", "payload", "told"),
    [
        ("club/box-1/state", b"[]", "club/box-1/state: refused, allowed: an object"),
        ("club/box-1/ask", encode(AskForLines("m", 1)), "club/box-1/ask: refused, nothing that a director hears"),
        (
            "club/box-1/record",
            b'{"match":"m","from":1,"lines":["a\\nb"]}',
            f'club/box-1/record: refused, lines: found ["a\\nb"]; allowed: {ALLOWED_LINE}',
        ),
        ("x", b"", "x: refused, a topic 'x'; allowed: club/BOX/… as in docs/club-protocol.md"),
    ],
)
def test_what_is_none_of_its_messages_is_refused_and_told(topic: str, payload: bytes, told: str) -> None:
    assert Collection({}, STOPPED).receive(topic, payload) == Reaction(
        troubles=(told,), of="box-1" if "box-1" in topic else ""
    )


def test_a_box_cannot_fill_the_shelf_with_matches() -> None:
    collection = Collection({("box-1", f"m-{number}"): [1] for number in range(4_096)}, STOPPED)
    assert collection.receive(*line(1)).troubles[0].endswith("too many matches of a box; allowed: 4096")
    assert numbers(collection.receive(*lines_from(1, LINES[0], box="box-2"))) == [1]


def test_a_match_that_is_barred_is_neither_asked_for_nor_kept_and_the_next_one_is() -> None:
    barred, other = {("box-1", MATCH)}, "2026-11-24-201503-spades"
    collection = kept(3, barred)
    assert asks(collection.receive(*state(5, LINES, **{other: 2}))) == [AskForLines(other, 1)]
    assert numbers(collection.receive(*line(4))) == []
    assert numbers(collection.receive(*line(1, match=other))) == [1]
    barred.clear()
    sums = [crc_of(written) for written in LINES[:2]]
    publishes = collection.admit("box-1", MATCH, sums)
    assert asks(Reaction(publishes=publishes)) == [AskForLines(MATCH, 3)]
    assert numbers(collection.receive(*line(3))) == [3]


def test_publishes_are_messages_of_one_kind() -> None:
    assert Collection({}, STOPPED).receive(*state(1)).publishes == (
        Publish("club/box-1/ask", b'{"match":"2026-11-25-201503-spades","from":1}'),
    )
