"""When TLS may begin. A Pi starts with the time of its last shut-down, and certificates count by the clock. Pure."""

from __future__ import annotations

import time

from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Validity:
    """From when to when a certificate counts, in seconds since 1970 (UTC)."""

    begins: float
    ends: float

    def __contains__(self, now: float) -> bool:
        return self.begins <= now <= self.ends


def tls_may_begin(now: float, valid: Validity, *, clock_is_set: bool) -> bool:
    """Whether to connect now. Play never waits for it.

    A clock that nobody has set yet may still be right enough: a box with a battery-backed clock, or one that was off
    for some minutes only. A clock that is set is believed, also about an expired certificate: the broker refuses it,
    and the refusal is told.

    >>> five_years = Validity(1_700_000_000, 1_857_680_000)
    >>> tls_may_begin(0, five_years, clock_is_set=False)
    False
    >>> tls_may_begin(1_750_000_000, five_years, clock_is_set=False)
    True
    """
    return clock_is_set or now in valid


def problem(now: float, valid: Validity, *, clock_is_set: bool) -> str:
    """Why a certificate does not count now, and what to do; "" if it does.

    A clock that is not set is behind: it may say that a certificate has ended, and not that it has not begun.
    """
    if now > valid.ends:
        return f"its certificate counted until {day(valid.ends)}: make it anew by companion club add"
    if now < valid.begins and clock_is_set:
        return f"its certificate counts from {day(valid.begins)} on, and it is {day(now)}: set the clock that is wrong"
    return ""


def day(seconds: float) -> str:
    """The day in UTC as ISO 8601 has it.

    >>> day(1_764_072_908)
    '2025-11-25'
    """
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
