"""What the table says to those who listen at its page: the messages that its voice would get.

The page says them itself and has the rules for what waits (`queued` of `companion/voice/messages.py`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from companion.runtime.speaking import Speaker
from companion.screens.sentences import Kind, Sentence
from companion.settings.schema import Voice
from companion.voice.recent import Recent

if TYPE_CHECKING:
    from companion.table.state import Table

ALL = Voice(verbosity="all")

ENDS = re.compile(r"(?<=[.!?…]) ")


class Heard:
    """The ears of the page at one table."""

    def __init__(self) -> None:
        self._recent = Recent()
        self._mute = False
        self._speaker = Speaker(ALL, self._take)

    @property
    def number(self) -> int:
        """How many messages there were."""
        return self._recent.number

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
        """The latest messages."""
        return self._recent.as_json()

    def _take(self, datagram: bytes) -> None:
        if not self._mute:
            self._recent.take(datagram)
