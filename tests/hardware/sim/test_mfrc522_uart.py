"""The chip's contactless UART: frames, collisions and errors, seen from its registers."""

from __future__ import annotations

import pytest

from hardware.sim.air import Frame
from hardware.sim.faults import Strike
from hardware.sim.tags import Tag, TagState
from tests.hardware.chip_bench import ERR, RX, TIMER, TX, Bench, woken
from tests.hardware.tag_talk import STICKER, checked

CARD = bytes.fromhex("de ad be ef")


def test_a_card_answers_after_its_time_on_the_air_and_not_before() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.send(b"\x26", 0x07)
    started = bench.clock.now()
    while not bench.read(0x04) & (RX | TIMER):
        pass
    assert bench.read(0x04) & 0x71 == RX | TX
    assert bench.clock.now() - started == pytest.approx(365e-6, abs=40e-6)
    assert bench.fifo() == b"\x04\x00"


def test_start_send_means_nothing_unless_transceive_runs() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.write(0x09, 0x26)
    bench.write(0x0D, 0x87)
    bench.clock.sleep(0.01)
    assert bench.read(0x0A) == 1
    assert not bench.read(0x04) & TX


def test_idle_in_mid_air_loses_the_answer() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.send(b"\x26", 0x07)
    bench.write(0x01, 0x00)
    bench.clock.sleep(0.01)
    assert bench.read(0x0A) == 0


def test_a_receiver_that_is_off_hears_nothing() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.write(0x09, 0x26)
    bench.write(0x01, 0x2C)
    bench.write(0x0D, 0x87)
    bench.clock.sleep(0.01)
    assert bench.read(0x0A) == 0


def test_without_antenna_nothing_is_sent_and_the_tags_lose_power() -> None:
    bench = woken(tag := Tag(CARD, sak=0x08))
    bench.write(0x14, 0x80)
    assert tag.state is TagState.IDLE
    assert bench.exchange(b"\x52", 0x07) == b"\x52"  # still waiting in the FIFO
    assert not bench.read(0x04) & (TX | RX | TIMER)


def test_a_collision_is_reported_as_on_a_real_chip() -> None:
    # NXP community, thread 1163324: UIDs 86.. and 16.. gave CollReg 05, ErrorReg 08, ComIrqReg 66: 62 and LoAlert.
    bench = woken(Tag(bytes.fromhex("86 01 02 03")), Tag(bytes.fromhex("16 01 02 03")))
    bench.send(b"\x93\x20")
    bench.clock.sleep(0.012)
    assert (bench.read(0x0E), bench.read(0x06), bench.read(0x04)) == (0x05, 0x08, 0x62)


@pytest.mark.parametrize(
    ("keep", "octets"),
    [(0x00, "06 00 00 00 00"), (0x80, "96 01 02 03 96")],
)
def test_bits_after_a_collision_are_cleared_unless_asked_for(keep: int, octets: str) -> None:
    bench = woken(Tag(bytes.fromhex("86 01 02 03")), Tag(bytes.fromhex("16 01 02 03")))
    bench.write(0x0E, keep)
    assert bench.exchange(b"\x93\x20") == bytes.fromhex(octets)


@pytest.mark.parametrize(
    ("first", "second", "coll"),
    [
        ("00 00 00 00", "01 00 00 00", 0x01),
        ("00 00 00 00", "80 00 00 00", 0x08),
        ("00 00 00 00", "00 00 00 40", 0x1F),
        ("00 00 00 00", "00 00 00 80", 0x00),  # the 32nd bit
    ],
)
def test_the_place_of_a_collision_counts_from_one_and_ends_at_32(first: str, second: str, coll: int) -> None:
    bench = woken(Tag(bytes.fromhex(first)), Tag(bytes.fromhex(second)))
    bench.exchange(b"\x93\x20")
    assert bench.read(0x0E) == coll


