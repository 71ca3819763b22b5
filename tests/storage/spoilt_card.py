"""A memory card on which one call fails, or kills the program."""

from __future__ import annotations

import errno
import functools
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.storage.memory_card import MemoryCard


class KilledError(BaseException):
    """The program ends here: nothing that it would do next is done."""


FAULTS: dict[str, tuple[int | str, ...]] = {
    "open": (errno.EROFS, errno.EMFILE, errno.ENOSPC, "kill"),
    "write": (errno.EIO, errno.ENOSPC, "short", "kill"),
    "fdatasync": (errno.EIO, errno.ENOSPC, "kill"),
    "fsync": (errno.EIO, errno.ENOSPC, "kill"),
    "ftruncate": (errno.EIO, "kill"),
    "rename": (errno.EIO, errno.ENOSPC, errno.EROFS, "kill"),
    "mkdir": (errno.ENOSPC, errno.EROFS, "kill"),
    "read": (errno.EIO,),
    "exists": (errno.EIO,),
    "files": (errno.EIO,),
}
"""What may go wrong with each call."""


class SpoiltCard(MemoryCard):
    """A card that counts the calls of the program, and spoils the one with the number `at`, or all from there on.

    A program that was killed makes no more calls.
    """

    def __init__(self, at: int = -1, spoil: int | str = 0, *, for_ever: bool = False) -> None:
        super().__init__()
        self.made: list[str] = []
        self.looks: Callable[[], None] = lambda: None
        self._at, self._spoil, self._for_ever = at, spoil, for_ever or spoil == "kill"
        for call in FAULTS:
            setattr(self, call, functools.partial(self._call, call, getattr(self, call)))

    def heal(self) -> None:
        """Nothing is spoilt any more."""
        self._at = -1

    def _call(self, call: str, does: Callable[..., Any], *given: Any) -> Any:
        self.looks()
        self.made.append(call)
        now = len(self.made) - 1
        struck = self._at >= 0 and (now == self._at or (now > self._at and self._for_ever))
        if not struck:
            return does(*given)
        if self._spoil == "kill":
            raise KilledError
        if isinstance(self._spoil, int):
            raise OSError(self._spoil, os.strerror(self._spoil))
        return does(given[0], given[1][:-7]) if call == "write" else does(*given)


def left_on(card: SpoiltCard, cuts: int) -> Iterator[MemoryCard]:
    """The card as it is, for the next start, and as it may be after a cut of the power as well."""
    as_it_is = MemoryCard()
    as_it_is.names, as_it_is.folders = dict(card.names), dict(card.folders)
    for number in range(cuts):
        yield card.after_a_cut(Random(number))
    yield as_it_is
