"""Several readers at one table. A tag that two of them detect belongs to the one that detected it first.

A card between two readers, or moved from one to the next, is therefore one tap.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.support.values import dataclass
from companion.tags.presence import PresenceEvent, TagLifted, TagPresence, TagsTapped, TagTapped


@dataclass(frozen=True, slots=True)
class Readers:
    """The presence on each reader, in the order of the settings. There is at least one."""

    presences: tuple[TagPresence, ...] = (TagPresence(),)

    @property
    def uids(self) -> frozenset[bytes]:
        """The tags that lie on any reader."""
        return frozenset[bytes]().union(*(presence.uids for presence in self.presences))

    def saw(
        self, place: int, uids: frozenset[bytes], now: float, *, unclear: bool = False
    ) -> tuple[Readers, tuple[PresenceEvent, ...]]:
        """Process one poll of the reader at index `place`; see `Presence.saw`."""
        return self._after(place, *self.presences[place].saw(uids, now, unclear=unclear))

    def faulted(self, place: int, now: float) -> tuple[Readers, tuple[PresenceEvent, ...]]:
        """Process a failed poll of the reader at index `place`; see `Presence.faulted`."""
        return self._after(place, *self.presences[place].faulted(now))

    def _after(
        self, place: int, presence: TagPresence, events: tuple[PresenceEvent, ...]
    ) -> tuple[Readers, tuple[PresenceEvent, ...]]:
        if len(self.presences) == 1:
            return Readers((presence,)), events
        others = (other.uids for number, other in enumerate(self.presences) if number != place)
        elsewhere = frozenset[bytes]().union(*others)
        presences = (*self.presences[:place], presence, *self.presences[place + 1 :])
        return Readers(presences), tuple(event for seen in events for event in _here_only(seen, elsewhere))


def _here_only(event: PresenceEvent, elsewhere: frozenset[bytes]) -> Iterator[PresenceEvent]:
    """The event without the tags that lie on another reader."""
    match event:
        case TagsTapped(uids=uids, at=at) if uids & elsewhere:
            here = sorted(uids - elsewhere)
            if here:
                yield TagTapped(here[0], at) if len(here) == 1 else TagsTapped(frozenset(here), at)
        case TagTapped(uid=uid) | TagLifted(uid=uid) if uid in elsewhere:
            return
        case _:
            yield event
