"""The loop: one thread that owns readers, table and display, and takes an input from reader to picture.

Each turn polls the readers once and handles the queued presses in order of arrival. A reply is on the SD card before
the display shows it; inputs that arrive during a slow write wait in a queue. A device fault is shown and play goes on.
A storage fault stops the table: nothing unsaved is shown.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from companion.inputs import inputs
from companion.match.header import Header
from companion.match.match import Match
from companion.players.player import HurriedError, Thinking
from companion.runtime import part_health
from companion.runtime.devices import Devices
from companion.runtime.equipment import Equipment
from companion.runtime.gestures import Gestures
from companion.runtime.good_night import NOTICE_S, stays_on
from companion.runtime.guests import guests_at, without_guests
from companion.runtime.panel import PanelControl
from companion.runtime.recorder import Recorder
from companion.runtime.systemd import Supervisor
from companion.screens.words import SAVING, THINKING
from companion.storage.disk import NEARLY_FULL_BYTES, GoneError, StorageError
from companion.support.lazy_import import opened
from companion.support.messages import N_, speak
from companion.support.values import dataclass, replace
from companion.table.card_naming import card_of
from companion.table.handling import answer, with_health
from companion.table.modes import GoingToSleep, SwitchedOff, TryingGains
from companion.table.reply import (
    MEANINGLESS,
    AddLine,
    AskVoice,
    Effect,
    KeepSetting,
    OfferSettings,
    Outcome,
    Rejected,
    Reply,
    SetClock,
    TryGains,
    cue_of,
)
from companion.table.state import Table
from companion.table.taps import without_fists
from companion.table.timing import Step, Thought, next_step, thought_due
from companion.tags.known_tags import KnownTags
from companion.tags.presence import (
    PresenceEvent,
    Readers,
    TagLifted,
    TagPresence,
    TagResting,
    TagsTapped,
    TagTapped,
    TagUnreadable,
)
from companion.tags.tag_decks import NO_CARDS, CardCopy, Piece, no_card
from hardware.bus import Buttons, DeviceError, Note, Sighting, Sounder, StuckError

if TYPE_CHECKING:
    from companion.runtime.gain_trial import GainTrialRun

Used = TypeVar("Used")

TURN_S = 1 / 15
"""Seconds between two polls: a card that lies for a tenth of a second is read. A press begins the next turn at once."""

DISK_TURNS, DISK_AT = 900, 75
"""Turns between two looks at the room on the disk, about a minute; the first look comes after some seconds."""

SIDE_BY_SIDE_S = 0.4
"""Maximum seconds between two cards laid side by side by one hand, the first still lying there."""

SAVING_S = 0.5
"""Seconds after which the panel says that saving takes time."""

SLICE = 40
"""Playouts of a computer's choice in one turn: about a millisecond on a desk's machine, 5 ms at most."""

HURRIED = N_("; hurried")
"""Notes in the record that a choice was not thought to its end, so that the same moment may give another one."""

THINKING_S = 0.5
"""Seconds after which the panel says that a computer thinks."""

CALM_S = 2.0
"""Seconds after an input before a checkpoint is saved and garbage is collected: nobody waits for these 3 to 7 ms."""

SHOW_SETTINGS = opened("companion.table.box_settings:show_list")
GAIN_TRIAL, TUNE = opened("companion.runtime.gain_trial:GainTrialRun"), opened("companion.runtime.gain_trial:tune")
MAX_WAITING = 32
"""Maximum inputs queued during a slow write; a further one is refused with a sound."""
TOO_MANY = "more inputs than can wait for the card"


@dataclass(frozen=True, slots=True)
class Arrival:
    """An input and the clock time at which it happened."""

    at: float
    given: inputs.Input


@dataclass(frozen=True, slots=True)
class Thinks:
    """A thought at this moment of a match, begun at a clock time, with the steps that are left."""

    thought: Thought
    match: Match | None
    steps: Thinking[Step]
    since: float


class Loop:
    """One table at work: `turn` is one round, `run` repeats it."""

    def __init__(
        self,
        devices: Devices,
        recorder: Recorder,
        table: Table,
        equipment: Equipment,
        panel: PanelControl | None = None,
    ) -> None:
        """`panel` already shows the table (None: nothing is shown yet)."""
        self.table = table
        self.turns = 0  # that have ended
        self._devices = devices
        self._recorder = recorder
        self._luck = equipment.around.luck
        self._stations = devices.stations
        self._known_tags = KnownTags()
        self._alone = len(self._stations) == 1
        self._readers = Readers(tuple(TagPresence() for _ in self._stations))
        self._panel = panel or PanelControl(devices)
        self._part_health = self._panel.part_health
        self._gestures = Gestures()
        self._starting = set(range(len(self._stations)))  # readers without a clear poll since power-on
        self._shown_at = self._changed_at = self._saving_since = devices.clock.now()
        self._thinking: Thinks | None = None
        self._box = equipment.around.box
        self._settings = self._box.settings if self._box else equipment.settings
        self._touched_at = self._shown_at
        self._trial: GainTrialRun | None = None
        self._earlier = equipment.around.earlier
        self._speaker = equipment.around.speaker
        self._counted_for: Header | None = None
        self._littered = False  # whether an input came since garbage was collected
        self._waiting: deque[Arrival] = deque()
        self._supervisor = Supervisor({})
        recorder.call_while_saving(self._while_saving)

    def run(
        self,
        stop: Callable[[], bool],
        supervisor: Supervisor | None = None,
        tell: Callable[[Table], None] = lambda _: None,
        orders: Callable[[], inputs.Input | None] = lambda: None,
    ) -> bool:
        """Turn until `stop`, or until a player shuts the box down (True). Leaves "saved" on the panel.

        Notifies the supervisor (None: none) and `tell` after each turn; takes what `orders` gives before it. Raises
        StorageError after showing that nothing is saved; GoneError once the missing files are back or OK is pressed.
        """
        clock, self._supervisor = self._devices.clock, supervisor or self._supervisor
        gc.freeze()  # a start makes many objects and hardly any garbage
        while not stop():
            began = clock.now()
            self.receive(orders())
            try:
                self.turn()
            except GoneError:
                self._wait_until_back(stop)
                raise
            self._supervisor.turn_done(clock.now(), self.troubles)
            tell(self.table)
            if self.shut_down:
                return True
            if self._littered and clock.now() - self._shown_at >= CALM_S and not self.thinking:
                self._saving_since = clock.now()
                self._recorder.save_checkpoint()
                gc.collect()
                gc.freeze()  # states and records have no cycles: what is left is never looked at again
                self._littered = False
            self._devices.buttons.wait(0.0 if self.thinking else max(0.0, TURN_S - (clock.now() - began)))
        self._panel.show_stopped()
        return False

    def receive(self, given: inputs.Input | None) -> None:
        """Queue an input that comes from no wire for the next turn; None: there is none."""
        if given is not None:
            self._waiting.append(Arrival(self._devices.clock.now(), given))

    @property
    def troubles(self) -> Mapping[str, str]:
        """The parts that do not work, and why."""
        return self._part_health.troubles

    @property
    def thinking(self) -> bool:
        """Whether a computer's choice is not finished: then the next turn comes at once."""
        return self._thinking is not None

    @property
    def _busy(self) -> str:
        """What takes time now, for the panel."""
        thinks = self._thinking
        long = thinks is not None and self._devices.clock.now() - thinks.since >= THINKING_S
        return THINKING if long else ""

    @property
    def shut_down(self) -> bool:
        """Whether a player has asked to switch the box off."""
        return isinstance(self.table.mode, SwitchedOff)

    def turn(self) -> None:
        """Poll, handle, save, show. Raises StorageError."""
        try:
            arrivals = [*self._waiting, *self._arrivals()]
            self._waiting.clear()
            for arrival in arrivals:
                self._take(arrival)
            self._play_computers()
            self._count_earlier()
            if (news := self._recorder.backup_news()) is not None:
                self._take(Arrival(self._devices.clock.now(), news))
            self._fall_asleep()
            self._panel.dim(self.table)
            self._show(self._busy)
            self._panel.animate(self.table)
            self._panel.refresh()
            self._devices.sounder.tick()
            self._report_pins(self._devices.sounder, part_health.SOUNDER, part_health.OF_THE_SOUNDER.__getitem__)
            self.turns += 1
            if self.turns % DISK_TURNS == DISK_AT:
                self._report_disk()
            if self._box is not None and (missed := self._box.missed(self._devices.clock.now())) is not None:
                self.table = replace(self.table, overlay=missed)
        except (StorageError, DeviceError):
            raise
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - it goes on unless it is somebody else's
            self._blame_guests(fault)

    def _report_disk(self) -> None:
        """Tell that the disk is nearly full while everything still fits."""
        with suppress(OSError):  # what cannot be written says so itself
            free = self._recorder.free_bytes
            if free < NEARLY_FULL_BYTES:
                why = f"nearly full, {free >> 20} MB left: copy old records away and delete them here"
                self._part_health.report_fault(
                    part_health.DISK, why, self._devices.clock.now(), part_health.NEARLY_FULL
                )
            else:
                self._part_health.report_working(part_health.DISK)

    def _fall_asleep(self) -> None:
        """Say good night when nobody has touched the box for long, and a minute later switch it off.

        Never in a club, nor while something works that must not be cut.
        """
        after_s, now = self._settings.power.off_after_min * 60, self._devices.clock.now()
        sleeps = isinstance(self.table.mode, GoingToSleep)
        if not after_s or self.table.house.club is not None or now - self._touched_at < after_s + sleeps * NOTICE_S:
            return
        if not (stays_on() or self._recorder.backs_up):
            self._take(Arrival(now, inputs.Untouched(now=sleeps)))
        elif sleeps:
            self._take(Arrival(now, inputs.Pressed(inputs.Button.BACK)))  # which only keeps it on
        else:
            self._touched_at = now

    def _count_earlier(self) -> None:
        """When a match begins, ask how often these people have played before; tell the table when it is known."""
        earlier, match = self._earlier, self.table.match
        if earlier is None or match is None or not self.table.in_play:
            return
        if match.header is not self._counted_for:
            self._counted_for = match.header
            earlier.ask(match.header)
        elif (series := earlier.answer()) is not None:
            self.table = replace(self.table, before=series)

    def _blame_guests(self, fault: BaseException) -> None:
        """Play on without the game of another package that failed; raises the fault if it is ours."""
        guests = guests_at(self.table)
        if not guests:
            raise fault
        self._thinking = None
        self.table = without_guests(self.table, guests, fault, self._recorder)
        self._play(Rejected(str(fault)))

    def _wait_until_back(self, stop: Callable[[], bool]) -> None:
        """Take no input until the missing files are back, or OK starts anew; the panel gives the reason."""
        clock = self._devices.clock
        while not (stop() or self._recorder.is_there):
            if any(arrival.given == inputs.Pressed(inputs.Button.OK) for arrival in self._poll_buttons()):
                return
            self._supervisor.turn_done(clock.now(), self.troubles)
            self._panel.refresh()
            clock.sleep(TURN_S)

    def _play_computers(self) -> None:
        """Let computer seats act after their pauses. A thought is gone on with for one slice a turn."""
        now = self._devices.clock.now()
        waited_s = now - self._changed_at
        due = thought_due(self.table, waited_s)
        if due is None:
            self._thinking = None
            if next_step(self.table, waited_s) is not None:
                self._take(Arrival(now, inputs.Waited(waited_s)))
            return
        going_on = self._thinking
        if going_on is None or going_on.thought is not due or going_on.match is not self.table.match:
            going_on = Thinks(due, self.table.match, due(self.table), now)
        self._thinking = going_on
        think_s = self._settings.people.think_s  # 0: a computer thinks to the end
        hurries = bool(think_s) and now - going_on.since >= think_s
        try:
            if hurries:
                going_on.steps.throw(HurriedError)
            cost = 0
            while cost < SLICE:
                cost += next(going_on.steps)
        except StopIteration as end:
            self._thinking = None
            reply = end.value(self.table)
            self._keep(replace(reply, effects=(*reply.effects, AddLine(HURRIED))) if hurries else reply)

    def _arrivals(self) -> list[Arrival]:
        return sorted((*self._poll_buttons(), *self._poll_readers()), key=lambda arrival: arrival.at)

    def _while_saving(self) -> None:
        """Poll readers and buttons during a slow write; queue the inputs.

        Feeds the watchdog, since this is no hang: the disk itself limits the time of a sync.
        """
        now = self._devices.clock.now()
        for arrival in self._arrivals():
            if isinstance(arrival.given, inputs.Health | inputs.Holding):
                continue
            if len(self._waiting) < MAX_WAITING:
                self._waiting.append(arrival)
            else:
                self._play(Rejected(TOO_MANY))
        if now - self._saving_since >= SAVING_S:
            self._panel.show(self.table, SAVING)
        self._supervisor.turn_done(now, self.troubles)

    def _poll_buttons(self) -> list[Arrival]:
        """The inputs of the button edges since the last turn; those of refused pins are missing."""
        arrivals: list[Arrival] = []
        edges = self._devices.buttons.edges()
        self._report_pins(self._devices.buttons, part_health.BUTTONS, part_health.button_part)
        now = self._devices.clock.now()
        if self._speaker is not None:
            self._speaker.pressed([(edge.down, edge.at) for edge in edges if edge.button == inputs.SAY], now)
        for edge in edges:
            if edge.button != inputs.SAY:
                self._gestures, given = self._gestures.edge(edge.button, down=edge.down, at=edge.at)
                arrivals += [Arrival(edge.at, given_input) for given_input in given]
        self._gestures, given = self._gestures.tick(now)
        return arrivals + [Arrival(now, given_input) for given_input in given]

    def _poll_readers(self) -> list[Arrival]:
        """The inputs of one poll of each reader, after the part health if the table does not know it."""
        if self._trial is not None:
            return self._try_gains(self._trial)
        taps = [arrival for place in range(len(self._stations)) for arrival in self._poll_reader(place)]
        now = self._devices.clock.now()
        health = self._part_health.health(now)
        news = with_health(self.table, health) is not self.table
        return [Arrival(now, health), *taps] if news else taps

    def _try_gains(self, trial: GainTrialRun) -> list[Arrival]:
        """Go on with the trial, which has the first reader for itself; its end is an input."""
        if not isinstance(self.table.mode, TryingGains):
            trial.stop()
            self._trial = None
            return []
        tried, sighting, now = trial.step(), trial.sighting, self._devices.clock.now()
        uids = frozenset([self._number(uid, sighting) for uid in sighting.uids])
        self._readers, _ = self._readers.saw(0, uids, now, unclear=sighting.unclear)  # the card of the trial is no tap
        if tried is None:
            return []
        self._trial = None
        return [Arrival(now, tried)]

    def _poll_reader(self, place: int) -> list[Arrival]:
        """The inputs of one poll of this reader; a fault is reported and proves nothing about its tags."""
        station, clock = self._stations[place], self._devices.clock
        sighting = self._attempt(station.part, station.reader.poll)
        if sighting is None:
            self._readers, events = self._readers.after_fault(place, clock.now())
            return [self._arrival(event, place) for event in events]
        if sighting.pending:
            return []
        uids = frozenset([self._number(uid, sighting) for uid in sighting.uids])
        self._readers, events = self._readers.saw(
            place, uids, clock.now(), unclear=sighting.unclear, alone=sighting.alone
        )
        arrivals = [self._arrival(event, place) for event in events]
        starting = place in self._starting
        if not sighting.unclear:
            self._starting.discard(place)
        return [arrival for arrival in arrivals if not (starting and self._saved_already(arrival.given))]

    def _attempt(self, part: str, use: Callable[[], Used]) -> Used | None:
        """Use a part; a fault is reported, and None returned.

        Reports place and advice only: the bytes on the wire may hold the UID of a tag.
        """
        try:
            result = use()
        except DeviceError as fault:
            self._part_health.report_fault(part, f"{fault.bus}: {fault.what}", self._devices.clock.now())
            return None
        self._part_health.report_working(part)
        return result

    def _report_pins(self, device: Buttons | Sounder, whole: str, part_of: Callable[[str], str]) -> None:
        """Report the parts on pins that fail: as one if no pin can be used, else one by one."""
        faults, health = device.faults, self._part_health
        if not faults and not health.troubles:
            return
        failing = {part_of(name): fault for name, fault in faults.items()}
        if faults and len(faults) == len(device.names):
            failing = {whole: next(iter(faults.values()))}
        for part in (whole, *map(part_of, device.names)):
            if part not in failing:
                health.report_working(part)
        for part, fault in failing.items():
            word = part_health.STUCK if isinstance(fault, StuckError) else part_health.REFUSED
            health.report_fault(part, f"{fault.bus}: {fault.what}", self._devices.clock.now(), word)

    def _arrival(self, event: PresenceEvent, place: int) -> Arrival:
        whose = self._stations[place].seat
        match event:
            case TagTapped(uid=uid, at=at):
                return Arrival(at, inputs.Tapped((self._piece(uid),), self._side_by_side(uid, at, place), whose, place))
            case TagsTapped(uids=uids, at=at):
                return Arrival(at, inputs.Tapped(tuple(map(self._piece, sorted(uids))), whose=whose))
            case TagResting(uid=uid, at=at):
                return Arrival(at, inputs.Resting(self._piece(uid)))
            case TagUnreadable(at=at, gone=gone):
                return Arrival(at, inputs.UnreadableTag(gone))
            case TagLifted(uid=uid, at=at, unread=unread):
                return Arrival(at, inputs.Lifted(self._piece(uid), unread))

    def _side_by_side(self, uid: bytes, at: float, place: int) -> bool:
        """Whether another tag that can be a card was laid there a moment ago."""
        lays = (lay for lay in self._readers.presences[place].lays if lay.uid not in NO_CARDS)
        return any(lay.uid != uid and at - lay.since <= SIDE_BY_SIDE_S for lay in lays)

    def _number(self, uid: bytes, sighting: Sighting) -> bytes:
        """The number of a tag; of one that can be no card, and is in no deck, the value of its kind.

        Of several readers all have one number for a tag. Of a single one that is found out where the tag is tapped.
        """
        kind = no_card(uid, chip_card=uid in sighting.chip_cards)
        if kind is None and self._alone:
            return uid
        shelf = self.table.house.shelf
        number = self._known_tags.number(uid, shelf)
        return number if kind is None or shelf.has(number) else kind.value

    def _piece(self, uid: bytes) -> Piece | inputs.Stranger:
        match, shelf = self.table.match, self.table.house.shelf
        if uid in NO_CARDS:
            return inputs.Stranger(kind=NO_CARDS[uid])
        if self.table.decks is not None:
            return inputs.Stranger(uid=self._known_tags.number(uid, shelf))
        kind = match.header.game.deck_kind if match else ""
        if (piece := shelf.piece(uid, kind)) is not None:
            return piece
        number = self._known_tags.number(uid, shelf)
        return shelf.piece(number, kind) or inputs.Stranger(shelf.foreign(number, kind) or "", number)

    def _saved_already(self, given: inputs.Input) -> bool:
        """Whether these cards lay on the reader at power-on and are saved already: then it is no new tap."""
        match = self.table.match
        if match is None or match.said is None or not isinstance(given, inputs.Tapped):
            return False
        saved = match.said.cards
        return all(isinstance(piece, CardCopy) and card_of(match, piece) in saved for piece in given.pieces)

    def _take(self, arrival: Arrival) -> None:
        """Judge one input, save the reply, and only then show it."""
        given = without_fists(self.table, arrival.given)
        if given is None:
            return
        wakes = isinstance(given, inputs.Tapped | inputs.Pressed | inputs.Held | inputs.UnreadableTag | inputs.Ordered)
        if wakes:
            self._touched_at = arrival.at
        if wakes and self._panel.wake(self.table) and isinstance(given, inputs.Pressed | inputs.Held):
            return
        if isinstance(given, inputs.Pressed) and arrival.at < self._shown_at:
            self._play(MEANINGLESS)
            return
        self._keep(
            answer(self.table, given, self._luck),
            shows=not isinstance(given, inputs.Holding | inputs.Health | inputs.Lifted),
        )

    def _keep(self, reply: Reply, *, shows: bool = True) -> None:
        """Save a reply, and then show it; what does not count as a change of the table is shown in its turn."""
        before, self._saving_since = self.table, self._devices.clock.now()
        try:
            self.table = self._recorder.keep(reply)
            for effect in reply.effects:
                self._adjust(effect)
        except StorageError as fault:
            self._panel.show_not_saved(gone=isinstance(fault, GoneError))
            raise
        self._play(reply.outcome)
        if shows:
            self._littered = True
            self._show()
            self._shown_at = self._devices.clock.now()
            self._changed_at = self._changed_at if self.table is before else self._shown_at
        if self._speaker is not None:
            for asked in reply.effects:
                if isinstance(asked, AskVoice):
                    self._speaker.answer(asked.entry)
                if isinstance(asked, KeepSetting) and asked.key[0] == "voice":
                    self._speaker.try_out()

    def _adjust(self, effect: Effect) -> None:
        """Do what was chosen in the settings of the box."""
        box, now = self._box, self._devices.clock.now()
        if box is None:
            return
        match effect:
            case OfferSettings():
                self._show_settings()
            case KeepSetting(key=key, value=value):
                notice = box.keep(key, value, now)
                self._put_into_force(key)
                self._show_settings()
                self.table = replace(self.table, overlay=notice)
            case SetClock(parts=parts):
                notice = box.set_clock(parts)
                self._show_settings()
                self.table = replace(self.table, overlay=notice)
            case TryGains():
                reader = self._settings.reader
                self._trial = GAIN_TRIAL()(
                    self._stations[0].reader, reader.entry.gains, reader.gain, self._devices.clock
                )

    def _show_settings(self) -> None:
        assert self._box is not None
        self.table = SHOW_SETTINGS()(self.table, self._box.offered(self._recorder.time))

    def _put_into_force(self, key: tuple[str, ...]) -> None:
        """Follow the settings of the box after a change of this one."""
        assert self._box is not None
        settings = self._settings = self._box.settings
        self._speaker = self._box.speaker
        house = replace(
            self.table.house,
            advises=settings.people.advice,
            speaks=self._speaker is not None and settings.voice.verbosity != "off",
        )
        match key:
            case "people", "language":
                speak(settings.people.language)
            case "sounds", "on":
                house = replace(house, muted=not settings.sounds.on)
            case "panel", _:
                self._panel.adjust(settings.panel)
            case "reader", "gain":
                TUNE()(self._stations[0].reader, settings.reader.gain)
        self.table = replace(self.table, house=house)

    def _show(self, busy: str = "") -> None:
        """Show the table, and then have it said."""
        self._panel.show(self.table, busy)
        if self._speaker is None:
            return
        self._speaker.show(self.table)
        if self._speaker.trouble:
            self._part_health.report_fault(part_health.VOICE, self._speaker.trouble, self._devices.clock.now())
        else:
            self._part_health.report_working(part_health.VOICE)

    def _play(self, outcome: Outcome) -> None:
        tune, sounder = cue_of(outcome).value, self._devices.sounder
        if tune.shines_ms:
            sounder.light(tune.colour, tune.shines_ms)
        if tune.notes and not self.table.house.muted:
            sounder.play(tuple(Note(hz, ms) for hz, ms in tune.notes))
