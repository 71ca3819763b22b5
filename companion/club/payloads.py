"""What the messages of a club say: frozen values, which msgspec reads and writes as JSON. Pure.

A type says all that a payload may be: keys, lengths, ranges, forms. A wrong payload is refused with the reason, and
goes no further. Keys that are not known are ignored, so that a newer version can say more. `schemas/` is made from
these types by `make goldens`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from msgspec import Meta, Struct, field
from msgspec.json import Decoder, Encoder
from msgspec.structs import force_setattr

from companion.club import limits
from companion.support.decoding import decode_strangers, fits
from companion.support.names import MOST_BYTES as MOST_NAME_BYTES
from companion.support.names import each_once, name_problem

MatchName: TypeAlias = Annotated[str, fits(limits.NAME_OF_MATCH.pattern, "1 to 64 of a-z, 0-9 and -")]
Crc: TypeAlias = Annotated[str, fits("[0-9a-f]{8}", "8 hex digits")]
HexOrNothing: TypeAlias = Annotated[str, fits("([0-9a-f]{8})?", "8 hex digits, or nothing")]
Program: TypeAlias = Annotated[str, fits("[!-~]{0,32}", "at most 32 characters of ASCII")]
Person: TypeAlias = Annotated[str, fits(r'[^";#\x00-\x1f\x7f]{1,64}', f"names of 1 to {MOST_NAME_BYTES} bytes")]
ReportedName: TypeAlias = Annotated[str, fits(r"[^\x00-\x1f\x7f]{1,64}", f"texts of 1 to {MOST_NAME_BYTES} bytes")]
"""The name of somebody as a box reports it. An impossible one is left out when it is read; the others stay."""
Trouble: TypeAlias = Annotated[
    str, fits(rf"[^\x00-\x1f\x7f]{{1,{limits.MOST_TEXT}}}", f"texts of 1 to {limits.MOST_TEXT} characters")
]
Word: TypeAlias = Annotated[str, fits(r'[^\s";\x00-\x1f\x7f]{1,40}', "words of 1 to 40 characters")]
GameName: TypeAlias = Annotated[str, fits("[a-z0-9_-]{1,32}", "the name of a game")]
Released: TypeAlias = Annotated[str, fits("[a-z0-9-]{1,64}:[1-9][0-9]{0,3}", "EVENT:BOARD")]
Text: TypeAlias = Annotated[str, Meta(max_length=limits.MOST_TEXT)]
Line: TypeAlias = Annotated[
    str,
    fits(
        rf"[^\n\r]{{1,{limits.MOST_LINE_BYTES}}}", f"lines of 1 to {limits.MOST_LINE_BYTES} bytes, without a line break"
    ),
]
Board: TypeAlias = Annotated[int, Meta(ge=1, le=9_999)]
Table: TypeAlias = Annotated[int, Meta(ge=1, le=limits.MOST_TABLES)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MOST_NUMBER)]


class Publish(Struct, frozen=True):
    """A message to be published."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


class Presence(Struct, frozen=True, omit_defaults=True):
    """Whether a box or the director is there. `instance` tells two machines of one name apart."""

    on: bool
    instance: HexOrNothing = ""
    program: Program = ""


class MatchHead(Struct, frozen=True):
    """How far a match may leave its box: how many lines, and the check sum of the last."""

    lines: Annotated[int, Meta(ge=0, le=limits.MOST_LINES, description="How many lines may leave so far.")]
    crc: Annotated[Crc, Meta(description="The check sum of the last of them; 00000000 without lines.")]
    finished: Annotated[bool, Meta(description="Whether there will be no more.")]

    @classmethod
    def at(cls, lines: int, check_sum: int, *, finished: bool = False) -> MatchHead:
        """The head after `lines` lines, of which the last has this check sum (0: no lines)."""
        return cls(lines, f"{check_sum:08x}", finished)

    @property
    def check_sum(self) -> int:
        """The check sum as a number."""
        return int(self.crc, 16)


class State(Struct, frozen=True):
    """What a box says of itself."""

    order: Annotated[Count, Meta(description="The number of the order that the box follows; 0 for none.")] = 0
    here: Annotated[
        tuple[ReportedName, ...],
        Meta(max_length=limits.MOST_HERE, description="Who has tapped a name tag this evening."),
    ] = ()
    matches: Annotated[
        dict[MatchName, MatchHead],
        Meta(
            max_length=limits.MOST_MATCHES,
            description="Those of the last 36 days that may leave the box, the latest 200.",
        ),
    ] = field(default_factory=dict)
    trouble: Annotated[
        tuple[Trouble, ...],
        Meta(max_length=limits.MOST_TROUBLES, description="What is wrong at the box, in sentences."),
    ] = ()
    seated: Annotated[
        tuple[ReportedName, ...],
        Meta(
            max_length=limits.MOST_SEATED, description="Who has tapped a name tag for the match that is about to begin."
        ),
    ] = ()

    def __post_init__(self) -> None:
        """Leaves out what cannot be a person's name."""
        for key, said in (("here", self.here), ("seated", self.seated)):
            force_setattr(self, key, tuple(name for name in said if not name_problem(name)))


class AskForLines(Struct, frozen=True):
    """The director wants the lines of a match from number `start` on."""

    match: MatchName
    start: Annotated[int, Meta(ge=1, le=limits.MOST_LINES)] = field(name="from")


