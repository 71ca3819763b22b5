"""The orders of the page for the simulated table: typed values, which msgspec reads from small JSON texts.

`do` tells which order a JSON object is, and each has its own further keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Annotated, Final, TypeAlias, TypeVar, get_args

from msgspec import Meta, Struct, field
from msgspec.json import Decoder

from companion.cards import SeatAssignment  # msgspec reads it
from companion.games.registry import GAMES, entry_of
from companion.http.guard import LARGEST_BODY
from companion.inputs.inputs import Button  # msgspec reads its words
from companion.match.header import Header
from companion.rules.game import first_words
from companion.rules.statements import REASONS, UnreadableError
from companion.support.decoding import RefusedMessage, decode_strangers, refusal
from companion.support.lazy_import import nothing
from companion.support.messages import msg
from companion.support.names import MOST_BYTES, name_problem, names_problem
from companion.table.setup import LEVELS, MOST_POINTS, PARTNERS_DIFFER
from companion.table.words import GAME_ENDED
from companion.web.examples import examples

LONGEST_DECK, SLOWEST_S, LARGEST_SEED, MOST_ANSWERS = 40, 10.0, 10**9, 200
MOST_LISTS, MOST_SEATS = 6, 8

Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Words: TypeAlias = Annotated[tuple[Word, ...], Meta(min_length=1, max_length=12)]
DeckName: TypeAlias = Annotated[str, Meta(max_length=LONGEST_DECK)]
RecordName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MOST_BYTES)]
AskingNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 32)]
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
Points: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=SLOWEST_S)]
T = TypeVar("T")


class How(Enum):
    """How cards come to the reader."""

    TAP = "tap"
    REST = "rest"
    BRUSH = "brush"
    """lifted again before the first poll"""


class Leaving(Enum):
    """What becomes of the match in play when another is begun."""

    PARK = "park"
    END = "end"
    """here, with the scores as they stand"""
    THROW_AWAY = "throw away"


class _Order(Struct, frozen=True, tag_field="do"):
    """The key that tells orders apart."""


class LayCards(_Order, frozen=True, tag="lay"):
    """Lay these cards on the reader together. `whole`: that is the play, and no alike card follows.

    `number` is that of the asking for which they were clicked; None: they are laid whatever is asked. `dimmed`: the
    page shows that they may not be played.
    """

    words: Words = field(name="cards")
    how: How = How.TAP
    whole: bool = False
    number: AskingNumber | None = None
    dimmed: bool = False


class Nest(_Order, frozen=True, tag="nest"):
    """Give these cards of a hand away, face down and unread. `number` is as of cards that are laid."""

    words: Words = field(name="cards")
    number: AskingNumber | None = None


class Push(_Order, frozen=True, tag="push"):
    """Press or release a button."""

    button: Button
    down: bool


class GiveAnswer(_Order, frozen=True, tag="answer"):
    """Give the answer at this place of the asking with this number; -1 takes the last act back."""

    place: Annotated[int, Meta(ge=-1, le=MOST_ANSWERS)]
    number: AskingNumber


class ToggleFault(_Order, frozen=True, tag="fault"):
    """Toggle a simulated fault."""

    name: Word


class Begin(_Order, frozen=True, tag="begin"):
    """Start a new game at once, with this seed (None: random): who sits in which seat, clockwise, partners opposite.

    Without `seats` the regulars play, as many as the game has. `rules` are values of house rules; others are as at
    home. `deck` names an enrolled deck (empty: draw one). `scores` are those from before, by seat; empty: none.
    """

    game: str
    seed: Seed | None = None
    scanned: bool = True
    deck: DeckName = ""
    leaving: Leaving = Leaving.PARK
    seats: tuple[SeatAssignment, ...] = ()
    rules: dict[Word, Word] = field(default_factory=dict)
    scores: tuple[Points, ...] = ()


class PointAtGame(_Order, frozen=True, tag="choose"):
    """Point at this game, where the box asks which one; an example that was stopped gives way."""

    game: str


class GoOn(_Order, frozen=True, tag="go on"):
    """Go on with the parked match of this record."""

    record: RecordName
    leaving: Leaving = Leaving.PARK


class Demonstrate(_Order, frozen=True, tag="demonstrate"):
    """Show what is watched one statement every `every_s` seconds; 0 ends it, and what is played ahead."""

    every_s: Seconds = field(name="every", default=0.0)


class Watch(_Order, frozen=True, tag="watch"):
    """Replay a trick of the example of this game, one statement every `every_s` seconds."""

    game: str
    every_s: Seconds = field(name="every", default=0.0)
    leaving: Leaving = Leaving.PARK


class ChangeSeats(_Order, frozen=True, tag="seats"):
    """Choose the answer at this path of places in the list of seats, at the asking with this number.

    `name` is that of a guest. None: as the list calls the guest.
    """

    path: Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_ANSWERS)], ...], Meta(min_length=1, max_length=MOST_LISTS)]
    number: AskingNumber
    name: PersonName | None = None


class CorrectScore(_Order, frozen=True, tag="correct"):
    """Correct the score of a seat by so many points, for one of the `REASONS`, at the asking with this number."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    change: Points
    reason: str
    number: AskingNumber


class TapNameTag(_Order, frozen=True, tag="tag"):
    """Tap a name tag."""

    name: PersonName


class Do(Enum):
    """Orders without arguments. PAUSE (or go on) and STEP are of what is watched; the last four play ahead."""

    LIFT = "lift"
    DEAL = "deal"
    BONE = "bone"
    NEXT = "next"
    STICKER = "sticker"
    STICKER_AGAIN = "sticker-again"
    UNPLUG = "unplug"
    PAUSE = "pause"
    STEP = "step"
    MY_TURN = "my-turn"
    TRICK = "trick"
    DEAL_END = "deal-end"
    GAME_END = "game-end"


