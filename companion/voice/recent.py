"""The latest messages to a voice, numbered: for a page, which says them itself and may miss a view."""

from __future__ import annotations

import json
from collections import deque
from typing import Any

MOST_MESSAGES = 8
"""Messages that are kept: more than come between two views that a page takes."""


class Recent:
    """What takes the datagrams in place of a voice."""

    def __init__(self) -> None:
        self.number = 0
        """How many messages there were."""
        self._latest: deque[dict[str, Any]] = deque(maxlen=MOST_MESSAGES)

    def take(self, datagram: bytes) -> None:
        """One more message."""
        self.number += 1
        self._latest.append(json.loads(datagram))

    def as_json(self) -> dict[str, Any]:
        """How many messages there were, and the latest of them; one without sentences asks for silence."""
        return {"number": self.number, "latest": list(self._latest)}
