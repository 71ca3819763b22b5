"""What one process posts for another: the reader is led nowhere, waits for nobody and reads no more than it wants."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.storage.disk import Disk
from companion.storage.posted import post, read_posted
from tests.needs import needs_another_user

SECRET = b"the key of the box"


def is_refused(path: Path, why: int) -> None:
    with pytest.raises(OSError) as refusal:  # noqa: PT011 - the number is what counts
        read_posted(path, 100)
    assert refusal.value.errno == why
    assert refusal.value.filename == str(path)


def test_what_is_posted_is_read(tmp_path: Path) -> None:
    post(tmp_path / "new/order.json", b"one")
    post(tmp_path / "new/order.json", b"two")
    assert read_posted(tmp_path / "new/order.json", 3) == b"two"
    assert list((tmp_path / "new").iterdir()) == [tmp_path / "new/order.json"]


def test_what_is_not_there_is_told_as_that(tmp_path: Path) -> None:
    is_refused(tmp_path / "order.json", errno.ENOENT)
    is_refused(tmp_path / "none/order.json", errno.ENOENT)


@pytest.mark.parametrize("target", ["/dev/zero", "secret", "nowhere"])
def test_a_link_leads_nowhere(tmp_path: Path, target: str) -> None:
    (tmp_path / "secret").write_bytes(SECRET)
    (tmp_path / "order.json").symlink_to(target)
    is_refused(tmp_path / "order.json", errno.ELOOP)


def test_a_directory_that_is_a_link_leads_nowhere(tmp_path: Path) -> None:
    post(tmp_path / "secrets/one.table", SECRET)
    (tmp_path / "records").symlink_to("secrets")
    is_refused(tmp_path / "records/one.table", errno.ENOTDIR)


def test_a_pipe_a_device_and_a_directory_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    is_refused(tmp_path / "pipe", errno.EINVAL)
    (tmp_path / "directory").mkdir()
    is_refused(tmp_path / "directory", errno.EISDIR)


def test_more_than_is_wanted_is_refused_and_not_read(tmp_path: Path) -> None:
    with (tmp_path / "order.json").open("wb") as file:
        file.truncate(1 << 40)
    is_refused(tmp_path / "order.json", errno.EFBIG)


def test_a_file_of_another_user_than_its_directory_is_refused(tmp_path: Path) -> None:
    """As a second name of somebody else's file would be."""
    needs_another_user()
    post(tmp_path / "order.json", b"mine")
    os.chown(tmp_path / "order.json", 65534, -1)
    is_refused(tmp_path / "order.json", errno.EPERM)


@pytest.mark.parametrize("write", [post, lambda path, content: Disk().replace_whole(path, content)])
@pytest.mark.parametrize("planted", ["link", "pipe", "file"])
def test_whoever_writes_follows_nothing_that_has_the_temporary_name(
    tmp_path: Path, planted: str, write: Callable[[Path, bytes], None]
) -> None:
    other, temporary = tmp_path / "other", tmp_path / ".order.tmp"
    other.write_bytes(SECRET)
    match planted:
        case "link":
            temporary.symlink_to(other)
        case "pipe":
            os.mkfifo(temporary)  # whoever writes to it waits for a reader
        case _:
            temporary.hardlink_to(other)
    write(tmp_path / "order.json", b"order")
    assert other.read_bytes() == SECRET
    assert (tmp_path / "order.json").read_bytes() == b"order"
    assert not os.path.lexists(temporary)