@pytest.mark.parametrize(("absolute", "coll"), [(False, 0x0A), (True, 0x12)])
def test_in_later_rounds_the_place_counts_in_the_frame_or_in_the_uid(*, absolute: bool, coll: int) -> None:
    # The two differ in the 18th bit of the UID. Nine bits are told; the frame begins with the rest of the
    # second byte, which RxAlign 1 moves to its place.
    bench = woken(Tag(bytes.fromhex("11 20 00 55")), Tag(bytes.fromhex("11 20 02 55")), absolute_coll_pos=absolute)
    answer = bench.exchange(b"\x93\x31\x11\x00", 0x11)
    assert bench.read(0x0E) == coll
    assert answer[0] == 0x20
    assert bench.read(0x0C) & 0x07 == 0


class Answering(Tag):
    """A sticker that answers each command with this frame."""

    def __init__(self, answer: Frame) -> None:
        super().__init__(STICKER)
        self._answer = answer

    def _execute(self, _frame: Frame) -> Frame | None:
        return self._answer


def asked(*answers: Frame) -> Bench:
    """A chip that has selected copies of one number together and asked them: they differ only in what they answer."""
    bench = woken(*map(Answering, answers))
    bench.exchange_checked("93 70 88 04 11 22 bf")
    bench.exchange_checked("95 70 33 44 55 66 44")
    bench.send(checked("30 04").octets())
    bench.clock.sleep(0.012)
    return bench


def test_a_collision_beyond_the_32nd_bit_has_no_place() -> None:
    bench = asked(*(Frame.with_crc(bytes(4) + text) for text in (b"ace", b"ten")))
    assert bench.read(0x06) == 0x08
    assert bench.read(0x0E) & 0x20


def test_without_a_collision_there_is_no_place() -> None:
    bench = woken(Tag(CARD, sak=0x08))
    assert bench.read(0x0E) & 0x20


def test_the_chip_can_add_and_check_the_check_sum() -> None:
    bench = woken(Tag(CARD, sak=0x08))
    bench.write(0x12, 0x80)
    bench.write(0x13, 0x80)
    assert bench.exchange(bytes.fromhex("93 70 de ad be ef 22")) == b"\x08"
    assert bench.read(0x06) == 0


def test_an_answer_without_check_sum_is_a_crc_error_where_one_is_due() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.write(0x13, 0x80)
    assert bench.exchange(b"\x26", 0x07) == b"\x04\x00"
    assert bench.read(0x06) == 0x04
    assert bench.read(0x04) & (ERR | RX) == ERR | RX


@pytest.mark.parametrize("answer", [0xA, 0x0])
def test_four_bits_are_counted_as_four(answer: int) -> None:
    bench = asked(Frame(answer, 4))
    assert bench.fifo() == bytes([answer])
    assert bench.read(0x0C) & 0x07 == 4


def test_an_answer_longer_than_the_fifo_overflows_it() -> None:
    bench = asked(Frame.of(bytes(66)))
    assert bench.read(0x06) == 0x10
    assert bench.read(0x0A) == 64


def test_a_mute_field_times_out() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.field.faults.switch_on("no-answer")
    assert bench.exchange(b"\x26", 0x07) == b""
    assert bench.read(0x04) & TIMER


@pytest.mark.parametrize(("where", "error"), [((3,), 0x02), ((3, 4), 0x00)])
def test_bit_errors_are_seen_by_parity_only_when_odd(where: tuple[int, ...], error: int) -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.field.faults.switch_on("bit-errors", Strike(every=2, where=where))
    flipped = sum(1 << place for place in where)
    assert bench.exchange(b"\x26", 0x07)[0] == 0x04 ^ flipped
    assert bench.read(0x06) == error
    assert bench.exchange(b"\x93\x20")[0] == CARD[0]


def test_a_pulled_tag_answers_no_more() -> None:
    bench = Bench(Tag(CARD, sak=0x08))
    bench.field.faults.switch_on("tag-pulled", Strike(after=2, times=1))
    assert bench.exchange(b"\x26", 0x07)
    assert bench.exchange(b"\x93\x20")
    assert bench.exchange_checked("93 70 de ad be ef 22") == b""
    assert bench.field.tags == ()
