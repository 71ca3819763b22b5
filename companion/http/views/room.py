"""What the page in the room is told: the panel with its light and sounds, and what lies on the table."""

from __future__ import annotations

from typing import TypedDict

from companion.http.views.phones import MatchBoard
from companion.http.views.shared import CardFace


class TuneTold(TypedDict):
    """The tune that was begun last, by its number: notes of so many Hz and milliseconds."""

    number: int
    notes: list[list[int]]


class FlashTold(TypedDict):
    """The colour in which the light was lit last, by its number; `ms` 0: it stays."""

    number: int
    rgb: list[int]
    ms: int


class PieceDue(TypedDict):
    """The piece whose tag comes next; `face` is null for one that is no card."""

    called: str
    remark: str
    face: CardFace | None


class EnrollingTold(TypedDict):
    """A guided run over a deck; `due` is null at its end."""

    due: PieceDue | None
    done: int
    of: int
    undo: bool


class PhoneTold(TypedDict):
    """The phone that is the reader: the code by which one is paired (empty: one is) tells its picture apart."""

    code: str


class RoomView(TypedDict):
    """What the page in the room is told at each moment; `number` counts the pictures of the panel."""

    number: int
    phone: PhoneTold | None
    """None: no phone is the reader."""
    glass: str
    contrast: int
    leaves: bool
    """Whether one may play on the screen again, as before with real cards."""
    tune: TuneTold
    flash: FlashTold
    asked: str
    refused: str
    trouble: str
    """What does not work, and what to do; empty: all works."""
    enrolling: EnrollingTold | None
    board: MatchBoard | None
