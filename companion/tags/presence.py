"""Sightings become taps: once per tap, whatever the reader stammers.

A reader says which tags answered a poll; it misses polls, garbles answers and fails now and then. A person lays a
card, wiggles it, lets it rest, takes it away. `Presence` tells the two apart, with the moment of each poll as an
argument. It knows tag numbers only; what a card is, and whose, it deliberately does not know.
"""

from __future__ import annotations

from companion.support.values import dataclass, replace

MISSES_TO_LIFT = 3
"""So many clear misses in a row prove that a tag is gone: good readers miss a tag at rest once or twice."""

LIFTED_AFTER_S = 0.15
"""Nobody lifts a card and lays it again faster; fast polls alone must not make a wiggle of it."""

GATHER_S = 0.04
"""Less than one poll period: whatever arrived in an unclear poll waits for the next poll, and for no other."""

UNREADABLE_AFTER_S = 2.0
"""Reading a good tag takes less than a second, also for one that is wiggled."""

RESTING_AFTER_S = 3.0
"""A tag that lies so long was forgotten on the reader."""


@dataclass(frozen=True, slots=True)
class TagTapped:
    """One tag was laid on the reader, at so many seconds of the clock."""

    uid: bytes
    at: float


@dataclass(frozen=True, slots=True)
class TagsTapped:
    """Two or more tags were laid on together, so that no order among them is known."""

    uids: frozenset[bytes]
    at: float


@dataclass(frozen=True, slots=True)
class TagLifted:
    """A tag is gone; told when it is proven, some three polls after it happened.

    `unread` polls could not read it although it lay there.
    """

    uid: bytes
    at: float
    unread: int = 0


@dataclass(frozen=True, slots=True)
class TagResting:
    """A tag lies forgotten on the reader; told once for each lay."""

    uid: bytes
    at: float


@dataclass(frozen=True, slots=True)
class TagUnreadable:
    """Something answers, and no poll can read it; told once, and once more when it was read or is `gone`."""

    at: float
    gone: bool = False


PresenceEvent = TagTapped | TagsTapped | TagLifted | TagResting | TagUnreadable


@dataclass(frozen=True, slots=True)
class Lay:
    """One tag in the field, from its first sighting to the proof that it is gone.

    `since` and `seen` are the moments of the first and the latest sighting; `misses` counts the clear polls
    without it since then; `told` and `rested` say which events were given. `unread` polls came in vain before one
    that read it, `gap` are those since the latest sighting: they may be in vain or the end.
    """

    uid: bytes
    since: float
    seen: float
    misses: int = 0
    told: bool = False
    rested: bool = False
    unread: int = 0
    gap: int = 0

    def polled(self, *, read: bool, unclear: bool, now: float) -> Lay:
        """This lay after one more poll, which read the tag, or may not have been able to."""
        if read:
            return replace(self, seen=now, misses=0, unread=self.unread + self.gap, gap=0)
        if unclear:
            return replace(self, seen=now, misses=0, gap=self.gap + 1)
        return replace(self, misses=self.misses + 1, gap=self.gap + 1)

    def is_over(self, now: float) -> bool:
        """Whether the tag is proven gone."""
        return self.misses >= MISSES_TO_LIFT and now - self.seen >= LIFTED_AFTER_S

    def rests(self, now: float) -> bool:
        """Whether it is time to say that the tag was forgotten."""
        return not self.rested and self.seen == now and now - self.since >= RESTING_AFTER_S


@dataclass(frozen=True, slots=True)
class Doubt:
    """Polls in vain: `since` the first, with `clear` polls since the latest; `told` says that people know.

    A tag that was read before may lie there, too: whoever lays the next card on it is not heard.
    """

    since: float
    clear: int = 0
    told: bool = False

    def polled(self, *, unclear: bool, now: float) -> Doubt | None:
        """After one more poll that read nothing; None: the field is clear."""
        if unclear:
            return replace(self, clear=0, told=self.told or now - self.since >= UNREADABLE_AFTER_S)
        return replace(self, clear=self.clear + 1) if self.clear + 1 < MISSES_TO_LIFT else None


@dataclass(frozen=True, slots=True)
class Presence:
    """The tags on the reader, in order of arrival; empty at power-on, so a tag that lies there then is a tap.

    `in_vain` polls in a row were unclear while no tag was known; `doubt` is what cannot be read (None: nothing).
    """

    lays: tuple[Lay, ...] = ()
    in_vain: int = 0
    doubt: Doubt | None = None

    @property
    def uids(self) -> frozenset[bytes]:
        """The tags that count as present."""
        return frozenset(lay.uid for lay in self.lays)

    def saw(
        self, uids: frozenset[bytes], now: float, *, unclear: bool = False
    ) -> tuple[Presence, tuple[PresenceEvent, ...]]:
        """One poll found these tags; `unclear` when something more answered that could not be read.

        An unclear poll proves no absence: every known tag may be the one that could not be read.
        A tag that arrives in a clear poll is told at once, one that arrives in an unclear poll a poll later.
        """
        polled = tuple(lay.polled(read=lay.uid in uids, unclear=unclear, now=now) for lay in self.lays)
        lifted = tuple(TagLifted(lay.uid, now, lay.unread) for lay in polled if lay.is_over(now))
        arrived = tuple(Lay(uid, now, now, unread=self.in_vain) for uid in sorted(uids - self.uids))
        lays = tuple(lay for lay in polled if not lay.is_over(now)) + arrived
        lays, taps = _tell_taps(lays, now, unclear=unclear)
        lays, resting = _tell_resting(lays, now)
        in_vain = self.in_vain + 1 if unclear and not lays else 0
        before = self.doubt or (Doubt(now) if unclear else None)
        doubt = before.polled(unclear=unclear, now=now) if before and not uids else None
        return Presence(lays, in_vain, doubt), _tell_doubt(self.doubt, doubt, now) + lifted + taps + resting

    def faulted(self, now: float) -> tuple[Presence, tuple[PresenceEvent, ...]]:
        """The reader failed to poll: nothing is proven, but what was already seen is told without waiting longer."""
        lays = tuple(replace(lay, misses=0) for lay in self.lays)
        lays, taps = _tell_taps(lays, now, unclear=False)
        return Presence(lays), _tell_doubt(self.doubt, None, now) + taps


def _tell_taps(
    lays: tuple[Lay, ...], now: float, *, unclear: bool
) -> tuple[tuple[Lay, ...], tuple[PresenceEvent, ...]]:
    untold = tuple(lay for lay in lays if not lay.told)
    if not untold or (unclear and now - untold[0].since < GATHER_S):
        return lays, ()
    told = tuple(replace(lay, told=True) for lay in lays)
    if len(untold) == 1:
        return told, (TagTapped(untold[0].uid, untold[0].since),)
    return told, (TagsTapped(frozenset(lay.uid for lay in untold), untold[0].since),)


def _tell_doubt(before: Doubt | None, after: Doubt | None, now: float) -> tuple[PresenceEvent, ...]:
    was_told, is_told = (doubt is not None and doubt.told for doubt in (before, after))
    return (TagUnreadable(now, gone=was_told),) if was_told is not is_told else ()


def _tell_resting(lays: tuple[Lay, ...], now: float) -> tuple[tuple[Lay, ...], tuple[PresenceEvent, ...]]:
    resting = tuple(TagResting(lay.uid, now) for lay in lays if lay.rests(now))
    return tuple(replace(lay, rested=lay.rested or lay.rests(now)) for lay in lays), resting
