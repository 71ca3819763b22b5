"""Games that are on beside the one that is played."""

from __future__ import annotations

import re

from companion.support.values import dataclass

BEGUN = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(\d\d)-(\d\d)(\d\d)\d\d-")
"""Year, month, day and time at the beginning of a record's name."""
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@dataclass(frozen=True, slots=True)
class Parked:
    """Another game that is on: the name of its record, what people call it, and who plays and how it stands."""

    record: str
    title: str
    detail: str = ""

    @property
    def entry(self) -> str:
        """As a list offers it: several of the same people differ in when they were begun."""
        begun = BEGUN.match(self.record)
        if begun is None:
            return f"go on: {self.title}"
        month, day, hour, minute = begun.groups()
        return f"{day.lstrip('0')} {MONTHS[int(month) - 1]} {hour}:{minute} {self.title}"
