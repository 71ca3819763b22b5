from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hardware.bus import DeviceError, Sighting, Spi
from hardware.drivers.mfrc522 import Mfrc522
from hardware.drivers.mfrc522_chip import GAINS, Chip, ReceivedFrame
from hardware.drivers.mfrc522_dialogue import Dialogue, Unclear
from hardware.sim.clock import SimClock
from hardware.sim.faults import Strike
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag, TagState
from tests.cases import for_each
from tests.hardware.phone import Phone
from tests.hardware.stock_reader import stock_reader
from tests.torture import every_so_many

ACE = bytes.fromhex("04112233445566")
QUEEN = bytes.fromhex("04112233445577")
FOB = bytes.fromhex("DEADBEEF")
LONG = bytes.fromhex("04112233445566778899")


Given = dict[str, Any]


class Table:
    """A reader on the simulated chip, with tags, polled in the rhythm of the box; `driver` are its settings."""

    def __init__(self, *uids: bytes, with_reset_pin: bool = False, chip: Given | None = None, **driver: Any) -> None:
        self.clock, self.field = SimClock(), Field()
        self.wire = SimMfrc522(self.field, self.clock, **(chip or {}))
        reset = self.wire.reset_pin if with_reset_pin else None
        self.reader = Mfrc522(self.wire, self.clock, reset=reset, **driver)
        self.longest_s = 0.0
        self.lay(*uids)

    def lay(self, *uids: bytes) -> None:
        for uid in uids:
            self.field.place(Tag(uid))

    def poll(self) -> Sighting:
        self.clock.sleep(0.05)
        begun = self.clock.now()
        try:
            return self.reader.poll()
        finally:
            self.longest_s = max(self.longest_s, self.clock.now() - begun)

    def polls(self, count: int) -> list[Sighting]:
        return [self.poll() for _ in range(count)]

    def settle(self, uids: Iterable[bytes]) -> bool:
        """Whether exactly these tags are seen within ten polls."""
        return any(self.poll().uids == frozenset(uids) for _ in range(10))

    def transfers_of_a_poll(self) -> int:
        before = self.wire.traffic
        self.poll()
        return self.wire.traffic.since(before).transfers

    def fault(self, name: str, strike: Strike | None = None) -> None:
        self.field.faults.switch_on(name, strike)


def uids_of(sightings: Iterable[Sighting]) -> frozenset[bytes]:
    """Everything that was ever seen."""
    return frozenset().union(*(sighting.uids for sighting in sightings))


# -- numbers of every length -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", [FOB, ACE, LONG, bytes.fromhex("8801EFC0"), bytes.fromhex("08A1B2C3")])
def test_a_tag_is_read_whole_at_the_first_poll(uid: bytes) -> None:
    table = Table(uid)
    assert table.poll() == Sighting(frozenset({uid}))


def test_two_stickers_that_the_stock_package_cannot_tell_apart_are_told_apart() -> None:
    stock_sees: set[int] = set()
    we_see: set[bytes] = set()
    for uid in (bytes.fromhex("04112233445566"), bytes.fromhex("041122AABBCCDD")):
        field, clock = Field(), SimClock()
        field.place(Tag(uid))
        stock_sees.add(stock_reader(SimMfrc522(field, clock)).read_id_no_block())
        table = Table()
        table.lay(uid)
        we_see |= table.poll().uids
    assert len(stock_sees) == 1
    assert len(we_see) == 2


def test_a_four_byte_tag_has_the_same_number_for_us_and_for_the_stock_package() -> None:
    field, clock = Field(), SimClock()
    field.place(Tag(FOB))
    with_check_byte = stock_reader(SimMfrc522(field, clock)).read_id_no_block()
    table = Table(FOB)
    (uid,) = table.poll().uids
    assert with_check_byte >> 8 == int.from_bytes(uid, "big")


def test_a_tag_that_somebody_else_halted_is_seen() -> None:
    table = Table()
    table.poll()
    tag = Tag(ACE)
    table.field.place(tag)
    tag.state = TagState.HALT
    assert table.poll().uids == {ACE}


