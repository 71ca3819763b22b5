"""When TLS may begin, and what is said of an invalid certificate."""

from __future__ import annotations

import pytest

from companion.club.certificate import Validity, day, problem, tls_may_begin

NOW = 1_795_600_000.0  # 2026-11-25
DAY = 86_400
FIVE_YEARS = Validity(NOW - DAY, NOW + 1_825 * DAY)
LAST_SHUT_DOWN, EPOCH, TOO_LATE = NOW - 30 * DAY, 0.0, NOW + 2_000 * DAY


@pytest.mark.parametrize(
    ("now", "clock_is_set", "begins"),
    [
        (NOW, True, True),
        (NOW, False, True),
        (LAST_SHUT_DOWN, False, False),
        (EPOCH, False, False),
        (TOO_LATE, False, False),
        (TOO_LATE, True, True),
        (FIVE_YEARS.begins, False, True),
        (FIVE_YEARS.ends, False, True),
    ],
)
def test_tls_begins_when_the_clock_is_set_or_right_enough(
    now: float,
    clock_is_set: bool,  # noqa: FBT001 - a column
    begins: bool,  # noqa: FBT001 - the same
) -> None:
    assert tls_may_begin(now, FIVE_YEARS, clock_is_set=clock_is_set) is begins


def test_a_certificate_that_counts_has_no_problem() -> None:
    assert problem(NOW, FIVE_YEARS, clock_is_set=True) == ""


def test_an_expired_certificate_is_told_also_by_a_clock_that_is_behind() -> None:
    told = problem(TOO_LATE, FIVE_YEARS, clock_is_set=False)
    assert told.startswith(f"its certificate expired on {day(FIVE_YEARS.ends)}")


def test_a_clock_that_nobody_set_does_not_say_that_a_certificate_is_too_new() -> None:
    assert problem(EPOCH, FIVE_YEARS, clock_is_set=False) == ""
    assert problem(EPOCH, FIVE_YEARS, clock_is_set=True).endswith("it is 1970-01-01: set the clock that is wrong")
