"""What every card reader promises, whatever its chip: a suite to inherit.

A reader joins by a subclass that says how to build it on simulated wires and how to lay a tag on it; the tests
then speak only `hardware.bus.Reader`. A reader that hears one tag at a time, or only UIDs of one length, says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

from hardware.bus import DeviceError, Sighting
from hardware.sim.activation import Tag
from hardware.sim.faults import Strike

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardware.bus import Reader
    from hardware.sim.clock import SimClock
    from hardware.sim.field import Field

PATIENCE_S = 2.0
"""A tag is noticed, and its absence too, within this time (the promise for a dead reader, far more than is needed)."""
LONGEST_POLL_S = 0.030


class ReaderContract:
    """Inherit, fill in the first part, keep the second."""

    uids: ClassVar[tuple[bytes, ...]]
    """Some of every length that the reader can report; at least two."""
    period_s: ClassVar[float] = 0.05
    several: ClassVar[bool] = True
    """Whether tags that lie side by side are told apart."""
    repeats: ClassVar[bool] = True
    """Whether a tag that stays is heard again and again, so that its absence can be told from its silence."""
    garbage: ClassVar[str]
    """The fault that spoils what the reader hears or says."""

    tells_chip_cards: ClassVar[bool] = True
    """Whether it hears that a tag speaks ISO/IEC 14443-4."""

    directory: Path
    """For whoever needs files."""
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
        """A reader on simulated wires with nothing on it, and the clock that moves them."""
        raise NotImplementedError

    def clear(self) -> None:
        """Release what `build` took besides the reader."""

    def lay(self, uid: bytes) -> None:
        """Put a tag on the reader."""
        raise NotImplementedError

    def lay_chip_card(self, uid: bytes) -> None:
        """Put a bank card with this number on the reader."""
        self.field.place(Tag(uid, sak=0x20))

    def lift(self, uid: bytes) -> None:
        """Take that tag away."""
        for tag in self.field.tags:
            if tag.uid == uid:
                self.field.lift(tag)

    def unplug(self) -> None:
        """Break the wire between the reader and us."""
        raise NotImplementedError

    def plug_in(self) -> None:
        """Mend it; what comes back has been without power, and on a serial line has another name."""
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

    @pytest.mark.parametrize("bit", range(8))
    @pytest.mark.parametrize("every", [1, 2, 5, 13])
    def test_garbage_never_makes_a_number_and_is_over_when_it_is_over(self, every: int, bit: int) -> None:
        uid = self.uids[0]
        self.field.faults.switch_on(self.garbage, Strike(every=every, where=(bit,)))
        self.lay(uid)
        assert self.heard(20) <= {uid}
        self.field.faults.switch_off(self.garbage)
        self.lift(uid)
        assert self.heard(10) <= {uid}
        self.lay(uid)
        assert self.until_working({uid})

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
        """One poll in the usual rhythm."""
        self.clock.sleep(self.period_s)
        return self.reader.poll()

    def heard(self, polls: int) -> frozenset[bytes]:
        """All numbers that so many polls give; polls that raise give none."""
        uids: frozenset[bytes] = frozenset()
        for _ in range(polls):
            try:
                uids |= self.polled().uids
            except DeviceError:
                continue
        return uids

    def until(self, uids: set[bytes]) -> bool:
        """Whether exactly these tags are seen before the patience ends."""
        return any(self.polled().uids == uids for _ in range(int(PATIENCE_S / self.period_s)))

    def until_working(self, uids: set[bytes]) -> bool:
        """The same for a reader that may still have to find out that it works again."""
        for _ in range(int(PATIENCE_S / self.period_s)):
            try:
                if self.polled().uids == uids:
                    return True
            except DeviceError:
                continue
        return False
