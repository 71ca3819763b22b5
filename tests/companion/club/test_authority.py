"""Certificates, held against OpenSSL by handshakes in memory: who is believed, and who is not."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from companion.club.authority import YEARS, Authority, Signed, date_of
from companion.club.bundle import UnfitBundleError
from companion.club.certificate import examine

NOW = datetime(2026, 11, 25, 20, 15, 3, tzinfo=UTC)


@cache
def club() -> Authority:
    return Authority.make("Club", NOW)


@cache
def other_club() -> Authority:
    """Another authority with the same name."""
    return Authority.make("Club", NOW)


def with_another_key(signed: Signed) -> Signed:
    return Signed(signed.certificate, club().client("table-5", NOW).key, signed.serial)


def files(place: Path, authority: Authority, signed: Signed) -> tuple[Path, Path, Path]:
    paths = place / "ca.pem", place / "box.pem", place / "box.key"
    for path, text in zip(paths, (authority.pem, signed.certificate, signed.key), strict=True):
        path.write_text(text, "utf-8")
    return paths


def test_a_certificate_of_the_club_tells_its_box_and_how_long_it_counts(tmp_path: Path) -> None:
    found = examine(*files(tmp_path, club(), club().client("table-4", NOW)))
    assert found.name == "table-4"
    assert NOW.timestamp() in found.valid
    assert found.valid.ends == (NOW + timedelta(days=365 * YEARS)).timestamp()


def test_one_that_has_ended_is_examined_all_the_same(tmp_path: Path) -> None:
    """The clock of a box may be wrong; whoever asks judges the dates."""
    old = club().client("table-4", NOW - timedelta(days=4_000))
    assert NOW.timestamp() not in examine(*files(tmp_path, club(), old)).valid


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: other_club().client("table-4", NOW), "its authority did not make its certificate"),
        (lambda: club().server(["club.local"], NOW), "its authority did not make its certificate (unsuitable"),
        (lambda: Signed(club().pem, club().key_pem, 0), "its authority did not make its certificate (unsuitable"),
        (lambda: with_another_key(club().client("table-4", NOW)), "its certificate and its key do not fit (key values"),
        (lambda: Signed("nothing", club().key_pem, 0), "its certificate and its key do not fit"),
    ],
    ids=["another club's", "the broker's", "the authority's", "another key", "none"],
)
def test_what_is_no_certificate_of_a_box_is_refused(made: Callable[[], Signed], why: str, tmp_path: Path) -> None:
    with pytest.raises(UnfitBundleError) as refusal:
        examine(*files(tmp_path, club(), made()))
    assert str(refusal.value).startswith(why)


def test_a_box_makes_no_certificate_that_counts(tmp_path: Path) -> None:
    box = club().client("table-4", NOW)
    forged = Authority.load(box.certificate.encode(), box.key.encode()).client("director", NOW)
    chain = Signed(forged.certificate + box.certificate, forged.key, 0)
    with pytest.raises(UnfitBundleError, match="its authority did not make its certificate"):
        examine(*files(tmp_path, club(), chain))


def shaken(broker: ssl.SSLContext, client: ssl.SSLContext, host: str | None = None) -> None:
    """Both ends of a handshake, as far as they come."""
    to_broker, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    its = client.wrap_bio(to_client, to_broker, server_hostname=host)
    ends = broker.wrap_bio(to_broker, to_client, server_side=True), its
    for _ in range(3):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue


def test_a_box_cannot_play_the_broker(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    authority = Authority.make("Club", now)
    ca, certificate, key = files(tmp_path, authority, authority.client("table-4", now))
    broker, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=ca)
    broker.load_cert_chain(certificate, key)
    client.check_hostname = False
    with pytest.raises(ssl.SSLCertVerificationError, match="unsuitable certificate purpose"):
        shaken(broker, client)


def test_a_strict_client_believes_the_broker_by_its_hosts_and_by_no_other(tmp_path: Path) -> None:
    """Python 3.13 asks for all that RFC 5280 wants."""
    now = datetime.now(UTC)
    authority = Authority.make("Club", now)
    ca, certificate, key = files(tmp_path, authority, authority.server(["club.local", "192.168.1.5"], now))
    broker, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=ca)
    broker.load_cert_chain(certificate, key)
    client.verify_flags |= ssl.VERIFY_X509_STRICT
    for host in ("club.local", "192.168.1.5"):
        shaken(broker, client, host)
    for other in ("other.local", "192.168.1.6"):
        with pytest.raises(ssl.SSLCertVerificationError, match="is not valid for"):
            shaken(broker, client, other)


def test_a_later_list_of_revocations_is_dated_later_even_in_the_same_second() -> None:
    first = club().revocations({}, NOW, None)
    second = club().revocations({7: NOW}, NOW, date_of(first))
    assert date_of(second) - date_of(first) == timedelta(seconds=1)
    assert date_of(second) < NOW


def test_no_certificate_outlives_its_authority(tmp_path: Path) -> None:
    late = NOW + timedelta(days=365 * 19)
    found = examine(*files(tmp_path, club(), club().client("table-4", late)))
    assert found.valid.ends == club().certificate.not_valid_after_utc.timestamp()


def test_an_authority_is_loaded_with_its_own_key_only() -> None:
    assert Authority.load(club().pem.encode(), club().key_pem.encode()).pem == club().pem
    with pytest.raises(ValueError, match="not that of the certificate"):
        Authority.load(club().pem.encode(), other_club().key_pem.encode())
