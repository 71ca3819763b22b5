"""The check sums of a whole record in memory."""

from __future__ import annotations

from io import BytesIO

from companion.storage.journal import has_sum, misfits


def check_sums(record: bytes) -> list[tuple[int, str]]:
    """The invalid lines as (line number, message). Empty if all lines are valid or none has a check sum."""
    return list(misfits(BytesIO(record))) if has_sum(record) else []
