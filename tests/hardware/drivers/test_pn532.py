"""The PN532: the talk on the wire, two tags, chips that are slow, dead, reset or something else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bus import DeviceError, Sighting
from hardware.drivers.mfrc522 import Mfrc522
from hardware.drivers.pn532 import Pn532
from hardware.drivers.retried import SerialLine
from hardware.sim.clock import SimClock
from hardware.sim.faults import Strike
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.pn532 import SimPn532
from hardware.sim.serial import SimSerial, UartChip
from hardware.sim.tags import WUPA, Em4100, Tag
from tests.hardware.serial_bench import ScriptedPort, line_on

CLASSIC, STICKER, LONG = (bytes.fromhex(text) for text in ("DEADBEEF", "04112233445566", "04112233445566778899"))
PERIOD_S = 1 / 15
SET_UP = [
    "55 55 00 00 00 00 00 ff 05 fb d4 14 01 14 01 02 00",  # wake up, SAMConfiguration: normal mode
    "00 00 ff 02 fe d4 02 2a 00",  # GetFirmwareVersion
    "00 00 ff 06 fa d4 32 05 ff 01 01 f4 00",  # RFConfiguration: MaxRetries
]
ROUND = [
    "00 00 ff 04 fc d4 4a 02 00 e0 00",  # InListPassiveTarget
    "00 00 ff 04 fc d4 32 01 00 f9 00",  # RFConfiguration: field off
]


class Table:
    """The driver, its chip and the field, polled in the rhythm of the loop."""

    def __init__(self, *uids: bytes, ic: int = 0x32, several: bool = True) -> None:
        self.clock, self.field = SimClock(), Field()
        self.chip: UartChip = SimPn532(self.field, self.clock, ic=ic)
        self.sent: list[str] = []
        self.reader = Pn532(SerialLine(self.plug, self.clock, bus="ttyS9"), self.clock, several=several)
        for uid in uids:
            self.field.place(Tag(uid))

    def plug(self) -> SimSerial:
        port, sent = SimSerial(self.chip, self.field.faults).plug(115_200), self.sent

        class Overheard(SimSerial):
            def write(self, octets: bytes) -> None:
                sent.append(octets.hex(" "))
                port.write(octets)

        return Overheard(self.chip, self.field.faults)

    def polled(self) -> Sighting:
        self.clock.sleep(PERIOD_S)
        return self.reader.poll()

    def settled(self) -> Sighting:
        """After a second."""
        for _ in range(15):
            sighting = self.polled()
        return sighting


def poll_for(seconds: float, reader: Pn532, clock: SimClock) -> None:
    for _ in range(int(seconds / PERIOD_S)):
        reader.poll()
        clock.sleep(PERIOD_S)


def seen(*uids: bytes) -> Sighting:
    return Sighting(frozenset(uids))


def test_the_talk_is_the_set_up_and_then_two_commands_a_round() -> None:
    table = Table()
    assert table.settled() == seen()
    assert table.sent == SET_UP + ROUND * 15
    assert table.reader.version == "1.6"


def test_the_field_is_off_between_two_rounds() -> None:
    table = Table(CLASSIC)
    assert table.settled() == seen(CLASSIC)
    table.clock.sleep(0.01)
    assert table.field.exchange(WUPA) is None


@pytest.mark.parametrize("uids", [(), (CLASSIC,), (STICKER,), (LONG,), (CLASSIC, STICKER), (STICKER, LONG)])
def test_both_drivers_find_the_same_numbers_on_the_same_tags(uids: tuple[bytes, ...]) -> None:
    clock, field = SimClock(), Field()
    other = Mfrc522(SimMfrc522(field, clock), clock)
    for uid in uids:
        field.place(Tag(uid))
    assert Table(*uids).settled() == other.poll() == seen(*uids)


UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda length: st.binary(min_size=length, max_size=length))


@settings(max_examples=60, deadline=None)
@given(st.sets(UIDS.filter(lambda uid: 0x88 not in (uid[0], uid[3])), max_size=2))
def test_any_two_tags_are_found_with_their_whole_numbers(uids: set[bytes]) -> None:
    assert Table(*uids).settled() == seen(*uids)


def test_a_reader_for_one_tag_sees_one_of_two_and_asks_for_no_second() -> None:
    table = Table(bytes.fromhex("04112233445566"), bytes.fromhex("DEADBEEF"), several=False)
    assert len(table.settled().uids) == 1
    assert not [frame for frame in table.sent if " d4 4a 02 " in frame]


def test_of_three_tags_two_are_seen() -> None:
    assert len(Table(CLASSIC, STICKER, LONG).settled().uids) == 2


def test_a_tag_of_125_khz_is_not_heard() -> None:
    table = Table()
    table.field.place(Em4100(bytes(5)))
    assert table.settled() == seen()


def test_a_chip_that_was_reset_is_set_up_again_within_a_second() -> None:
    table = Table(CLASSIC)
    table.settled()
    table.field.faults.switch_on("chip-reset")
    assert table.settled() == seen(CLASSIC)
    assert table.reader.restarts == 1


def test_a_chip_that_came_back_from_a_brown_out_without_a_word_searches_for_ever_and_is_set_up_again() -> None:
    table = Table()
    table.settled()
    assert isinstance(table.chip, SimPn532)
    table.chip.power_up()
    assert table.settled() == seen()
    assert table.reader.restarts == 1


@pytest.mark.parametrize("every", [7, 30, 61])
def test_noise_makes_rounds_unclear_and_no_wrong_numbers(every: int) -> None:
    table = Table(STICKER)
    table.field.faults.switch_on("line-noise", Strike(every=every, where=(2,)))
    uids: frozenset[bytes] = frozenset()
    for _ in range(60):
        try:
            uids |= table.polled().uids
        except DeviceError:
            continue
    assert uids <= {STICKER}


def test_an_answer_that_is_late_is_taken_at_the_next_poll() -> None:
    ack, done = bytes.fromhex("0000FF00FF00"), "0000FF02FED5{:02X}{:02X}00"
    answer = {code: bytes.fromhex(done.format(code, -(0xD5 + code) % 256)) for code in (0x15, 0x33)}
    firmware, none = bytes.fromhex("0000FF06FAD50332010607E800"), bytes.fromhex("0000FF03FDD54B00E000")
    late = [b""] * 20
    line, _, clock = line_on(
        ScriptedPort(ack, *late, answer[0x15], ack + firmware, ack + answer[0x33], ack, *late, none)
    )
    reader, sightings = Pn532(line, clock), []
    for _ in range(5):
        begun = clock.now()
        sightings.append(reader.poll())
        assert clock.now() - begun < 0.03
    assert sightings[:2] == [Sighting(unclear=True, pending=True)] * 2
    assert seen() in sightings


def test_an_answer_without_its_acknowledge_counts_and_one_to_another_command_does_not() -> None:
    sam, firmware = bytes.fromhex("0000FF02FED5151600"), bytes.fromhex("0000FF06FAD50332010607E800")
    port = ScriptedPort(firmware)
    line, _, clock = line_on(port)
    reader = Pn532(line, clock)
    reader.poll()
    assert [sent.hex(" ") for sent in port.written] == SET_UP[:1]
    port.arrivals.append(sam)
    reader.poll()
    assert [sent.hex(" ") for sent in port.written] == SET_UP[:2]


def test_a_dead_chip_is_said_with_what_was_sent_and_heard() -> None:
    line, _, clock = line_on(ScriptedPort(b"\x00\xab\xcd"))
    reader = Pn532(line, clock)
    with pytest.raises(DeviceError) as caught:
        poll_for(2.0, reader, clock)
    assert clock.now() < 1.0
    assert str(caught.value).startswith("ttyS9: no acknowledge: check power, wires and switches")
    assert caught.value.sent == bytes.fromhex("0000FF05FBD4140114010200")


def test_an_acknowledge_without_an_answer_is_a_fault_too() -> None:
    ack = bytes.fromhex("0000FF00FF00")
    line, _, clock = line_on(ScriptedPort(ack))
    reader = Pn532(line, clock)
    with pytest.raises(DeviceError, match="no acknowledge"):
        poll_for(2.0, reader, clock)
    assert clock.now() < 1.0


@pytest.mark.parametrize(("heard", "says"), [("0000FF00FF00 0000FF01FF7F8100", "the chip refuses the command")])
def test_a_refusal_is_said(heard: str, says: str) -> None:
    line, _, clock = line_on(ScriptedPort(bytes.fromhex(heard), bytes.fromhex(heard)))
    reader = Pn532(line, clock)
    assert reader.poll() == Sighting(unclear=True)
    with pytest.raises(DeviceError, match=says) as caught:
        reader.poll()
    assert caught.value.received == bytes.fromhex(heard)


def test_another_chip_is_said() -> None:
    table = Table(ic=0x33)
    with pytest.raises(DeviceError, match="this is no PN532"):
        table.settled()


def test_an_answer_that_makes_no_sense_is_unclear() -> None:
    nonsense = bytes.fromhex("0000FF00FF00 0000FF04FCD54B02FFDF00")
    ack, firmware = bytes.fromhex("0000FF00FF00"), bytes.fromhex("0000FF06FAD50332010607E800")
    sam, rf = bytes.fromhex("0000FF02FED5151600"), bytes.fromhex("0000FF02FED533F800")
    line, _, clock = line_on(ScriptedPort(ack + sam, ack + firmware, ack + rf, nonsense))
    assert Pn532(line, clock).poll() == Sighting(unclear=True)


def test_closing_switches_the_field_off() -> None:
    table = Table()
    table.settled()
    table.reader.close()
    assert table.sent[-1] == ROUND[1]
    table.reader.close()


def test_closing_after_the_plug_was_pulled_is_no_mistake() -> None:
    table = Table()
    table.settled()
    table.field.faults.switch_on("line-cut")
    table.reader.close()
