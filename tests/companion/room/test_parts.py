"""Display, buttons and sounder of a page: a button pressed twice at once, one that never comes up, a lost picture."""

from __future__ import annotations

from companion.room.parts import RELEASED_AFTER_S, PageButtons, PageDisplay, PageSounder, PageState
from hardware.bus import Note
from hardware.sim.clock import SimClock


def parts() -> tuple[SimClock, PageState, PageButtons, PageDisplay]:
    clock = SimClock()
    state = PageState(clock)
    return clock, state, PageButtons(state, clock), PageDisplay(state)


def test_a_button_that_two_pages_press_is_pressed_once() -> None:
    _, _, buttons, _ = parts()
    for down in (True, True, False, False):
        buttons.push("UP", down=down, number=0)
    assert [(edge.button, edge.down) for edge in buttons.edges()] == [("UP", True), ("UP", False)]
    assert buttons.edges() == []


def test_a_button_whose_release_is_lost_comes_up_by_itself() -> None:
    clock, _, buttons, _ = parts()
    buttons.push("BACK", down=True, number=0)
    assert [edge.down for edge in buttons.edges()] == [True]
    clock.sleep(RELEASED_AFTER_S)
    assert [edge.down for edge in buttons.edges()] == [False]


def test_ok_is_as_old_as_the_picture_under_which_it_was_pressed() -> None:
    clock, state, buttons, display = parts()
    clock.sleep(1)
    display.show(b"\1" * 1024)
    replaced, seen = clock.now(), state.shown.number - 1
    clock.sleep(5)
    for button in ("OK", "UP"):
        buttons.push(button, down=True, number=seen)
    at = {edge.button: edge.at for edge in buttons.edges() if edge.down}
    assert at == {"OK": replaced, "UP": clock.now()}
    buttons.push("OK", down=True, number=-5)
    assert buttons.edges()[0].at == 0


def test_a_picture_counts_once_and_a_dark_panel_keeps_it() -> None:
    _, state, _, display = parts()
    changes: list[int] = []
    state.changed = lambda: changes.append(state.shown.number)
    for _ in range(2):
        display.show(b"\2" * 1024)
    display.contrast(16)
    display.sleep()
    assert (state.shown.number, state.shown.brightness, state.shown.picture) == (1, 0, b"\2" * 1024)
    display.wake()
    display.close(keep_picture=True)
    assert (state.shown.brightness, changes) == (16, [1, 1, 1, 1])


def test_each_tune_and_each_light_has_a_number_so_that_no_page_plays_it_twice() -> None:
    _, state, _, _ = parts()
    sounder = PageSounder(state)
    for _ in range(2):
        sounder.play((Note(880, 20),))
    sounder.light((0, 1, 0), 150)
    assert (state.shown.tune_number, state.shown.flash_number, state.shown.flash_ms) == (2, 1, 150)
