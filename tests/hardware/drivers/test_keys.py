"""A reader that types: taps, repeats, floods, and a keyboard in its place."""

from __future__ import annotations

from functools import partial

import pytest

from companion.parts.readers.typed_numbers import number_of
from hardware.bus import DeviceError, Sighting
from hardware.drivers.keys import FLOOD, MOST_TAPS, NO_READER, KeyReader
from hardware.drivers.retried import SerialLine
from hardware.sim.clock import SimClock
from hardware.sim.keys import event, strokes

NUMBERS = ("0006547886", "0008844356", "0000140709")
FIRST, SECOND = (frozenset({number_of(text, low=True)}) for text in NUMBERS[:2])
AGAIN_S = 1.0


class Desk:
    """A device whose events the test gives."""

    def __init__(self) -> None:
        self.events = b""
        self.open = 0
        self.clock = SimClock()
        line = SerialLine(self.grab, self.clock, bus="input")
        self.reader = KeyReader(line, self.clock, partial(number_of, low=True), again_s=AGAIN_S)
        self.reader.poll()

    def grab(self) -> Desk:
        self.open += 1
        return self

    def read_available(self) -> bytes:
        events, self.events = self.events, b""
        return events

    def write(self, sent: bytes) -> None:
        raise AssertionError(sent)

    def close(self) -> None:
        self.open -= 1

    def types(self, *texts: str, after_s: float = 0.05) -> Sighting:
        self.clock.sleep(after_s)
        self.events = b"".join(key for text in texts for key in strokes(text))
        return self.reader.poll()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_number_is_a_tag_for_a_while(desk: Desk) -> None:
    assert desk.types(NUMBERS[0]).uids == FIRST
    assert desk.types(after_s=0.9).uids == FIRST
    assert desk.types(after_s=0.2) == Sighting()


def test_a_number_that_is_typed_again_and_again_is_one_lay(desk: Desk) -> None:
    for _ in range(20):
        assert desk.types(NUMBERS[0], after_s=0.9 * AGAIN_S).uids == FIRST
        assert desk.types().uids == FIRST


def test_another_number_takes_its_place_at_once(desk: Desk) -> None:
    desk.types(NUMBERS[0])
    assert desk.types(NUMBERS[1]).uids == SECOND


def test_a_contact_that_bounces_types_the_number_twice_and_is_one_lay(desk: Desk) -> None:
    assert desk.types(NUMBERS[0], NUMBERS[0]).uids == FIRST


def test_two_cards_that_were_tapped_while_nobody_polled_are_told_one_after_the_other(desk: Desk) -> None:
    assert desk.types(*NUMBERS[:2], NUMBERS[1]).uids == FIRST
    assert [desk.types().uids for _ in range(2)] == [SECOND, SECOND]


def test_half_a_number_is_unclear_and_told_to_the_doctor(desk: Desk) -> None:
    assert desk.types(NUMBERS[0][:6]) == Sighting(unclear=True)
    assert desk.reader.unread == "000654"
    assert desk.types(NUMBERS[0]).uids == FIRST


def test_a_flood_of_numbers_is_a_fault_and_no_tag(desk: Desk) -> None:
    flood = [f"{number:010d}" for number in range(1000)]
    with pytest.raises(DeviceError, match=FLOOD):
        desk.types(*flood)
    assert desk.types() == Sighting()
    assert desk.types(NUMBERS[0]).uids == FIRST
    assert desk.types(*flood[: MOST_TAPS - 1]).uids


def test_a_keyboard_is_given_back_and_not_taken_again(desk: Desk) -> None:
    desk.events = event(1, 35, 1)  # H
    for _ in range(3):
        desk.clock.sleep(10.0)
        with pytest.raises(DeviceError) as told:
            desk.reader.poll()
        assert (told.value.what, desk.open) == (NO_READER, 0)
