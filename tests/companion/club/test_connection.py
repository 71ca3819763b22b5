"""What both ends say of their connection."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import pytest

from companion.club.link import LONGEST_PAUSE_S, OFFICE, BrokerAddress, TlsFiles, context_of, in_words, pause_s

BROKER = BrokerAddress("club.local", 8883)
EXPIRED = (
    "the broker at club.local:8883 has an invalid certificate (certificate has expired): are clock and host right?"
)


def untrusted() -> ssl.SSLCertVerificationError:
    fault = ssl.SSLCertVerificationError(1, "certificate verify failed")
    fault.verify_message = "certificate has expired"
    return fault


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (
            socket.gaierror(-2, "Name or service not known"),
            "the host “club.local” is not known: is its name right, and this computer online?",
        ),
        (ConnectionRefusedError(111, "refused"), "nobody listens at club.local:8883: does the broker run?"),
        (TimeoutError(), "the broker at club.local:8883 does not answer: is this computer in its network?"),
        (
            untrusted(),
            EXPIRED,
        ),
        (
            FileNotFoundError(2, "No such file", "/etc/companion/club/ca.pem"),
            "/etc/companion/club/ca.pem cannot be read: install the bundle with companion club join",
        ),
        (
            OSError(101, "Network is unreachable"),
            "the broker at club.local:8883 does not answer: is this computer in its network?",
        ),
        (
            OSError(104, "Connection reset by peer"),
            "the broker at club.local:8883 cannot be reached (Connection reset by peer)",
        ),
    ],
)
def test_a_fault_is_said_in_words_with_what_to_do(fault: OSError, sentence: str) -> None:
    assert in_words(fault, BROKER) == sentence


def test_a_file_that_the_organiser_has_made_is_made_anew_there_and_not_by_a_bundle() -> None:
    place = Path("/club/director")
    files = TlsFiles(place / "ca.pem", place / "director.pem", place / "director.key", unreadable=OFFICE)
    for fault in (FileNotFoundError, IsADirectoryError):
        told = in_words(fault(2, "no such file", "/club/director/director.key"), BrokerAddress("h", 1, files))
        assert told == (
            "/club/director/director.key cannot be read: put your copy in its place, or make new certificates with"
            " companion club renew"
        )


def test_a_missing_file_of_the_bundle_is_named(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").touch()
    with pytest.raises(FileNotFoundError) as missing:
        context_of(TlsFiles(tmp_path / "ca.pem", tmp_path / "box.pem", tmp_path / "box.key"))
    assert Path(missing.value.filename).name == "box.pem"


def test_boxes_of_a_club_do_not_all_come_back_at_once_and_none_waits_longer_than_a_minute() -> None:
    assert pause_s(4, 0.0) < pause_s(4, 0.9)
    assert all(0.5 <= pause_s(attempt, chance) <= LONGEST_PAUSE_S for attempt in range(2_000) for chance in (0.0, 1.0))