# -- several tags ----------------------------------------------------------------------------------------------------


@for_each("absolute", [False, True])
@for_each("burst", [False, True])
@for_each(
    "uids",
    [
        ["04112233445566", "04112233445567"],  # neighbours of a roll, differing in the last byte
        ["04112233445566", "84112233445566"],  # differing in the first byte's last bit
        ["00000000", "80000000", "00000080"],  # the 8th and the 32nd bit
        ["04112233445566", "04112233445577", "04112233665577", "DEADBEEF"],
        ["DEADBEEF", "04112233445566", "04112233445566778899"],  # all three lengths
        ["88041122", "04112233445566"],  # four bytes that look like a first level
        ["FFFFFFFF", "FEFFFFFF", "FFFFFFFE", "00000000"],
        ["04000100", "04010100", "04018100"],  # a second split where both readings of CollPos differ
    ],
)
def test_tags_side_by_side_are_told_apart(uids: list[str], *, absolute: bool, burst: bool) -> None:
    table = Table(chip={"absolute_coll_pos": absolute}, burst=burst)
    expected = {bytes.fromhex(uid) for uid in uids}
    table.lay(*expected)
    sightings = table.polls(12)
    assert uids_of(sightings) <= expected
    if {"88041122", "04112233445566"} != set(uids):  # level 1 of both is the same, and their SAKs collide
        assert sightings[-1] == Sighting(frozenset(expected))
    assert table.longest_s < 0.030


PREFIXES = st.sampled_from([b"", b"\x04", b"\x04\x11\x22", b"\x04\x11\x22\x33\x44"])
SIMILAR = st.sampled_from([4, 7, 10]).flatmap(
    lambda size: PREFIXES.flatmap(
        lambda head: st.binary(min_size=max(0, size - len(head)), max_size=max(0, size - len(head))).map(
            lambda tail: (head + tail)[:size]
        )
    )
)


@settings(max_examples=60, deadline=None)
@given(st.sets(SIMILAR, min_size=2, max_size=4), st.booleans())
def test_random_sets_of_similar_tags_are_all_seen_and_never_a_wrong_one(
    uids: set[bytes],
    absolute: bool,  # noqa: FBT001 - hypothesis passes by position
) -> None:
    assume(not any(uid[0] == 0x88 for uid in uids))
    table = Table(*uids, chip={"absolute_coll_pos": absolute})
    sightings = table.polls(10)
    assert uids_of(sightings) <= uids
    assert sightings[-1] == Sighting(frozenset(uids))
    assert table.longest_s < 0.030


def test_a_tag_laid_beside_a_known_one_is_seen_at_the_next_poll() -> None:
    table = Table(ACE)
    table.poll()
    table.lay(FOB)
    assert table.poll().uids == {ACE, FOB}


def test_a_tag_lifted_from_among_others_is_missed_and_the_others_are_not() -> None:
    table = Table()
    tags = [Tag(ACE), Tag(QUEEN), Tag(FOB)]
    for tag in tags:
        table.field.place(tag)
    assert table.settle({ACE, QUEEN, FOB})
    table.field.lift(tags[1])
    assert table.settle({ACE, FOB})
    assert all(sighting.uids == {ACE, FOB} for sighting in table.polls(10))


def test_a_tag_not_heard_for_long_while_another_stays_comes_back() -> None:
    table = Table(ACE, FOB)
    assert table.settle({ACE, FOB})
    table.fault("no-answer", Strike(times=12))
    table.polls(8)
    assert table.settle({ACE, FOB})


def test_a_lifted_tag_is_soon_no_longer_asked_for() -> None:
    table = Table()
    table.poll()
    empty = table.transfers_of_a_poll()
    table.lay(ACE)
    table.poll()
    table.field.clear()
    table.polls(4)
    assert table.transfers_of_a_poll() == empty


