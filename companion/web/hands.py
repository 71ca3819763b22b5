"""The box of the virtual table and the hands at it: cards on its reader, fingers on its buttons, its plug.

A movement is a generator: what it does happens when it is asked for the next wait, so that several can be strung
together and nothing here knows who waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from companion.enrolment.enrolment import Enrolment
from companion.inputs.inputs import Button, Held, Pressed
from companion.runtime.loop import TURN_S
from companion.screens.spoken_sentences import Kind
from companion.settings.schema import Settings
from companion.simulation.box import HOLD_S, LAY_S, PRESS_S, SimulatedBox, SimulatedSetup, regulars_of
from companion.storage.records import Store
from companion.support.messages import msg, tr
from companion.support.values import dataclass, replace
from companion.table.state import Table
from companion.web.heard import PageEars
from companion.web.orders import How

AWAY_S = LAY_S + 3 * TURN_S
"""Time after which the reader is sure that a lifted card is gone."""

DARK_S = 1.0
"""Time the plug is out."""

LONGEST_PUSH_S = 4.0
"""Time after which a button comes up by itself: its release is lost with a page that was left."""

NO_TAG = msg("{card} has no tag in this deck.")

OFF = msg("The box is off.")


class RefusedOrderError(Exception):
    """What was asked for cannot be done; says why in a sentence, a message."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds until a movement goes on. `breaks`: nothing is in anybody's hand, so a new order ends the movement.

    `hurried`: nobody waits for them. `told`: what is told of the order from now on; None: as before.
    """

    seconds: float
    breaks: bool = False
    hurried: bool = False
    told: str | None = None


Movement: TypeAlias = "Iterator[Wait]"

TURN = Wait(TURN_S)
PAUSE = Wait(0.0, breaks=True)


def hurry(movement: Movement) -> Movement:
    """The movement as ever, but nobody waits for it."""
    return (replace(wait, hurried=True) for wait in movement)


class Hands:
    """A box, and the hands that lay and lift cards, push its buttons and pull its plug.

    `setup` is what the box is made of when it is next switched on; `resumed` is the match that it began with.
    """

    def __init__(self, store: Store, setup: SimulatedSetup, ears: PageEars) -> None:
        self._store = store
        self._ears = ears
        self._lying: dict[bytes, str] = {}
        self._passing: tuple[bytes, ...] = ()
        self.equip(setup)
        self.switch_on()

    def switch_on(self) -> None:
        """Power on, with the cards on the reader that lie there."""
        self.box, self.powered = SimulatedBox(self._store, self.setup, lying=self._lying), True
        self._pushed_at, self.resumed = 0.0, self.table.match
        self._ears.begin_anew()

    @property
    def is_off(self) -> bool:
        """Whether somebody has switched the box off by its menu: it only shows its last picture."""
        return self.powered and self.box.shut_down

    def settle(self, settings: Settings) -> None:
        """People, sounds and house rules are these when the box is next switched on."""
        equipment = self.setup.equipment
        chosen = replace(equipment.settings, people=settings.people, sounds=settings.sounds, rules=settings.rules)
        equipment = replace(equipment, settings=chosen, regulars=regulars_of(chosen))
        self.equip(replace(self.setup, equipment=equipment))

    def equip(self, setup: SimulatedSetup) -> None:
        """The box is made of this when it is next switched on, and these hands tend it."""
        self.setup = replace(setup, equipment=replace(setup.equipment, tended=True))

    @property
    def table(self) -> Table:
        """What the program thinks."""
        return self.box.table

    @property
    def now(self) -> float:
        """The time of this box, in seconds since it was switched on."""
        return self.box.wires.clock.now()

    @property
    def lying(self) -> tuple[str, ...]:
        """The words of the cards on the reader."""
        return tuple(self._lying.values())

    def clear_reader(self) -> None:
        """Nothing lies on the reader of the next box."""
        self._lying, self._passing = {}, ()

    def lay(self, uids: tuple[bytes, ...], words: Iterable[str], how: How = How.TAP) -> Movement:
        """Cards on the reader, and off again unless they are to rest there."""
        for uid, word in zip(uids, words, strict=True):
            if uid not in self._lying:
                self.box.wires.lay(uid)
                self._lying[uid] = word
        if how is How.BRUSH:
            yield from self.lift(uids)
        elif how is How.TAP:
            self._passing = uids
            yield Wait(self.box.lay_s)
            yield from self.lift(uids)
        else:
            yield TURN

    def lift(self, uids: Iterable[bytes] | None = None) -> Movement:
        """Take these cards off the reader. None: all that lie there."""
        self._take_up(tuple(self._lying) if uids is None else uids)
        yield Wait(AWAY_S)

    def _take_up(self, uids: Iterable[bytes]) -> None:
        for uid in uids:
            self.box.wires.lift(uid)
            self._lying.pop(uid, None)
        self._passing = ()

    def let_go(self) -> None:
        """No finger is on a button, and what was only to pass over the reader is lifted."""
        self._take_up(self._passing)
        self._release_all()

    def _release_all(self) -> None:
        for button in Button:
            self.box.wires.pins.release(button.value)

    def release_lost_buttons(self) -> None:
        """Let go of what nobody holds any more."""
        if self.buttons_are_down and self.now - self._pushed_at >= LONGEST_PUSH_S:
            self._release_all()

    @property
    def buttons_are_down(self) -> bool:
        """Whether a finger is on a button."""
        return any(self.box.wires.pins.is_down(button.value) for button in Button)

    def push(self, button: Button, *, down: bool, stays_s: float = PRESS_S) -> Movement:
        """A finger stays at least as long on a button as fingers do."""
        pins, self._pushed_at = self.box.wires.pins, self.now
        (pins.press if down else pins.release)(button.value)
        yield Wait(stays_s) if down else TURN

    def press(self, given: Pressed | Held) -> Movement:
        """Push a button and let it go; one that is held stays down longer."""
        yield from self.push(given.button, down=True, stays_s=HOLD_S if isinstance(given, Held) else PRESS_S)
        yield from self.push(given.button, down=False)

    def pull_the_plug(self) -> Movement:
        """Power is lost with whatever lies on the reader, and comes back: at once to a box that is off."""
        was_off, enrols = self.is_off, isinstance(self.table.decks, Enrolment)
        self.box.pull_the_plug()
        if not was_off:
            self.powered = False
            self._ears.tell(lambda: tr("No power."), Kind.MISTAKE)
            yield Wait(DARK_S)
        self.switch_on()
        if enrols:
            self.box.go_on_enrolling()
        yield Wait(LAY_S)
        yield from self.lift(self._passing)

    def toggle_fault(self, name: str) -> None:
        """Switch a fault of the wires on or off, also of the next box. Raises RefusedOrderError."""
        if name not in (known := self.box.wires.known_faults):
            raise RefusedOrderError(msg("There is no fault of this name; there are {names}.", names=", ".join(known)))
        self.box.switch(name)
        self.setup = replace(self.setup, faults=tuple(self.box.wires.faults.on()))
