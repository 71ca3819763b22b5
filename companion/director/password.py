"""The password of the organiser's page, in a file of its own; and the sessions of those who gave it."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from pathlib import Path

from companion.http.guard import Bucket
from companion.storage.disk import DISK, Disk, StorageError, in_words

FILE = "password"
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
"""Characters of a password."""
NO_TEXT = "\ufffd"
"""In place of bytes that are no UTF-8."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of a password, without those that look alike."""
MOST_SESSIONS = 32
COOKIE = "companion-director"
WRONG_AT_ONCE, WRONG_AGAIN_S = 5.0, 10.0
"""Wrong passwords that an address may give at once, and the seconds after which it may give one more."""
MOST_ADDRESSES = 1_000


def password_of(root: Path, disk: Disk = DISK) -> tuple[str, bool]:
    """The password, and whether this call has made it. Raises StorageError."""
    path = root / FILE
    if disk.exists(path) or path.is_symlink():
        with in_words("cannot read the password", path):
            text = disk.read(path).decode("utf-8", "replace").strip()
        if not SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD or NO_TEXT in text or len(text.splitlines()) > 1:
            what = f"a password is one line of {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters in UTF-8"
            raise StorageError(what, path, "Write another, or delete it.")
        return text, False
    disk.make(root, root)
    text = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    with in_words("cannot keep the password", path):
        disk.replace_whole(path, f"{text}\n".encode())
        path.chmod(0o600)
    return text, True


class Sessions:
    """Who has given the password. Each browser has a secret of its own; the oldest goes when there are too many."""

    def __init__(self, password: str) -> None:
        self._password = password
        self._secrets: list[str] = []

    def begin(self, password: str) -> str:
        """The secret of a new session; empty: the password is wrong."""
        if not compare_digest(password.encode("utf-8", "surrogatepass"), self._password.encode()):
            return ""
        self._secrets = [*self._secrets, secrets.token_urlsafe(24)][-MOST_SESSIONS:]
        return self._secrets[-1]

    def knows(self, cookies: str) -> bool:
        """Whether a header of cookies has the secret of a session."""
        pairs = (pair.strip().partition("=") for pair in cookies.split(";"))
        given = [value for name, _, value in pairs if name == COOKIE]
        return any(
            compare_digest(value.encode("latin-1"), known.encode()) for value in given for known in self._secrets
        )

    def end(self, cookies: str) -> None:
        """Forget the session of these cookies."""
        self._secrets = [known for known in self._secrets if f"{COOKIE}={known}" not in cookies]


class Tries:
    """Limits the wrong passwords of each address: some at once, then one now and then. Right ones are not counted.

    Remembers the addresses of the latest mistakes, MOST_ADDRESSES of them. `now` is in seconds of a monotonic clock.
    """

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}

    def may_try(self, address: str, now: float) -> bool:
        """Whether this address may try one more."""
        bucket = self._buckets.get(address)
        return bucket is None or bucket.has(now)

    def was_wrong(self, address: str, now: float) -> None:
        """Count a mistake of this address."""
        bucket = self._buckets.pop(address, None) or Bucket(WRONG_AT_ONCE, 1 / WRONG_AGAIN_S, WRONG_AT_ONCE, now)
        bucket.takes(now)
        self._buckets[address] = bucket
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.pop(next(iter(self._buckets)))


def cookie(secret: str) -> str:
    """The header that gives a browser its secret; empty: takes it away."""
    ends = "" if secret else "; Max-Age=0"
    return f"{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict{ends}"