def test_for_a_single_tag_reader_two_tags_are_unclear_and_one_is_not() -> None:
    table = Table(ACE, FOB, several=False)
    assert table.poll() == Sighting(unclear=True)
    table.field.lift(table.field.tags[0])
    assert table.settle({FOB})
    assert table.polls(5) == [Sighting(frozenset({FOB}))] * 5


@pytest.mark.parametrize(
    ("field", "heard_at"),
    [("", {33, 38, 43, 48}), ("field-weak", {43, 48}), ("field-strong", {33, 38})],
    ids=["usual", "weak", "strong"],
)
def test_a_tag_is_seen_at_the_gains_that_fit_its_field_and_at_no_other(field: str, heard_at: set[int]) -> None:
    seen = set()
    for gain_db in GAINS:
        table = Table(gain_db=gain_db)
        table.lay(ACE)
        if field:
            table.fault(field)
        sightings = table.polls(5)
        assert {uid for sighting in sightings for uid in sighting.uids} <= {ACE}
        seen |= {gain_db} if all(sighting == Sighting(frozenset({ACE})) for sighting in sightings) else set()
    assert seen == heard_at


def test_a_gain_that_flipped_is_noticed_and_set_again() -> None:
    table = Table(ACE, gain_db=38)
    assert table.settle({ACE})
    table.wire.transfer(bytes([0x26 << 1, 0x10]))  # RFCfgReg: 23 dB
    assert table.settle({ACE})
    assert table.wire.transfer(bytes([0x80 | 0x26 << 1, 0]))[1] == 0x50


# -- a host that takes its time --------------------------------------------------------------------------------------


@pytest.mark.parametrize("overhead_us", [50, 300, 500, 1000])
def test_two_tags_are_both_seen_however_long_the_system_takes_for_a_transfer(overhead_us: int) -> None:
    table = Table(ACE, FOB, chip={"overhead_s": overhead_us / 1e6})
    assert table.settle({ACE, FOB})
    assert table.polls(10) == [Sighting(frozenset({ACE, FOB}))] * 10


@pytest.mark.parametrize("uid", [FOB, ACE, LONG])
def test_no_poll_of_a_good_tag_is_unclear_because_the_computer_is_busy(uid: bytes) -> None:
    table = Table()
    table.fault("busy-computer")
    table.poll()
    table.lay(uid)
    assert table.polls(100) == [Sighting(frozenset({uid}))] * 100


# -- what is believed ------------------------------------------------------------------------------------------------


class Scripted(Chip):
    """A chip that gives these answers, one after the other."""

    def __init__(self, *answers: str) -> None:
        self._answers = [bytes.fromhex(answer) for answer in answers]

    def exchange(self, sent: bytes, *, expect: int = 0, bits: int = 0, align: int = 0) -> ReceivedFrame:
        return ReceivedFrame(silent=False, octets=self._answers.pop(0))


def scripted(*answers: str) -> Dialogue:
    return Dialogue(Scripted(*answers), SimClock(), several=True)


def test_a_talk_without_fault_is_believed() -> None:
    assert scripted("DEADBEEF22", "08b6dd").find() == (FOB, 0x08)
    assert scripted("88041122bf", "04da17", "3344556644", "00fe51").find() == (ACE, 0x00)
    assert scripted("04da17", "00fe51").select(ACE)


@pytest.mark.parametrize(
    "answers",
    [
        ["DEADBEEF23"],  # BCC
        ["DEADBEEF"],  # a byte too few
        ["DEADBEEF2200"],  # a byte too many
        ["DEADBEEF22", "08b6dc"],  # CRC_A of the SAK
        ["DEADBEEF22", "08b6"],
        ["88041122bf", "04da17", "3344556645"],  # BCC of the second level
        ["88041122bf", "04da17", "8833445567", "04da17", "6677889900", "04da17"],  # the third level goes on
    ],
)
def test_what_does_not_check_is_unclear(answers: list[str]) -> None:
    with pytest.raises(Unclear):
        scripted(*answers).find()


