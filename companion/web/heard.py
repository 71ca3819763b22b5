"""What the table says to those who listen at its page: the messages that its voice would get, numbered.

The page says them itself and has the rules for what waits (`queued` of `companion/voice/messages.py`). It may miss a
view, so a view has the latest messages, not only the last one.
"""

from __future__ import annotations

import json
import re
from collections import deque
from typing import TYPE_CHECKING, Any

from companion.runtime.speaking import Speaker
from companion.screens.sentences import Kind, Sentence
from companion.settings.schema import Voice

if TYPE_CHECKING:
    from companion.table.state import Table

ALL = Voice(verbosity="all")

MOST_MESSAGES = 8
"""Messages in a view: more than come between two views that a page takes."""

ENDS = re.compile(r"(?<=[.!?…]) ")


class Heard:
    """The ears of the page at one table."""

    def __init__(self) -> None:
        self.number = 0
        """How many messages there were."""
        self._latest: deque[dict[str, Any]] = deque(maxlen=MOST_MESSAGES)
        self._mute = False
        self._speaker = Speaker(ALL, self._take)

    def begin_anew(self) -> None:
        """The box is switched on: what it said before is broken off, and may be said again."""
        self._speaker.fall_silent()
        self._speaker = Speaker(ALL, self._take)

    def show(self, table: Table, *, mute: bool = False) -> None:
        """Say what the table says that it did not say before; `mute`: it counts as said."""
        self._mute = mute
        self._speaker.show(table)
        self._mute = False

    def tell(self, text: str, kind: Kind = Kind.MOVE) -> None:
        """Say something that no screen says."""
        self._speaker.say(Sentence(one, kind) for one in ENDS.split(text) if one)

    def say_again(self) -> None:
        """Say what the screen says."""
        self._speaker.say_again()

    def tell_all(self) -> None:
        """Say everything that everybody may know now."""
        self._speaker.tell_all()

    def as_json(self) -> dict[str, Any]:
        """How many messages there were, and the latest of them; one without sentences asks for silence."""
        return {"number": self.number, "latest": list(self._latest)}

    def _take(self, datagram: bytes) -> None:
        if not self._mute:
            self.number += 1
            self._latest.append(json.loads(datagram))
