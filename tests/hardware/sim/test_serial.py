"""The simulated serial line and the chips at its end, held against the documents."""

from __future__ import annotations

import pytest

from hardware.bus import DeviceError, Traffic
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.field import Field
from hardware.sim.pn532 import SimPn532
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.serial import SerialOutput, SimSerial
from hardware.sim.tags import Em4100, Tag

NUMBER = bytes.fromhex("010063E9AE")
FRAME = b"\x02010063E9AE25\x03"
ACK, REFUSAL = "0000ff00ff00", "0000ff01ff7f8100"
WAKE = "5555000000"
SAM, SAM_DONE = "0000ff05fbd4140114010200", "0000ff02fed5151600"
VERSION, VERSION_IS = "0000ff02fed4022a00", "0000ff06fad50332010607e800"
LIST, LIST_NONE = "0000ff04fcd44a0200e000", "0000ff03fdd54b00e000"
ONE_TRY, RF_DONE = "0000ff06fad43205ff0100f500", "0000ff02fed533f800"


class Host:
    """A host that sends hex and waits long enough for whatever answer."""

    def __init__(self, *uids: str) -> None:
        self.clock, self.field = SimClock(), Field()
        self.chip = SimPn532(self.field, self.clock)
        for uid in uids:
            self.field.place(Tag(bytes.fromhex(uid)))

    def ask(self, text: str) -> str:
        self.chip.hear(bytes.fromhex(text))
        self.clock.sleep(0.05)
        return self.chip.speak().hex()

    def begun(self) -> Host:
        assert self.ask(WAKE + SAM) == ACK + SAM_DONE
        assert self.ask(ONE_TRY) == ACK + RF_DONE
        return self


# ---------------------------------------------------------------- the line


def test_bytes_leave_at_the_speed_of_the_line() -> None:
    clock = SimClock()
    out = SerialOutput(clock, 9600)
    out.say(b"abc", 0.0)
    heard = []
    for _ in range(4):
        heard.append(out.due())
        clock.sleep(10.01 / 9600)
    assert heard == [b"", b"a", b"b", b"c"]


def test_what_is_said_next_waits_until_the_line_is_free() -> None:
    clock = SimClock()
    out = SerialOutput(clock, 9600)
    out.say(b"a", 0.0)
    out.say(b"b", 0.0)
    clock.sleep(10.01 / 9600)
    assert out.due() == b"a"


def test_a_host_at_another_speed_hears_rubbish() -> None:
    clock, field = SimClock(), Field()
    board = SimRdm6300(field, clock)
    port = SimSerial(board).plug(115_200)
    field.place(Em4100(NUMBER))
    port.read_available()
    clock.sleep(0.06)
    rubbish = port.read_available()
    assert len(rubbish) == len(FRAME)
    assert not set(rubbish) & set(FRAME)


def test_a_pulled_plug_fails_every_use_and_loses_what_was_said_meanwhile() -> None:
    clock, field, faults = SimClock(), Field(), Faults()
    port = SimSerial(SimRdm6300(field, clock), faults)
    field.place(Em4100(NUMBER))
    port.plug(9600)
    clock.sleep(0.04)
    assert port.read_available() == FRAME[:6]
    faults.switch_on("line-cut")
    for use in (port.read_available, lambda: port.write(b"x"), lambda: port.plug(9600)):
        with pytest.raises(DeviceError):
            use()
    faults.switch_off("line-cut")
    clock.sleep(0.02)
    assert port.plug(9600).read_available() == b""


def test_noise_flips_the_bits_it_is_told_to() -> None:
    clock, field, faults = SimClock(), Field(), Faults()
    port = SimSerial(SimRdm6300(field, clock), faults).plug(9600)
    field.place(Em4100(NUMBER))
    port.read_available()
    faults.switch_on("line-noise", Strike(every=7, where=(0,)))
    clock.sleep(0.06)
    assert port.read_available() == b"\x03010063" + b"D9AE25\x03"


def test_passing_bytes_are_counted_both_ways_and_silence_is_not() -> None:
    clock, field = SimClock(), Field()
    counted = SimSerial(SimRdm6300(field, clock)).plug(9600)
    counted.read_available()
    counted.write(b"abc")
    assert counted.traffic == Traffic(1, 3)
    counted.close()


# ---------------------------------------------------------------- 125 kHz


