"""The topics of a club, made and parsed. Pure.

The root names the version of the protocol: `club` is version 1. If messages change their meaning, the root changes.
"""

from __future__ import annotations

import re
from typing import Final

from companion.club.limits import NAME_OF_BOX
from companion.support.decoding import RefusedMessage
from companion.support.values import dataclass

ROOT: Final = "club"
DIRECTOR: Final = "director"
"""The director's own name, which no box may have."""
HOME_ASSISTANT: Final = "homeassistant/status"
"""Home Assistant says `online` here when it starts."""

_BOX = NAME_OF_BOX.pattern
_TOPIC = re.compile(rf"{ROOT}/({_BOX})/(presence|view|state|record|ask|order)")
_BELOW = re.compile(rf"{ROOT}/({_BOX})/")
MOST_CHARACTERS = 200
"""Maximum characters of a topic that is looked at."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Presence, view, state, record, ask or order (the `kind`) of a box. Presence may be the director's."""

    box: str
    kind: str


def check_name(name: str) -> str:
    """The name of a box, if it is one. Raises RefusedMessage."""
    if not NAME_OF_BOX.fullmatch(name) or name == DIRECTOR:
        raise RefusedMessage(f"a box {name[:40]!r}; allowed: 1 to 32 of a-z, 0-9 and -, and not {DIRECTOR}")
    return name


def presence(box: str) -> str:
    """Whether a box, or the director, is there; retained."""
    return f"{ROOT}/{box}/presence"


def view(box: str) -> str:
    """What everybody at a box may see now; retained."""
    return f"{ROOT}/{box}/view"


def record(box: str) -> str:
    """Lines of matches. All of a box have one topic: a broker keeps as many retained messages as there are topics."""
    return f"{ROOT}/{box}/record"


def state(box: str) -> str:
    """What a box says of itself."""
    return f"{ROOT}/{box}/state"


def ask(box: str) -> str:
    """What the director asks a box for."""
    return f"{ROOT}/{box}/ask"


def order(box: str) -> str:
    """What the director wants of a box."""
    return f"{ROOT}/{box}/order"


def of_box(box: str) -> tuple[str, ...]:
    """What a box subscribes to: orders and questions, the director's presence, and its own, to find a second box."""
    return ask(box), order(box), presence(DIRECTOR), presence(box)


def home_assistant(box: str) -> str:
    """What Home Assistant wants to know of a box."""
    return f"homeassistant/device/{box}/config"


def retained_by(box: str) -> tuple[str, ...]:
    """All topics at which a box may have retained a message: a broker lets every sender retain."""
    return presence(box), view(box), state(box), record(box), home_assistant(box)


OF_DIRECTOR = (presence("+"), state("+"), view("+"), record("+"))
"""What the director subscribes to."""


def box_in(topic: str) -> str:
    """The box whose name a topic begins with: the broker lets only that box write there. Empty: no box."""
    found = _BELOW.match(topic)
    return found[1] if found else ""


def parse(topic: str) -> Topic:
    """The parts of a topic. Raises RefusedMessage."""
    found = _TOPIC.fullmatch(topic) if len(topic) <= MOST_CHARACTERS else None
    if found and (found[1] != DIRECTOR or found[2] == "presence"):
        return Topic(found[1], found[2])
    raise RefusedMessage(f"a topic {topic[:60]!r}; allowed: {ROOT}/BOX/… as in docs/club-protocol.md")
