"""The contract of every card reader: a suite to inherit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from hardware.bus import DeviceError, Reader, Sighting
from hardware.sim.clock import SimClock
from hardware.sim.faults import Strike
from hardware.sim.field import Field
from hardware.sim.tags import Tag

PATIENCE_S = 2.0
"""Maximum seconds until a tag, or its absence, is noticed (the promise for a dead reader, which is generous here)."""
LONGEST_POLL_S = 0.030


class ReaderContract:
    """Inherit, implement the first part, keep the second."""

    uids: ClassVar[tuple[bytes, ...]]
    """UIDs of every length that the reader can report; at least two."""
    period_s: ClassVar[float] = 0.05
    several: ClassVar[bool] = True
    """Whether the reader reads tags side by side."""
    repeats: ClassVar[bool] = True
    """Whether a resting tag is read again and again, so that its absence is noticed."""
    garbage: ClassVar[str]
    """The fault that spoils the reader's bytes."""
    bits: ClassVar[Sequence[int]] = range(8)
    """Those of a byte that it spoils, one after another."""

    tells_chip_cards: ClassVar[bool] = True
    """Whether it reports ISO/IEC 14443-4."""

    directory: Path
    """A directory for files."""
    clock: SimClock
    field: Field
    reader: Reader

    @pytest.fixture(autouse=True)
    def _table(self, tmp_path: Path) -> Iterator[None]:
        self.directory = tmp_path
        self.clock, self.reader = self.build()
        yield
        self.reader.close()
        self.clear()

    def build(self) -> tuple[SimClock, Reader]:
        """A reader on simulated wires without tags, and the clock that moves them."""
        raise NotImplementedError

    def clear(self) -> None:
        """Release what `build` opened besides the reader."""

    def lay(self, uid: bytes) -> None:
        """Lay a tag on the reader."""
        raise NotImplementedError

    def lay_chip_card(self, uid: bytes) -> None:
        """Lay a bank card with this UID on the reader."""
        self.field.place(Tag(uid, sak=0x20))

    def lift(self, uid: bytes) -> None:
        """Lift that tag."""
        for tag in self.field.tags:
            if tag.uid == uid:
                self.field.lift(tag)

    def unplug(self) -> None:
        """Break the wire to the reader."""
        raise NotImplementedError

    def plug_in(self) -> None:
        """Repair the wire; the reader has been without power, and a serial port has a new name."""
        raise NotImplementedError

    # -- the promises ------------------------------------------------------------------------------------------

    def test_an_empty_field_shows_nothing_and_nothing_unclear(self) -> None:
        assert self.polled() == Sighting()

    def test_a_bank_card_is_told_from_a_tag_that_lies_there_before_and_after_it(self) -> None:
        if not self.tells_chip_cards:
            pytest.skip("this reader hears no bank cards")
        tag, card = self.uids[1], bytes.fromhex("0455667788AABB")
        self.lay(tag)
        assert self.until({tag})
        assert self.polled().chip_cards == frozenset()
        self.lift(tag)
        assert self.until(set())
        self.lay_chip_card(card)
        assert self.until({card})
        assert self.polled().chip_cards == {card}
        self.lift(card)
        assert self.until(set())
        assert self.polled().chip_cards == frozenset()

    def test_every_kind_of_tag_is_seen_with_its_whole_number(self) -> None:
        for uid in self.uids:
            self.lay(uid)
            assert self.until({uid})
            self.lift(uid)
            assert self.until(set())

    def test_a_tag_that_stays_is_seen_at_every_poll(self) -> None:
        self.lay(self.uids[0])
        assert self.until({self.uids[0]})
        seen = {self.polled().uids for _ in range(20)}
        assert seen == ({frozenset({self.uids[0]})} if self.repeats else {frozenset({self.uids[0]}), frozenset()})

    def test_a_tag_lifted_and_laid_again_is_seen_again(self) -> None:
        for _ in range(5):
            self.lay(self.uids[0])
            assert self.until({self.uids[0]})
            self.lift(self.uids[0])
            assert self.until(set())

    def test_one_tag_taking_the_place_of_another_is_never_both(self) -> None:
        first, second = self.uids[:2]
        self.lay(first)
        assert self.until({first})
        self.lift(first)
        self.lay(second)
        assert self.until({second})
        assert self.polled().uids == {second}

    def test_tags_side_by_side_are_all_seen_or_said_to_be_unclear(self) -> None:
        pair = set(self.uids[:2])
        for uid in pair:
            self.lay(uid)
        if self.several:
            assert self.until(pair)
        else:
            assert self.polled().uids < pair

    @pytest.mark.parametrize("frames", range(8))
    def test_a_tag_pulled_away_in_mid_read_is_that_tag_or_none(self, frames: int) -> None:
        uid = self.uids[1]
        self.polled()
        self.field.faults.switch_on("tag-pulled", Strike(after=frames, times=1))
        self.lay(uid)
        assert {self.polled().uids for _ in range(10)} <= {frozenset({uid}), frozenset()}
        self.field.faults.switch_off("tag-pulled")
        self.lift(uid)
        assert self.until(set())
        self.lay(uid)
        assert self.until({uid})

    @pytest.mark.parametrize("every", [1, 2, 5, 13])
    def test_garbage_never_makes_a_number_and_is_over_when_it_is_over(self, every: int) -> None:
        uid = self.uids[0]
        for bit in self.bits:
            self.field.faults.switch_on(self.garbage, Strike(every=every, where=(bit,)))
            self.lay(uid)
            assert self.heard(20) <= {uid}, bit
            self.field.faults.switch_off(self.garbage)
            self.lift(uid)
            assert self.heard(10) <= {uid}, bit
            self.lay(uid)
            assert self.until_working({uid}), bit
            self.lift(uid)
            assert self.until(set()), bit

    def test_no_poll_blocks_for_30_ms(self) -> None:
        for uid in self.uids:
            self.lay(uid)
            for _ in range(5):
                begun = self.clock.now()
                self.reader.poll()
                assert self.clock.now() - begun < LONGEST_POLL_S

    def test_a_broken_wire_is_said_in_time_and_a_mended_one_works_again(self) -> None:
        self.polled()
        self.unplug()
        with pytest.raises(DeviceError):
            self.until({b"no such tag"})
        self.plug_in()
        self.lay(self.uids[0])
        assert self.until_working({self.uids[0]})

    @pytest.mark.parametrize("polls", range(4))
    def test_a_reader_that_comes_back_sees_what_lies_there_whatever_was_half_heard(self, polls: int) -> None:
        self.polled()
        self.lay(self.uids[0])
        self.heard(polls)
        self.clock.sleep(0.01)
        self.unplug()
        assert self.heard(20) <= {self.uids[0]}
        self.lift(self.uids[0])
        self.plug_in()
        self.lay(self.uids[1])
        assert self.until_working({self.uids[1]})

    def test_closing_twice_is_no_mistake(self) -> None:
        self.polled()
        self.reader.close()
        self.reader.close()

    # -- words for the above -----------------------------------------------------------------------------------

    def polled(self) -> Sighting:
        """One poll at the usual rate."""
        self.clock.sleep(self.period_s)
        return self.reader.poll()

    def heard(self, polls: int) -> frozenset[bytes]:
        """All UIDs of this many polls; polls that raise give none."""
        uids: frozenset[bytes] = frozenset()
        for _ in range(polls):
            try:
                uids |= self.polled().uids
            except DeviceError:
                continue
        return uids

    def until(self, uids: set[bytes]) -> bool:
        """Whether exactly these tags are read within the time limit."""
        return any(self.polled().uids == uids for _ in range(int(PATIENCE_S / self.period_s)))

    def until_working(self, uids: set[bytes]) -> bool:
        """Whether exactly these tags are read in time, by a reader that may first raise."""
        for _ in range(int(PATIENCE_S / self.period_s)):
            try:
                if self.polled().uids == uids:
                    return True
            except DeviceError:
                continue
        return False
