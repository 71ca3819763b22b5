"""What every card reader promises, whatever its chip: a suite to inherit.

A reader joins by a subclass that says how to build it on simulated wires and how to lay a tag on it; the tests
then speak only `hardware.bus.Reader`. A reader that hears one tag at a time, or only UIDs of one length, says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

from hardware.bus import DeviceError, Sighting

if TYPE_CHECKING:
    from hardware.bus import Reader
    from hardware.sim.clock import SimClock

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

    clock: SimClock
    reader: Reader

    @pytest.fixture(autouse=True)
    def _table(self) -> None:
        self.clock, self.reader = self.build()

    def build(self) -> tuple[SimClock, Reader]:
        """A reader on simulated wires with nothing on it, and the clock that moves them."""
        raise NotImplementedError

    def lay(self, uid: bytes) -> None:
        """Put a tag on the reader."""
        raise NotImplementedError

    def lift(self, uid: bytes) -> None:
        """Take that tag away."""
        raise NotImplementedError

    def unplug(self) -> None:
        """Break the wire between the reader and us."""
        raise NotImplementedError

    def plug_in(self) -> None:
        """Mend it."""
        raise NotImplementedError

    # -- the promises ------------------------------------------------------------------------------------------

    def test_an_empty_field_shows_nothing_and_nothing_unclear(self) -> None:
        assert self.polled() == Sighting()

    def test_every_kind_of_tag_is_seen_with_its_whole_number(self) -> None:
        for uid in self.uids:
            self.lay(uid)
            assert self.until({uid})
            self.lift(uid)
            assert self.until(set())

    def test_a_tag_that_stays_is_seen_at_every_poll(self) -> None:
        self.lay(self.uids[0])
        assert self.until({self.uids[0]})
        assert {self.polled().uids for _ in range(20)} == {frozenset({self.uids[0]})}

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

    def test_closing_twice_is_no_mistake(self) -> None:
        self.polled()
        self.reader.close()
        self.reader.close()

    # -- words for the above -----------------------------------------------------------------------------------

    def polled(self) -> Sighting:
        """One poll in the usual rhythm."""
        self.clock.sleep(self.period_s)
        return self.reader.poll()

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
