"""What followed from a statement (table-record: Events). Never stored, always replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.cards.card import Card
    from companion.cards.seats import Seat

ORDER = (
    "declared", "forced", "auction", "claim", "cleared", "revoke", "trick", "nil-broken", "impossible",
    "score-withdrawn", "deal-score", "redeal", "game-over",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """Something that followed; `kind` is its name in the record's answers."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A player made trump at the turned-up card."""

    kind = "declared"
    player: Seat
    trump: str
    birddog: Card


@dataclass(frozen=True, slots=True)
class Forced(Event):
    """The third up-card made trump."""

    kind = "forced"
    trump: str
    birddog: Card


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    """The auction is over."""

    kind = "auction"
    winner: Seat
    bid: int


@dataclass(frozen=True, slots=True)
class ClaimMade(Event):
    """A hand was opened for a claim; a wrong claim breaks no rule."""

    kind = "claim"
    player: Seat
    correct: bool


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """A 10 has taken the pile out of the game."""

    kind = "cleared"


@dataclass(frozen=True, slots=True)
class Revoked(Event):
    """A play is proven to have broken a rule; `deal` and `trick` count from 1."""

    kind = "revoke"
    player: Seat
    deal: int
    trick: int
    card: Card
    rule: str
    correctable: bool = False


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick is complete; cards in the order of play."""

    kind = "trick"
    winner: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class NilBroken(Event):
    """A player who said nil won a first trick."""

    kind = "nil-broken"
    player: Seat


@dataclass(frozen=True, slots=True)
class Suspect:
    """A play that may be the wrong one."""

    player: Seat
    trick: int
    card: Card


@dataclass(frozen=True, slots=True)
class Impossible(Event):
    """At least one of these plays broke a rule; no single one is proven yet.

    `player` is whose plays all of them are: who broke a rule is proven then. None: they are several players'.
    """

    kind = "impossible"
    suspects: tuple[Suspect, ...]
    player: Seat | None = None

    @classmethod
    def of(cls, suspects: tuple[Suspect, ...]) -> Impossible:
        """The group of these plays."""
        players = {suspect.player for suspect in suspects}
        return cls(suspects, suspects[0].player if len(players) == 1 else None)


@dataclass(frozen=True, slots=True)
class ScoreWithdrawn(Event):
    """A score of this deal no longer counts, the deal goes on; the changes by seat that it had made."""

    kind = "score-withdrawn"
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """The change of every player's score, by seat."""

    kind = "deal-score"
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Redeal(Event):
    """The deal does not count."""

    kind = "redeal"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is won, by several when it is shared."""

    kind = "game-over"
    winners: tuple[Seat, ...]


def in_order(events: Iterable[Event]) -> tuple[Event, ...]:
    """Events of one statement in the order a record's answers give them."""
    return tuple(sorted(events, key=lambda event: ORDER.index(event.kind)))


def as_words(event: Event | Suspect, names: tuple[str, ...]) -> dict[str, Any]:
    """The event with players and cards as a record writes them, ready for JSON."""
    return {name: _word(name, getattr(event, name), names) for name in event.__match_args__}


def _word(field: str, value: Any, names: tuple[str, ...]) -> Any:
    spellings: dict[str, Callable[[Any], Any]] = {
        "player": lambda seat: None if seat is None else names[seat],
        "winner": names.__getitem__,
        "winners": lambda seats: [names[seat] for seat in seats],
        "scores": lambda points: dict(zip(names, points, strict=True)),
        "suspects": lambda plays: [as_words(play, names) for play in plays],
        "cards": lambda cards: [str(card) for card in cards],
        "card": str,
        "birddog": str,
    }
    return spellings[field](value) if field in spellings else value
