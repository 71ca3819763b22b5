"""From the readers to the inputs of a table: polls, presence, and what each tag stands for there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs import inputs
from companion.parts.reader_kind import ReaderSettings
from companion.runtime import part_health
from companion.runtime.devices import Station
from companion.runtime.part_health import PartHealth
from companion.support.lazy_import import lazy_call
from companion.support.values import dataclass
from companion.table.card_naming import card_of
from companion.table.handling import with_health
from companion.table.modes import TryingGains
from companion.table.state import Table
from companion.tags import presence
from companion.tags.known_tags import KnownTags
from companion.tags.tag_decks import NO_CARDS, CardCopy, Piece, Shelf, no_card
from hardware.bus import Clock, DeviceError, HeldError, Sighting

if TYPE_CHECKING:
    from companion.runtime.gain_trial import GainTrialRun

SIDE_BY_SIDE_S = 0.4
"""Maximum seconds between two cards laid side by side by one hand, the first still lying there."""

GAIN_TRIAL = lazy_call("companion.runtime.gain_trial:GainTrialRun")
TUNE = lazy_call("companion.runtime.gain_trial:tune")


@dataclass(frozen=True, slots=True)
class Arrival:
    """An input and the clock time at which it happened."""

    at: float
    given: inputs.Input


class TagReading:
    """The readers of one table. Reports to `part_health` which of them fail."""

    def __init__(self, stations: tuple[Station, ...], clock: Clock, part_health: PartHealth) -> None:
        self._stations, self._clock, self._part_health = stations, clock, part_health
        self._parts = tuple(station.part for station in stations)  # asked for at each poll
        self._known_tags = KnownTags()
        self._alone = len(stations) == 1
        self._readers = presence.Readers(tuple(presence.TagPresence() for _ in stations))
        self._starting = set(range(len(stations)))  # readers without a clear poll since power-on
        self._trial: GainTrialRun | None = None

    def poll(self, table: Table) -> list[Arrival]:
        """The inputs of one poll of each reader, after the part health if the table does not know it."""
        if self._trial is not None:
            return self._try_gains(self._trial, table)
        taps = [arrival for place in range(len(self._stations)) for arrival in self._poll(place, table)]
        now = self._clock.now()
        health = self._part_health.health(now)
        news = with_health(table, health) is not table
        return [Arrival(now, health), *taps] if news else taps

    def begin_trial(self, reader: ReaderSettings) -> None:
        """Try the gains of the first reader, which has these settings, from the next poll on."""
        self._trial = GAIN_TRIAL(self._stations[0].reader, reader.entry.gains, reader.gain, self._clock)

    def tune(self, gain_db: int) -> None:
        """Give the first reader another gain."""
        TUNE(self._stations[0].reader, gain_db)

    def _try_gains(self, trial: GainTrialRun, table: Table) -> list[Arrival]:
        """Go on with the trial, which has the first reader for itself; its end is an input."""
        if not isinstance(table.mode, TryingGains):
            trial.stop()
            self._trial = None
            return []
        tried, sighting, now = trial.step(), trial.sighting, self._clock.now()
        uids = self._numbers(sighting, table.house.shelf)
        self._readers, _ = self._readers.saw(0, uids, now, unclear=sighting.unclear)  # the card of the trial is no tap
        if tried is None:
            return []
        self._trial = None
        return [Arrival(now, tried)]

    def _poll(self, place: int, table: Table) -> list[Arrival]:
        """The inputs of one poll of this reader; a fault proves nothing about its tags."""
        sighting = self._sighting(place)
        if sighting is None:
            self._readers, events = self._readers.after_fault(place, self._clock.now())
            return [self._arrival(event, place, table) for event in events]
        if sighting.pending:
            return []
        uids, now = self._numbers(sighting, table.house.shelf), self._clock.now()
        self._readers, events = self._readers.saw(place, uids, now, unclear=sighting.unclear, alone=sighting.alone)
        arrivals = [self._arrival(event, place, table) for event in events]
        if place not in self._starting:
            return arrivals
        if not sighting.unclear:
            self._starting.discard(place)
        return [arrival for arrival in arrivals if not _is_saved(arrival.given, table)]

    def _sighting(self, place: int) -> Sighting | None:
        """What this reader sees. None: it fails, which is reported.

        Reports place and advice only: the bytes on the wire may hold the UID of a tag.
        """
        try:
            sighting = self._stations[place].reader.poll()
        except DeviceError as fault:
            word = part_health.HELD if isinstance(fault, HeldError) else part_health.SILENT
            self._part_health.report_fault(self._parts[place], f"{fault.bus}: {fault.what}", self._clock.now(), word)
            return None
        self._part_health.report_working(self._parts[place])
        return sighting

    def _arrival(self, event: presence.PresenceEvent, place: int, table: Table) -> Arrival:
        whose = self._stations[place].seat
        match event:
            case presence.TagTapped(uid=uid, at=at):
                pieces = (self._piece(uid, table),)
                return Arrival(at, inputs.Tapped(pieces, self._side_by_side(uid, at, place), whose, place))
            case presence.TagsTapped(uids=uids, at=at):
                return Arrival(at, inputs.Tapped(tuple(self._piece(uid, table) for uid in sorted(uids)), whose=whose))
            case presence.TagResting(uid=uid, at=at):
                return Arrival(at, inputs.Resting(self._piece(uid, table)))
            case presence.TagUnreadable(at=at, gone=gone):
                return Arrival(at, inputs.UnreadableTag(gone))
            case presence.TagLifted(uid=uid, at=at, unread=unread):
                return Arrival(at, inputs.Lifted(self._piece(uid, table), unread))

    def _side_by_side(self, uid: bytes, at: float, place: int) -> bool:
        """Whether another tag that can be a card was laid there a moment ago."""
        others = [tag for tag in self._readers.presences[place].tags if tag.uid != uid and tag.uid not in NO_CARDS]
        return bool(others) and any(at - tag.since <= SIDE_BY_SIDE_S for tag in others)

    def _numbers(self, sighting: Sighting, shelf: Shelf) -> frozenset[bytes]:
        return frozenset([self._number(uid, sighting, shelf) for uid in sighting.uids])

    def _number(self, uid: bytes, sighting: Sighting, shelf: Shelf) -> bytes:
        """The number of a tag; of one that can be no card, and is in no deck, the value of its kind.

        Several readers are made to agree on one number for a tag; with a single reader only taps look that up.
        """
        kind = no_card(uid, chip_card=uid in sighting.chip_cards)
        if kind is None and self._alone:
            return uid
        number = self._known_tags.number(uid, shelf)
        return number if kind is None or shelf.has(number) else kind.value

    def _piece(self, uid: bytes, table: Table) -> Piece | inputs.Stranger:
        match, shelf = table.match, table.house.shelf
        if uid in NO_CARDS:
            return inputs.Stranger(kind=NO_CARDS[uid])
        if table.decks is not None:
            return inputs.Stranger(uid=self._known_tags.number(uid, shelf))
        kind = match.header.game.deck_kind if match else ""
        if (piece := shelf.piece(uid, kind)) is not None:
            return piece
        number = self._known_tags.number(uid, shelf)
        return shelf.piece(number, kind) or inputs.Stranger(shelf.foreign(number, kind) or "", number)


def _is_saved(given: inputs.Input, table: Table) -> bool:
    """Whether these cards, which lay on the reader at power-on, are saved already: then it is no new tap."""
    match = table.match
    if match is None or match.said is None or not isinstance(given, inputs.Tapped):
        return False
    saved = match.said.cards
    return all(isinstance(piece, CardCopy) and card_of(match, piece) in saved for piece in given.pieces)
