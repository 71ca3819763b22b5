"""How the parts do: what is marked on the picture, what is the last fault, and how often a reader came back."""

from __future__ import annotations

from companion.inputs.inputs import Health
from companion.runtime.part_health import BUTTONS, DISPLAY, HELD, SILENT, SOUNDER, STUCK, PartHealth


def test_a_table_that_is_well_has_nothing_to_tell() -> None:
    assert PartHealth(("Reader",)).health(1000.0) == Health()


def test_the_first_part_that_people_play_with_is_the_trouble_and_the_others_are_not() -> None:
    parts = PartHealth(("Reader", "Reader west"), ("OK",))
    for part in (SOUNDER, DISPLAY, "Button OK", BUTTONS, "Reader west"):
        parts.report_fault(part, "why", 60.0, STUCK if part == "Button OK" else SILENT)
    assert (parts.health(60.0).part, parts.health(60.0).trouble) == ("Reader west", "Reader west: no answer")
    parts.report_working("Reader west")
    assert parts.health(60.0).trouble == "Buttons: no answer"
    parts.report_working(BUTTONS)
    assert parts.health(60.0).trouble == "Button OK: stuck"
    parts.report_working("Button OK")
    assert parts.health(60.0).trouble == ""
    assert set(parts.troubles) == {SOUNDER, DISPLAY}


def test_a_part_that_stays_silent_does_not_hide_a_later_fault_of_another() -> None:
    parts = PartHealth(("Reader",))
    parts.report_fault(SOUNDER, "why", 0.0)
    parts.report_fault("Reader", "why", 60.0)
    parts.report_fault(SOUNDER, "why", 120.0)
    assert (parts.health(240.0).last, parts.health(240.0).ago_min) == ("Reader: no answer", 3)


def test_only_a_reader_that_no_other_program_holds_may_have_a_loose_cable() -> None:
    parts = PartHealth(("Reader",))
    parts.report_fault("Reader", "why", 0.0, HELD)
    assert (parts.health(0.0).trouble, parts.health(0.0).of_reader) == ("Reader: in use elsewhere", False)
    parts.report_fault("Reader", "why", 1.0)
    assert (parts.health(1.0).trouble, parts.health(1.0).of_reader) == ("Reader: no answer", True)


def test_returns_are_counted_by_reader_and_no_other_part_has_any() -> None:
    parts = PartHealth(("Reader", "Reader west"), ("OK",))
    for part in ("Reader west", DISPLAY, BUTTONS, "Reader west", "Reader"):
        parts.report_fault(part, "why", 0.0)
        parts.report_working(part)
    parts.report_working("Reader")
    assert parts.health(0.0).returns == (("", 1), ("west", 2))
