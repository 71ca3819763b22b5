"""Whose the data is: root acts as its owner, and a file without rights has a remedy."""

from __future__ import annotations

import os
import pwd
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def as_owner(directory: Path) -> Iterator[None]:
    """Let root act as the owner of this directory; without one, of the nearest directory above it that exists.

    So what is written there belongs to its owner, and a link that the owner has planted, also in place of the
    directory, leads nowhere else. Changes nothing for any other user. Meanwhile HOME is that of the owner.
    """
    nearest = next(one for one in (directory, *directory.absolute().parents) if os.path.lexists(one))
    there = nearest.lstat()
    if nearest.is_symlink() and not there.st_uid:  # else it is followed as the user who made it
        there = nearest.stat()
    if os.geteuid() or not there.st_uid:
        yield
        return
    account, groups, home = _account(there.st_uid), os.getgroups(), os.environ.pop("HOME", None)
    if account:
        os.environ["HOME"] = account.pw_dir
    os.setgroups(os.getgrouplist(account.pw_name, there.st_gid) if account else [there.st_gid])
    os.setegid(there.st_gid)
    os.seteuid(there.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)
        os.environ.pop("HOME", None)
        if home is not None:
            os.environ["HOME"] = home


@contextmanager
def as_caller() -> Iterator[None]:
    """Be root again inside `as_owner`, for a file that the person has named."""
    user, group = os.geteuid(), os.getegid()
    if os.getuid() or not user:
        yield
        return
    os.seteuid(0)
    os.setegid(0)
    try:
        yield
    finally:
        os.setegid(group)
        os.seteuid(user)


def remedy_of_rights(path: Path) -> str:
    """What gives this user the right to its own file or directory; whose it is otherwise."""
    user = os.geteuid()
    place = next((one for one in reversed(path.parents) if not _may_enter(one)), path)
    account = _account(user)
    name = account.pw_name if account else str(user)
    if _is_of(place, user):
        return f"Make it readable: chmod -R u+rwX {place}"
    homes = (str(above) for above in path.parents)
    if (account and account.pw_dir in {*homes, str(path)}) or any(_is_of(above, user) for above in path.parents):
        return f"Give it back to {name}: sudo chown -R {name}: {place}"
    return "It belongs to another user: ask with sudo."


def _may_enter(directory: Path) -> bool:
    return os.access(directory, os.X_OK, effective_ids=True)


def _is_of(directory: Path, user: int) -> bool:
    with suppress(OSError):
        return directory.stat().st_uid == user
    return False


def _account(user: int) -> pwd.struct_passwd | None:
    with suppress(KeyError):
        return pwd.getpwuid(user)
    return None