JUMPS = frozenset({Do.MY_TURN, Do.TRICK, Do.DEAL_END, Do.GAME_END})


class AtOnce(Enum):
    """Done at once, whatever hands are at.

    The table says its screen once more, all that everybody may know, or what a good player does; FAST: deals take no
    time from now on, or do again.
    """

    SAY_AGAIN = "say again"
    TELL_ALL = "tell all"
    HINT = "hint"
    FAST = "fast"


class Ahead(Enum):
    """What the button for the next step does."""

    GOES_ON = "on"
    PLAYS = "plays"
    """a person's card, as a hint proposes"""
    LEAVES = "leaves"
    """others go on, and the only person says nothing, as no claim"""
    AGAIN = "again"
    SWITCHES_ON = "switches on"


class PressNext(_Order, frozen=True, tag="press next"):
    """The button for the next step is pressed, which said that it does this.

    `number` is that of the asking that it decides for people; None: whatever is asked is meant.
    """

    does: Ahead
    number: AskingNumber | None = None


class Pace(Enum):
    """How fast computer seats play."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    AT_ONCE = "at once"


class SetPace(_Order, frozen=True, tag="pace"):
    """Let computer seats play at this pace from now on."""

    pace: Pace


_WithKeys: TypeAlias = (
    LayCards
    | Nest
    | Push
    | GiveAnswer
    | PressNext
    | SetPace
    | ToggleFault
    | Begin
    | PointAtGame
    | GoOn
    | Demonstrate
    | Watch
    | TapNameTag
    | ChangeSeats
    | CorrectScore
)

Order: TypeAlias = _WithKeys | Do | AtOnce


class WrongOrderError(ValueError):
    """The text is no order; the message names what was found and what is allowed."""


class WrongNameError(WrongOrderError):
    """Nobody can sit in this seat under the name that was sent. Its argument is a message of the core."""

    def __init__(self, why: str, seat: int) -> None:
        super().__init__(why)
        self.seat = seat


class _Which(Struct, frozen=True):
    """The word that tells which order it is."""

    do: str


SIMPLE: dict[str, Order] = {order.value: order for order in (*Do, *AtOnce)}
_WORDS = (*(str(kind.__struct_config__.tag) for kind in get_args(_WithKeys)), *SIMPLE)
_WHICH: Final = Decoder(_Which)
_ORDERS: Final[Decoder[_WithKeys]] = Decoder(_WithKeys)


def read(text: bytes) -> Order:
    """The order in a request. Raises WrongOrderError."""
    word = among(read_as(_WHICH, text).do, "do", _WORDS)
    if word in SIMPLE:
        return SIMPLE[word]
    order = read_as(_ORDERS, text)
    if isinstance(order, Begin | PointAtGame | Watch):
        among(order.game, "game", examples() if isinstance(order, Watch) else GAMES)
    if isinstance(order, Begin):
        _check_seats(order)
        _check_scores(order)
    if isinstance(order, TapNameTag | ChangeSeats) and order.name is not None and (why := name_problem(order.name)):
        raise WrongOrderError(f"name: {why}")
    if isinstance(order, CorrectScore):
        among(order.reason, "reason", REASONS)
        if not order.change:
            raise WrongOrderError("change: found 0; allowed: any other number")
    return order


def _check_seats(order: Begin) -> None:
    """Refuse seats that no table has, and house rules that the game has not. Raises WrongOrderError."""
    game, names = GAMES[order.game], [seat.name for seat in order.seats]
    if names and len(names) not in game.players:
        raise WrongOrderError(str(refusal("seats", len(names), map(str, game.players))))
    for seat in order.seats:
        levels = LEVELS if entry_of(order.game).strategy is not nothing else ()
        among(seat.level, "level", ("", *levels))
    number, why = names_problem(names, first_words(game))
    if why:
        raise WrongNameError(why, number)
    if names and all(seat.level for seat in order.seats):
        raise WrongOrderError("seats: at least one is a person's")
    values = {option.name: option.values for option in game.options}
    for name, value in order.rules.items():
        among(value, name, values[among(name, "rules", values)])


def _check_scores(order: Begin) -> None:
    """Refuse scores with which no match of these people can begin. Raises WrongOrderError."""
    game, names = GAMES[order.game], tuple(seat.name for seat in order.seats)
    if not order.scores:
        return
    if "score" not in game.brings or len(order.scores) != len(names):
        raise WrongOrderError(msg("Scores: one for each of {n} players, in a game that counts points.", n=len(names)))
    header = Header(game, names, 0, order.rules, scores=dict(enumerate(order.scores)))
    try:
        setup = header.setup()
    except UnreadableError as why:
        raise WrongOrderError(PARTNERS_DIFFER.sentence) from why
    try:
        header.game.begin(setup)
    except UnreadableError as why:
        raise WrongOrderError(GAME_ENDED.sentence) from why


def read_as(decoder: Decoder[T], text: bytes) -> T:
    """The value in a request. Raises WrongOrderError."""
    try:
        return decode_strangers(decoder, text, LARGEST_BODY)
    except RefusedMessage as why:
        raise WrongOrderError(str(why)) from why


def among(value: str, key: str, allowed: Iterable[str]) -> str:
    """The value of this key, if it is one of those that are allowed now. Raises WrongOrderError."""
    words = tuple(allowed)
    if value not in words:
        raise WrongOrderError(str(refusal(key, value, words)))
    return value
