"""A reader never goes deaf silently: whichever bit flips on its wire or in its registers, it hears the next tag."""

from __future__ import annotations

import pytest

from hardware.bus import DeviceError, Sighting, Spi
from hardware.drivers.mfrc522 import MUTE_S, Mfrc522
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag
from tests.torture import TORTURE

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

ACE = bytes.fromhex("04112233445566")
FOB = bytes.fromhex("DEADBEEF")
TURN_S = 1 / 15
FOUND_S = 2.0
REGISTERS = range(0x01, 0x30)


class Flipping:
    """A wire on which one bit of one transfer arrives the other way round; it counts the bits of all."""

    def __init__(self, wire: Spi) -> None:
        self._wire = wire
        self._passed = 0
        self.lengths: list[int] = []
        self.flips: tuple[int, int] | None = None
        """The transfer, counted from here on, and the bit of it."""

    def transfer(self, sent: bytes) -> bytes:
        if self.flips is not None and self.flips[0] == len(self.lengths):
            place, bit = divmod(self.flips[1], 8)
            sent = bytes(octet ^ (1 << bit) * (at == place) for at, octet in enumerate(sent))
        self.lengths.append(len(sent))
        return self._wire.transfer(sent)


class Box:
    """A reader polled in the rhythm of the box, with its own clock and field."""

    def __init__(self, *, burst: bool = True, with_reset_pin: bool = False) -> None:
        self.clock, self.field = SimClock(), Field()
        self.chip = SimMfrc522(self.field, self.clock)
        self.wire = Flipping(self.chip)
        reset = self.chip.reset_pin if with_reset_pin else None
        self.reader = Mfrc522(self.wire, self.clock, burst=burst, reset=reset)

    def poll(self) -> Sighting:
        self.clock.sleep(TURN_S)
        try:
            return self.reader.poll()
        except DeviceError:
            return Sighting(unclear=True)

    def hears(self, uid: bytes, within_s: float = FOUND_S) -> bool:
        """Whether a tag laid now is seen in time, and nothing else ever."""
        until = self.clock.now() + within_s
        self.field.place(Tag(uid))
        while self.clock.now() < until:
            seen = self.poll().uids
            assert seen <= {uid, ACE}, "a tag was made up"
            if uid in seen:
                return True
        return False

    def flip(self, register: int, bit: int) -> None:
        """One bit of a register turns over."""
        value = self.chip.transfer(bytes([0x80 | register << 1, 0]))[1]
        self.chip.transfer(bytes([register << 1, value ^ 1 << bit]))


def flips(lengths: list[int]) -> list[tuple[int, int]]:
    return [(transfer, bit) for transfer, octets in enumerate(lengths) for bit in range(8 * octets)]


@pytest.mark.parametrize("with_reset_pin", [False, True])
def test_no_flipped_bit_of_any_transfer_of_the_set_up_leaves_the_reader_deaf(*, with_reset_pin: bool) -> None:
    well = Box(with_reset_pin=with_reset_pin)
    well.poll()
    tried, deaf = 0, []
    for flip in flips(well.wire.lengths):
        box = Box(with_reset_pin=with_reset_pin)
        box.wire.flips = flip
        box.poll()
        tried += 1
        deaf += [] if box.hears(FOB) else [flip]
    print(f"\nset-up: {tried} flips, {len(deaf)} deaf", end="")  # noqa: T201 - figures are to be read
    assert tried > 500
    assert deaf == []


def test_no_flipped_bit_of_any_transfer_of_a_poll_leaves_the_reader_deaf() -> None:
    def resting() -> Box:
        box = Box()
        assert box.hears(ACE)
        box.wire.lengths.clear()
        return box

    well = resting()
    well.poll()
    tried, deaf = 0, []
    for flip in flips(well.wire.lengths)[:: 1 if TORTURE else 5]:
        box = resting()
        box.wire.flips = flip
        box.poll()
        tried += 1
        deaf += [] if box.hears(FOB) else [flip]
    print(f"\nrunning: {tried} flips, {len(deaf)} deaf", end="")  # noqa: T201 - figures are to be read
    assert deaf == []


@pytest.mark.parametrize("burst", [True, False])
def test_no_bit_that_turns_over_in_any_register_leaves_the_reader_deaf(*, burst: bool) -> None:
    box, deaf = Box(burst=burst), []
    for register in REGISTERS:
        for bit in range(8):
            assert box.hears(FOB)
            box.field.clear()
            for _ in range(5):
                box.poll()
            box.flip(register, bit)
            if not box.hears(FOB):
                deaf.append((hex(register), bit))
                box = Box(burst=burst)
    assert deaf == []


class Stubborn:
    """A wire to a clone whose register keeps a bit of its own, whatever is written."""

    def __init__(self, wire: Spi, register: int, bit: int) -> None:
        self._wire = wire
        self._at, self._bit = 0x80 | register << 1, bit

    def transfer(self, sent: bytes) -> bytes:
        received = self._wire.transfer(sent)
        kept = (octet ^ self._bit * (at > 0 and sent[at - 1] == self._at) for at, octet in enumerate(received))
        return bytes(kept)


@pytest.mark.parametrize("register", [0x17, 0x19, 0x24, 0x26, 0x29])
def test_a_clone_with_a_manner_of_its_own_is_taken_and_not_set_up_again_and_again(register: int) -> None:
    clock, field = SimClock(), Field()
    reader = Mfrc522(Stubborn(SimMfrc522(field, clock), register, 0x08), clock)
    field.place(Tag(ACE))
    assert all(reader.poll() == Sighting(frozenset({ACE})) for _ in range(5))
    assert reader.restarts == 0


def test_a_chip_too_hot_says_so_and_comes_back_when_it_has_cooled() -> None:
    box = Box()
    box.poll()
    box.field.faults.switch_on("overheated")
    with pytest.raises(DeviceError, match="too hot"):
        box.reader.poll()
    box.field.faults.switch_off("overheated")
    assert box.hears(FOB)


def test_a_chip_that_hears_nothing_with_all_registers_right_hears_again_within_ten_seconds() -> None:
    box = Box()
    assert box.hears(ACE)
    box.field.faults.switch_on("chip-deaf")
    box.field.clear()
    assert not box.hears(FOB, within_s=MUTE_S / 2)
    assert box.hears(FOB, within_s=10.0)


def test_an_empty_field_is_reset_each_ten_seconds_which_counts_as_no_restart_and_loses_no_card() -> None:
    box = Box()
    longest_s = 0.0
    for _ in range(int(3 * MUTE_S / TURN_S)):
        began = box.clock.now()
        assert box.poll() == Sighting()
        longest_s = max(longest_s, box.clock.now() - began - TURN_S)
    assert longest_s < 0.030
    assert box.reader.restarts == 0
    assert box.hears(FOB)


def test_a_tag_that_rests_keeps_the_field_from_being_reset() -> None:
    box = Box()
    assert box.hears(ACE)
    assert all(box.poll().uids == {ACE} for _ in range(int(2 * MUTE_S / TURN_S)))
