"""The reserve for records: what others write to the card takes none of the room that the table needs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.needs import FILE_SYSTEM, program
from tests.promises import INCAPABLE

RESERVE = Path(__file__).parents[1] / "systemd/reserve.sh"
TABLE, OTHER = "daemon", "nobody"
"""Users that every system has."""
RECORD_KB = 256


def run(*words: str | Path, user: str | None = None) -> bool:
    """Whether a command succeeds, by this user (None: root)."""
    extra: list[int] | None = [] if user else None
    return subprocess.run(words, capture_output=True, check=False, user=user, extra_groups=extra).returncode == 0  # noqa: S603 - our own words


@pytest.fixture
def card() -> Iterator[Path]:
    """Where a card of 32 MB is mounted, on which both users may write."""
    needs = [program(name) for name in ("mkfs.ext4", "tune2fs", "mount", "umount", "findmnt")]
    if not all(needs) or os.geteuid() != 0:
        pytest.skip(FILE_SYSTEM)
    with TemporaryDirectory() as reachable:
        Path(reachable).chmod(0o755)
        image, mounted = Path(reachable, "image"), Path(reachable, "card")
        mounted.mkdir()
        with image.open("wb") as file:
            file.truncate(32 << 20)
        assert run("mkfs.ext4", "-q", image)
        mounts(image, mounted)
        for user in (TABLE, OTHER):
            (mounted / user).mkdir()
            assert run("chown", user, mounted / user)
        yield mounted
        assert run("umount", mounted)


def mounts(image: Path, mounted: Path) -> None:
    if not run("mount", "-o", "loop", image, mounted):
        pytest.skip(f"{INCAPABLE}mount a file as a file system (mount -o loop)")


def fills(card: Path) -> None:
    """Another service takes all that it can get."""
    (card / OTHER / "all").unlink(missing_ok=True)
    assert not run("dd", "if=/dev/zero", f"of={card / OTHER / 'all'}", "bs=16k", "conv=fsync", user=OTHER)


def writes(card: Path) -> bool:
    """Whether the table can write a record."""
    record = card / TABLE / "record"
    record.unlink(missing_ok=True)
    return run("dd", "if=/dev/zero", f"of={record}", "bs=512", f"count={2 * RECORD_KB}", "oflag=sync", user=TABLE)


def test_whatever_another_service_writes_there_is_room_for_records(card: Path) -> None:
    fills(card)
    assert not writes(card)  # without the reserve
    assert run("sh", RESERVE, TABLE, card)
    assert writes(card)
    assert run("umount", card)
    mounts(card.parent / "image", card)
    fills(card)
    assert writes(card)


def test_another_file_system_stays_as_it_is(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip(FILE_SYSTEM)
    assert run("mount", "-t", "tmpfs", "tmpfs", tmp_path)
    try:
        assert run("sh", RESERVE, TABLE, tmp_path)
    finally:
        assert run("umount", tmp_path)
