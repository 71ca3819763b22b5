from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.bus import Edge, StuckError
from hardware.default_wiring import BUTTONS, SOUNDER
from hardware.drivers.buttons import STUCK_S, Debounce, GpioButtons
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.pin_factory import SimPin
from hardware.sim.pins import SimPins

WINDOW_MS = 20
CALM_MS = WINDOW_MS + 1

# Debounce, on trains of raw edges in whole milliseconds.


@dataclass(frozen=True, slots=True)
class Press:
    """One intended press: the calm before it, chatter as gaps between flips, and how long it is held after."""

    before: int
    down_gaps: tuple[int, ...]
    held: int
    up_gaps: tuple[int, ...]


def even(gaps: list[int]) -> tuple[int, ...]:
    """An even number of flips, so that the burst ends at the level it began."""
    return tuple(gaps[: len(gaps) // 2 * 2])


bursts = st.lists(st.integers(0, WINDOW_MS - 1), max_size=20).map(even)
any_press = st.builds(Press, st.integers(2 * CALM_MS, 500), bursts, st.integers(1, 800), bursts)
long_press = st.builds(Press, st.integers(2 * CALM_MS, 500), bursts, st.integers(CALM_MS, 800), bursts)


def train(presses: list[Press]) -> list[tuple[int, bool]]:
    """The raw edges of some presses: (millisecond, down)."""
    gaps = [gap for press in presses for gap in (press.before, *press.down_gaps, press.held, *press.up_gaps)]
    return [(at, number % 2 == 0) for number, at in enumerate(accumulate(gaps))]


def debounced(raw: list[tuple[int, bool]], *polls: int) -> list[Edge]:
    """What `Debounce` makes of raw edges with looks at the clock in between, a last one long after."""
    debounce = Debounce("OK", WINDOW_MS)
    known = [(at, False, False) for at in polls] + [(at, True, down) for at, down in raw]
    found: list[Edge] = []
    for at, is_edge, down in sorted(known, key=lambda entry: entry[0]):
        found += debounce.level(at, down=down) if is_edge else debounce.settle(at)
    return found + debounce.settle(10**9)


def test_a_press_shorter_than_the_window_is_one_press_and_one_release() -> None:
    assert debounced([(100, True), (101, False)]) == [Edge("OK", True, 100), Edge("OK", False, 121)]


def test_a_contact_that_rattles_without_end_is_one_press() -> None:
    rattle = [(at, at % 2 == 0) for at in range(100, 100_000)]
    assert debounced(rattle)[:-1] == [Edge("OK", True, 100)]


@given(st.lists(any_press, max_size=8), st.lists(st.integers(0, 8000), max_size=30))
def test_as_many_presses_come_out_as_were_made(presses: list[Press], polls: list[int]) -> None:
    found = debounced(train(presses), *polls)
    assert [edge.down for edge in found] == [True, False] * len(presses)


@given(st.lists(long_press, max_size=8))
def test_each_change_counts_at_its_first_edge(presses: list[Press]) -> None:
    firsts: list[int] = []
    now = 0
    for press in presses:
        firsts += [now + press.before, now + press.before + sum(press.down_gaps) + press.held]
        now = firsts[-1] + sum(press.up_gaps)
    assert [edge.at for edge in debounced(train(presses))] == firsts


any_train = st.lists(st.tuples(st.integers(0, 3000), st.booleans()), max_size=60).map(
    lambda raw: sorted(raw, key=lambda edge: edge[0])
)


@given(any_train)
def test_whatever_the_contact_does_the_changes_alternate_and_the_last_level_is_right(
    raw: list[tuple[int, bool]],
) -> None:
    found = debounced(raw)
    assert [edge.down for edge in found] == [number % 2 == 0 for number in range(len(found))]
    assert (found[-1].down if found else False) == (raw[-1][1] if raw else False)
    assert [edge.at for edge in found] == sorted(edge.at for edge in found)


@given(any_train)
def test_two_presses_are_always_a_window_apart(raw: list[tuple[int, bool]]) -> None:
    presses = [edge.at for edge in debounced(raw) if edge.down]
    assert all(later - earlier >= WINDOW_MS for earlier, later in pairwise(presses))


@given(any_train, st.lists(st.integers(0, 4000), max_size=30))
def test_looking_more_often_changes_nothing(raw: list[tuple[int, bool]], polls: list[int]) -> None:
    assert debounced(raw, *polls) == debounced(raw)


# GpioButtons, on simulated pins.


class Box:
    """Buttons on simulated pins, opened."""

    def __init__(self, faults: Faults | None = None) -> None:
        self.clock = SimClock()
        self.pins = SimPins(self.clock, BUTTONS | SOUNDER, faults=faults)
        self.buttons = self.open()
        assert self.told() == []

    def open(self) -> GpioButtons:
        return GpioButtons(self.clock, self.pins)

    def told(self, ms: float = 0) -> list[tuple[str, bool]]:
        """The edges once so much time has passed."""
        self.clock.advance(ms / 1000)
        return [(edge.button, edge.down) for edge in self.buttons.edges()]


STORIES = [
    # what fingers do between two looks (+ press, - release, milliseconds pass), and what each look tells
    *((f"+{button} 50, -{button} 50, 50", f"+{button}, -{button}, ") for button in BUTTONS),
    ("+OK 60 -OK 100", "+OK -OK"),  # between two looks
    ("+UP 5 +BACK 5 -UP 100", "+UP +BACK -UP"),  # two at once, each for itself and in order of time
    ("+OK 5 -OK 50 +UP 50", "+OK -OK +UP"),  # the late release of a short press stands before a later press
]


@pytest.mark.parametrize(("fingers", "told"), STORIES)
def test_each_press_and_release_is_told_by_name_and_in_order(fingers: str, told: str) -> None:
    box = Box()
    for done, expected in zip(fingers.split(", "), told.split(", "), strict=True):
        for deed in done.split():
            if deed.isdecimal():
                box.clock.advance(int(deed) / 1000)
            else:
                (box.pins.press if deed[0] == "+" else box.pins.release)(deed[1:])
        assert box.told() == [(edge[1:], edge[0] == "+") for edge in expected.split()]


def test_an_edge_carries_the_moment_it_happened_not_the_moment_it_was_asked_for() -> None:
    box = Box()
    box.clock.advance(1)
    box.pins.press("OK")
    box.clock.advance(0.4)
    assert box.buttons.edges() == [Edge("OK", True, 1.0)]


def test_a_held_button_acts_once() -> None:
    box = Box()
    box.pins.press("OK")
    assert box.told(40) == [("OK", True)]
    assert [box.told(1000) for _ in range(60)] == [[]] * 60
    assert box.buttons.buttons_down() == {"OK"}


def test_a_bouncing_button_is_one_press_and_one_release() -> None:
    faults = Faults()
    faults.switch_on("bounce", Strike(where=(1, 2, 4, 5, 9, 11)))
    box = Box(faults)
    for _ in range(3):
        box.pins.press("UP")
        assert box.told(100) == [("UP", True)]
        box.pins.release("UP")
        assert box.told(100) == [("UP", False)]


def test_a_stuck_button_does_not_repeat_and_leaves_the_others_alone() -> None:
    faults = Faults()
    faults.switch_on("stuck", Strike(button="BACK"))
    box = Box(faults)
    for _ in range(3):
        box.pins.press("BACK")
        box.pins.release("BACK")
    box.pins.press("OK")
    assert box.told(50) == [("BACK", True), ("OK", True)]
    box.pins.release("OK")
    assert box.told(60_000) == [("OK", False)]


@pytest.mark.parametrize("lost", [True, False])
def test_a_lost_edge_is_found_from_the_level_of_the_pin(monkeypatch: pytest.MonkeyPatch, *, lost: bool) -> None:
    box = Box()
    tells = SimPin._call_when_changed
    monkeypatch.setattr(SimPin, "_call_when_changed", lambda pin: tells(pin) if bool(pin.state) is lost else None)
    for _ in range(2):
        box.pins.press("OK")
        assert [edge for _ in BUTTONS for edge in box.told(20)] == [("OK", True)]
        box.pins.release("OK")
        assert [edge for _ in BUTTONS for edge in box.told(20)] == [("OK", False)]


def test_a_button_that_is_down_at_the_start_is_no_press_but_seems_stuck() -> None:
    box = Box()
    box.buttons.close()
    box.pins.press("BACK")
    assert box.told() == []
    assert box.buttons.buttons_down() == {"BACK"}
    assert box.told(1000) == []
    box.pins.release("BACK")
    assert box.told(50) == [("BACK", False)]


def test_a_wait_ends_with_a_press_and_else_after_its_time() -> None:
    box = Box()
    box.buttons.wait(1)
    assert box.clock.now() == 1
    box.pins.press("OK")
    box.buttons.wait(1)
    assert box.clock.now() == 1


def test_a_contact_that_rattles_without_end_does_not_end_every_wait() -> None:
    box = Box()
    for _ in range(20):
        box.pins.press("OK")
        box.pins.release("OK")
        box.buttons.wait(0.01)
        box.buttons.edges()
    assert box.clock.now() > 0.09


def test_close_frees_the_pins_and_forgets_the_edges() -> None:
    box = Box()
    box.pins.press("OK")
    box.buttons.close()
    box.buttons.close()
    other = box.open()
    assert other.edges() == []
    box.pins.press("UP")
    assert [(edge.button, edge.down) for edge in other.edges()] == [("UP", True)]


def test_a_busy_pin_is_named_and_the_other_buttons_work() -> None:
    box = Box()
    box.buttons.close()
    box.pins.take("OK")
    assert box.told() == []
    assert list(map(str, box.buttons.faults.values())) == ["gpio26: in use by another"]
    box.pins.press("UP")
    assert box.told() == [("UP", True)]
    box.pins.give_back("OK")
    assert box.told(1000) == []
    box.pins.press("OK")
    assert (box.told(), box.buttons.faults) == ([("OK", True)], {})


def test_a_button_is_stuck_when_it_is_down_for_longer_than_fingers_are() -> None:
    box = Box()
    box.pins.press("OK")
    assert box.told(1000 * STUCK_S - 1) == [("OK", True)]
    assert box.buttons.faults == {}
    box.told(1000)
    box.told(1000 * STUCK_S)
    assert isinstance(box.buttons.faults["OK"], StuckError)
    box.pins.release("OK")
    assert box.told() == [("OK", False)]
    assert box.buttons.faults == {}


@pytest.mark.parametrize(("age_s", "at"), [(0.25, 9.75), (-1.0, 10.0), (1.8e9, 10.0)])
def test_a_factory_whose_times_make_no_sense_is_believed_that_something_changed(age_s: float, at: float) -> None:
    box = Box()
    box.clock.advance(10)
    button = box.buttons._buttons["OK"].part()
    button._on_change(box.clock.now() - age_s, 0)
    assert box.buttons.edges()[0] == Edge("OK", True, at)
