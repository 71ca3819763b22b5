"""The organiser's directory: made once, changed by one command at a time, whole after any of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.club.authority import Authority
from companion.club.bundle import Bundle, bundle_of
from companion.club.certificate import examine
from companion.club.office import REGISTER, Office, OfficeError
from companion.club.register import Register, register_of
from companion.storage.disk import OWNERS

NOW = datetime(2026, 11, 25, 20, 15, 3, tzinfo=UTC)
HOSTS = ("club.local", "192.168.1.5")


def founded(place: Path) -> Office:
    return Office.create(place, "Club", Register(HOSTS, 18_883, "ann"), NOW)


def serial(bundle: Bundle) -> int:
    return x509.load_pem_x509_certificate(bundle.certificate.encode()).serial_number


def revoked(place: Path) -> set[int]:
    listed = x509.load_pem_x509_crl((place / "broker/crl.pem").read_bytes())
    return {revoked_certificate.serial_number for revoked_certificate in listed}


def test_only_its_owner_reads_what_it_makes(tmp_path: Path) -> None:
    place = founded(tmp_path / "club").place
    rights = {path.stat().st_mode & 0o777 for path in (place, *place.rglob("*")) if path.is_dir()}
    assert rights == {0o700}
    assert {path.stat().st_mode & 0o777 for path in place.rglob("*") if path.is_file()} == {0o600}


def test_broker_and_director_get_what_they_need(tmp_path: Path) -> None:
    place = founded(tmp_path / "club").place
    for name in ("director", "home-assistant"):
        own = place / name
        assert examine(own / "ca.pem", own / f"{name}.pem", own / f"{name}.key").name == name
    server = x509.load_pem_x509_certificate((place / "broker/server.pem").read_bytes())
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["club.local"]
    assert list(map(str, names.get_values_for_type(x509.IPAddress))) == ["192.168.1.5"]
    assert "listener 18883\n" in (place / "broker/mosquitto.conf").read_text("utf-8")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    founded(tmp_path / "club")
    before = (tmp_path / "club/authority/ca.key").read_bytes()
    with pytest.raises(OfficeError, match="is not empty"):
        founded(tmp_path / "club")
    assert (tmp_path / "club/authority/ca.key").read_bytes() == before


def test_a_bundle_has_the_certificate_of_its_box_and_the_first_host(tmp_path: Path) -> None:
    bundle = founded(tmp_path / "club").add("table-4", NOW)
    assert (bundle.box, bundle.broker, bundle.port) == ("table-4", "club.local", 18_883)
    assert bundle_of(bundle.to_text().encode()) == bundle


@pytest.mark.parametrize("years", [-56, 21])
def test_no_certificate_is_made_by_a_wrong_clock(tmp_path: Path, years: int) -> None:
    office = founded(tmp_path / "club")
    wrong, before = NOW.replace(year=NOW.year + years), office.register
    for asked in (lambda: office.add("table-4", wrong), lambda: office.renew(HOSTS, wrong)):
        with pytest.raises(OfficeError, match=rf"clock says {wrong:%Y-%m-%d}, .* from 2026-11-24 to 2046-11-20: set"):
            asked()
    assert office.register == before
    assert "table-4" not in (tmp_path / "club" / REGISTER).read_text("utf-8")


def test_what_was_done_is_known_to_the_next_command(tmp_path: Path) -> None:
    place = founded(tmp_path / "club").place
    with Office.open(place) as first:
        stolen = [first.add("table-4", NOW), first.add("table-4", NOW)]
    with Office.open(place) as second:
        second.shut_out("table-4", NOW + timedelta(days=1))
    assert revoked(place) == set(map(serial, stolen))
    with Office.open(place) as third:
        assert third.register.out == {"table-4"}
        new = third.add("table-4", NOW)
        assert third.register.out == frozenset()
        third.renew(("new.local",), NOW)
    assert revoked(place) == set(map(serial, stolen))
    assert serial(new) not in revoked(place)
    assert "deny #\n\n#" not in (place / "broker/club.acl").read_text("utf-8")


@pytest.mark.parametrize("damaged", [b"", b"\xff"])
def test_a_damaged_list_of_revocations_is_made_anew(damaged: bytes, tmp_path: Path) -> None:
    office = founded(tmp_path / "club")
    stolen = office.add("table-4", NOW)
    (office.place / "broker/crl.pem").write_bytes(damaged)
    office.shut_out("table-4", NOW)
    assert revoked(office.place) == {serial(stolen)}


def test_an_unknown_box_is_not_shut_out(tmp_path: Path) -> None:
    with pytest.raises(OfficeError, match="“table-5” is not a box of this club; its boxes: table-4"):  # noqa: PT012 - two steps
        office = founded(tmp_path / "club")
        office.add("table-4", NOW)
        office.shut_out("table-5", NOW)


def test_every_certificate_that_was_given_away_can_be_shut_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The register is on the disk first; after a failure there is no bundle."""
    office = founded(tmp_path / "club")
    made: list[int] = []
    client = Authority.client

    def noted(authority: Authority, name: str, now: datetime) -> object:
        signed = client(authority, name, now)
        made.append(signed.serial)
        return signed

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Authority, "client", noted)
    monkeypatch.setattr(OWNERS, "replace_whole", fails)
    with pytest.raises(OSError, match="No space left"):
        office.add("table-4", NOW)
    assert made
    monkeypatch.undo()
    with Office.open(tmp_path / "club") as again:
        assert serial(again.add("table-4", NOW)) == int(again.register.boxes["table-4"][-1], 16)


def test_a_club_that_could_not_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Office, "renew", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left"):
        founded(tmp_path / "club")
    assert list((tmp_path / "club").iterdir()) == []


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"version": 2}', json.dumps({**json.loads(Register(HOSTS).to_text()), "boxes": 3})]
)
def test_a_spoilt_register_is_told(content: str, tmp_path: Path) -> None:
    place = founded(tmp_path / "club").place
    (place / REGISTER).write_text(content, "utf-8")
    with pytest.raises(OfficeError, match=r"club\.json is damaged \("), Office.open(place):
        pass


def test_a_directory_without_a_club_is_told(tmp_path: Path) -> None:
    with pytest.raises(OfficeError, match="there is no club in"), Office.open(tmp_path):
        pass


def test_a_register_comes_back_as_it_was_written() -> None:
    register = Register(HOSTS, 18_883, "ann").with_certificate("table-4", "ff").shut_out("table-4", NOW.isoformat())
    assert register_of(register.to_text()) == register
