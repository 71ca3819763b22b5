"""A bundle installed on its box: the old one is in force until the new one is whole."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from companion.club.authority import Authority
from companion.club.bundle import Bundle, UnfitBundleError
from companion.club.certificate import examine
from companion.club.join import FILES, join, read_bundle
from companion.storage.disk import OWNERS, ModeDisk, StorageError
from companion.support.values import replace

NOW = datetime(2026, 11, 25, 20, 15, 3, tzinfo=UTC)


@cache
def club() -> Authority:
    return Authority.make("Club", NOW)


def bundle(box: str = "table-4", made: datetime = NOW) -> Bundle:
    signed = club().client(box, made)
    return Bundle(box, "club.local", 8883, club().pem, signed.certificate, signed.key)


def joined(place: Path, given: Bundle, disk: ModeDisk = OWNERS, *, clock_is_set: bool = True) -> str:
    return join(given, place, NOW.timestamp(), clock_is_set=clock_is_set, disk=disk).name


def installed(place: Path) -> str:
    """The box of the bundle that is in force."""
    return examine(*(place / name for name in FILES)).name


def test_a_bundle_is_installed_for_its_owner_only(tmp_path: Path) -> None:
    place = tmp_path / "etc/club"
    assert joined(place, bundle()) == installed(place) == "table-4"
    assert place.resolve().stat().st_mode & 0o077 == 0
    assert {(place / name).stat().st_mode & 0o777 for name in FILES} == {0o600}


def test_a_new_bundle_takes_the_place_of_the_old_one_whose_key_is_deleted(tmp_path: Path) -> None:
    place = tmp_path / "club"
    joined(place, bundle("table-4"))
    joined(place, bundle("table-5"))
    assert installed(place) == "table-5"
    assert len(list(tmp_path.rglob("box.key"))) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (lambda: replace(bundle(), box="table-5"), "its certificate is for “table-4”, not for table-5"),
        (lambda: replace(bundle(), key=bundle().key), "its certificate and its key do not fit"),
        (lambda: replace(bundle(), authority=Authority.make("Club", NOW).pem), "its authority did not make"),
        (lambda: bundle(made=NOW - timedelta(days=4_000)), "its certificate expired on 2020-12-11"),
        (
            lambda: bundle(made=NOW + timedelta(days=90)),
            "its certificate is valid from 2027-02-22, and it is 2026-11-25",
        ),
    ],
    ids=["another box", "another key", "another authority", "expired", "not yet valid"],
)
def test_a_bundle_that_would_not_connect_is_refused_and_the_old_one_stays(given, why: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    place = tmp_path / "club"
    joined(place, bundle("table-1"))
    with pytest.raises(UnfitBundleError) as refusal:
        joined(place, given())
    assert str(refusal.value).startswith(why)
    assert installed(place) == "table-1"
    assert len(list(tmp_path.rglob("box.key"))) == 1


def test_a_box_whose_clock_nobody_has_set_takes_a_bundle_from_its_future(tmp_path: Path) -> None:
    assert joined(tmp_path / "club", bundle(made=NOW + timedelta(days=90)), clock_is_set=False) == "table-4"


class FailingDisk(ModeDisk):
    """A disk that fails at one of its calls."""

    def __init__(self, good: int) -> None:
        super().__init__(0o600, 0o700)
        self.good = good

    def _next(self) -> None:
        self.good -= 1
        if self.good < 0:
            raise OSError(5, "Input/output error")

    def open(self, path: Path, flags: int) -> int:
        self._next()
        return super().open(path, flags)

    def write(self, descriptor: int, content: bytes) -> int:
        self._next()
        return super().write(descriptor, content)

    def fsync(self, descriptor: int) -> None:
        self._next()
        super().fsync(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        self._next()
        super().rename(old, new)

    def mkdir(self, path: Path) -> None:
        self._next()
        super().mkdir(path)


def test_whatever_call_fails_the_old_bundle_or_the_new_one_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "club"
    joined(place, bundle("table-1"))
    failures = 0
    while True:
        try:
            joined(place, bundle("table-2"), FailingDisk(failures))
            break
        except StorageError:
            failures += 1
            assert installed(place) in {"table-1", "table-2"}
    assert failures > 15
    assert installed(place) == "table-2"
    assert len(list(tmp_path.rglob("box.key"))) == 1


def test_a_directory_that_is_no_bundle_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club/mine").touch()
    with pytest.raises(UnfitBundleError, match="exists, but is not a bundle"):
        joined(tmp_path / "club", bundle())
    assert (tmp_path / "club/mine").exists()


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path.joinpath("/dev/zero")):
        with pytest.raises(UnfitBundleError, match="it is not a file"):
            read_bundle(path)


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    huge = tmp_path / "huge.club"
    huge.touch()
    os.truncate(huge, 1 << 40)
    with pytest.raises(UnfitBundleError, match="it has more than 16384 bytes"):
        read_bundle(huge)


def test_a_bundle_is_read_from_its_file(tmp_path: Path) -> None:
    given = bundle()
    (tmp_path / "table-4.club").write_text(given.to_text(), "utf-8")
    assert read_bundle(tmp_path / "table-4.club") == given
