"""The value for a file that cannot be read; everything else goes on without it."""

from __future__ import annotations

from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file or directory that cannot be read, and is left as it is.

    `place` is its name below the data directory, `why` the cause in a few words (a message), `sentence` both with the
    remedy.
    """

    place: str
    why: str
    sentence: str
