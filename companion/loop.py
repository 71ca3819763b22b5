"""The loop: one thread that owns reader, table and display, and moves a tap along its six hops.

Each turn polls the reader once and takes what the buttons have queued, in order of arrival. What a reply says is
on the card before the display shows it. A fault of a part degrades the table and is said; a fault of the card
stops it: nothing that is not saved is ever shown.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from math import inf
from typing import TYPE_CHECKING

from companion.condition import BUTTONS, DISPLAY, SOUNDER, Condition
from companion.disk import StorageError
from companion.enrol.dialogue import at_power_on
from companion.gestures import Gestures
from companion.presence import Presence, TagLifted, TagResting, TagsTapped, TagTapped
from companion.readers import Readers
from companion.screens.notices import NOT_SAVED, STOPPED
from companion.screens.screen import draw, moved
from companion.screens.showing import screen_for
from companion.settings import DEFAULTS
from companion.supervisor import Supervisor
from companion.table.handling import handle
from companion.table.inputs import Cue, Health, Held, Holding, Input, Lifted, Pressed, Resting, Stranger, Tapped, Waited
from companion.table.pace import next_step
from companion.table.table import GoodNight
from companion.table.taps import card_of, heard
from companion.tags import CardCopy
from companion.values import dataclass
from hardware.bus import DeviceError, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.devices import Devices
    from companion.keeping import Keeper
    from companion.presence import PresenceEvent
    from companion.settings import Panel
    from companion.table.setup import Luck
    from companion.table.table import Table
    from companion.tags import Piece, Shelf
    from hardware.bus import Edge

TURN_S = 1 / 15
"""The reader is polled so often; a card that lies for a tenth of a second is seen."""

BESIDE_S = 0.4
"""Cards laid side by side by one hand arrive within so long, the first still lying there."""

DIM = 0x10
RETRY_DISPLAY_S = 2.0
REFRESH_S, CALM_S = 30.0, 2.0
"""The whole picture goes out again so often, but not right after an input: a panel does not say that it lost power."""

FRAME_S = 0.15
"""So long a frame of a moving picture stands at least: with the turns of the loop five a second are seen."""


class Ended(Enum):
    """What a loop ended for."""

    STOPPED = "told to stop"
    SHUT_DOWN = "the box is to be switched off"


@dataclass(frozen=True, slots=True)
class Arrival:
    """An input and when it happened, by the clock."""

    at: float
    given: Input


class Loop:
    """One table at work. `turn` is one round; `run` goes on until told to stop."""

    def __init__(  # noqa: PLR0913 - what a table is made of, and how its panel is to rest
        self,
        devices: Devices,
        keeper: Keeper,
        table: Table,
        shelf: Shelf,
        luck: Luck,
        *,
        panel: Panel = DEFAULTS.panel,
    ) -> None:
        self.table = at_power_on(table, shelf)
        self._devices = devices
        self._keeper = keeper
        self._luck = luck
        self._stations = devices.stations
        self._readers = Readers(tuple(Presence() for _ in self._stations))
        self._chip_cards: frozenset[bytes] = frozenset()  # of those that lie on a reader
        self._condition = Condition((*(station.part for station in self._stations), BUTTONS))
        self._gestures = Gestures()
        self._shown: Table | None = None
        self._screen = NOT_SAVED
        self._frame = 0
        self._brightness: int | None = None  # the panel was not told yet
        self._bright, self._dim = panel.brightness, min(DIM, panel.brightness)
        self._dim_after_s, self._dark_after_s = panel.dim_after_s or inf, panel.dark_after_s or inf
        self._starting = set(range(len(self._stations)))  # the readers that have not told yet what lies on them
        now = devices.clock.now()
        self._answerable_at = now
        self._active_at = now
        self._changed_at = now
        self._retry_at = now
        self._refreshed_at = now
        self._framed_at = now

    def run(
        self,
        stop: Callable[[], bool],
        supervisor: Supervisor | None = None,
        tell: Callable[[Table], None] = lambda _: None,
    ) -> Ended:
        """Turn after turn until `stop` or a player says so; the panel then says that everything is saved.

        The supervisor (None: there is none) and whoever else is to know the table are told after each turn. Raises
        StorageError after showing that nothing is saved.
        """
        clock, supervisor = self._devices.clock, supervisor or Supervisor({})
        while not stop():
            began = clock.now()
            self.turn()
            supervisor.turned(clock.now(), self.troubles)
            tell(self.table)
            if self.shut_down:
                return Ended.SHUT_DOWN
            clock.sleep(max(0.0, TURN_S - (clock.now() - began)))
        self._say_stopped()
        return Ended.STOPPED

    @property
    def troubles(self) -> Mapping[str, str]:
        """The parts that do not work, and why."""
        return self._condition.troubles

    @property
    def shut_down(self) -> bool:
        """Whether a player has asked to switch the box off."""
        return isinstance(self.table.overlay, GoodNight)

    def turn(self) -> None:
        """Poll, take, save, show. Raises StorageError."""
        arrivals = sorted((*self._pressed(), *self._tapped()), key=lambda arrival: arrival.at)
        for arrival in arrivals:
            self._take(arrival)
        self._let_computers()
        self._rest()
        self.show()
        self._move()
        self._refresh()
        self._sound(self._devices.sounder.tick)

    def _let_computers(self) -> None:
        """Seats of the computer are asked and speak in their time; a choice takes less than a second."""
        now = self._devices.clock.now()
        waited_s = now - self._changed_at
        if next_step(self.table, waited_s) is not None:
            self._take(Arrival(now, Waited(waited_s)))

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
        if isinstance(given, Tapped | Pressed | Held) and self._wakes() and not isinstance(given, Tapped):
            return
        if isinstance(given, Pressed) and arrival.at < self._answerable_at:
            self._play(Cue.STALE)
            return
        before = self.table
        reply = handle(before, given, self._luck)
        try:
            self.table = self._keeper.keep(reply)
        except StorageError:
            self._show_not_saved()
            raise
        self._play(reply.cue)
        if not isinstance(given, Holding | Health | Lifted):
            self.show()
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

    # ---------------------------------------------------------------- the display

    def show(self) -> None:
        """Show the table if it changed; at power-on before any other part is asked for anything."""
        if self.table is not self._shown and self._panel_took(self._send_screen):
            self._shown = self.table

    def _send_screen(self) -> None:
        self._screen = screen_for(self.table)
        self._send_frame(0)

    def _move(self) -> None:
        """The next frame where something moves, as long as the panel is bright; it never keeps an input waiting."""
        now = self._devices.clock.now()
        idle = now - self._active_at >= self._dim_after_s or self.table is not self._shown
        if self._screen.frames and not idle and now - self._framed_at >= FRAME_S:
            self._panel_took(lambda: self._send_frame(self._frame + 1))

    def _send_frame(self, frame: int) -> None:
        self._frame, self._framed_at = frame, self._devices.clock.now()
        self._devices.display.show(draw(moved(self._screen, frame)).pages)

    def _show_not_saved(self) -> None:
        with suppress(DeviceError):
            self._devices.display.show(draw(NOT_SAVED).pages)

    def _say_stopped(self) -> None:
        """What stays on the panel, also on one that was dark."""
        with suppress(DeviceError):
            self._shine(self._dim)
            self._devices.display.show(draw(STOPPED).pages)

    def _refresh(self) -> None:
        """Between the moves, now and then everything goes out again."""
        now, display = self._devices.clock.now(), self._devices.display
        due = now - self._refreshed_at >= REFRESH_S and now - self._active_at >= CALM_S
        if due and self._panel_took(display.refresh):
            self._refreshed_at = now

    def _wakes(self) -> bool:
        """Somebody is here: the panel is bright at once. True when it was dark, so that a press only woke it."""
        now = self._devices.clock.now()
        was_dark = self._brightness == 0 and now - self._active_at >= self._dark_after_s
        self._active_at = now
        self._rest()
        return was_dark

    def _rest(self) -> None:
        """Dim after a while, dark after a longer one, never during a question."""
        idle = 0.0 if self._asks() else self._devices.clock.now() - self._active_at
        wanted = 0 if idle >= self._dark_after_s else self._dim if idle >= self._dim_after_s else self._bright
        if wanted != self._brightness and self._panel_took(lambda: self._shine(wanted)):
            self._brightness = wanted

    def _asks(self) -> bool:
        table = self.table
        return table.question is not None or bool(table.damaged or table.offered)

    def _shine(self, brightness: int) -> None:
        display = self._devices.display
        if brightness == 0:
            display.sleep()
        elif self._brightness == 0:
            display.wake()
            self._shown = None
        if brightness:
            display.contrast(brightness)

    def _panel_took(self, say: Callable[[], None]) -> bool:
        """Whether the panel took it; one that fails is tried again later, and play goes on."""
        now = self._devices.clock.now()
        if now < self._retry_at:
            return False
        try:
            say()
        except DeviceError as fault:
            self._ails(DISPLAY, fault)
            self._shown = None
            self._retry_at = now + RETRY_DISPLAY_S
            return False
        self._condition.works(DISPLAY)
        return True
