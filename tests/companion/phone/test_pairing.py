"""One phone a table: who may tap, until when, and how its taps look to the loop."""

from __future__ import annotations

from companion.phone.pairing import LIES_S, MOST_TAPS, Pairing, PhoneReader
from hardware.sim.clock import SimClock

OURS = "the token of our phone"
ACE, TWO = bytes.fromhex("04A2B532CE0080"), bytes.fromhex("04A2B532CE0081")


def test_a_code_pairs_one_phone_and_no_second_one() -> None:
    pairing, told = Pairing(), []
    pairing.changed = lambda: told.append(pairing.code)
    code = pairing.code
    assert not pairing.pair("guessed", OURS)
    assert not pairing.pair("", OURS)
    assert pairing.pair(code, OURS)
    assert pairing.tap(OURS, ACE)
    assert not pairing.pair(code, "another")
    assert not pairing.pair("", "another")
    assert not pairing.tap("another", ACE)
    assert told == [""], "the code is shown while a phone is the reader"


def test_a_phone_whose_answer_was_lost_asks_again_and_loses_no_tap() -> None:
    pairing = Pairing()
    code = pairing.code
    assert pairing.pair(code, OURS)
    assert pairing.tap(OURS, ACE)
    assert pairing.pair(code, OURS)
    assert pairing.next_tap() == ACE
    assert pairing.tap(OURS, TWO)
    assert not pairing.pair("guessed", OURS)
    pairing.part()
    assert not pairing.pair(code, OURS), "it was taken away meanwhile"


def test_a_phone_that_was_taken_away_taps_no_more_and_the_next_code_is_another() -> None:
    pairing = Pairing()
    code = pairing.code
    assert pairing.pair(code, OURS)
    assert pairing.tap(OURS, ACE)
    pairing.part()
    assert pairing.next_tap() is None
    assert not pairing.tap(OURS, ACE)
    assert not pairing.tap("", ACE)
    assert pairing.code not in {code, ""}
    assert not pairing.pair(code, "another")


def test_a_tag_lies_there_for_a_moment_and_another_one_at_once() -> None:
    pairing, clock = Pairing(), SimClock()
    reader = PhoneReader(pairing, clock)
    pairing.pair(pairing.code, OURS)
    assert reader.poll().uids == frozenset()
    for uid in (ACE, TWO):
        pairing.tap(OURS, uid)
    assert [reader.poll().uids for _ in range(3)] == [{ACE}, {TWO}, {TWO}]
    clock.sleep(LIES_S)
    assert reader.poll().uids == frozenset()


def test_a_flood_is_forgotten_and_the_end_takes_the_phone_away() -> None:
    pairing = Pairing()
    pairing.pair(pairing.code, OURS)
    for _ in range(1000):
        pairing.tap(OURS, ACE)
    assert sum(pairing.next_tap() is not None for _ in range(1000)) == MOST_TAPS
    PhoneReader(pairing, SimClock()).close()
    assert not pairing.tap(OURS, ACE)
