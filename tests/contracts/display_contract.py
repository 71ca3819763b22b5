"""The contract of every panel: inherit and implement the construction."""

from __future__ import annotations

from random import Random

import pytest

from hardware.bus import PICTURE_BYTES, DeviceError, Display, I2c
from hardware.sim.faults import Faults, Strike
from hardware.sim.i2c import SimI2c
from hardware.sim.oled import SimPanel

ADDRESS = 0x3C
DARK = bytes(PICTURE_BYTES)
_TURNED = bytes(int(f"{octet:08b}"[::-1], 2) for octet in range(256))


def picture(seed: int) -> bytes:
    return Random(seed).randbytes(PICTURE_BYTES)


class DisplayContract:
    """The suite. A panel starts dark, with garbage in its memory."""

    upside_down = False

    def panel(self) -> SimPanel:
        raise NotImplementedError

    def display(self, wire: I2c) -> Display:
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def table(self) -> None:
        """One display on one panel, with traffic counted and all faults off."""
        self.faults = Faults()
        self.glass = self.panel()
        self.wire = SimI2c({ADDRESS: self.glass}, faults=self.faults)
        self.shown = self.display(self.wire)

    def seen(self) -> bytes:
        """The picture that players see, with the box the right way up."""
        eye = self.glass.picture()
        return eye[::-1].translate(_TURNED) if self.upside_down else eye

    def sent(self) -> int:
        return self.wire.traffic.octets

    def test_the_first_picture_stands_whole_on_a_panel_full_of_garbage(self) -> None:
        self.shown.show(picture(1))
        assert self.glass.lit
        assert self.seen() == picture(1)

    def test_garbage_is_never_lit(self) -> None:
        self.shown.show(DARK)
        assert self.glass.lit
        assert self.seen() == DARK

    def test_each_picture_replaces_the_one_before(self) -> None:
        for seed in range(5):
            self.shown.show(picture(seed))
            assert self.seen() == picture(seed)

    def test_the_same_picture_again_sends_nothing(self) -> None:
        self.shown.show(picture(1))
        before = self.sent()
        self.shown.show(picture(1))
        assert self.sent() == before

    def test_a_small_change_sends_little(self) -> None:
        self.shown.show(DARK)
        before = self.sent()
        self.shown.show(DARK[:500] + b"\x18" + DARK[501:])
        assert self.sent() - before <= 11
        assert self.seen()[500] == 0x18

    def test_a_whole_new_picture_costs_no_more_than_a_frame(self) -> None:
        self.shown.show(DARK)
        before = self.sent()
        self.shown.show(b"\xff" * PICTURE_BYTES)
        assert self.sent() - before <= 1080

    def test_a_sleeping_panel_is_dark_whatever_is_shown(self) -> None:
        self.shown.show(picture(1))
        self.shown.sleep()
        self.shown.show(picture(2))
        assert not self.glass.lit

    def test_after_waking_the_panel_is_lit_and_the_next_picture_whole(self) -> None:
        self.shown.show(picture(1))
        self.shown.sleep()
        self.shown.wake()
        assert self.glass.lit
        self.shown.show(picture(1))
        assert self.seen() == picture(1)

    def test_a_panel_that_lost_power_asleep_is_whole_after_waking(self) -> None:
        self.shown.show(picture(1))
        self.shown.sleep()
        self.glass.reset()
        self.shown.wake()
        self.shown.show(picture(1))
        assert self.glass.lit
        assert self.seen() == picture(1)

    @pytest.mark.parametrize("level", [0, 1, 127, 255])
    def test_the_contrast_reaches_the_panel_and_outlives_a_sleep(self, level: int) -> None:
        self.shown.show(picture(1))
        self.shown.contrast(level)
        assert self.glass.contrast == level
        assert self.seen() == picture(1)
        self.shown.sleep()
        self.glass.reset()
        self.shown.wake()
        assert self.glass.contrast == level

    def test_a_contrast_set_before_the_first_picture_holds(self) -> None:
        self.shown.contrast(9)
        self.shown.show(picture(1))
        assert self.glass.contrast == 9

    def test_an_absent_panel_is_a_device_error_and_comes_up_when_wired(self) -> None:
        self.faults.switch_on("panel-absent")
        for _ in range(2):
            with pytest.raises(DeviceError):
                self.shown.show(picture(1))
        self.faults.switch_off("panel-absent")
        self.shown.show(picture(1))
        assert self.glass.lit
        assert self.seen() == picture(1)

    def messages_of_an_update(self) -> int:
        self.shown.show(picture(1))
        before = self.wire.traffic.transfers
        self.shown.show(changed(picture(1)))
        return self.wire.traffic.transfers - before

    @pytest.mark.parametrize("octet", [*range(9), 40])
    def test_an_update_cut_off_anywhere_is_an_error_and_the_next_picture_whole(self, octet: int) -> None:
        for message in range(self.messages_of_an_update()):
            self.shown.show(picture(1))
            self.faults.switch_on("i2c-nack", Strike(after=message, times=1, where=(octet,)))
            self.show_whatever_happens(changed(picture(1)))
            self.faults.switch_off("i2c-nack")
            self.shown.show(picture(1))
            assert self.seen() == picture(1)

    def show_whatever_happens(self, wanted: bytes) -> None:
        """An update that fails with a DeviceError or arrives whole: a byte past the end is never refused."""
        try:
            self.shown.show(wanted)
        except DeviceError:
            return
        assert self.seen() == wanted

    @pytest.mark.parametrize("octet", range(3))
    def test_a_sleep_that_fails_is_an_error_and_may_be_tried_again(self, octet: int) -> None:
        self.shown.show(picture(1))
        self.faults.switch_on("i2c-nack", Strike(times=1, where=(octet,)))
        with pytest.raises(DeviceError):
            self.shown.sleep()
        self.shown.sleep()
        assert not self.glass.lit

    def test_a_panel_that_slept_though_its_acknowledge_got_lost_is_lit_by_the_next_picture(self) -> None:
        self.shown.show(picture(1))
        self.faults.switch_on("i2c-nack", Strike(times=1))
        with pytest.raises(DeviceError):
            self.shown.sleep()
        self.glass.write(b"\x00\xae")
        self.shown.show(picture(1))
        assert self.seen() == picture(1)

    @pytest.mark.parametrize("octet", range(4))
    def test_a_contrast_that_fails_is_an_error_and_comes_with_the_next_picture(self, octet: int) -> None:
        self.shown.show(picture(1))
        self.faults.switch_on("i2c-nack", Strike(times=1, where=(octet,)))
        with pytest.raises(DeviceError):
            self.shown.contrast(77)
        self.shown.show(picture(1))
        assert self.glass.contrast == 77
        assert self.seen() == picture(1)

    def test_closing_leaves_the_panel_dark(self) -> None:
        self.shown.show(picture(1))
        self.shown.close()
        assert not self.glass.lit

    def test_closing_may_leave_the_last_picture(self) -> None:
        self.shown.show(picture(1))
        self.shown.close(keep_picture=True)
        assert self.seen() == picture(1)

    def test_closing_a_panel_that_went_away_is_no_error(self) -> None:
        self.shown.show(picture(1))
        self.faults.switch_on("panel-absent")
        self.shown.close()


def changed(before: bytes) -> bytes:
    """Change two places on two pages: several messages on every controller."""
    new = bytearray(before)
    for place in (*range(130, 180), *range(900, 910)):
        new[place] ^= 0xFF
    return bytes(new)