def test_a_board_repeats_the_number_of_the_one_tag_in_its_field() -> None:
    clock, field = SimClock(), Field()
    board = SimRdm6300(field, clock)
    field.place(Em4100(NUMBER))
    heard = b""
    for _ in range(20):
        heard += board.speak()
        clock.sleep(0.01)
    assert heard == FRAME * 3
    field.place(Em4100(bytes(5)))
    board.speak()
    clock.sleep(1.0)
    assert board.speak() == b""


def test_an_id_12la_says_a_number_once_with_two_bytes_more() -> None:
    clock, field = SimClock(), Field()
    board = SimRdm6300(field, clock, once=True)
    field.place(Em4100(bytes.fromhex("0C000621A5")))
    board.speak()
    clock.sleep(1.0)
    assert board.speak() == b"\x020C000621A58E\r\n\x03"


def test_a_number_of_125_khz_has_five_bytes() -> None:
    with pytest.raises(ValueError, match="an EM4100 has 5"):
        Em4100(bytes(4))


# ---------------------------------------------------------------- PN532


def test_a_sleeping_chip_hears_nothing_before_it_is_woken() -> None:
    host = Host()
    assert host.ask(VERSION) == ""
    assert host.ask(WAKE + VERSION) == ACK + VERSION_IS
    assert host.ask(LIST) == ACK
    assert host.ask(SAM) == ACK + SAM_DONE


def test_an_empty_field_is_listed_when_the_tries_are_used_up() -> None:
    assert Host().begun().ask(LIST) == ACK + LIST_NONE


@pytest.mark.parametrize(
    ("uid", "listed"),
    [
        ("DEADBEEF", "01 01 0004 00 04 deadbeef"),
        ("04112233445566", "01 01 0044 00 07 04112233445566"),
        ("04112233445566778899", "01 01 0084 00 0a 04112233445566778899"),
    ],
)
def test_a_tag_is_listed_with_its_answers_and_its_number(uid: str, listed: str) -> None:
    answer = Host(uid).begun().ask(LIST)
    assert answer[len(ACK) + 14 : -4] == listed.replace(" ", "")


def test_two_tags_are_listed_the_first_with_the_answers_of_both() -> None:
    answer = Host("DEADBEEF", "04112233445566").begun().ask(LIST)
    assert answer[len(ACK) + 14 : -4] == "02" + "0100440004deadbeef" + "020044000704112233445566"


def test_without_a_limit_the_search_ends_with_the_first_tag_or_with_the_next_command() -> None:
    host = Host()
    host.ask(WAKE + SAM)
    assert host.ask(LIST) == ACK
    host.field.place(Tag(bytes.fromhex("DEADBEEF")))
    host.chip.speak()
    host.clock.sleep(0.05)
    assert "deadbeef" in host.chip.speak().hex()
    host.field.clear()
    assert host.ask(LIST) == ACK
    assert host.ask(VERSION) == ACK + VERSION_IS
    assert host.ask(LIST) == ACK
    assert host.ask(ACK) == ""


@pytest.mark.parametrize("command", ["0000ff02fed4ff2d00", "0000ff01ffd42c00", "0000ff04fcd44a0300df00"])
def test_what_is_no_command_is_refused(command: str) -> None:
    assert Host().begun().ask(command) == ACK + REFUSAL


def test_a_frame_that_does_not_hold_is_not_heard_and_the_next_one_is() -> None:
    host = Host().begun()
    assert host.ask("0000ff02fdd4022a00") == ""
    assert host.ask("0000ff02fed4022b00") == ""
    assert host.ask(VERSION) == ACK + VERSION_IS


def test_a_released_target_is_answered() -> None:
    assert Host().begun().ask("0000ff03fdd45200da00") == ACK + "0000ff03fdd55300d800"


def test_the_field_goes_on_with_a_search_and_off_when_told() -> None:
    host = Host("DEADBEEF").begun()
    host.ask(LIST)
    assert host.field.is_on
    assert host.ask("0000ff04fcd4320100f900") == ACK + RF_DONE
    assert not host.field.is_on


def test_a_brown_out_forgets_everything() -> None:
    host = Host().begun()
    host.field.faults.switch_on("chip-reset")
    assert host.ask(LIST) == ""
    assert host.ask(LIST) == ""
    assert host.ask(WAKE + SAM) == ACK + SAM_DONE


@pytest.mark.parametrize("fault", ["bit-errors", "no-answer"])
def test_a_tag_that_cannot_be_read_is_not_listed(fault: str) -> None:
    host = Host("DEADBEEF").begun()
    host.field.faults.switch_on(fault)
    assert host.ask(LIST) == ACK + LIST_NONE