@pytest.mark.parametrize("answers", [["00fe51"], ["04da17", "04da17"], ["04da18"]])
def test_a_known_tag_is_not_believed_to_be_there_when_its_sak_does_not_fit(answers: list[str]) -> None:
    with pytest.raises(Unclear):
        scripted(*answers).select(ACE)


# -- bad air ---------------------------------------------------------------------------------------------------------


@for_each("frame", range(8))
@for_each("bit", range(0, 40, 3))
def test_a_flipped_bit_in_any_answer_never_makes_a_wrong_number(frame: int, bit: int) -> None:
    table = Table(ACE)
    table.fault("bit-errors", Strike(after=frame, times=1, where=(bit,)))
    assert uids_of(table.polls(4)) <= {ACE}
    assert table.settle({ACE})


@for_each("uid", [FOB, ACE, LONG])
@for_each("frame", range(9))
def test_two_flipped_bits_of_a_byte_which_no_parity_shows_never_make_a_wrong_number(uid: bytes, frame: int) -> None:
    """Of the answer to SELECT only CRC_A tells: a SAK gone wrong ends a number too early, or lets it go on."""
    for bits in every_so_many(4, combinations(range(8), 2)):
        table = Table()
        table.lay(uid)
        table.fault("bit-errors", Strike(after=frame, times=1, where=bits))
        assert uids_of(table.polls(3)) <= {uid}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 12), st.lists(st.integers(0, 39), min_size=1, max_size=4, unique=True), st.booleans())
def test_whole_bursts_of_flipped_bits_never_make_a_wrong_number(
    frame: int,
    bits: list[int],
    two: bool,  # noqa: FBT001 - hypothesis passes by position
) -> None:
    table = Table()
    laid = {ACE, QUEEN} if two else {ACE}
    table.lay(*laid)
    table.fault("bit-errors", Strike(after=frame, times=3, where=tuple(bits)))
    assert uids_of(table.polls(4)) <= laid
    assert table.settle(laid)


def test_a_check_sum_error_is_said_to_be_unclear() -> None:
    table = Table(FOB)
    table.fault("bit-errors", Strike(every=1, where=(20,)))
    assert table.poll() == Sighting(unclear=True)


def test_one_bad_answer_is_asked_again_within_the_same_poll() -> None:
    table = Table(FOB)
    table.fault("bit-errors", Strike(after=1, times=1, where=(5,)))
    assert table.poll() == Sighting(frozenset({FOB}))


# -- the chip at fault -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["miso-low", "miso-high", "spi-error"])
@pytest.mark.parametrize("transfer", [0, 3, 7, 20])
def test_a_dead_wire_is_said_within_two_polls(name: str, transfer: int) -> None:
    table = Table(ACE)
    table.poll()
    table.fault(name, Strike(after=transfer))
    seen: list[Sighting] = []
    with pytest.raises(DeviceError) as caught:
        seen.extend(table.poll() for _ in range(2))
    assert caught.value.bus == "spi0.0"
    assert uids_of(seen) <= {ACE}
    assert table.longest_s < 0.030


class TimerDead:
    """A wire to a chip in order, but whose interrupt requests never rise."""

    def __init__(self, wire: Spi) -> None:
        self._wire = wire

    def transfer(self, sent: bytes) -> bytes:
        received = self._wire.transfer(sent)
        return bytes(len(sent)) if sent[0] == 0x80 | 0x04 << 1 else received


def test_a_chip_that_takes_its_settings_but_never_reports_is_said_within_two_polls() -> None:
    clock = SimClock()
    reader = Mfrc522(TimerDead(SimMfrc522(Field(), clock)), clock)
    assert reader.poll() == Sighting(unclear=True)
    with pytest.raises(DeviceError, match="neither an answer nor the end of its timer"):
        reader.poll()


class FirstWords:
    """Notes when the field was switched on and when the first byte after that was put into the FIFO."""

    def __init__(self, wire: Spi, clock: SimClock) -> None:
        self._wire = wire
        self._clock = clock
        self.on_at = self.spoke_at = 0.0

    def transfer(self, sent: bytes) -> bytes:
        received = self._wire.transfer(sent)
        if sent[0] == 0x14 << 1:
            self.on_at, self.spoke_at = self._clock.now(), 0.0
        elif sent[0] == 0x09 << 1:
            self.spoke_at = self.spoke_at or self._clock.now()
        return received


