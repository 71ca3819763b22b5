"""What the table tells its voice: one datagram of JSON for each change of the screen.

    {"say": [["move", "Ann plays 7 of clubs."], ["turn", "Bob's turn."]], "language": "en"}

With "volume" and "device" beside them the sentences sound by these, and not by the settings that the voice has read.

An empty list asks for silence. The voice trusts no datagram (`decoding.py`).
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.http.views.shared import SpokenMessage, SpokenMessages

MOVE, TURN, MISTAKE = KINDS = ("move", "turn", "mistake")
"""What somebody did; what is asked now; what went wrong."""

MOST_BYTES = 1 << 15
"""Maximum bytes of a datagram, far below what a socket takes."""
MOST_SENTENCES, MOST_LETTERS = 100, 300
"""Maximum sentences of a datagram, and characters of one. The rest is cut off: people would not listen that long."""
MOST_KEPT = 6
"""Maximum sentences that wait when another message comes: some ten seconds."""

ENVELOPE = len('{"say":[],"language":""}') + 20


@dataclass(frozen=True, slots=True)
class Loudspeaker:
    """How loud sentences are (100: as the voice was made), and the device of ALSA that plays them."""

    volume: int
    device: str


@dataclass(frozen=True, slots=True, eq=False)
class Spoken:
    """A sentence to say, compared by identity. `by` None: the loudspeaker of the voice's settings."""

    kind: str
    text: str
    language: str
    by: Loudspeaker | None = None


Heard: TypeAlias = tuple[Spoken, ...]
"""A message, or what waits to be said, in order; the first one is being said."""


def encode(sentences: Iterable[tuple[str, str]], language: str, by: Loudspeaker | None = None) -> bytes:
    """The datagram of these kinds and texts, with as many of them as it holds."""
    sound = b"" if by is None else b',"volume":%d,"device":%b' % (by.volume, json.dumps(by.device).encode())
    said: list[bytes] = []
    left = MOST_BYTES - ENVELOPE - len(sound)
    for kind, text in sentences:
        sentence = json.dumps([kind, text[:MOST_LETTERS]], ensure_ascii=False).encode("utf-8", "replace")
        left -= len(sentence) + 1
        if left < 0 or len(said) == MOST_SENTENCES:
            break
        said.append(sentence)
    return b'{"say":[%b],"language":%b%b}' % (b",".join(said), json.dumps(language).encode(), sound)


def queue(waiting: Heard, heard: Heard) -> Heard:
    """The sentences that wait after a message has come. The first is said next; it cuts off any other.

    A move waits until the moves before it are said. A message with anything but moves drops questions and mistakes that
    wait. A mistake is said before the moves that wait.
    """
    if not heard:
        return ()
    kinds = {spoken.kind for spoken in heard}
    kept = tuple(spoken for spoken in waiting if spoken.kind == MOVE or kinds == {MOVE})[-MOST_KEPT:]
    return heard + kept if MISTAKE in kinds else kept + heard


MOST_MESSAGES = 8
"""Messages that are kept: more than come between two views that a page takes."""


class RecentMessages:
    """Keeps the latest datagrams for a page, in place of a voice."""

    def __init__(self) -> None:
        self.number = 0
        """How many messages there were."""
        self._latest: deque[SpokenMessage] = deque(maxlen=MOST_MESSAGES)

    def take(self, datagram: bytes) -> None:
        """Keep one more message."""
        self.number += 1
        self._latest.append(json.loads(datagram))

    def as_json(self) -> SpokenMessages:
        """How many messages there were, and the latest of them; one without sentences asks for silence."""
        return {"number": self.number, "latest": list(self._latest)}
