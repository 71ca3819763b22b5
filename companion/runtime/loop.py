"""The loop: one thread that owns reader, table and display, and moves a tap along its six hops.

Each turn polls the reader once and takes what the buttons have queued, in order of arrival. What a reply says is
on the card before the display shows it; what people do while a slow card takes its time waits in a queue. A fault
of a part degrades the table and is said; a fault of the card stops it: nothing that is not saved is ever shown.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from companion.inputs.inputs import (
    Button,
    Cue,
    Health,
    Held,
    Holding,
    Input,
    Lifted,
    Pressed,
    Resting,
    Stranger,
    Tapped,
    Unreadable,
    Waited,
)
from companion.runtime.gestures import Gestures
from companion.runtime.panel import PanelControl
from companion.runtime.part_health import BUTTONS, SOUNDER
from companion.runtime.systemd import Supervisor
from companion.storage.disk import GoneError, StorageError
from companion.support.values import dataclass
from companion.table.handling import answer
from companion.table.modes import SwitchedOff
from companion.table.taps import card_of, heard
from companion.table.timing import next_step
from companion.tags.decks import CardCopy
from companion.tags.presence import Presence, TagLifted, TagResting, TagsTapped, TagTapped, TagUnreadable
from companion.tags.readers import Readers
from hardware.bus import DeviceError, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.runtime.devices import Devices
    from companion.runtime.recorder import Recorder
    from companion.table.setup import Luck
    from companion.table.state import Table
    from companion.tags.decks import Piece
    from companion.tags.presence import PresenceEvent
    from hardware.bus import Edge

TURN_S = 1 / 15
"""The reader is polled so often; a card that lies for a tenth of a second is seen. A press begins the next turn."""

BESIDE_S = 0.4
"""Cards laid side by side by one hand arrive within so long, the first still lying there."""

SAVING_S = 0.5
"""After so long people are told that the card takes its time."""

WAITING = 32
"""So many taps and presses wait for a slow card; what comes then is refused with a sound."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An input and when it happened, by the clock."""

    at: float
    given: Input


