"""The latest messages to a voice, numbered: for a page, which says them itself and may miss a view."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.http.views import SpokenMessage, SpokenMessages

MOST_MESSAGES = 8
"""Messages that are kept: more than come between two views that a page takes."""


class Recent:
    """What takes the datagrams in place of a voice."""

    def __init__(self) -> None:
        self.number = 0
        """How many messages there were."""
        self._latest: deque[SpokenMessage] = deque(maxlen=MOST_MESSAGES)

    def take(self, datagram: bytes) -> None:
        """One more message."""
        self.number += 1
        self._latest.append(json.loads(datagram))

    def as_json(self) -> SpokenMessages:
        """How many messages there were, and the latest of them; one without sentences asks for silence."""
        return {"number": self.number, "latest": list(self._latest)}
