"""What the organiser asks on the page, as typed values, and as statements of the event's record. Pure.

A wish is a JSON object: `do` tells which, and each has its own further keys. A type says what a key may hold; what the
event allows now, the statement says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.json import Decoder
from msgspec.structs import astuple

from companion.director.event import NO_BOX, ClubEvent, DealPlace
from companion.director.event_words import MOST_POINTS, MOST_TEXT, names_at, write_line
from companion.director.password import LONGEST_PASSWORD
from companion.director.planning import Shape
from companion.http.guard import LARGEST_BODY
from companion.rules.game import Game
from companion.rules.statements import UnreadableError
from companion.support.decoding import decode_strangers
from companion.support.text import numbered_names

Text: TypeAlias = Annotated[str, Meta(max_length=MOST_TEXT)]
Number: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Numbers: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=8)]


class _Wish(Struct, frozen=True, tag_field="do"):
    """Any wish: the key `do` has the tag of its type."""


class ChooseGame(_Wish, frozen=True, tag="choose"):
    """What is played, before the first round. A key that is left out stays as it is. `options` are by name."""

    game: Text
    movement: Text | None = None
    rounds: Number | None = None
    minutes: Number | None = None
    deals: Number | None = None
    duplicate: bool | None = None
    options: Annotated[dict[Text, Text], Meta(max_length=32)] = field(default_factory=dict)


class NewEvent(ChooseGame, frozen=True, tag="new"):
    """A new event. An empty `title` becomes one that fits any evening."""

    title: Text = ""


class BeginRound(_Wish, frozen=True, tag="round"):
    """Begin the next round. With a number: only if that one is next, so that two clicks do not begin two rounds."""

    round: Number | None = None


class UndoStep(_Wish, frozen=True, tag="undo"):
    """Take the last step back. With its number: only that one, so that two clicks do not take two steps back."""

    step: Number | None = None


class EnterAll(_Wish, frozen=True, tag="enter all"):
    """Enter everybody who is in no entrant yet."""


class ResumeClock(_Wish, frozen=True, tag="goes"):
    """Let the clock go on."""


class PauseClock(_Wish, frozen=True, tag="pause"):
    """Stop the clock."""


class EndEvent(_Wish, frozen=True, tag="ends"):
    """End the event."""


class ChangeTitle(_Wish, frozen=True, tag="title"):
    """Give the event this title."""

    title: Text


class _Named(_Wish, frozen=True):
    """About a person."""

    name: Text


class AddPerson(_Named, frozen=True, tag="person"):
    """This person takes part."""


class EnterAlone(_Named, frozen=True, tag="alone"):
    """This person plays without a partner."""


class LeaveEvent(_Named, frozen=True, tag="leaves"):
    """This person plays no further round; before the first round, none at all."""


class ComeBack(_Named, frozen=True, tag="comes"):
    """This person plays again."""


class RemovePerson(_Named, frozen=True, tag="remove"):
    """This name was entered by mistake, and belongs to nobody."""


class MergePeople(_Named, frozen=True, tag="merge"):
    """This name and `into` are the same person."""

    into: Text


class BeginLate(_Named, frozen=True, tag="late"):
    """This person begins in that round."""

    round: Number


class EnterPartners(_Wish, frozen=True, tag="partners"):
    """These two play together."""

    names: tuple[Text, Text]


class MoveTable(_Wish, frozen=True, tag="move"):
    """This table plays at that box; empty: at none. With a `round`: only while that one is played."""

    table: Number
    box: Text = ""
    round: Number | None = None


class BoxBroken(_Wish, frozen=True, tag="breaks"):
    """This box has broken down."""

    box: Text


class BoxMended(_Wish, frozen=True, tag="mended"):
    """This box plays again."""

    box: Text


class DealsDone(_Wish, frozen=True, tag="done"):
    """This table has finished so many deals of a round."""

    round: Number
    table: Number
    deals: Number


class CorrectDeal(_Wish, frozen=True, tag="correct"):
    """What a deal counts at a table: points by seat, or percents by side."""

    round: Number
    table: Number
    deal: Number
    reason: Text
    points: Numbers | None = None
    percent: Numbers | None = None

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if (self.points is None) == (self.percent is None):
            raise ValueError("either points or percent")


Wish: TypeAlias = (
    NewEvent | ChooseGame | BeginRound | UndoStep | EnterAll | ResumeClock | PauseClock | EndEvent | ChangeTitle
    | AddPerson | EnterAlone | LeaveEvent | ComeBack | RemovePerson | MergePeople | BeginLate | EnterPartners
    | MoveTable | BoxBroken | BoxMended | DealsDone | CorrectDeal
)  # fmt: skip
_WISHES: Final[Decoder[Wish]] = Decoder(Wish)


class _Login(Struct, frozen=True):
    """The body of a request that begins a session."""

    password: Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


_LOGIN: Final = Decoder(_Login)

FIELDS = ("game", "movement", "rounds", "minutes", "deals")
"""What may be chosen before the first round, beside options and duplicate."""


def wish_in(body: bytes) -> Wish:
    """The wish in a request. Raises RefusedMessage."""
    return decode_strangers(_WISHES, body, LARGEST_BODY)


def password_in(body: bytes) -> str:
    """The password in a request. Raises RefusedMessage."""
    return decode_strangers(_LOGIN, body, LARGEST_BODY).password


def lines_of(wish: Wish, event: ClubEvent, games: Mapping[str, Game]) -> list[str]:
    """The statements of a wish for this event. Raises UnreadableError."""
    match wish:
        case ChooseGame():
            return choices(wish, event, games)
        case EnterAll():
            return _enter_all(event, games)
        case LeaveEvent(name=name) if not event.seated and (number := event.entrant_of(name)) is not None:
            return [write_line("remove", other) for other in event.entrants[number].names]  # no empty place is planned
        case CorrectDeal(points=(a, b, c, d)) if (a, b) != (c, d) and _has_partners(event, games):
            raise UnreadableError(f"points: partners have the same; found {a}, {b}, {c}, {d}")
        case _:
            return [_line(wish)]


def refuse_unknown(wish: Wish, event: ClubEvent, boxes: Collection[str], played: Collection[DealPlace]) -> None:
    """Raises UnreadableError for a wish about a box, a table or a deal that is not there.

    `boxes` are those that were heard or had a table, `played` the round, table and deal of each result.
    """
    match wish:
        case MoveTable(round=number) if number not in {None, len(event.seated)}:
            raise UnreadableError(f"round: it is round {len(event.seated)} by now; found {number}")
        case MoveTable(box=box) | BoxBroken(box=box) if box and box not in boxes:
            raise UnreadableError(f"box: no “{box}” was heard here; heard: {_join_names(boxes)}")
        case BoxMended(box=box) if box not in event.broken:
            raise UnreadableError(f"box: “{box}” did not break down; broken are: {_join_names(event.broken)}")
        case DealsDone():
            names_at(event, wish.round, wish.table)
            if not 0 <= wish.deals <= event.deals:
                raise UnreadableError(f"deals: a round has 0 to {event.deals} of them; found {wish.deals}")
        case CorrectDeal():
            if wish.percent is not None and not event.duplicate:
                raise UnreadableError("percent: it counts where all play the same boards alone; give points")
            if not 1 <= wish.deal <= event.deals and (wish.round, wish.table, wish.deal) not in played:
                raise UnreadableError(f"deal: a round has 1 to {event.deals}; found {wish.deal}")


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _line(wish: Wish) -> str:
    """The one statement of a wish: its word, and its values in their order. Raises UnreadableError for bad texts."""
    match wish:
        case CorrectDeal(points=points, percent=percent):
            kind, values = ("points", points) if points is not None else ("percent", percent)
            words: tuple[object, ...] = (wish.round, wish.table, wish.deal, kind, *(values or ()), wish.reason)
        case EnterPartners(names=names):
            words = names
        case MoveTable(table=table, box=box):
            words = (table, box or NO_BOX)
        case _:
            words = astuple(wish)
    texts = (_write_text(wish, word) if isinstance(word, str) else word for word in words)
    return write_line(wish.__struct_config__.tag, *texts)


def _write_text(wish: Wish, text: str) -> str:
    """A text of a wish as it is written in a line. Raises UnreadableError, which names its key."""
    try:
        write_line(text)
    except UnreadableError as why:
        values = ((key, getattr(wish, key)) for key in wish.__struct_fields__)
        key = next(key for key, value in values if text == value or (isinstance(value, tuple) and text in value))
        raise UnreadableError(f"{key}: {why}; found “{text[:40]}”") from why
    return in_order(text)


def in_order(text: str) -> str:
    """The text with single blanks between its words, as the record of an event has all names."""
    return " ".join(text.split())


def choices(wish: ChooseGame, event: ClubEvent, games: Mapping[str, Game]) -> list[str]:
    """Statements for whatever differs from what was chosen before. Raises UnreadableError."""
    if event.seated:
        raise UnreadableError("the first round was begun: undo it to choose anew")
    if wish.game not in games:
        raise UnreadableError(f"“{wish.game[:40]}” is no game here")
    chosen = ((name, value) for name in FIELDS if (value := getattr(wish, name)) is not None)
    lines = [write_line(name, value) for name, value in chosen if str(value) != str(getattr(event, name))]
    if wish.duplicate not in {None, event.duplicate}:
        lines.append(write_line("duplicate", "yes" if wish.duplicate else "no"))
    known = event.options if wish.game == event.game else {}
    return lines + list(_options(wish.options, games[wish.game], known))


def _options(wanted: Mapping[str, str], game: Game, known: Mapping[str, str]) -> Iterable[str]:
    if unknown := wanted.keys() - {option.name for option in game.options}:
        raise UnreadableError(f"options: {game.title} has no “{min(unknown)}”")
    for option in game.options:
        value = wanted.get(option.name, known.get(option.name, option.values[0]))
        if value not in option.values:
            raise UnreadableError(f"option {option.name} takes {', '.join(option.values)}")
        if value != known.get(option.name, option.values[0]):
            yield write_line("option", option.name, value)


def _has_partners(event: ClubEvent, games: Mapping[str, Game]) -> bool:
    game = games.get(event.game)
    return game is not None and Shape.of(game, event.movement).partners


def _enter_all(event: ClubEvent, games: Mapping[str, Game]) -> list[str]:
    """Enter everybody who has no entry yet: alone, or with the next on the list."""
    game, waiting = games.get(event.game), event.unpaired
    if game is None:
        raise UnreadableError("choose a game first")
    if Shape.of(game, event.movement).of_pairs:
        return [write_line("partners", *pair) for pair in zip(waiting[::2], waiting[1::2], strict=False)]
    return [write_line("alone", name) for name in waiting]


def name_of(title: str, day: str, taken: Iterable[str]) -> str:
    """The name of a new event: its day and its title in a-z, 0-9 and -, with a number if there is one already."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "event"
    there = set(taken)
    return next(name for name in numbered_names(f"{day}-{word}") if name not in there)
