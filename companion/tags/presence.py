"""Turns detections of tags into taps: exactly one per tap.

A reader says which tags answered a poll. It misses polls, garbles answers and fails now and then. A person lays a
card down, wiggles it, leaves it there, takes it away. `TagPresence` gets the time of each poll as an argument. It knows
tag numbers only, not what they stand for. All tags of one kind of `NoCard` count as one.

`Readers` are all readers of a table: a tag that two of them detect belongs to the one that detected it first. So
a card between two readers, or moved from one to the next, is one tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from companion.support.values import dataclass, replace
from companion.tags.tag_decks import NO_CARDS

MISSES_TO_LIFT = 3
"""Consecutive clear misses that prove that a tag is gone. Good readers miss a resting tag once or twice."""

LIFTED_AFTER_S = 0.15
"""Minimum seconds without a detection before a tag counts as lifted, so that fast polls do not split a wiggle."""

GATHER_S = 0.04
"""Seconds to wait after an unclear poll. Less than one poll period: new tags wait for exactly one more poll."""

UNREADABLE_AFTER_S = 2.0
"""Seconds without a successful read. Reading a good tag takes less than a second, even if it is wiggled."""

NO_CARD_LIFTED_AFTER_S = 3.0
"""Seconds before a phone counts as lifted: it stops answering now and then to look for tags itself."""

RESTING_AFTER_S = 3.0
"""Seconds after which a tag counts as forgotten on the reader."""


@dataclass(frozen=True, slots=True)
class TagTapped:
    """One tag was laid on the reader. `at` is in seconds."""

    uid: bytes
    at: float


@dataclass(frozen=True, slots=True)
class TagsTapped:
    """Several tags were laid down together.

    Their order is unknown. Beside cards, tags that can be no card are left out.
    """

    uids: frozenset[bytes]
    at: float


@dataclass(frozen=True, slots=True)
class TagLifted:
    """A tag is gone. Sent when that is proven, some three polls later.

    `unread` is the number of polls that failed to read it while it was there.
    """

    uid: bytes
    at: float
    unread: int = 0


@dataclass(frozen=True, slots=True)
class TagResting:
    """A tag was forgotten on the reader. Sent once each time it is laid down."""

    uid: bytes
    at: float


@dataclass(frozen=True, slots=True)
class TagUnreadable:
    """A tag answers, but no poll can read it. Sent once, and again when it was read or is `gone`."""

    at: float
    gone: bool = False


PresenceEvent = TagTapped | TagsTapped | TagLifted | TagResting | TagUnreadable
Events: TypeAlias = tuple[PresenceEvent, ...]


@dataclass(frozen=True, slots=True)
class TagInField:
    """One tag in the field, from its first detection until it is proven gone.

    `since` and `seen` are the times of the first and the latest detection. `misses` counts the clear polls since then
    without the tag. `reported` and `rested` say which events were sent. `unread` counts the failed polls before a
    successful read; `gap` counts those since the latest detection, which may mean that the tag is gone.
    """

    uid: bytes
    since: float
    seen: float
    misses: int = 0
    reported: bool = False
    rested: bool = False
    unread: int = 0
    gap: int = 0

    def after_poll(self, *, read: bool, unclear: bool, now: float) -> TagInField:
        """The tag after one more poll. `unclear`: the poll may have failed to read the tag."""
        if read:
            return replace(self, seen=now, misses=0, unread=self.unread + self.gap, gap=0)
        if unclear:
            return replace(self, seen=now, misses=0, gap=self.gap + 1)
        return replace(self, misses=self.misses + 1, gap=self.gap + 1)

    def is_over(self, now: float) -> bool:
        """Whether the tag is proven gone."""
        patience_s = NO_CARD_LIFTED_AFTER_S if self.uid in NO_CARDS else LIFTED_AFTER_S
        return self.misses >= MISSES_TO_LIFT and now - self.seen >= patience_s

    def rests(self, now: float) -> bool:
        """Whether to send TagResting now: the tag was read. A tag that can be no card disturbs nobody."""
        return self.uid not in NO_CARDS and not self.rested and not self.gap and now - self.since >= RESTING_AFTER_S


@dataclass(frozen=True, slots=True)
class Doubt:
    """An unreadable tag. `since` is its first unclear poll, `clear` counts clear polls since; `reported`: people know.

    A tag that was read before may lie there, too: a card laid on top of it is not detected.
    """

    since: float
    clear: int = 0
    reported: bool = False

    def after_poll(self, *, unclear: bool, now: float) -> Doubt | None:
        """The doubt after one more poll without a read. None when the field is clear."""
        if unclear:
            return replace(self, clear=0, reported=self.reported or now - self.since >= UNREADABLE_AFTER_S)
        return replace(self, clear=self.clear + 1) if self.clear + 1 < MISSES_TO_LIFT else None


@dataclass(frozen=True, slots=True)
class TagPresence:
    """The tags on the reader, in order of arrival. Empty at power-on: a tag that is already there counts as a tap.

    `failed_polls` counts consecutive unclear polls without a known tag. `doubt` is an unreadable tag, or None.
    """

    tags: tuple[TagInField, ...] = ()
    failed_polls: int = 0
    doubt: Doubt | None = None

    def saw(
        self, uids: frozenset[bytes], now: float, *, unclear: bool = False, alone: bool = False
    ) -> tuple[TagPresence, Events]:
        """Process one poll that read `uids`. `unclear`: something else answered and could not be read.

        An unclear poll proves no absence: every known tag may be the one that could not be read. A tag that arrives in
        a clear poll is reported at once; one that arrives in an unclear poll is reported one poll later. `alone`: a tag
        that was read proves that every other one is gone, however fast one follows the other.
        """
        stay: list[TagInField] = []
        late: Events = ()
        lifted: Events = ()
        new = set(uids)
        for before in self.tags:
            tag = before.after_poll(read=before.uid in uids, unclear=unclear, now=now)
            new.discard(tag.uid)
            if not tag.is_over(now) and not (alone and uids and tag.uid not in uids):
                stay.append(tag)
                continue
            late += () if tag.reported else (TagTapped(tag.uid, tag.since),)
            lifted += (TagLifted(tag.uid, now, tag.unread),)
        arrived = [TagInField(uid, now, now, unread=self.failed_polls) for uid in sorted(new)]
        tags, taps = _report_taps((*stay, *arrived), now, unclear=unclear)
        tags, resting = _report_resting(tags, now)
        failed_polls = self.failed_polls + 1 if unclear and not tags else 0
        doubted = self.doubt or (Doubt(now) if unclear else None)
        doubt = doubted.after_poll(unclear=unclear, now=now) if doubted and not uids else None
        events = _report_doubt(self.doubt, doubt, now) + late + lifted + taps + resting
        return TagPresence(tags, failed_polls, doubt), events

    def after_fault(self, now: float) -> tuple[TagPresence, Events]:
        """Process a failed poll. It proves nothing; tags that were already read are reported now, and a doubt ends."""
        tags = tuple(replace(tag, misses=0) for tag in self.tags)
        tags, taps = _report_taps(tags, now, unclear=False)
        return TagPresence(tags), _report_doubt(self.doubt, None, now) + taps


def _report_taps(tags: tuple[TagInField, ...], now: float, *, unclear: bool) -> tuple[tuple[TagInField, ...], Events]:
    new = [tag for tag in tags if not tag.reported]
    if not new or (unclear and now - new[0].since < GATHER_S):
        return tags, ()
    reported = tuple([replace(tag, reported=True) for tag in tags])
    uids = frozenset([tag.uid for tag in new])
    uids = uids - NO_CARDS.keys() or uids
    if len(uids) == 1:
        return reported, (TagTapped(min(uids), new[0].since),)
    return reported, (TagsTapped(uids, new[0].since),)


def _report_doubt(before: Doubt | None, after: Doubt | None, now: float) -> Events:
    was_reported, is_reported = before is not None and before.reported, after is not None and after.reported
    return (TagUnreadable(now, gone=was_reported),) if was_reported is not is_reported else ()


def _report_resting(tags: tuple[TagInField, ...], now: float) -> tuple[tuple[TagInField, ...], Events]:
    resting = tuple([TagResting(tag.uid, now) for tag in tags if tag.rests(now)])
    if not resting:
        return tags, ()
    return tuple(replace(tag, rested=tag.rested or tag.rests(now)) for tag in tags), resting


@dataclass(frozen=True, slots=True)
class Readers:
    """The presence on each reader, in the order of the settings. There is at least one."""

    presences: tuple[TagPresence, ...] = (TagPresence(),)

    def saw(
        self, place: int, uids: frozenset[bytes], now: float, *, unclear: bool = False, alone: bool = False
    ) -> tuple[Readers, Events]:
        """Process one poll of the reader at index `place`; see `TagPresence.saw`."""
        return self._after(place, now, *self.presences[place].saw(uids, now, unclear=unclear, alone=alone))

    def after_fault(self, place: int, now: float) -> tuple[Readers, Events]:
        """Process a failed poll of the reader at index `place`; see `TagPresence.after_fault`."""
        return self._after(place, now, *self.presences[place].after_fault(now))

    def _after(self, place: int, now: float, presence: TagPresence, events: Events) -> tuple[Readers, Events]:
        if len(self.presences) == 1:
            return Readers((presence,)), events
        others = (other for number, other in enumerate(self.presences) if number != place)
        # A reader that fails lifts nothing: what it saw last may be tapped at another one.
        elsewhere = {tag.uid for other in others for tag in other.tags if now - tag.seen < NO_CARD_LIFTED_AFTER_S}
        presences = (*self.presences[:place], presence, *self.presences[place + 1 :])
        return Readers(presences), tuple(event for seen in events for event in _here_only(seen, elsewhere))


def _here_only(event: PresenceEvent, elsewhere: set[bytes]) -> Iterator[PresenceEvent]:
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
