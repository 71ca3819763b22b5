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
from itertools import starmap
from operator import attrgetter
from typing import TypeAlias

from companion.inputs import inputs
from companion.runtime import guest_games, part_health
from companion.runtime.devices import Devices
from companion.runtime.equipment import Equipment
from companion.runtime.gestures import Gestures
from companion.runtime.panel import PanelControl
from companion.runtime.recorder import Recorder
from companion.runtime.systemd import Supervisor, stays_on
from companion.runtime.tag_reading import Arrival, TagReading
from companion.runtime.thinker import Thinker
from companion.screens.words import SAVING, THINKING
from companion.storage.disk import NEARLY_FULL_BYTES, GoneError, StorageError
from companion.support.lazy_import import lazy_call
from companion.support.values import replace
from companion.table import handling, taps, timing
from companion.table.cues import CUES
from companion.table.effects import AskVoice, ForLoop, KeepSetting
from companion.table.modes import GoingToSleep, SwitchedOff
from companion.table.reply import Outcome, Reply
from companion.table.state import Table
from hardware.bus import Buttons, DeviceError, Note, Sounder, StuckError

TURN_S = 1 / 15
"""Seconds between two polls: a card that lies for a tenth of a second is read. A press begins the next turn at once."""

DISK_TURNS, DISK_AT = 900, 75
"""Turns between two looks at the room on the disk, about a minute; the first look comes after some seconds."""

SAVING_S = 0.5
"""Seconds after which the panel says that saving takes time."""

CALM_S = 2.0
"""Seconds after an input before a checkpoint is saved and garbage is collected: nobody waits for these 3 to 7 ms."""

TOUCHES: TypeAlias = inputs.Tapped | inputs.Pressed | inputs.Held | inputs.UnreadableTag | inputs.Ordered
PRESSES: TypeAlias = inputs.Pressed | inputs.Held
UNSHOWN: TypeAlias = inputs.Holding | inputs.Health | inputs.Lifted
"""What wakes the panel; of it, what only wakes one that is dark; what is not shown at once."""

NOTICE_S = 60.0
"""Seconds from "good night" to the switch."""

MAX_WAITING = 32
"""Maximum inputs queued during a slow write; a further one is refused with a sound."""

NOTES = {outcome: tuple(starmap(Note, cue.notes)) for outcome, cue in CUES.items()}
"""What the sounder plays of an outcome."""

SETTINGS_EFFECTS = lazy_call("companion.runtime.settings_effects:SettingsEffects")


