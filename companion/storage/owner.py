"""Lets root act as the owner of the data; tells how a user gets the rights to a file."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MOST_TOLD = 1 << 16
"""Maximum bytes of what another process tells."""


def become_owner(directory: Path) -> None:
    """Turn a process of root into one of the owner of this directory, for good. Does nothing for any other user.

    If there is no such directory, the nearest one above it counts. So new files belong to the owner, links that the
    owner has planted lead only where the owner may go, and plug-in games have only the owner's rights. HOME becomes
    that of the owner.
    """
    there = owned_by_another(directory)
    if there is not None:
        os.setgroups(_groups_and_home(there))
        os.setresgid(there.st_gid, there.st_gid, there.st_gid)
        os.setresuid(there.st_uid, there.st_uid, there.st_uid)


@contextmanager
def as_owner(directory: Path) -> Iterator[None]:
    """Let root act as the owner of this directory for a while. Meanwhile no code of others may be loaded."""
    there = owned_by_another(directory)
    if there is None:
        yield
        return
    before, home = os.getgroups(), os.environ.get("HOME")
    os.setgroups(_groups_and_home(there))
    os.setegid(there.st_gid)
    os.seteuid(there.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(before)
        os.environ.pop("HOME", None)
        if home is not None:
            os.environ["HOME"] = home


def ask_as_owner(directory: Path, tell: Callable[[], str]) -> str:
    """The answer of `tell`. If this is root, a process that has become the owner of this directory calls it.

    Empty: that process ended without an answer. If it loads plug-in games, treat the answer as a stranger's.
    """
    if owned_by_another(directory) is None:
        return tell()
    reads, writes = os.pipe()
    process = os.fork()
    if not process:
        with ending_child():
            become_owner(directory)
            os.write(writes, tell().encode(errors="replace")[:MOST_TOLD])
    os.close(writes)
    with open(reads, "rb") as answer:  # noqa: PTH123 - it is a descriptor
        told = answer.read(MOST_TOLD)
    os.waitpid(process, 0)
    return told.decode(errors="replace")


@contextmanager
def ending_child() -> Iterator[None]:
    """End this process, a child, after the block; its status is the number of an OSError."""
    status = 255
    try:
        yield
        status = 0
    except OSError as fault:
        status = fault.errno or status
    finally:
        os._exit(status)


def owned_by_another(directory: Path) -> os.stat_result | None:
    """The stat of a directory of another user, if this is root; None: no change of user is needed.

    Follows a link only if it is root's: the owner of any other one counts.
    """
    if os.geteuid():
        return None
    nearest = next(place for place in (directory, *directory.absolute().parents) if os.path.lexists(place))
    there = nearest.lstat()
    if nearest.is_symlink() and not there.st_uid:
        there = nearest.stat()
    return there if there.st_uid else None


def _groups_and_home(there: os.stat_result) -> list[int]:
    """The groups of an owner, whose home is HOME from here on."""
    account = _account(there.st_uid)
    os.environ.pop("HOME", None)
    if account:
        os.environ["HOME"] = account.pw_dir
    return os.getgrouplist(account.pw_name, there.st_gid) if account else [there.st_gid]


def remedy_of_rights(path: Path) -> str:
    """The command that lets this user read the file again, or that it belongs to another user."""
    user = os.geteuid()
    closed = (above for above in reversed(path.parents) if not os.access(above, os.X_OK, effective_ids=True))
    place = next(closed, path)
    account = _account(user)
    name = account.pw_name if account else str(user)
    if _is_of(place, user):
        return f"Make it readable: chmod -R u+rwX {place}"
    homes = (str(above) for above in path.parents)
    if (account and account.pw_dir in {*homes, str(path)}) or any(_is_of(above, user) for above in path.parents):
        return f"Give it back to {name}: sudo chown -R {name}: {place}"
    return "It belongs to another user: ask with sudo."


def _is_of(directory: Path, user: int) -> bool:
    with suppress(OSError):
        return directory.stat().st_uid == user
    return False


def _account(user: int) -> pwd.struct_passwd | None:
    with suppress(KeyError):
        return pwd.getpwuid(user)
    return None