def test_tags_get_five_milliseconds_to_wake_in_a_new_field() -> None:
    clock = SimClock()
    wire = FirstWords(SimMfrc522(Field(), clock), clock)
    Mfrc522(wire, clock).poll()
    assert wire.spoke_at - wire.on_at >= 0.005


def test_the_error_names_the_register_and_what_was_read() -> None:
    table = Table()
    table.fault("miso-high")
    with pytest.raises(DeviceError, match="expected 80 a9 83") as caught:
        table.poll()
    assert (caught.value.address, caught.value.received) == (0x2A, bytes.fromhex("ffffff"))


@pytest.mark.parametrize("transfer", range(0, 60, 4))
def test_a_chip_reset_at_any_moment_is_mended_silently_and_counted(transfer: int) -> None:
    table = Table(ACE)
    table.poll()
    table.fault("chip-reset", Strike(after=transfer, times=1))
    sightings = table.polls(5)
    assert uids_of(sightings) == {ACE}
    assert sightings[-1] == Sighting(frozenset({ACE}))
    assert table.reader.restarts == 1
    assert table.longest_s < 0.030


def test_the_reset_line_is_pulled_when_there_is_one() -> None:
    table = Table(ACE, with_reset_pin=True)
    assert table.poll().uids == {ACE}
    table.fault("chip-reset")
    table.polls(2)
    assert table.poll().uids == {ACE}
    assert table.reader.restarts == 1


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88])
def test_known_chips_are_set_up_without_a_warning(version: int, caplog: pytest.LogCaptureFixture) -> None:
    Table(chip={"version": version}).poll()
    assert caplog.records == []


def test_an_unknown_chip_is_warned_of_and_works(caplog: pytest.LogCaptureFixture) -> None:
    table = Table(ACE, chip={"version": 0xB2})
    with caplog.at_level(logging.WARNING):
        assert table.poll().uids == {ACE}
    assert "0xb2" in caplog.text


def test_closing_switches_the_field_off_and_polling_on_again() -> None:
    table = Table()
    tag = Tag(ACE)
    table.field.place(tag)
    table.poll()
    table.reader.close()
    assert table.poll().uids == {ACE}
    assert table.reader.restarts == 0


def test_closing_a_reader_whose_wire_is_broken_raises_nothing() -> None:
    table = Table()
    table.poll()
    table.fault("spi-error")
    table.reader.close()


# -- phones ------------------------------------------------------------------------------------------------------------


def test_a_phone_that_is_taken_away_or_changes_its_number_switches_no_field() -> None:
    table, phone = Table(ACE), Phone(Random(1).randbytes)
    table.poll()
    table.field.place(phone)
    assert table.settle((ACE, phone.uid))
    before = phone.uid
    phone.lose_power()
    assert table.settle((ACE, phone.uid))
    assert phone.uid != before
    number = phone.uid
    table.polls(10)
    assert phone.uid == number
    other = Phone(Random(2).randbytes)
    table.field.place(other)
    assert table.settle((ACE, phone.uid, other.uid))
    table.field.lift(other)
    table.polls(10)
    assert phone.uid == number


def test_beside_a_phone_a_lifted_card_costs_one_switch_of_the_field() -> None:
    table, phone = Table(ACE), Phone(Random(1).randbytes)
    table.poll()
    table.field.place(phone)
    assert table.settle((ACE, phone.uid))
    table.field.lift(table.field.tags[0])
    numbers = uids_of(table.polls(30)) - {ACE}
    assert len(numbers) == 2
    assert table.poll().chip_cards == {phone.uid}
    empty = Table()
    empty.poll()
    table.field.clear()
    table.polls(5)
    assert table.transfers_of_a_poll() == empty.transfers_of_a_poll() <= 12
