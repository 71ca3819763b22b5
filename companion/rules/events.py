"""Events: the consequences of a statement (docs/record-format.md). Never stored, always replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeAlias

from companion.cards import SUITS_FIRST, Card, Seat
from companion.cards.spoken import cards_in_words
from companion.support.messages import join, msg, msg_n
from companion.support.text import listing
from companion.support.values import dataclass, field

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A consequence of a statement. `kind` is its name in the record's answers.

    The events of one statement are sorted by `rank`: first those of the game, then the referee's, then scores.
    `tells_statement`: its sentence says all that the statement did, which is not told before it.
    """

    kind: ClassVar[str]
    rank: ClassVar[int] = 0
    tells_statement: ClassVar[bool] = False

    def sentence(self, names: tuple[str, ...]) -> str:
        """What happened, said in the same way on panel, pages and phones, aloud, and in a check report.

        `names` are those of the players, cards stand as signs ("A♣"). By default its kind and fields.
        """
        return ", ".join([self.kind, *(f"{name} {value}" for name, value in as_words(self, names).items())])


@dataclass(frozen=True, slots=True)
class Revoked(Event):
    """A play is proven to have broken a rule. `deal` and `trick` count from 1."""

    kind = "revoke"
    rank = 1
    player: Seat
    deal: int
    trick: int
    card: Card
    rule: str
    correctable: bool = False

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who broke a rule, in which trick, and with which card."""
        card = cards_in_words((self.card,))
        return msg("{who} broke a rule in trick {n} with {card}", who=names[self.player], n=self.trick, card=card)


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick is complete. `cards` are in the order of play."""

    kind = "trick"
    rank = 2
    winner: Seat
    cards: tuple[Card, ...]

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who takes it."""
        return msg("{who} takes the trick", who=names[self.winner])


@dataclass(frozen=True, slots=True)
class SuitBroken(Event):
    """The first card of a suit was played that may not be led before. `suit` is its letter."""

    kind = "broken"
    suit: str

    def sentence(self, names: tuple[str, ...]) -> str:
        """Which suit may be led from now on."""
        return msg("{suit} are broken: they may be led now", suit=SUITS_FIRST[self.suit])


@dataclass(frozen=True, slots=True)
class NilBroken(Event):
    """A player who said nil won a first trick."""

    kind = "nil-broken"
    rank = 3  # after the trick that broke it
    player: Seat

    def sentence(self, names: tuple[str, ...]) -> str:
        """Whose nil is broken."""
        return msg("{who}'s nil is broken", who=names[self.player])


@dataclass(frozen=True, slots=True)
class Suspect:
    """A play that may have broken a rule."""

    player: Seat
    trick: int
    card: Card


@dataclass(frozen=True, slots=True)
class Impossible(Event):
    """At least one of these plays broke a rule; it is not proven which.

    `player` is set if all plays are of one player, who is then proven to have broken a rule.
    """

    kind = "impossible"
    rank = 4
    suspects: tuple[Suspect, ...]
    player: Seat | None = None

    @classmethod
    def of(cls, suspects: tuple[Suspect, ...]) -> Impossible:
        """The group of these plays."""
        players = {suspect.player for suspect in suspects}
        return cls(suspects, suspects[0].player if len(players) == 1 else None)

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who broke a rule, if all plays are of one player."""
        if self.player is None:
            return msg("One of these plays broke a rule")
        return msg("{who} broke a rule", who=names[self.player])


@dataclass(frozen=True, slots=True)
class ScoreWithdrawn(Event):
    """An announced score of this deal no longer counts; the deal continues. `scores` are the changes by seat.

    `sides` are the seats that have one score together (empty: each has its own).
    """

    kind = "score-withdrawn"
    rank = 5
    scores: tuple[int, ...]
    sides: Sides = field(default=(), compare=False, kw_only=True)

    def sentence(self, names: tuple[str, ...]) -> str:
        """The changes that no longer count."""
        return msg("Score taken back: {changes}", changes=_changes(names, self.scores, self.sides))


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """A deal was scored. `scores` are the changes by seat, `sides` the seats that have one score together, if any."""

    kind = "deal-score"
    rank = 6
    scores: tuple[int, ...]
    sides: Sides = field(default=(), compare=False, kw_only=True)

    def sentence(self, names: tuple[str, ...]) -> str:
        """The change of each score."""
        return msg("The deal is scored: {changes}", changes=_changes(names, self.scores, self.sides))


@dataclass(frozen=True, slots=True)
class Redeal(Event):
    """The deal is void and is dealt again."""

    kind = "redeal"
    rank = 7

    def sentence(self, names: tuple[str, ...]) -> str:
        """That the deal is void."""
        return msg("This deal does not count")


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The match is won; by several players if it is a tie."""

    kind = "game-over"
    rank = 8
    winners: tuple[Seat, ...]

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who wins."""
        who = listing([names[seat] for seat in self.winners])
        return msg_n("{who} wins the game", "{who} win the game", len(self.winners), who=who)


def _changes(names: tuple[str, ...], scores: tuple[int, ...], sides: Sides) -> str:
    """The change of each score, with its sign ("Ann +3, Bob -2"; "Ann and Cid +4, Bob and Dee +0")."""
    whose = sides or [(seat,) for seat in range(len(scores))]
    changes = ((listing(names[seat] for seat in side), f"{scores[side[0]]:+}") for side in whose)
    return join((msg("{who} {n}", who=who, n=change) for who, change in changes), ", ")


def any_tells_statement(events: Iterable[Event]) -> bool:
    """Whether one of the events of a statement says all that it did, so that the statement itself is not told."""
    return any(event.tells_statement for event in events)


def in_order(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of one statement in the order of the record's answers."""
    return tuple(sorted(events, key=lambda event: event.rank)) if len(events) > 1 else events


def as_words(event: Event | Suspect, names: tuple[str, ...]) -> dict[str, Any]:
    """The fields of the event with names and cards as texts, ready for JSON."""
    return {name: _word(name, getattr(event, name), names) for name in event.__match_args__}


def _word(field: str, value: Any, names: tuple[str, ...]) -> Any:
    spellings: dict[str, Callable[[Any], Any]] = {
        "player": lambda seat: None if seat is None else names[seat],
        "winner": names.__getitem__,
        "winners": lambda seats: [names[seat] for seat in seats],
        "scores": lambda points: dict(zip(names, points, strict=True)),
        "suspects": lambda plays: [as_words(play, names) for play in plays],
        "cards": lambda cards: [str(card) for card in cards],
    }
    if field in spellings:
        return spellings[field](value)
    return str(value) if isinstance(value, Card) else value