class Loop:
    """One table at work: `turn` is one round, `run` repeats it."""

    def __init__(
        self,
        devices: Devices,
        recorder: Recorder,
        table: Table,
        equipment: Equipment,
        *,
        panel: PanelControl | None = None,
    ) -> None:
        """`panel` already shows the table (None: nothing is shown yet)."""
        self.table = table
        self.turns = 0  # that have ended
        self._devices, self._clock = devices, devices.clock
        self._recorder, self._equipment = recorder, equipment
        self._box = equipment.around.box
        self._panel = panel or PanelControl(devices)
        self._part_health = self._panel.part_health
        self._readers = TagReading(devices.stations, devices.clock, self._part_health)
        self._gestures = Gestures()
        self._thinker = Thinker()
        self._touched_at = self._shown_at = self._changed_at = self._saving_since = devices.clock.now()
        self._littered = False  # whether an input came since garbage was collected
        self._waiting: deque[Arrival] = deque()
        self._supervisor = Supervisor({})
        recorder.store.disk.call_while_syncing(self._while_saving)

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
        clock, self._supervisor = self._clock, supervisor or self._supervisor
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
            self._waiting.append(Arrival(self._clock.now(), given))

    @property
    def troubles(self) -> Mapping[str, str]:
        """The parts that do not work, and why."""
        return self._part_health.troubles

    @property
    def thinking(self) -> bool:
        """Whether a computer's choice is not finished: then the next turn comes at once."""
        return self._thinker.thinks

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
            now = self._clock.now()
            self._play_computers(now)
            self._count_earlier()
            if (news := self._recorder.stick_news()) is not None:
                self._take(Arrival(now, news))
            self._fall_asleep(now)
            self._panel.dim(self.table, now)
            self._show(THINKING if self._thinker.takes_long(now) else "")
            self._panel.animate(self.table, now)
            self._panel.refresh(now)
            self._devices.sounder.tick()
            wires = part_health.BY_WIRE.__getitem__
            self._report_pins(self._devices.sounder, part_health.SOUNDER, wires)
            self.turns += 1
            if self.turns % DISK_TURNS == DISK_AT:
                with suppress(OSError):  # what cannot be written says so itself
                    self._report_disk(self._recorder.store.free_bytes)
            if self._box is not None and (missed := self._box.check_helper(self._clock.now())) is not None:
                self.table = replace(self.table, overlay=missed)
        except BaseException as fault:  # noqa: BLE001 - it goes on unless it is somebody else's
            self.blame_guests(fault)

    def _report_pins(self, device: Buttons | Sounder, whole: str, part_of: Callable[[str], str]) -> None:
        """Report the parts on pins that fail: as `whole` if no pin can be used, else one by one."""
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
            health.report_fault(part, f"{fault.bus}: {fault.what}", self._clock.now(), word)

    def _report_disk(self, free_bytes: int) -> None:
        """Tell that the disk is nearly full while everything still fits."""
        if free_bytes >= NEARLY_FULL_BYTES:
            self._part_health.report_working(part_health.DISK)
            return
        why = f"nearly full, {free_bytes >> 20} MB left: copy old records away and delete them here"
        self._part_health.report_fault(part_health.DISK, why, self._clock.now(), part_health.NEARLY_FULL)

    def _fall_asleep(self, now: float) -> None:
        """Say good night when nobody has touched the box for long, and a minute later switch it off.

        Never in a club, nor while something works that must not be cut.
        """
        after_s = self._equipment.in_force.power.off_after_min * 60
        idle_s = now - self._touched_at
        sleeps = idle_s >= after_s and isinstance(self.table.mode, GoingToSleep)
        if not after_s or self.table.house.club is not None or idle_s < after_s + sleeps * NOTICE_S:
            return
        if not (stays_on() or self._recorder.at_stick):
            self._take(Arrival(now, inputs.Untouched(now=sleeps)))
        elif sleeps:
            self._take(Arrival(now, inputs.Pressed(inputs.Button.BACK)))  # which only keeps it on
        else:
            self._touched_at = now

    def _count_earlier(self) -> None:
        """Tell the table how often these people have played before, when it is known."""
        earlier, match = self._equipment.around.earlier, self.table.match
        if earlier is None or match is None or not self.table.in_play:
            return
        if (series := earlier.series_before(match.header)) is not None:
            self.table = replace(self.table, before=series)

    def blame_guests(self, fault: BaseException) -> None:
        """Play on without the game of another package that failed; raises other faults."""
        if isinstance(fault, DeviceError):
            raise fault
        self._thinker.drop()
        self.table = guest_games.without_guests(self.table, fault, self._recorder)
        self._play(Outcome.REJECTED)

    def _wait_until_back(self, stop: Callable[[], bool]) -> None:
        """Take no input until the missing files are back, or OK starts anew; the panel gives the reason."""
        clock = self._clock
        while not (stop() or self._recorder.is_there):
            if any(arrival.given == inputs.Pressed(inputs.Button.OK) for arrival in self._poll_buttons()):
                return
            self._supervisor.turn_done(clock.now(), self.troubles)
            self._panel.refresh(clock.now())
            clock.sleep(TURN_S)

    def wait_anew(self) -> None:
        """The pause before a computer acts begins now: somebody is still asked."""
        self._changed_at = self._clock.now()

    def _play_computers(self, now: float) -> None:
        """Let computer seats act after their pauses. A thought is gone on with for one slice a turn."""
        waited_s = now - self._changed_at
        due = timing.thought_due(self.table, waited_s)
        if due is not None:
            reply = self._thinker.think(due, self.table, now, self._equipment.in_force.people.think_s)
            if reply is not None:
                self._keep(reply)
            return
        self._thinker.drop()
        if timing.next_step(self.table, waited_s) is not None:
            self._take(Arrival(now, inputs.Waited(waited_s)))

    def _arrivals(self) -> list[Arrival]:
        return sorted((*self._poll_buttons(), *self._readers.poll(self.table)), key=attrgetter("at"))

    def _while_saving(self) -> None:
        """Poll readers and buttons during a slow write; queue the inputs.

        Feeds the watchdog, since this is no hang: the disk itself limits the time of a sync.
        """
        now = self._clock.now()
        for arrival in self._arrivals():
            if isinstance(arrival.given, inputs.Health | inputs.Holding):
                continue
            if len(self._waiting) < MAX_WAITING:
                self._waiting.append(arrival)
            else:
                self._play(Outcome.REJECTED)
        if now - self._saving_since >= SAVING_S:
            self._panel.show(self.table, SAVING)
        self._supervisor.turn_done(now, self.troubles)

    def _poll_buttons(self) -> list[Arrival]:
        """The inputs of the button edges since the last turn; those of refused pins are missing."""
        arrivals: list[Arrival] = []
        buttons = self._devices.buttons
        edges = buttons.edges()
        self._report_pins(buttons, part_health.BUTTONS, part_health.button_part)
        now = self._clock.now()
        if (voice := self._equipment.around.voice) is not None:
            voice.take_edges([(edge.down, edge.at) for edge in edges if edge.button == inputs.SAY], now)
        for edge in edges:
            if edge.button != inputs.SAY:
                self._gestures, given = self._gestures.edge(edge.button, down=edge.down, at=edge.at)
                arrivals += [Arrival(edge.at, given_input) for given_input in given]
        self._gestures, given = self._gestures.tick(now)
        return arrivals + [Arrival(now, given_input) for given_input in given]

    def _take(self, arrival: Arrival) -> None:
        """Judge one input, save the reply, and only then show it."""
        given = taps.without_fists(self.table, arrival.given)
        if given is None:
            return
        if isinstance(given, TOUCHES):
            self._touched_at = arrival.at
            if self._panel.wake(self.table) and isinstance(given, PRESSES):
                return
        if isinstance(given, inputs.Pressed) and arrival.at < self._shown_at:
            self._play(Outcome.MEANINGLESS)
            return
        reply = handling.answer(self.table, given, self._equipment.around.luck)
        self._keep(reply, shows=not isinstance(given, UNSHOWN))

    def _keep(self, reply: Reply, *, shows: bool = True) -> None:
        """Save a reply, and then show it; what does not count as a change of the table is shown in its turn."""
        before, self._saving_since = self.table, self._clock.now()
        try:
            self.table = self._recorder.keep(reply)
            for effect in reply.effects:
                if self._box is not None and isinstance(effect, ForLoop):
                    menu = SETTINGS_EFFECTS(self._box, self._panel, self._readers, self._recorder)
                    self.table = menu.follow(effect, self.table, self._clock.now())
        except StorageError as fault:
            self._panel.show_not_saved(gone=isinstance(fault, GoneError))
            raise
        self._play(reply.outcome)
        if shows:
            self._littered = True
            self._show()
            self._shown_at = self._clock.now()
            self._changed_at = self._changed_at if self.table is before else self._shown_at
        if (voice := self._equipment.around.voice) is not None:
            for asked in reply.effects:
                if isinstance(asked, AskVoice):
                    voice.answer(asked.entry)
                if isinstance(asked, KeepSetting) and asked.key[0] == "voice":
                    voice.try_out()

    def _show(self, busy: str = "") -> None:
        """Show the table, and then have it said."""
        self._panel.show(self.table, busy)
        if (voice := self._equipment.around.voice) is None:
            return
        voice.show(self.table)
        if voice.trouble:
            self._part_health.report_fault(part_health.VOICE, voice.trouble, self._clock.now())
        else:
            self._part_health.report_working(part_health.VOICE)

    def _play(self, outcome: Outcome) -> None:
        cue, sounder = CUES[outcome], self._devices.sounder
        if cue.shines_ms:
            sounder.light(cue.colour, cue.shines_ms)
        if cue.notes and not self.table.house.muted:
            sounder.play(NOTES[outcome])
