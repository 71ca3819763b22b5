"""The cache of sounds: bounded, and never believed when it is spoilt."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.storage.disk import with_sum
from companion.voice.sounds import Sounds, place_of_sounds

SOUND = b"RIFF" + bytes(996)
WHOLE = with_sum(SOUND)


def test_a_sound_is_found_again_also_after_a_start(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path / "voice")
    assert sounds.get("one.wav") is None
    sounds.keep("one.wav", SOUND)
    assert sounds.get("one.wav") == Sounds(tmp_path / "voice").get("one.wav") == SOUND


@pytest.mark.parametrize("length", range(0, len(WHOLE), 101))
def test_a_file_that_a_power_cut_left_short_or_empty_is_made_anew(tmp_path: Path, length: int) -> None:
    (tmp_path / "one.wav").write_bytes(WHOLE[:length])
    sounds = Sounds(tmp_path)
    assert sounds.get("one.wav") is None
    sounds.keep("one.wav", SOUND)
    assert Sounds(tmp_path).get("one.wav") == SOUND


@pytest.mark.parametrize("spoilt", [bytes(len(WHOLE)), WHOLE[:500] + b"\1" + WHOLE[501:], WHOLE + WHOLE])
def test_a_file_with_other_bytes_is_not_believed(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "one.wav").write_bytes(spoilt)
    assert Sounds(tmp_path).get("one.wav") is None


def test_what_a_power_cut_left_unfinished_goes(tmp_path: Path) -> None:
    (tmp_path / ".one.tmp").write_bytes(WHOLE[:100])
    assert Sounds(tmp_path).get("one.wav") is None
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_goes_when_there_is_no_room(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path, most_bytes=3 * len(WHOLE))
    for name in "abcd":
        sounds.keep(name, SOUND)
    assert [sounds.get(name) is None for name in "abcd"] == [True, False, False, False]
    for age, name in enumerate("dcb"):
        os.utime(tmp_path / name, ns=(age, age))
    again = Sounds(tmp_path, most_bytes=3 * len(WHOLE))
    again.keep("e", SOUND)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "c", "e"]


def test_a_smaller_cache_than_before_is_emptied_to_its_size(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path)
    for name in "abcd":
        sounds.keep(name, SOUND)
    Sounds(tmp_path, most_bytes=2 * len(WHOLE)).keep("e", SOUND)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_sound_larger_than_the_cache_is_not_kept(tmp_path: Path) -> None:
    Sounds(tmp_path, most_bytes=100).keep("one.wav", SOUND)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", [place_of_sounds({}), Path("/proc/nowhere"), Path("/dev/null")])
def test_without_a_place_nothing_is_kept_and_nothing_fails(place: Path) -> None:
    sounds = Sounds(place)
    sounds.keep("one.wav", SOUND)
    assert sounds.get("one.wav") is None


def test_a_directory_that_vanishes_is_made_anew(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path / "voice")
    sounds.keep("one.wav", SOUND)
    (tmp_path / "voice/one.wav").unlink()
    (tmp_path / "voice").rmdir()
    assert sounds.get("one.wav") is None
    sounds.keep("two.wav", SOUND)
    assert sounds.get("two.wav") == SOUND
    assert stat.S_IMODE((tmp_path / "voice").stat().st_mode) == 0o700


def test_it_lies_where_the_service_or_the_user_has_its_caches() -> None:
    assert place_of_sounds({"CACHE_DIRECTORY": "/var/cache/companion-voice"}) == Path("/var/cache/companion-voice")
    assert place_of_sounds({"HOME": "/home/ann"}) == Path("/home/ann/.cache/companion/voice")
    assert place_of_sounds({"XDG_CACHE_HOME": "/c", "HOME": "/home/ann"}) == Path("/c/companion/voice")