class Lines(Struct, frozen=True):
    """Lines of a match from number `start` on, each as it is stored."""

    match: MatchName
    lines: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=limits.MOST_ANSWERED)]
    start: Annotated[int, Meta(ge=1, le=limits.MOST_LINES)] = field(name="from")

    def __post_init__(self) -> None:
        """A line is measured in bytes. Raises ValueError."""
        if max(len(line.encode()) for line in self.lines) > limits.MOST_LINE_BYTES:
            raise ValueError(f"lines of at most {limits.MOST_LINE_BYTES} bytes")


class Assignment(Struct, frozen=True):
    """Who plays what at a box. `boards`: the number of each deal's board, in duplicate play only."""

    event: MatchName
    round: Annotated[int, Meta(ge=1, le=1_000)]
    table: Table
    game: GameName
    players: Annotated[tuple[Person, ...], Meta(min_length=2, max_length=8, description="Clockwise.")]
    dealer: Person | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=32)] = field(default_factory=dict)
    deals: Annotated[int, Meta(ge=1, le=100)] = 1
    boards: tuple[Board, ...] = ()
    duplicate: bool = False
    seating: Annotated[
        HexOrNothing,
        Meta(description="Another one where a round was begun again with other people or rules; empty: not said."),
    ] = ""

    def __post_init__(self) -> None:
        """Check what several keys say together. Raises ValueError."""
        _check_names(self.players)
        if len(each_once(self.players)) < len(self.players):
            raise ValueError("2 to 8 different players")
        if self.dealer is not None and self.dealer not in self.players:
            raise ValueError("a dealer who is one of the players, or null")
        wanted = self.deals if self.duplicate else 0
        if not len(self.boards) == len(set(self.boards)) == wanted:
            raise ValueError(f"{wanted} different boards" if wanted else "no boards without duplicate")


class Order(Struct, frozen=True):
    """All that the director wants of a box."""

    number: Annotated[int, Meta(ge=1, le=limits.MOST_NUMBER)]
    assignment: Assignment | None = None
    released: Annotated[
        tuple[Released, ...],
        Meta(
            max_length=limits.MOST_RELEASED,
            description="EVENT:BOARD for each board of duplicate play that every table has finished.",
        ),
    ] = ()
    places: Annotated[
        dict[Person, Table],
        Meta(max_length=limits.MOST_PLACED, description="The tables of all people in this round, by name."),
    ] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check what no pattern of a name can say. Raises ValueError."""
        _check_names(self.places)


def _check_names(names: Iterable[str]) -> None:
    if why := next(filter(None, map(name_problem, names)), ""):
        raise ValueError(why)


class ShownPlayer(Struct, frozen=True):
    """A player of the view."""

    name: Text = ""
    stands: int = 0


class Curve(Struct, frozen=True):
    """The scores after each `step`; the first entry is the scores before the first step."""

    step: Text = ""
    points: tuple[Any, ...] = ()


class Round(Struct, frozen=True):
    """The round of an event that is played at a table."""

    event: Text
    round: int
    table: int
    seating: Text = ""


class PublicView(Struct, frozen=True):
    """What everybody at the table may see, as the director reads it. Ignores the keys for the page on phones."""

    on: Annotated[bool, Meta(description="Whether the table shows anything.")]
    says: Annotated[
        tuple[str, ...], Meta(description="The lines of the panel; missing in duplicate play, as are all cards.")
    ] = ()
    game: Text = ""
    title: Text = ""
    where: Text = ""
    turn: Annotated[tuple[int, ...], Meta(description="The seats that are asked, from 0.")] = ()
    players: Annotated[tuple[ShownPlayer, ...], Meta(max_length=8)] = ()
    over: Annotated[bool, Meta(description="Whether the match is over: no deal is left to play.")] = False
    curve: Curve | None = None
    club: Annotated[Round | None, Meta(description="The round that is played there; missing: none.")] = None


Payload: TypeAlias = Presence | State | AskForLines | Lines | Order | PublicView
P = TypeVar("P", bound=Payload)

PAYLOADS: Final[dict[str, type[Any]]] = {
    "presence": Presence,
    "state": State,
    "ask": AskForLines,
    "record": Lines,
    "order": Order,
    "view": PublicView,
}
"""By the last word of their topics."""
_DECODERS: Final[dict[type, Decoder[Any]]] = {kind: Decoder(kind) for kind in PAYLOADS.values()}
_ENCODER = Encoder()
BESIDE_LINES = 128
"""Maximum bytes of a payload beside its lines."""


def encode(value: Payload) -> bytes:
    """The payload of a value, as short as JSON can be."""
    return _ENCODER.encode(value)


def pack(match: str, start: int, lines: tuple[str, ...]) -> Iterator[Lines]:
    """Lines of a match in as few payloads as they fit in."""
    while lines:
        sizes = accumulate(len(_ENCODER.encode(line)) + 1 for line in lines)
        count = sum(size <= limits.MOST_BYTES - BESIDE_LINES for size in sizes)
        yield Lines(match, lines[:count], start)
        lines, start = lines[count:], start + count


def decode(kind: type[P], data: bytes) -> P:
    """The value in a payload. Raises RefusedMessage."""
    found: P = decode_strangers(_DECODERS[kind], data, limits.MOST_BYTES)
    return found
