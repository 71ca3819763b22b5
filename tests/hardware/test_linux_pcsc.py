"""The real pcscd, pyscard and a virtual reader; what the system refuses, each with what mends it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import pytest

from companion.doctor.computer_facts import inspect_computer
from companion.doctor.context import Context, real_wires
from companion.doctor.findings import PartState, ok
from companion.doctor.reader_checks import reader as reader_check
from companion.doctor.usb_checks import pcsc_service
from companion.parts.reader_kind import ReaderSettings
from companion.parts.readers.usb_buses import lasting_pattern
from companion.settings.parser import read
from companion.settings.schema import Settings
from companion.settings.search_path import Configuration
from companion.storage.records import Store
from companion.support.values import replace
from hardware import linux_pcsc
from hardware.bus import DeviceError, Reader, Sighting
from hardware.drivers.pcsc import AGAIN_POLLS, PcscReader
from hardware.linux import LinuxClock
from hardware.linux_pcsc import LinuxPcsc
from tests.hardware.virtual_cards import ATR_OF, GET_UID, IS_HERE, Daemon, VirtualCard
from tests.needs import PCSC
from tests.patience import until

TAG, OTHER = bytes.fromhex("04112233445566"), bytes.fromhex("DEADBEEF")

with_pcscd = pytest.mark.skipif(not IS_HERE, reason=PCSC)


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    daemon = Daemon()
    daemon.start()
    yield daemon
    daemon.end()


@pytest.fixture
def port(daemon: Daemon) -> int:
    return daemon.port


@pytest.fixture
def reader(port: int) -> Iterator[Reader]:
    assert port
    reader = PcscReader(LinuxPcsc())
    until(lambda: reads(reader) == Sighting())
    yield reader
    reader.close()


def reads(reader: Reader) -> Sighting | None:
    try:
        return reader.poll()
    except DeviceError:
        return None


def refusal(reader: Reader) -> str:
    with pytest.raises(DeviceError) as told:
        reader.poll()
    return told.value.what


# ---------------------------------------------------------------- cards


@with_pcscd
def test_a_card_is_seen_with_its_number_until_it_is_lifted(reader: Reader, port: int) -> None:
    for number, kind, chip_cards in ((TAG, "NTAG213", set()), (OTHER, "bank card", {OTHER}), (TAG, "NTAG213", set())):
        card = VirtualCard(port, number, kind)
        until(lambda: reader.poll().uids)
        assert reader.poll() == Sighting(frozenset({number}), chip_cards=frozenset(chip_cards))
        card.lift()
        until(lambda: reader.poll() == Sighting())
        assert card.heard == [GET_UID]


class ServiceThatMissesSwaps:
    """A `hardware.bus.CardService` that looks too seldom: to it one card lies there all the time."""

    def __init__(self) -> None:
        self.number = TAG
        self.names = ["ACS ACR122U PICC Interface 00 00"]
        self.asked = 0

    def readers(self) -> list[str]:
        return self.names

    def card(self, reader: str) -> tuple[int, bytes]:
        return 1, ATR_OF["NTAG213"] if reader else b""

    def transmit(self, reader: str, sent: bytes) -> bytes:
        self.asked += sent == GET_UID
        return self.number + b"\x90\x00" if reader else b""

    def control(self, reader: str, sent: bytes) -> bytes:
        return b"" if reader else sent

    def close(self) -> None:
        """Nothing is open."""


def test_a_card_that_is_swapped_unnoticed_by_the_service_is_read_within_a_few_polls() -> None:
    service = ServiceThatMissesSwaps()
    reader = PcscReader(service)
    assert reader.poll().uids == {TAG}
    service.number = OTHER
    assert [*islice(iter(lambda: reader.poll().uids, frozenset({OTHER})), AGAIN_POLLS)] == [{TAG}] * (AGAIN_POLLS - 1)
    assert service.asked == 2


def test_a_reader_that_was_chosen_is_found_again_when_the_service_counts_it_anew() -> None:
    """As `make play` chooses it, before a reset of the hub."""
    service = ServiceThatMissesSwaps()
    (name,) = service.names
    reader = PcscReader(service, name=lasting_pattern(name, [name, "Alcor Micro AU9540 01 00"]))
    assert reader.poll().uids == {TAG}
    service.names = []
    assert refusal(reader) == "no reader is plugged in"
    service.names, service.number = ["Alcor Micro AU9540 00 00", "ACS ACR122U PICC Interface 02 00"], OTHER
    assert reader.poll().uids == {OTHER}


@with_pcscd
def test_a_card_without_a_number_is_unclear_as_long_as_it_lies_there(reader: Reader, port: int) -> None:
    card = VirtualCard(port, None)
    until(lambda: reader.poll().unclear)
    assert reader.poll() == Sighting(unclear=True)
    card.lift()
    until(lambda: reader.poll() == Sighting())


@with_pcscd
def test_a_card_that_another_program_holds_is_told_and_read_when_it_lets_go(reader: Reader, port: int) -> None:
    scard = import_module("smartcard.scard")
    card = VirtualCard(port, TAG)
    until(lambda: reader.poll().uids)
    _, service = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
    share = scard.SCARD_SHARE_EXCLUSIVE, scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1
    _, held, _ = scard.SCardConnect(service, "Virtual PCD 00 00", *share)
    until(lambda: reads(reader) is None)
    assert refusal(reader) == linux_pcsc.SHARED
    scard.SCardDisconnect(held, scard.SCARD_LEAVE_CARD)
    scard.SCardReleaseContext(service)
    assert reader.poll().uids == {TAG}
    card.lift()


@with_pcscd
def test_of_several_readers_each_is_chosen_by_its_name(port: int) -> None:
    near, far = (PcscReader(LinuxPcsc(), name=f"Virtual * 0{slot}") for slot in (0, 1))
    until(lambda: reads(near) == reads(far) == Sighting())
    cards = VirtualCard(port, TAG), VirtualCard(port + 1, OTHER)
    assert until(lambda: near.poll().uids) == {TAG}
    assert until(lambda: far.poll().uids) == {OTHER}
    for card in cards:
        card.lift()
    assert refusal(PcscReader(LinuxPcsc(), name="ACR122U*")).endswith("there are: Virtual PCD 00 00, Virtual PCD 00 01")


@with_pcscd
def test_as_the_box_has_it_each_tap_is_seen_in_its_order(port: int) -> None:
    settings = ReaderSettings("pcsc")
    reader = settings.entry.open(settings, LinuxClock(), None)
    seen: list[frozenset[bytes]] = []

    def polled() -> frozenset[bytes]:
        seen.append(reader.poll().uids)
        return seen[-1]

    for number in (TAG, OTHER):
        card = VirtualCard(port, number)
        until(polled)
        card.lift()
        until(lambda: not polled())
    reader.close()
    assert [uids for uids, _ in groupby(seen) if uids] == [{TAG}, {OTHER}]


# ---------------------------------------------------------------- what comes and goes


@with_pcscd
def test_a_service_that_dies_and_comes_back_is_said_and_reads_again(daemon: Daemon, reader: Reader, port: int) -> None:
    card = VirtualCard(port, TAG)
    until(lambda: reader.poll().uids)
    daemon.end()
    card.lift()
    assert refusal(reader) == linux_pcsc.STOPPED
    daemon.start()
    card = VirtualCard(port, OTHER)
    assert until(lambda: (seen := reads(reader)) and seen.uids) == {OTHER}
    card.lift()


@with_pcscd
def test_a_reader_that_is_unplugged_is_said_and_reads_again_when_it_is_back(
    daemon: Daemon, reader: Reader, port: int
) -> None:
    daemon.end()
    daemon.start(plugged=False)
    until(lambda: reads(reader) is None and refusal(reader) == "no reader is plugged in")
    daemon.end()
    daemon.start()
    card = VirtualCard(port, TAG)
    assert until(lambda: (seen := reads(reader)) and seen.uids) == {TAG}
    card.lift()


@with_pcscd
def test_the_doctor_finds_the_reader_and_names_a_service_that_is_gone(daemon: Daemon, tmp_path: Path) -> None:
    settings = Settings(reader=ReaderSettings("pcsc"))
    found = Configuration(None, replace(read(""), settings=settings), {})
    machine = until(lambda: seen if (seen := inspect_computer((), tmp_path)).card_readers else None)
    context = Context(found, machine, real_wires(settings), Store(tmp_path))
    assert pcsc_service(context).state is PartState.OK
    assert "; plugged in: Virtual PCD 00 00" in pcsc_service(context).found
    assert reader_check("", context) == ok("pcsc")
    daemon.end()
    assert until(lambda: gone(context) == linux_pcsc.STOPPED), "while it ends, it may refuse"
    context.close()


def gone(context: Context) -> str:
    try:
        context.reader().poll()
    except DeviceError as fault:
        return fault.what
    return ""


# ---------------------------------------------------------------- what is refused


class Scard:
    """The names of pyscard; the service answers with a code to everything."""

    SCARD_S_SUCCESS = 0
    SCARD_SCOPE_SYSTEM = 2

    def __init__(self, code: int) -> None:
        self.code = code

    def __getattr__(self, name: str) -> Any:
        return CODES.get(name, -1)

    def SCardEstablishContext(self, _scope: int) -> tuple[int, int]:  # noqa: N802 - its name
        return self.code, 1

    def SCardGetErrorMessage(self, code: int) -> str:  # noqa: N802 - its name
        return f"code {code:#x}"


CODES = {
    "SCARD_E_NO_SERVICE": 0x8010001D,
    "SCARD_E_SHARING_VIOLATION": 0x8010000B,
    "SCARD_W_SECURITY_VIOLATION": 0x8010006A,
    "SCARD_E_NO_READERS_AVAILABLE": 0x8010002E,
}


@pytest.mark.parametrize(
    ("code", "installed", "told"),
    [
        ("SCARD_E_NO_SERVICE", True, "pcscd does not run: `sudo systemctl enable --now pcscd.socket`"),
        ("SCARD_E_NO_SERVICE", False, "pcscd is not installed: `sudo apt install pcscd python3-pyscard`"),
        ("SCARD_W_SECURITY_VIOLATION", True, "pcscd refuses this user: install systemd/companion-pcsc.rules"),
        ("SCARD_F_OTHER", True, "pcscd refuses (code 0x80100001)"),
    ],
)
def test_each_refusal_is_one_sentence_with_what_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, told: str, *, installed: bool
) -> None:
    if installed:
        (tmp_path / "usr/sbin").mkdir(parents=True)
        (tmp_path / "usr/sbin/pcscd").touch()
    monkeypatch.setattr(linux_pcsc, "ROOT", tmp_path)
    monkeypatch.setitem(sys.modules, "smartcard", Scard(0))
    monkeypatch.setitem(sys.modules, "smartcard.scard", Scard(CODES.get(code, 0x80100001)))
    assert refusal(PcscReader(LinuxPcsc())).startswith(told)


def test_without_pyscard_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smartcard.scard", None)
    assert "apt install pcscd python3-pyscard" in refusal(PcscReader(LinuxPcsc()))


@with_pcscd
def test_a_module_of_the_kernel_that_holds_the_reader_is_named(
    daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon.end()
    daemon.start(plugged=False)
    (tmp_path / "sys/module/pn533_usb").mkdir(parents=True)
    monkeypatch.setattr(linux_pcsc, "ROOT", tmp_path)
    assert "put `blacklist pn533_usb` into /etc/modprobe.d" in refusal(PcscReader(LinuxPcsc()))


def test_pyscard_is_loaded_by_a_poll_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smartcard.scard", None)
    settings = ReaderSettings("pcsc")
    settings.entry.open(settings, LinuxClock(), None).close()