class Loop:
    """One table at work. `turn` is one round; `run` goes on until told to stop."""

    def __init__(
        self, devices: Devices, keeper: Recorder, table: Table, luck: Luck, face: PanelControl | None = None
    ) -> None:
        """`face` is where the table shows already (None: nowhere yet)."""
        self.table = table
        self._devices = devices
        self._keeper = keeper
        self._luck = luck
        self._stations = devices.stations
        self._readers = Readers(tuple(Presence() for _ in self._stations))
        self._chip_cards: frozenset[bytes] = frozenset()  # of those that lie on a reader
        self._face = face or PanelControl(devices)
        self._condition = self._face.condition
        self._gestures = Gestures()
        self._starting = set(range(len(self._stations)))  # the readers that have not told yet what lies on them
        self._answerable_at = self._changed_at = self._saving_since = devices.clock.now()
        self._waiting: deque[Arrival] = deque()
        self._supervisor = Supervisor({})
        keeper.waits(self._meanwhile)

    def run(
        self,
        stop: Callable[[], bool],
        supervisor: Supervisor | None = None,
        tell: Callable[[Table], None] = lambda _: None,
    ) -> bool:
        """Turn after turn until `stop`, or until a player shuts the box down: True. The panel says that all is saved.

        The supervisor (None: there is none) and whoever else is to know the table are told after each turn. Raises
        StorageError after showing that nothing is saved; GoneError when what is gone is back, or OK gives it up.
        """
        clock, self._supervisor = self._devices.clock, supervisor or self._supervisor
        while not stop():
            began = clock.now()
            try:
                self.turn()
            except GoneError:
                self._stand_still(stop)
                raise
            self._supervisor.turned(clock.now(), self.troubles)
            tell(self.table)
            if self.shut_down:
                return True
            self._devices.buttons.wait(max(0.0, TURN_S - (clock.now() - began)))
        self._face.say_stopped()
        return False

    @property
    def troubles(self) -> Mapping[str, str]:
        """The parts that do not work, and why."""
        return self._condition.troubles

    @property
    def shut_down(self) -> bool:
        """Whether a player has asked to switch the box off."""
        return isinstance(self.table.mode, SwitchedOff)

    def turn(self) -> None:
        """Poll, take, save, show. Raises StorageError."""
        arrivals = [*self._waiting, *self._arrived()]
        self._waiting.clear()
        for arrival in arrivals:
            self._take(arrival)
        self._let_computers()
        self._face.rest(self.table)
        self._face.show(self.table)
        self._face.move(self.table)
        self._face.refresh()
        self._sound(self._devices.sounder.tick)

    def _stand_still(self, stop: Callable[[], bool]) -> None:
        """Nothing is taken, and the panel says why, until all is back or somebody wants to begin anew."""
        clock = self._devices.clock
        while not (stop() or self._keeper.is_there):
            if any(arrival.given == Pressed(Button.OK) for arrival in self._pressed()):
                return
            self._supervisor.turned(clock.now(), self.troubles)
            self._face.refresh()
            clock.sleep(TURN_S)

    def _let_computers(self) -> None:
        """Seats of the computer are asked and speak in their time; a choice takes less than a second."""
        now = self._devices.clock.now()
        waited_s = now - self._changed_at
        if next_step(self.table, waited_s) is not None:
            self._take(Arrival(now, Waited(waited_s)))

    def _arrived(self) -> list[Arrival]:
        return sorted((*self._pressed(), *self._tapped()), key=lambda arrival: arrival.at)

    def _meanwhile(self) -> None:
        """One look at reader and buttons while a slow card takes its time; what people did waits until it is done.

        The watchdog is told, for this is no hang; the card itself gives up a sync that never ends.
        """
        now = self._devices.clock.now()
        for arrival in self._arrived():
            if isinstance(arrival.given, Health | Holding):
                continue
            if len(self._waiting) < WAITING:
                self._waiting.append(arrival)
            else:
                self._play(Cue.REFUSED)
        if now - self._saving_since >= SAVING_S:
            self._face.say_saving()
        self._supervisor.turned(now, self.troubles)

    def _pressed(self) -> list[Arrival]:
        """What the buttons have queued since the last turn; nothing while their pins are refused."""
        arrivals: list[Arrival] = []
        for edge in self._edges():
            self._gestures, given = self._gestures.edge(edge.button, down=edge.down, at=edge.at)
            arrivals += [Arrival(edge.at, one) for one in given]
        now = self._devices.clock.now()
        self._gestures, given = self._gestures.passed(now)
        return arrivals + [Arrival(now, one) for one in given]

    def _edges(self) -> list[Edge]:
        try:
            edges = self._devices.buttons.edges()
        except DeviceError as fault:
            self._ails(BUTTONS, fault)
            return []
        self._condition.works(BUTTONS)
        return edges

    def _tapped(self) -> list[Arrival]:
        """What one poll of each reader proves, and how the parts do."""
        taps = [arrival for place in range(len(self._stations)) for arrival in self._polled(place)]
        now = self._devices.clock.now()
        return [Arrival(now, self._condition.health(now)), *taps]

    def _polled(self, place: int) -> list[Arrival]:
        """What one poll of the reader at this place proves; one at fault proves nothing and is named."""
        station, clock = self._stations[place], self._devices.clock
        try:
            sighting = station.reader.poll()
        except DeviceError as fault:
            self._ails(station.part, fault)
            self._readers, events = self._readers.faulted(place, clock.now())
            return [self._meaning(event, place) for event in events]
        self._condition.works(station.part)
        if sighting.pending:
            return []
        self._readers, events = self._readers.saw(place, sighting.uids, clock.now(), unclear=sighting.unclear)
        self._chip_cards = (self._chip_cards | sighting.chip_cards) & self._readers.uids
        arrivals = [self._meaning(event, place) for event in events]
        starting = place in self._starting
        if not sighting.unclear:
            self._starting.discard(place)
        return [arrival for arrival in arrivals if not (starting and self._still_there(arrival.given))]

    def _ails(self, part: str, fault: DeviceError) -> None:
        """For the journal: place and advice, and not the bytes on the wire, which may hold the number of a tag."""
        self._condition.ails(part, f"{fault.bus}: {fault.what}", self._devices.clock.now())

    def _meaning(self, event: PresenceEvent, place: int) -> Arrival:
        whose = self._stations[place].seat
        match event:
            case TagTapped(uid=uid, at=at):
                return Arrival(at, Tapped((self._piece(uid),), self._beside(uid, at, place), whose))
            case TagsTapped(uids=uids, at=at):
                return Arrival(at, Tapped(tuple(map(self._piece, sorted(uids))), whose=whose))
            case TagResting(uid=uid, at=at):
                return Arrival(at, Resting(self._piece(uid)))
            case TagUnreadable(at=at, gone=gone):
                return Arrival(at, Unreadable(gone))
            case TagLifted(uid=uid, at=at, unread=unread):
                return Arrival(at, Lifted(self._piece(uid), unread))

    def _beside(self, uid: bytes, at: float, place: int) -> bool:
        """Whether another tag lies there that has only just been laid."""
        return any(lay.uid != uid and at - lay.since <= BESIDE_S for lay in self._readers.presences[place].lays)

    def _piece(self, uid: bytes) -> Piece | Stranger:
        match, shelf = self.table.match, self.table.shelf
        if self.table.decks is not None:
            return Stranger(uid=uid, chip_card=uid in self._chip_cards)
        kind = match.header.game.deck_kind if match else ""
        return shelf.piece(uid, kind) or Stranger(shelf.foreign(uid, kind) or "")

    def _still_there(self, given: Input) -> bool:
        """Whether a card that lay on the reader at power-on was saved already: then it is no new tap."""
        match, said = self.table.match, self.table.match.said if self.table.match else None
        if match is None or said is None or not isinstance(given, Tapped):
            return False
        return all(isinstance(piece, CardCopy) and card_of(match, piece) in said.cards for piece in given.pieces)

    def _take(self, arrival: Arrival) -> None:
        """Hop four to six for one input: judged, saved, and only then the table of record."""
        given = heard(self.table, arrival.given)
        if given is None:
            return
        by_hand = isinstance(given, Tapped | Pressed | Held | Unreadable)
        if by_hand and self._face.wakes(self.table) and isinstance(given, Pressed | Held):
            return
        if isinstance(given, Pressed) and arrival.at < self._answerable_at:
            self._play(Cue.STALE)
            return
        before, self._saving_since = self.table, self._devices.clock.now()
        reply = answer(before, given, self._luck)
        try:
            self.table = self._keeper.keep(reply)
        except StorageError as fault:
            self._face.say_not_saved(gone=isinstance(fault, GoneError))
            raise
        self._play(reply.cue)
        if not isinstance(given, Holding | Health | Lifted):
            self._face.show(self.table)
            self._answerable_at = self._devices.clock.now()
            self._changed_at = self._changed_at if self.table is before else self._answerable_at

    def _play(self, cue: Cue) -> None:
        tune, sounder = cue.value, self._devices.sounder
        if tune.shines_ms:
            self._sound(lambda: sounder.light(tune.colour, tune.shines_ms))
        if tune.notes and not self.table.muted:
            self._sound(lambda: sounder.play(tuple(Note(hz, ms) for hz, ms in tune.notes)))

    def _sound(self, say: Callable[[], None]) -> None:
        """To buzzer and light; a table without them plays on."""
        try:
            say()
        except DeviceError as fault:
            self._ails(SOUNDER, fault)
        else:
            self._condition.works(SOUNDER)
